"""Where an entry of a TOML file stands: tomllib reads files, but does not say at which line it found what.

Only for files that tomllib has read: what is wrong with others it says itself, with the line.
"""

import re
from collections.abc import Iterator
from typing import NamedTuple

TOKEN = re.compile(
    r"(?P<comment>#[^\n]*)"
    r'|(?P<text>"""(?:\\.|[^\\])*?"{3,5}|\'\'\'.*?\'{3,5}|"(?:\\.|[^"\\\n])*"|\'[^\'\n]*\')'
    r"|(?P<line>\n)|(?P<space>[ \t\r]+)|(?P<sign>[\[\]{},=.])|(?P<word>[^\s\[\]{},=.#\"']+)",
    re.DOTALL,
)


class Token(NamedTuple):
    """A word, a text in quotes or a sign."""

    said: str
    kind: str  # text, word, sign, line or end
    line: int  # the first is 1


def line_of(text: str, entry: str) -> int:
    """The line of an entry such as "spaces[3].kind", or of what should hold it; 1 if nothing does."""
    try:
        lines = Map(text).lines
    except RecursionError:  # nested as deep as tomllib reads, and no deeper
        return 1
    path = entry.replace("[", ".").replace("]", "")
    while path and path not in lines:
        path = path.rpartition(".")[0]
    return lines.get(path, 1)


def tokens(text: str) -> Iterator[Token]:
    """The parts of a file, without comments and spaces."""
    line = 1
    for found in TOKEN.finditer(text):
        kind = str(found.lastgroup)
        if kind not in ("comment", "space"):
            yield Token(found[0], kind, line)
        line += found[0].count("\n")
    yield Token("", "end", line)


class Map:
    """The line of every entry, by its path: `spaces.3.kind`."""

    def __init__(self, text: str) -> None:
        self.lines: dict[str, int] = {}
        self.tokens = list(tokens(text))
        self.at = 0
        self.counts: dict[str, int] = {}  # of the tables of a list, by its path
        self.read()

    @property
    def now(self) -> Token:
        return self.tokens[min(self.at, len(self.tokens) - 1)]

    def next(self) -> Token:
        found = self.now
        self.at += 1
        return found

    def read(self) -> None:
        """Entry after entry, each under the header before it."""
        under = ""
        while self.now.kind != "end":
            if self.now.said == "[":
                under = self.header()
            elif self.now.kind in ("word", "text"):
                self.entry(under)
            else:
                self.next()

    def header(self) -> str:
        """The path that `[team]` or `[[setup]]` opens."""
        line = self.next().line
        several = self.now.said == "["
        if several:
            self.next()
        path = self.key("")
        if several:
            count = self.counts[path] = self.counts.get(path, -1) + 1
            self.lines.setdefault(path, line)
            path = f"{path}.{count}"
        self.lines[path] = line
        while self.now.kind not in ("line", "end"):
            self.next()
        return path

    def key(self, under: str) -> str:
        """A key with its dots, as a path; within a list of tables it means the last of them."""
        path = under
        while self.now.kind in ("word", "text") or self.now.said == ".":
            token = self.next()
            if token.said != ".":
                if path in self.counts:
                    path = f"{path}.{self.counts[path]}"
                name = token.said.strip("\"'") if token.kind == "text" else token.said
                path = f"{path}.{name}" if path else name
        return path

    def entry(self, under: str) -> None:
        """A key and its value."""
        line = self.now.line
        path = self.key(under)
        self.lines.setdefault(path, line)
        if self.now.said == "=":
            self.next()
            self.value(path)

    def value(self, path: str) -> None:
        """Whatever stands after a key or in a list."""
        if self.now.said == "[":
            self.items(path)
        elif self.now.said == "{":
            self.braces(path)
        else:
            while self.now.kind in ("word", "text") or self.now.said == ".":
                self.next()

    def items(self, path: str) -> None:
        """A list: its items are numbered."""
        self.next()
        count = 0
        while self.now.said != "]" and self.now.kind != "end":
            if self.now.kind == "line" or self.now.said in (",", "=", "}"):
                self.next()
            else:
                self.lines[f"{path}.{count}"] = self.now.line
                self.value(f"{path}.{count}")
                count += 1
        self.next()

    def braces(self, path: str) -> None:
        """A table in braces."""
        self.next()
        while self.now.said != "}" and self.now.kind != "end":
            if self.now.kind in ("word", "text"):
                self.entry(path)
            else:
                self.next()
        self.next()
