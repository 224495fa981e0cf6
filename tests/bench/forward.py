"""Multi-head attention forward, every tensor kept: headtrace against PyTorch, NumPy and the bare
matrix products of the same sizes, all in float64, turn by turn, so that what else the machine does
meets all of them.

    python3 tests/bench/forward.py build/release/tests/bench/bench_attention [ROUNDS]
"""

import json
import os
import statistics
import subprocess
import sys
import time

SIZES = {"b": (8, 512, 512, 8), "c": (1, 2048, 1024, 16)}


def headtrace(program, sizes, threads):
    """Milliseconds of a warm forward, of the bare products, and of the first forward."""
    environment = dict(os.environ, OMP_NUM_THREADS=str(threads))
    command = [program, *map(str, sizes), "3"]
    output = subprocess.run(command, env=environment, capture_output=True, check=True).stdout
    result = json.loads(output)
    return result["forward_ms"], result["dgemm_ms"], result["first_ms"]


def timed(work):
    start = time.perf_counter()
    work()
    return (time.perf_counter() - start) * 1000


def torch_forward(sizes, threads):
    """nn.MultiheadAttention with the weights of every head returned, as headtrace keeps them."""
    import torch

    batch, seq, d_model, heads = sizes
    torch.set_num_threads(threads)
    torch.manual_seed(0)
    module = torch.nn.MultiheadAttention(d_model, heads, batch_first=True).double().eval()
    x = torch.randn(batch, seq, d_model, dtype=torch.float64)

    def work():
        with torch.no_grad():
            module(x, x, x, need_weights=True, average_attn_weights=False)

    return work


def numpy_forward(sizes):
    import numpy as np

    batch, seq, d_model, heads = sizes
    random = np.random.RandomState(0)
    x = random.standard_normal((batch, seq, d_model))
    weights = [random.standard_normal((d_model, d_model)) / d_model**0.5 for _ in range(4)]

    def work():
        split = [
            (x @ w).reshape(batch, seq, heads, -1).transpose(0, 2, 1, 3) for w in weights[:3]
        ]
        scores = split[0] @ split[1].swapaxes(-2, -1)
        scaled = scores / (d_model // heads) ** 0.5
        exponentials = np.exp(scaled - scaled.max(-1, keepdims=True))
        shares = exponentials / exponentials.sum(-1, keepdims=True)
        joined = (shares @ split[2]).transpose(0, 2, 1, 3).reshape(batch, seq, d_model)
        return joined @ weights[3], scores, scaled, shares

    return work


def measure(program, name, threads, rounds):
    sizes = SIZES[name]
    by_torch = torch_forward(sizes, threads)
    by_numpy = numpy_forward(sizes)
    by_torch(), by_numpy()
    rows = []
    for _ in range(rounds):
        forward, bare, first = headtrace(program, sizes, threads)
        rows.append((forward, bare, first, timed(by_torch), timed(by_numpy)))
    medians = [statistics.median(column) for column in zip(*rows)]
    ratio = lambda i: statistics.median(row[0] / row[i] for row in rows)
    cells = [f"{value:.0f}" for value in medians] + [f"{ratio(i):.2f}" for i in (1, 3, 4)]
    print(f"| {name} | {threads} | " + " | ".join(cells) + " |", flush=True)


def main():
    program = sys.argv[1]
    rounds = int(sys.argv[2]) if len(sys.argv) > 2 else 5
    # NumPy's threads are decided when it is loaded, so each count has a process of its own.
    if len(sys.argv) > 3:
        for name in SIZES:
            measure(program, name, int(sys.argv[3]), rounds)
        return
    print("| size | threads | headtrace, ms | dgemm | first forward | PyTorch | NumPy "
          "| ratio to dgemm | to PyTorch | to NumPy |")
    print("| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: |", flush=True)
    for threads in ("1", "2"):
        environment = dict(os.environ, OMP_NUM_THREADS=threads, OPENBLAS_NUM_THREADS=threads)
        command = [sys.executable, __file__, program, str(rounds), threads]
        subprocess.run(command, env=environment, check=True)


if __name__ == "__main__":
    main()
