"""Phases of a round, with their names in positions."""

from typing import Final

STARTING: Final = 0  # chance draws the seat that starts the game (VN-07)
DEALING: Final = 1  # chance deals one card
ATTACK: Final = 2  # lead or follow
DRAWING: Final = 3  # duel: chance draws a card for a camel (VN-51)
STEALING: Final = 4  # a tortoise was played: from whom, how many?
TAKING: Final = 5  # chance takes one card from the victim
GIVING: Final = 6  # the thief gives one card back
CHOOSING: Final = 7  # the winner of the attack has no card left: who leads next? (VN-19)
REWARDING: Final = 8  # duel: who gets the revealed card?
REVEALING: Final = 9  # duel: chance turns up a card
PHASES: Final = [
    "first", "deal", "attack", "draw", "steal", "take", "give", "next", "reward", "reveal",
]  # fmt: skip
