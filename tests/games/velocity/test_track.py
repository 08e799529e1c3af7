"""Tests of tracks: built-in ones have the stated spaces, custom ones can be played, errors name the faulty entry."""

import re
import tomllib
from importlib.resources import files
from pathlib import Path
from typing import Any

import pytest
from tests.games.velocity.tables import make_track

from velodrome.core.errors import BadBoard
from velodrome.core.record import Record, read
from velodrome.core.rng import Rng
from velodrome.core.texts import LANGUAGES, sentences
from velodrome.games import GAMES
from velodrome.games.velocity.game import VeloCity
from velodrome.games.velocity.pieces import FACES, TRACKS

DEFAULT, ROUGH = [
    files("velodrome.games").joinpath("velocity", f"{name}.toml").read_text("utf-8")
    for name in ("city_default", "rough_city")
]
KINDS = "".join(re.findall(r'n = \d+, kind = "(.)', DEFAULT))  # r(oad), c(an) or o(bstacle), from START to the line


def test_vc02_the_default_track_has_the_specified_spaces() -> None:
    track = VeloCity(3).course.track
    obstacles = [n for n, kind in enumerate(track.kinds) if kind == "obstacle"]
    refreshments = [n for n, kind in enumerate(track.kinds) if kind == "can"]
    assert obstacles == [1, 3, 5, 8, 10, 13, 17, 21, 24, 28, 32]
    assert refreshments == [7, 12, 15, 19, 23, 27, 30, 34]
    assert (track.length, track.podium, KINDS.count("r")) == (35, 8, 16)


def test_vc02_rough_city_has_the_stated_spaces() -> None:
    track = VeloCity(3, {"track": "rough_city"}).course.track
    spaces = {kind: [n for n, found in enumerate(track.kinds) if found == kind] for kind in ("obstacle", "can", "road")}
    assert spaces["obstacle"] == [1, 3, 5, 8, 12, 14, 19, 22]
    assert spaces["can"] == [7, 10, 13, 17, 20, 24, 26, 28, 31, 34]
    counts = {kind: len(found) for kind, found in spaces.items()}
    stated = re.sub(r"\s+#?\s*", " ", ROUGH.partition("format")[0])
    city = {kind: KINDS.count(kind[0]) for kind in counts}
    assert f"{counts['obstacle']} manholes (City Loop: {city['obstacle']})" in stated
    assert f"{counts['can']} drinks stops ({city['can']})" in stated
    assert f"{counts['road']} road spaces ({city['road']})" in stated


def test_vc02_rough_city_has_no_manhole_within_reach_of_the_first_throw() -> None:
    course = VeloCity(3, {"track": "rough_city"}).course
    reach = range(course.start - 2 * FACES, course.start)  # even with a sprint
    assert not [space for space in reach if course.track.kinds[space] == "obstacle"]


def test_vc04_rough_city_has_the_podium_couriers_and_cans_of_the_city_loop() -> None:
    city, rough = [VeloCity(3, {"track": name}).course.track for name in TRACKS]
    assert (rough.length, rough.podium) == (city.length, city.podium)
    assert (rough.couriers, rough.cans) == (city.couriers, city.cans)


def test_vc02_every_space_of_rough_city_is_marked_as_designed() -> None:
    track = tomllib.loads(ROUGH)
    assert [row["source"] for row in track["spaces"]] == ["designed"] * 35
    assert {row["source"] for row in track["setup"]} == {"rulebook"}
    assert track["name"] == sentences("velocity", "en")["option.track.rough_city"]


@pytest.mark.parametrize("language", LANGUAGES)
def test_vc02_the_track_option_says_that_rough_city_is_our_own_design(language: str) -> None:
    sentence = sentences("velocity", language)["option.track.rough_city"]
    assert re.search(r"our own design|inventé|eigener Entwurf", sentence)
    assert not re.search(r"re[ck]onstru[ck]tion|reconstitution", sentence, re.IGNORECASE)
    assert set(re.findall(r"\d+", sentence)) == {"35"}


@pytest.mark.parametrize("language", LANGUAGES)
def test_vc02_the_track_option_says_that_the_track_is_a_reconstruction(language: str) -> None:
    designed, spaces = DEFAULT.count('source = "designed"'), DEFAULT.count("n = ")
    assert (designed, spaces) == (27, 35)
    for key in ("help.track", "option.track.city_default"):
        sentence = sentences("velocity", language)[key]
        assert re.search(r"re[ck]onstru[ck]tion|reconstitution", sentence, re.IGNORECASE)
        assert re.findall(r"\d+", sentence) == ["27", "35"]


@pytest.mark.parametrize(
    ("kinds", "podium", "couriers", "cans"),
    [("rrrrrr", 3, 4, 1), ("oc" * 30, 12, 16, 99), ("o" * 9, 5, 6, 2), ("c" * 9, 5, 4, 3)],
)
def test_vc02_tracks_of_any_size_can_be_played_to_the_end(kinds: Any, podium: int, couriers: int, cans: int) -> None:
    for seats in (3, 7):
        game = VeloCity(seats, {"track": make_track(kinds, podium, couriers, cans), "max_rounds": 60})
        record = Record(game)
        rng = Rng(seats)
        while record.state.actor >= -1:
            state = record.state
            record.play(state.draw(rng) if state.actor < 0 else state.pick(rng))
        assert read(record.write(), GAMES).state.key() == record.state.key()
        assert len(set(game.index)) == len(game.moves)


def test_vc02_the_track_file_sets_length_couriers_and_cans() -> None:
    game = VeloCity(3, {"track": make_track("rrocrr", 4, 6, 9)})
    start = game.start().write()
    assert (start["couriers"], start["reserve"]) == ([["start"] * 5] * 3, 9)
    assert "group 6" in game.index
    assert "group 7" not in game.index
    assert "pursue 5" in game.index
    assert "pursue 6" not in game.index


def test_vc02_a_track_file_is_copied_into_the_record(tmp_path: Path) -> None:
    path = tmp_path / "own.toml"
    path.write_text(make_track("rrocrr"), "utf-8")
    record = Record(VeloCity(3, {"track": str(path)}))
    path.unlink()
    assert "board track\n| format = 1\n" in record.write()
    assert read(record.write(), GAMES).game.options == record.game.options
    assert VeloCity(3, record.game.options).course.track.id == "own_1"


def test_vc02_a_missing_track_file_is_refused_by_name() -> None:
    with pytest.raises(BadBoard, match=r"nowhere\.toml: cannot be read .*city_default"):
        VeloCity(3, {"track": "nowhere.toml"})


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("format = 1", "format = 2", "format is 2; expected 1"),
        ('game = "velocity"', 'game = "velvet"', 'game is "velvet"; expected one of velocity'),
        ('id = "city_default"', 'id = "My City"', "id is .*letters a-z"),
        ('id = "city_default"', "", "id is missing"),
        (
            'name = "City Loop (reconstruction: 27 of 35 spaces are our own design)"',
            "name = 3",
            "name is 3; expected a text",
        ),
        ("length = 35", "length = 61", "length is 61; expected a whole number from 6 to 60"),
        ("length = 35", "length = 5", "length is 5"),
        ("length = 35", "length = 34", "spaces is .*list of 35.*expected 34"),
        ("podium = 8", "podium = 2", "podium is 2; expected a whole number from 3 to 12"),
        ("podium = 8", "podium = 13", "podium is 13"),
        ("podium = 8", "podium = true", "podium is True"),
        ("podium = 8", "podium = 8\nhills = 3", "hills is 3; expected only the entries format"),
        ("{ n = 34,", "{ n = 35,", r"spaces\[1\]\.n is 35; expected 34"),
        ('n = 9, kind = "road"', 'n = 9, kind = "hill"', r"spaces\[26\]\.kind is .hill.; expected one of road, can"),
        ('n = 9, kind = "road"', 'n = 9, kind = "road", steep = 1', r"spaces\[26\]\.steep is 1"),
        ('n = 9, kind = "road", source = "designed"', 'n = 9, kind = "road", source = 1', r"spaces\[26\]\.source is 1"),
        ("players = 3", "players = 4", r"setup\[1\]\.players is 4; expected each number of players once"),
        ("players = 3", "players = 8", r"setup\[0\]\.players is 8; expected a whole number from 3 to 7"),
        ("couriers = 5", "couriers = 3", r"setup\[0\]\.couriers is 3; expected a whole number from 4 to 16"),
        ("couriers = 5", "couriers = 17", r"setup\[0\]\.couriers is 17"),
        ("cans = 15", "cans = 0", r"setup\[0\]\.cans is 0; expected a whole number from 1 to 99"),
        ("cans = 15", "cans = 100", r"setup\[0\]\.cans is 100"),
        ("cans = 15", "cans = 15\ncups = 2", r"setup\[0\]\.cups is 2"),
        ("[[setup]]\nplayers = 7", "[[other]]\nplayers = 7", "other is"),
        ("spaces = [", "spaces = [[", "not TOML"),
        ("spaces = [", "spaces = 3\nmore = [", "more is|spaces is 3"),
    ],
)
def test_vc02_a_bad_track_is_refused_with_the_faulty_entry(old: str, new: str, message: str) -> None:
    assert old in DEFAULT
    with pytest.raises(BadBoard, match=f"this track: .*({message})|this track: {message}"):
        VeloCity(3, {"track": DEFAULT.replace(old, new, 1)})


def test_vc02_a_track_without_a_set_up_for_every_number_of_players_is_refused() -> None:
    with pytest.raises(BadBoard, match=r"setup is .*list of 4.*; expected 5"):
        VeloCity(3, {"track": DEFAULT[: DEFAULT.rindex("[[setup]]")]})
