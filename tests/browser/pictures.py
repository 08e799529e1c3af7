"""Make the pictures that are stored as files: posters, link previews and icons.

    python tests/browser/pictures.py

Run it after changing a game's `cover.js` or `icon.svg`. It needs Chromium and the typeface (`dev.py font`), draws
with the page's own modules, and writes:

    web/games/<game>/cover.svg      the poster without style sheets, for the HTML of the home page
    web/games/<game>/preview.png    the poster in the format of link previews
    web/preview.png                 the same for the whole site
    web/icon-*.png                  the icon in the sizes that phones ask for
"""

import base64
import mimetypes
import re
from pathlib import Path
from typing import Any
from xml.sax.saxutils import escape, quoteattr

from playwright.sync_api import Browser, Page, Route, sync_playwright
from tests.browser.harness import launch

from velodrome.core import texts
from velodrome.games import GAMES

HERE = Path(__file__).parent
WEB = HERE.parents[1] / "src" / "velodrome" / "web"
PREVIEW_SIZE = (1200, 630)  # pixels, the size that sites with link previews ask for
ICON_SIZES = {"icon-192": 192, "icon-512": 512}
SQUARE_ICON_SIZES = {"icon-180": 180, "icon-mask-512": 512}  # phones cut off the corners
COLOUR = re.compile(r"rgba?\(([\d., ]+)\)")
Node = Any  # [name, attributes, children], or text


def serve(route: Route) -> None:
    """Serve a file of the project for a request that the page makes."""
    path = route.request.url.split("//", 1)[1].split("/", 1)[1]
    file = HERE / "pictures.html" if not path else HERE / path[9:] if path.startswith("pictures/") else WEB / path[4:]
    kind = mimetypes.guess_type(file.name)[0] or "text/plain"
    route.fulfill(body=file.read_bytes(), content_type=f"{kind}; charset=utf-8")


def open_page(browser: Browser, scheme: str) -> Page:
    page = browser.new_page(color_scheme="dark" if scheme == "dark" else "light", reduced_motion="reduce")
    page.route("**/*", serve)
    page.goto("http://table.test/")
    page.wait_for_function("window.drawCover !== undefined")
    return page


def draw_covers(browser: Browser) -> dict[str, str]:
    """Return the posters of all games as SVG; a colour that differs in dark mode is written as light-dark()."""
    light, dark = open_page(browser, "light"), open_page(browser, "dark")
    try:
        return {game: to_svg(*[page.evaluate("drawCover", game) for page in (light, dark)]) + "\n" for game in GAMES}
    finally:
        light.close()
        dark.close()


def to_svg(light: Node, dark: Node) -> str:
    """Return an element as SVG; an attribute whose value differs in dark mode gets a value with light-dark().

    `light` and `dark` are the same element, drawn in light and in dark mode.
    """
    if isinstance(light, str):
        return escape(light)
    (name, attributes, children), (_, others, dark_children) = light, dark
    words = [f"{key}={quoteattr(merge(value, others[key]))}" for key, value in attributes.items()]
    start = " ".join([name, *words])
    inner = "".join(to_svg(*pair) for pair in zip(children, dark_children, strict=True))
    return f"<{start}>{inner}</{name}>" if inner else f"<{start}/>"


def merge(light: str, dark: str) -> str:
    light, dark = short(light), short(dark)
    return light if light == dark else f"light-dark({light}, {dark})"


def short(value: str) -> str:
    """Shorten a computed CSS value: rgb(30, 39, 67) becomes #1e2743, and 2px becomes 2."""
    value = COLOUR.sub(lambda found: hexadecimal(found[1]), value)
    return re.sub(r"(?<=\d)px\b", "", value).replace('"', "")


def hexadecimal(numbers: str) -> str:
    red, green, blue, *alpha = [float(number) for number in numbers.split(",")]
    parts = [red, green, blue, *[255 * number for number in alpha]]
    return "#" + "".join(f"{round(part):02x}" for part in parts)


# ---------------------------------------------------------------- pictures in pixels


def take_picture(browser: Browser, markup: str, size: tuple[int, int], path: Path) -> None:
    """Show this markup in a page of this size, and save a picture of the page."""
    page = browser.new_page(viewport={"width": size[0], "height": size[1]})
    page.set_content(f"<style>body {{ margin: 0 }} body > svg {{ display: block; width: 100vw }}</style>{markup}")
    page.evaluate("document.fonts.ready.then(() => null)")
    page.screenshot(path=path, omit_background=True)
    page.close()


def draw_preview(covers: list[str], name: str) -> str:
    """Return the markup of a link preview: posters on the left, a name on the right."""
    columns = 1 if len(covers) == 1 else 2
    icon = (WEB / "icon.svg").read_text("utf-8")
    font = base64.b64encode((WEB / "style" / "jost.woff2").read_bytes()).decode()
    return f"""<style>
@font-face {{ font-family: Jost; font-weight: 100 900; src: url(data:font/woff2;base64,{font}); }}
.preview {{ display: flex; width: 1200px; height: 630px; background: #f3e7cf; color: #1e2743; font: 800 60px/1 Jost; }}
.posters {{ display: grid; grid-template: repeat({columns}, 1fr) / repeat({columns}, 1fr); width: 840px; }}
.posters svg {{ width: 100%; height: 100%; display: block; min-height: 0; min-width: 0; overflow: hidden; }}
.words {{ flex: 1; display: flex; flex-direction: column; justify-content: space-between; padding: 44px 36px; }}
.brand {{ display: flex; align-items: center; gap: 16px; font-size: 34px; }}
.brand svg {{ width: 64px; height: 64px; }}
h1 {{ font: inherit; margin: 0; color: #b42d24; }}
</style><div class="preview"><div class="posters">{"".join(covers)}</div><div class="words"><h1>{escape(name)}</h1><div
class="brand">{icon}{"" if columns == 2 else "Velodrome"}</div></div></div>"""


def main() -> None:
    with sync_playwright() as playing:
        browser = launch(playing)
        covers = draw_covers(browser)
        for game, cover in covers.items():
            (WEB / "games" / game / "cover.svg").write_text(cover, "utf-8")
            take_picture(
                browser,
                draw_preview([cover], texts.sentences(game, "en")["game.name"]),
                PREVIEW_SIZE,
                WEB / "games" / game / "preview.png",
            )
        take_picture(browser, draw_preview(list(covers.values()), "Velodrome"), PREVIEW_SIZE, WEB / "preview.png")
        icon = (WEB / "icon.svg").read_text("utf-8")
        for name, size in ICON_SIZES.items():
            take_picture(browser, icon, (size, size), WEB / f"{name}.png")
        square = icon.replace(' rx="14"', "").replace('viewBox="0 0 64 64"', 'viewBox="-6 -6 76 76"')
        square = square.replace('<rect width="64" height="64"', '<rect x="-6" y="-6" width="76" height="76"')
        for name, size in SQUARE_ICON_SIZES.items():
            take_picture(browser, square, (size, size), WEB / f"{name}.png")
        browser.close()


if __name__ == "__main__":
    main()
