"""What a learner does in a lesson, as data: no widgets, no pictures."""

from irlearn.exercises.calculation import Exercise as Exercise
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
from irlearn.exercises.topics import TOPICS as TOPICS, exercise as exercise, exercise_of as exercise_of
from irlearn.exercises.versions import Version as Version
