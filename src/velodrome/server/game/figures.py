"""Figures of a finished game, such as the rounds that each seat won; the page shows them with the result."""

from velodrome.core.contract import OVER, Data, State
from velodrome.core.log import Entry, standing_before
from velodrome.games import GAMES


def final_figures(state: State, entries: list[Entry]) -> Data:
    """Return {"figures": figures}, to be added to the table of a finished game; {} while the game is running."""
    if state.actor != OVER or state.game.name not in GAMES:
        return {}
    standing = [entries[index] for index in standing_before(entries, len(entries), len(entries))]
    return {"figures": GAMES[state.game.name].figures(state, standing)}
