"""Comparison of the fast move generator with a simple one that works on plain data and board files."""

import tomllib
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from velodrome.core.contract import CHANCE, OVER
from velodrome.core.rng import Rng
from velodrome.games.arcenciel.game import ArcEnCiel
from velodrome.games.arcenciel.rules import ArcEnCielState

BOARDS = Path(__file__).parent / "boards"
VILLAGE = {"circuit": str(BOARDS / "village.toml"), "deck": str(BOARDS / "fair.toml")}

OPTIONS = st.fixed_dictionaries(
    {},
    optional={
        "rainbow_to_win": st.sampled_from([0, 1, 5]),
        "need_all_jerseys": st.booleans(),
        "combativity": st.booleans(),
        "min_bid": st.sampled_from([0, 1, 4, 99]),
        "leader_must_open": st.booleans(),
        "forced_retirement_pays": st.booleans(),
        "voluntary_retirement": st.sampled_from(["windows", "any", "shortfall"]),
        "last_rider_wins": st.booleans(),
        "max_laps": st.sampled_from([0, 1, 30]),
    },
)
TABLES = st.tuples(st.integers(3, 6), OPTIONS, st.booleans())


def make_game(table: tuple[int, dict[str, Any], bool]) -> ArcEnCiel:
    """Make a game; `table` holds the number of seats, the options, and whether to use the custom boards."""
    seats, options, village = table
    return ArcEnCiel(seats, options | (VILLAGE if village else {}))


@cache
def read_circuit(custom: str) -> dict[str, Any]:
    """Parse the text of a custom circuit; if it is empty, parse the default circuit."""
    default = files("velodrome.games").joinpath("arcenciel", "rainbow_loop.toml")
    return tomllib.loads(custom or default.read_text("utf-8"))


def moves_by_rulebook(state: ArcEnCielState) -> set[str]:
    """Return the texts of the actor's legal moves, found in a simple way from the rules."""
    written: Any = state.write()
    options: Any = state.game.options
    circuit = read_circuit(state.game.boards.get("circuit", ""))
    seat = written["actor"]
    energy, squares, phase = written["energy"][seat], written["placed"][seat], written["phase"]
    domestiques = [str(n) for n in squares] + ["hand"] * (written["hand"][seat] > 0)
    square = circuit["square"][written["square"]]
    retire = {f"retire {where}" for where in domestiques}
    if options["voluntary_retirement"] == "shortfall" or energy == circuit["team"]["energy_max"]:
        offered = set()
    else:
        offered = retire
    if phase == "upkeep":
        cost = circuit["inner_track"]["upkeep"][written["gap"] - 1]
        return {"give up"} | ({"hold"} if energy >= cost else set()) | offered
    if phase == "attack":
        cost = square["value"] if square["kind"] == "effort" else 0
        return {"stay"} | ({"attack"} if energy >= cost else set()) | (offered - {f"retire {written['square']}"})
    if phase == "bid":
        lowest = options["min_bid"] if written["high_bid"] is None else max(options["min_bid"], written["high_bid"] + 1)
        bids = {f"bid {b}" for b in range(lowest, energy + 1)} if domestiques else set()
        first = seat == (written["pack"][0] if written["breakaway"] is None else written["breakaway"])
        return bids | offered | (set() if first and bids and options["leader_must_open"] else {"pass"})
    if phase == "pause":
        assert options["voluntary_retirement"] == "any" and offered, "a rider who can retire nobody is not asked"
        return {"continue"} | offered
    if phase in ("raise", "forced_retire"):
        return retire
    if phase == "relocate":
        return {f"vacate {n}" for n in squares}
    assert phase.startswith("exchange")
    return {"keep"} | exchanges_by_rulebook(written, options, circuit["jerseys"], seat)


def exchanges_by_rulebook(written: Any, options: Any, rates: dict[str, int], seat: int) -> set[str]:
    """Return the texts of all exchanges that a rider can make.

    `written` is from `State.write`; `rates` says how many green or dotted jerseys make a rainbow jersey.
    """
    found = set()
    for a in range(written["double"][seat] + 1):
        for b in range(written["triple"][seat] + 1):
            worth = 2 * a + 3 * b
            spare = [2] * (a > 0) + [3] * (b > 0)
            if worth >= rates["dotted_per_rainbow"] and all(worth - v < rates["dotted_per_rainbow"] for v in spare):
                found.add(f"exchange {a} {b}")
    if options["need_all_jerseys"] and written["green"][seat] >= rates["green_per_rainbow"]:
        found.add("exchange green")
    if written["points"][seat] >= 1:
        found |= {"exchange points green", "exchange points dotted"}
    if written["points"][seat] >= 3:
        found.add("exchange points rainbow")
    return found


def chance_by_rulebook(state: ArcEnCielState) -> dict[str, int]:
    """Return all possible chance moves as {text: weight}, found in a simple way from the rules."""
    written: Any = state.write()
    if written["phase"] == "card":
        return {f"card {id}": n for id, n in written["deck"].items()}
    if written["phase"] == "lineup":
        return {f"lineup {seat}": 1 for seat in range(state.game.seats) if seat not in written["pack"]}
    return {f"{'white' if written['phase'] == 'white' else 'yellow'} {eyes}": 1 for eyes in range(1, 7)}


@settings(max_examples=120, deadline=None)
@given(TABLES, st.integers(0, 2**32), st.integers(0, 25))
def test_legal_chance_and_allows_agree_with_the_rulebook(table: Any, seed: int, chances: Any) -> None:
    game = make_game(table)
    rng = Rng(seed)
    state: Any = game.start()
    steps = 0
    while state.actor != OVER and steps < 400:
        steps += 1
        if state.actor == CHANCE:
            odds = {game.text(move): weight for move, weight in state.chance()}
            assert odds == chance_by_rulebook(state)
            assert state.count() == 0 and state.legal() == []
            allowed = set(odds)
            move = state.draw(rng)
        else:
            legal = state.legal()
            assert legal == sorted(set(legal)) and legal == [state.nth(i) for i in range(state.count())]
            allowed = {game.text(move) for move in legal}
            assert allowed == moves_by_rulebook(state)
            assert state.chance() == []
            # Retirements come last among the legal moves. A small `chances` makes them rare, so that the race lasts.
            move = legal[rng.below(min(len(legal), 1 + chances))]
        if steps % 7 == 0:
            assert {move.text for i, move in enumerate(game.moves) if state.allows(i)} == allowed
        assert game.text(move) in allowed
        state.play(move)


def test_random_games_reach_every_phase() -> None:
    reached = set()
    for village, moment in ((False, "windows"), (True, "windows"), (False, "any")):
        options = {"combativity": True, "need_all_jerseys": True, "voluntary_retirement": moment}
        game = make_game((3, options, village))
        rng = Rng(5)
        for _ in range(60 if moment == "windows" else 1):
            state = game.start()
            while state.actor != OVER:
                reached.add(state.write()["phase"])
                state.play(state.draw(rng) if state.actor == CHANCE else state.nth(rng.below(min(state.count(), 3))))
    assert len(reached) == 15  # all phases except "over"


@settings(max_examples=40, deadline=None)
@given(TABLES, st.integers(0, 2**32))
def test_pick_and_draw_choose_moves_by_their_weights(table: Any, seed: int) -> None:
    """Test `pick` and `draw` with a chi-square test; its random numbers are seeded, so the result is repeatable."""
    game = make_game(table)
    rng = Rng(seed)
    state = game.start()
    for _ in range(rng.below(60)):
        if state.actor == OVER:
            break
        state.play(state.draw(rng) if state.actor == CHANCE else state.pick(rng))
    if state.actor == OVER:
        return
    weights = dict(state.chance()) if state.actor == CHANCE else dict.fromkeys(state.legal(), 1)
    tries = 60 * sum(weights.values())
    seen = dict.fromkeys(weights, 0)
    for _ in range(tries):
        seen[state.draw(rng) if state.actor == CHANCE else state.pick(rng)] += 1
    chi = sum((seen[move] - 60 * weight) ** 2 / (60 * weight) for move, weight in weights.items())
    assert chi < len(weights) + 8 * (2 * len(weights)) ** 0.5
