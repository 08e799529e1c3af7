"""Tests of the HTML of the page: language, theme, link previews, preloaded modules, typeface and web manifest."""

import re
from pathlib import Path

import pytest
from tests.server.harness import Guest, House, async_test

from velodrome.core import texts
from velodrome.games import GAMES
from velodrome.server.http.page import ENTRY_MODULES, PageFiles, PageRequest, list_modules, make_manifest, render_page

WEB = Path(__file__).parents[2] / "src" / "velodrome" / "web"
ORIGIN = "https://play.example.org"


def render(path: str = "/", language: str = "en", theme: str = "system", game: str = "") -> str:
    return render_page(PageFiles(WEB), PageRequest(path, language, theme, ORIGIN, game)).decode()


def properties(html: str) -> dict[str, str]:
    """Return the Open Graph tags of a page."""
    return dict(re.findall(r'<meta property="([\w:]+)" content="([^"]*)">', html))


@pytest.mark.parametrize("language", texts.LANGUAGES)
def test_a_link_preview_of_the_site_is_in_the_readers_language(language: str) -> None:
    found = properties(render(language=language))
    assert found["og:title"] == "Velodrome"
    assert found["og:description"].startswith(texts.load("web", language)["home.lead"][:20])
    assert found["og:image"] == f"{ORIGIN}/web/preview.png"
    assert found["og:url"] == f"{ORIGIN}/"


@pytest.mark.parametrize("language", texts.LANGUAGES)
@pytest.mark.parametrize("game", GAMES)
def test_a_link_preview_of_a_table_shows_its_game(game: str, language: str) -> None:
    found = properties(render("/t/abc", language, game=game))
    name = texts.sentences(game, language)["game.name"]
    assert name in found["og:title"] and found["og:title"] != name
    assert found["og:image"] == f"{ORIGIN}/web/games/{game}/preview.png"
    for path, key in ((f"/learn/{game}", "preview.learn"), (f"/rules/{game}", "rules.title")):
        said = texts.load("web", language)[key].replace("{game}", name)
        assert properties(render(path, language, game=game))["og:title"] == said.replace(" :", "\u00a0:")
    watching = texts.load("web", language)["preview.replay"].format(game=name)
    assert properties(render("/t/abc/replay", language, game=game))["og:title"] == watching.replace(" :", "\u00a0:")


@pytest.mark.parametrize("path", [WEB / "preview.png", *[WEB / "games" / game / "preview.png" for game in GAMES]])
def test_a_preview_is_a_png_of_the_promised_size(path: Path) -> None:
    content = path.read_bytes()
    assert content.startswith(b"\x89PNG")
    assert (int.from_bytes(content[16:20], "big"), int.from_bytes(content[20:24], "big")) == (1200, 630)
    assert len(content) < 150_000


def test_only_the_home_page_has_content_before_its_script_runs() -> None:
    assert render().count('<article class="poster') == len(GAMES)
    assert '<div id="root"></div>' in render("/games")
    assert "{" not in re.sub(r"<style.*?</style>", "", render())


def test_a_page_preloads_the_modules_that_it_needs_at_first() -> None:
    for kind, module in ENTRY_MODULES.items():
        assert (WEB / module).is_file()
        html = render(f"/{kind}/x" if kind in ("t", "rules", "learn") else f"/{kind}")
        assert f'<link rel="modulepreload" href="/web/{module}">' in html
    table = render("/t/abc", game="velvet")
    assert 'href="/web/games/velvet/drawing.js"' in table and 'href="/web/pages/home.js"' not in table
    assert 'href="/web/pages/replay/replay.js"' in render("/t/abc/replay", game="velvet")


def test_modules_are_listed_with_their_imports_but_not_with_lazy_ones() -> None:
    modules = list_modules(WEB, "main.js")
    assert {"lib/dom.js", "lib/settings.js"} <= set(modules)
    assert "pages/play/play.js" not in modules and "lib/sounds.js" not in modules
    assert len(modules) == len(set(modules))


def test_the_typeface_is_linked_only_if_it_is_installed(tmp_path: Path) -> None:
    (tmp_path / "style").mkdir()
    (tmp_path / "index.html").write_text("{font}", "utf-8")
    wanted = PageRequest("/", "en", "system", ORIGIN)
    assert render_page(PageFiles(tmp_path), wanted) == b""
    (tmp_path / "style" / "jost.woff2").write_bytes(b"x")
    assert b"/web/style/typeface.css" in render_page(PageFiles(tmp_path), wanted)


@pytest.mark.parametrize("language", texts.LANGUAGES)
def test_the_manifest_names_icons_that_exist(language: str) -> None:
    manifest = make_manifest(language)
    assert manifest["lang"] == language and manifest["display"] == "standalone"
    icons = manifest["icons"]
    assert isinstance(icons, list)
    assert {icon["sizes"] for icon in icons} == {"any", "192x192", "512x512"}
    for icon in icons:
        content = (WEB / icon["src"].removeprefix("/web/")).read_bytes()
        if icon["type"] == "image/png":
            width = int.from_bytes(content[16:20], "big")
            assert icon["sizes"] == f"{width}x{width}"


@pytest.mark.parametrize(
    ("accepted", "cookie", "language"),
    [
        ("", "", "en"),
        ("fr-FR,fr;q=0.9,en;q=0.8", "", "fr"),
        ("it, en;q=0.5, de;q=0.7", "", "de"),
        ("xx;q=nonsense", "", "en"),
        ("fr", "de", "de"),
        ("fr", "xx", "fr"),
    ],
)
@async_test
async def test_the_page_is_in_the_language_of_the_guest(
    tmp_path: Path, accepted: str, cookie: str, language: str
) -> None:
    async with House(tmp_path) as house:
        (tmp_path / "web" / "index.html").write_text('<html lang="{language}" data-theme="{theme}">', "utf-8")
        headers = {"accept-language": accepted, "cookie": f"velodrome-lang={cookie}; velodrome-theme=dark"}
        answer = await Guest(house).get("/", headers=headers)
        assert answer.text == f'<html lang="{language}" data-theme="dark">'
        assert answer.headers["vary"].startswith("Accept-Language, Cookie")
        other = await Guest(house).get("/games", headers={"cookie": "velodrome-theme=<script>"})
        assert 'data-theme="system"' in other.text
        manifest = await Guest(house).get("/manifest.webmanifest", headers=headers)
        assert manifest.headers["content-type"] == "application/manifest+json"
        assert manifest.json()["lang"] == language


@async_test
async def test_the_preview_of_a_table_survives_a_restart_and_hides_the_invite(tmp_path: Path) -> None:
    async with House(tmp_path) as house:
        page = tmp_path / "web" / "index.html"
        page.write_text("{preview}", "utf-8")
        guest = Guest(house, "Anna")
        room = await guest.create_room("velvet", 2)
        for path in (f"/t/{room}", f"/t/{room}?invite=s3cr3t", f"/t/{room}/replay"):
            found = (await Guest(house).get(path)).text
            assert "games/velvet/preview.png" in found and "s3cr3t" not in found
        assert "games/" not in (await Guest(house).get("/t/nothing")).text
        assert "games/velocity/preview.png" in (await Guest(house).get("/rules/velocity")).text
        assert "games/" not in (await Guest(house).get("/rules/nothing")).text
    async with House(tmp_path) as house:
        page.write_text("{preview}", "utf-8")
        assert "games/velvet/preview.png" in (await Guest(house).get(f"/t/{room}")).text
