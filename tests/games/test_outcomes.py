"""Test the sentences about outcomes: each case plays moves from a position and checks what the last move reports."""

import re
from typing import Any

import pytest

from velodrome.core.texts import say
from velodrome.games import GAMES

# number of seats, options, position, moves, and the outcomes of the last move
Case = tuple[int, dict[str, Any], dict[str, Any], str, list[str]]


def outcomes_of(name: str, case: Case, language: str = "en") -> list[str]:
    """Play the moves of a case, and return the outcomes of the last move as sentences."""
    seats, options, position, moves, _ = case
    state = GAMES[name](seats, options).position(position)
    before = state.copy()
    for text in moves.split(", "):
        move = state.game.parse(text)
        assert state.allows(move), f"{text} is not legal: {[state.game.text(move) for move in state.legal()]}"
        before = state.copy()
        state.play(move)
    names = [str(seat) for seat in range(seats)]
    return [say(name, text, language, names) for text in state.outcomes(before)]


# ---------------------------------------------------------------- Velonimo

TRIO = {"hands": [["blue5"], ["red6", "red7"], ["gray2"]]}
LAST_ROUND = {"stage": 5, "totals": [10, 20, 15], "jersey": 1}
VELONIMO: list[Case] = [
    (3, {}, {"hands": [["blue5", "red3"], ["red6"], ["gray2"]]}, "blue5", []),
    (3, {}, TRIO, "blue5", ["0 finishes 1st: +2."]),
    (3, {}, TRIO | {"stage": 3, "totals": [4, 3, 2], "jersey": 0}, "blue5", ["0 finishes 1st: +6."]),
    (
        3,
        {},
        TRIO,
        "blue5, red6, pass, red7",
        ["Round 1 is over: 0 +2 (total 2), 1 +1 (total 1), 2 +0 (total 0).", "0 takes the jersey."],
    ),
    (
        3,
        {},
        TRIO | LAST_ROUND,
        "blue5, red6, pass, red7",
        [
            "Round 5 is over: 0 +10 (total 20), 1 +5 (total 25), 2 +0 (total 15).",
            "1 wins the game!",
        ],
    ),
    (
        3,
        {},
        TRIO | LAST_ROUND | {"totals": [10, 15, 20]},
        "blue5, red6, pass, red7",
        [
            "Round 5 is over: 0 +10 (total 20), 1 +5 (total 20), 2 +0 (total 20).",
            "Tied on points: the last round decides between 0, 1 and 2.",
            "0 wins the game!",
        ],
    ),
    (
        2,
        {},
        {"hands": [["blue5"], ["red6"]]},
        "blue5",
        ["Round 1 is over: 0 +1 (total 1), 1 +0 (total 0).", "0 takes the jersey."],
    ),
]

# ---------------------------------------------------------------- VeloCity

COLOURS = {"colours": ("blue", "yellow", "red")}
FIVE = {"colours": ("blue", "yellow", "red", "green", "black")}
VELOCITY: list[Case] = [
    (3, COLOURS, {"couriers": [[33], [], []]}, "solo, roll 2, move 33 own", ["…landing on 31."]),
    (
        3,
        COLOURS,
        {"couriers": [[33], [], []]},
        "solo, roll 6, move 33 own",
        ["…landing on 27.", "0 gets a can."],
    ),
    (
        3,
        COLOURS,
        {"couriers": [[33, 33], [33], []], "cans": [1, 1, 0], "reserve": 13},
        "solo, roll 6, move 33 own",
        ["…landing on 27."],
    ),
    (
        3,
        COLOURS,
        {"couriers": [[33, 33], [33], []], "cans": [1, 1, 0], "reserve": 13},
        "solo, roll 6, move 33 own, pursue 1, pursue 1",
        ["0 gets a can."],
    ),
    (  # only the active seat pursues: it pays a can, and receives one on arrival
        3,
        COLOURS,
        {"couriers": [[33, 33], [], []], "cans": [1, 0, 0], "reserve": 14},
        "solo, roll 6, move 33 own, pursue 1",
        ["0 gets a can."],
    ),
    (
        3,
        COLOURS,
        {"couriers": [[33], [], []], "cans": [0, 9, 6], "reserve": 0},
        "solo, roll 6, move 33 own",
        ["…landing on 27.", "0 gets a can.", "The reserve is empty: 1 gives up a can."],
    ),
    (
        3,
        COLOURS,
        {"couriers": [[33], [], []], "cans": [9, 0, 6], "reserve": 0},
        "solo, roll 6, move 33 own",
        ["…landing on 27.", "0 gets no can: the reserve is empty, and nobody has more cans than they do."],
    ),
    (  # the player chooses one of two equally rich seats; the move itself names the chosen seat
        3,
        COLOURS,
        {"couriers": [[33], [], []], "cans": [1, 7, 7], "reserve": 0},
        "solo, roll 6, move 33 own, take red",
        [],
    ),
    (  # the text says how many cans the player will get, before the player chooses who gives them
        3,
        COLOURS,
        {"couriers": [[33], [], []], "cans": [1, 7, 7], "reserve": 0},
        "solo, roll 1, move 33 own, back",
        ["0's courier returns to START (+2 cans)."],
    ),
    (  # only one richest seat is left, and it gives the second can
        3,
        COLOURS,
        {"couriers": [[33], [], []], "cans": [1, 7, 7], "reserve": 0},
        "solo, roll 1, move 33 own, back, take red",
        ["The reserve is empty. Taken instead: a can from 1, a can from 2."],
    ),
    (  # seat 0 gets no second can, because after the first nobody has more cans than seat 0
        4,
        {"colours": ("blue", "yellow", "red", "green")},
        {"couriers": [[33], [], [], []], "cans": [6, 7, 7, 0], "reserve": 0},
        "solo, roll 1, move 33 own, back",
        ["0's courier returns to START (+1 can)."],
    ),
    (
        3,
        COLOURS,
        {"couriers": [[6], [6], [6]]},
        "group 6, roll 1, roll 3, roll 3, move 6 yellow",
        ["…landing on 3, a manhole."],
    ),
    (
        3,
        COLOURS,
        {"couriers": [[6], [6], [6]]},
        "group 6, roll 1, roll 3, roll 3, move 6 yellow, back, back",
        ["1's courier drops back to 8 (+1 can)."],
    ),
    (
        3,
        COLOURS,
        {"couriers": [[33], [], []]},
        "solo, roll 1, move 33 own, back",
        ["0's courier returns to START (+2 cans)."],
    ),
    (3, COLOURS, {"couriers": [[33], [], []], "cans": [1, 0, 0]}, "solo, roll 1, move 33 own, pay", []),
    (
        3,
        COLOURS,
        {"couriers": [[3], [], []], "podium": [1, 2]},
        "solo, roll 3, move 3 own",
        ["0 finishes 3rd."],
    ),
    (
        5,
        FIVE,
        {"couriers": [[3], [], [], [], []], "podium": [1, 0, 2, 3, 2, 3, 1]},
        "solo, roll 3, move 3 own",
        [
            "0 finishes 8th.",
            "0, 1, 3 and 2 tie on couriers: the team that was last to bring one home ranks higher.",
            "The podium is full: 0 wins.",
        ],
    ),
]

# ---------------------------------------------------------------- Arc en Ciel

RIDERS = {"energy": [20, 20, 20]}
AHEAD = {"breakaway": 0, "gap": 2, "energy": [20, 20, 20]}
ARCENCIEL: list[Case] = [
    (3, {}, RIDERS, "white 2", ["Square 2: everyone pays 2."]),
    (
        3,
        {},
        RIDERS | {"square": 7, "placed": [[], [], [9]]},
        "white 2",
        ["Square 9 belongs to 2: everyone else pays 4."],
    ),
    (3, {}, RIDERS, "white 2, bid 3, pass", []),
    (3, {}, RIDERS, "white 2, bid 3, pass, bid 7", ["0 wins square 2 for 7."]),
    (3, {}, RIDERS, "white 2, bid 3, pass, pass", ["1 wins square 2 for 3."]),
    (3, {"min_bid": 0}, RIDERS, "white 2, bid 0, pass, pass", ["1 wins square 2 for 0."]),
    (3, {}, RIDERS, "white 2, pass, pass, pass", ["Nobody bids: square 2 stays free."]),
    (
        3,
        {},
        {"energy": [1, 20, 20], "hand": [0, 6, 6]},
        "white 2",
        ["Square 2: everyone pays 2.", "0 is exhausted and out of the race."],
    ),
    (3, {}, AHEAD | {"gap": 1}, "hold, white 2", ["Square 2: everyone pays 2.", "The pack catches 0."]),
    (
        3,
        {},
        AHEAD | {"gap": 3},
        "hold, white 2",
        ["Square 2: everyone pays 2.", "The pack closes in: 0 is 0:20 ahead."],
    ),
    (  # the pack also closes in after a chance card
        3,
        {},
        AHEAD | {"gap": 3, "square": 10},
        "hold, white 2, card musette",
        ["+5 energy for 0.", "The pack closes in: 0 is 0:20 ahead."],
    ),
    (
        3,
        {},
        AHEAD | {"gap": 3, "square": 7, "placed": [[9], [], []]},
        "hold, white 2",
        ["Square 9 belongs to 0: everyone else pays 4."],
    ),
    (3, {}, AHEAD, "give up", []),
    (
        3,
        {},
        AHEAD | {"square": 7, "gap": 5, "placed": [[], [], [9]]},
        "hold, white 2, yellow 2",
        ["The chase leaves 0 0:30 ahead."],
    ),
    (
        3,
        {},
        AHEAD | {"square": 7, "gap": 5, "placed": [[], [], [9]]},
        "hold, white 2, yellow 5",
        ["The pack catches 0."],
    ),
    (
        3,
        {},
        RIDERS | {"square": 7, "placed": [[], [], [9]]},
        "white 2, attack, yellow 3",
        ["2 is 0:30 ahead of the pack."],
    ),
    (
        3,
        {},
        RIDERS | {"square": 38},
        "white 3",
        ["Lap 2: +15 energy for everyone (maximum 60).", "Square 1: everyone pays 1."],
    ),
    (
        3,
        {},
        RIDERS | {"square": 38, "rainbow_lap": True},
        "white 2",
        [
            "0 wins a rainbow jersey!",
            "Lap 2: +15 energy for everyone (maximum 60).",
            "A rainbow lap! Be first across the line to win a rainbow jersey.",
            "The pack lands on square 0.",
        ],
    ),
    (
        3,
        {},
        RIDERS | {"square": 38, "rainbow_lap": True, "rainbow": [2, 0, 0], "green": [0, 1, 2]},
        "white 2",
        [
            "0 wins a rainbow jersey!",
            "Tied on rainbow jerseys: green ones decide between 2 and 1.",
            "0 wins with 3 rainbow jerseys!",
        ],
    ),
]

SPENT = RIDERS | {"square": 10, "energy": [1, 2, 0], "hand": [0, 0, 0]}
OUT = [f"{seat} is exhausted and out of the race." for seat in range(3)]
ARCENCIEL += [
    (3, {}, RIDERS | {"square": 12}, "white 2", ["Square 14: +5 energy for 0."]),
    (3, {}, RIDERS | {"square": 12, "energy": [58, 20, 20]}, "white 2", ["Square 14: +2 energy for 0."]),
    (3, {}, RIDERS | {"square": 10, "energy": [58, 20, 20]}, "white 2, card musette", ["+2 energy for 0."]),
    (3, {}, RIDERS | {"square": 10}, "white 2, card abandon", []),
    (3, {}, SPENT, "white 2, card abandon", ["0 has no domestique to retire."]),
    (  # three rainbow jerseys do not win if all kinds are needed; the race ends by exhaustion
        3,
        {"need_all_jerseys": True},
        SPENT | {"rainbow": [3, 1, 0]},
        "white 2, card storm",
        ["Every rider pays 3.", *OUT, "Everyone is exhausted: 0 has the best jerseys and wins!"],
    ),
    (
        3,
        {},
        SPENT | {"rainbow": [1, 1, 0], "double": [1, 0, 0], "triple": [3, 0, 0], "green": [0, 2, 0]},
        "white 2, card storm",
        [
            "Every rider pays 3.",
            *OUT,
            "0 finishes with 2 rainbow jerseys.",
            "Everyone is exhausted: 0 has the best jerseys and wins!",
        ],
    ),
    (
        3,
        {"last_rider_wins": True},
        RIDERS | {"square": 7, "energy": [3, 3, 20], "hand": [0, 0, 6], "rainbow": [2, 0, 0]},
        "white 2",
        ["Square 9: everyone pays 4.", *OUT[:2], "2 is the last rider left and wins!"],
    ),
    (
        3,
        {"max_laps": 1},
        {"square": 38, "energy": [30, 20, 10], "rainbow": [0, 2, 0]},
        "white 4, pass, pass, pass",
        [
            "Nobody bids: square 2 stays free.",
            "Same jerseys: energy decides between 0 and 2.",
            "That was the last lap: 1 has the best jerseys and wins!",
        ],
    ),
    (  # an exchange that wins the race is made automatically
        3,
        {},
        RIDERS | {"square": 19, "rainbow": [2, 0, 0], "double": [1, 0, 0], "triple": [2, 0, 0]},
        "white 2",
        [
            "The pack lands on square 21.",
            "0 wins 2 dotted jerseys.",
            "0 finishes with 3 rainbow jerseys.",
            "0 wins with 3 rainbow jerseys!",
        ],
    ),
    (  # an exchange that the player chooses has no further outcome
        3,
        {},
        RIDERS | {"square": 19, "rainbow": [1, 0, 0], "double": [3, 0, 0], "triple": [1, 0, 0]},
        "white 2, exchange 4 1",
        [],
    ),
]

# ---------------------------------------------------------------- Velvet


def velvet(kingdom: str, invaders: str, moves: str, outcomes: list[str], options: dict[str, Any] | None = None) -> Case:
    """Make a case in which seat 0 has these invaders and seat 1 has this kingdom; spaces separate the cards."""
    kingdoms = [["horse" if "bear" in invaders else "bear", "threads"], kingdom.split()]
    return 2, options or {}, {"kingdoms": kingdoms, "invaders": [invaders.split(), []]}, moves, outcomes


def figures(numbers: str) -> str:
    """Return the sentence that compares two cards. `numbers` is a short form of it, such as "snake 3–2, fox 2–1".

    The invader comes first. The two numbers of a card are its own Strength and the other card's Stuffing.
    """
    compared = re.findall(r"(\w+) (\d)–(\d)", numbers)
    names = ["The invading {}", "the {} at home"]
    parts = [
        f"{name.format(kind)} has Strength {hits} against Stuffing {guards}"
        for name, (kind, hits, guards) in zip(names, compared, strict=True)
    ]
    return "; ".join(parts) + "."


OWN_TURN_ONLY = {"event_windows": "own_turn_only"}
THROWN = "The rhino wins: the invading snake is discarded."
BEATEN = "The invader wins: the rhino is discarded."
TIE = "Nobody wins: both stay."
HARMLESS = "The fox wins, but nothing happens: both stay."
CAUGHT = "The invader wins: the octopus is discarded."
SNAKE_AND_RHINO = figures("snake 3–1, rhino 3–1")
BEAR_AND_RHINO = figures("bear 1–1, rhino 3–3")
RABBIT_AND_FOX = figures("rabbit 1–2, fox 2–1")
SNAKE_AND_DRAGON = figures("snake 3–2, dragon 2–1")
SNAKE_AND_OCTOPUS = figures("snake 3–1, octopus 1–1")
VELVET: list[Case] = [
    velvet("fox bear threads", "snake", "move snake 0, ok, show fox", []),
    velvet(
        "fox bear threads",
        "snake",
        "move snake 0, ok, show fox, ok",
        [figures("snake 3–2, fox 2–1"), "The invader wins: the fox is discarded."],
    ),
    velvet("rhino bear threads", "snake", "move snake 0, ok, show rhino, ok", [SNAKE_AND_RHINO, THROWN, BEATEN]),
    velvet("rhino bear threads", "snake", "move snake 0, show rhino", [SNAKE_AND_RHINO, THROWN, BEATEN], OWN_TURN_ONLY),
    velvet("rhino bear threads", "bear", "move bear 0, ok, show rhino, ok", [BEAR_AND_RHINO, TIE]),
    velvet("rhino bear threads", "bear", "move bear 0, show rhino", [BEAR_AND_RHINO, TIE], OWN_TURN_ONLY),
    velvet("fox bear threads", "rabbit", "move rabbit 0, ok, show fox, ok", [RABBIT_AND_FOX, HARMLESS]),
    velvet("fox bear threads", "rabbit", "move rabbit 0, show fox", [RABBIT_AND_FOX, HARMLESS], OWN_TURN_ONLY),
    velvet("fox bear *octopus threads", "fox", "move fox 0, ok, show fox, ok", [figures("fox 2–2, fox 2–2"), TIE]),
    velvet("fox *octopus bear threads", "fox", "move fox 0, ok, show fox, ok", [figures("fox 2–3, fox 3–2"), HARMLESS]),
    velvet(
        "dinosaur horse threads",
        "rabbit",
        "move rabbit 0, ok, show dinosaur, ok",
        [figures("rabbit 1–3, dinosaur 2–1"), "0 can't move or scout next turn."],
    ),
    velvet(
        "dragon *fox *bear *pit threads",
        "rabbit",
        "move rabbit 0, ok, show dragon, ok",
        [figures("rabbit 1–2, dragon 2–1")],
    ),
    velvet(
        "dragon *fox *bear threads",
        "snake",
        "move snake 0, ok, show dragon, ok",
        [SNAKE_AND_DRAGON, "The invader wins: the dragon is discarded.", "Hidden again: fox, bear."],
    ),
    velvet(
        "dragon *dragon threads",
        "snake",
        "move snake 0, show dragon",
        [SNAKE_AND_DRAGON, "The invader wins: the dragon is discarded.", "Hidden again: dragon."],
        OWN_TURN_ONLY,
    ),
    velvet("*octopus bear threads", "snake", "move snake 0, show octopus", [SNAKE_AND_OCTOPUS, CAUGHT], OWN_TURN_ONLY),
    velvet("*octopus bear threads", "snake", "move snake 0, ok, show octopus, ok", [SNAKE_AND_OCTOPUS, CAUGHT]),
    velvet("fox pit threads", "rabbit", "move rabbit 2, spend 2 pit, drop rabbit", ["The action is cancelled."]),
    velvet("fox pit threads", "dragon dragon", "move dragon 0, spend 1 pit, drop dragon", ["The action is cancelled."]),
    velvet("fox pit threads", "dragon dragon", "move dragon 0, spend 1 pit, drop dragon waiting", []),
    velvet("pit threads", "fox", "scout fox 0 strength, spend 0 pit, drop fox", ["The action is cancelled."]),
    velvet(
        "rhino *octopus reinforcements threads",
        "bear",
        "move bear 0, spend 2 reinforcements",
        ["Denims hidden again: octopus."],
    ),
    velvet("cave-in fox threads", "snake", "move snake 0, ok, show cave-in, cancel", []),
    velvet(
        "threads",
        "bear",
        "move bear 0, ok, show threads",
        ["0 finds the Threads of Destiny and wins!"],
    ),
]


def label(value: str | Case) -> str:
    return value if isinstance(value, str) else value[3]


CASES = {"velonimo": VELONIMO, "velocity": VELOCITY, "arcenciel": ARCENCIEL, "velvet": VELVET}


@pytest.mark.parametrize(("name", "case"), [(name, case) for name in CASES for case in CASES[name]], ids=label)
def test_a_move_has_these_outcomes(name: str, case: Case) -> None:
    assert outcomes_of(name, case) == case[4]


def test_outcomes_are_also_written_in_french() -> None:
    assert outcomes_of("velonimo", VELONIMO[3], "fr") == [
        "Fin de la manche 1 : 0 +2 (total 2), 1 +1 (total 1), 2 +0 (total 0).",
        "0 prend le maillot.",
    ]
    assert outcomes_of("velvet", VELVET[12], "fr")[2] == "De nouveau face cachée : Renard, Ours."
