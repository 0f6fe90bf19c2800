"""The widgets that ask and check: exercises, predictions, quizzes, tasks, progress."""
