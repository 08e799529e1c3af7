"""Results of finished games: the place and score of each seat, for the guests' lists of games."""

from velodrome.core.contract import State
from velodrome.core.log import Entry
from velodrome.server.rooms.room import Room
from velodrome.server.store.statements import Statement, save_place, update_room

UNKNOWN_PLACE = 0  # the game cannot be read any more


def result_statements(room: Room, state: State, forfeits: list[int], entries: list[Entry]) -> list[Statement]:
    """Return the SQL statements that save the result of a game.

    `state` is the game's last state. `forfeits` are the seats that lost on time. `entries` are the log entries of the
    standing moves.
    """
    decisions = len([entry for entry in entries if entry.actor >= 0])
    places = final_places(state.ranking(), forfeits)
    results = enumerate(zip(places, state.scores(), strict=True))
    saved = [save_place(room.name, seat, place, score) for seat, (place, score) in results]
    return [update_room(room.name, decisions=decisions), *saved]


def unknown_result(room: str, seats: int) -> list[Statement]:
    """Return the SQL statements that save the place 0 for every seat of a game that can no longer be read."""
    places = [save_place(room, seat, UNKNOWN_PLACE, 0) for seat in range(seats)]
    return [update_room(room, decisions=0), *places]


def final_places(ranking: list[int], forfeits: list[int]) -> list[int]:
    """Return each seat's place: as in `ranking`, but the seats in `forfeits`, which lost on time, come last.

    If all seats lost on time, return `ranking`.
    """
    if not forfeits or len(forfeits) == len(ranking):
        return ranking
    last = len(ranking) + 1
    places = [last if seat in forfeits else place for seat, place in enumerate(ranking)]
    return [1 + len([other for other in places if other < place]) for place in places]
