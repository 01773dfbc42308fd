"""What a page or an answer offers: addresses to go to, and forms to send."""

from __future__ import annotations

import html
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from html.parser import HTMLParser
from urllib.parse import urlencode

ADDRESS = re.compile(r"""(?:["'(]|https?://testserver)(/[^"'<>()\s\\#]*)""")
LINK = re.compile(r'<a\b[^>]*?href="(/[^"]*)"')
GARBAGE = "\u202e<b>'\"; nonsense\n1e999"


def addresses(text: str) -> Iterator[str]:
    """Every address of this site that is written in a page, a script's data or JSON."""
    for each in ADDRESS.findall(html.unescape(text)):
        if not each.startswith("//"):
            yield each


def links(text: str) -> Iterator[str]:
    """Where a page lets people go."""
    for each in LINK.findall(text):
        yield html.unescape(each).partition("#")[0]


@dataclass
class Form:
    """A form as a page offers it."""

    action: str
    method: str
    fields: dict[str, str] = field(default_factory=dict)
    files: list[str] = field(default_factory=list)
    choices: dict[str, list[str]] = field(default_factory=dict)
    """What may be chosen instead."""

    @property
    def address(self) -> str:
        """Where a form leads that only asks for a page."""
        return f"{self.action}?{urlencode(self.fields)}"

    def asked_otherwise(self, words: Iterable[str]) -> Iterator[str]:
        """Where it leads when one field is other than it stands: another choice, or such words."""
        for name, usual in self.fields.items():
            others = self.choices.get(name) or words
            yield from (
                f"{self.action}?{urlencode({**self.fields, name: other})}"
                for other in others
                if other != usual
            )

    def garbage(self, own: str) -> Iterator[dict[str, str]]:
        """The form as nobody fills it in; `own` is the field that says whose it is."""
        kept = {name: value for name, value in self.fields.items() if name == own}
        yield kept
        yield {name: value if name in kept else GARBAGE for name, value in self.fields.items()}
        for name in self.fields:
            if name not in kept:
                yield {**self.fields, name: GARBAGE}


def forms(text: str, address: str) -> list[Form]:
    """The forms of a page at this address."""
    reader = _Reader(address)
    reader.feed(text)
    return reader.found


class _Reader(HTMLParser):
    """Reads forms, with what stands in their fields."""

    def __init__(self, address: str) -> None:
        super().__init__()
        self.address = address
        self.found: list[Form] = []
        self._inside: Form | None = None
        self._choice = ""
        self._text = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {name: value or "" for name, value in attrs}
        if tag == "form" or "hx-post" in given:
            sent = "post" if "hx-post" in given else given.get("method", "get")
            asked = given.get("hx-post") or given.get("hx-get") or given.get("action")
            action = asked or self.address.partition("?")[0]
            self.found.append(Form(action, sent.lower()))
            self._inside = self.found[-1] if tag == "form" else None
        elif self._inside is not None and (given.get("name") or "formaction" in given):
            self._field(tag, given.get("name", ""), given)
        elif self._inside is not None and tag == "option" and self._choice:
            self._inside.fields.setdefault(self._choice, given.get("value", ""))
            self._inside.choices.setdefault(self._choice, []).append(given.get("value", ""))
            if "selected" in given:
                self._inside.fields[self._choice] = given.get("value", "")

    def _field(self, tag: str, name: str, given: dict[str, str]) -> None:
        assert self._inside is not None
        kind = given.get("type", "")
        if tag == "select":
            self._choice = name
        elif tag == "textarea":
            self._text = name
            self._inside.fields[name] = ""
        elif kind == "file":
            self._inside.files.append(name)
        elif "formaction" in given:
            self.found.append(Form(given["formaction"], "post", self._inside.fields))
        elif tag == "button" or kind in ("checkbox", "radio"):
            if "checked" in given or name not in self._inside.fields:
                self._inside.fields[name] = given.get("value", "on")
        elif tag == "input":
            self._inside.fields[name] = given.get("value", "")

    def handle_data(self, data: str) -> None:
        if self._text and self._inside is not None:
            self._inside.fields[self._text] += data

    def handle_endtag(self, tag: str) -> None:
        if tag == "select":
            self._choice = ""
        elif tag == "textarea":
            self._text = ""
        elif tag == "form":
            self._inside = None
