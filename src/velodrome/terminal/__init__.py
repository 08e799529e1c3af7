"""The terminal: play, replay, hints and rules on a text screen, drawn from what one seat sees."""
