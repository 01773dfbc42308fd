"""A sentence for a person: a template and its parts.

    Text("a man does not move back, from {here} to {there}", here=here, there=there)

It is a `str`, the English that one sees when printing it; who speaks another language translates
the template by gettext and puts the parts in, those that are Texts translated in their turn.
Formatting into another string, `+`, `join` and `str()` lose what a Text carries, so sentences are
composed by parts, never by interpolation. What somebody wrote, and notation, are parts of plain
`str` and stay as they are.

Templates are literals in the code, for `make check` finds them there and looks for them in the
catalogues; `from_data` is for words of data files.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from gettext import NullTranslations
from typing import Any

_ESCAPED = re.compile(r"{{|}}")
_BRACES = re.compile(r"{([^{}]*)}|[{}]")
_SPEC = re.compile(r"[<>^]?[+]?\d{0,2},?(\.\d)?[a-z%]?")
"""How a stored template may have a part formatted: in a width of two digits at most."""


LONGEST = 1 << 16
"""Letters of a stored sentence; one that names a long part often would have many more."""


class Text(str):
    """A sentence, or a piece of one, that can be said in other languages."""

    __slots__ = ("many", "parts", "template")

    template: str
    many: str
    """The template for other numbers than one; empty where nothing is counted."""
    parts: Mapping[str, Any]

    def __new__(cls, template: str, /, **parts: object) -> Text:
        return cls._made(template, "", parts)

    @classmethod
    def _made(cls, template: str, many: str, parts: Mapping[str, Any]) -> Text:
        chosen = many if many and parts["count"] != 1 else template
        text = super().__new__(cls, chosen.format(**parts) if parts else chosen)
        text.template, text.many, text.parts = template, many, parts
        return text

    def __reduce__(self) -> tuple[Any, ...]:
        return _made, (self.template, self.many, dict(self.parts))

    def with_parts(self, parts: Mapping[str, Any]) -> Text:
        """The same template with other parts of these names."""
        return self._made(self.template, self.many, parts)

    def into(self, catalogue: NullTranslations) -> str:
        """The sentence as a language's catalogue has it; in English where it has none."""
        if not self.template:
            return ""
        if self.many:
            found = catalogue.ngettext(self.template, self.many, self.parts["count"])
        else:
            found = catalogue.gettext(self.template)
        if not self.parts:
            return found
        return found.format(
            **{
                name: part.into(catalogue) if isinstance(part, Text) else part
                for name, part in self.parts.items()
            }
        )

    def to_json(self) -> dict[str, Any]:
        """What can be stored of it: `from_json` makes an equal Text of it."""
        parts = {
            name: part.to_json()
            if isinstance(part, Text)
            else part
            if isinstance(part, int | float)
            else str(part)
            for name, part in self.parts.items()
        }
        counted = {"many": self.many} if self.many else {}
        return {"template": self.template, **counted, "parts": parts}

    @classmethod
    def from_json(cls, stored: Mapping[str, Any]) -> Text:
        """The Text that was stored so. Raises `ValueError` for what is none.

        What is stored may come from anywhere, so its templates can do no more than name parts.
        """
        parts = {
            name: cls.from_json(part) if isinstance(part, Mapping) else part
            for name, part in stored["parts"].items()
        }
        template, many = stored["template"], stored.get("many", "")
        for each in (template, many) if parts else ():
            fields = [field.partition(":") for field in _BRACES.findall(_ESCAPED.sub("", each))]
            if not all(name in parts and _SPEC.fullmatch(spec) for name, _, spec in fields):
                raise ValueError(f"{each!r} is no sentence with the parts {', '.join(parts)}")
            lengths = (len(str(parts[name])) for name, _, _ in fields)
            if len(each) + sum(lengths) > LONGEST:
                raise ValueError(f"a sentence of more than {LONGEST} letters")
        return cls._made(template, many, parts)


_made = Text._made

NOTHING = Text("")
"""Where there is nothing to say."""


def plural(one: str, many: str, /, count: int, **parts: object) -> Text:
    """A sentence about a number of things: `one` is for one, `many` for others; both have {count}.

    Other languages have as many forms as they need.
    """
    return Text._made(one, many, {"count": count, **parts})


def from_data(template: str, /, **parts: object) -> Text:
    """Words of a data file or a page; a game's manifest lists its own for the catalogues."""
    return Text(template, **parts)


def as_written(text: str) -> Text:
    """What somebody wrote or a program said: the same in every language."""
    return text if isinstance(text, Text) else Text("{text}", text=text)


def quoted(text: str) -> Text:
    """What somebody wrote, in quotes; what can't be seen is written out."""
    return Text("'{text}'", text=repr(text)[1:-1])


def joined(separator: str, items: Iterable[object]) -> Text:
    """Pieces with a separator between them, which has no words."""
    parts = {f"part{number}": item for number, item in enumerate(items)}
    return Text._made(separator.join(f"{{{name}}}" for name in parts), "", parts)


def listed(items: Iterable[object]) -> Text:
    """Like a, b, c."""
    return joined(", ", items)


def one_of(items: Iterable[object]) -> Text:
    """Like a, b or c."""
    *others, last = items
    return (
        Text("{others} or {last}", others=listed(others), last=last) if others else listed([last])
    )


def all_of(items: Iterable[object]) -> Text:
    """Like a, b and c."""
    *others, last = items
    return (
        Text("{others} and {last}", others=listed(others), last=last) if others else listed([last])
    )
