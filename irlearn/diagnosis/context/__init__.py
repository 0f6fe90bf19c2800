"""What misconceptions work on: the numbers that a hand calculation takes from a ranking, from queries, from samples."""

from irlearn.diagnosis.context.bandit import BanditContext as BanditContext
from irlearn.diagnosis.context.best import BestContext as BestContext
from irlearn.diagnosis.context.criteria import CriteriaContext as CriteriaContext
from irlearn.diagnosis.context.discrimination import DiscriminationContext as DiscriminationContext
from irlearn.diagnosis.context.fourfold import FourfoldContext as FourfoldContext
from irlearn.diagnosis.context.next_judgment import NextJudgmentContext as NextJudgmentContext
from irlearn.diagnosis.context.pair_outcome import PairOutcomeContext as PairOutcomeContext
from irlearn.diagnosis.context.queries import QueriesContext as QueriesContext
from irlearn.diagnosis.context.ranking import RankingContext as RankingContext
from irlearn.diagnosis.context.samples import SamplesContext as SamplesContext
from irlearn.diagnosis.context.two_orders import OrdersContext as OrdersContext
from irlearn.kinds.rules import CONTEXTS as CONTEXTS, Context as Context
