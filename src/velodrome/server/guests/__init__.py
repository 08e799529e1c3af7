"""Who asks and how much they may ask: cookies, rate limits, headers."""
