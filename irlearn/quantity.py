"""The base class of quantities that can be worked out by hand, and tables with an entry for each type of quantity."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Generic, TypeVar

T = TypeVar("T")


class Quantity:
    """A number that can be asked for: a measure of a ranking, a mean over topics, or a number of a test.

    A quantity is a value: it compares by value, can be a dictionary key, and `repr` returns the notation to type.
    """

    if TYPE_CHECKING:  # Subclasses define these as fields, class attributes or properties.

        @property
        def name(self) -> str:
            """The name in the notation of ir_measures, such as `nDCG`."""

        @property
        def title(self) -> str:
            """The name in words."""

        @property
        def range(self) -> tuple[float, float]:
            """The lowest and the highest possible value."""

        @property
        def why(self) -> str:
            """The reason for the definition, in one sentence to a learner."""

        @property
        def example(self) -> str:
            """An example of input for the quantity, as it is typed."""

        @property
        def phrase(self) -> str:
            """The name in a question, such as "AP@5, the average precision at cutoff 5"."""

        @property
        def short_name(self) -> str:
            """The name on an input field, without options."""

    @property
    def subject(self) -> str:
        """The name as the subject of a sentence."""
        return repr(self)

    @property
    def label(self) -> str:
        """The left side of the equation that works out the quantity."""
        return repr(self)

    @property
    def answer_label(self) -> str:
        """The name that precedes the quantity's number in an answer of several numbers."""
        return self.short_name

    def normalized(self, answer: str) -> str:
        """Return an answer as a number in text; some quantities also accept answers in another notation."""
        return answer


class ByType(Generic[T]):
    """A table with entries by the type of a quantity; a type without an entry has its nearest base class's entry.

    An instance is used as a decorator of an entry. It raises `ValueError` if a type has an entry already.

    Examples
    --------
    >>> from irlearn.byhand import Binomial, HandQuantity, PairedT, SignTest
    >>> labels: ByType[str] = ByType()
    >>> labels(HandQuantity)("scores"), labels(PairedT, Binomial)("counts")
    ('scores', 'counts')
    >>> labels.of(PairedT()), labels.of(SignTest())
    ('counts', 'scores')

    """

    def __init__(self) -> None:
        self._entries: dict[type[Quantity], T] = {}

    def __call__(self, *types: type[Quantity]) -> Callable[[T], T]:
        """Return a decorator that registers an entry for these types and their subclasses."""

        def register(entry: T) -> T:
            for quantity_type in types:
                if quantity_type in self._entries:
                    raise ValueError(f"two entries for {quantity_type.__name__}")
                self._entries[quantity_type] = entry
            return entry

        return register

    def of(self, quantity: Quantity) -> T:
        """Return the entry for the type of a quantity."""
        return next(self._entries[base] for base in type(quantity).__mro__ if base in self._entries)

    def __iter__(self) -> Iterator[T]:
        """Iterate over the entries in the order in which they were registered, each once."""
        return iter(dict.fromkeys(self._entries.values()))
