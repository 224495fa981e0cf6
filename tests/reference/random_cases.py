#!/usr/bin/env python3
"""What numpy.random.RandomState(seed) draws, for headtrace's random tensors.

    tests/reference/random_cases.py --write tests/fixtures/random.txt

One sequence of a new RandomState a line, `seed kind a b : values`:

    uniform  low high    uniform(low, high), again and again
    normal   mean std    normal(mean, std); standard_normal() where they are 0 and 1
    mixed    low high    standard_normal() and uniform(low, high) in turn

Nine values each: normal numbers are made in pairs, and the odd count shows that the
second of a pair is kept for the next call, also when a uniform number comes between.
"""

from __future__ import annotations

import argparse
from pathlib import Path

import numpy as np

DRAWS = 9
SEEDS = (0, 1, 7, 42, 2017, 123456789, 2**32 - 1)
HEADER = "# seed kind a b : values of numpy.random.RandomState, by tests/reference/random_cases.py"


def draw(seed: int, kind: str, a: float, b: float) -> list[float]:
    state = np.random.RandomState(seed)
    if kind == "uniform":
        return [state.uniform(a, b) for _ in range(DRAWS)]
    if kind == "normal":
        return [state.normal(a, b) for _ in range(DRAWS)]
    return [state.uniform(a, b) if i % 2 else state.standard_normal() for i in range(DRAWS)]


def write_line(seed: int, kind: str, a: float, b: float) -> str:
    values = " ".join(repr(float(value)) for value in draw(seed, kind, a, b))
    return f"{seed} {kind} {a!r} {b!r} : {values}"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--write", type=Path, metavar="FILE", required=True)
    arguments = parser.parse_args()
    lines = [HEADER]
    for seed in SEEDS:
        lines.append(write_line(seed, "uniform", 0.0, 1.0))
        lines.append(write_line(seed, "uniform", -0.5, 2.25))
        lines.append(write_line(seed, "normal", 0.0, 1.0))
        lines.append(write_line(seed, "normal", 1.5, 0.02))
        lines.append(write_line(seed, "mixed", -1.0, 1.0))
    arguments.write.write_text("\n".join(lines) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
