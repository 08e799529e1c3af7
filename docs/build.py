"""Generate a documentation page for each game from its rules, options and vocabulary.

    python docs/build.py         write docs/_build/<game>.md

All pages have the same eight headings.
"""

from importlib.resources import files
from pathlib import Path

from velodrome.core import texts
from velodrome.core.contract import Game, Move
from velodrome.core.options import Option, describe_expected, format_value
from velodrome.games import GAMES, game

HEADINGS = (
    "At a glance", "Play it", "Options", "Moves", "Chance", "What each seat knows", "Rules", "In Python",
)  # fmt: skip


def page(name: str) -> str:
    """Return the page of a game as Markdown."""
    table = game(name)
    bodies = (glance(name, table), play_it(name), options(name), moves(table), chance(table), knowledge(table))
    bodies += (rules(name), in_python(name))
    parts = [f"## {heading}\n\n{body}" for heading, body in zip(HEADINGS, bodies, strict=True)]
    return f"# {name}\n\n" + "\n\n".join(parts) + "\n"


def glance(name: str, table: Game) -> str:
    seats = GAMES[name].seats
    by = f"{seats[0]} to {seats[-1]}" if len(seats) > 1 else str(seats[0])
    about = texts.say(name, {"key": "game"})
    return f"{about}\n\nFor {by} players. Rules version {table.version}; {table.decisions} decisions in the vocabulary."


def play_it(name: str) -> str:
    return f"```\nvelodrome play {name}\nvelodrome rules {name}\nvelodrome games {name}\n```"


def options(name: str) -> str:
    rows = [option_row(name, option) for option in GAMES[name].options]
    return "\n".join(["| option | what it does | takes | default |", "|---|---|---|---|", *rows])


def option_row(name: str, option: Option) -> str:
    about = texts.say(name, {"key": f"option.{option.name}"})
    takes = describe_expected(option, GAMES[name].seats[-1])
    return f"| `{option.name}` | {about} | {takes} | `{format_value(option.default)}` |"


def moves(table: Game) -> str:
    return by_verb(table.moves[: table.decisions])


def chance(table: Game) -> str:
    covers = {table.covers[i] for i, move in enumerate(table.moves) if move.cover}
    return by_verb([move for i, move in enumerate(table.moves) if i >= table.decisions and i not in covers])


def by_verb(listed: list[Move]) -> str:
    """Return a Markdown table of moves, with one row for each kind of move.

    The kind is the first word of the move, or "cards" if the move begins with cards. A row has the number of moves
    of this kind, the first move and the last move.
    """
    families: dict[str, list[str]] = {}
    for move in listed:
        verb = move.text.split()[0]
        families.setdefault(verb if verb.isalpha() else "cards", []).append(move.text)
    rows = [f"| {verb} | {len(found)} | `{found[0]}`{last(found)} |" for verb, found in families.items()]
    return "\n".join(["| kind | moves | such as |", "|---|---|---|", *rows])


def last(found: list[str]) -> str:
    return f" … `{found[-1]}`" if len(found) > 1 else ""


def knowledge(table: Game) -> str:
    hidden: dict[str, str] = {}
    for move in table.moves:
        if move.cover:
            hidden.setdefault(move.cover, move.text)
    if not hidden:
        return "Nothing is hidden: every seat and every onlooker sees every move."
    rows = [f"- `{face}`: viewers who may not see it get `{cover}`." for cover, face in hidden.items()]
    return "\n".join(rows)


def rules(name: str) -> str:
    """Return the rulebook without its title, and with all other headings moved one level down."""
    book = files("velodrome.games").joinpath(name, "RULES.md").read_text("utf-8")
    body = book.partition("\n")[2].strip()
    return "\n".join("#" + row if row.startswith("#") else row for row in body.splitlines())


def in_python(name: str) -> str:
    return f"""```python
>>> from velodrome import OVER, Rng, game
>>> state, rng = game("{name}").start(), Rng(1)
>>> while state.actor != OVER:
...     state.settle(rng)
...     if state.actor >= 0:
...         state.play(state.pick(rng))
>>> min(state.ranking())
1

```"""


def build(folder: Path) -> list[Path]:
    """Write every page into a folder; return the paths."""
    folder.mkdir(parents=True, exist_ok=True)
    for name in GAMES:
        (folder / f"{name}.md").write_text(page(name), "utf-8")
    return [folder / f"{name}.md" for name in GAMES]


if __name__ == "__main__":
    for path in build(Path(__file__).parent / "_build"):
        print(path)
