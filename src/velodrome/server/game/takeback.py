"""What a seat may take back: its last decision with everything after it, and whether that needs consent."""

from typing import NamedTuple

from velodrome.core.contract import CHANCE, ONLOOKER, Game, State
from velodrome.core.log import Entry, Log


class Takeback(NamedTuple):
    """What a seat would take back."""

    moves: int  # its last decision and everything after it; 0 if it has made none
    is_free: bool  # nobody learned anything since: no die, no card, no other seat's choice, not even one undone later


def find_takeback(log: Log, seat: int) -> Takeback:
    """Find the last decision of a seat; a run of moves that only the seat saw counts as one decision."""
    checkpoints = log.checkpoints
    since = len(checkpoints) - 1  # search from the last checkpoint, then from ever earlier ones
    while True:
        indices = log.standing_since(checkpoints[since])
        last, before = find_decision(log, indices, checkpoints[since].state.copy(), seat)
        # a hidden run that starts at the checkpoint may have begun before it
        if last >= 0 and (since == 0 or not is_hidden_run([log.entries[at] for at in indices[: last + 1]], seat)):
            return Takeback(len(indices) - last, not anybody_learned(log, indices[last], seat, before))
        if since == 0:
            return Takeback(0, False)
        since = max(0, 2 * since - len(checkpoints))


def find_decision(log: Log, indices: list[int], state: State, seat: int) -> tuple[int, State]:
    """Replay these moves from a state: the position of the seat's last decision, and the state before it; or -1."""
    last, before = -1, state
    for at, index in enumerate(indices):
        entry = log.entries[index]
        is_decision = entry.actor == seat and not state.is_forced()
        if is_decision and (last < 0 or not is_hidden_run([log.entries[i] for i in indices[last : at + 1]], seat)):
            last, before = at, state.copy()
        state.play(entry.move)
    return last, before


def is_hidden_run(entries: list[Entry], seat: int) -> bool:
    """Whether a seat made all these moves, and nobody else saw any of them."""
    return all([entry.actor == seat and entry.audience == 1 << seat for entry in entries])


def anybody_learned(log: Log, first: int, seat: int, before: State) -> bool:
    """Whether the entries from an index on told anybody more than what the seat chose openly."""
    for step in log.steps(first, before):
        if step.entry.is_undo:
            if step.entry.actor != seat:
                return True
        elif reveals(log.game, step.before, step.entry, seat):
            return True
    return False


def reveals(game: Game, before: State, entry: Entry, seat: int) -> bool:
    """Whether a move told anybody a die, a card or another seat's choice.

    A seat may take back what it played openly, but not what it showed to some alone, nor a fact that it had to tell: a
    forced move informs everybody who could not foresee it.
    """
    everybody = (1 << game.seats + 1) - 1
    if entry.actor == CHANCE:
        return True
    if before.is_forced():
        viewers = [*range(game.seats), ONLOOKER]
        informed = [viewer for viewer in viewers if entry.audience >> (game.seats if viewer < 0 else viewer) & 1]
        return any([before.seen_by(viewer).count() != 1 for viewer in informed if viewer != entry.actor])
    return entry.actor != seat or entry.audience & everybody not in (everybody, 1 << seat)
