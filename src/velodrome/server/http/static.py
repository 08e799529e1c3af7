"""What a browser loads: the page and its modules, texts, rules. All of it from the package, checked by ETag."""

import re
import tomllib
from functools import cache
from hashlib import blake2b
from importlib.resources import files
from importlib.resources.abc import Traversable

import msgspec
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from velodrome.bots import LEVELS
from velodrome.bots.levels import LEVEL_TITLES
from velodrome.core import rulebook, texts
from velodrome.games import GAMES
from velodrome.server.http.lessons import lesson_of
from velodrome.server.protocol import WEB
from velodrome.server.services import desk_of

TYPES = {
    "html": "text/html; charset=utf-8",
    "js": "text/javascript; charset=utf-8",
    "css": "text/css; charset=utf-8",
    "svg": "image/svg+xml",
    "json": "application/json",
}
NAME = re.compile(r"\w[\w-]*(\.\w[\w-]*)*", re.ASCII)  # of a file or folder: nothing that leads elsewhere
LONGEST = 200  # letters of a path
YOU = {"en": "you", "fr": "vous"}  # the entry of a sentence that is said to whoever did it
WHY = ".why"  # sentences of hints: "velvet.why"


class Pages:
    """Routes of what a browser loads."""

    def __init__(self, web: Traversable | None = None) -> None:
        self.web = web or files("velodrome").joinpath("web")
        self.own: dict[str, bytes] = {}  # the page's own sentences, by language

    def routes(self) -> list[Route]:
        return [
            Route("/", self.index),
            Route("/t/{room}", self.index),
            Route("/hand", self.index),
            Route("/t/{room}/replay", self.index),
            Route("/replay", self.index),
            Route("/rules/{game}", self.index),
            Route("/learn/{game}", self.index),
            Route("/web/{path:path}", self.module),
            Route("/texts/{name}/{language}.json", self.texts),
            Route("/rules/{game}/{language}.json", self.rules),
            Route("/lessons/{game}/{language}.json", self.lesson),
        ]

    async def index(self, request: Request) -> Response:
        return desk_of(request).known(request, self.file(request, "index.html"))

    def nowhere(self) -> Response:
        """The page, which says that there is nothing at this address."""
        content = self.web.joinpath("index.html").read_bytes()
        return Response(content, 404, {"cache-control": "no-cache", "content-type": TYPES["html"]})

    async def module(self, request: Request) -> Response:
        return self.file(request, request.path_params["path"])

    def file(self, request: Request, path: str) -> Response:
        """A file of the page; 404 for whatever is none."""
        found, kind = self.web, TYPES.get(path.rpartition(".")[2])
        for part in path.split("/"):
            if not NAME.fullmatch(part) or len(path) > LONGEST:
                raise HTTPException(404)
            found = found.joinpath(part)
        if kind is None or not found.is_file():
            raise HTTPException(404)
        return tagged(request, found.read_bytes(), kind)

    async def texts(self, request: Request) -> Response:
        """Every sentence of a game, or of the page, in one language."""
        name, language = request.path_params["name"], request.path_params["language"]
        if language not in texts.LANGUAGES:
            raise HTTPException(404)
        if name == WEB:
            return tagged(request, self.own_texts(language), TYPES["json"])
        game = name.removesuffix(WHY)
        if game not in GAMES:
            raise HTTPException(404)
        return tagged(request, of_game(game, language, name != game), TYPES["json"])

    def own_texts(self, language: str) -> bytes:
        """The page's own sentences, read once: every page asks for them, and tables wait meanwhile."""
        if language not in self.own:
            file = self.web.joinpath("texts.toml")
            rows = titles() | (tomllib.loads(file.read_text("utf-8")) if file.is_file() else {})
            self.own[language] = spoken(rows, language)
        return self.own[language]

    async def rules(self, request: Request) -> Response:
        """Every rule of a game by its number."""
        name, language = request.path_params["game"], request.path_params["language"]
        if name not in GAMES or language not in texts.LANGUAGES:
            raise HTTPException(404)
        return tagged(request, rules_of(name, language), TYPES["json"])

    async def lesson(self, request: Request) -> Response:
        """The guided first game of a game."""
        name, language = request.path_params["game"], request.path_params["language"]
        if name not in GAMES or language not in texts.LANGUAGES:
            raise HTTPException(404)
        return tagged(request, lesson_of(name, language), TYPES["json"])


def titles() -> dict[str, dict[str, str]]:
    """The names of the levels as sentences of the page."""
    return {
        f"level.{level}": {lang: LEVEL_TITLES[lang][place - 1] for lang in LEVEL_TITLES}
        for level, place in LEVELS.items()
    }


def spoken(rows: dict[str, dict[str, str]], language: str) -> bytes:
    """Sentences of one language: as they are said, as they are said to whoever did it, and their rules."""
    own = YOU[language]
    return msgspec.json.encode(
        {
            "say": {key: row[language] for key, row in rows.items()},
            "you": {key: row[own] for key, row in rows.items() if own in row},
            "rule": {key: row["rule"] for key, row in rows.items() if "rule" in row},
        }
    )


@cache
def of_game(name: str, language: str, why: bool = False) -> bytes:
    """The sentences of a game: those of hints, which few pages need, or all others."""
    return spoken({key: row for key, row in texts.sentences(name).items() if key.startswith("why.") is why}, language)


@cache
def rules_of(name: str, language: str) -> bytes:
    found = rulebook.rules(name, language)
    return msgspec.json.encode(
        {
            "intro": rulebook.intro(name, language),
            "rules": {
                number: {"chapter": rule.chapter, "title": rule.title, "text": rule.text}
                for number, rule in found.items()
            },
        }
    )


def tagged(request: Request, content: bytes, kind: str) -> Response:
    """An answer that a browser keeps, and asks about each time."""
    tag = f'"{blake2b(content, digest_size=12).hexdigest()}"'
    headers = {"etag": tag, "cache-control": "no-cache"}
    known = [word.strip().removeprefix("W/") for word in request.headers.get("if-none-match", "").split(",")]
    if tag in known:
        return Response(status_code=304, headers=headers)
    return Response(content, headers=headers | {"content-type": kind})
