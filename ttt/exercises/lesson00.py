"""Lesson 00: welcome. It has no exercise of its own."""

from ttt.exercises.questions import asker

ask = asker("00")
