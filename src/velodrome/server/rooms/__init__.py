"""Tables in play, and what guests may do there."""
