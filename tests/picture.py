"""Take the picture of a report that the README shows: `make report picture`.

The first screen of the page, light, as a file of modest size.
"""

import shutil
import sys
from pathlib import Path

WIDTH, HEIGHT = 1180, 930


def take(page: Path, picture: Path) -> None:
    """Open a report's page in chromium and save what is seen first."""
    from playwright.sync_api import sync_playwright

    chromium = shutil.which("chromium")
    if chromium is None:
        sys.exit("error: no chromium on this machine: apt-get install chromium")
    if not page.exists():
        sys.exit(f"error: there is no {page}: make report")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
        tab = browser.new_page(viewport={"width": WIDTH, "height": HEIGHT}, color_scheme="light")
        tab.goto(page.resolve().as_uri())
        picture.parent.mkdir(parents=True, exist_ok=True)
        tab.screenshot(path=picture)
        browser.close()


if __name__ == "__main__":
    take(Path(sys.argv[1]), Path(sys.argv[2]))
