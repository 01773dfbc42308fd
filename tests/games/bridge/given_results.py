"""What may be written as the result of a table."""

from __future__ import annotations

from hypothesis import strategies as st

from igroteka.games.bridge.scoring.contract_score import possible_scores

SUITS = st.sampled_from(["♣", "♦", "♥", "♠"])
CONTRACTS = st.builds(
    lambda level, strain, doubled, declarer, tricks, lead: (
        f"{level}{strain}{doubled} {declarer} "
        f"{'=' if tricks == level + 6 else f'{tricks - level - 6:+}'}{lead}"
    ),
    st.integers(1, 7),
    st.one_of(SUITS, st.just("NT")),
    st.sampled_from(["", "X", "XX"]),
    st.sampled_from("NESW"),
    st.integers(0, 13),
    st.one_of(st.just(""), st.builds(" {}{}".format, SUITS, st.sampled_from("2TA"))),
)
POSSIBLE = sorted({score for vulnerable in range(4) for score in possible_scores(vulnerable)})
PLAYED = st.one_of(CONTRACTS, st.just("pass"), st.sampled_from(POSSIBLE).map(str))
MIXED = st.builds("30% {}; 70% {}".format, PLAYED, PLAYED)
SHARES = st.one_of(PLAYED, MIXED, st.integers(0, 100).map("{}%".format), st.just("-"))
RESULTS = st.builds(
    "{}{}".format,
    st.sampled_from(["", "A: ", "2: "]),
    st.one_of(
        PLAYED,
        MIXED,
        st.builds("{}/{}".format, st.integers(0, 100), st.integers(0, 100)),
        st.builds("{:+}/{:+} IMP".format, st.integers(1, 24), st.integers(-24, -1)),
        st.just("-"),
    ),
)
