"""Time and memory of `headtrace run` as seq doubles: the process's peak against the live set that
`headtrace shapes` states, and its time against the operations. What the process takes by itself
(program, libraries, BLAS's own buffers) is its peak at seq 1 beyond the live set there; it is stated
and left out of the last column.

    python3 tests/bench/growth.py build/release/headtrace [LONGEST]
"""

import json
import os
import subprocess
import sys
import tempfile
import time

D_MODEL, HEADS = 256, 4
MIB = 1 << 20


def lesson(seq):
    weight = {"axes": ["d_model", "d_model"], "random": "xavier_uniform"}
    tensors = {"x": {"axes": ["batch", "seq", "d_model"], "random": "normal", "seed": 1}}
    for seed, name in enumerate(("W_q", "W_k", "W_v", "W_o"), 2):
        tensors[name] = dict(weight, seed=seed)
    return {
        "format": 1,
        "title": {"en": f"seq {seq}"},
        "dims": {"batch": 1, "seq": seq, "d_model": D_MODEL, "heads": HEADS},
        "tensors": tensors,
        "pipeline": "multi_head_attention",
    }


def run(command):
    """Seconds and peak resident bytes of a process."""
    start = time.perf_counter()
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL)
    _, status, usage = os.wait4(process.pid, 0)
    if status != 0:
        sys.exit(f"{command} failed")
    return time.perf_counter() - start, usage.ru_maxrss * 1024


def measured(program, folder, seq):
    """The least of three runs: seconds, peak in bytes, and the totals of `shapes`."""
    path = os.path.join(folder, f"seq-{seq}.json")
    with open(path, "w", encoding="utf-8") as file:
        json.dump(lesson(seq), file)
    stated = subprocess.run(
        [program, "shapes", path, "--format", "json"], capture_output=True, check=True
    ).stdout
    seconds, peak = min(run([program, "run", path]) for _ in range(3))
    return seconds, peak, json.loads(stated)["totals"]


def main():
    program = sys.argv[1]
    longest = int(sys.argv[2]) if len(sys.argv) > 2 else 4096
    with tempfile.TemporaryDirectory() as folder:
        _, peak, totals = measured(program, folder, 1)
        own = peak - totals["live_bytes"]
        print(f"The process itself: {own / MIB:.1f} MiB.\n")
        print("| seq | GFLOP | seconds | live set, MiB | whole trace, MiB | peak, MiB | peak / live "
              "| without the process itself |")
        print("| ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: |")
        seq = 128
        while seq <= longest:
            seconds, peak, totals = measured(program, folder, seq)
            live, whole = totals["live_bytes"], totals["bytes"]
            print(f"| {seq} | {totals['flops'] / 1e9:.2f} | {seconds:.3f} | {live / MIB:.1f} "
                  f"| {whole / MIB:.1f} | {peak / MIB:.1f} | {peak / live:.2f} "
                  f"| {(peak - own) / live:.2f} |", flush=True)
            seq *= 2


if __name__ == "__main__":
    main()
