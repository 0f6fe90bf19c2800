"""Results as things to touch, in JupyterLab, Notebook 7 and Voilà, by mouse and by keyboard."""

from irlearn.widgets.base import Widget as Widget
from irlearn.widgets.ranking_board import RankingBoard as RankingBoard
