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

from velodrome.bots import LEVELS
from velodrome.bots.levels import level_title
from velodrome.core import rulebook, texts
from velodrome.games import GAMES
from velodrome.server.http.lessons import encode_examples, encode_lesson
from velodrome.server.protocol import WEB
from velodrome.server.services import get_services

CONTENT_TYPES = {
    "html": "text/html; charset=utf-8",
    "js": "text/javascript; charset=utf-8",
    "css": "text/css; charset=utf-8",
    "svg": "image/svg+xml",
    "json": "application/json",
}
FILE_NAME = re.compile(r"\w[\w-]*(\.\w[\w-]*)*", re.ASCII)  # name of a file or folder, except ".." and hidden ones
MAX_PATH_LENGTH = 200
HINT_SUFFIX = ".why"  # the texts of hints are loaded separately, as "velvet.why"
HINT_TEXTS = "why."
RARE_TEXTS = (HINT_TEXTS, "lesson.", "example.")
LANGUAGES_SLOT = b"{languages}"  # placeholder in the page for the list of languages


class StaticFiles:
    """Serves the page and its files; serves texts, rules and lessons as JSON."""

    def __init__(self, web: Traversable | None = None) -> None:
        self.web = web or files("velodrome").joinpath("web")
        self.page_texts: dict[str, bytes] = {}  # by language

    def routes(self) -> list[Route]:
        return [
            Route("/", self.get_page),
            Route("/t/{room}", self.get_page),
            Route("/hand", self.get_page),
            Route("/t/{room}/replay", self.get_page),
            Route("/replay", self.get_page),
            Route("/rules/{game}", self.get_page),
            Route("/learn/{game}", self.get_page),
            Route("/web/{path:path}", self.get_file),
            Route("/texts/{name}/{language}.json", self.get_texts),
            Route("/rules/{game}/{language}.json", self.get_rules),
            Route("/lessons/{game}/{language}.json", self.get_lesson),
            Route("/examples/{game}/{language}.json", self.get_examples),
        ]

    async def get_page(self, request: Request) -> Response:
        """Respond with the page; its script then shows the content for the URL."""
        response = cacheable_response(request, self.page(), CONTENT_TYPES["html"])
        return get_services(request).set_cookie(request, response)

    def not_found_page(self) -> Response:
        """Respond 404 with the page; its script then shows that there is nothing at the URL."""
        return Response(self.page(), 404, {"cache-control": "no-cache", "content-type": CONTENT_TYPES["html"]})

    def page(self) -> bytes:
        """Return the page with the list of languages filled in."""
        languages = " ".join(texts.LANGUAGES).encode()
        return self.web.joinpath("index.html").read_bytes().replace(LANGUAGES_SLOT, languages)

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
        """Respond with all texts of a game, of its hints, or of the page, in one language."""
        name, language = request.path_params["name"], request.path_params["language"]
        if language not in texts.LANGUAGES:
            raise HTTPException(404)
        if name == WEB:
            return cacheable_json(request, self.read_page_texts(language))
        game = name.removesuffix(HINT_SUFFIX)
        if game not in GAMES:
            raise HTTPException(404)
        encode = encode_game_texts if name == game else encode_hint_texts
        return cacheable_json(request, encode(game, language))

    def read_page_texts(self, language: str) -> bytes:
        """Return the page's encoded texts; cached, because every page loads them and reading them delays the rooms."""
        if language not in self.page_texts:
            file = self.web.joinpath(f"texts.{language}.toml")
            own = tomllib.loads(file.read_text("utf-8")) if file.is_file() else {}
            self.page_texts[language] = encode_texts(shared_texts(language) | own)
        return self.page_texts[language]

    async def get_rules(self, request: Request) -> Response:
        """Respond with all rules of a game by their numbers."""
        name, language = check_game(request)
        return cacheable_json(request, encode_rules(name, language))

    async def get_lesson(self, request: Request) -> Response:
        """Respond with the guided first game of a game."""
        name, language = check_game(request)
        return cacheable_json(request, encode_lesson(name, language))

    async def get_examples(self, request: Request) -> Response:
        """Respond with the pictures in the rulebook of a game."""
        name, language = check_game(request)
        return cacheable_json(request, encode_examples(name, language))


def check_game(request: Request) -> tuple[str, str]:
    """Return the game and the language in the URL; raise 404 if either does not exist."""
    name, language = request.path_params["game"], request.path_params["language"]
    if name not in GAMES or language not in texts.LANGUAGES:
        raise HTTPException(404)
    return name, language


# ---------------------------------------------------------------- content


def shared_texts(language: str) -> dict[str, str]:
    """Return the page's texts that other programs share: names of bot levels, and grammar for placeholders."""
    levels = {f"level.{level}": level_title(number, language) for level, number in LEVELS.items()}
    return levels | {f"grammar.{key}": text for key, text in texts.load("core", language).items()}


def encode_texts(sentences: dict[str, str], rules: dict[str, str] | None = None) -> bytes:
    """Encode texts in one language, with the numbers of their rules."""
    return msgspec.json.encode({"say": sentences, "rule": rules or {}})


@cache
def encode_game_texts(name: str, language: str) -> bytes:
    """Encode the texts of a game, except those that few pages need: hints and the lesson."""
    rows = texts.sentences(name, language)
    return encode_texts({key: rows[key] for key in rows if not key.startswith(RARE_TEXTS)}, texts.rule_numbers(name))


@cache
def encode_hint_texts(name: str, language: str) -> bytes:
    """Encode the texts of a game's hints."""
    rows = texts.sentences(name, language)
    return encode_texts({key: rows[key] for key in rows if key.startswith(HINT_TEXTS)})


@cache
def encode_rules(name: str, language: str) -> bytes:
    """Encode the rulebook of a game."""
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
    """Respond with content that browsers cache and revalidate each time; with 304 if their copy is current."""
    tag = f'"{blake2b(content, digest_size=12).hexdigest()}"'
    headers = {"etag": tag, "cache-control": "no-cache"}
    cached = [word.strip().removeprefix("W/") for word in request.headers.get("if-none-match", "").split(",")]
    if tag in cached:
        return Response(status_code=304, headers=headers)
    return Response(content, headers=headers | {"content-type": content_type})
