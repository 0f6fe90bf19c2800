"""Homework for a class: a worksheet with a variant of each exercise for each student, and its key."""
