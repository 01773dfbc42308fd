"""`igroteka bridge tree`: a decision tree that tells whether a contract makes."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from igroteka.cli import arguments as a

_Files = Annotated[
    list[Path] | None,
    typer.Argument(
        metavar="FILE…", help="Played boards: .pbn, .lin, or records of the house (.jsonl)."
    ),
]
_Archive = Annotated[
    bool, typer.Option("--archive", help="Also take the boards that the archive has.")
]
_Deals = Annotated[
    int, typer.Option("--deals", metavar="N", min=0, help="Also make so many records on the spot.")
]
_Where = Annotated[
    list[str] | None,
    typer.Option(
        "--where", metavar="CONDITION", help="What made deals fit, as in bridge deal; repeatable."
    ),
]
_Contract = Annotated[
    list[str] | None,
    typer.Option(
        "--contract",
        help="The contract of made records: like 4S or '3NT N' (by South if nobody is named), par, "
        "or auction for what the robot bids; by default par, with a robot auction; repeatable: "
        "every deal is played in each.",
    ),
]
_Play = Annotated[
    str,
    typer.Option(
        "--play", metavar="BOT", help="Who takes the tricks of made records: double-dummy or a bot."
    ),
]
_Columns = Annotated[
    str,
    typer.Option(
        "--columns",
        metavar="A,B,…",
        help="What the tree may ask: names, seed for the five of the "
        "original study, or all; `docs/bridge-trees.md` lists them.",
    ),
]
_Target = Annotated[
    str, typer.Option("--target", help="What it tells: makes (or goes down), or tricks.")
]
_Strain = Annotated[
    str | None, typer.Option("--strain", help="Only contracts in C, D, H, S or NT.")
]
_Level = Annotated[
    int | None, typer.Option("--level", min=1, max=7, help="Only contracts of this level.")
]
_Algorithm = Annotated[
    str, typer.Option("--algorithm", help="id3 (information gain) or c45 (gain ratio).")
]
_Split = Annotated[
    str,
    typer.Option("--split", help="values (a branch for each) or thresholds (at most, more than)."),
]
_Depth = Annotated[
    int, typer.Option("--depth", min=0, max=100, help="How many questions may follow each other.")
]
_Leaf = Annotated[
    int,
    typer.Option(
        "--leaf",
        min=1,
        help="How many records both branches of a threshold must have, and two at least where "
        "every value has one.",
    ),
]
_Gain = Annotated[
    float,
    typer.Option(
        "--gain", min=0.0, max=100.0, help="How many bits a question must gain; 0.1 in the study."
    ),
]
_Prune = Annotated[bool, typer.Option("--prune", help="Cut back what C4.5 finds useless.")]
_Folds = Annotated[
    int, typer.Option("--folds", min=2, help="Into how many parts deals go for the test.")
]
_DoubleDummy = Annotated[
    bool,
    typer.Option(
        "--double-dummy", help="Solve the deals, to set double dummy beside the tree; kept."
    ),
]
_Rules = Annotated[bool, typer.Option("--rules", help="Also tell the tree as rules.")]
_Records = Annotated[
    Path | None,
    typer.Option(
        "--records",
        metavar="FILE",
        help="Write every record with the node that it comes to into this file, a JSON line each.",
    ),
]
_Event = Annotated[
    list[str] | None,
    typer.Option("--event", metavar="CODE", help="Also take a club event's boards; repeatable."),
]
_Svg = Annotated[
    Path | None, typer.Option("--svg", metavar="FILE", help="Draw the tree into this file.")
]


def register(app: typer.Typer) -> None:
    """Add the command."""

    @app.command(name="tree")
    def tree_command(
        files: _Files = None,
        archive: _Archive = False,
        event: _Event = None,
        deals: _Deals = 0,
        where: _Where = None,
        contract: _Contract = None,
        play: _Play = "double-dummy",
        columns: _Columns = "all",
        target: _Target = "makes",
        strain: _Strain = None,
        level: _Level = None,
        algorithm: _Algorithm = "c45",
        split: _Split = "thresholds",
        depth: _Depth = 6,
        leaf: _Leaf = 30,
        gain: _Gain = 0.0,
        prune: _Prune = False,
        folds: _Folds = 10,
        double_dummy: _DoubleDummy = False,
        rules: _Rules = False,
        svg: _Svg = None,
        records: _Records = None,
        seed: a.Seed = 1,
        jobs: a.Jobs = None,
        dask: a.Dask = None,
        db: a.Database = None,
        language: a.LanguageName = "en",
        json: a.AsJson = False,
    ) -> None:
        """Grow a decision tree from played boards: whether a contract makes, and how sure that is.

        The tree is tested on deals that it has not seen.
        """
        from igroteka.cli.bridge.tree_data import Made, Source, collect
        from igroteka.cli.bridge.tree_output import Output
        from igroteka.cli.bridge.tree_study import Wanted, study
        from igroteka.cli.run_plan import Workers
        from igroteka.study.trees.settings import Settings

        settings = Settings(algorithm, split, depth, leaf, gain, prune)
        wanted = Wanted(columns, target, strain, level, settings, folds, seed, double_dummy)
        wanted.check()
        output = Output(language, json, svg, rules, records)
        output.check()
        made = Made(deals, seed, tuple(where or ()), tuple(contract or ()), play)
        source = Source(tuple(files or ()), archive, tuple(event or ()), db, made)
        workers = Workers(jobs, dask)
        output.show(study(collect(source, workers), wanted, workers))
