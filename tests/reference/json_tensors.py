"""Tensors as headtrace's JSON holds them: nested lists, in which the strings
"NaN", "Infinity" and "-Infinity" stand for the numbers JSON cannot write.
"""

from __future__ import annotations

import math
from typing import Iterator


def encode(values):
    """Nested lists of floats, made ready for json.dumps."""
    if isinstance(values, list):
        return [encode(item) for item in values]
    if math.isnan(values):
        return "NaN"
    if math.isinf(values):
        return "Infinity" if values > 0 else "-Infinity"
    return values


def decode(values):
    """Nested lists out of json.loads, with every number a float again."""
    if isinstance(values, list):
        return [decode(item) for item in values]
    return float(values)


def shape_of(values) -> list[int]:
    """The shape of nested lists, read off the first item of each."""
    shape = []
    while isinstance(values, list):
        shape.append(len(values))
        if not values:
            break
        values = values[0]
    return shape


def numbers(values) -> Iterator[float]:
    """Every number of nested lists, in row-major order."""
    if isinstance(values, list):
        for item in values:
            yield from numbers(item)
    else:
        yield values


def difference(actual: float, expected: float) -> float:
    """|actual - expected|, where equal infinities and two NaNs differ by nothing."""
    if actual == expected or (math.isnan(actual) and math.isnan(expected)):
        return 0.0
    distance = abs(actual - expected)
    return math.inf if math.isnan(distance) else distance
