"""Tests of saved games: they are written atomically, as plain text, with the players' names."""

import os
from pathlib import Path

import pytest
from tests.cli.command_line import play_arguments
from tests.cli.person import Person

from velodrome import Rng
from velodrome.core.record import Record, read
from velodrome.games import GAMES, game
from velodrome.paths import data_folder
from velodrome.terminal import saves, seats
from velodrome.terminal.local_game import LocalGame
from velodrome.terminal.play import play
from velodrome.terminal.saves import BadFile, Save
from velodrome.terminal.seats import BadSeats, LocalSeat


def save(seed: int | None = 3) -> Save:
    return Save(Record(game("velonimo", 3)), seats.parse_seats("Anna,uniform,uniform"), seed)


def test_a_saved_game_reads_back_with_its_names_and_seed(tmp_path: Path) -> None:
    saves.write_save(tmp_path / "a", save())
    back = saves.read_save(tmp_path / "a")
    assert back.seats == [LocalSeat("Anna"), LocalSeat("uniform 1", "uniform"), LocalSeat("uniform 2", "uniform")]
    assert back.seed == 3
    assert read((tmp_path / "a").read_text("utf-8"), GAMES).state.key() == back.record.state.key()


def test_a_failed_write_leaves_the_previous_file_in_place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "a"
    saves.write_save(path, save())
    before = path.read_text("utf-8")

    def full(file: int) -> None:
        raise OSError(28, "No space left on device")

    with pytest.raises(BadFile, match="No space left"):
        saves.write_save(path, save(4), full)
    assert path.read_text("utf-8") == before
    monkeypatch.setattr(Path, "replace", lambda *_: full(0))
    with pytest.raises(BadFile, match="No space left"):
        saves.write_save(path, save(4))
    assert path.read_text("utf-8") == before


def test_a_folder_that_cannot_be_created_is_reported(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "file").write_text("", "utf-8")
    monkeypatch.setenv("VELODROME_SAVES", str(tmp_path / "file"))
    with pytest.raises(BadFile, match="VELODROME_SAVES"):
        saves.new_path("velonimo")


def test_two_games_started_in_the_same_second_get_different_files(saves_dir: Path) -> None:
    first = saves.new_path("velonimo")
    first.write_text("", "utf-8")
    assert saves.new_path("velonimo") != first


def test_every_platform_has_its_data_folder(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("VELODROME_SAVES")
    monkeypatch.setattr("sys.platform", "linux")
    monkeypatch.setenv("XDG_DATA_HOME", os.sep + "data")
    assert data_folder() == Path(os.sep + "data") / "velodrome"
    monkeypatch.setattr("sys.platform", "darwin")
    assert data_folder().parts[-2:] == ("Application Support", "velodrome")


def test_other_people_can_take_over_a_saved_game(tmp_path: Path) -> None:
    file = str(tmp_path / "a")
    play(play_arguments("velonimo", file=file), Person([]))
    play(play_arguments(resume=file, seats="uniform,Ben,uniform"), Person([]))
    assert saves.read_save(tmp_path / "a").seats[1] == LocalSeat("Ben")
    with pytest.raises(BadSeats, match="2 seats were named: expected 3"):
        play(play_arguments(resume=file, seats="Anna,Ben"), Person([]))


def test_a_record_from_the_view_of_one_seat_cannot_be_continued(tmp_path: Path) -> None:
    (tmp_path / "own").write_text(Record(game("velonimo", 3)).seen_by(1).write(), "utf-8")
    with pytest.raises(BadFile, match="only what one viewer saw"):
        play(play_arguments(resume=str(tmp_path / "own")), Person([]))


def test_a_wrong_number_of_names_in_a_file_is_refused(tmp_path: Path) -> None:
    (tmp_path / "a").write_text("# table Anna,Ben\n" + Record(game("velonimo", 3)).write(), "utf-8")
    with pytest.raises(BadFile, match="names 2 players, but the game has 3 seats"):
        saves.read_save(tmp_path / "a")


def test_a_file_that_holds_something_else_is_never_overwritten(tmp_path: Path) -> None:
    prose = tmp_path / "README.md"
    prose.write_text("Words.\n", "utf-8")
    with pytest.raises(BadFile, match="exists already; name another"):
        play(play_arguments("velonimo", file=str(prose)), Person([]))
    play(play_arguments("velvet", file=str(tmp_path / "other")), Person(["1"]))
    other = (tmp_path / "other").read_text("utf-8")
    person = Person([f"save {prose}", f"save {tmp_path / 'other'}", f"save {tmp_path}", "quit"])
    play(play_arguments("velonimo", file=str(tmp_path / "a")), person)
    assert " ".join(person.text.split()).count("not a copy of this game") == 3
    assert prose.read_text("utf-8") == "Words.\n"
    assert (tmp_path / "other").read_text("utf-8") == other


def test_an_older_copy_of_the_game_can_be_overwritten(tmp_path: Path) -> None:
    copy = tmp_path / "copy"
    play(play_arguments("velonimo", file=str(tmp_path / "a")), Person([f"save {copy}", "1", f"save {copy}", "quit"]))
    assert copy.read_text("utf-8") == (tmp_path / "a").read_text("utf-8")


def test_resume_opens_the_latest_unfinished_game(saves_dir: Path) -> None:
    play(play_arguments("velvet"), Person(["1", "quit"]))
    (left,) = saves_dir.glob("*.txt")
    os.utime(left, (1, 1))
    play(play_arguments("velonimo", seats="bot,bot"), Person([]))
    person = Person([])
    play(play_arguments(resume=""), person)
    assert f"--resume {left}" in person.text.replace("\n", "")
    left.unlink()
    with pytest.raises(BadFile, match="every saved game is over"):
        play(play_arguments(resume=""), Person([]))


def test_a_full_disk_does_not_end_a_game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    local = LocalGame(save(), tmp_path / "a", "en")

    def full(*_: object) -> None:
        raise BadFile("a: cannot be written (No space left on device).")

    with monkeypatch.context() as patched:
        patched.setattr(saves, "write_save", full)
        local.play(local.state.chance()[0][0])
    assert "No space left" in local.save_error
    local.play(local.state.chance()[0][0])
    assert not local.save_error
    assert saves.read_save(tmp_path / "a").record.moves == local.record.moves


def test_the_error_for_a_damaged_game_reveals_no_hand(tmp_path: Path) -> None:
    record = Record(game("velonimo", 3))
    rng = Rng(1)
    while record.state.actor < 0:
        record.play(record.state.draw(rng))
    path = tmp_path / "a"
    path.write_text(record.write() + "9 pass\n", "utf-8")
    with pytest.raises(BadFile, match="acts now") as refused:
        play(play_arguments(resume=str(path)), Person([]))
    assert "Open" not in str(refused.value)


@pytest.mark.parametrize("name", ["x" * 400, "no/such\0file", "**"])
def test_an_impossible_file_name_is_refused(name: str, saves_dir: Path) -> None:
    with pytest.raises(BadFile):
        play(play_arguments(resume=name), Person([]))
