"""Log, views and explanations of one game: pure functions of its state, without SQL, sockets or time."""
