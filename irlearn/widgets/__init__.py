"""Results as things to touch, in JupyterLab, Notebook 7 and Voilà, by mouse and by keyboard."""

from irlearn.widgets.base import Widget as Widget
from irlearn.widgets.confusion_matrix import ConfusionMatrix as ConfusionMatrix
from irlearn.widgets.precision_recall import PrecisionRecall as PrecisionRecall
from irlearn.widgets.prediction import Prediction as Prediction
from irlearn.widgets.ranking_board import RankingBoard as RankingBoard
