"""Results as things to touch, in JupyterLab, Notebook 7 and Voilà, by mouse and by keyboard."""

from irlearn.widgets.assessor import Assessor as Assessor
from irlearn.widgets.base import Widget as Widget
from irlearn.widgets.confusion_matrix import ConfusionMatrix as ConfusionMatrix
from irlearn.widgets.conventions import Conventions as Conventions
from irlearn.widgets.exercise import Exercise as Exercise
from irlearn.widgets.gains import Gains as Gains
from irlearn.widgets.hand_check import HandCheck as HandCheck
from irlearn.widgets.lesson import Lesson as Lesson
from irlearn.widgets.means import Means as Means
from irlearn.widgets.pool import Pool as Pool
from irlearn.widgets.precision_recall import PrecisionRecall as PrecisionRecall
from irlearn.widgets.prediction import Prediction as Prediction
from irlearn.widgets.progress import Progress as Progress
from irlearn.widgets.quiz import Quiz as Quiz
from irlearn.widgets.ranking_board import RankingBoard as RankingBoard
