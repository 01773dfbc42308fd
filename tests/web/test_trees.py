"""Decision trees on the site: grown in a process of their own, kept, and looked into."""

from __future__ import annotations

import re
import time
from pathlib import Path

import pytest

from igroteka.web import study_jobs
from igroteka.web.study_jobs import StudyJob, StudyJobs, _complaint
from tests.web.visiting import House, Visitor

FORM = {
    "title": "Spade games",
    "source": "made",
    "deals": "40",
    "seed": "1",
    "contract": "4S",
    "where": "ns: 8+s 20+ hcp",
    "depth": "3",
    "leaf": "5",
    "target": "makes",
    "algorithm": "c45",
    "split": "thresholds",
}


def _grown(house: House, visitor: Visitor, address: str) -> None:
    jobs: StudyJobs = house.app.state.study_jobs
    job = jobs.job(address.rpartition("/")[2], None)
    end = time.monotonic() + 120
    while job.running:
        assert time.monotonic() < end, "the tree does not grow"
        visitor.get(f"{address}/progress")
        time.sleep(0.1)


def _grow(house: House, visitor: Visitor, **other: str) -> str:
    answer = visitor.post("/trees", **{**FORM, **other})
    assert answer.status_code == 303, answer.text
    address = answer.headers["location"]
    _grown(house, visitor, address)
    return address


def test_a_tree_is_grown_looked_into_and_kept(house: House) -> None:
    visitor = house.visitor()
    address = _grow(house, visitor)
    page = visitor.get(address).text
    assert "right on unseen deals" in page
    assert 'id="node-0"' in page
    assert "<style" not in page, "the site's policy allows none"
    node = visitor.get(f"{address}/node/0").text
    assert "Deals: 40" in node
    deals = re.findall(rf'href="({address}/deal/\d+)"', node)
    assert len(deals) == 40
    assert "North" in visitor.get(deals[0]).text
    assert "Spade games" in visitor.get("/trees").text
    assert visitor.get(f"{address}/node/999").status_code == 404
    assert visitor.get(f"{address}/deal/999").status_code == 404


def test_what_cannot_be_learned_is_told_with_a_sentence(house: House) -> None:
    visitor = house.visitor()
    address = _grow(house, visitor, contract="auction")
    page = visitor.get(address)
    assert page.status_code == 200
    assert 'role="alert"' in page.text
    assert visitor.get(f"{address}/node/0").status_code == 404
    wrong = visitor.post("/trees", **{**FORM, "deals": "many"})
    assert wrong.status_code == 400
    assert "Deals should be a whole number from 1 to 5000" in wrong.text
    empty = visitor.post("/trees", **{**FORM, "source": "file"})
    assert "choose a file of played boards" in empty.text
    assert visitor.get("/trees/nothing").status_code == 404


@pytest.mark.parametrize(
    "content", [b"[" * 100_000, b"nothing\n", b'{"game": "draughts"}\n', b"\xff\xfe\n"]
)
def test_of_a_file_that_can_not_be_read_only_its_name_is_told(house: House, content: bytes) -> None:
    visitor = house.visitor()
    answer = visitor.client.post(
        "/trees",
        data={"form": visitor.token, **FORM, "source": "file"},
        files={"file": ("played.jsonl", content)},
    )
    address = answer.headers["location"]
    _grown(house, visitor, address)
    page = visitor.get(address).text
    assert "played.jsonl, line 1: " in page
    assert "Error" not in page
    assert "/studies/" not in page


def test_a_study_is_stopped_by_who_began_it(house: House) -> None:
    anna, boris = house.visitor(), house.visitor()
    address = anna.post("/trees", **{**FORM, "deals": "5000"}).headers["location"]
    assert "/stop" in anna.get(address).text
    assert "/stop" not in boris.get(address).text
    assert "only who began a study can stop it" in boris.post(f"{address}/stop").text
    assert "<progress" in anna.get(address).text
    assert anna.post(f"{address}/stop").status_code == 303
    _grown(house, anna, address)
    assert "it was stopped" in anna.get(address).text


def test_studies_of_one_address_leave_room_for_another(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(study_jobs, "MOST_OF_HOUSEHOLD", 3)
    anna, alla = (house.visitor(None, "192.0.2.1") for _ in "12")
    boris = house.visitor(None, "192.0.2.2")
    long = {**FORM, "deals": "5000"}
    begun = [who.post("/trees", **long).headers["location"] for who in (anna, alla, anna)]
    refused = alla.post("/trees", **long)
    assert refused.status_code == 400
    assert "other studies of yours are being made" in refused.text
    begun.append(boris.post("/trees", **long).headers["location"])
    jobs: StudyJobs = house.app.state.study_jobs
    end = time.monotonic() + 60
    while jobs.job(begun[3].rpartition("/")[2], None).waiting:
        assert time.monotonic() < end, "he has to wait for those of the other address"
        time.sleep(0.02)
    pages = [anna.get(address).text for address in begun]
    assert ["waits for its turn" in page for page in pages] == [False, True, True, False]
    for who, address in zip((anna, alla, anna, boris), begun, strict=True):
        who.post(f"{address}/stop")
        _grown(house, who, address)
    assert "it was stopped" in anna.get(begun[2]).text


def test_a_file_is_called_by_its_name_and_does_not_stay(house: House) -> None:
    visitor = house.visitor()
    answer = visitor.client.post(
        "/trees",
        data={"form": visitor.token, **FORM, "title": "", "source": "file"},
        files={"file": ("evening.jsonl", b"nothing\n")},
    )
    address = answer.headers["location"]
    _grown(house, visitor, address)
    listed = visitor.get("/trees").text
    assert "evening.jsonl" in listed
    assert str(house.folder) not in listed
    assert not list(house.folder.glob("studies/*/played.*"))


def test_what_only_the_house_should_know_is_in_its_log(tmp_path: Path) -> None:
    job = StudyJob("0", "tree", tmp_path, (), "")
    told = _complaint(job, ["Traceback", f"KeyError: {tmp_path}/inside"])
    assert told == "it was stopped, or failed for a reason that is in the log of the house"
    elsewhere = ["igroteka: /var/lib/igroteka/archive.sqlite can't be opened"]
    assert _complaint(job, elsewhere) == "archive.sqlite can't be opened"


@pytest.mark.slow
def test_a_question_of_bidding_is_answered_on_a_page(house: House) -> None:
    visitor = house.visitor()
    form = {"auction": "1NT pass ?", "alternatives": "pass, 3NT", "deals": "10", "seed": "1"}
    answer = visitor.post("/lab", **form, where="north: 8 hcp balanced 3-h 3-s")
    assert answer.status_code == 303, answer.text
    address = answer.headers["location"]
    _grown(house, visitor, address)
    page = visitor.get(address).text
    assert "all together" in page
    assert "It depends on" in page
    assert address in visitor.get("/lab").text
    assert visitor.get(address.replace("/lab/", "/trees/")).status_code == 404
    alone = visitor.post("/lab", **{**form, "alternatives": "pass"})
    assert "at least two alternatives" in alone.text


def test_a_tree_of_one_deal_is_shown_without_what_can_t_be_known(house: House) -> None:
    visitor = house.visitor()
    address = _grow(house, visitor, deals="1", where="", target="tricks", leaf="1")
    page = visitor.get(address)
    assert page.status_code == 200
    assert "all records are of one deal" in page.text
