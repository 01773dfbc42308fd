"""Compiled code is forgotten when any source beside it changes."""

from __future__ import annotations

from pathlib import Path

import pytest

from igroteka.basics.kernels import (
    compiling,
    forget_stale_code,
    is_prepared,
    mark_prepared,
    tell_of_compiling,
)


def test_a_change_anywhere_in_the_folder_drops_the_cache(tmp_path: Path) -> None:
    (tmp_path / "caller.py").write_text("import callee\n")
    (tmp_path / "callee.py").write_text("A = 1\n")
    forget_stale_code(tmp_path)
    compiled = tmp_path / "__pycache__" / "caller.f-1.py311.nbi"
    compiled.write_bytes(b"machine code")
    forget_stale_code(tmp_path)
    assert compiled.exists()
    (tmp_path / "callee.py").write_text("A = 2\n")
    forget_stale_code(tmp_path)
    assert not compiled.exists()


def test_a_package_is_prepared_until_its_sources_change(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "some_kernel"
    folder.mkdir()
    (folder / "__init__.py").write_text("")
    (folder / "search.py").write_text("A = 1\n")
    monkeypatch.syspath_prepend(str(tmp_path))
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path / "cache"))
    assert not is_prepared("some_kernel")
    mark_prepared("some_kernel")
    assert is_prepared("some_kernel")
    (folder / "search.py").write_text("A = 2\n")
    assert not is_prepared("some_kernel")


def test_the_last_who_asked_is_told_what_is_compiled() -> None:
    first: list[str] = []
    second: list[str] = []
    tell_of_compiling(first.append)
    tell_of_compiling(second.append)
    compiling("some.kernel.search")
    tell_of_compiling(lambda _: None)
    assert (first, second) == ([], ["some.kernel.search"])
