"""Plain HTTP requests and files."""
