"""Calculations by hand: explained step by step, checked, and set as exercises.

`explain` and `solve` derive a number, `check` traces a wrong answer to the misconception that gives it, and `exercise`
generates a question from a seed. `irlearn.byhand.catalogue` has a module for each subject.
"""

import typing as _typing

if _typing.TYPE_CHECKING:
    from irlearn.byhand.answers import Answer as Answer, read_answer as read_answer
    from irlearn.byhand.catalogue import (
        KINDS as KINDS,
        MISCONCEPTIONS as MISCONCEPTIONS,
        AllInside as AllInside,
        BanditPosterior as BanditPosterior,
        BestOfMany as BestOfMany,
        BestOrigin as BestOrigin,
        CriterionCount as CriterionCount,
        Discrimination as Discrimination,
        ExpectedMaximum as ExpectedMaximum,
        FleissKappa as FleissKappa,
        HedgeWeight as HedgeWeight,
        Kappa as Kappa,
        KendallsTau as KendallsTau,
        KendallsTauAP as KendallsTauAP,
        LinearKappa as LinearKappa,
        LuckThresholds as LuckThresholds,
        Misconception as Misconception,
        NextJudgment as NextJudgment,
        OneInside as OneInside,
        OutcomeShare as OutcomeShare,
        PairOutcome as PairOutcome,
        Phi as Phi,
        PooledKappa as PooledKappa,
        QuadraticKappa as QuadraticKappa,
        Spearman as Spearman,
        TauA as TauA,
        Tukey as Tukey,
        UnblockedTukey as UnblockedTukey,
    )
    from irlearn.byhand.checking import (
        check as check,
        check_question as check_question,
        make_question as make_question,
    )
    from irlearn.byhand.explain_quantity import explain as explain
    from irlearn.byhand.generate import exercise as exercise, exercise_by_id as exercise_by_id
    from irlearn.byhand.hand_calculation import Exercise as Exercise
    from irlearn.byhand.hand_quantity import (
        HandQuantity as HandQuantity,
        SignificanceDerivation as SignificanceDerivation,
    )
    from irlearn.byhand.mean_derivation import MeanDerivation as MeanDerivation, MeanStep as MeanStep
    from irlearn.byhand.measure_derivation import Derivation as Derivation, Step as Step, grade_text as grade_text
    from irlearn.byhand.paired_tests import (
        Binomial as Binomial,
        PairedT as PairedT,
        RankSum as RankSum,
        SignedRank as SignedRank,
        SignTest as SignTest,
    )
    from irlearn.byhand.parse_question import (
        all_quantities as all_quantities,
        kinds_of as kinds_of,
        parse_input as parse_input,
        parse_quantity as parse_quantity,
        parse_significance as parse_significance,
    )
    from irlearn.byhand.possible_slips import Hint as Hint
    from irlearn.byhand.question import (
        Question as Question,
        WrongAnswer as WrongAnswer,
        misconceptions_about as misconceptions_about,
    )
    from irlearn.byhand.sheet import Sheet as Sheet, solve as solve
    from irlearn.byhand.terms import (
        WrittenCalculation as WrittenCalculation,
        exact_value as exact_value,
        write_out as write_out,
    )
    from irlearn.byhand.topic_generators import TOPICS as TOPICS
    from irlearn.byhand.verdict import Diagnosis as Diagnosis, Verdict as Verdict

_MODULE_OF = {
    **dict.fromkeys(["Answer", "read_answer"], "answers"),
    **dict.fromkeys(
        [
            "KINDS",
            "MISCONCEPTIONS",
            "Misconception",
            "AllInside",
            "BanditPosterior",
            "BestOfMany",
            "BestOrigin",
            "CriterionCount",
            "Discrimination",
            "ExpectedMaximum",
            "FleissKappa",
            "HedgeWeight",
            "Kappa",
            "KendallsTau",
            "KendallsTauAP",
            "LinearKappa",
            "LuckThresholds",
            "NextJudgment",
            "OneInside",
            "OutcomeShare",
            "PairOutcome",
            "Phi",
            "PooledKappa",
            "QuadraticKappa",
            "Spearman",
            "TauA",
            "Tukey",
            "UnblockedTukey",
        ],
        "catalogue",
    ),
    **dict.fromkeys(["check", "check_question", "make_question"], "checking"),
    **dict.fromkeys(["explain"], "explain_quantity"),
    **dict.fromkeys(["exercise", "exercise_by_id"], "generate"),
    **dict.fromkeys(["Exercise"], "hand_calculation"),
    **dict.fromkeys(["Hint"], "possible_slips"),
    **dict.fromkeys(["MeanDerivation", "MeanStep"], "mean_derivation"),
    **dict.fromkeys(["Derivation", "Step", "grade_text"], "measure_derivation"),
    **dict.fromkeys(["Binomial", "PairedT", "RankSum", "SignedRank", "SignTest"], "paired_tests"),
    **dict.fromkeys(
        ["all_quantities", "kinds_of", "parse_input", "parse_quantity", "parse_significance"], "parse_question"
    ),
    **dict.fromkeys(["HandQuantity", "SignificanceDerivation"], "hand_quantity"),
    **dict.fromkeys(["Question", "WrongAnswer", "misconceptions_about"], "question"),
    **dict.fromkeys(["Sheet", "solve"], "sheet"),
    **dict.fromkeys(["WrittenCalculation", "exact_value", "write_out"], "terms"),
    **dict.fromkeys(["TOPICS"], "topic_generators"),
    **dict.fromkeys(["Diagnosis", "Verdict"], "verdict"),
}
"""The module that defines each public name."""

__all__ = [*_MODULE_OF]


def __getattr__(name: str) -> object:
    """Import the module of a public name when the name is first used, so that `explain` does not load the exercises."""
    from importlib import import_module

    if name in _MODULE_OF:
        return vars(import_module(f"irlearn.byhand.{_MODULE_OF[name]}"))[name]
    raise AttributeError(f"module 'irlearn.byhand' has no attribute {name!r}")


def __dir__() -> list[str]:
    """Return all public names, loaded or not."""
    return sorted({*globals(), *_MODULE_OF})
