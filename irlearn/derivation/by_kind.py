"""What a room knows of each kind of number: one entry a class, where a method of the class would look upwards."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Generic, TypeVar

from irlearn.derivation.significance import Significance

T = TypeVar("T")


class ByKind(Generic[T]):
    """Entries by the class of what is asked; a class without an entry has that of the nearest class above it.

    It decorates what it is to know. Raises `ValueError` where a class has an entry already.

    >>> from irlearn.derivation import Binomial, Phi, SignTest
    >>> labels: ByKind[str] = ByKind()
    >>> labels(Significance)("scores"), labels(Phi, Binomial)("counts")
    ('scores', 'counts')
    >>> labels.of(Phi()), labels.of(SignTest())
    ('counts', 'scores')
    """

    def __init__(self) -> None:
        self._entries: dict[type[Significance], T] = {}

    def __call__(self, *kinds: type[Significance]) -> Callable[[T], T]:
        """Know the decorated thing for these classes, and for those below them that have no other."""

        def know(entry: T) -> T:
            for kind in kinds:
                if kind in self._entries:
                    raise ValueError(f"two entries for {kind.__name__}")
                self._entries[kind] = entry
            return entry

        return know

    def of(self, asked: Significance) -> T:
        """The entry for what is asked."""
        return next(self._entries[kind] for kind in type(asked).__mro__ if kind in self._entries)

    def __iter__(self) -> Iterator[T]:
        """Every entry, as they came."""
        return iter(dict.fromkeys(self._entries.values()))
