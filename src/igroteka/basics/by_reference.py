"""Named tuples of arrays that kernels hand on as one address. Importing this imports Numba.

Numba hands a tuple over member by member, and every array as seven numbers or more: hundreds of
arguments, in each call of each function, which take most of the time that compiling takes.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar, cast

from numba import types
from numba.core import cgutils
from numba.core.imputils import impl_ret_borrowed, lower_getattr_generic
from numba.core.typing.templates import AttributeTemplate, infer_getattr
from numba.extending import intrinsic, models, register_model

T = TypeVar("T")


class Reference(types.Type):
    """The address of a named tuple; its members are read through it."""

    def __init__(self, value: Any) -> None:
        self.value = value
        super().__init__(name=f"Reference({value})")


@register_model(Reference)
class _ReferenceModel(models.PrimitiveModel):
    def __init__(self, manager: Any, reference: Any) -> None:
        address = manager.lookup(reference.value).get_value_type().as_pointer()
        super().__init__(manager, reference, address)


def _read(reference: Any, name: str) -> Any:
    """What a member is when it is read: tuples of different things are references again."""
    member = reference.value[reference.value.fields.index(name)]
    return Reference(member) if isinstance(member, types.NamedTuple) else member


@infer_getattr
class _ReferenceMembers(AttributeTemplate):
    key = Reference

    def generic_resolve(self, reference: Any, name: str) -> Any:  # type: ignore[override]
        return _read(reference, name) if name in reference.value.fields else None


@lower_getattr_generic(Reference)
def _member(context: Any, builder: Any, reference: Any, address: Any, name: str) -> Any:
    place = cgutils.gep_inbounds(builder, address, 0, reference.value.fields.index(name))
    member = _read(reference, name)
    if isinstance(member, Reference):
        return place
    return impl_ret_borrowed(context, builder, member, builder.load(place))


def _by_reference(typing_context: Any, value: Any) -> Any:
    del typing_context

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        del context, signature
        return cgutils.alloca_once_value(builder, arguments[0])

    return Reference(value)(value), generate


by_reference = cast(Callable[[T], T], intrinsic(_by_reference))
"""A named tuple that is an argument of this kernel, as an address to hand on.

Only an argument: what a kernel itself has made may be gone after its last use by name.
"""
