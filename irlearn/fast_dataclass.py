"""`dataclass` for classes that every start of the shell makes: its frozen ones, in half the time.

The standard library compiles a guard against changes and what compares anew for each class; here all share them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal

if TYPE_CHECKING:  # to those who check types it is the standard library's
    from dataclasses import dataclass as dataclass
else:
    import dataclasses

    def dataclass(*, frozen: Literal[True], eq: bool = True, repr: bool = True) -> Any:  # noqa: A002, ARG001 - as there
        """What makes a class a frozen dataclass; those that derive from it are made so, too, or by nothing."""

        def make(kind: type) -> type:
            dataclasses.dataclass(eq=False, repr=repr)(kind)
            names = {one.name for one in dataclasses.fields(kind)}
            compared = [one.name for one in dataclasses.fields(kind) if one.compare]

            def change(self: Any, name: str, *value: Any) -> None:
                held = vars(self)
                if not value or name in held or name not in names:
                    raise dataclasses.FrozenInstanceError(f"{name!r} of a {kind.__name__} cannot change")
                held[name] = value[0]

            def values(self: Any) -> tuple[Any, ...]:
                held = vars(self)
                return tuple(held[name] for name in compared)

            def same(self: Any, other: object) -> bool:
                return values(self) == values(other) if type(other) is type(self) else NotImplemented

            kind.__setattr__ = kind.__delattr__ = change
            if eq:
                kind.__eq__, kind.__hash__ = same, lambda self: hash(values(self))
            return kind

        return make
