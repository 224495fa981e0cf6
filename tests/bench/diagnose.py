#!/usr/bin/env python3
"""Times a full diagnosis at d_model 512, 8 heads, seq 128: of a right implementation, of one with a
known mistake, of one that no known mistake explains (every mistake and pair is tried), each from all
tensors and from the output alone.

    tests/bench/diagnose.py PROGRAM [RUNS]
"""

import json
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import numpy as np

LESSON = {
    "format": 1,
    "title": {"en": "A large one"},
    "dims": {"batch": 1, "seq": 128, "d_model": 512, "heads": 8},
    "tensors": {"x": {"axes": ["batch", "seq", "d_model"], "random": "normal", "seed": 1}}
    | {
        f"W_{name}": {"axes": ["d_model"] * 2, "random": "xavier_uniform", "seed": seed}
        for seed, name in enumerate("qkvo", 2)
    },
    "pipeline": {"name": "multi_head_attention", "mask": "causal"},
    "variants": [{"id": "unscaled", "title": {"en": "unscaled"}, "edit": [{"bypass": "scaled"}]}],
}


def tensors_of(program: str, lesson: Path, *more: str) -> dict:
    path = lesson.with_suffix(".npz")
    subprocess.run(
        [program, "export", str(lesson), "--to", str(path), "--force", *more],
        check=True,
        capture_output=True,
    )
    with np.load(path) as file:
        return {name: file[name] for name in file.files}


def main() -> None:
    program, runs = sys.argv[1], int(sys.argv[2]) if len(sys.argv) > 2 else 5
    with tempfile.TemporaryDirectory() as folder:
        lesson = Path(folder) / "large.json"
        lesson.write_text(json.dumps(LESSON))
        right = tensors_of(program, lesson)
        noise = np.random.RandomState(5).standard_normal(right["weights"].shape)
        odd = dict(right)
        odd["weights"] = right["weights"] * (1 + 0.3 * noise)
        odd["output"] = right["output"] * 1.5 + 0.1 * np.sin(right["output"])
        cases = {
            "right": right,
            "not scaled": tensors_of(program, lesson, "--variant", "unscaled"),
            "nothing known fits": odd,
        }
        print("| a learner's tensors | all, median s | output alone, median s |")
        print("| --- | ---: | ---: |")
        for name, tensors in cases.items():
            medians = []
            for given in (tensors, {"output": tensors["output"]}):
                path = Path(folder) / "given.npz"
                np.savez(path, **given)
                times = []
                for _ in range(runs):
                    start = time.perf_counter()
                    subprocess.run([program, "diagnose", str(lesson), str(path)], capture_output=True)
                    times.append(time.perf_counter() - start)
                medians.append(statistics.median(times))
            print(f"| {name} | {medians[0]:.2f} | {medians[1]:.2f} |")


if __name__ == "__main__":
    main()
