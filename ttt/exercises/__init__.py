"""The exercises, one file a lesson: from ttt.exercises import lesson01."""
