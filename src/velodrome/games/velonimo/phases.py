"""What is asked next: the phases of a round, and their names in positions."""

from typing import Final

STARTING: Final = 0  # chance names the first seat
DEALING: Final = 1  # chance deals one card
ATTACK: Final = 2  # lead or follow
DRAWING: Final = 3  # duel: chance brings a water carrier's card
STEALING: Final = 4  # a tortoise was played: from whom, how many?
TAKING: Final = 5  # chance takes one card from the victim
GIVING: Final = 6  # one card back
CHOOSING: Final = 7  # the one ahead has no card left: who leads next?
REWARDING: Final = 8  # duel: who gets the revealed card?
REVEALING: Final = 9  # duel: chance turns up a card
PHASES: Final = [
    "first", "deal", "attack", "draw", "steal", "take", "give", "next", "reward", "reveal",
]  # fmt: skip
