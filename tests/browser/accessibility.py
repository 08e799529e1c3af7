"""Accessibility checks with axe in both colour schemes, and a fake for browser notifications."""

from pathlib import Path
from typing import Any

from playwright.sync_api import Page

MODULES = Path(__file__).parents[2] / ".venv" / "node" / "node_modules"  # dev.py installs them
AXE = MODULES / "axe-core" / "axe.min.js"
RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]
# If a dialog is open, check only the dialog: the page behind it is inert, and is checked when no dialog is open.
LOOK = """only => {
  const where = { include: [document.querySelector('dialog[open]') ?? document], exclude: ['svg[aria-hidden=true]'] }
  return axe.run(where, { runOnly: only, resultTypes: ['violations'] }).then(({ violations }) => violations)
}"""

# Record browser notifications in the list `notices` instead of showing them, because a test could not see them.
NOTICES = """() => {
  window.notices = []
  window.asked = 0
  window.Notification = class {
    static permission = 'default'
    static async requestPermission() { window.asked++; return (Notification.permission = 'granted') }
    constructor(title, more) { window.notices.push({ title, ...more }) }
    close() {}
  }
}"""
HIDE = "Object.defineProperty(document, 'hidden', { configurable: true, get: () => true })"


def find_faults(page: Page, theme: str, only: list[str]) -> list[str]:
    page.emulate_media(color_scheme="dark" if theme == "dark" else "light", reduced_motion="reduce")
    if not page.evaluate("'axe' in window"):
        page.evaluate(AXE.read_text("utf-8"))
    found: list[dict[str, Any]] = page.evaluate(LOOK, only)
    return [
        f"{theme}: {fault['id']} ({fault['impact']}): {node['target']} {node['failureSummary']}"
        for fault in found
        for node in fault["nodes"]
    ]


def check(page: Page) -> None:
    """Check that axe finds no fault in the light colour scheme and no contrast fault in the dark one."""
    faults = find_faults(page, "light", RULES) + find_faults(page, "dark", ["color-contrast"])
    assert not faults, "\n".join(faults)
