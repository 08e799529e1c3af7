"""Test the messages of errors: they name the seat and the move, and list what would be possible instead."""

import pytest
from tests.core.toy import Toy

from velodrome.core import errors
from velodrome.core.errors import IllegalMove, NotYourTurn, UnknownGame, UnknownMove, VelodromeError
from velodrome.core.record import Record
from velodrome.games import GAMES, game


def table() -> Record:
    toy = Toy(2)
    return Record(toy, toy.position({"hands": [[2, 9], [3, 4]], "top": 4, "turn": 0}))


def message_of(kind: type[Exception], seat: int, text: str) -> str:
    with pytest.raises(kind) as refused:
        table().play_as(seat, text)
    return str(refused.value)


def test_an_unknown_move_suggests_similar_moves() -> None:
    assert message_of(UnknownMove, 0, "pley 9").startswith('"pley 9" is not a move of toy. Did you mean play 9')
    assert message_of(UnknownMove, 0, "xyzzy") == '"xyzzy" is not a move of toy.'
    assert message_of(UnknownMove, 0, "") == '"" is not a move of toy.'


def test_a_seat_out_of_turn_is_told_whose_turn_it_is() -> None:
    assert message_of(NotYourTurn, 1, "pass") == 'seat 1 cannot play "pass": seat 0 acts now.'


def test_an_illegal_move_error_gives_the_reason_and_legal_moves() -> None:
    assert (
        message_of(IllegalMove, 0, "play 2") == 'seat 0 cannot play "play 2": 4 must be exceeded. Open: pass, play 9.'
    )
    assert (
        message_of(IllegalMove, 0, "play 12") == 'seat 0 cannot play "play 12": That is not open. Open: pass, play 9.'
    )


def test_a_seat_cannot_play_a_chance_move() -> None:
    assert message_of(IllegalMove, 0, "deal 5") == 'seat 0 cannot play "deal 5": seat 0 acts now. Open: pass, play 9.'


def test_a_long_list_of_legal_moves_is_shortened() -> None:
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


def test_nobody_can_play_after_the_end() -> None:
    record = table()
    for seat in (0, 1):
        record.play_as(seat, "pass")
    with pytest.raises(IllegalMove, match=r'nobody can play "pass": the game is over\.'):
        record.play(0)


def test_a_view_does_not_list_another_seats_legal_moves() -> None:
    """Test that an error does not list another seat's legal moves, because they would reveal that seat's hand."""
    toy = Toy(2)
    seen = toy.position({"hands": [[2, 9], [3, 4]], "top": 4, "turn": 0}).seen_by(1)
    with pytest.raises(IllegalMove) as refused:
        Record(toy, seen).play(toy.parse("play 2"))
    assert "9" not in str(refused.value)


def test_parsing_a_move_ignores_case_and_spaces() -> None:
    assert Toy(2).parse("  PLAY   9 ") == Toy(2).parse("play 9")


def test_an_unknown_game_or_number_of_seats_is_refused_with_the_valid_ones() -> None:
    with pytest.raises(UnknownGame, match=r"no game is called chess\. There are: "):
        game("chess")
    for name, listing in GAMES.items():
        with pytest.raises(UnknownGame, match=f"{name} is played by {listing.seats[0]}.*, not by 99"):
            game(name, 99)
        assert game(name).seats == listing.seats[0]


def test_every_error_class_is_a_documented_velodrome_error() -> None:
    kinds = [kind for kind in vars(errors).values() if isinstance(kind, type) and issubclass(kind, Exception)]
    assert all(issubclass(kind, VelodromeError) and kind.__doc__ for kind in kinds)
