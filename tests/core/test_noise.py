"""Fuzz tests: any text is either read as a record or refused with a proper error."""

import json

from hypothesis import given, settings
from hypothesis import strategies as st
from tests.core.toy import TOYS

from velodrome.core.record import BadRecord, read

HEAD = "game toy\nrules toy 1\nseats 2\n"
TEXT = HEAD + "option first 1\n\n* deal 3\n* deal 8\n* deal 5\n* deal 1\n1 play 1\n= top 1\n0 play 3\nundo 1\n0 pass\n"
WILD = st.sampled_from(
    "#\n=\n= mark\n= open\n= hands\nundo\nundo 1\nundo -1\n*\n* first 0\n0\n0 pass\nview 0\nview onlooker\nview 9\n"
    "seats 3\nseats 0\nseats 99\nboard notes\nboard nothing\noption\noption cards\noption cards 3\nposition\n"
    'position {}\nposition {"hands": [[1], [2]]}\ngame toy\nrules toy 1'.splitlines()
)
KEYS = st.sampled_from(["hands", "sizes", "played", "top", "turn", "passes", "gone", "actor", "viewer"])
SCALARS = st.none() | st.booleans() | st.integers() | st.integers(0, 12) | st.floats() | st.text(max_size=3)
POSITIONS = st.recursive(SCALARS, lambda some: st.lists(some) | st.dictionaries(KEYS, some))


def assert_read_or_refused(text: str) -> None:
    try:
        record = read(text, TOYS)
    except BadRecord as problem:
        assert 1 <= problem.line <= len(text.splitlines()) + 1
    else:
        assert read(record.write(), TOYS).state.key() == record.state.key()


@settings(max_examples=settings().max_examples * 3)
@given(st.text())
def test_random_text_is_read_or_refused(text: str) -> None:
    assert_read_or_refused(text)
    assert_read_or_refused(TEXT.partition("\n\n")[0] + "\n\n" + text)


@settings(max_examples=settings().max_examples * 5)
@given(st.data())
def test_a_mutated_record_is_read_or_refused(data: st.DataObject) -> None:
    lines = TEXT.splitlines()
    for _ in range(data.draw(st.integers(1, 3))):
        at = data.draw(st.integers(0, len(lines) - 1))
        change = data.draw(st.sampled_from(["drop", "double", "swap", "insert", "letter", "cut"]))
        column = data.draw(st.integers(0, len(lines[at])))
        if change == "drop" and len(lines) > 1:
            del lines[at]
        elif change == "double":
            lines.insert(at, lines[at])
        elif change == "swap":
            lines[at], lines[-1] = lines[-1], lines[at]
        elif change == "insert":
            lines.insert(at, data.draw(WILD))
        elif change == "letter":
            lines[at] = lines[at][:column] + data.draw(st.characters()) + lines[at][column + 1 :]
        else:
            lines[at] = lines[at][:column]
    assert_read_or_refused("\n".join(lines))


@settings(max_examples=settings().max_examples * 3)
@given(POSITIONS)
def test_a_random_position_is_read_or_refused(description: object) -> None:
    assert_read_or_refused(f"{HEAD}position {json.dumps(description)}\n\n0 pass\n")
