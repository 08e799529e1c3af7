"""The games for programs that others wrote; each needs an extra of its own."""
