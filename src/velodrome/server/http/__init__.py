"""HTTP requests and static files."""
