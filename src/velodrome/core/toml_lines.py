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

    text: str
    kind: str  # text, word, sign, line or end
    line: int  # the first is 1


def find_line(text: str, entry: str) -> int:
    """The line of an entry such as "spaces[3].kind", or of what should hold it; 1 if nothing does."""
    try:
        lines = LineMap(text).lines
    except RecursionError:  # nested as deep as tomllib reads, and no deeper
        return 1
    path = entry.replace("[", ".").replace("]", "")
    while path and path not in lines:
        path = path.rpartition(".")[0]
    return lines.get(path, 1)


def tokenize(text: str) -> Iterator[Token]:
    """The parts of a file, without comments and spaces."""
    line = 1
    for found in TOKEN.finditer(text):
        kind = str(found.lastgroup)
        if kind not in ("comment", "space"):
            yield Token(found[0], kind, line)
        line += found[0].count("\n")
    yield Token("", "end", line)


class LineMap:
    """The line of every entry, by its path: `spaces.3.kind`."""

    def __init__(self, text: str) -> None:
        self.lines: dict[str, int] = {}
        self.tokens = list(tokenize(text))
        self.at = 0
        self.counts: dict[str, int] = {}  # of the tables of a list, by its path
        self.read()

    @property
    def current(self) -> Token:
        return self.tokens[min(self.at, len(self.tokens) - 1)]

    def advance(self) -> Token:
        found = self.current
        self.at += 1
        return found

    def read(self) -> None:
        """Entry after entry, each under the header before it."""
        under = ""
        while self.current.kind != "end":
            if self.current.text == "[":
                under = self.read_header()
            elif self.current.kind in ("word", "text"):
                self.read_entry(under)
            else:
                self.advance()

    def read_header(self) -> str:
        """The path that `[team]` or `[[setup]]` opens."""
        line = self.advance().line
        several = self.current.text == "["
        if several:
            self.advance()
        path = self.read_key("")
        if several:
            count = self.counts[path] = self.counts.get(path, -1) + 1
            self.lines.setdefault(path, line)
            path = f"{path}.{count}"
        self.lines[path] = line
        while self.current.kind not in ("line", "end"):
            self.advance()
        return path

    def read_key(self, under: str) -> str:
        """A key with its dots, as a path; within a list of tables it means the last of them."""
        path = under
        while self.current.kind in ("word", "text") or self.current.text == ".":
            token = self.advance()
            if token.text != ".":
                if path in self.counts:
                    path = f"{path}.{self.counts[path]}"
                name = token.text.strip("\"'") if token.kind == "text" else token.text
                path = f"{path}.{name}" if path else name
        return path

    def read_entry(self, under: str) -> None:
        """A key and its value."""
        line = self.current.line
        path = self.read_key(under)
        self.lines.setdefault(path, line)
        if self.current.text == "=":
            self.advance()
            self.read_value(path)

    def read_value(self, path: str) -> None:
        """Whatever stands after a key or in a list."""
        if self.current.text == "[":
            self.read_list(path)
        elif self.current.text == "{":
            self.read_inline_table(path)
        else:
            while self.current.kind in ("word", "text") or self.current.text == ".":
                self.advance()

    def read_list(self, path: str) -> None:
        """A list: its items are numbered."""
        self.advance()
        count = 0
        while self.current.text != "]" and self.current.kind != "end":
            if self.current.kind == "line" or self.current.text in (",", "=", "}"):
                self.advance()
            else:
                self.lines[f"{path}.{count}"] = self.current.line
                self.read_value(f"{path}.{count}")
                count += 1
        self.advance()

    def read_inline_table(self, path: str) -> None:
        """A table in braces."""
        self.advance()
        while self.current.text != "}" and self.current.kind != "end":
            if self.current.kind in ("word", "text"):
                self.read_entry(path)
            else:
                self.advance()
        self.advance()
