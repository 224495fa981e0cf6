"""Writes docs/mistakes.md from the mistakes that `headtrace diagnose` knows, each with a small case,
computed here in NumPy, where right and wrong differ. With --check it says instead whether the
document is the one that it would write.

Usage: write_mistakes.py DUMP [--check]
Exit status 77 where NumPy isn't there.
"""

import json
import math
import os
import subprocess
import sys

try:
    import numpy as np
except ImportError:
    print("skipped: NumPy is not installed")
    sys.exit(77)

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import mistakes  # noqa: E402

DOCUMENT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../docs/mistakes.md")

# What multi_head_attention and transformer_block can't express, and why.
NOT_HERE = [
    ("P4", "a fused GQA projection cut in three equal parts",
     "the pipelines have no fused projection and no kv_heads of their own; the widths already differ"),
    ("P11", "head_dim assumed to be d_model/heads", "the shapes differ, which every framework reports"),
    ("C8", "`.T` or `np.dot` on four axes", "the rank differs; it is reported as another shape"),
    ("M14", "a mask that assumes as many keys as queries", "it is an error of shapes"),
    ("M15", "what a fully masked row gives",
     "a convention, not a mistake: a finite fill is named as as right while every query sees a key"),
    ("M17", "-1e9 in float16", "it becomes -inf there, which is right, or an exception"),
    ("F5", "softmax without subtracting the maximum",
     "it shows only where exp overflows; rows of NaN are reported as such"),
    ("F6", "dropout left on", "no formula gives its random numbers; it is told from the pattern: each "
     "number is 0 or 1/(1−p) times what it should be"),
    ("V2", "key and value heads tiled instead of repeated", "the pipelines have no kv_heads of their own"),
    ("A2", "positions added along the wrong axis", "the lesson starts after they were added"),
    ("R1, R2", "rotary positions", "the pipelines have none"),
    ("I1, I2", "a file's order of axes or dimensions ignored by its reader",
     "headtrace's own reader heeds it; a square weight read so is named as P1 or P2"),
    ("I3", "an evaluation fast path that cuts the output or zeroes padded rows",
     "a length that differs is reported as another shape"),
    ("N1", "queries scaled before the product", "no mistake, and said to be as right"),
]


def row(numbers):
    return "[" + ", ".join(f"{0.0 if abs(v) < 5e-5 else v:.4g}" for v in np.ravel(numbers)[:6]) + "]"


def small_case(name, mask):
    return mistakes.Case(0, mask, "in_out" if name == "P2" else "out_in", sizes=(2, 4, 6, 2))


def attention_case(identity, name, mask):
    case = small_case(identity, mask)
    right, wrong = mistakes.run(case), mistakes.run(case, (name,))
    for tensor in right:
        if tensor not in wrong or right[tensor].shape != wrong[tensor].shape:
            return tensor, str(list(right[tensor].shape)), str(list(wrong.get(tensor, right[tensor]).shape))
        differ = ~np.isclose(right[tensor], wrong[tensor], rtol=1e-9, atol=0, equal_nan=True)
        if differ.any():
            at = tuple(np.argwhere(differ)[0][:-1])
            return tensor + str(list(map(int, at))).replace(" ", ""), row(right[tensor][at]), row(wrong[tensor][at])
    raise AssertionError(name)


def norm(x, ddof=0, eps=1e-5):
    return (x - x.mean()) / np.sqrt(x.var(ddof=ddof) + eps)


X = np.array([1.0, 0.0, 0.0, 0.0])
F = np.array([0.0, 2.0, 0.0, -2.0])  # what a sublayer gives for X
OTHER = {
    "P10": ("K", "memory·W_k", "x·W_k"),
    "M12": ("masked", "hidden where either mask hides", "hidden where one of them does"),
    "M13": ("masked, 2 queries, 5 keys, row 0, where the lesson counts from the first key", "1 0 0 0 0",
            "1 1 1 1 0"),
    "O5": ("x = [1, 0, 0, 0], f(x) = [0, 2, 0, -2]", "LayerNorm(x + f) = " + row(norm(X + F)),
           "x + f(LayerNorm(x)), whose rows have no mean of 0"),
    "O5b": ("x = [1, 0, 0, 0], f = [0, 2, 0, -2]", "x + f = " + row(X + F),
            "LayerNorm(x) + f = " + row(norm(X) + F)),
    "O7": ("x = [1, 0, 0, 0], f = [0, 2, 0, -2]", "x + f = " + row(X + F), "f = " + row(F)),
    "O6": ("x = [1, 0, 0, 0]", row(norm(X)), row(norm(X, 1))),
    "O11": ("x = [0.001, 0, 0, 0], eps = 1e-5", row(norm(X / 1000)),
            "eps = 1e-12: " + row(norm(X / 1000, eps=1e-12))),
    "O8": ("x = [1, 0, 0, 0]", row(norm(X)), row(X)),
    "O9": ("x = [1, 0, 0, 0], gamma = 2, beta = 1", row(2 * norm(X) + 1), row(norm(X))),
    "O10": ("x = 1", "relu: 1", f"gelu: {0.5 * (1 + math.erf(1 / math.sqrt(2))):.4g}"),
}
BY_ID = {"P1": ("misread", "none"), "P2": ("misread", "none"), "M1": ("M1", "padding"),
         "M10": ("M10", "padding"), "M11": ("M11", "padding")}


def entry(each):
    name = each["id"]
    if name in OTHER:
        where, right, wrong = OTHER[name]
    else:
        mistake, mask = BY_ID.get(name, (name, mistakes.MISTAKES[name] if name in mistakes.MISTAKES else "none"))
        where, right, wrong = attention_case(name, mistake, "none" if mask == "any" else mask)
    lines = [f"### {name}: {each['what']}", "",
             f"- shows first in: `{each['step']}`",
             f"- instead: {each['remedy']}",
             f"- `{each['pytorch']}`"]
    if each["hides"]:
        lines.append(f"- mind: {each['hides']}")
    lines += [f"- case: {where}: right {right}, wrong {wrong}", ""]
    return "\n".join(lines)


def document(known):
    text = """# Mistakes that `headtrace diagnose` knows

Each is a computation of its own (`src/study/mistakes/`), tried on the learner's tensors; it is named
where it gives just these numbers. The cases are attention on 2 sequences of 4 positions with 6
features and 2 heads, weights stored `out_in` (P2: `in_out`), unless they say otherwise. This page is written by
`tests/reference/write_mistakes.py`, which computes the cases in NumPy;
`tests/reference/mistakes.py` and `block_mistakes.py` make every mistake and have `diagnose` name it.

"""
    text += "\n".join(entry(each) for each in known)
    text += "\n## Not in these pipelines\n\n| id | mistake | why not |\n| --- | --- | --- |\n"
    text += "".join(f"| {i} | {what} | {why} |\n" for i, what, why in NOT_HERE)
    return text


def main():
    known = json.loads(subprocess.run([sys.argv[1], "mistakes"], capture_output=True, text=True, check=True).stdout)
    text = document(known)
    if "--check" not in sys.argv:
        with open(DOCUMENT, "w") as file:
            file.write(text)
        return 0
    with open(DOCUMENT) as file:
        if file.read() == text:
            return 0
    print("docs/mistakes.md is not what write_mistakes.py would write")
    return 1


if __name__ == "__main__":
    sys.exit(main())
