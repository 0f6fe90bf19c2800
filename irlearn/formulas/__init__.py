"""Calculations as trees: their values, whether their equations hold, and their text, LaTeX, MathML and HTML."""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from irlearn.formulas.compare import DIFFERS as DIFFERS, compared as compared, marked_parts as marked_parts
    from irlearn.formulas.functions import (
        Absolute as Absolute,
        Call as Call,
        Chance as Chance,
        Highlighted as Highlighted,
        Listed as Listed,
        Log as Log,
        LogOf as LogOf,
        Max as Max,
        Min as Min,
        Normal as Normal,
        NormalQuantile as NormalQuantile,
        Phrase as Phrase,
        PlusMinus as PlusMinus,
        written as written,
    )
    from irlearn.formulas.lines import (
        Equation as Equation,
        Line as Line,
        Lines as Lines,
        Sentence as Sentence,
        as_few_digits as as_few_digits,
        equation as equation,
        prefixed as prefixed,
    )
    from irlearn.formulas.operations import (
        CompactProduct as CompactProduct,
        Division as Division,
        Negation as Negation,
        Power as Power,
        Product as Product,
        Ratio as Ratio,
        Root as Root,
        Sum as Sum,
    )
    from irlearn.formulas.tree import Name as Name, Node as Node, Number as Number, Part as Part, node as node
else:

    def __getattr__(name: str) -> object:
        """Import all modules on the first use of a name, because pages of tables start without formulas."""
        from importlib import import_module

        for module in ("tree", "operations", "functions", "lines", "compare"):
            names = vars(import_module(f"irlearn.formulas.{module}"))
            if name in names and not name.startswith("_"):
                return globals().setdefault(name, names[name])
        raise AttributeError(f"module 'irlearn.formulas' has no attribute {name!r}")
