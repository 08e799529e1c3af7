"""The fast generator against the obvious one, written from the tables of the rules and from what a state writes."""

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
        "voluntary_retirement": st.sampled_from(["windows", "shortfall"]),
        "last_rider_wins": st.booleans(),
        "max_laps": st.sampled_from([0, 1, 30]),
    },
)
TABLES = st.tuples(st.integers(3, 6), OPTIONS, st.booleans())


def open_table(table: tuple[int, dict[str, Any], bool]) -> ArcEnCiel:
    seats, options, village = table
    return ArcEnCiel(seats, options | (VILLAGE if village else {}))


@cache
def circuit_of(own: str) -> dict[str, Any]:
    """The circuit as its file says it: a user's own text, or the one that comes with the game."""
    ours = files("velodrome.games").joinpath("arcenciel", "rainbow_loop.toml")
    return tomllib.loads(own or ours.read_text("utf-8"))


def slow(state: ArcEnCielState) -> set[str]:
    """Every move open to the actor, by the book."""
    told: Any = state.write()
    options: Any = state.game.options
    circuit = circuit_of(state.game.boards.get("circuit", ""))
    seat = told["actor"]
    energy, squares, phase = told["energy"][seat], told["placed"][seat], told["phase"]
    domestiques = [str(n) for n in squares] + ["hand"] * (told["hand"][seat] > 0)
    square = circuit["square"][told["square"]]
    retire = {f"retire {where}" for where in domestiques}
    if options["voluntary_retirement"] == "shortfall" or energy == circuit["team"]["energy_max"]:
        offered = set()
    else:
        offered = retire
    if phase == "upkeep":
        cost = circuit["inner_track"]["upkeep"][told["gap"] - 1]
        return {"give up"} | ({"hold"} if energy >= cost else set()) | offered
    if phase == "attack":
        cost = square["value"] if square["kind"] == "effort" else 0
        return {"stay"} | ({"attack"} if energy >= cost else set()) | (offered - {f"retire {told['square']}"})
    if phase == "bid":
        lowest = options["min_bid"] if told["high_bid"] is None else max(options["min_bid"], told["high_bid"] + 1)
        bids = {f"bid {b}" for b in range(lowest, energy + 1)} if domestiques else set()
        first = seat == (told["pack"][0] if told["breakaway"] is None else told["breakaway"])
        return bids | offered | (set() if first and bids and options["leader_must_open"] else {"pass"})
    if phase in ("raise", "forced_retire"):
        return retire
    if phase == "relocate":
        return {f"vacate {n}" for n in squares}
    assert phase.startswith("exchange")
    return {"keep"} | slow_exchanges(told, options, circuit["jerseys"], seat)


def slow_exchanges(told: Any, options: Any, rates: dict[str, int], seat: int) -> set[str]:
    """Every exchange that a rider can make."""
    found = set()
    for a in range(told["double"][seat] + 1):
        for b in range(told["triple"][seat] + 1):
            worth = 2 * a + 3 * b
            spare = [2] * (a > 0) + [3] * (b > 0)
            if worth >= rates["dotted_per_rainbow"] and all(worth - v < rates["dotted_per_rainbow"] for v in spare):
                found.add(f"exchange {a} {b}")
    if options["need_all_jerseys"] and told["green"][seat] >= rates["green_per_rainbow"]:
        found.add("exchange green")
    if told["points"][seat] >= 1:
        found |= {"exchange points green", "exchange points dotted"}
    if told["points"][seat] >= 3:
        found.add("exchange points rainbow")
    return found


def slow_chance(state: ArcEnCielState) -> dict[str, int]:
    """Everything that chance may bring, by the book."""
    told: Any = state.write()
    if told["phase"] == "card":
        return {f"card {id}": n for id, n in told["deck"].items()}
    if told["phase"] == "lineup":
        return {f"lineup {seat}": 1 for seat in range(state.game.seats) if seat not in told["pack"]}
    return {f"{'white' if told['phase'] == 'white' else 'yellow'} {eyes}": 1 for eyes in range(1, 7)}


@settings(max_examples=120, deadline=None)
@given(TABLES, st.integers(0, 2**32), st.integers(0, 25))
def test_legal_chance_and_allows_agree_with_the_obvious_filter(table: Any, seed: int, chances: Any) -> None:
    game = open_table(table)
    rng = Rng(seed)
    state: Any = game.start()
    steps = 0
    while state.actor != OVER and steps < 400:
        steps += 1
        if state.actor == CHANCE:
            odds = {game.text(move): weight for move, weight in state.chance()}
            assert odds == slow_chance(state)
            assert state.count() == 0 and state.legal() == []
            allowed = set(odds)
            move = state.draw(rng)
        else:
            legal = state.legal()
            assert legal == sorted(set(legal)) and legal == [state.nth(i) for i in range(state.count())]
            allowed = {game.text(move) for move in legal}
            assert allowed == slow(state)
            assert state.chance() == []
            # shorter games when drawn: retiring less often reaches more of the race
            move = legal[rng.below(min(len(legal), 1 + chances))]
        if steps % 7 == 0:
            assert {move.text for i, move in enumerate(game.moves) if state.allows(i)} == allowed
        assert game.text(move) in allowed
        state.play(move)


def test_every_phase_is_reached_by_these_games() -> None:
    reached = set()
    for village in (False, True):
        game = open_table((3, {"combativity": True, "need_all_jerseys": True}, village))
        rng = Rng(5)
        for _ in range(60):
            state = game.start()
            while state.actor != OVER:
                reached.add(state.write()["phase"])
                state.play(state.draw(rng) if state.actor == CHANCE else state.nth(rng.below(min(state.count(), 3))))
    assert len(reached) == 14  # all but over


@settings(max_examples=40, deadline=None)
@given(TABLES, st.integers(0, 2**32))
def test_pick_settle_and_draw_are_fair(table: Any, seed: int) -> None:
    """Every move comes up, about as often as its weight says (the generator is seeded: no flakes)."""
    game = open_table(table)
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
