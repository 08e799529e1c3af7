"""The page's modules: words in both languages, the same protocol as the server, nothing foreign, little to load."""

import gzip
import re
from pathlib import Path
from typing import Any, get_args, get_type_hints

import msgspec
import pytest

from velodrome.core import texts
from velodrome.games import GAMES
from velodrome.server import protocol
from velodrome.server.http.static import encode_game_texts, encode_texts

WEB = Path(__file__).parents[2] / "src" / "velodrome" / "web"
MODULES = sorted(WEB.rglob("*.js"))
SENTENCES = texts.load("web", "en")
FIRST_LOAD = 150_000  # bytes, gzipped: a second and a half on a slow phone's 800 kbit/s
WORD = re.compile(r"""word\(\s*'([\w.]+)'""")


def named(path: Path) -> str:
    return str(path.relative_to(WEB))


@pytest.mark.parametrize("path", MODULES, ids=named)
def test_every_word_that_a_module_says_is_known(path: Path) -> None:
    games = [path.parts[path.parts.index("games") + 1]] if "games" in path.parts else []
    known = set(SENTENCES) | {key for game in games for key in texts.sentences(game, "en")}
    assert set(WORD.findall(path.read_text("utf-8"))) <= known


def test_no_sentence_of_the_page_is_left_over() -> None:
    said = "\n".join(path.read_text("utf-8") for path in MODULES)
    server = "\n".join(path.read_text("utf-8") for path in (WEB.parent / "server").rglob("*.py"))
    made = re.compile(r"^(board|clock|phase|record|refuse|team|terms)\.")  # keys put together, or told by the server
    left = [key for key in SENTENCES if f"'{key}'" not in said and f'"{key}"' not in server and not made.match(key)]
    assert left == []


@pytest.mark.parametrize("path", [*MODULES, WEB / "index.html"], ids=named)
def test_nothing_breaks_the_content_policy_or_asks_a_third_party(path: Path) -> None:
    text = path.read_text("utf-8")
    assert not re.search(r"""\s(style|on[a-z]+)=["'$]""", text)
    assert not re.findall(r"https?://(?!www\.w3\.org/)[\w.]+", text)


def test_all_that_a_first_visit_loads_is_small() -> None:
    covers = [WEB / "games" / game / "cover.js" for game in GAMES]
    files = {WEB / "index.html", WEB / "icon.svg", *WEB.glob("style/*.css"), *WEB.glob("games/*/style.css")}
    waiting = [WEB / "main.js", *covers]
    while waiting:  # what is imported at once; `import()` comes later
        path = waiting.pop()
        if path not in files:
            files.add(path)
            names = re.findall(r"""^(?:import|export) [^;'"]*?['"](\.[^'"]+)['"]""", path.read_text("utf-8"), re.M)
            waiting += [(path.parent / name).resolve() for name in names]
    assert WEB / "table" / "view.js" in files and WEB / "games" / "velonimo" / "drawing.js" not in files
    encoded = [encode_texts(texts.load("web", "fr")), *[encode_game_texts(name, "fr") for name in GAMES]]
    said = [gzip.compress(text) for text in encoded]
    total = sum(len(gzip.compress(path.read_bytes())) for path in files) + sum(len(text) for text in said)
    assert total <= FIRST_LOAD, total


ANSWERS = get_args(protocol.Answer)
PLAIN = ("Past", "LessonMessage", "GameListing", "Listed", "Me", "HandCode", "BoardError")  # answers over plain HTTP
WRITTEN = ("Choice", "News")  # parts of a table, which is put together from what was encoded before


def parts(kind: Any) -> set[type[msgspec.Struct]]:
    """The types of messages that a type is made of, itself among them."""
    if not (isinstance(kind, type) and issubclass(kind, msgspec.Struct)):
        return {found for each in get_args(kind) for found in parts(each)}
    return {kind} | {found for each in get_type_hints(kind).values() for found in parts(each)}


def page_name(kind: type[msgspec.Struct]) -> str:
    """How the page calls a message; the server has other classes of some of these names."""
    return kind.__name__.removesuffix("Message")


TOLD = sorted(
    {found for kind in (*ANSWERS, *(getattr(protocol, name) for name in (*PLAIN, *WRITTEN))) for found in parts(kind)},
    key=lambda kind: kind.__name__,
)


@pytest.mark.parametrize("kind", TOLD, ids=lambda kind: kind.__name__)
def test_page_and_server_mean_the_same_messages(kind: type[msgspec.Struct]) -> None:
    stated = "".join(path.read_text("utf-8") for path in MODULES if "games" not in path.parts[-3:]).replace("\n *", "")
    name = page_name(kind)
    found = re.findall(r"@typedef \{(\{(?:[^{}]|\{[^{}]*\})*\})\} " + name + r"\b", stated)
    assert len(found) == 1, name
    inner = re.sub(r"<[^<>]*>", "", found[0][1:-1])
    fields = {field.split(":")[0].strip().rstrip("?") for field in re.split(r",\s*(?=\w+\??:)", inner)} - {"is"}
    assert fields == {field.name for field in msgspec.structs.fields(kind)}


def test_page_and_server_mean_the_same_answers() -> None:
    (stated,) = re.findall(r"@typedef \{([\w |]+)\} Answer\b", (WEB / "protocol" / "types.js").read_text("utf-8"))
    assert {name.replace("WireTable", "Table") for name in stated.split(" | ")} == {page_name(kind) for kind in ANSWERS}


def test_page_and_server_mean_the_same_requests() -> None:
    stated = (WEB / "protocol" / "types.js").read_text("utf-8").replace("\n *", "")
    asked = {do: set(re.findall(r"(\w+)\??:", rest)) for do, rest in re.findall(r"\{do: '(\w+)'([^{}]*)\}", stated)}
    kinds = get_args(protocol.Request)
    known = {kind.__struct_config__.tag: {field.name for field in msgspec.structs.fields(kind)} for kind in kinds}
    assert asked == known


@pytest.mark.parametrize("game", GAMES)
def test_a_game_dresses_nothing_but_itself(game: str) -> None:
    style = re.sub(r"/\*.*?\*/", "", (WEB / "games" / game / "style.css").read_text("utf-8"), flags=re.S)
    style = re.sub(
        r"@keyframes [\w-]+ \{(?:[^{}]|\{[^{}]*\})*\}", "", style
    ).strip()  # they reach nothing by themselves
    assert style.startswith(f"@scope (.{game}) {{")
    depth, closed = 0, 0
    for place, sign in enumerate(style):
        depth += {"{": 1, "}": -1}.get(sign, 0)
        if sign == "}" and not depth:
            closed = place
            break
    assert closed == len(style) - 1


@pytest.mark.parametrize("path", sorted((WEB / "style").rglob("*.css")), ids=named)
def test_nothing_is_hovered_over_by_a_finger(path: Path) -> None:
    style = path.read_text("utf-8")
    assert ":hover" not in re.sub(r"@media \(hover: hover\) \{(?:[^{}]|\{[^{}]*\})*\}", "", style)


def test_every_variable_of_the_styles_is_set_and_used() -> None:
    said = "\n".join(path.read_text("utf-8") for path in [*MODULES, *WEB.rglob("*.css")])
    made = set(re.findall(r"(?<![\w-])(--[a-z][\w-]*)\s*:", said))
    assert made == set(re.findall(r"var\((--[a-z][\w-]*)", said))


def test_the_sheet_looks_for_tie_breaks_as_the_games_call_them() -> None:
    (prefix,) = re.findall(r"key\.startsWith\('([\w.]+)'\)", (WEB / "table" / "scores.js").read_text("utf-8"))
    assert prefix == "outcome.tie."
    assert any(key.startswith(prefix) for name in GAMES for key in texts.sentences(name, "en"))


@pytest.mark.parametrize("name", GAMES)
def test_the_sheet_says_what_decides_while_points_are_even(name: str) -> None:
    assert "sheet.decides" in texts.rule_numbers(name)
