"""The terminal interface: play, replay, hints and rules as text. Tables are drawn from what one viewer sees."""
