"""What browser it is and what it runs on, as people call them."""

from __future__ import annotations

BROWSERS = {
    "YaBrowser/": "Yandex",
    "Edg": "Edge",
    "OPR/": "Opera",
    "SamsungBrowser/": "Samsung Internet",
    "Firefox/": "Firefox",
    "FxiOS/": "Firefox",
    "CriOS/": "Chrome",
    "Chrome/": "Chrome",
    "Safari/": "Safari",
}
"""Signs of browsers, each before those whose signs it bears as well."""
SYSTEMS = {
    "iPhone": "iPhone",
    "iPad": "iPad",
    "Android": "Android",
    "Windows": "Windows",
    "CrOS": "ChromeOS",
    "Mac OS X": "macOS",
    "Linux": "Linux",
}


def browser_of(agent: str) -> tuple[str, str]:
    """The browser and its system, from its header; empty where it does not tell.

    >>> browser_of("Mozilla/5.0 (Android 14; Mobile; rv:130.0) Gecko/130.0 Firefox/130.0")
    ('Firefox', 'Android')
    """
    return _first(BROWSERS, agent), _first(SYSTEMS, agent)


def _first(signs: dict[str, str], agent: str) -> str:
    return next((name for sign, name in signs.items() if sign in agent), "")
