"""Answers that are no answer, for checks that must bear anything."""

import math

import numpy as np


class Unspeakable:
    """Something that can be neither compared nor shown."""

    __hash__ = None

    def __eq__(self, other):
        raise RuntimeError("cannot be compared")

    def __repr__(self):
        raise RuntimeError("cannot be shown")


NO_NUMBERS = [  # each with how it is shown
    (None, "None"),
    ("1", "'1'"),
    (True, "True"),
    (math.nan, "nan"),
    ([1, 2], "[1, 2]"),
    (np.array([1, 2]), "array([1, 2])"),
    (Unspeakable(), "an object of type Unspeakable"),
]
