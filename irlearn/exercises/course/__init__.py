"""The course: what there is to do in each lesson, in the order of its notebook."""

from irlearn.exercises.course import lesson_00, lesson_01, lesson_02, lesson_03, lesson_04, lesson_05, lesson_06
from irlearn.exercises.parts import LessonPlan

LESSONS: dict[str, LessonPlan] = {
    one.PLAN.lesson: one.PLAN for one in (lesson_00, lesson_01, lesson_02, lesson_03, lesson_04, lesson_05, lesson_06)
}
"""Every lesson's plan by its two signs."""
