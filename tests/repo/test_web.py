"""Test the web page: all its texts exist, and it uses the same protocol as the server.

The page also contacts no third party, and its first load is small.
"""

import gzip
import re
from pathlib import Path
from typing import Any, get_args, get_type_hints

import msgspec
import pytest

from velodrome.core import texts
from velodrome.games import GAMES
from velodrome.server import protocol
from velodrome.server.http.page import FONT, PageFiles, PageRequest, list_modules, render_page
from velodrome.server.http.static import StaticFiles

WEB = Path(__file__).parents[2] / "src" / "velodrome" / "web"
MODULES = sorted(WEB.rglob("*.js"))
SENTENCES = texts.load("web", "en")
FIRST_LOAD = 150_000  # bytes, gzipped: 1.5 seconds on a slow phone connection of 800 kbit/s
MAX_FONT_SIZE = 30_000  # bytes
WORD = re.compile(r"""word\(\s*'([\w.]+)'""")


def named(path: Path) -> str:
    return str(path.relative_to(WEB))


@pytest.mark.parametrize("path", MODULES, ids=named)
def test_every_text_key_in_a_module_exists(path: Path) -> None:
    games = [path.parts[path.parts.index("games") + 1]] if "games" in path.parts else []
    known = set(SENTENCES) | {key for game in games for key in texts.sentences(game, "en")}
    assert set(WORD.findall(path.read_text("utf-8"))) <= known


def test_every_text_of_the_page_is_used() -> None:
    said = "\n".join(path.read_text("utf-8") for path in MODULES)
    server = "\n".join(path.read_text("utf-8") for path in (WEB.parent / "server").rglob("*.py"))
    made = re.compile(
        r"^(board|clock|phase|record|refuse|settings|team|terms)\."
    )  # these keys are built at run time, or sent by the server
    left = [key for key in SENTENCES if f"'{key}'" not in said and f'"{key}"' not in server and not made.match(key)]
    assert left == []


@pytest.mark.parametrize("path", [*MODULES, WEB / "index.html"], ids=named)
def test_no_module_breaks_the_content_policy_or_contacts_a_third_party(path: Path) -> None:
    text = path.read_text("utf-8")
    assert not re.search(r"""\s(style|on[a-z]+)=["'$]""", text)
    assert not re.findall(r"https?://(?!www\.w3\.org/)[\w.]+", text)


def test_the_first_page_load_is_small() -> None:
    modules = list_modules(WEB, "main.js", "pages/home.js")
    assert "lib/dom.js" in modules and not {"table/view.js", "pages/new_table.js"} & set(modules)
    shown = [WEB / name for name in modules] + [WEB / "icon.svg", *WEB.glob("style/*.css")]
    wanted = PageRequest("/", "fr", "system", "https://play.example.org")
    texts_and_page = [StaticFiles(WEB).read_page_texts("web", "fr"), render_page(PageFiles(WEB), wanted)]
    compressed = [gzip.compress(content) for content in [*texts_and_page, *[path.read_bytes() for path in shown]]]
    assert sum(len(content) for content in compressed) + MAX_FONT_SIZE <= FIRST_LOAD


def test_the_font_is_small_and_has_its_licence() -> None:
    font = WEB / FONT
    if not font.exists():
        pytest.skip("the font is not installed: python3 dev.py font")
    assert font.stat().st_size <= MAX_FONT_SIZE
    assert "SIL Open Font License" in font.with_suffix(".LICENSE.txt").read_text("utf-8")


@pytest.mark.parametrize("name", GAMES)
def test_every_sound_of_a_game_belongs_to_a_text_and_exists(name: str) -> None:
    known = set(re.findall(r"^  (\w+): \{", (WEB / "lib" / "sounds.js").read_text("utf-8"), re.M))
    pairs = re.findall(r"^  '([\w.]+)': '(\w+)',$", (WEB / "games" / name / "sounds.js").read_text("utf-8"), re.M)
    assert {"card", "dice", "bell", "rip"} <= known
    assert pairs
    assert {key for key, _ in pairs} <= set(texts.sentences(name, "en"))
    assert {sound for _, sound in pairs} <= known


ANSWERS = get_args(protocol.Answer)
PLAIN = (
    "Past",
    "LessonMessage",
    "ExampleMessage",
    "GameListing",
    "Listed",
    "Me",
    "HandCode",
    "BoardError",
    "PlayedGames",
    "RemovedGames",
)  # HTTP responses
WRITTEN = ("Choice", "News")  # parts of a table message, which the fast encoder puts together itself


def parts(kind: Any) -> set[type[msgspec.Struct]]:
    """Return a message type and all message types nested in it."""
    if not (isinstance(kind, type) and issubclass(kind, msgspec.Struct)):
        return {found for each in get_args(kind) for found in parts(each)}
    return {kind} | {found for each in get_type_hints(kind).values() for found in parts(each)}


def page_name(kind: type[msgspec.Struct]) -> str:
    """Return the name that the page uses for a message type.

    It is the server's name without the suffix `Message`.
    """
    return kind.__name__.removesuffix("Message")


MESSAGE_TYPES = sorted(
    {found for kind in (*ANSWERS, *(getattr(protocol, name) for name in (*PLAIN, *WRITTEN))) for found in parts(kind)},
    key=lambda kind: kind.__name__,
)


@pytest.mark.parametrize("kind", MESSAGE_TYPES, ids=lambda kind: kind.__name__)
def test_page_and_server_declare_the_same_messages(kind: type[msgspec.Struct]) -> None:
    stated = "".join(path.read_text("utf-8") for path in MODULES if "games" not in path.parts[-3:]).replace("\n *", "")
    name = page_name(kind)
    found = re.findall(r"@typedef \{(\{(?:[^{}]|\{[^{}]*\})*\})\} " + name + r"\b", stated)
    assert len(found) == 1, name
    inner = re.sub(r"<[^<>]*>", "", found[0][1:-1])
    fields = {field.split(":")[0].strip().rstrip("?") for field in re.split(r",\s*(?=\w+\??:)", inner)} - {"is"}
    assert fields == {field.name for field in msgspec.structs.fields(kind)}


def test_page_and_server_declare_the_same_answers() -> None:
    types = (WEB / "protocol" / "types.js").read_text("utf-8").replace("\n *", "")
    (stated,) = re.findall(r"@typedef \{([\w |]+)\} Answer\b", types)
    names = {name.strip().replace("WireTable", "Table") for name in stated.split("|")}
    assert names == {page_name(kind) for kind in ANSWERS}


def test_page_and_server_declare_the_same_requests() -> None:
    stated = (WEB / "protocol" / "types.js").read_text("utf-8").replace("\n *", "")
    asked = {do: set(re.findall(r"(\w+)\??:", rest)) for do, rest in re.findall(r"\{do: '(\w+)'([^{}]*)\}", stated)}
    kinds = get_args(protocol.Request)
    known = {kind.__struct_config__.tag: {field.name for field in msgspec.structs.fields(kind)} for kind in kinds}
    assert asked == known


@pytest.mark.parametrize("game", GAMES)
def test_the_styles_of_a_game_apply_only_to_that_game(game: str) -> None:
    style = re.sub(r"/\*.*?\*/", "", (WEB / "games" / game / "style.css").read_text("utf-8"), flags=re.S)
    style = re.sub(
        r"@keyframes [\w-]+ \{(?:[^{}]|\{[^{}]*\})*\}", "", style
    ).strip()  # keyframes apply to nothing by themselves
    assert style.startswith(f"@scope (.{game}) {{")
    depth, closed = 0, 0
    for position, sign in enumerate(style):
        depth += {"{": 1, "}": -1}.get(sign, 0)
        if sign == "}" and not depth:
            closed = position
            break
    assert closed == len(style) - 1


@pytest.mark.parametrize("path", sorted((WEB / "style").rglob("*.css")), ids=named)
def test_hover_styles_are_limited_to_devices_with_a_pointer(path: Path) -> None:
    style = path.read_text("utf-8")
    assert ":hover" not in re.sub(r"@media \(hover: hover\) \{(?:[^{}]|\{[^{}]*\})*\}", "", style)


def test_every_variable_of_the_styles_is_set_and_used() -> None:
    said = "\n".join(path.read_text("utf-8") for path in [*MODULES, *WEB.rglob("*.css")])
    made = set(re.findall(r"(?<![\w-])(--[a-z][\w-]*)\s*:", said))
    assert made == set(re.findall(r"var\((--[a-z][\w-]*)", said))


def test_the_score_sheet_uses_the_games_tie_break_keys() -> None:
    (prefix,) = re.findall(r"key\.startsWith\('([\w.]+)'\)", (WEB / "table" / "scores.js").read_text("utf-8"))
    assert prefix == "outcome.tie."
    assert any(key.startswith(prefix) for name in GAMES for key in texts.sentences(name, "en"))


@pytest.mark.parametrize("name", GAMES)
def test_the_score_sheet_explains_the_tie_break_of_every_game(name: str) -> None:
    assert "sheet.decides" in texts.rule_numbers(name)


@pytest.mark.parametrize("game", GAMES)
def test_bots_react_to_outcomes_that_the_game_has_with_reactions_that_the_page_has(game: str) -> None:
    text = (WEB / "games" / game / "reactions.js").read_text("utf-8")
    outcomes = re.findall(r"""^  '([\w.]+)': {""", text, re.M)
    assert outcomes and set(outcomes) <= set(texts.sentences(game, "en"))
    reactions = re.findall(r"(?:own|others): '(\w+)'", text)
    assert reactions and {f"talk.{name}" for name in reactions} <= set(SENTENCES)
