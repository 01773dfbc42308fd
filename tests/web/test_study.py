"""The room of studies."""

from __future__ import annotations

import re

from tests.web.visiting import House


def test_the_room_of_studies_leads_to_each_of_them(house: House) -> None:
    anna = house.visitor("Anna")
    doors = re.findall(r'class="panel tile-link" href="([^"]+)"', anna.get("/study").text)
    assert doors == ["/tournaments", "/trees", "/lab", "/grammar"]
    for door in doors:
        page = anna.get(door)
        assert page.status_code == 200
        assert '<a href="/study" aria-current="true">' in page.text, "it says where one is"
