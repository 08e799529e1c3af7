"""The home page as HTML, so that browsers can show it before its script runs.

The script (`web/pages/home.js` and `web/main.js`) then renders the same markup again; a browser test checks
that both are equal.
"""

import re
from html import escape
from importlib.resources.abc import Traversable

from velodrome.bots import LEVELS
from velodrome.bots.levels import level_title
from velodrome.core import texts
from velodrome.games import GAMES

DEFAULT_SEATS, DEFAULT_LEVEL = 3, "level3"  # selected on the posters until the page knows the guest's last choice

SETTINGS_ICON = (  # art/icons.js
    "M9.6 4.2L9.9 1L14.1 1L14.4 4.2L15.8 4.7L18.3 2.7L21.3 5.7L19.3 8.2L19.8 9.6L23 9.9L23 14.1L19.8 14.4L19.3 15.8"
    "L21.3 18.3L18.3 21.3L15.8 19.3L14.4 19.8L14.1 23L9.9 23L9.6 19.8L8.2 19.3L5.7 21.3L2.7 18.3L4.7 15.8L4.2 14.4"
    "L1 14.1L1 9.9L4.2 9.6L4.7 8.2L2.7 5.7L5.7 2.7L8.2 4.7ZM12 8.5a3.5 3.5 0 1 0 0 7 3.5 3.5 0 0 0 0-7z"
)


class PageTexts:
    """Texts of the page and of the games in one language, formatted exactly as `lib/i18n.js` formats them."""

    def __init__(self, language: str) -> None:
        self.language = language
        self.words = texts.load("web", language)

    def say(self, key: str, **arguments: object) -> str:
        """Return a sentence of the page; `arguments` are the values for its placeholders."""
        return fix_spaces(texts.capitalize(texts.fill(self.words[key], arguments, self.language)))

    def of_game(self, game: str, key: str) -> str:
        """Return a sentence of a game."""
        return fix_spaces(texts.capitalize(texts.sentences(game, self.language)[key]))

    def show(self, key: str, **arguments: object) -> str:
        """Return a sentence of the page as HTML."""
        return escape(self.say(key, **arguments))


def fix_spaces(sentence: str) -> str:
    """Replace the spaces around French punctuation, before % and after n° with no-break spaces."""
    return re.sub(r" (?=[:;?!»%])|(?<=«) |(?<=n°) ", "\u00a0", sentence)


def render_bar(words: PageTexts) -> str:
    """Render the top bar."""
    show, language = words.show, words.language
    icon = f'''<svg class="icon" viewBox="0 0 24 24" width="20" height="20" fill="currentColor"
aria-hidden="true"><path fill-rule="evenodd" d="{SETTINGS_ICON}"/></svg>'''
    return f"""<div class="bar"><a class="brand" href="/" data-do="go" data-arg="/"
aria-label="{show("title")}: {show("home")}"><img src="/web/icon.svg" alt="" width="32"
height="32"><span>{show("title")}</span></a><span class="spring"></span><a class="press small" href="/games"
data-do="go" data-arg="/games">{show("games")}</a><label class="press small language" title="{show("language")}"><span
aria-hidden="true">{language.upper()}</span><select class="languages" data-change="lang"
aria-label="{show("language")}"><option value="{language}" lang="{language}"
selected>{language.upper()}</option></select></label><button type="button" class="press small tool settings-button"
data-key="settings" data-do="settings" title="{show("settings")}" aria-label="{show("settings")}"
>{icon}</button></div>"""


def render_home(web: Traversable, words: PageTexts) -> str:
    """Render the body of the home page for a guest who has no rooms."""
    show = words.show
    posters = "".join(render_poster(web, words, game) for game in GAMES)
    return f"""<main class="home" data-key="home"><section class="hello"><div
class="hello-words"><h1>{show("home.title")}</h1><p class="lead">{show("home.lead")}</p></div><label
class="nick">{show("home.nick")} <input class="field" value="" maxlength="16" data-change="nick"
autocomplete="nickname" spellcheck="false"></label></section><section class="posters">{posters}</section><footer
class="foot"><span>{show("home.foot")}</span> <a href="/hand" data-do="go"
data-arg="/hand">{show("home.hand")}</a> <a href="/replay" data-do="go"
data-arg="/replay">{show("replay.load")}</a></footer></main>"""


def render_poster(web: Traversable, words: PageTexts, name: str) -> str:
    """Render the poster of a game with its buttons."""
    show = words.show
    low, high = GAMES[name].seats[0], GAMES[name].seats[-1]
    players = words.say("home.players", count=low if low == high else f"{low}–{high}")
    facts = "\u00a0· ".join([players, words.of_game(name, "game.length"), words.of_game(name, "game.kind")])
    cover = web.joinpath("games", name, "cover.svg").read_text("utf-8").strip()
    return f"""<article class="poster {name}" data-key="{name}"><div class="cover"
aria-hidden="true">{cover}</div><div class="about"><h2>{escape(words.of_game(name, "game.name"))}</h2><p
class="facts">{escape(facts)}</p><p>{escape(words.of_game(name, "game"))}</p><div
class="choose">{render_seats(words, name, low, high)}<label class="of-level"><span class="portrait"
aria-hidden="true"></span><span class="hidden">{show("home.level")}</span><select class="field" data-change="set"
data-arg="{name}.level">{render_levels(words)}</select></label></div><div class="choose"><button type="button"
class="press main" data-do="now" data-arg="{name}">{show("home.now")}</button><button type="button" class="press"
data-do="invite" data-arg="{name}">{show("home.invite")}</button><button type="button" class="press" data-do="together"
data-arg="{name}">{show("hot.home")}</button></div><p class="read"><a href="/learn/{name}" data-do="go"
data-arg="/learn/{name}">{show("learn.poster")}</a> <a href="/rules/{name}" data-do="go"
data-arg="/rules/{name}">{show("rules")}</a></p></div></article>"""


def render_seats(words: PageTexts, name: str, low: int, high: int) -> str:
    """Render the menu for the number of players, from `low` to `high`; return "" if the two are equal."""
    if low == high:
        return ""
    chosen = min(high, max(low, DEFAULT_SEATS))
    options = [render_option(str(count), words.say("home.players", count=count), count == chosen)
               for count in range(low, high + 1)]  # fmt: skip
    return f"""<label><span class="hidden">{words.show("home.seats")}</span><select class="field" data-change="set"
data-arg="{name}.seats">{"".join(options)}</select></label>"""


def render_levels(words: PageTexts) -> str:
    """Render the items of the menu from which a guest chooses the level of the bots."""
    titles = {level: words.say("bot.level", title=level_title(number, words.language), number=number)
              for level, number in LEVELS.items()}  # fmt: skip
    return "".join(render_option(level, title, level == DEFAULT_LEVEL) for level, title in titles.items())


def render_option(value: str, title: str, is_chosen: bool) -> str:
    return f'<option value="{value}"{" selected" if is_chosen else ""}>{escape(title)}</option>'
