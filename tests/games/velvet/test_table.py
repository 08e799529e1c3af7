"""Test Velvet's options and rulebook texts, and which moves are played automatically because they are forced."""

import re
from pathlib import Path
from typing import Any

import pytest
from tests.games.velvet.helpers import open_moves, run, table
from tests.plain_data import as_any

from velodrome.core.contract import CHANCE, ONLOOKER, OVER, State, Value
from velodrome.core.errors import BadOption, UnknownGame
from velodrome.core.playout import Player
from velodrome.core.record import Record, read
from velodrome.core.record_driver import drive
from velodrome.core.rng import Rng, Stream
from velodrome.games import GAMES, game
from velodrome.games.velvet.game import OPTIONS, Velvet

HERE = Path(__file__).parent
SOURCE = Path(__file__).parents[3] / "src/velodrome/games/velvet"


@pytest.mark.parametrize("language", ["fr", "de"])
def test_the_rulebooks_of_all_languages_have_the_same_chapters_options_and_rules(language: str) -> None:
    english, other = ((SOURCE / name).read_text("utf-8") for name in ("RULES.md", f"RULES.{language}.md"))
    assert re.findall(r"^## ", english, re.M) == re.findall(r"^## ", other, re.M)
    for pattern in (r"^### (VV-\d\d)", r"`[a-z_]+`", r"VV-\d\d"):
        assert re.findall(pattern, english, re.M) == re.findall(pattern, other, re.M), pattern


@pytest.mark.parametrize(
    ("book", "source"), [("RULES.md", "Source: "), ("RULES.fr.md", "Source : "), ("RULES.de.md", "Quelle: ")]
)
def test_every_rule_ends_with_its_source(book: str, source: str) -> None:
    rules = re.split(r"^##+ ", (SOURCE / book).read_text("utf-8"), flags=re.M)
    numbered = [rule for rule in rules if rule.startswith("VV-")]
    assert len(numbered) == 42
    for rule in numbered:
        assert re.search(rf"\n\n\*{source}[^*]+\*\n+$", rule), rule


def test_every_option_is_in_the_rules_and_every_value_is_tested() -> None:
    text = (SOURCE / "RULES.md").read_text()
    tests = "\n".join(path.read_text() for path in HERE.glob("test_*.py"))
    for option in OPTIONS:
        assert f"`{option.name}`" in text
        for value in option.values or (option.name,):
            assert value == option.default or f'"{value}"' in tests, (option.name, value)


def test_the_rules_say_that_no_number_on_the_cards_was_designed() -> None:
    assert "Every number on the cards comes from the sheet" in (SOURCE / "RULES.md").read_text()
    names = [path.name for path in SOURCE.glob("*.toml") if not path.name.startswith("texts.")]
    assert sorted(names) == ["examples.toml", "lesson.toml"]  # there is no board file


def test_vv42_true_answers_are_forced_and_recorded() -> None:
    record = Record(Velvet(2), table(k1="fox threads", i0="bear"))
    for seat, text in ((0, "scout bear 0 speed"), (1, "ok"), (1, "answer 1")):
        record.play_as(seat, text)
    assert [line.text for line in record.lines][-1] == "answer 1"
    met = table(k1="*rhino threads", i0="bear")
    for text in ("move bear 0", "ok"):
        met.play(met.game.parse(text))
    assert open_moves(met) == ["show rhino"]


def next_move(state: State, player: Player) -> int:
    """Return the move that the driver plays next: the forced move, or the player's choice."""
    return state.nth(0) if state.is_forced() else player(state.seen_by(state.actor))


def ask_next(state: State) -> tuple[str, bool]:
    """Return the text of the move that the driver plays next, and whether the driver asked the player for it.

    The player always chooses the first legal move.
    """
    asked = []

    def player(seen: State) -> int:
        asked.append(seen.viewer)
        return seen.legal()[0]

    return state.game.text(next_move(state, player)), bool(asked)


def test_vv25_the_player_is_asked_only_if_it_can_react() -> None:
    state = run(table(k1="fox octopus threads", i0="bear"), "scout bear 0 speed")
    assert ask_next(state) == ("ok", True)
    state = run(table(k1="fox *octopus threads", i0="bear"), "scout bear 0 speed")
    assert ask_next(state) == ("ok", False)
    state.play(state.game.parse("ok"))
    assert ask_next(state) == ("answer 1", False)  # the true answer is also played without asking


@pytest.mark.parametrize("windows", ["standard", "full"])
def test_vv25_everybody_knows_whether_a_player_can_react(windows: str) -> None:
    """Test that all viewers know whether OK is the only legal move.

    If it is, the driver plays it at once, and this must reveal nothing. Therefore, all guesses of the other viewers
    must agree with the true game on whether OK is the only legal move.
    """
    rng, lone, others = Rng(11), 0, 0
    for _ in range(12):
        state = Velvet(2, {"event_windows": windows}).start()
        while state.actor != OVER:
            if state.actor >= 0 and open_moves(state)[0] == "ok":
                for viewer in (1 - state.actor, ONLOOKER):
                    worlds = [state.seen_by(viewer).guess(rng) for _ in range(3)]
                    assert {world.count() == 1 for world in worlds} == {state.count() == 1}
                lone += state.count() == 1
                others += state.count() > 1
            state.play(state.draw(rng) if state.actor == CHANCE else state.pick(rng))
    assert lone > 20 and others > 20


@pytest.mark.parametrize(("kingdom", "only"), [("*fox threads", "pass"), ("fox threads", "invade 0 fox")])
def test_vv07_vv08_the_player_is_asked_even_if_a_pass_or_an_invade_is_the_only_move(kingdom: str, only: str) -> None:
    state = table(kingdom, "bear threads")
    assert open_moves(state) == [only]
    assert ask_next(state) == (only, True)


def test_vv03_a_hidden_hand_shows_how_many_cards_are_left_to_place() -> None:
    state = Velvet(2, {"first_player": 0}).start()
    rng = Rng(3)
    for placed in range(34):
        sizes = [17 - min(placed, 17), 17 - max(0, placed - 17)]
        for viewer in (0, 1, ONLOOKER):
            zones = {zone["id"]: zone for zone in as_any(state.seen_by(viewer).table())["zones"]}
            assert [zones[f"hand{seat}"]["size"] for seat in range(2)] == sizes
            for seat in range(2):
                held = sum(piece["count"] for piece in zones[f"hand{seat}"]["pieces"])
                assert held == (sizes[seat] if seat == viewer else 0)
        state.play(state.pick(rng))


def test_the_driver_plays_games_to_their_end() -> None:
    rng = Rng(1)
    players = [lambda seen: seen.pick(rng)] * 2
    for seed in range(3):
        record = Record(Velvet(2))
        end: Any = drive(record, players, Stream(bytes([seed])))
        assert end.actor == OVER and read(record.write(), GAMES).state.key() == end.key()
        assert sum(end.scores()) == (1 if end.winner >= 0 else 0)
        assert [end.outlook(seat) for seat in range(2)] in ([1.0, 0.0], [0.0, 1.0], [0.5, 0.5])


def test_wrong_options_are_refused_with_the_expected_values() -> None:
    assert game("velvet").options["event_windows"] == "standard"
    cases: tuple[tuple[dict[str, Value], str], ...] = (
        ({"adjacency": "square"}, "adjacency is square; expected one of linear, circular."),
        ({"no_progress_limit": 0}, "no_progress_limit is 0; expected a whole number from 1 to 1000."),
        ({"max_plies": "many"}, "max_plies is many; expected a whole number from 1 to 10000."),
        ({"first_player": 2}, "first_player is 2; expected random or a seat from 0 to 1."),
        ({"dragon_hides_self": 1}, "dragon_hides_self is 1; expected true or false."),
        ({"colour": 1}, "velvet has no option colour."),
    )
    for options, message in cases:
        with pytest.raises(BadOption, match=re.escape(message)):
            Velvet(2, options)
    with pytest.raises(UnknownGame):
        Velvet(3)
    with pytest.raises(UnknownGame):
        game("velvet", 3)
