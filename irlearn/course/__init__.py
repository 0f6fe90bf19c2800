"""The course: the questions and tasks of each lesson, read from Markdown files, and a learner's progress."""

from irlearn.course.lesson_parts import (
    GeneratedExercise as GeneratedExercise,
    LessonPlan as LessonPlan,
    Option as Option,
    Prediction as Prediction,
    Quiz as Quiz,
    Task as Task,
    WidgetTasks as WidgetTasks,
)
from irlearn.course.progress import PartList as PartList, Progress as Progress
