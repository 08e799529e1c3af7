"""Test prompts, which mention only moves that are legal, and refusals, which give the reason and the rule."""

import re
from importlib.resources import files
from typing import Any

import pytest
from tests.games.arcenciel.situations import ListLegal, Ride, SetUp
from tests.plain_data import as_any

from velodrome.bots import make_player
from velodrome.core.contract import ONLOOKER, OVER
from velodrome.core.rng import Rng
from velodrome.core.texts import say, sentences
from velodrome.games.arcenciel.game import ArcEnCiel

A, B, C = 0, 1, 2
SHORTFALL = {"voluntary_retirement": "shortfall"}
ANY = {"voluntary_retirement": "any"}
ALL = {"need_all_jerseys": True}
POINTS = {"combativity": True, "rainbow_to_win": 9}
OPEN = {"leader_must_open": True}
UPKEEP = {"breakaway": A, "gap": 13, "energy": [2, 20, 20], "placed": [[9], [], []]}
ATTACK = {"square": 7, "energy": [20, 20, 3], "hand": [6, 6, 0], "placed": [[], [], [9, 11]]}
AUCTION = {"energy": [20, 20, 20], "placed": [[], [9], []]}
PAUSE = {"phase": "pause", "energy": [55, 20, 20], "placed": [[9], [], []]}
DEBT = {"square": 7, "energy": [3, 20, 20], "hand": [0, 6, 6], "placed": [[5], [], []]}
CARD = {"square": 10, "hand": [0, 6, 6], "placed": [[5], [], []]}
MOVING = {"placed": [[], [4, 5, 8, 9, 11, 13], []]}
DOTTED = {"square": 29, "triple": [3, 0, 0]}

Case = tuple[dict[str, Any], dict[str, Any], tuple[str, ...], str, str, str]
REFUSED: list[Case] = [  # options, position, moves, refused move, key of the reason, rule
    ({}, {}, (), "hold", "refuse.chance", "AC-05"),
    ({}, {}, ("white 2",) + ("pass",) * 3, "pass", "refuse.chance", "AC-05"),
    ({}, {"square": 10}, ("white 2",), "retire hand", "refuse.chance", "AC-05"),
    ({}, {"phase": "over", "winner": A, "rainbow": [3, 0, 0]}, (), "bid 1", "refuse.over", "AC-43"),
    ({}, {"phase": "over", "winner": A, "rainbow": [3, 0, 0]}, (), "exchange green", "refuse.over", "AC-43"),
    ({}, UPKEEP, (), "hold", "refuse.hold", "AC-06"),
    ({}, UPKEEP, (), "attack", "refuse.now.upkeep", "AC-06"),
    ({}, UPKEEP, (), "retire 11", "refuse.retire_square", "AC-33"),
    (SHORTFALL, UPKEEP, (), "retire 9", "refuse.retire_shortfall", "AC-33"),
    ({}, {**UPKEEP, "energy": [60, 20, 20]}, (), "retire hand", "refuse.retire_full", "AC-33"),
    ({}, {**UPKEEP, "hand": [0, 6, 6]}, (), "retire hand", "refuse.retire_hand", "AC-33"),
    ({}, ATTACK, ("white 2",), "attack", "refuse.attack", "AC-24"),
    ({}, ATTACK, ("white 2",), "give up", "refuse.now.attack", "AC-24"),
    ({}, ATTACK, ("white 2",), "retire 9", "refuse.retire_landed", "AC-34"),
    ({}, ATTACK, ("white 2",), "retire hand", "refuse.retire_hand", "AC-33"),
    ({}, AUCTION, ("white 1",), "stay", "refuse.now.bid", "AC-29"),
    ({}, AUCTION, ("white 1",), "vacate 9", "refuse.now.bid", "AC-29"),
    ({}, AUCTION, ("white 1",), "bid 0", "refuse.bid_low", "AC-30"),
    ({}, AUCTION, ("white 1", "bid 5"), "bid 5", "refuse.bid_low", "AC-30"),
    ({}, AUCTION, ("white 1",), "bid 20", "refuse.bid_high", "AC-30"),
    ({}, {**AUCTION, "hand": [6, 5, 0]}, ("white 1", "pass"), "bid 1", "refuse.bid_domestique", "AC-30"),
    (OPEN, AUCTION, ("white 1",), "pass", "refuse.must_open", "AC-30"),
    (ANY, PAUSE, (), "stay", "refuse.now.pause", "AC-33"),
    (ANY, PAUSE, (), "retire 4", "refuse.retire_square", "AC-33"),
    ({}, AUCTION, ("white 1",), "continue", "refuse.now.bid", "AC-29"),
    ({}, DEBT, ("white 2",), "pass", "refuse.now.raise", "AC-19"),
    ({}, DEBT, ("white 2",), "retire hand", "refuse.retire_hand", "AC-33"),
    ({}, CARD, ("white 2", "card abandon"), "keep", "refuse.now.forced", "AC-18"),
    ({}, CARD, ("white 2", "card abandon"), "retire 4", "refuse.retire_square", "AC-33"),
    ({}, MOVING, ("white 1", "bid 3", "pass", "pass"), "vacate 39", "refuse.vacate", "AC-32"),
    ({}, MOVING, ("white 1", "bid 3", "pass", "pass"), "retire 4", "refuse.now.relocate", "AC-32"),
    ({}, DOTTED, ("white 2",), "exchange 2 2", "refuse.exchange_held", "AC-37"),
    ({}, DOTTED, ("white 2",), "exchange green", "refuse.exchange_green", "AC-35"),
    (ALL, DOTTED, ("white 2",), "exchange green", "refuse.exchange_held", "AC-37"),
    ({}, DOTTED, ("white 2",), "exchange points rainbow", "refuse.exchange_held", "AC-37"),
    ({}, DOTTED, ("white 2",), "pass", "refuse.now.exchange", "AC-37"),
]


@pytest.mark.parametrize(("options", "position", "moves", "refused", "key", "number"), REFUSED)
def test_ac05_a_refusal_gives_its_reason_and_rule(
    set_up: SetUp,
    ride: Ride,
    options: dict[str, Any],
    position: Any,
    moves: tuple[str, ...],
    refused: Any,
    key: str,
    number: str,
) -> None:
    state = ride(set_up(options, **position), *moves)
    move = state.game.parse(refused)
    assert not state.allows(move)
    text = state.refusal(move)
    assert (text["key"], text["rule"]) == (key, number)
    assert say("arcenciel", text, "en") and say("arcenciel", text, "fr")


def test_ac05_every_refusal_of_the_game_is_tested() -> None:
    assert {case[4] for case in REFUSED} == {key for key in sentences("arcenciel", "en") if key.startswith("refuse.")}


# ---------------------------------------------------------------- prompts

POOR = {"square": 7, "energy": [4, 20, 20], "hand": [0, 6, 6]}  # as in scenario e9
LAST = {"square": 7, "energy": [20, 20, 3], "hand": [6, 6, 0], "placed": [[], [], [9]]}  # as in scenario e23
AHEAD = {"square": 7, "breakaway": A, "gap": 3, "energy": [4, 20, 20], "placed": [[9], [], []]}
FREE = {"square": 24, "breakaway": A, "gap": 6}
LOOP = files("velodrome.games").joinpath("arcenciel", "rainbow_loop.toml").read_text("utf-8")
EASY = re.sub(r"upkeep = .*", f"upkeep = {[0] * 18}", LOOP)

Asked = tuple[dict[str, Any], dict[str, Any], tuple[str, ...], str, list[str]]
PROMPTS: list[Asked] = [  # options, position, moves, key, legal moves (no bids or retirements)
    ({}, AUCTION, ("white 1",), "bid", ["pass"]),
    ({}, AUCTION, ("white 1", "bid 19"), "bid.short", ["pass"]),
    (SHORTFALL, AUCTION, ("white 1", "bid 19"), "bid.none", ["pass"]),
    ({"min_bid": 30}, AUCTION, ("white 1",), "bid.short", ["pass"]),
    ({}, POOR, ("white 2", "pass", "pass"), "bid.none", ["pass"]),
    (OPEN, AUCTION, ("white 1",), "bid.open", []),
    (OPEN, AUCTION, ("white 1", "bid 2"), "bid", ["pass"]),
    ({}, {**UPKEEP, "energy": [3, 20, 20]}, (), "upkeep", ["hold", "give up"]),
    ({}, UPKEEP, (), "upkeep.short", ["give up"]),
    (SHORTFALL, UPKEEP, (), "upkeep.none", ["give up"]),
    ({"circuit": EASY}, UPKEEP, (), "upkeep.free", ["hold", "give up"]),
    ({}, {**ATTACK, "energy": [20, 20, 4]}, ("white 2",), "attack", ["attack", "stay"]),
    ({}, {"square": 4}, ("white 2",), "attack.free", ["attack", "stay"]),
    ({}, ATTACK, ("white 2",), "attack.short", ["stay"]),
    ({}, LAST, ("white 2",), "attack.none", ["stay"]),
    ({}, {**AHEAD, "energy": [5, 9, 9]}, ("hold", "white 2"), "extend", ["attack", "stay"]),
    ({}, FREE, ("hold", "white 2"), "extend.free", ["attack", "stay"]),
    ({}, AHEAD, ("hold", "white 2"), "extend.short", ["stay"]),
    (SHORTFALL, AHEAD, ("hold", "white 2"), "extend.none", ["stay"]),
    (ANY, PAUSE, (), "pause", ["continue"]),
    ({}, DOTTED, ("white 2",), "exchange", ["keep", "exchange 0 4"]),
    (
        POINTS, FREE, ("hold", "white 2", "attack", "yellow 1"), "exchange.points",
        ["keep", "exchange points green", "exchange points dotted"],
    ),
    (
        POINTS, {**FREE, "points": [2, 0, 0]}, ("hold", "white 2", "attack", "yellow 1"), "exchange",
        ["keep", "exchange points green", "exchange points dotted", "exchange points rainbow"],
    ),
]  # fmt: skip


@pytest.mark.parametrize(("options", "position", "moves", "key", "expected"), PROMPTS)
def test_ac05_a_prompt_offers_the_legal_moves(
    set_up: SetUp,
    ride: Ride,
    list_legal: ListLegal,
    options: dict[str, Any],
    position: Any,
    moves: tuple[str, ...],
    key: str,
    expected: Any,
) -> None:
    state = ride(set_up(options, **position), *moves)
    assert [text for text in list_legal(state) if not text.startswith(("bid", "retire"))] == expected
    prompt = state.seen_by(state.actor).table()["prompt"]
    assert prompt["key"] == f"prompt.{key}"
    for viewer in (ONLOOKER, (state.actor + 1) % 3):
        prompt = state.seen_by(viewer).table()["prompt"]
        assert prompt["key"] == f"prompt.other.{key}"
        assert say("arcenciel", prompt).startswith(f"Seat {state.actor}")
        assert say("arcenciel", prompt, "fr").startswith(f"La place {state.actor}")


def test_ac06_ac30_a_prompt_says_the_lead_the_cost_and_the_lowest_bid(set_up: SetUp, ride: Ride) -> None:
    ahead = say("arcenciel", set_up(**{**UPKEEP, "energy": [3, 20, 20]}).seen_by(A).table()["prompt"])
    assert "2:10" in ahead and "3 energy" in ahead
    auction = ride(set_up(**AUCTION), "white 1", "bid 6")
    assert "7 or more" in say("arcenciel", auction.seen_by(auction.actor).table()["prompt"])


def test_ac10_ac33_the_prompt_of_a_pause_says_the_energy_that_a_retirement_brings(set_up: SetUp, ride: Ride) -> None:
    state = set_up(ANY, **PAUSE)
    assert "for 5 energy" in say("arcenciel", state.seen_by(A).table()["prompt"])
    ride(state, "continue")
    assert "for 15 energy" in say("arcenciel", state.seen_by(B).table()["prompt"])


def test_ac29_the_auction_lists_the_riders_in_race_order_and_what_the_square_saves(set_up: SetUp, ride: Ride) -> None:
    auction = ride(set_up(**AUCTION), "white 1", "bid 6")
    found = next(zone for zone in as_any(auction.table()["zones"]) if zone["id"] == "auction")
    order = [B, C, A]  # the front rider has dropped to the back (AC-21)
    assert found["order"] == order and found["waiting"] == order[1:] and found["waiting"][0] == auction.actor
    assert (found["bidder"], found["high"], found["saves"]) == (B, 6, auction.rules.value[auction.square])


@pytest.mark.parametrize("options", [{}, SHORTFALL, ANY, {**OPEN, "min_bid": 7}, {**ALL, "combativity": True}])
def test_ac05_prompts_in_whole_games_offer_only_legal_moves(options: Any) -> None:
    """Test that each prompt fits the legal moves: its key says whether the actor can hold, attack or bid."""
    for seed in range(4):
        game, rng = ArcEnCiel(3 + seed % 4, options), Rng(seed)
        race = game.start()
        while race.actor != OVER:
            if race.actor >= 0:
                words = [game.text(move).split()[0] for move in race.legal()]
                key = str(as_any(race.table())["prompt"]["key"])
                kind, _, end = key.removeprefix("prompt.").partition(".")
                verb = {"upkeep": "hold", "attack": "attack", "extend": "attack", "bid": "bid"}.get(kind)
                if verb:
                    assert (verb in words) == (end in ("", "free", "open")), (key, words)
                    assert ("retire" in words) or end != "short", (key, words)
                if kind == "bid":
                    assert ("pass" in words) == (end != "open"), (key, words)
            race.play(race.draw(rng) if race.actor < 0 else race.pick(rng))


def test_ac39_ac40_ac41_the_final_prompt_says_why_the_race_ended() -> None:
    game, keys = ArcEnCiel(3), set()
    for seed in range(40):
        state = play_to_end(game, seed)
        table = state.seen_by(0).table()
        winners = [seat for seat, place in enumerate(state.ranking()) if place == 1]
        alone = len(winners) == 1
        jerseys = state.winner >= 0 and table["seats"][winners[0]]["rainbow"] >= 3
        gap = next(zone["gap"] for zone in table["zones"] if zone["id"] == "breakaway")
        key = table["prompt"]["key"]
        assert (key == "prompt.over.jerseys") == (alone and jerseys)
        assert (key == "prompt.over.away") == (alone and not jerseys and gap > len(game.circuit.upkeep))
        keys.add(key)
        assert (key == "prompt.over.exhausted") == (alone and all(seat["out"] for seat in table["seats"]))
    assert keys >= {"prompt.over.exhausted", "prompt.over.jerseys", "prompt.over.away"}


def play_to_end(game: ArcEnCiel, seed: int) -> Any:
    """Let bots play a game to its end; return the final state.

    For even seeds, the bots play at random. For odd seeds, they use the heuristic, so that breakaways last longer.
    """
    state, rng = game.start(), Rng(seed)
    bots = [make_player("heuristic" if seed % 2 else "uniform", game, Rng(seed * 7 + seat)) for seat in range(3)]
    state.settle(rng)
    while state.actor != OVER:
        state.play(bots[state.actor](state.seen_by(state.actor)))
        state.settle(rng)
    return state


RAINBOW = {"rainbow_lap": True}


@pytest.mark.parametrize(
    ("options", "position", "final"),
    [
        ({}, {"rainbow": [2, 0, 0]}, False),
        ({}, {**RAINBOW, "rainbow": [1, 1, 1]}, False),
        ({}, {**RAINBOW, "rainbow": [1, 2, 1]}, True),
        ({"rainbow_to_win": 4}, {**RAINBOW, "rainbow": [2, 2, 2]}, False),
        ({}, {**RAINBOW, "rainbow": [2, 1, 1], "pack": [B, C], "energy": [0, 9, 9]}, False),  # A is out of the race
        (ALL, {**RAINBOW, "rainbow": [2, 0, 0]}, False),  # A also needs a green and a dotted jersey
        (ALL, {**RAINBOW, "rainbow": [2, 0, 0], "green": [1, 0, 0], "double": [1, 0, 0]}, True),
        ({}, {"phase": "over", "winner": A, "rainbow": [3, 0, 0]}, False),
    ],
)
def test_ac09_ac39_the_table_says_that_this_rainbow_lap_can_win_the_race(
    set_up: SetUp, options: dict[str, Any], position: dict[str, Any], final: bool
) -> None:
    state = set_up(options, **position)
    before = state.write()
    assert state.table()["final"] is final
    assert state.write() == before


@pytest.mark.parametrize(("most", "final"), [(8, False), (7, True), (0, False)])
def test_ac42_the_table_says_that_this_is_the_last_lap(set_up: SetUp, most: int, final: bool) -> None:
    assert set_up({"max_laps": most}, lap=7).table()["final"] is final
