"""What misconceptions work on: the numbers that a hand calculation takes from a ranking, from queries, from samples."""

from irlearn.diagnosis.context.judging import BanditContext as BanditContext, NextJudgmentContext as NextJudgmentContext
from irlearn.diagnosis.context.queries import QueriesContext as QueriesContext
from irlearn.diagnosis.context.ranking import RankingContext as RankingContext
from irlearn.kinds.rules import CONTEXTS as CONTEXTS, Context as Context
