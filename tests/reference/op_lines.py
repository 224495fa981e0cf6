#!/usr/bin/env python3
"""Runs the NumPy and PyTorch lines that the op catalogue shows to the learner.

    headtrace_tests … | tests/reference/op_lines.py --examples -

The examples are a JSON array of {"op", "case", "inputs", "numpy", "pytorch",
"output"}. The inputs and the output are tensors as `run --format json` writes them.
Each line finds its inputs as variables under their names, with `np` and `erf`, or
`torch` and `F`, and `math`; it must leave a variable with the output's name that
equals the output, in shape and to 1e-12 of max(1, |value|). The exit status is 0
when all do, 1 when one doesn't, 77 where neither library is installed.
"""

from __future__ import annotations

import argparse
import json
import math
import sys
from dataclasses import dataclass
from typing import Any, Callable

from json_tensors import decode, difference, numbers, shape_of

TOLERANCE = 1e-12


@dataclass
class Library:
    """How a line of one of the two languages is run."""

    key: str  # of an example's line
    label: str
    scope: dict[str, Any]
    array: Callable[[list], Any]  # nested lists to an array


def numpy_library() -> Library:
    import numpy as np

    np.seterr(all="ignore")
    scope = {"np": np, "math": math, "erf": np.vectorize(math.erf, otypes=[float])}
    return Library("numpy", "NumPy", scope, lambda values: np.array(values, dtype=np.float64))


def torch_library() -> Library:
    import torch
    import torch.nn.functional as F

    torch.set_num_threads(1)
    scope = {"torch": torch, "F": F, "math": math}
    return Library(
        "pytorch", "PyTorch", scope, lambda values: torch.tensor(values, dtype=torch.float64)
    )


def installed_libraries() -> list[Library]:
    libraries = []
    for label, load in (("NumPy", numpy_library), ("PyTorch", torch_library)):
        try:
            libraries.append(load())
        except ModuleNotFoundError:
            print(f"skipped: {label} is not installed")
    return libraries


def evaluate(library: Library, example: dict) -> list:
    """The variable that the example's line leaves, as nested lists."""
    scope = dict(library.scope)
    for tensor in example["inputs"]:
        scope[tensor["name"]] = library.array(decode(tensor["values"]))
    exec(example[library.key], scope)
    return scope[example["output"]["name"]].tolist()


def relative_difference(actual: float, expected: float) -> float:
    distance = difference(actual, expected)
    return distance / max(1.0, abs(expected)) if distance else 0.0


def judge(library: Library, example: dict) -> tuple[bool, str]:
    """Whether a line gives the output, and its largest difference or what is wrong."""
    output = example["output"]
    try:
        result = evaluate(library, example)
    except Exception as error:  # whatever the line may raise
        return False, f"{type(error).__name__}: {error}"
    if shape_of(result) != output["shape"]:
        return False, f"shape {shape_of(result)}, expected {output['shape']}"
    pairs = zip(numbers(result), numbers(decode(output["values"])))
    largest = max((relative_difference(*pair) for pair in pairs), default=0.0)
    return largest <= TOLERANCE, f"{largest:.2g}"


def check(libraries: list[Library], example: dict) -> dict[str, bool]:
    """Print an example's line; which of the libraries agree."""
    verdicts, texts = {}, []
    for library in libraries:
        verdicts[library.label], text = judge(library, example)
        texts.append(f"{library.label} {text}")
    verdict = "ok" if all(verdicts.values()) else "DIFFERS"
    print(f"{verdict:<7} {example['op']}, {example['case']}: {'; '.join(texts)}")
    return verdicts


def load(path: str) -> list[dict]:
    if path == "-":
        return json.load(sys.stdin)
    with open(path, encoding="utf-8") as file:
        return json.load(file)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--examples", metavar="FILE", required=True)
    arguments = parser.parse_args()
    examples = load(arguments.examples)
    libraries = installed_libraries()
    if not libraries:
        return 77
    verdicts = [check(libraries, example) for example in examples]
    for library in libraries:
        agree = sum(verdict[library.label] for verdict in verdicts)
        print(f"{library.label}: {agree} of {len(examples)} examples agree")
    return 0 if all(all(verdict.values()) for verdict in verdicts) else 1


if __name__ == "__main__":
    sys.exit(main())
