"""The registry of methods by name, and the functions that find and add a method."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any

import numpy as np

from irlearn.errors import InputError, quoted
from irlearn.studies.adjudication.methods.adaptive import Hedge, MaxMean, MoveToFront, ThompsonSampling
from irlearn.studies.adjudication.methods.base import Method, Option, Strategy
from irlearn.studies.adjudication.methods.fixed import (
    Borda,
    CombMnz,
    Condorcet,
    DepthN,
    Ntcir,
    RandomOrder,
    ReciprocalRankFusion,
)
from irlearn.studies.adjudication.pools import PooledTopic
from irlearn.text.english import did_you_mean

_GAMMA = "how much of what was learned is kept at each judgment: 1 all (stationary), 0 nothing"
_EXHAUSTED = Option(
    "dropped",
    "a run without unjudged documents is 'dropped' at once, or it is 'redrawn' when it is its turn",
    ("dropped", "redrawn"),
)
_LOSADA = "Losada, Parapar and Barreiro (2016)"
_OTERO = "as Otero, Parapar and Ferro (2023) summarize it"
_BANDIT = (
    "Reconstructed: runs that also hold the judged document learn from it, too; exhausted runs are dropped; retrieved "
    "means within the depth of the pool."
)


def _bandit(gamma: float) -> dict[str, Option]:
    return {"gamma": Option(gamma, _GAMMA, least=0.0, most=1.0), "exhausted": _EXHAUSTED}


METHODS: dict[str, Method] = {
    method.name: method
    for method in (
        Method(
            "depth",
            "DepthN",
            "Spärck Jones and van Rijsbergen (1975); Harman (1993)",
            "Reconstructed: inside one rank the order is not given; it is drawn.",
            DepthN,
        ),
        Method(
            "ntcir",
            "NTCIR",
            "the pools of NTCIR; Sakai, Tao and Zeng (2022)",
            f"Both keys are {_OTERO}; the order of documents that tie in both is not given.",
            Ntcir,
        ),
        Method(
            "rrf",
            "RRF",
            "Cormack, Clarke and Büttcher (2009)",
            "k = 60 is from the paper. Reconstructed: a document that a run does not hold gets nothing from it.",
            ReciprocalRankFusion,
            {"k": Option(60.0, "what is added to each rank", least=0.0, most=1e6)},
        ),
        Method(
            "borda",
            "Borda",
            "Aslam and Montague (2001)",
            "Points that a run does not give are shared, as in the paper. Reconstructed: the candidates are the pool.",
            Borda,
            {
                "missing": Option(
                    "shared", "points for a document that a run lacks: 'shared' or 'none'", ("shared", "none")
                )
            },
        ),
        Method(
            "combmnz",
            "CombMNZ",
            "Fox and Shaw (1994); Lee (1997)",
            "The product is from the paper. Reconstructed: which scores are added; those of the ranks are Lee's.",
            CombMnz,
            {
                "scores": Option(
                    "ranks", "'ranks', 1 - (rank - 1) / depth, or the 'run's own, min-max normalized", ("ranks", "run")
                )
            },
        ),
        Method(
            "condorcet",
            "Condorcet",
            "Montague and Aslam (2002)",
            "The paper sorts by majorities, which leaves cycles to the sort; Copeland's count settles them alike.",
            Condorcet,
            {
                "cycles": Option(
                    "copeland",
                    "'copeland': by duels won less duels lost; 'sort': as the sort finds",
                    ("copeland", "sort"),
                )
            },
        ),
        Method(
            "mtf",
            "MTF",
            "Cormack, Palmer and Clarke (1998)",
            f"The priorities, from 0 down by 1, are {_OTERO}; reconstructed: exhausted runs are dropped.",
            MoveToFront,
            {"exhausted": _EXHAUSTED},
        ),
        Method(
            "hedge",
            "Hedge",
            "Aslam, Pavlu and Savell (2003)",
            f"Loss, weight and beta are {_OTERO}; reconstructed: len is the number of documents within the depth.",
            Hedge,
            {"beta": Option(0.1, "the base of the weights; the smaller, the faster they move", least=1e-6, most=1.0)},
        ),
        Method("mm", "MM", _LOSADA, _BANDIT, MaxMean, _bandit(1.0)),
        Method("mm-ns", "MM-NS", _LOSADA, _BANDIT, MaxMean, _bandit(0.0)),
        Method(
            "ts",
            "TS",
            _LOSADA,
            _BANDIT,
            ThompsonSampling,
            _bandit(1.0),
            random=True,
        ),
        Method(
            "ts-ns",
            "TS-NS",
            _LOSADA,
            _BANDIT,
            ThompsonSampling,
            _bandit(0.0),
            random=True,
        ),
        Method("random", "Random", "the baseline of every study", "Drawn from the pool.", RandomOrder, random=True),
    )
}
"""The methods by name: fixed orders first, then those that learn, then the random order."""

_OTHER_NAMES = {
    "depthn": "depth", "depth-n": "depth", "pool": "depth", "move-to-front": "mtf", "max-mean": "mm",
    "maxmean": "mm", "thompson": "ts", "thompson-sampling": "ts", "mns": "mm-ns", "comb-mnz": "combmnz",
}  # fmt: skip

Judged = Mapping[int, bool]
"""The judgments so far: whether a document is relevant, by its number."""


def find_method(method: Method | str) -> Method:
    """Return the method with a name, which may have options: "mtf", "MM_NS", "mm(gamma=.5, ties=id)".

    Parameters
    ----------
    method : str or Method
        A name, in any case; a `Method` is returned unchanged.

    Returns
    -------
    Method

    Raises
    ------
    InputError
        If there is no such method, or an option cannot be used. The message has the nearest names.

    Examples
    --------
    >>> find_method("MM_NS"), find_method("mm(gamma=.5)"), find_method("rrf(k=10)").options["k"]
    (mm-ns, mm(gamma=0.5), 10.0)
    >>> find_method("mft")
    Traceback (most recent call last):
    ...
    irlearn.errors.InputError: no method is called 'mft'; did you mean mtf?
    """
    if isinstance(method, Method):
        return method
    if not isinstance(method, str):
        raise InputError(f"a method is named by a text such as 'mtf'; given: {quoted(method)}")
    name, parenthesis, inside = method.strip().partition("(")
    if parenthesis and not inside.endswith(")"):
        raise InputError(f"{quoted(method)} opens a parenthesis and does not close it; write mm(gamma=0.5)")
    key = "-".join(name.strip().lower().replace("_", "-").split())
    registered = METHODS.get(name.strip()) or METHODS.get(_OTHER_NAMES.get(key, key))
    if registered is None:
        raise InputError(f"no method is called {quoted(name)}; {did_you_mean(key, METHODS, 'there are')}")
    return registered(**_options(method, inside[:-1])) if parenthesis else registered


def _options(method: str, inside: str) -> dict[str, str]:
    """Return the options between parentheses, as they were typed."""
    options = {}
    for piece in inside.split(",") if inside.strip() else []:
        name, equals, value = piece.partition("=")
        if not equals:
            raise InputError(
                f"{quoted(method)}: an option is written name=value, as in mm(gamma=0.5); given: {quoted(piece)}"
            )
        options[name.strip()] = value.strip().strip("'\"")
    return options


def register(
    name: str,
    function: Callable[[PooledTopic, Judged, np.random.Generator], int],
    *,
    title: str = "",
    replace: bool = False,
) -> Method:
    """Add your own method, so that every function that takes the name of a method accepts its name.

    Parameters
    ----------
    name : str
        Name of letters, digits and hyphens.
    function : callable
        `function(topic, judged, rng)` returns the number of the pooled document to judge next: 0 to `topic.size` - 1,
        and not in `judged`, which maps the numbers of judged documents, in the order of judging, to whether they are
        relevant. The function draws only from `rng`.
    title : str, optional
        Name of the method in prose.
    replace : bool, optional
        Whether the method may replace a registered method with the same name.

    Returns
    -------
    Method

    Raises
    ------
    InputError
        If the name is taken or has other characters, or the function is not callable.

    Examples
    --------
    >>> def worst_first(topic, judged, rng):
    ...     left = [document for document in range(topic.size) if document not in judged]
    ...     return max(left, key=lambda document: topic.ranks[:, document].max())
    >>> register("worst-first", worst_first)
    worst-first
    >>> _ = METHODS.pop("worst-first")
    """
    key = "-".join(str(name).strip().lower().replace("_", "-").split())
    if not key or not set(key) <= _CHARACTERS:
        raise InputError(
            f"the name of a method is made of letters, digits and -, such as 'my-way'; given: {quoted(name)}"
        )
    if key in METHODS and not replace:
        raise InputError(f"a method {key} is there already; take another name, or give replace=True")
    if not callable(function):
        raise InputError(
            f"a method is a function (topic, judged, rng) that gives a document's number; given: {quoted(function)}"
        )
    METHODS[key] = Method(key, title or str(name), "your own", "", _CustomMethod(function, key), random=True)
    return METHODS[key]


_CHARACTERS = frozenset("abcdefghijklmnopqrstuvwxyz0123456789-")


class _CustomMethod:
    """Callable that starts a registered function on a topic.

    It is a class, so that it can be pickled if the function can.
    """

    def __init__(self, function: Callable[..., int], name: str) -> None:
        self.function = function
        self.name = name

    def __call__(self, topic: PooledTopic, rng: np.random.Generator, **options: Any) -> Strategy:
        return _CustomStrategy(topic, rng, self.function, self.name, **options)


class _CustomStrategy(Strategy):
    """A registered function at work on a topic."""

    def __init__(
        self, topic: PooledTopic, rng: np.random.Generator, function: Callable[..., int], name: str, **options: Any
    ) -> None:
        super().__init__(topic, rng, **options)
        self.function = function
        self.name = name
        self.known: dict[int, bool] = {}

    def pick(self) -> int:
        document = self.function(self.topic, MappingProxyType(self.known), self.rng)
        whole = isinstance(document, int | np.integer) and not isinstance(document, bool)
        if not whole or not 0 <= document < self.topic.size or document in self.known:
            raise InputError(
                f"the method {self.name} must give the number of an unjudged document of the pool, 0 to "
                f"{self.topic.size - 1}, on topic {self.topic.query_id}; given: {quoted(document)}"
            )
        return int(document)

    def apply_judgment(self, document: int, relevant: bool) -> None:
        self.known[document] = bool(relevant)

    def reason(self, document: int) -> str:
        return f"{self.document_id(document)} is what {self.name} asks for, given {len(self.known)} judgments."
