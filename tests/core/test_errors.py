"""Errors say who, what, and what would do."""

import pytest
from tests.core.toy import Toy

from velodrome.core import errors
from velodrome.core.errors import IllegalMove, NotYourTurn, UnknownGame, UnknownMove, VelodromeError
from velodrome.core.record import Record
from velodrome.games import GAMES, game


def table() -> Record:
    toy = Toy(2)
    return Record(toy, toy.position({"hands": [[2, 9], [3, 4]], "top": 4, "turn": 0}))


def told(kind: type[Exception], seat: int, text: str) -> str:
    with pytest.raises(kind) as refused:
        table().play_as(seat, text)
    return str(refused.value)


def test_an_unknown_move_suggests_what_was_meant() -> None:
    assert told(UnknownMove, 0, "pley 9").startswith('"pley 9" is no move of toy. Did you mean play 9')
    assert told(UnknownMove, 0, "xyzzy") == '"xyzzy" is no move of toy.'
    assert told(UnknownMove, 0, "") == '"" is no move of toy.'


def test_a_seat_that_is_not_asked_learns_who_is() -> None:
    assert told(NotYourTurn, 1, "pass") == 'seat 1 cannot play "pass": seat 0 acts now.'


def test_an_illegal_move_says_why_and_what_is_open() -> None:
    assert told(IllegalMove, 0, "play 2") == 'seat 0 cannot play "play 2": 4 must be exceeded. Open: pass, play 9.'
    assert told(IllegalMove, 0, "play 12") == 'seat 0 cannot play "play 12": That is not open. Open: pass, play 9.'


def test_a_move_of_chance_is_not_a_seats() -> None:
    assert told(IllegalMove, 0, "deal 5") == 'seat 0 cannot play "deal 5": seat 0 acts now. Open: pass, play 9.'


def test_a_long_list_of_open_moves_is_cut() -> None:
    toy = Toy(2)
    record = Record(toy, toy.position({"hands": [list(range(1, 13)), []], "turn": 0}))
    with pytest.raises(IllegalMove, match=r"play 10, play 11 and 1 more\.$"):
        record.play(toy.parse("deal 1"))


def test_a_refused_move_changes_nothing() -> None:
    record = table()
    key = record.state.key()
    for text in ("play 2", "deal 5", "nonsense"):
        with pytest.raises(VelodromeError):
            record.play_as(0, text)
    assert (record.state.key(), record.lines, record.moves) == (key, [], [])


def test_after_the_end_nobody_plays() -> None:
    record = table()
    for seat in (0, 1):
        record.play_as(seat, "pass")
    with pytest.raises(IllegalMove, match=r'nobody can play "pass": the game is over\.'):
        record.play(0)


def test_what_a_view_cannot_list_is_not_listed() -> None:
    """The moves open to another seat are a secret."""
    toy = Toy(2)
    seen = toy.position({"hands": [[2, 9], [3, 4]], "top": 4, "turn": 0}).seen_by(1)
    with pytest.raises(IllegalMove) as refused:
        Record(toy, seen).play(toy.parse("play 2"))
    assert "9" not in str(refused.value)


def test_text_is_forgiven_case_spaces_and_order() -> None:
    assert Toy(2).parse("  PLAY   9 ") == Toy(2).parse("play 9")


def test_an_unknown_game_or_number_of_seats_is_refused_with_what_there_is() -> None:
    with pytest.raises(UnknownGame, match=r"no game is called chess\. There are: "):
        game("chess")
    for name, listing in GAMES.items():
        with pytest.raises(UnknownGame, match=f"{name} is played by {listing.seats[0]}.*, not by 99"):
            game(name, 99)
        assert game(name).seats == listing.seats[0]


def test_every_error_is_one_that_a_user_can_mend() -> None:
    kinds = [kind for kind in vars(errors).values() if isinstance(kind, type) and issubclass(kind, Exception)]
    assert all(issubclass(kind, VelodromeError) and kind.__doc__ for kind in kinds)
