"""What a learner does in a lesson, as data: no widgets, no pictures."""

from irlearn.exercises import topic_generators as topic_generators
from irlearn.exercises.generate import exercise as exercise, exercise_by_id as exercise_by_id
from irlearn.exercises.hand_calculation import Exercise as Exercise
from irlearn.exercises.lesson_parts import (
    GeneratedExercise as GeneratedExercise,
    LessonPlan as LessonPlan,
    Option as Option,
    Prediction as Prediction,
    Quiz as Quiz,
    Task as Task,
    WidgetTasks as WidgetTasks,
)
from irlearn.exercises.progress import Progress as Progress
from irlearn.kinds.question_words import topics
from irlearn.resume_code import PartList as PartList

TOPICS = topics()
"""Every topic by its name, in the order of the lessons."""
