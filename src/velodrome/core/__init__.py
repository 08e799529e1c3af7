"""Code shared by every game: the contract, logs, records, random streams, boards, options and texts."""
