"""A socket from handshake to close."""
