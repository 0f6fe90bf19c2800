"""Every topic of the lessons, registered in their order, and the exercises made of them."""

from irlearn.exercises import topics_of_rankings as topics_of_rankings, topics_of_systems as topics_of_systems
from irlearn.exercises.generate import TOPICS as TOPICS, exercise as exercise, exercise_of as exercise_of
