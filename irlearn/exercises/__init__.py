"""What a learner does in a lesson, as data: no widgets, no pictures."""

from irlearn.exercises import topics_of_rankings as topics_of_rankings, topics_of_systems as topics_of_systems
from irlearn.exercises.calculation import Exercise as Exercise
from irlearn.exercises.generate import exercise as exercise, exercise_of as exercise_of
from irlearn.exercises.parts import (
    LessonPlan as LessonPlan,
    Option as Option,
    Play as Play,
    Prediction as Prediction,
    Quiz as Quiz,
    Task as Task,
    Variant as Variant,
)
from irlearn.exercises.progress import Progress as Progress
from irlearn.kinds.told import TOPICS as TOPICS
from irlearn.resume_code import Version as Version

_BY_LESSON = sorted(TOPICS.values(), key=lambda topic: topic.lesson)
TOPICS.clear()  # those of kinds came first
TOPICS.update({one.name: one for one in _BY_LESSON})
