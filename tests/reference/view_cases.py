#!/usr/bin/env python3
"""Strided tensors, and whether PyTorch's `view` can give them another shape.

    tests/reference/view_cases.py --write tests/fixtures/views.txt [--count 400]

Half of the cases succeed and half are refused. One case a line:

    shape | strides | target | ok strides of the view
    shape | strides | target | refused

Numbers are separated by commas and strides count elements. The strides of axes of
size 1 are PyTorch's too, in the tensor as in the view.
"""

from __future__ import annotations

import argparse
import math
import random
from pathlib import Path
from typing import Iterable, Iterator

import torch
from torch import Tensor

SEED = 2017
SIZES = (1, 2, 2, 3, 3, 4, 5, 6)
HEADER = "# shape | strides | target | PyTorch's view, by tests/reference/view_cases.py"


def draw_tensor(rng: random.Random) -> Tensor:
    """A contiguous tensor with axes exchanged, cut and expanded, or left alone."""
    tensor = torch.empty([rng.choice(SIZES) for _ in range(rng.randint(1, 5))])
    axes = range(tensor.dim())
    if rng.random() < 0.2:
        tensor = tensor.permute(rng.sample(axes, len(axes)))
    if rng.random() < 0.4:
        tensor = tensor.transpose(rng.choice(axes), rng.choice(axes))
    if rng.random() < 0.5:
        tensor = cut(rng, tensor, rng.choice(axes))
    if rng.random() < 0.3:
        tensor = tensor.expand([s if s > 1 else rng.choice((1, 2, 3)) for s in tensor.shape])
    return tensor


def cut(rng: random.Random, tensor: Tensor, axis: int) -> Tensor:
    """Part of an axis, in steps of 1 or 2."""
    size = tensor.shape[axis]
    start = rng.randrange(size)
    part = slice(start, rng.randint(start + 1, size), rng.choice((1, 1, 2)))
    return tensor[(slice(None),) * axis + (part,)]


def draw_target(rng: random.Random, shape: torch.Size) -> list[int]:
    """Another shape of as many elements: mostly axes of `shape` merged and split,
    sometimes any.
    """
    target = list(shape) if rng.random() < 0.8 else [shape.numel()]
    changes = rng.randint(1, 4)
    while changes > 0 or target == list(shape):
        change = rng.choice((merge, merge, split, split, insert_one))
        change(rng, target, rng.randrange(len(target)))
        changes -= 1
    return target


def merge(_: random.Random, shape: list[int], axis: int) -> None:
    shape[axis : axis + 2] = [math.prod(shape[axis : axis + 2])]


def split(rng: random.Random, shape: list[int], axis: int) -> None:
    factors = [factor for factor in range(2, shape[axis]) if shape[axis] % factor == 0]
    if factors:
        factor = rng.choice(factors)
        shape[axis : axis + 1] = [factor, shape[axis] // factor]


def insert_one(_: random.Random, shape: list[int], axis: int) -> None:
    shape.insert(axis, 1)


def outcome(tensor: Tensor, target: list[int]) -> str:
    try:
        return f"ok {commas(tensor.view(target).stride())}"
    except RuntimeError:
        return "refused"


def commas(numbers: Iterable[int]) -> str:
    return ",".join(map(str, numbers))


def draw_cases(rng: random.Random) -> Iterator[tuple[Tensor, list[int]]]:
    """Few of the tensors are contiguous, since their views never fail."""
    while True:
        tensor = draw_tensor(rng)
        if not tensor.is_contiguous() or rng.random() < 0.2:
            yield tensor, draw_target(rng, tensor.shape)


def draw_lines(count: int) -> list[str]:
    """Different cases, as many of them refused as not."""
    wanted = {"ok": count - count // 2, "refused": count // 2}
    lines: list[str] = []
    for tensor, target in draw_cases(random.Random(SEED)):
        result = outcome(tensor, target)
        line = f"{commas(tensor.shape)} | {commas(tensor.stride())} | {commas(target)} | {result}"
        verdict = result.split()[0]
        if wanted[verdict] and line not in lines:
            wanted[verdict] -= 1
            lines.append(line)
        if len(lines) == count:
            break
    return lines


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--write", type=Path, metavar="FILE", required=True)
    parser.add_argument("--count", type=int, default=400)
    arguments = parser.parse_args()
    torch.set_num_threads(1)
    lines = [HEADER, *draw_lines(arguments.count)]
    arguments.write.write_text("\n".join(lines) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
