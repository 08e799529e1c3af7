"""Measure how fast the home page appears over a slow network, in Chromium with an empty cache.

    python benchmarks/loading.py [--runs 7] [--url http://127.0.0.1:8000]

The simulated network is that of an average phone: 150 ms per round trip, 1.6 Mbit/s. The script prints medians
in milliseconds:

    shown    the posters and buttons of all four games are visible
    ready    the page's JavaScript has started, so the buttons work

It also prints the number of requests and the kilobytes received. Without --url it starts a server of its own.
It needs Chromium and Playwright (`python3 dev.py test` installs them).
"""

import argparse
import contextlib
import shutil
import socket
import statistics
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Iterator
from typing import Any

from playwright.sync_api import Browser, sync_playwright

NETWORK = {
    "offline": False,
    "latency": 150,  # ms per request
    "downloadThroughput": 1.6e6 / 8,  # bytes per second
    "uploadThroughput": 0.75e6 / 8,
}
BROWSERS = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
TIMEOUT = 30  # seconds
WATCH = """
const look = () => {
  const isPainted = performance.getEntriesByName('first-contentful-paint').length > 0
  const buttons = [...document.querySelectorAll('.poster [data-do=now]')].filter((button) => button.offsetHeight)
  const posters = [...document.querySelectorAll('.poster .cover > svg')].filter((cover) => cover.clientHeight)
  if (isPainted && buttons.length === 4 && posters.length === 4) window.shown ??= performance.now()
  if (window.shown && document.querySelector('.nick input')?.value) window.ready ??= performance.now()
  if (window.ready) document.documentElement.dataset.ready = 'yes'
  else requestAnimationFrame(look)
}
look()
"""


@contextlib.contextmanager
def started_server() -> Iterator[str]:
    """Start a server on a free port; yield its URL."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    with tempfile.TemporaryDirectory() as folder:
        words = [sys.executable, "-m", "velodrome", "serve", "--port", str(port), "--no-browser"]
        server = subprocess.Popen([*words, "--database", f"{folder}/table.sqlite"], stdout=subprocess.DEVNULL)
        try:
            wait_for(f"http://127.0.0.1:{port}")
            yield f"http://127.0.0.1:{port}"
        finally:
            server.terminate()
            server.wait()


def wait_for(url: str) -> None:
    """Wait until the server answers."""
    until = time.monotonic() + TIMEOUT
    while True:
        try:
            with urllib.request.urlopen(f"{url}/health"):
                return
        except OSError:
            if time.monotonic() > until:
                raise
            time.sleep(0.1)


def load_page(browser: Browser, url: str) -> dict[str, float]:
    """Open the home page once with an empty cache; return times in ms, the number of requests and the kilobytes."""
    context = browser.new_context(viewport={"width": 412, "height": 823}, locale="en-GB")
    page = context.new_page()
    session = context.new_cdp_session(page)
    session.send("Network.enable")
    session.send("Network.emulateNetworkConditions", NETWORK)
    sizes: list[float] = []

    def count(event: dict[str, Any]) -> None:
        sizes.append(event["encodedDataLength"])

    session.on("Network.loadingFinished", count)
    page.add_init_script(WATCH)
    page.goto(url, wait_until="commit")
    page.wait_for_selector("html[data-ready]", timeout=TIMEOUT * 1000)
    times = page.evaluate("({ shown: window.shown, ready: window.ready })")
    found = {**times, "requests": len(sizes), "kilobytes": sum(sizes) / 1000}
    context.close()
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--runs", type=int, default=7)
    parser.add_argument("--url", default="")
    arguments = parser.parse_args()
    chromium = next(found for name in BROWSERS if (found := shutil.which(name)))
    server = contextlib.nullcontext(arguments.url) if arguments.url else started_server()
    with server as url, sync_playwright() as playing:
        browser = playing.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
        load_page(browser, url)  # not measured: the server reads its files from disk
        runs = [load_page(browser, url) for _ in range(arguments.runs)]
        browser.close()
    for name in runs[0]:
        values = [run[name] for run in runs]
        print(f"{name:<10} {statistics.median(values):7.0f}   ({min(values):.0f} to {max(values):.0f})")


if __name__ == "__main__":
    main()
