"""Velvet: two hidden kingdoms of stuffed animals, and the thread that holds each together."""
