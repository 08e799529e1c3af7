"""What only bots and hints use: rules of thumb, estimates, reasons."""
