"""WebSocket connections from handshake to close."""
