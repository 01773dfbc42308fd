"""Bit counting that Numba has no name for, each one machine instruction."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, cast

from numba import types
from numba.extending import intrinsic


def _popcount(typing_context: Any, mask: Any) -> Any:
    del typing_context, mask

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        del context, signature
        return builder.ctpop(arguments[0])

    return types.int64(types.int64), generate


def _lowest(typing_context: Any, mask: Any) -> Any:
    del typing_context, mask

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        del signature
        undefined_at_zero = context.get_constant(types.boolean, True)
        return builder.cttz(arguments[0], undefined_at_zero)

    return types.int64(types.int64), generate


def _reversed_bits(typing_context: Any, mask: Any) -> Any:
    del typing_context, mask

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        del context, signature
        return builder.bitreverse(arguments[0])

    return types.int64(types.int64), generate


popcount = cast(Callable[[int], int], intrinsic(_popcount))
"""How many bits are set in an int64."""

lowest = cast(Callable[[int], int], intrinsic(_lowest))
"""The number of the lowest bit that is set; the mask must not be empty."""

reversed_bits = cast(Callable[[int], int], intrinsic(_reversed_bits))
"""The 64 bits of an int64 in the opposite order."""
