"""`igroteka bridge score`: what a result is worth."""

from __future__ import annotations

from typing import Annotated

import typer

from igroteka.cli import arguments as a
from igroteka.cli.bridge.showing import Vulnerable, show, vulnerability
from igroteka.contract import IgrotekaError
from igroteka.text import Text, quoted


def register(app: typer.Typer) -> None:
    """Add the command."""

    @app.command(name="score")
    def score_command(
        result: Annotated[
            str, typer.Argument(metavar="RESULT", help="Like 4SX-1, 3NT+1, 2♥=, 1NTXX-3 or pass.")
        ],
        vul: Vulnerable = "none",
        declarer: Annotated[
            str | None, typer.Option("--declarer", help="Who declares: N, E, S or W; N by default.")
        ] = None,
        language: a.LanguageName = "en",
        json: a.AsJson = False,
    ) -> None:
        """Score a contract for declarer's side, step by step."""
        from igroteka.games.bridge.boards import LETTERS
        from igroteka.games.bridge.scoring.contract_score import explain
        from igroteka.games.bridge.scoring.results import Result

        contract, tricks, _ = Result.read(result)
        named = contract.declarer if contract else None
        seat = _seat(declarer) if declarer else (named or 0)
        if named not in (None, seat):
            raise IgrotekaError(
                Text(
                    "{result} names another declarer than --declarer {declarer}",
                    result=quoted(result),
                    declarer=declarer,
                )
            )
        told = explain(contract, tricks, bool(vulnerability(vul) >> seat % 2 & 1))
        facts = {
            "declarer": LETTERS[seat],
            "tricks": tricks,
            "vulnerable": vul.lower(),
            "score": told.figure,
            "ns": -told.figure if seat % 2 else told.figure,
        }
        show(told, language, json, facts)


def _seat(text: str) -> int:
    from igroteka.games.bridge.formats.game import seat_of

    seat = seat_of(text)
    if seat is None:
        raise IgrotekaError(Text("the declarer {text} is none of N, E, S and W", text=quoted(text)))
    return seat
