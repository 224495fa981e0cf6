#!/usr/bin/env python3
"""Runs every headtrace command line that README.md and docs/ show, in their order, and holds the output
that they show against what is printed: docs_test.py HEADTRACE.

A command line is a line of a fenced block, or a span of code, that begins with `headtrace ` and names
no placeholder such as LESSON. Where a paragraph ends with a command and a colon, or with a colon after
it, the fenced block below it is its output, or the end of it. Trainings are cut to a few steps. The
exit status is 0 when all work, 77 where NumPy isn't there for the files that the commands read."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PROGRAM = Path(sys.argv[1]).resolve()
DOCUMENTS = [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]
FINDING_FAULTS = ("headtrace check", "headtrace compare", "headtrace diagnose")
PLACEHOLDER = re.compile(r"\b(LESSON|FILE|DIR|CELL|ID|SECONDS)\b|…|\\$|\"\$")
SPAN = re.compile(r"`(headtrace [^`]+)`")
NOT_OUTPUT = ("{", "#", "headtrace ", "parallel ", "lessons/")
FENCE = re.compile(r"^```\w*$")


def commands_of(text: str) -> list[tuple[str, str]]:
    """Command lines with the output shown for them, if any."""
    found: list[tuple[str, str]] = []
    lines = text.splitlines()
    fenced = False
    for number, line in enumerate(lines):
        if FENCE.match(line):
            fenced = not fenced
        elif fenced and line.startswith("headtrace "):
            found.append((line, ""))
        elif not fenced:
            for command in SPAN.findall(line):
                found.append((command, shown_after(lines, number, command)))
    return [each for each in found if each[0].count(" ") > 1 and not PLACEHOLDER.search(each[0])]


def shown_after(lines: list[str], number: int, command: str) -> str:
    """The fenced block below the paragraph that the command stands in, where it is led up to."""
    end = number
    while end + 1 < len(lines) and lines[end + 1].strip():
        end += 1
    if not lines[end].rstrip().endswith((":", "：")) or end + 2 >= len(lines):
        return ""
    if not FENCE.match(lines[end + 2]) or lines[end].strip().startswith(("-", "*")):
        return ""
    block = []
    for line in lines[end + 3 :]:
        if FENCE.match(line):
            break
        block.append(line)
    return "" if block[0].startswith(NOT_OUTPUT) else "\n".join(block)


def run(command: str, folder: str, environment: dict[str, str]) -> subprocess.CompletedProcess:
    if command.startswith("headtrace train") and "--merge" not in command:
        command = command.replace("headtrace train 16", "headtrace train 16 --steps 20 --seeds 1")
        if "--seed " in command:
            command = command.replace(" --seeds 1", "")
        elif "--arm" not in command:
            command += " --arm with-w-o,without"
    return subprocess.run(
        ["sh", "-c", command], cwd=folder, env=environment, capture_output=True, text=True,
        stdin=subprocess.DEVNULL,
    )


def prepare(folder: str, environment: dict[str, str], trained: bool) -> None:
    """The files that the documents' commands read."""
    import json

    import numpy as np

    here = Path(folder)
    (here / "runs").mkdir()
    (here / "students").mkdir()
    for name in ("mine.npz", "students/ann.npz", "students/ben.npz"):
        run(f"headtrace export 17 --to {name} --variant no-scale", folder, environment)
    random = np.random.RandomState(1)
    tensors = {"in_proj_weight": (24, 8), "out_proj.weight": (8, 8)}
    header, data, at = {}, b"", 0
    for name, shape in tensors.items():
        part = random.standard_normal(shape).astype("<f4").tobytes()
        header[name] = {"dtype": "F32", "shape": shape, "data_offsets": [at, at + len(part)]}
        data, at = data + part, at + len(part)
    head = json.dumps(header).encode()
    (here / "model.safetensors").write_bytes(len(head).to_bytes(8, "little") + head + data)
    if not trained:
        return
    # Long enough to be tested twice, so that there is a curve.
    train = "headtrace train  16 --steps 200 --seeds 1 --arm with-w-o,without --format csv > all.csv"
    run(train, folder, environment)


def main() -> int:
    try:
        import numpy  # noqa: F401
    except ImportError:
        print("skipped: NumPy is not installed")
        return 77
    problems, count, compared = [], 0, 0
    environment = {name: value for name, value in os.environ.items() if not name.startswith("LC_")}
    environment |= {"PATH": f"{PROGRAM.parent}:{os.environ['PATH']}", "COLUMNS": "80"}
    for document in DOCUMENTS:
        environment["LC_ALL"] = "zh_CN.UTF-8" if ".zh." in document.name else "en_US.UTF-8"
        with tempfile.TemporaryDirectory() as folder:
            prepare(folder, environment, "all.csv" in document.read_text(encoding="utf-8"))
            for command, shown in commands_of(document.read_text(encoding="utf-8")):
                count += 1
                wanted = (0, 1) if command.startswith(FINDING_FAULTS) else (0,)
                done = run(command, folder, environment)
                if done.returncode not in wanted:
                    problems.append(f"{document.name}: {command}: {done.returncode} {done.stderr}")
                if shown:
                    compared += 1
                    if not done.stdout.rstrip("\n").endswith(shown.rstrip("\n")):
                        problems.append(f"{document.name}: {command} prints otherwise")
    print(*problems, f"{count} commands, the output of {compared} compared", sep="\n")
    return 1 if problems or compared < 4 else 0


if __name__ == "__main__":
    sys.exit(main())
