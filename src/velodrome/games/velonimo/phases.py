"""Phases of a round, with their names in positions."""

from typing import Final

STARTING: Final = 0  # chance draws the seat that starts the game (VN-07)
DEALING: Final = 1  # chance deals one card
ATTACK: Final = 2  # a seat leads an attack, beats the last play or passes
DRAWING: Final = 3  # duel: chance draws a card for a camel (VN-51)
STEALING: Final = 4  # a tortoise was played: the seat names a victim and a number of cards
TAKING: Final = 5  # chance takes one card from the victim
GIVING: Final = 6  # the thief gives one card back
CHOOSING: Final = 7  # the winner of the attack has finished and names the seat that leads next (VN-19)
REWARDING: Final = 8  # duel: the winner of the attack takes the revealed card or gives it away
REVEALING: Final = 9  # duel: chance turns up a card
PHASES: Final = [
    "first", "deal", "attack", "draw", "steal", "take", "give", "next", "reward", "reveal",
]  # fmt: skip
