"""Files that are broken anywhere: they are read as far as they go, and nothing ever crashes."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from igroteka.games.bridge.formats.archived import LIN, PBN, BridgeFormat
from igroteka.games.bridge.formats.json_export import write_json
from igroteka.games.bridge.formats.lin import read_lin
from igroteka.games.bridge.formats.pbn_reader import read_pbn
from igroteka.games.bridge.formats.pbn_writer import write_pbn
from igroteka.games.bridge.rules import Bridge
from igroteka.records.annotations import AnnotatedGame
from tests.drawing import examples
from tests.games.bridge.write_files import GOOD

CONTENTS = {
    ".pbn": [path.read_bytes() for path in GOOD if path.suffix == ".pbn"],
    ".lin": [path.read_bytes() for path in GOOD if path.suffix == ".lin"],
}
SIGNS = r'[ ] " { } ; | # ## =1= $9 ^R ^S - * + AP Pass 1NT X SA N: . ? 10 \ % = mb| md|'
PIECES = st.sampled_from(SIGNS.split()).map(str.encode)
LINES = st.sampled_from([b"\n", b"\n\n", b" "])


@st.composite
def broken(draw: st.DrawFn, suffix: str) -> bytes:
    """A good file in which some places were cut, doubled or overwritten."""
    content = draw(st.sampled_from(CONTENTS[suffix]))
    for _ in range(draw(st.integers(1, 6))):
        start = draw(st.integers(0, len(content)))
        end = min(len(content), start + draw(st.integers(0, 30)))
        piece = draw(st.one_of(st.just(b""), PIECES, LINES, st.just(content[start:end] * 2)))
        content = content[:start] + piece + content[end:]
    return content


def follows_the_rules(kept: BridgeFormat, content: bytes) -> None:
    for game in kept.read(content):
        if isinstance(game, AnnotatedGame):
            assert list(game.record.positions(Bridge.configure(game.record.options)))
            assert PBN.write([game])
        else:
            assert game.line >= 1
            assert game.reason


@examples(150)
@given(broken(".pbn"))
def test_a_broken_pbn_file_is_read_as_far_as_it_goes(content: bytes) -> None:
    games = read_pbn(content).games
    text = write_pbn(games)
    assert write_json(games)
    assert read_pbn(text).games == games
    follows_the_rules(PBN, content)


@examples(100)
@given(broken(".lin"))
def test_a_broken_lin_file_is_read_as_far_as_it_goes(content: bytes) -> None:
    games = read_lin(content).games
    assert read_pbn(write_pbn(games)).games == games
    follows_the_rules(LIN, content)


@given(st.binary(max_size=200))
def test_any_bytes_are_a_file(content: bytes) -> None:
    assert write_pbn(read_pbn(content).games + read_lin(content).games)
