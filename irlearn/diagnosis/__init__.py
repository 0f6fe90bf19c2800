"""Hand calculations checked: right, or traced to the misconception that gives the learner's number."""

from irlearn.diagnosis.answers import Answer as Answer, read_answer as read_answer
from irlearn.diagnosis.checking import check as check, check_question as check_question, make_question as make_question
from irlearn.diagnosis.hints import Hint as Hint
from irlearn.diagnosis.misconceptions import MISCONCEPTIONS as MISCONCEPTIONS, Misconception as Misconception
from irlearn.diagnosis.question import (
    Question as Question,
    WrongAnswer as WrongAnswer,
    misconceptions_about as misconceptions_about,
)
from irlearn.diagnosis.verdict import Diagnosis as Diagnosis, Verdict as Verdict
