#!/usr/bin/env python3
"""Random lessons with PyTorch's value for every tensor, in float64.

Sizes, masks and weights come from one seed, so that the cases are always the same.
Write the stored fixtures:

    tests/reference/attention_cases.py --write tests/fixtures/attention --count 9
"""

from __future__ import annotations

import argparse
import itertools
import json
import random
from dataclasses import dataclass
from pathlib import Path

import torch
from torch import Tensor

from attention_kinds import STORED, Kind, Sizes, draw_kinds, draw_sizes, draw_small_sizes
from attention_masks import Mask, draw_mask
from attention_modules import (
    EPS, attention_values, block_values, draw_module, draw_tensor, last_step, named_weights,
)
from json_tensors import encode

SEED = 2017
TOLERANCE = 1e-10

WEIGHT_AXES = {
    **{f"W_{name}": ["d_model", "d_model"] for name in "qkvo"},
    **{f"b_{name}": ["d_model"] for name in "qkvo"},
    **{f"{name}_{which}": ["d_model"] for name in ("gamma", "beta") for which in "12"},
    "W_1": ["d_ff", "d_model"],
    "b_1": ["d_ff"],
    "W_2": ["d_model", "d_ff"],
    "b_2": ["d_model"],
}


@dataclass(frozen=True)
class Case:
    name: str
    kind: Kind
    sizes: Sizes
    lesson: dict  # a lesson file without its `expect`
    expected: dict[str, Tensor]  # PyTorch's value of every step
    output: str  # the name of the last one

    def fixture(self) -> dict:
        """The lesson together with what it must give."""
        expect = {
            name: {"values": encode(tensor.tolist()), "tolerance": TOLERANCE}
            for name, tensor in self.expected.items()
        }
        return {**self.lesson, "expect": expect}


def declare_weight(name: str, value: Tensor, layout: str) -> dict:
    axes = WEIGHT_AXES[name]
    if not name.startswith("W_"):
        return {"axes": axes, "values": value.tolist()}
    if layout == "in_out":
        axes, value = axes[::-1], value.T
    return {"axes": axes, "layout": layout, "values": value.tolist()}


def declare_pipeline(kind: Kind) -> dict:
    mask = {"mask": kind.mask if kind.mask in ("none", "causal") else "mask"}
    if kind.is_block:
        options = {"norm": kind.norm, "activation": kind.activation, "eps": EPS}
        return {"name": "transformer_block", **options, **mask}
    memory = {"memory": "memory"} if kind.is_cross else {}
    return {"name": "multi_head_attention", **mask, **memory}


def declare_dims(kind: Kind, sizes: Sizes) -> dict[str, int]:
    names = ["batch", "seq"]
    names += ["key_seq"] if kind.is_cross else []
    names += ["d_model", "heads"]
    names += ["d_ff"] if kind.is_block else []
    return {name: getattr(sizes, name) for name in names}


def write_lesson(
    kind: Kind, sizes: Sizes, x: Tensor, memory: Tensor, weights: dict[str, Tensor], mask: Mask
) -> dict:
    pipeline = declare_pipeline(kind)
    tensors = {"x": {"axes": ["batch", "seq", "d_model"], "values": x.tolist()}}
    if kind.is_cross:
        tensors["memory"] = {"axes": ["batch", "key_seq", "d_model"], "values": memory.tolist()}
    for name, value in weights.items():
        tensors[name] = declare_weight(name, value, kind.layout)
    if pipeline["mask"] == "mask":
        tensors["mask"] = {"axes": mask.axes(), "values": mask.allowed().long().tolist()}
    return {
        "format": 1,
        "title": f"PyTorch's values: {kind.model}, mask {kind.mask}, {kind.layout}",
        "dims": declare_dims(kind, sizes),
        "tensors": tensors,
        "pipeline": pipeline,
    }


def make_case(rng: random.Random, index: int, kind: Kind, sizes: Sizes) -> Case:
    module = draw_module(rng, kind, sizes)
    mask = draw_mask(rng, kind.mask, sizes.batch, sizes.seq, sizes.key_seq)
    x = draw_tensor(rng, torch.Size((sizes.batch, sizes.seq, sizes.d_model)))
    memory = x
    if kind.is_cross:
        memory = draw_tensor(rng, torch.Size((sizes.batch, sizes.key_seq, sizes.d_model)))
    if kind.is_block:
        expected = block_values(module, x, mask, kind)
    else:
        expected = attention_values(module, x, memory, mask)
    lesson = write_lesson(kind, sizes, x, memory, named_weights(module), mask)
    name = f"{index:02}-{kind.model}-{kind.mask.replace('+', '-')}"
    return Case(name, kind, sizes, lesson, expected, last_step(kind))


def make_cases(count: int) -> list[Case]:
    """Cases of every kind; fewer of them are the first of more."""
    rng = random.Random(SEED)
    kinds = itertools.islice(draw_kinds(rng), count)
    return [make_case(rng, i, kind, draw_sizes(rng, kind)) for i, kind in enumerate(kinds, 1)]


def make_stored_cases(count: int) -> list[Case]:
    """Small cases, as different from each other as can be."""
    rng = random.Random(SEED)
    kinds = STORED[:count]
    return [make_case(rng, i, kind, draw_small_sizes(rng, kind)) for i, kind in enumerate(kinds, 1)]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--write", type=Path, metavar="DIR", required=True)
    parser.add_argument("--count", type=int, default=len(STORED), choices=range(1, len(STORED) + 1))
    arguments = parser.parse_args()
    torch.set_num_threads(1)
    arguments.write.mkdir(parents=True, exist_ok=True)
    for case in make_stored_cases(arguments.count):
        text = json.dumps(case.fixture(), separators=(",", ":"), allow_nan=False)
        (arguments.write / f"{case.name}.json").write_text(text + "\n", encoding="utf-8")
        print(f"{case.name}.json: {len(text) + 1} bytes")


if __name__ == "__main__":
    main()
