"""Compiled code is forgotten when any source beside it changes."""

from __future__ import annotations

from pathlib import Path

from igroteka.basics.kernels import forget_stale_code


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
