"""Test the figures of finished games: numbers for each seat that sum up what the seat won and did."""

from typing import Any

import pytest

from velodrome.bots import make_player
from velodrome.core import texts
from velodrome.core.contract import CHANCE, OVER, Data
from velodrome.core.log import Log, Turn
from velodrome.core.rng import Rng
from velodrome.core.texts import LANGUAGES
from velodrome.games import GAMES, game
from velodrome.server.game.figures import final_figures


def play_game(name: str, seats: int, seed: int = 3) -> Log:
    """Let heuristic bots play a whole game; return its log."""
    log = Log(game(name, seats), b"figures %d" % seed)
    bots = [make_player("heuristic", log.game, Rng(seed + seat)) for seat in range(seats)]
    while log.state.actor != OVER:
        turn, state = Turn(log), log.state
        turn.play(turn.draw() if state.actor == CHANCE else bots[state.actor](state.seen_by(state.actor)))
        log.append(turn)
    return log


def figures_of(log: Log) -> list[Data]:
    found = final_figures(log.state, log.entries)["figures"]
    assert isinstance(found, list)
    return found


def values_of(log: Log, name: str) -> Any:
    return next(figure["values"] for figure in figures_of(log) if figure["key"] == f"figure.{name}")


@pytest.mark.parametrize(("name", "seats"), [("velonimo", 3), ("velocity", 3), ("arcenciel", 3), ("velvet", 2)])
def test_every_figure_has_a_text_and_a_value_for_each_seat(name: str, seats: int) -> None:
    log = play_game(name, seats)
    figures = figures_of(log)
    assert len(figures) == 3
    for figure in figures:
        values = figure["values"]
        assert isinstance(values, list) and len(values) == seats
        assert all(type(value) is int and value >= 0 for value in values)
        assert all(figure["key"] in texts.sentences(name, language) for language in LANGUAGES)


@pytest.mark.parametrize("name", GAMES)
def test_a_running_game_has_no_figures(name: str) -> None:
    log = Log(game(name))
    assert final_figures(log.state, log.entries) == {}


def test_velonimos_rounds_each_have_one_winner() -> None:
    log = play_game("velonimo", 3)
    assert sum(values_of(log, "rounds")) == len(log.stage_scores)
    gains = [[row[seat] - before[seat] for seat in range(3)] for before, row in pairs(log.stage_scores)]
    assert values_of(log, "rounds") == [sum(gain[seat] == max(gain) for gain in gains) for seat in range(3)]


def pairs(rows: list[list[int]]) -> list[tuple[list[int], list[int]]]:
    return list(zip([[0] * len(rows[0]), *rows], rows, strict=False))


def test_velonimos_highest_play_is_the_highest_value_that_was_promised() -> None:
    log = play_game("velonimo", 3)
    values = [[0], [0], [0]]
    for step in log.steps():
        promised = step.before.preview(step.entry.move).get("value") if step.entry.actor >= 0 else None
        if isinstance(promised, int):
            values[step.entry.actor].append(promised)
    assert values_of(log, "best") == [max(each) for each in values]


def test_velocitys_cans_are_those_on_the_table() -> None:
    log = play_game("velocity", 3)
    seats: Any = log.state.table()["seats"]
    assert values_of(log, "cans") == [seat["cans"] for seat in seats]


def test_arc_en_ciels_auctions_are_those_in_the_log() -> None:
    log = play_game("arcenciel", 3)
    sold = [outcome["seat"] for entry in log.entries for outcome in entry.outcomes if outcome["key"] == "outcome.sold"]
    assert sold and values_of(log, "auctions") == [sold.count(seat) for seat in range(3)]
    seats: Any = log.state.table()["seats"]
    assert values_of(log, "energy") == [seat["energy"] for seat in seats]


def test_velvets_lost_cards_are_those_discarded() -> None:
    log = play_game("velvet", 2)
    zones: Any = log.state.table()["zones"]
    lost = {zone["owner"]: zone["size"] for zone in zones if zone["id"].startswith("discard")}
    assert values_of(log, "lost") == [lost[0], lost[1]]
    assert sum(values_of(log, "met")) > 0


def test_moves_that_were_taken_back_do_not_count() -> None:
    log = play_game("velonimo", 3)
    before = figures_of(log)
    again = log.standing_moves()[-40:]
    log.append(log.undo(40))
    turn = Turn(log)
    for move in again:
        turn.play(move)
    log.append(turn)
    assert figures_of(log) == before
