"""Tests of records: they can be read back; errors show the bad line, what was expected, and the lines before it."""

import pytest
from tests.core.toy import TOYS, Toy

from velodrome.core.contract import ONLOOKER
from velodrome.core.errors import IllegalMove
from velodrome.core.record import BadRecord, Record, RecordLine, format_value, read

TEXT = """\
game toy
rules toy 1
seats 2
option first 1

* deal 3
* deal 8  # the best
* deal 5
* deal 1
# now they play
1 play 1
= top 1
0 play 3
= open pass, play 5
1 pass
undo 2
0 pass
"""


def refused(text: str) -> BadRecord:
    with pytest.raises(BadRecord) as problem:
        read(text, TOYS)
    return problem.value


# ---------------------------------------------------------------- reading and writing


def test_a_record_reads_back_as_it_was_written() -> None:
    record = read(TEXT, TOYS)
    assert record.write() == TEXT
    assert record.state.actor == 1
    assert [record.game.text(move) for move in record.moves][-2:] == ["play 1", "pass"]


def test_loosely_formatted_lines_are_normalised() -> None:
    loose = TEXT.replace("1 play 1\n", "1   PLAY  1   \n\n")
    assert read(loose, TOYS).write() == TEXT


def test_a_record_without_moves_is_at_the_start() -> None:
    record = read("game toy\nrules toy 1\nseats 3", TOYS)
    assert record.state.key() == Toy(3).start().key()
    assert record.write() == "game toy\nrules toy 1\nseats 3\n\n"


def test_options_that_differ_from_their_defaults_are_in_the_header() -> None:
    record = Record(Toy(4, {"cards": 3, "open": True, "first": "random"}))
    assert record.write().splitlines()[3:5] == ["option cards 3", "option open true"]
    assert read(record.write(), TOYS).game.options == record.game.options


def test_a_start_position_is_written_into_the_header() -> None:
    toy = Toy(2)
    record = Record(toy, toy.position({"hands": [[2], [3]], "turn": 1}))
    record.play_as(1, "play 3")
    again = read(record.write(), TOYS)
    assert again.state.key() == record.state.key()
    assert again.write() == record.write()
    short = read('game toy\nrules toy 1\nseats 2\nposition {"hands": [[2], [3]]}\n\n0 play 2\n', TOYS)
    assert short.state.write()["top"] == 2


def test_a_users_board_is_written_into_the_header_in_full() -> None:
    board = 'format = 1\n\nname = "mine"  # not = yours\n| odd\n\n'
    record = Record(Toy(2, {"notes": board}))
    record.play_as(-1, "first 1")
    assert "board notes\n| format = 1\n|\n| name =" in record.write()
    again = read(record.write(), TOYS)
    assert again.game.boards == {"notes": board}
    assert again.write() == record.write()


def test_long_records_contain_hashes_of_the_state_that_are_checked(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("velodrome.core.record.MARK_EVERY", 3)
    record = read(TEXT, TOYS)
    text = record.write()
    assert text.count("= mark") == 3
    assert read(text, TOYS).write() == text
    problem = refused(text.replace("= mark ", "= mark 0", 1))
    assert (problem.line, "is wrong" in str(problem)) == (9, True)
    assert "= mark" not in record.seen_by(0).write()


def test_remarks_are_preserved() -> None:
    record = read(TEXT, TOYS)
    assert RecordLine("*", "deal 8", "the best") in record.lines
    assert RecordLine("", "", "now they play") in record.lines
    claimed = TEXT.replace("= top 1", "= top 1  # low")
    assert read(claimed, TOYS).write() == claimed


# ---------------------------------------------------------------- undo


def test_undo_takes_moves_back_and_adds_a_line() -> None:
    record = read(TEXT, TOYS)
    before, lines = record.at(3).key(), len(record.lines)
    record.undo(len(record.moves) - 3)
    assert record.state.key() == before
    assert len(record.lines) == lines + 1
    assert read(record.write(), TOYS).state.key() == before


@pytest.mark.parametrize("moves", [0, -1, 1000])
def test_undoing_more_moves_than_were_played_is_refused(moves: int) -> None:
    record = read(TEXT, TOYS)
    with pytest.raises(IllegalMove, match=f"cannot take back {moves} moves of 6"):
        record.undo(moves)


# ---------------------------------------------------------------- assertions


@pytest.mark.parametrize(
    "claim",
    ["top 1", "hands 3 8 | 5", "sizes 2 1", "ranking 2 1", "scores 0 1", "actor 1", "passes 1", "open pass, play 5"],
)
def test_a_true_assertion_is_added_to_the_record(claim: str) -> None:
    record = read(TEXT, TOYS)
    record.claim(claim)
    assert record.lines[-1].write() == f"= {claim}"


@pytest.mark.parametrize(
    ("claim", "told"),
    [
        ("top 2", '"top 2" is wrong: the value is "1".'),
        ("open pass", '"open pass" is wrong: the value is "pass, play 5".'),
        ("mark 0", '"mark 0" is wrong: the value is "'),
        ("colour red", '"colour" cannot be asserted; expected one of mark, open, actor, ranking, scores, hands'),
        ("", '"" cannot be asserted; expected one of'),
    ],
)
def test_a_false_assertion_is_refused_with_the_true_value(claim: str, told: str) -> None:
    with pytest.raises(IllegalMove) as problem:
        read(TEXT, TOYS).claim(claim)
    assert told in str(problem.value)


def test_values_are_formatted_as_plain_words() -> None:
    assert format_value([1, 2]) == "1 2"
    assert format_value([[1, 2], [3]]) == "1 2 | 3"
    assert format_value({"a": [1], "b": None}) == "a 1, b none"
    assert format_value(True) == "true"


# ---------------------------------------------------------------- views


def test_a_seats_record_has_covers_and_no_state_hashes() -> None:
    record = read(TEXT, TOYS)
    assert record.heard(0)[:4] == ["deal 3", "deal 8", "deal ?", "deal ?"]
    assert record.heard(ONLOOKER)[:4] == ["deal ?"] * 4
    own = record.seen_by(1).write()
    assert "view 1\n" in own
    assert "deal 3" not in own
    assert read(own, TOYS).state.key() == record.state.seen_by(1).key()
    assert "view onlooker\n" in record.seen_by(ONLOOKER).write()


def test_a_record_returns_earlier_states() -> None:
    record = read(TEXT, TOYS)
    keys = [state.key() for state in record.states()]
    assert keys == [record.at(ply).key() for ply in range(len(record.moves) + 1)]
    assert keys[-1] == record.state.key()


def test_empty_lines_before_the_header_are_ignored() -> None:
    assert read(f"\ufeff\n \n{TEXT}", TOYS).write() == read(TEXT, TOYS).write()
    problem = refused("\n" + TEXT.replace("* deal 5", "* deal 8", 1))
    assert problem.line == refused(TEXT.replace("* deal 5", "* deal 8", 1)).line + 1


# ---------------------------------------------------------------- broken records

BROKEN_HEADS = [
    ("game toy", "game chess", 1, "expected game and one of toy"),
    ("game toy\n", "", 4, "the header has no line that begins with game"),
    ("seats 2", "seats two", 3, "expected seats and a number"),
    ("seats 2\n", "", 4, "the header has no line that begins with seats"),
    ("rules toy 1", "rules toy 2", 2, "unknown rules version; expected rules toy 1"),
    ("rules toy 1\n", "", 4, "the header has no line that begins with rules"),
    ("option first 1", "option first 7", 4, "first is 7; expected random or a seat from 0 to 1"),
    ("option first 1", "option speed 7", 4, "toy has no option speed. It has: cards, first, open, notes"),
    ("option first 1", "optoin first 1", 4, "expected game, rules, seats, option, board, view, position"),
    ("option first 1", 'position {"hands": []}', 4, "lists go by seat"),
    ("option first 1", 'position {"hands": [', 4, ""),
    ("option first 1", "position []", 4, ""),
    ("option first 1", "position " + "[" * 100_000, 4, ""),
    ("option first 1", "view 7", 4, ""),
    ("option first 1", "view -4", 4, ""),
    ("option first 1", "view me", 4, ""),
    ("seats 2", "seats " + "9" * 5000, 3, ""),
    ("option first 1", "option cards " + "9" * 5000, 4, ""),
]


@pytest.mark.parametrize(("old", "new", "line", "expected"), BROKEN_HEADS, ids=range(len(BROKEN_HEADS)))
def test_a_broken_header_error_names_the_line(old: str, new: str, line: int, expected: str) -> None:
    problem = refused(TEXT.replace(old, new, 1))
    assert problem.line == line
    assert expected in str(problem)
    assert problem.good is None
    assert str(problem).startswith(f'line {line}: "')


BROKEN_BODIES = [
    ("* deal 3", "* deal 13", 6, '"deal 13" is not a move of toy. Did you mean deal'),
    ("* deal 5", "* deal 8", 8, 'chance cannot play "deal 8": chance acts now. Open: deal 1, deal 2, deal 4'),
    ("* deal 3", "0 pass", 6, "chance acts now. Open: deal 1, deal 2"),
    ("* deal 3", "* deal ?", 6, 'chance cannot play "deal ?"'),
    ("1 play 1", "0 play 3", 11, "seat 1 acts now. Open: pass, play 1, play 5."),
    ("1 play 1", "1 play 3", 11, "That is not open. Open: pass, play 1, play 5."),
    ("1 play 1", "2 play 1", 11, "seat 1 acts now"),
    ("1 play 1", "play 1", 11, "seat 1 acts now"),
    ("1 play 1", "1 deal 7", 11, 'seat 1 cannot play "deal 7"'),
    ("1 play 1", "1", 11, '"" is not a move of toy'),
    ("= top 1", "= top 2", 12, '"top 2" is wrong: the value is "1".'),
    ("= top 1", "= colour red", 12, '"colour" cannot be asserted'),
    ("= top 1", "=", 12, '"" cannot be asserted'),
    ("0 play 3", "0 play 1", 13, "1 must be exceeded. Open: pass, play 3, play 8."),
    ("undo 2", "undo 99", 16, "cannot take back 99 moves of 7"),
    ("undo 2", "undo two", 16, "undo takes a number of moves"),
    ("undo 2", "undo 0", 16, "cannot take back 0 moves"),
    ("undo 2", "undo " + "9" * 5000, 16, ""),
]


@pytest.mark.parametrize(("old", "new", "line", "expected"), BROKEN_BODIES, ids=range(len(BROKEN_BODIES)))
def test_a_broken_body_error_names_the_line_and_holds_the_good_part(
    old: str, new: str, line: int, expected: str
) -> None:
    text = TEXT.replace(old, new, 1)
    problem = refused(text)
    assert problem.line == line
    assert expected in str(problem)
    assert problem.good is not None
    assert problem.good.write() == "\n".join(text.splitlines()[: line - 1]) + "\n"


def test_moves_after_the_end_of_the_game_are_refused() -> None:
    problem = refused(TEXT + "1 pass\n0 pass\n")
    assert (problem.line, "the game is over" in str(problem)) == (19, True)


def test_an_error_has_a_variant_that_does_not_reveal_a_hand() -> None:
    text = Record(TOYS["toy"](2, {})).write() + "9 nothing\n"
    with pytest.raises(BadRecord) as refused:
        read(text, TOYS)
    assert "Open: " in str(refused.value)
    assert "Open: " not in refused.value.discreet
    assert refused.value.discreet.startswith("line ")


def test_only_a_line_feed_ends_a_line() -> None:
    record = Record(TOYS["toy"](2, {}))
    record.remark("one\u2028* first 0\x85two\nthree")
    again = read(record.write(), TOYS)
    assert again.moves == []
    assert again.write() == record.write()


def test_a_record_cannot_make_the_reader_open_a_file() -> None:
    text = Record(TOYS["toy"](2, {})).write().replace("seats 2\n", "seats 2\noption notes /etc/hostname\n", 1)
    with pytest.raises(BadRecord, match="in full, after a line that begins with board") as refused:
        read(text, TOYS)
    assert refused.value.line == 4
