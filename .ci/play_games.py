"""Play a whole random game of every kind with the installed package; print whether its rules are compiled."""

from velodrome import GAMES, OVER, Rng, game
from velodrome.core import contract

for name, listing in GAMES.items():
    rng = Rng(1)
    state = game(name, listing.seats[0]).start()
    state.settle(rng)
    while state.actor != OVER:
        state.play(state.pick(rng))
        state.settle(rng)
    assert min(state.ranking()) == 1, name
print("interpreted" if str(contract.__file__).endswith(".py") else "compiled")
