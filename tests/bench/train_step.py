#!/usr/bin/env python3
"""One training step of lesson 16's model: headtrace against PyTorch eager, float64, one thread.

    tests/bench/train_step.py build/release/headtrace

Encoder and decoder of one layer each, d_model 32, 4 heads, d_ff 64, Adam, batches of 32 sequences of
8 to 14 of 30 symbols, said backwards. headtrace's step is the difference between a long and a
short training, divided by the steps between; PyTorch's is timed in its loop, after warming up.
They take turns; medians and the median of each turn's ratio are printed.
"""
import json
import os
import random
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

os.environ["OMP_NUM_THREADS"] = "1"
sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "reference"))
import torch

import training_case as case

ROUNDS, SHORT, LONG, BATCH, SYMBOLS, LENGTH = 7, 50, 650, 32, 30, 14
LESSON = {
    "format": 1, "title": "a training step",
    "tensors": {"x": {"axes": [1], "fill": 1}}, "steps": [{"op": "relu", "in": ["x"], "out": "y"}],
    "experiment": {
        "task": {"name": "reverse", "symbols": SYMBOLS, "length": LENGTH},
        "model": {"d_model": 32, "heads": 4, "d_ff": 64}, "arms": [{"id": "with-w-o"}],
        "seeds": [1], "steps": 1, "batch": BATCH, "evaluate_every": 1000000, "test_examples": 1,
        "optimizer": {"name": "adam", "lr": 0.005, "warmup": 100},
    },
}


def headtrace_step(program: str, lesson: str) -> float:
    def seconds(steps: int) -> float:
        begin = time.perf_counter()
        subprocess.run([program, "train", lesson, "--steps", str(steps), "--threads", "1", "--format", "csv"],
                       check=True, stdout=subprocess.DEVNULL)
        return time.perf_counter() - begin

    return (seconds(LONG) - seconds(SHORT)) / (LONG - SHORT)


class TorchTraining:
    def __init__(self) -> None:
        torch.set_num_threads(1)
        case.D_MODEL, case.HEADS, case.SYMBOLS, case.TARGETS = 32, 4, SYMBOLS, SYMBOLS + 2
        self.arm = {"w_o": "learned", "norm": "post", "d_ff": 64}
        self.rng = random.Random(1)
        self.weights = case.draw_weights(self.rng, self.arm)
        self.optimizer = torch.optim.Adam(list(self.weights.values()), lr=0.001, betas=(0.9, 0.98), eps=1e-9)
        self.steps(SHORT)

    def batch(self) -> list[dict]:
        batch = []
        for _ in range(BATCH):
            source = [self.rng.randrange(SYMBOLS) for _ in range(self.rng.randint(1 + LENGTH // 2, LENGTH))]
            batch.append({"source": source, "target": [symbol + 2 for symbol in reversed(source)]})
        return batch

    def steps(self, count: int) -> float:
        begin = time.perf_counter()
        for _ in range(count):
            self.optimizer.zero_grad()
            case.loss_of(self.batch(), self.weights, self.arm).backward()
            self.optimizer.step()
        return (time.perf_counter() - begin) / count


def main() -> None:
    program = sys.argv[1]
    other = TorchTraining()
    ours, theirs = [], []
    with tempfile.TemporaryDirectory() as folder:
        lesson = Path(folder) / "step.json"
        lesson.write_text(json.dumps(LESSON), encoding="utf-8")
        for _ in range(ROUNDS):
            ours.append(headtrace_step(program, str(lesson)))
            theirs.append(other.steps(200))
    ratio = statistics.median(a / b for a, b in zip(ours, theirs))
    print("| headtrace, ms | PyTorch, ms | ratio |\n| ---: | ---: | ---: |")
    print(f"| {statistics.median(ours) * 1000:.2f} | {statistics.median(theirs) * 1000:.2f} | {ratio:.2f} |")


if __name__ == "__main__":
    main()
