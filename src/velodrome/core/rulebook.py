"""Rule books: a game's RULES.md, whole or rule by rule."""

import re
from functools import cache
from importlib.resources import files
from typing import NamedTuple

from velodrome.core.errors import VelodromeError

RULE_HEADING = re.compile(r"^### +([A-Z]+-\d+[a-z]?) *(.*)$")


class UnknownRule(VelodromeError):
    """No rule of the game has this number."""


class Rule(NamedTuple):
    """One numbered rule of a book."""

    number: str  # VN-12
    title: str
    text: str  # Markdown, without its heading
    chapter: str

    def write(self) -> str:
        return f"### {self.number} {self.title}\n\n{self.text}\n"

    def summarize(self) -> str:
        """Return the rule in one paragraph, without its source."""
        said = re.split(r"\n+\*(?:Source|Ruling|Décision)", self.text)[0]
        return f"{self.number} {self.title}: {' '.join(said.replace('`', '').split())}"


@cache
def book(game: str, language: str) -> str:
    """Read the whole book as Markdown."""
    name = "RULES.md" if language == "en" else f"RULES.{language}.md"
    text = files("velodrome.games").joinpath(game, name).read_text("utf-8")
    return text.replace("\n*Source", "\n\n*Source")  # start a new paragraph


def intro(game: str, language: str) -> str:
    """Return the text before the first chapter, without the heading."""
    return book(game, language).partition("\n## ")[0].partition("\n")[2].strip()


@cache
def rules(game: str, language: str) -> dict[str, Rule]:
    """Return every rule by its number, in the order of the book."""
    found: dict[str, Rule] = {}
    number = title = chapter = ""
    body: list[str] = []
    for row in [*book(game, language).splitlines(), "## "]:
        heading = RULE_HEADING.match(row)
        if heading or row.startswith("## "):
            if number:
                found[number] = Rule(number, title, "\n".join(body).strip(), chapter)
            chapter = chapter if heading else row[3:].strip()
            number, title = heading.groups() if heading else ("", "")
            body = []
        else:
            body.append(row)
    return found


def find(game: str, wanted: str, language: str) -> Rule:
    """Find a rule by its number: VN-12, vn12 and 12 name the same one."""
    known = rules(game, language)
    digits = re.fullmatch(r"[a-z]*[- ]?0*(\d+[a-z]?)", wanted.strip().lower())
    for number, rule in known.items():
        if digits and number.partition("-")[2].lstrip("0") == digits[1]:
            return rule
    numbers = list(known)
    raise UnknownRule(f"{game} has no rule {wanted}: expected {numbers[0]} to {numbers[-1]}.")
