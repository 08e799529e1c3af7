"""Static content with an ETag: the page and its modules, texts, rules and lessons."""

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

from velodrome.core import rulebook, texts
from velodrome.games import GAMES
from velodrome.server.http.lessons import encode_examples, encode_lesson
from velodrome.server.http.page import PageFiles, PageRequest, choose_language, choose_theme, make_manifest, render_page
from velodrome.server.protocol import WEB
from velodrome.server.services import get_services

CONTENT_TYPES = {
    "html": "text/html; charset=utf-8",
    "js": "text/javascript; charset=utf-8",
    "css": "text/css; charset=utf-8",
    "svg": "image/svg+xml",
    "png": "image/png",
    "woff2": "font/woff2",
    "webmanifest": "application/manifest+json",
    "json": "application/json",
}
FILE_NAME = re.compile(r"\w[\w-]*(\.\w[\w-]*)*", re.ASCII)  # name of a file or folder, except ".." and hidden ones
MAX_PATH_LENGTH = 200
HINT_SUFFIX = ".why"  # the texts of hints are loaded separately, as "velvet.why"
HINT_TEXTS = ("why.",)
FORM_SUFFIX = ".form"  # the texts of the form for a new table and of the board editor: "velvet.form", "web.form"
FORM_TEXTS = ("help.", "group.", "board.", "form.")
RARE_TEXTS = (*HINT_TEXTS, *FORM_TEXTS, "lesson.", "example.")
PARTS = {HINT_SUFFIX: HINT_TEXTS, FORM_SUFFIX: FORM_TEXTS}
POSTER_TEXTS = ("game", "game.name", "game.length", "game.kind")  # texts of a game that the home page shows


class StaticFiles:
    """Routes for the page and its files, and for texts, rules and lessons as JSON."""

    def __init__(self, web: Traversable | None = None) -> None:
        self.web = web or files("velodrome").joinpath("web")
        self.page_files = PageFiles(self.web)
        self.page_texts: dict[str, bytes] = {}  # by "name/language"

    def routes(self) -> list[Route]:
        return [
            Route("/", self.get_page),
            Route("/t/{room}", self.get_page),
            Route("/hand", self.get_page),
            Route("/games", self.get_page),
            Route("/t/{room}/replay", self.get_page),
            Route("/replay", self.get_page),
            Route("/rules/{game}", self.get_page),
            Route("/learn/{game}", self.get_page),
            Route("/manifest.webmanifest", self.get_manifest),
            Route("/web/{path:path}", self.get_file),
            Route("/texts/{name}/{language}.json", self.get_texts),
            Route("/rules/{game}/{language}.json", self.get_rules),
            Route("/lessons/{game}/{language}.json", self.get_lesson),
            Route("/examples/{game}/{language}.json", self.get_examples),
        ]

    async def get_page(self, request: Request) -> Response:
        """Respond with the page; its script then shows the content for the URL."""
        content = self.page(request, await find_game(request))
        response = cacheable_response(request, content, CONTENT_TYPES["html"])
        response.headers["vary"] = "Accept-Language, Cookie"
        return get_services(request).set_cookie(request, response)

    def not_found_page(self, request: Request) -> Response:
        """Respond 404 with the page; its script then shows that there is nothing at the URL."""
        return Response(self.page(request), 404, {"cache-control": "no-cache", "content-type": CONTENT_TYPES["html"]})

    def page(self, request: Request, game: str = "") -> bytes:
        """Return the page's HTML for the URL of a request; `game` is the game that the URL is about, "" for none."""
        origin = get_services(request).base_url(request)
        language, theme = choose_language(request), choose_theme(request)
        return render_page(self.page_files, PageRequest(request.url.path, language, theme, origin, game))

    async def get_manifest(self, request: Request) -> Response:
        """Respond with the web manifest."""
        content = msgspec.json.encode(make_manifest(choose_language(request)))
        return cacheable_response(request, content, CONTENT_TYPES["webmanifest"])

    async def get_file(self, request: Request) -> Response:
        """Respond with a module, style sheet or picture of the page."""
        return self.read_file(request, request.path_params["path"])

    def read_file(self, request: Request, path: str) -> Response:
        """Respond with a file from the page's folder; raise 404 for any other path."""
        file, content_type = self.web, CONTENT_TYPES.get(path.rpartition(".")[2])
        for part in path.split("/"):
            if not FILE_NAME.fullmatch(part) or len(path) > MAX_PATH_LENGTH:
                raise HTTPException(404)
            file = file.joinpath(part)
        if content_type is None or not file.is_file():
            raise HTTPException(404)
        return cacheable_response(request, file.read_bytes(), content_type)

    async def get_texts(self, request: Request) -> Response:
        """Respond with texts in one language.

        The name in the URL selects them: the page ("web"), a game ("velvet"), the game's hints ("velvet.why"), or the
        forms of the game or page ("velvet.form").
        """
        name, language = request.path_params["name"], request.path_params["language"]
        if language not in texts.LANGUAGES:
            raise HTTPException(404)
        if name in (WEB, WEB + FORM_SUFFIX):
            return cacheable_json(request, self.read_page_texts(name, language))
        game, dot, suffix = name.partition(".")
        if game not in GAMES or dot + suffix not in ("", HINT_SUFFIX, FORM_SUFFIX):
            raise HTTPException(404)
        if not dot:
            return cacheable_json(request, encode_game_texts(game, language))
        return cacheable_json(request, encode_some_texts(game, language, PARTS[dot + suffix]))

    def read_page_texts(self, name: str, language: str) -> bytes:
        """Return the page's encoded texts: those of its forms if `name` is "web.form", all others if it is "web".

        They are cached, because reading a file delays the rooms.
        """
        key = f"{name}/{language}"
        if key not in self.page_texts:
            file = self.web.joinpath(f"texts.{language}.toml")
            own = tomllib.loads(file.read_text("utf-8")) if file.is_file() else {}
            forms = {key: text for key, text in own.items() if key.startswith(FORM_TEXTS)}
            common = {key: text for key, text in own.items() if key not in forms}
            self.page_texts[key] = encode_texts(shared_texts(language) | common if name == WEB else forms)
        return self.page_texts[key]

    async def get_rules(self, request: Request) -> Response:
        """Respond with a game's rulebook: its introduction, its chapters, and its rules by number."""
        name, language = check_game(request)
        return cacheable_json(request, encode_rules(name, language))

    async def get_lesson(self, request: Request) -> Response:
        """Respond with the lesson of a game."""
        name, language = check_game(request)
        return cacheable_json(request, encode_lesson(name, language))

    async def get_examples(self, request: Request) -> Response:
        """Respond with the examples in a game's rulebook."""
        name, language = check_game(request)
        return cacheable_json(request, encode_examples(name, language))


async def find_game(request: Request) -> str:
    """Return the game that the page at the URL is about; "" if there is none."""
    name, room = request.path_params.get("game", ""), request.path_params.get("room", "")
    if not room:
        return name if name in GAMES else ""
    services = get_services(request)
    live = services.registry.rooms.get(room)
    if live:
        return live.spec.game.name
    stored = await services.store.load_room(room)
    return stored.room.game if stored else ""


def check_game(request: Request) -> tuple[str, str]:
    """Return the game and the language in the URL; raise 404 if either does not exist."""
    name, language = request.path_params["game"], request.path_params["language"]
    if name not in GAMES or language not in texts.LANGUAGES:
        raise HTTPException(404)
    return name, language


# ---------------------------------------------------------------- content


def shared_texts(language: str) -> dict[str, str]:
    """Return the texts of the page that are stored elsewhere, because other programs use them too.

    These are the titles of the bot levels, the texts on the posters, and the grammar for placeholders.
    """
    levels = {f"level.{key}": text for key, text in texts.load("bots", language).items()}
    posters = {f"{name}.{key}": texts.sentences(name, language)[key] for name in GAMES for key in POSTER_TEXTS}
    return levels | posters | {f"grammar.{key}": text for key, text in texts.load("core", language).items()}


def encode_texts(sentences: dict[str, str], rules: dict[str, str] | None = None) -> bytes:
    """Encode texts in one language as JSON. `rules` maps the key of a text to the number of the rule that it cites."""
    return msgspec.json.encode({"say": sentences, "rule": rules or {}})


@cache
def encode_game_texts(name: str, language: str) -> bytes:
    """Encode the texts of a game, except those that few pages need: for hints, forms, examples and the lesson."""
    rows = texts.sentences(name, language)
    return encode_texts({key: rows[key] for key in rows if not key.startswith(RARE_TEXTS)}, texts.rule_numbers(name))


@cache
def encode_some_texts(name: str, language: str, prefixes: tuple[str, ...]) -> bytes:
    """Encode a game's texts, but only those whose keys begin with one of the prefixes."""
    rows = texts.sentences(name, language)
    return encode_texts({key: rows[key] for key in rows if key.startswith(prefixes)})


@cache
def encode_rules(name: str, language: str) -> bytes:
    """Encode a game's rulebook as JSON: introduction, chapters, and rules by number."""
    chapters = rulebook.chapters(name, language)
    return msgspec.json.encode(
        {
            "intro": rulebook.intro(name, language),
            "chapters": {chapter.title: chapter.text for chapter in chapters},
            "rules": {
                rule.number: {"chapter": rule.chapter, "title": rule.title, "text": rule.text, "note": rule.note}
                for chapter in chapters
                for rule in chapter.rules
            },
        }
    )


# ---------------------------------------------------------------- caching


def cacheable_json(request: Request, content: bytes) -> Response:
    """Return a cacheable response with encoded JSON."""
    return cacheable_response(request, content, CONTENT_TYPES["json"])


def cacheable_response(request: Request, content: bytes, content_type: str) -> Response:
    """Return a response that browsers may cache, but must revalidate every time.

    The response is 304 without content if the browser's copy is current.
    """
    tag = f'"{blake2b(content, digest_size=12).hexdigest()}"'
    headers = {"etag": tag, "cache-control": "no-cache"}
    cached = [word.strip().removeprefix("W/") for word in request.headers.get("if-none-match", "").split(",")]
    if tag in cached:
        return Response(status_code=304, headers=headers)
    return Response(content, headers=headers | {"content-type": content_type})
