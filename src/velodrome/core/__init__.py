"""Code for all games: the contract (a game's interface), logs, records, random numbers, boards, options, texts."""
