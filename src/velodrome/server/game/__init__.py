"""Log, views and explanations of one game: pure, without SQL, sockets or time."""
