"""Tests of the contrast of texts and symbols with their backgrounds: WCAG level AA, in both colour themes."""

import re
from pathlib import Path

import pytest

TOKENS = (Path(__file__).parents[2] / "src" / "velodrome" / "web" / "style" / "tokens.css").read_text("utf-8")
PAIRS = {name: (day, night) for name, day, night in re.findall(r"--([\w-]+): light-dark\((#\w+), (#\w+)\)", TOKENS)}
TEAMS = re.findall(r'data-team="(\w+)"\] \{ --team: (#\w+); --team-dark: #\w+; --team-ink: (#\w+)', TOKENS)
TEXT_CONTRAST, SIGN_CONTRAST = 4.5, 3.0  # WCAG 1.4.3 and 1.4.11, level AA
MIN_CONTRASTS = dict.fromkeys(("ink", "soft", "red", "teal"), TEXT_CONTRAST)
MIN_CONTRASTS |= dict.fromkeys(("edge", "lit", "chosen"), SIGN_CONTRAST)


def luminance(colour: str) -> float:
    """Return the relative luminance of a colour, as WCAG defines it."""
    parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    red, green, blue = (part / 12.92 if part <= 0.03928 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    low, high = sorted((luminance(one), luminance(other)))
    return (high + 0.05) / (low + 0.05)


@pytest.mark.parametrize("ground", ["paper", "card", "well"])
@pytest.mark.parametrize("ink,minimum", MIN_CONTRASTS.items())
def test_every_colour_has_enough_contrast_on_every_background(ink: str, ground: str, minimum: float) -> None:
    for theme in (0, 1):
        assert contrast(PAIRS[ink][theme], PAIRS[ground][theme]) >= minimum, ("day", "night")[theme]


@pytest.mark.parametrize("team,ground,ink", TEAMS)
def test_text_on_a_team_colour_is_readable(team: str, ground: str, ink: str) -> None:
    assert contrast(ground, ink) >= TEXT_CONTRAST, team


def test_the_main_button_is_readable() -> None:
    assert contrast(PAIRS["red"][0], "#fff8e8") >= TEXT_CONTRAST
    assert contrast(PAIRS["red"][1], "#131b33") >= TEXT_CONTRAST
