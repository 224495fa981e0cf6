#!/usr/bin/env python3
"""Gradients by PyTorch's autograd, in float64, for every tensor of random lessons.

The lessons are those of attention_cases.py with a loss: the sum of the output, the
mean square against a target, or cross-entropy with some positions left out.

    tests/reference/gradient_cases.py --write tests/fixtures/gradients    the stored fixtures
    tests/reference/gradient_cases.py --headtrace build/headtrace         the program on 46 lessons

The second exits with 0 when all gradients agree to 1e-10, 1 when one doesn't or is
missing, 77 where there is no PyTorch.
"""

from __future__ import annotations

import argparse
import json
import random
import subprocess
import sys
from pathlib import Path

try:
    import torch
    import torch.nn.functional as F
except ModuleNotFoundError:
    print("skipped: PyTorch is not installed")
    sys.exit(77)

import attention_steps
from attention_cases import TOLERANCE, Case, make_cases, make_stored_cases
from attention_modules import EPS
from json_tensors import decode, difference, encode, numbers, shape_of

LOSSES = ("sum", "mse", "cross_entropy")


def leaves(case: Case) -> dict[str, torch.Tensor]:
    """The lesson's tensors as autograd starts from them."""
    declared = case.lesson["tensors"]
    return {
        name: torch.tensor(given["values"], dtype=torch.float64, requires_grad=name != "mask")
        for name, given in declared.items()
    }


def forward(case: Case, given: dict[str, torch.Tensor]) -> dict[str, torch.Tensor]:
    """Every step, made from the leaves so that gradients reach them."""
    def stored(name: str, value: torch.Tensor) -> torch.Tensor:
        in_out = case.lesson["tensors"][name].get("layout") == "in_out"
        return value.T if in_out else value

    weights = {name: stored(name, value) for name, value in given.items()}
    kind, heads = case.kind, case.sizes.heads
    allowed = None
    if "mask" in given:
        allowed = given["mask"] != 0
    elif kind.mask == "causal":
        allowed = torch.ones(case.sizes.seq, case.sizes.seq, dtype=torch.bool).tril()
    if kind.is_block:
        pre = kind.norm == "pre"
        block = attention_steps.pre_norm_block if pre else attention_steps.post_norm_block
        return block(given["x"], weights, heads, allowed, kind.activation, EPS)
    memory = given.get("memory", given["x"])
    return attention_steps.attention(given["x"], memory, weights, heads, allowed)


def declare_loss(rng: random.Random, which: str, output: torch.Tensor, axes: list) -> dict:
    """What a lesson says of its loss: the key `loss`, and the target among its tensors."""
    if which == "sum":
        return {"loss": "sum"}
    if which == "mse":
        values = [round(rng.gauss(0, 1), 4) for _ in range(output.numel())]
        target = torch.tensor(values).reshape(output.shape).tolist()
        target = {"axes": axes, "values": target}
    else:
        classes = [[rng.randrange(-1, output.shape[-1]) for _ in row] for row in output[:, :, 0]]
        classes[0][0] = 0  # one position at least counts
        target = {"axes": axes[:-1], "values": classes}
    return {"loss": {which: "target"}, "target": target}


def loss_of(declared: dict, output: torch.Tensor, target: torch.Tensor | None) -> torch.Tensor:
    if declared["loss"] == "sum":
        return output.sum()
    if "mse" in declared["loss"]:
        return F.mse_loss(output, target)
    return F.cross_entropy(output.flatten(0, 1), target.detach().long().flatten(), ignore_index=-1)


def gradients(case: Case, which: str, rng: random.Random) -> tuple[dict, dict]:
    """The lesson with its loss, and `d<name>` by PyTorch of all that has one."""
    given = leaves(case)
    steps = forward(case, given)
    output = steps[case.output]
    declared = declare_loss(rng, which, output, ["batch", "seq", "d_model"])
    lesson = {**case.lesson, "loss": declared["loss"], "tensors": dict(case.lesson["tensors"])}
    if "target" in declared:
        lesson["tensors"]["target"] = declared["target"]
        given["target"] = torch.tensor(
            declared["target"]["values"], dtype=torch.float64, requires_grad=True
        )
    for step in steps.values():
        step.retain_grad()
    loss_of(declared, output, given.get("target")).backward()
    return lesson, {f"d{name}": value.grad for name, value in {**given, **steps}.items()
                    if value.grad is not None}


def cases_with_losses(cases: list[Case]):
    rng = random.Random(7)
    for i, case in enumerate(cases):
        if "left-padding" in case.kind.mask:  # a row that is NaN makes every gradient NaN
            continue
        which = LOSSES[i % len(LOSSES)]
        yield case, which, *gradients(case, which, rng)


def write(folder: Path, count: int) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    for case, which, lesson, expected in cases_with_losses(make_stored_cases(count)):
        expect = {name: {"values": encode(value.tolist()), "tolerance": TOLERANCE}
                  for name, value in expected.items()}
        text = json.dumps({**lesson, "expect": expect}, separators=(",", ":"), allow_nan=False)
        name = f"{case.name}-{which}.json"
        (folder / name).write_text(text + "\n", encoding="utf-8")
        print(f"{name}: {len(text) + 1} bytes")


def compare(program: str, lesson: dict, expected: dict) -> tuple[float, list[str]]:
    command = [program, "run", "-", "--backward", "--format", "json"]
    done = subprocess.run(command, input=json.dumps(lesson), capture_output=True, encoding="utf-8")
    if done.returncode != 0:
        return 0.0, [done.stderr.strip()]
    found = {tensor["name"]: tensor["values"] for tensor in json.loads(done.stdout)["gradients"]}
    largest, faults = 0.0, []
    for name, value in expected.items():
        if shape_of(found.get(name)) != list(value.shape):
            faults.append(f"{name} is missing or has another shape")
            continue
        pairs = zip(numbers(decode(found[name])), numbers(value.tolist()))
        apart = max(difference(actual, wanted) for actual, wanted in pairs)
        largest = max(largest, apart)
        if apart > TOLERANCE:
            faults.append(f"{name} differs by {apart:.3g}")
    return largest, faults


def check(program: str, count: int) -> int:
    differing, tensors, largest, lessons = 0, 0, 0.0, 0
    for case, which, lesson, expected in cases_with_losses(make_cases(count)):
        apart, faults = compare(program, lesson, expected)
        print(f"{'DIFFERS' if faults else 'ok':<7} {case.name} {which}: largest difference {apart:.2g}")
        for fault in faults:
            print("        " + fault)
        differing += bool(faults)
        tensors += len(expected)
        lessons += 1
        largest = max(largest, apart)
    print(f"{lessons} lessons, {tensors} gradients, {differing} lessons differ; "
          f"largest difference of all {largest:.2g}")
    return 1 if differing else 0


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    action = parser.add_mutually_exclusive_group(required=True)
    action.add_argument("--write", type=Path, metavar="DIR")
    action.add_argument("--headtrace", metavar="PROGRAM")
    parser.add_argument("--count", type=int, default=48)
    arguments = parser.parse_args()
    torch.set_num_threads(1)
    if arguments.write:
        write(arguments.write, min(arguments.count, 9))
        return 0
    return check(arguments.headtrace, arguments.count)


if __name__ == "__main__":
    sys.exit(main())
