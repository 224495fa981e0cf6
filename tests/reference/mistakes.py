"""Makes every mistake of the catalogue in NumPy, independently of headtrace, and has
`headtrace diagnose` name it: from all tensors and from the output alone, in float64 and float32;
then correct implementations, in float32 and float16 too, which must never be called wrong; then
two mistakes at once.

Usage: mistakes.py --headtrace PROGRAM [--configurations N] [--correct N] [--verbose]
Exit status 77 where NumPy isn't there.
"""

import argparse
import json
import math
import os
import subprocess
import sys
import tempfile

try:
    import numpy as np
except ImportError:
    print("skipped: NumPy is not installed")
    sys.exit(77)

# batch, seq, d_model, heads: all different, d_k none of 1, 2, 4
SIZES = [(2, 5, 18, 3), (3, 7, 20, 4), (4, 6, 21, 3), (2, 7, 48, 6), (3, 4, 35, 5), (5, 9, 33, 3)]


class Case:
    """A lesson and what a right implementation makes of it."""

    def __init__(self, number, mask, layout, bias=True, sizes=None):
        self.batch, self.seq, self.d_model, self.heads = sizes or SIZES[number % len(SIZES)]
        self.d_k = self.d_model // self.heads
        self.mask, self.layout = mask, layout
        random = np.random.RandomState(1000 + number)
        self.x = random.standard_normal((self.batch, self.seq, self.d_model))
        self.weights = {}
        for name in "qkvo":
            self.weights["W_" + name] = random.standard_normal((self.d_model,) * 2) * 0.4
            if bias:
                self.weights["b_" + name] = random.standard_normal(self.d_model) * 0.5
        lengths = [self.seq - (i % max(1, self.seq - 2)) for i in range(self.batch)]
        self.padding = np.array([[float(t < n) for t in range(self.seq)] for n in lengths])

    def lesson(self):
        tensors = {"x": {"axes": ["batch", "seq", "d_model"], "values": self.x.tolist()}}
        for name, value in self.weights.items():
            axes = ["d_model"] * value.ndim
            tensors[name] = {"axes": axes, "values": value.tolist()}
            if value.ndim == 2:
                tensors[name]["layout"] = self.layout
        pipeline = {"name": "multi_head_attention"}
        if self.mask == "causal":
            pipeline["mask"] = "causal"
        if self.mask == "padding":
            tensors["mask"] = {"axes": ["batch", 1, 1, "key_seq"],
                               "values": self.padding[:, None, None, :].tolist()}
            pipeline["mask"] = "mask"
        return {"format": 1, "title": {"en": "mistakes", "zh": "错误"},
                "dims": {"batch": self.batch, "seq": self.seq, "d_model": self.d_model,
                         "heads": self.heads},
                "tensors": tensors, "pipeline": pipeline}

    def keep(self):
        if self.mask == "causal":
            return np.broadcast_to(np.tril(np.ones((self.seq, self.seq))),
                                   (self.batch, self.heads, self.seq, self.seq))
        if self.mask == "padding":
            return np.broadcast_to(self.padding[:, None, None, :],
                                   (self.batch, self.heads, self.seq, self.seq))
        return None


def softmax(s, axis=-1):
    with np.errstate(all="ignore"):
        e = np.exp(s - s.max(axis=axis, keepdims=True))
        return e / e.sum(axis=axis, keepdims=True)


def run(case, wrong=(), dtype=np.float64):
    """All tensors of an implementation that makes the mistakes `wrong`."""
    t = {}
    w = {name: value.astype(dtype) for name, value in case.weights.items()}
    x = case.x.astype(dtype)
    batch, seq, heads, d_k = case.batch, case.seq, case.heads, case.d_k
    keep = None if case.mask == "none" else case.keep().astype(bool)

    def times(name):
        matrix = w["W_" + name]
        return matrix.T if case.layout == "out_in" else matrix

    def project(name, source):
        matrix, bias = name, name
        swap = {"P5": "qk", "P6": "kv", "P6b": "qv"}
        for mistake, pair in swap.items():
            if mistake in wrong and name in pair:
                matrix = bias = pair[1 - pair.index(name)]
        if "P9" in wrong and name == "k":
            matrix = bias = "q"
        m = times(matrix)
        if "misread" in wrong or "misread_" + name in wrong:
            m = m.T
        if "P3" in wrong:
            rows = np.concatenate([times(n).T for n in "qkv"])
            m = rows.reshape(heads, 3, d_k, case.d_model)[:, "qkv".index(name)]
            m = m.reshape(case.d_model, case.d_model).T
        y = source @ m
        if "b_" + bias in w and "P7" not in wrong and "P7_" + name not in wrong:
            y = y + w["b_" + bias]
        return np.maximum(y, 0) if "P8" in wrong else y

    t["Q"], t["K"], t["V"] = (project(n, x) for n in "qkv")

    def split(y):
        if "S1" in wrong:
            return y.reshape(batch, heads, seq, d_k)
        if "S2" in wrong:
            return y.reshape(batch, seq, d_k, heads).transpose(0, 3, 1, 2)
        if "A1" in wrong:
            return y.swapaxes(0, 1).reshape(seq, batch, heads, d_k).transpose(0, 2, 1, 3)
        return y.reshape(batch, seq, heads, d_k).transpose(0, 2, 1, 3)

    q, k, v = split(t["Q"]), split(t["K"]), split(t["V"])
    scale = dtype(1 / math.sqrt(d_k))
    if "scaled_queries" in wrong:
        q = q * scale
    t["Q_heads"], t["K_heads"], t["V_heads"] = q, k, v
    s = k @ q.swapaxes(-1, -2) if "C6" in wrong else q @ k.swapaxes(-1, -2)
    t["scores"] = s
    factor = {"C1": 1, "C7": 1, "scaled_queries": 1, "C2": 1 / math.sqrt(case.d_model), "C3": 1 / d_k,
              "C4": math.sqrt(d_k), "C5": 1 / math.sqrt(seq)}
    s = s * dtype(next((factor[m] for m in wrong if m in factor), scale))
    if "scores_scaled" in wrong:
        t["scores"] = s
    t["scaled"] = s

    if keep is not None:
        allowed = keep
        if "M1" in wrong:
            allowed = ~keep
        if "M7" in wrong:
            allowed = np.broadcast_to(np.triu(np.ones((seq, seq), bool)), keep.shape)
        if "M8" in wrong:
            allowed = np.broadcast_to(np.tril(np.ones((seq, seq), bool), -1), keep.shape)
        if "M9" in wrong:
            allowed = np.broadcast_to(np.tril(np.ones((seq, seq), bool), 1), keep.shape)
        if "M10" in wrong:
            allowed = np.broadcast_to(case.padding.astype(bool)[:, None, :, None], keep.shape)
        if "M11" in wrong:
            allowed = np.broadcast_to(case.padding.astype(bool)[None, :, None, :], keep.shape)
        if "M2" in wrong:
            s = s + keep.astype(dtype)
        elif "M3" in wrong:
            s = s * keep.astype(dtype)
        elif "M5" not in wrong and "M6" not in wrong and "renormalized" not in wrong:
            fill = {"M4": 1e-9, "M18": math.inf, "finite_fill": -1e4 if dtype == np.float16 else -1e9}
            s = np.where(allowed, s, dtype(next((fill[m] for m in wrong if m in fill), -math.inf)))
        t["masked"] = s

    axis = {"F1": -2, "F2": 1, "F3": 0}
    p = s if "F8" in wrong else softmax(s, next((axis[m] for m in wrong if m in axis), -1))
    if "C7" in wrong:
        p = p * scale
    if keep is not None and ("M6" in wrong or "renormalized" in wrong):
        p = p * keep
        if "renormalized" in wrong:
            p = p / p.sum(axis=-1, keepdims=True)
            del t["masked"]
    t["weights"] = p.mean(axis=1) if "F7" in wrong else p
    z = (p.swapaxes(-1, -2) if "V1" in wrong else p) @ v
    t["heads"] = z
    if "K1" in wrong:
        c = z.reshape(batch, seq, case.d_model)
    elif "K2" in wrong:
        c = z.transpose(0, 2, 3, 1).reshape(batch, seq, case.d_model)
    elif "K4" in wrong:
        c = z.mean(axis=1)
    elif "K5" in wrong:
        c = np.concatenate(list(z.transpose(1, 0, 2, 3)), axis=1)
    elif "A1" in wrong:
        c = z.transpose(0, 2, 1, 3).reshape(seq, batch, case.d_model).swapaxes(0, 1)
    else:
        c = z.transpose(0, 2, 1, 3).reshape(batch, seq, case.d_model)
    t["concat"] = c
    if "K4" in wrong or "K5" in wrong:
        return {name: np.ascontiguousarray(value) for name, value in t.items()}
    m = times("o")
    if "O1" in wrong:
        t["output"] = c
    else:
        t["output"] = c @ (m.T if "O2" in wrong else m)
        if "b_o" in w and "O3" not in wrong:
            t["output"] = t["output"] + w["b_o"]
    return {name: np.ascontiguousarray(value.astype(dtype)) for name, value in t.items()}


# mistake: the mask it needs, other names by which it may rightly be called
ANY, CAUSAL, PADDING, NONE = "any", "causal", "padding", "none"
MISTAKES = {
    "misread": ANY, "misread_q": ANY, "misread_k": ANY, "misread_v": ANY, "P3": ANY, "P5": ANY,
    "P6": ANY, "P6b": ANY, "P9": ANY, "P7": ANY, "P7_q": ANY, "P7_v": ANY, "P8": ANY, "S1": ANY,
    "S2": ANY, "A1": NONE, "C1": ANY, "C2": ANY, "C3": ANY, "C4": ANY, "C5": ANY, "C6": ANY,
    "C7": ANY, "M1": PADDING, "M2": CAUSAL, "M3": CAUSAL, "M4": CAUSAL, "M5": CAUSAL, "M6": CAUSAL,
    "M7": CAUSAL, "M8": CAUSAL, "M9": CAUSAL, "M10": PADDING, "M11": PADDING, "M18": CAUSAL,
    "F1": ANY, "F2": ANY, "F3": ANY, "F7": ANY, "F8": ANY, "V1": ANY, "K1": ANY, "K2": ANY,
    "K4": ANY, "K5": ANY, "O1": ANY, "O2": ANY, "O3": ANY,
}
# Hidden from the output: what is the same there whatever was done before.
NOT_IN_OUTPUT = {"F7", "K4", "K5"}
# In the outputs these are one and the same.
SAME_OUTPUT = [{"M3", "M4"}]


def names_of(mistake, layout):
    if mistake.startswith("misread"):
        return {"P1"} if layout == "out_in" else {"P2"}
    return {mistake.split("_")[0]}


def diagnose(program, folder, case, tensors):
    lesson = os.path.join(folder, "lesson.json")
    given = os.path.join(folder, "given.npz")
    with open(lesson, "w") as file:
        json.dump(case.lesson(), file)
    np.savez(given, **tensors)
    ran = subprocess.run([program, "diagnose", lesson, given, "--format", "json"],
                         capture_output=True, text=True)
    if ran.returncode not in (0, 1):
        raise AssertionError(f"status {ran.returncode}: {ran.stderr}")
    return json.loads(ran.stdout)


def first_names(found):
    """Every mistake of the first group: what can't be told apart counts as named."""
    if not found["findings"]:
        return set()
    group = found["findings"][0]["group"]
    return {each["id"] for each in found["findings"] if each["group"] == group}


class Tally:
    def __init__(self):
        self.right, self.all, self.missed = 0, 0, []

    def add(self, is_right, what):
        self.all += 1
        self.right += bool(is_right)
        if not is_right:
            self.missed.append(what)

    def __str__(self):
        return f"{self.right} of {self.all}"


def cases_for(mistake, count):
    needed = MISTAKES[mistake]
    for number in range(count):
        layout = ["out_in", "in_out"][number % 2]
        mask = ["none", "causal", "padding"][number % 3] if needed == ANY else needed
        sizes = (3, 5, 18, 3) if mistake == "M11" else None
        if sizes:
            sizes = [(3, 5, 18, 3), (4, 6, 20, 4), (3, 7, 33, 3)][number % 3]
        yield Case(number, mask, layout, sizes=sizes)


def name_mistakes(options, folder):
    tallies = {}
    for dtype in (np.float64, np.float32):
        for only_output in (False, True):
            tally = Tally()
            for mistake in MISTAKES:
                if only_output and mistake in NOT_IN_OUTPUT:
                    continue
                for case in cases_for(mistake, options.configurations):
                    tensors = run(case, (mistake,), dtype)
                    if only_output:
                        tensors = {"output": tensors["output"]}
                    found = diagnose(options.headtrace, folder, case, tensors)
                    named = first_names(found)
                    tally.add(named & names_of(mistake, case.layout),
                              f"{mistake} ({case.mask}, {case.layout}, {case.batch} {case.seq} "
                              f"{case.d_model} {case.heads}): {[(f['id'], f['step']) for f in found['findings']]}")
            key = f"{dtype.__name__}, {'the output alone' if only_output else 'all tensors'}"
            tallies[key] = tally
            print(f"{key}: named first in {tally}")
            for missed in tally.missed:
                print("   missed", missed)
    return tallies


def correct_ones(options, folder):
    alarms = Tally()
    ways = [(), ("scaled_queries",), ("scores_scaled",), ("renormalized",), ("finite_fill",)]
    for number in range(options.correct):
        case = Case(number, ["none", "causal", "padding"][number % 3],
                    ["in_out", "out_in"][number // 3 % 2], bias=number % 4 != 0)
        way = ways[number % len(ways)]
        if case.mask == "none" and way in (("renormalized",), ("finite_fill",)):
            way = ()
        dtype = [np.float64, np.float32, np.float16][number // 2 % 3]
        if way == ("renormalized",) and dtype == np.float16:
            dtype = np.float32  # in half precision allowed keys underflow before the mask: 0/0
        tensors = run(case, way, dtype)
        if number % 2:
            kept = np.random.RandomState(number).permutation(sorted(tensors))[:1 + number % 5]
            tensors = {name: tensors[name] for name in kept}
        found = diagnose(options.headtrace, folder, case, tensors)
        alarms.add(found["verdict"] == "same",
                   f"{way} {case.mask} {dtype.__name__} {sorted(tensors)}: {found['findings']}")
    print(f"correct implementations called right: {alarms}")
    for missed in alarms.missed:
        print("   false alarm", missed)
    return alarms


def two_at_once(options, folder):
    tally = Tally()
    for first, second in [("misread_q", "O2"), ("P7", "C1"), ("S1", "K1"), ("C2", "V1"), ("P8", "F1"),
                          ("S2", "O1"), ("C3", "K2"), ("P5", "O3"), ("misread_v", "C1")]:
        for case in cases_for(first, 3):
            found = diagnose(options.headtrace, folder, case, run(case, (first, second)))
            named = {each["id"] for each in found["findings"]}
            wanted = names_of(first, case.layout), names_of(second, case.layout)
            tally.add(all(named & names for names in wanted),
                      f"{first} and {second}: {[(f['id'], f['step']) for f in found['findings']]}")
    print(f"two mistakes at once, all tensors: both named in {tally}")
    for missed in tally.missed:
        print("   missed", missed)
    return tally


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--headtrace", required=True)
    parser.add_argument("--configurations", type=int, default=3)
    parser.add_argument("--correct", type=int, default=200)
    options = parser.parse_args()
    options.headtrace = os.path.abspath(options.headtrace)
    with tempfile.TemporaryDirectory() as folder:
        tallies = name_mistakes(options, folder)
        pairs = two_at_once(options, folder)
        alarms = correct_ones(options, folder)
    good = not alarms.missed and not pairs.missed
    for key, tally in tallies.items():
        wanted = 0.9 if "alone" in key else 1
        good = good and tally.right >= wanted * tally.all
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main())
