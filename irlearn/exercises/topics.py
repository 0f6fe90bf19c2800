"""Every topic of the lessons, registered in their order, and the exercises made of them."""

from irlearn.exercises import (
    topics_of_agreement as topics_of_agreement,
    topics_of_rankings as topics_of_rankings,
    topics_of_two as topics_of_two,
    topics_of_winners as topics_of_winners,
    topics_on_judging as topics_on_judging,
    topics_redrawn_comparisons as topics_redrawn_comparisons,
    topics_redrawn_rankings as topics_redrawn_rankings,
    topics_with_pairs as topics_with_pairs,
)
from irlearn.exercises.generate import TOPICS as TOPICS, exercise as exercise, exercise_of as exercise_of
