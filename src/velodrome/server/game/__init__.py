"""Log, views and explanations for one game: pure functions of its state, without SQL, sockets or time."""
