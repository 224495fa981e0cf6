#!/usr/bin/env python3
"""Compares headtrace's tensors with PyTorch's on random lessons.

    tests/reference/compare_with_torch.py --headtrace build/headtrace [--count 48]

Every step that the program prints for a lesson on its standard input is held
against PyTorch's: shape, strides (of axes longer than 1) and values. The exit
status is 0 when all agree to 1e-10, 1 when one doesn't or a tensor is missing,
77 where there is no PyTorch.
"""

from __future__ import annotations

import argparse
import json
import shutil
import subprocess
import sys
from dataclasses import dataclass, field

from json_tensors import decode, difference, numbers, shape_of

try:
    import torch
except ModuleNotFoundError:
    print("skipped: PyTorch is not installed")
    sys.exit(77)

from attention_cases import TOLERANCE, Case, make_cases


@dataclass
class Report:
    differences: dict[str, float] = field(default_factory=dict)  # the largest of each step
    faults: list[str] = field(default_factory=list)

    def worst(self) -> tuple[float, str]:
        return max(((size, name) for name, size in self.differences.items()), default=(0.0, "-"))


def run(program: str, lesson: dict) -> dict:
    """The trace of a lesson; a program that fails raises CalledProcessError."""
    command = [program, "run", "-", "--format", "json", "--full"]
    done = subprocess.run(
        command, input=json.dumps(lesson), capture_output=True, encoding="utf-8", check=True
    )
    return json.loads(done.stdout)


def strides_differ(step: dict, expected: torch.Tensor) -> bool:
    """The stride of an axis of size 1 is never used, so it may be anything."""
    triples = zip(expected.shape, step["strides"], expected.stride())
    return any(size > 1 and actual != torchs for size, actual, torchs in triples)


def compare_step(step: dict, expected: torch.Tensor, report: Report) -> None:
    name, shape = step["name"], list(expected.shape)
    if step["shape"] != shape or shape_of(step["values"]) != shape:
        report.faults.append(f"{name} has shape {step['shape']}, PyTorch's {shape}")
        return
    if strides_differ(step, expected):
        torchs = list(expected.stride())
        report.faults.append(f"{name} has strides {step['strides']}, PyTorch's {torchs}")
    pairs = zip(numbers(decode(step["values"])), numbers(expected.tolist()))
    largest = max(difference(actual, value) for actual, value in pairs)
    report.differences[name] = largest
    if largest > TOLERANCE:
        report.faults.append(f"{name} differs by {largest:.3g}")


def compare(case: Case, trace: dict) -> Report:
    report = Report()
    steps = {step["name"]: step for step in trace["steps"]}
    report.faults += [f"{name} is missing" for name in case.expected if name not in steps]
    report.faults += [f"{name} is unknown here" for name in steps if name not in case.expected]
    if trace["output"] != case.output:
        report.faults.append(f"the output is {trace['output']}, PyTorch's {case.output}")
    for name, expected in case.expected.items():
        if name in steps:
            compare_step(steps[name], expected, report)
    return report


def check(program: str, case: Case) -> Report:
    try:
        return compare(case, run(program, case.lesson))
    except subprocess.CalledProcessError as error:
        return Report(faults=[f"exit status {error.returncode}: {error.stderr.strip()}"])


def describe(case: Case, report: Report) -> str:
    sizes = " ".join(f"{name}={size}" for name, size in case.lesson["dims"].items())
    largest, where = report.worst()
    verdict = "DIFFERS" if report.faults else "ok"
    line = (
        f"{verdict:<7} {case.name} [{sizes}] {case.kind.layout}, mask {case.kind.mask}: "
        f"largest difference {largest:.2g} in {where}"
    )
    return "\n".join([line, *(f"        {fault}" for fault in report.faults)])


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--headtrace", metavar="PROGRAM", required=True)
    parser.add_argument("--count", type=int, default=48)
    arguments = parser.parse_args()
    if shutil.which(arguments.headtrace) is None:
        parser.error(f"no program at {arguments.headtrace}")
    torch.set_num_threads(1)

    reports = []
    for case in make_cases(arguments.count):
        reports.append(check(arguments.headtrace, case))
        print(describe(case, reports[-1]), flush=True)

    tensors = sum(len(report.differences) for report in reports)
    differing = sum(bool(report.faults) for report in reports)
    largest, where = max((report.worst() for report in reports), default=(0.0, "-"))
    print(
        f"{len(reports)} cases, {tensors} tensors, {differing} cases differ; "
        f"largest difference of all {largest:.2g} in {where}"
    )
    return 1 if differing else 0


if __name__ == "__main__":
    sys.exit(main())
