"""What misconceptions work on: the numbers that a hand calculation takes from a ranking, from queries, from samples."""

from irlearn.diagnosis.context.base import CONTEXTS as CONTEXTS, Context as Context
from irlearn.diagnosis.context.fleiss import FleissContext as FleissContext
from irlearn.diagnosis.context.hedge import HedgeContext as HedgeContext
from irlearn.diagnosis.context.judging import BanditContext as BanditContext, NextJudgmentContext as NextJudgmentContext
from irlearn.diagnosis.context.kappa import KappaContext as KappaContext
from irlearn.diagnosis.context.queries import QueriesContext as QueriesContext
from irlearn.diagnosis.context.ranking import RankingContext as RankingContext
from irlearn.diagnosis.context.tukey import TukeyContext as TukeyContext
