#!/usr/bin/env python3
"""Runs the scripts that `headtrace export --to FILE.py` writes.

    tests/reference/run_scripts.py --headtrace build/dev/headtrace lessons/*.json

Every lesson and each of its variants, with NumPy and with PyTorch where it is installed: the script
must run as it is, and its assertions must hold. Then a number of each tensor that is written
in the script is changed: now it must fail (with one of them: what is masked is of no consequence). The exit status is 0 when all do, 1 when one doesn't, 77
where NumPy isn't installed.
"""

from __future__ import annotations

import argparse
import importlib.util
import io
import json
import re
import subprocess
import sys
import tempfile
from contextlib import redirect_stdout
from pathlib import Path
from typing import Iterator


def export(headtrace: str, lesson: str, framework: str, variant: str, lang: str) -> str:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "lesson.py"
        command = [headtrace, "export", lesson, "--to", str(path), "--framework", framework]
        command += ["--variant", variant] if variant else []
        subprocess.run(command + ["--lang", lang], check=True, capture_output=True)
        return path.read_text(encoding="utf-8")


def run(script: str) -> str:
    """What is wrong when the script runs; empty where nothing is."""
    output = io.StringIO()
    try:
        with redirect_stdout(output):
            exec(compile(script, "lesson.py", "exec"), {"__name__": "__main__"})
    except Exception as error:  # whatever a script may raise
        return f"{type(error).__name__}: {str(error)[:200]}"
    return "" if "headtrace" in output.getvalue().splitlines()[-1] else "says nothing at the end"


NUMBER = re.compile(r"-?\d+(\.\d+)?(e-?\d+)?")
LITERAL = re.compile(r"^(\w+) = (torch\.tensor|np\.array)\(([^d]*), dtype", re.MULTILINE)

# Lines that only name a tensor: a weight that no step reads still has a gradient, which is 0.
NOT_COMPUTING = re.compile(r"^(for tensor in|d\w+ = gradient\(|check\(|\s*#).*$", re.MULTILINE)


def changed_scripts(script: str) -> list[Iterator[str]]:
    """For each tensor whose numbers are written in the script and that it uses: the script with one
    number of it changed, for one number after the other. A number becomes 0, and 0 becomes 1, so
    that a mask changes too."""
    scripts = []
    for literal in LITERAL.finditer(script):
        if not re.search(rf"\b{literal.group(1)}\b", NOT_COMPUTING.sub("", script[literal.end() :])):
            continue  # a variant may leave out the step that reads it
        numbers = NUMBER.finditer(script, literal.start(3), literal.end(3))
        scripts.append(
            script[: each.start()] + ("0" if float(each.group()) else "1") + script[each.end() :]
            for each in numbers
        )
    return scripts


def judge(headtrace: str, lesson: str, framework: str, variant: str) -> list[str]:
    label = f"{Path(lesson).stem} {framework} {variant or '(the lesson)'}"
    problems = []
    script = export(headtrace, lesson, framework, variant, "en")
    if wrong := run(script):
        problems.append(f"{label}: {wrong}")
    if wrong := run(export(headtrace, lesson, framework, variant, "zh")):
        problems.append(f"{label}, in Chinese: {wrong}")
    changed = changed_scripts(script)
    unnoticed = sum(not any(map(run, each)) for each in changed)
    if unnoticed:
        problems.append(f"{label}: changes to {unnoticed} tensors go unnoticed")
    print(f"{'ok' if not problems else 'WRONG':<6}{label}, {len(changed)} tensors changed")
    return problems


def judge_gradients(headtrace: str, lesson: str) -> list[str]:
    """The lesson with the sum of its result as a loss: autograd must give headtrace's gradients."""
    given = json.loads(Path(lesson).read_text(encoding="utf-8"))
    if "loss" in given:
        return []
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / Path(lesson).name
        path.write_text(json.dumps(given | {"loss": "sum"}), encoding="utf-8")
        wrong = run(export(headtrace, str(path), "torch", "", "en"))
    print(f"{'ok' if not wrong else 'WRONG':<6}{Path(lesson).stem} torch with gradients")
    return [f"{lesson} with gradients: {wrong}"] if wrong else []


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--headtrace", required=True)
    parser.add_argument("lessons", nargs="+")
    arguments = parser.parse_args()
    frameworks = [
        name
        for name, module in (("numpy", "numpy"), ("torch", "torch"))
        if importlib.util.find_spec(module)
    ]
    if "numpy" not in frameworks:
        return 77
    problems = []
    for lesson in arguments.lessons:
        if "torch" in frameworks:
            problems += judge_gradients(arguments.headtrace, lesson)
        variants = json.loads(Path(lesson).read_text(encoding="utf-8")).get("variants", [])
        for variant in [""] + [each["id"] for each in variants]:
            for framework in frameworks:
                problems += judge(arguments.headtrace, lesson, framework, variant)
    print(f"{', '.join(frameworks)}: {len(problems)} problems", *problems, sep="\n")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
