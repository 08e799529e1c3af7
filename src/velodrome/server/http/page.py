"""The HTML of the page: link previews, preloaded modules, and the home page before its script runs."""

import os
import re
from html import escape
from importlib.resources.abc import Traversable
from typing import NamedTuple

from starlette.requests import Request

from velodrome.core import texts
from velodrome.server.http.home import PageTexts, render_bar, render_home

LANGUAGE_COOKIE, THEME_COOKIE = "velodrome-lang", "velodrome-theme"  # set by the page's script
THEMES = ("system", "light", "dark")
THEME_COLOUR = "#f3e7cf"  # --paper of tokens.css
FONT = "style/jost.woff2"  # `dev.py` downloads it; without it, the page uses fonts of the system
ENTRY_MODULES = {  # the module of each page, by the first part of the page's URL path
    "": "pages/home.js",
    "t": "pages/play/play.js",
    "games": "pages/games.js",
    "hand": "pages/handover.js",
    "replay": "pages/replay/replay.js",
    "rules": "pages/rulebook.js",
    "learn": "pages/lesson.js",
}
IMPORT = re.compile(r"""^(?:import|export)\b[^'"`;]*?from '(\.[^']+)'""", re.MULTILINE)  # matches static imports only


class PageRequest(NamedTuple):
    """The properties of a request on which the HTML of the page depends."""

    path: str
    language: str
    theme: str
    origin: str  # the URL of the server: link previews need full URLs
    game: str = ""  # the game that the page is about, if any


class PageFiles:
    """The folder with the page's files, and a cache of data that is derived from them.

    Computing this data takes milliseconds, during which the server could not handle any messages from rooms.
    """

    def __init__(self, web: Traversable) -> None:
        self.web = web
        self.homes: dict[str, str] = {}  # HTML of the home page by language
        self.modules: dict[tuple[str, ...], list[str]] = {}  # modules to preload by entry modules

    def home(self, words: PageTexts) -> str:
        if words.language not in self.homes:
            self.homes[words.language] = render_home(self.web, words)
        return self.homes[words.language]

    def preloads(self, *entries: str) -> list[str]:
        if entries not in self.modules:
            self.modules[entries] = list_modules(self.web, *entries)
        return self.modules[entries]


def choose_language(request: Request) -> str:
    """Return the language for the page: the guest's choice, else the browser's, else English.

    The guest's choice is in a cookie. From the browser's list, take the most preferred language that has texts.
    """
    header = request.headers.get("accept-language", "")
    ranked = sorted(enumerate(header.split(",")), key=lambda part: (-quality(part[1]), part[0]))
    wanted = [request.cookies.get(LANGUAGE_COOKIE, ""), *[part for _, part in ranked]]
    names = [name.strip()[:2].lower() for name in wanted]
    return next((name for name in names if name in texts.LANGUAGES), texts.DEFAULT_LANGUAGE)


def quality(part: str) -> float:
    """Return the weight of one language in an Accept-Language header: 0.7 for "fr;q=0.7", 1 without a number."""
    found = re.search(r";\s*q=(\d(?:\.\d{0,3})?)\s*$", part)
    return float(found[1]) if found else 1.0


def choose_theme(request: Request) -> str:
    """Return the theme that the guest chose in this browser; "system" if there is no valid choice."""
    theme = request.cookies.get(THEME_COOKIE, "")
    return theme if theme in THEMES else THEMES[0]


def render_page(files: PageFiles, wanted: PageRequest) -> bytes:
    """Return the page's HTML: `index.html` with all placeholders filled in for this request."""
    page = files.web.joinpath("index.html").read_text("utf-8")
    is_home = wanted.path == "/" and "{root}" in page
    words = PageTexts(wanted.language)
    title, description = describe_page(words, wanted)
    slots = {
        "{language}": wanted.language,
        "{theme}": wanted.theme,
        "{languages}": " ".join(texts.LANGUAGES),
        "{title}": escape(title),
        "{description}": escape(description),
        "{preview}": render_preview(wanted, title, description),
        "{font}": render_font(files.web),
        "{modules}": render_preloads(files, wanted),
        "{bar}": render_bar(words) if is_home else "",
        "{root}": files.home(words) if is_home else "",
    }
    for slot, content in slots.items():
        page = page.replace(slot, content)
    return page.encode()


# ---------------------------------------------------------------- head


def describe_page(words: PageTexts, wanted: PageRequest) -> tuple[str, str]:
    """Return the title and the description of a page for link previews and search engines."""
    if not wanted.game:
        return words.say("title"), words.say("home.lead")
    name, text = words.of_game(wanted.game, "game.name"), words.of_game(wanted.game, "game")
    keys = {"t": "preview.table", "learn": "preview.learn", "rules": "rules.title"}
    key = "preview.replay" if wanted.path.endswith("/replay") else keys[wanted.path.split("/")[1]]
    return words.say(key, game=name), text


def render_preview(wanted: PageRequest, title: str, description: str) -> str:
    """Render the Open Graph tags, which messengers read to show a link as a card."""
    picture = f"games/{wanted.game}/preview.png" if wanted.game else "preview.png"
    tags = {
        "og:type": "website",
        "og:site_name": "Velodrome",
        "og:title": title,
        "og:description": description,
        "og:url": wanted.origin + wanted.path,
        "og:locale": wanted.language,
        "og:image": f"{wanted.origin}/web/{picture}",
        "og:image:type": "image/png",
        "og:image:width": "1200",
        "og:image:height": "630",
        "og:image:alt": title,
    }
    lines = [f'<meta property="{name}" content="{escape(content)}">' for name, content in tags.items()]
    return "\n".join([*lines, '<meta name="twitter:card" content="summary_large_image">'])


def render_font(web: Traversable) -> str:
    """Render the links to our font and its style sheet; return "" if the font is not installed."""
    if not web.joinpath(FONT).is_file():
        return ""
    return (
        f'<link rel="preload" href="/web/{FONT}" as="font" type="font/woff2" crossorigin>\n'
        '<link rel="stylesheet" href="/web/style/typeface.css">'
    )


def render_preloads(files: PageFiles, wanted: PageRequest) -> str:
    """Render links to all modules that the page needs at first, so that the browser fetches them together."""
    kind = wanted.path.split("/")[1]
    kind = "replay" if wanted.path.endswith("/replay") else kind
    entries = [name for name in ("main.js", ENTRY_MODULES.get(kind, "")) if name]
    if wanted.game and kind == "t":
        entries.append(f"games/{wanted.game}/drawing.js")
    return "\n".join(f'<link rel="modulepreload" href="/web/{name}">' for name in files.preloads(*entries))


def list_modules(web: Traversable, *entries: str) -> list[str]:
    """Return the modules `entries` and all modules that they import statically, even indirectly, as paths in `web`."""
    found: list[str] = []
    waiting = [*entries][::-1]
    while waiting:
        name = waiting.pop()
        file = web.joinpath(name)
        if name in found or not file.is_file():
            continue
        found.append(name)
        folder = os.path.dirname(name)
        addresses = IMPORT.findall(file.read_text("utf-8"))
        waiting += [os.path.normpath(os.path.join(folder, address)).replace(os.sep, "/") for address in addresses]
    return found


# ---------------------------------------------------------------- web manifest


def make_manifest(language: str) -> dict[str, object]:
    """Return the web manifest, which lets phones and desktops install the page as an app."""
    words = PageTexts(language)
    icons = [
        {"src": "/web/icon.svg", "type": "image/svg+xml", "sizes": "any"},
        {"src": "/web/icon-192.png", "type": "image/png", "sizes": "192x192"},
        {"src": "/web/icon-512.png", "type": "image/png", "sizes": "512x512"},
        {"src": "/web/icon-mask-512.png", "type": "image/png", "sizes": "512x512", "purpose": "maskable"},
    ]
    return {
        "id": "/",
        "name": words.say("title"),
        "short_name": words.say("title"),
        "description": words.say("home.lead"),
        "lang": language,
        "start_url": "/",
        "scope": "/",
        "display": "standalone",
        "theme_color": THEME_COLOUR,
        "background_color": THEME_COLOUR,
        "icons": icons,
    }
