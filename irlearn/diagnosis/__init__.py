"""Hand calculations checked: right, or traced to the misconception that gives the learner's number."""

from irlearn.diagnosis.answers import Answer as Answer, read_answer as read_answer
from irlearn.diagnosis.judging import ask as ask, check as check, judge as judge
from irlearn.diagnosis.mistakes import Mistake as Mistake, Question as Question, rules_for as rules_for
from irlearn.diagnosis.rules import RULES as RULES, WrongRule as WrongRule
from irlearn.diagnosis.verdict import Diagnosis as Diagnosis, Verdict as Verdict
