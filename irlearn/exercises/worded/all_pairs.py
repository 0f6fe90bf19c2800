"""How exercises about Tukey's threshold for all pairs are worded, and their hints."""

from __future__ import annotations

from random import Random

from irlearn.chance import choose
from irlearn.derivation.score_table import ScoreTable
from irlearn.derivation.significance import Pair
from irlearn.derivation.tukey import Tukey, UnblockedTukey, variance
from irlearn.kinds.told import WORDINGS, Worded, Wording
from irlearn.numbers import fixed
from irlearn.words import in_a_row


class OfTukey(Wording):
    """The words of the blocked test."""

    fraction = False

    def stated(self, asked: Tukey, pair: Pair) -> str:
        """A sentence for each system.

        >>> OfTukey().stated(Tukey(), Tukey().read("q 3.3 | A: .2 .55 | B: .4 .3"))
        'A: 0.20, 0.55. B: 0.40, 0.30.'
        """
        _, *columns = asked.table(pair).columns.values()
        return " ".join(
            f"{name}: {', '.join(column)}." for name, column in zip(asked.table(pair).names, columns, strict=True)
        )

    def worded(self, random: Random, asked: Tukey, pair: Pair, question: str) -> Worded:
        """The table, how the standard error is made, and the question."""
        table = asked.table(pair)
        told = choose(random, ("These are the AP values of {} on {} topics.", "{} score as follows on {} topics."))
        before = told.format(f"systems {in_a_row(list(table.names))}", table.topics)
        before = before[:1].upper() + before[1:]
        return self.with_scores(asked, pair, before, " ".join([*self.rule(asked, table), question]))

    def rule(self, asked: Tukey, table: ScoreTable) -> list[str]:
        """What the standard error and the number asked for are made of."""
        told = [self.error(table)]
        if asked.statistic == "threshold":
            told.append(
                f"q is {asked.quantile(table)}; two systems differ significantly where their means lie more than q "
                "standard errors apart, the threshold."
            )
        elif asked.statistic == "q":
            told.append("q is the difference between the highest and the lowest mean in standard errors.")
        return told

    def error(self, table: ScoreTable) -> str:
        """How the standard error is made."""
        return (
            "Blocked by topics, s² of a topic is the variance of its scores over the systems, divided by "
            f"{len(table.systems)} − 1; the standard error of a mean is √(sum of s²) / {table.topics}."
        )

    def hints(self, asked: Tukey, pair: Pair) -> tuple[str, ...]:
        """The first variance, all of them, the standard error, and what is made of it."""
        table = asked.table(pair)
        name, row = asked.row_names(table)[0], asked.rows(table)[0]
        found = [fixed(one, 5) for one in asked.variances(table)]
        worked = asked.explained(pair)
        told = (
            f"The mean of {name} is {fixed(sum(row) / len(row), 4)}, and s² is {fixed(variance(row), 5)}.",
            f"All s² are {in_a_row(found)}.",
        )
        if asked.statistic == "error":
            return (*told, self.last(table))
        error = f"The standard error is {fixed(float(worked.error), 5)}."
        if asked.statistic == "threshold":
            return (*told, error, f"Multiply it by q = {asked.quantile(table)}.")
        return (*told, error, f"The means lie {fixed(table.spans, 5)} apart at most; divide that by it.")

    def last(self, table: ScoreTable) -> str:
        """How the error comes from the variances."""
        return f"Add them, take the root, and divide by {table.topics}."


class OfUnblocked(OfTukey):
    """The words of the unblocked test."""

    def error(self, table: ScoreTable) -> str:
        """How the standard error is made."""
        return (
            "Unblocked, s² of a system is the variance of its scores over the topics, divided by "
            f"{table.topics} − 1; MSE is the mean of the s². The standard error of a mean is √(MSE / {table.topics})."
        )

    def last(self, table: ScoreTable) -> str:
        """How the error comes from the variances."""
        return f"Their mean is MSE. Divide it by {table.topics}, and take the root."


WORDINGS(Tukey)(OfTukey())
WORDINGS(UnblockedTukey)(OfUnblocked())
