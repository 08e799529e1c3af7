"""Reader of the rulebooks: each game's RULES.md (English) and RULES.<language>.md.

A rulebook begins with the aim of the game. Chapters (`## Set-up`) consist of an optional text and numbered
rules (`### VN-05 The deal`). A rule may end with a note, written in *single asterisks*: the source of the rule
and our decisions.
"""

import re
from functools import cache
from importlib.resources import files
from typing import NamedTuple

from velodrome.core.errors import VelodromeError

RULE_HEADING = re.compile(r"^### +([A-Z]+-\d+[a-z]?) *(.*)$", re.MULTILINE)
CHAPTER_HEADING = re.compile(r"^## +(.*)$", re.MULTILINE)
NOTE = re.compile(r"(?:^|\n)\n*(\*[^*\s].*)\Z", re.DOTALL)


class UnknownRule(VelodromeError):
    """Raised for a rule number that the game does not have."""


class Rule(NamedTuple):
    """One numbered rule in a rulebook."""

    number: str  # such as VN-12
    title: str
    text: str  # Markdown, without its heading and note
    note: str  # source and our decisions, without asterisks
    chapter: str

    def write(self) -> str:
        """Return the rule as Markdown."""
        return f"### {self.number} {self.title}\n\n{self.text}\n\n*{self.note}*\n"

    def summarize(self) -> str:
        """Return the rule as one paragraph, without its note."""
        return f"{self.number} {self.title}: {' '.join(self.text.replace('`', '').split())}"


class Chapter(NamedTuple):
    """A chapter of a rulebook."""

    title: str
    text: str  # Markdown between the chapter's title and its first rule
    rules: list[Rule]


@cache
def book(game: str, language: str) -> str:
    """Return the whole rulebook as Markdown."""
    name = "RULES.md" if language == "en" else f"RULES.{language}.md"
    text = files("velodrome.games").joinpath(game, name).read_text("utf-8")
    return re.sub(r"([^\n])\n(?=\*[^*\s])", r"\1\n\n", text)  # make each note a separate paragraph


def intro(game: str, language: str) -> str:
    """Return the text before the first chapter, without the title of the rulebook."""
    return book(game, language).partition("\n## ")[0].partition("\n")[2].strip()


@cache
def chapters(game: str, language: str) -> list[Chapter]:
    """Return all chapters in the order of the rulebook."""
    parts = CHAPTER_HEADING.split(book(game, language))[1:]
    return [read_chapter(title.strip(), text) for title, text in zip(parts[::2], parts[1::2], strict=True)]


def read_chapter(title: str, text: str) -> Chapter:
    """Split a chapter into its own text and its rules."""
    before, *parts = RULE_HEADING.split(text)
    rows = zip(parts[::3], parts[1::3], parts[2::3], strict=True)
    return Chapter(title, before.strip(), [read_rule(title, *row) for row in rows])


def read_rule(chapter: str, number: str, title: str, body: str) -> Rule:
    """Return the rule with this number and title; split its body into the text and the note at the end."""
    note = NOTE.search(body.strip())
    text = body.strip()[: note.start()] if note else body
    return Rule(number, title.strip(), text.strip(), note[1].strip(" *\n") if note else "", chapter)


@cache
def rules(game: str, language: str) -> dict[str, Rule]:
    """Return {number: rule} for all rules, in the order of the rulebook."""
    return {rule.number: rule for chapter in chapters(game, language) for rule in chapter.rules}


def find(game: str, wanted: str, language: str) -> Rule:
    """Return the rule that `wanted` names, such as VN-12, vn12 or just 12; raise UnknownRule if there is none."""
    known = rules(game, language)
    parts = re.fullmatch(r"([a-z]*)[- ]?0*(\d+[a-z]?)", wanted.strip().lower())
    for number, rule in known.items():
        prefix, _, digits = number.lower().partition("-")
        if parts and parts[1] in ("", prefix) and parts[2] == digits.lstrip("0"):
            return rule
    numbers = sorted(known)
    raise UnknownRule(f"{game} has no rule {wanted}: expected {numbers[0]} to {numbers[-1]}.")
