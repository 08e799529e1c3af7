"""Line numbers of the keys in a TOML file; tomllib does not report them.

Use this module only for files that tomllib accepts; for other files, tomllib's own error message contains the
line.
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
    """A word, a quoted text, a punctuation mark, a line break, or the end of the file."""

    text: str
    kind: str  # text, word, sign, line or end
    line: int  # counted from 1


def find_line(text: str, entry: str) -> int:
    """Return the number of the line in `text` that has the key `entry`, such as "spaces[3].kind".

    If the key is not found, return the line of its nearest parent, or 1 if no parent is found either.
    """
    try:
        lines = LineMap(text).lines
    except RecursionError:  # nested more deeply than this parser can follow
        return 1
    path = entry.replace("[", ".").replace("]", "")
    while path and path not in lines:
        path = path.rpartition(".")[0]
    return lines.get(path, 1)


def tokenize(text: str) -> Iterator[Token]:
    """Yield the tokens of a file, without comments and spaces."""
    line = 1
    for found in TOKEN.finditer(text):
        kind = str(found.lastgroup)
        if kind not in ("comment", "space"):
            yield Token(found[0], kind, line)
        line += found[0].count("\n")
    yield Token("", "end", line)


class LineMap:
    """Parser of a TOML file; its result is `lines`, {path such as `spaces.3.kind`: line}."""

    def __init__(self, text: str) -> None:
        self.lines: dict[str, int] = {}
        self.tokens = list(tokenize(text))
        self.at = 0
        self.counts: dict[str, int] = {}  # {path of a list of TOML tables: index of its last table so far}
        self.read()

    @property
    def current(self) -> Token:
        return self.tokens[min(self.at, len(self.tokens) - 1)]

    def advance(self) -> Token:
        found = self.current
        self.at += 1
        return found

    def read(self) -> None:
        """Read the whole file and fill `lines`; the path of a key starts with the path of the header above the key."""
        under = ""
        while self.current.kind != "end":
            if self.current.text == "[":
                under = self.read_header()
            elif self.current.kind in ("word", "text"):
                self.read_entry(under)
            else:
                self.advance()

    def read_header(self) -> str:
        """Read a header such as `[team]` or `[[setup]]` and store its line; return its path: "team" or "setup.0"."""
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
        """Read a dotted key below the path `under` and return the path of the key.

        If the key leads through a list of tables, the path contains the index of the last table in this list.
        """
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
        """Read a key and its value, and store the key's line in `lines`; `under` is the path of their TOML table."""
        line = self.current.line
        path = self.read_key(under)
        self.lines.setdefault(path, line)
        if self.current.text == "=":
            self.advance()
            self.read_value(path)

    def read_value(self, path: str) -> None:
        """Read the value at `path`: the value of a key, or an item of a list."""
        if self.current.text == "[":
            self.read_list(path)
        elif self.current.text == "{":
            self.read_inline_table(path)
        else:
            while self.current.kind in ("word", "text") or self.current.text == ".":
                self.advance()

    def read_list(self, path: str) -> None:
        """Read the list at `path` and store the line of each item; an item's path ends with its index."""
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
        """Read the inline table at `path`, such as `{ a = 1 }`, and store the lines of its keys."""
        self.advance()
        while self.current.text != "}" and self.current.kind != "end":
            if self.current.kind in ("word", "text"):
                self.read_entry(path)
            else:
                self.advance()
        self.advance()
