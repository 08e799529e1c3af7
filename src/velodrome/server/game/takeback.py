"""Take-backs: which moves a take-back would undo, and whether the other seats must agree to it."""

from typing import NamedTuple

from velodrome.core.contract import CHANCE, ONLOOKER, Game, State
from velodrome.core.log import Entry, Log


class Takeback(NamedTuple):
    """A take-back that a seat could ask for."""

    moves: int  # number of moves from the seat's last decision to the end; 0 if it has made none
    is_free: bool  # since that decision, nobody learned a die, a card or another seat's choice, even in undone moves


def find_takeback(log: Log, seat: int) -> Takeback:
    """Return the take-back of a seat's last decision. Its field `moves` is 0 if the seat has made no decision.

    Consecutive moves that only this seat saw count as one decision.
    """
    checkpoints = log.checkpoints
    since = len(checkpoints) - 1  # search from the last checkpoint; if necessary, go back to earlier ones
    while True:
        indices = log.standing_since(checkpoints[since])
        last, before = find_decision(log, indices, checkpoints[since].state.copy(), seat)
        # a series of hidden moves may have begun before the checkpoint
        if last >= 0 and (since == 0 or not is_hidden_run([log.entries[at] for at in indices[: last + 1]], seat)):
            return Takeback(len(indices) - last, not anybody_learned(log, indices[last], seat, before))
        if since == 0:
            return Takeback(0, False)
        since = max(0, 2 * since - len(checkpoints))


def find_decision(log: Log, indices: list[int], state: State, seat: int) -> tuple[int, State]:
    """Replay the entries at `indices` from a state; return the seat's last decision and the state before it.

    The decision is returned as an index into `indices`; -1 if there is none. Consecutive moves that only this
    seat saw are one decision, which begins with the first of them. This function changes `state`.
    """
    last, before = -1, state
    for at, index in enumerate(indices):
        entry = log.entries[index]
        is_decision = entry.actor == seat and not state.is_forced()
        if is_decision and (last < 0 or not is_hidden_run([log.entries[i] for i in indices[last : at + 1]], seat)):
            last, before = at, state.copy()
        state.play(entry.move)
    return last, before


def is_hidden_run(entries: list[Entry], seat: int) -> bool:
    """Return whether `seat` made all these moves and nobody else saw them."""
    return all([entry.actor == seat and entry.audience == 1 << seat for entry in entries])


def anybody_learned(log: Log, first: int, seat: int, before: State) -> bool:
    """Return whether the log's entries from index `first` on told any viewer something new.

    A choice of `seat` that everybody saw does not count, but dice, cards, choices of other seats and their undos
    do; see `reveals`. `before` is the state before the first of these entries.
    """
    for step in log.steps(first, before):
        if step.entry.is_undo:
            if step.entry.actor != seat:
                return True
        elif reveals(log.game, step.before, step.entry, seat):
            return True
    return False


def reveals(game: Game, before: State, entry: Entry, seat: int) -> bool:
    """Return whether a move revealed a die, a card or another seat's choice to any viewer.

    - A chance move and a choice of another seat always do.
    - A choice of `seat` does only if some viewers saw it and others did not. If everybody saw it, it revealed only
      itself, which does not count; if nobody else saw it, it revealed nothing.
    - A forced move does only if a viewer who saw it could not know that it was forced.
    """
    everybody = (1 << game.seats + 1) - 1
    if entry.actor == CHANCE:
        return True
    if before.is_forced():
        viewers = [*range(game.seats), ONLOOKER]
        informed = [viewer for viewer in viewers if entry.audience >> (game.seats if viewer < 0 else viewer) & 1]
        return any([before.seen_by(viewer).count() != 1 for viewer in informed if viewer != entry.actor])
    return entry.actor != seat or entry.audience & everybody not in (everybody, 1 << seat)
