"""Which browsers there are for the tests of pages."""

from __future__ import annotations

import os
import shutil

import pytest

_WHOLE, _WITHOUT_WINDOWS = map(shutil.which, ("chromium", "chromium-headless-shell"))
CHROMIUM = _WHOLE or _WITHOUT_WINDOWS
QUICK_CHROMIUM = _WITHOUT_WINDOWS or _WHOLE
"""The same engine without a browser's windows around it: a page takes a third of the time."""
BOTH = (
    pytest.param(QUICK_CHROMIUM, id="quick"),
    pytest.param(CHROMIUM, id="whole", marks=pytest.mark.slow),
)
"""What pages are looked at with: by every run, and by the slow one."""

needs_chromium = pytest.mark.skipif(
    CHROMIUM is None and os.environ.get("IGROTEKA_TEST_ALL") != "1",
    reason="there is no chromium on the PATH",
)
