"""Guest cookies, rate limits, and security headers."""
