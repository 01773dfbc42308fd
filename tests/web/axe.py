"""What axe finds wrong in a page."""

from __future__ import annotations

from typing import Any

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page

CONTRAST = {"runOnly": ["color-contrast"]}
"""All that depends on the colours of a page."""


def violations(page: Page) -> list[str]:
    """What axe finds wrong in light and in dark, one line an element."""
    page.emulate_media(color_scheme="light", reduced_motion="reduce")
    wrong = found_by_axe(page)
    page.emulate_media(color_scheme="dark", reduced_motion="reduce")
    return wrong + found_by_axe(page, **CONTRAST)


def found_by_axe(page: Page, **rules: Any) -> list[str]:
    found = Axe().run(page, options={"resultTypes": ["violations"], **rules})
    return [
        f"{each['id']}: {node['html'][:150]}"
        for each in found.response["violations"]
        for node in each["nodes"]
    ]
