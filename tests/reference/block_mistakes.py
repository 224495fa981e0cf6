#!/usr/bin/env python3
"""The mistakes of the block around the attention, of cross-attention and of two masks together, made
in NumPy independently of headtrace, which must name them: from all tensors and from the output
alone, in float64 and float32. The right ones must be called right.

Usage: block_mistakes.py --headtrace PROGRAM [--configurations N]
Exit status 77 where NumPy isn't there.
"""

import argparse
import json
import math
import os
import sys
import tempfile

from mistakes import Case, Tally, first_names, np, softmax

import mistakes


def layer_norm(x, gamma=1, beta=0, ddof=0, eps=1e-5, outside=False):
    mean = x.mean(axis=-1, keepdims=True)
    variance = x.var(axis=-1, keepdims=True, ddof=ddof)
    eps = x.dtype.type(eps)
    under = np.sqrt(variance) + eps if outside else np.sqrt(variance + eps)
    return (x - mean) / under * gamma + beta


def gelu(x):
    erf = np.vectorize(math.erf)
    return (x * 0.5 * (1 + erf(x / math.sqrt(2)))).astype(x.dtype)


class BlockCase(Case):
    """A transformer_block, post- or pre-norm, with relu or gelu."""

    def __init__(self, number, norm, activation, gains):
        super().__init__(number, ["none", "causal", "padding"][number % 3],
                         ["out_in", "in_out"][number % 2])
        self.norm, self.activation = norm, activation
        random = np.random.RandomState(5000 + number)
        self.d_ff = 2 * self.d_model + 3
        self.block = {"W_1": random.standard_normal((self.d_model, self.d_ff)) * 0.4,
                      "W_2": random.standard_normal((self.d_ff, self.d_model)) * 0.4,
                      "b_1": random.standard_normal(self.d_ff) * 0.5,
                      "b_2": random.standard_normal(self.d_model) * 0.5}
        if gains:
            for name in ("gamma_1", "gamma_2"):
                self.block[name] = 1 + 0.5 * random.standard_normal(self.d_model)
            for name in ("beta_1", "beta_2"):
                self.block[name] = random.standard_normal(self.d_model)

    def lesson(self):
        lesson = super().lesson()
        lesson["dims"]["d_ff"] = self.d_ff
        axes = {"W_1": ["d_model", "d_ff"], "W_2": ["d_ff", "d_model"], "b_1": ["d_ff"]}
        for name, value in self.block.items():
            tensor = {"axes": axes.get(name, ["d_model"]), "values": value.tolist()}
            if value.ndim == 2:
                tensor["layout"] = "in_out"
            lesson["tensors"][name] = tensor
        lesson["pipeline"] |= {"name": "transformer_block", "norm": self.norm,
                               "activation": self.activation}
        return lesson


def run_block(case, wrong, dtype):
    w = {name: value.astype(dtype) for name, value in case.block.items()}
    x = case.x.astype(dtype)
    other = {"O6": {"ddof": 1}, "O6_annotated": {"ddof": 1, "eps": 1e-6, "outside": True},
             "O11": {"eps": 1e-3}, "O11_outside": {"eps": 1e-3, "outside": True}}
    divisor = next((other[mistake] for mistake in wrong if mistake in other), {})
    order = case.norm
    if "O5" in wrong:
        order = {"post": "pre", "pre": "post"}[order]

    def norm(number, value):
        if f"O8_{number}" in wrong or "O8" in wrong:
            return value
        if "O9" in wrong or f"gamma_{number}" not in w:
            return layer_norm(value, **divisor)
        return layer_norm(value, w[f"gamma_{number}"], w[f"beta_{number}"], **divisor)

    def attention(value):
        inner = Case.__new__(Case)
        inner.__dict__ = dict(case.__dict__, x=value)
        return mistakes.run(inner, (), dtype)

    def feed_forward(value):
        hidden = value @ w["W_1"] + w["b_1"]
        activation = case.activation
        if "O10" in wrong:
            activation = {"relu": "gelu", "gelu": "relu"}[activation]
        if "O10_none" in wrong:
            activation = "none"
        act = {"relu": lambda h: np.maximum(h, 0), "gelu": gelu, "none": lambda h: h}[activation]
        active = act(hidden)
        return {"ffn_hidden": hidden, "ffn_activated": active,
                "ffn_output": active @ w["W_2"] + w["b_2"]}

    def plus(number, before, normed, after):
        if f"O7_{number}" in wrong or "O7" in wrong:
            return after
        return (normed if "O5b" in wrong else before) + after

    t = {}
    if order == "post":
        t |= attention(x)
        t["residual_1"] = plus(1, x, x, t["output"])
        t["norm_1"] = norm(1, t["residual_1"])
        t |= feed_forward(t["norm_1"])
        t["residual_2"] = plus(2, t["norm_1"], t["norm_1"], t["ffn_output"])
        t["norm_2"] = norm(2, t["residual_2"])
        result = t["norm_2"]
    else:
        t["norm_1"] = norm(1, x)
        t |= attention(t["norm_1"])
        t["residual_1"] = plus(1, x, t["norm_1"], t["output"])
        t["norm_2"] = norm(2, t["residual_1"])
        t |= feed_forward(t["norm_2"])
        t["residual_2"] = plus(2, t["residual_1"], t["norm_2"], t["ffn_output"])
        result = t["residual_2"]
    # What the pipeline's own last tensor is called, whichever order the mistake computed it in.
    t["result"] = result
    t[{"post": "norm_2", "pre": "residual_2"}[case.norm]] = result
    return {name: np.ascontiguousarray(value.astype(dtype)) for name, value in t.items()}


class CrossCase(Case):
    """Cross-attention with causal mask and padding, or either: key_seq differs from seq."""

    def __init__(self, number, kinds):
        super().__init__(number, "none", ["out_in", "in_out"][number % 2])
        random = np.random.RandomState(7000 + number)
        self.kinds = kinds
        self.key_seq = self.seq if "same" in kinds else self.seq + 2 + number % 2
        self.memory = random.standard_normal((self.batch, self.key_seq, self.d_model))
        if "self" in kinds:
            self.memory = self.x
        lengths = [self.key_seq - (i % max(1, self.key_seq - 2)) for i in range(self.batch)]
        self.padding = np.array([[float(t < n) for t in range(self.key_seq)] for n in lengths])

    def lesson(self):
        lesson = super().lesson()
        if "self" in self.kinds:
            memory = "x"
        else:
            memory = "memory"
            lesson["dims"]["key_seq"] = self.key_seq
            lesson["tensors"]["memory"] = {"axes": ["batch", "key_seq", "d_model"],
                                           "values": self.memory.tolist()}
        if "padding" in self.kinds:
            lesson["tensors"]["mask"] = {"axes": ["batch", 1, 1, "key_seq"],
                                         "values": self.padding[:, None, None, :].tolist()}
        del lesson["pipeline"]
        lesson["steps"] = self.steps(memory)
        return lesson

    def steps(self, memory):
        steps = []

        def step(op, inputs, out, **params):
            steps.append({"op": op, "in": inputs, "out": out, **params})

        for big, small, source in (("Q", "q", "x"), ("K", "k", memory), ("V", "v", memory)):
            positions = "seq" if source == "x" else "key_seq"
            step("linear", [source, f"W_{small}", f"b_{small}"], big)
            step("view", [big], f"{big}_split", shape=["batch", positions, "heads", "d_k"])
            step("transpose", [f"{big}_split"], f"{big}_heads", axes=[1, 2])
        step("matmul", ["Q_heads", "K_heads"], "scores", transpose_b=True)
        step("scale", ["scores"], "scaled", by="1/sqrt(d_k)")
        masks = ["mask"] if "padding" in self.kinds else []
        causal = {"causal": True} if "causal" in self.kinds else {}
        if masks or causal:
            step("mask", ["scaled", *masks], "masked", **causal)
        step("softmax", ["masked" if masks or causal else "scaled"], "weights", axis=-1)
        step("matmul", ["weights", "V_heads"], "heads")
        step("transpose", ["heads"], "heads_transposed", axes=[1, 2])
        step("contiguous", ["heads_transposed"], "heads_contiguous")
        step("view", ["heads_contiguous"], "concat", shape=["batch", "seq", "heads*d_v"])
        step("linear", ["concat", "W_o", "b_o"], "output")
        return steps


def run_cross(case, wrong, dtype):
    w = {name: value.astype(dtype) for name, value in case.weights.items()}
    x, memory = case.x.astype(dtype), case.memory.astype(dtype)

    def project(name, source):
        matrix = w["W_" + name]
        return source @ (matrix.T if case.layout == "out_in" else matrix) + w["b_" + name]

    def split(y):
        return y.reshape(case.batch, -1, case.heads, case.d_k).transpose(0, 2, 1, 3)

    t = {"Q": project("q", x), "K": project("k", x if "P10_k" in wrong or "P10" in wrong else memory),
         "V": project("v", x if "P10_v" in wrong or "P10" in wrong else memory)}
    t["Q_heads"], t["K_heads"], t["V_heads"] = (split(t[n]) for n in "QKV")
    t["scores"] = t["Q_heads"] @ t["K_heads"].swapaxes(-1, -2)
    t["scaled"] = t["scores"] * dtype(1 / math.sqrt(case.d_k))
    shape = (case.seq, t["K"].shape[1])
    allowed = np.ones(t["scaled"].shape, bool)
    if "causal" in case.kinds and "M12_no_causal" not in wrong:
        shift = shape[1] - shape[0] if "M13" in wrong else 0
        allowed &= np.tril(np.ones(shape, bool), shift)
    if "padding" in case.kinds and "M12_no_padding" not in wrong:
        allowed &= case.padding.astype(bool)[:, None, None, :]
    masked = np.where(allowed, t["scaled"], dtype(-np.inf))
    if "causal" in case.kinds or "padding" in case.kinds:
        t["masked"] = masked
    t["weights"] = softmax(masked)
    t["heads"] = t["weights"] @ t["V_heads"]
    t["concat"] = t["heads"].transpose(0, 2, 1, 3).reshape(case.batch, case.seq, case.d_model)
    t["output"] = project("o", t["concat"])
    return {name: np.ascontiguousarray(value.astype(dtype)) for name, value in t.items()}


# mistake: the norm it is about; whether it can be seen where all else is right
BLOCK = {"O5": "any", "O5b": "pre", "O6": "any", "O6_annotated": "any", "O11": "any", "O11_outside": "any",
         "O7": "any", "O7_1": "any", "O7_2": "any",
         "O8": "any", "O8_1": "any", "O8_2": "any", "O9": "gains", "O10": "any", "O10_none": "any"}
# The key sequence has the length of x where keys or values are taken from x by mistake.
CROSS = {"P10": ("same",), "P10_k": ("same",), "P10_v": ("same",), "M13": ("causal",),
         "M12_no_causal": ("causal", "padding", "self", "same"),
         "M12_no_padding": ("causal", "padding", "self", "same")}


def names_of(mistake):
    return {mistake.split("_")[0]}


def block_cases(mistake, count):
    for number in range(count):
        norm = BLOCK.get(mistake, "any")
        norm = norm if norm == "pre" else ["post", "pre"][number % 2]
        yield BlockCase(number, norm, ["relu", "gelu"][number // 2 % 2],
                        gains=mistake == "O9" or number % 3 != 2)


def check_all(options, folder):
    tallies = {}
    for dtype in (np.float64, np.float32):
        for only_output in (False, True):
            tally = Tally()
            for mistake in BLOCK:
                for case in block_cases(mistake, options.configurations):
                    tensors = run_block(case, (mistake,), dtype)
                    last = {"post": "norm_2", "pre": "residual_2"}[case.norm]
                    judge(options, folder, tally, mistake, case, tensors, last, only_output)
            for mistake, kinds in CROSS.items():
                for number in range(options.configurations):
                    case = CrossCase(number, kinds)
                    tensors = run_cross(case, (mistake,), dtype)
                    judge(options, folder, tally, mistake, case, tensors, "output", only_output)
            tallies[dtype.__name__, only_output] = tally
            print(f"{dtype.__name__}, {'the output alone' if only_output else 'all tensors'}: "
                  f"named first in {tally}")
            for missed in tally.missed:
                print("   missed", missed)
    return tallies


def judge(options, folder, tally, mistake, case, tensors, last, only_output):
    tensors = {last: tensors[last]} if only_output else dict(tensors)
    tensors.pop("result", None)
    found = mistakes.diagnose(options.headtrace, folder, case, tensors)
    tally.add(first_names(found) & names_of(mistake),
              f"{mistake} {case.__dict__.get('norm', '')} {case.__dict__.get('activation', '')} "
              f"{case.batch} {case.seq} {case.d_model} {case.heads}: "
              f"{[(f['id'], f['step']) for f in found['findings']]}")


def correct_ones(options, folder):
    alarms = Tally()
    for dtype in (np.float64, np.float32):
        for number in range(options.configurations * 4):
            case = BlockCase(number, ["post", "pre"][number % 2], ["relu", "gelu"][number // 2 % 2],
                             gains=number % 3 != 0)
            tensors = run_block(case, (), dtype)
            del tensors["result"]
            found = mistakes.diagnose(options.headtrace, folder, case, tensors)
            alarms.add(found["verdict"] == "same", f"block {number} {found['findings']}")
            kinds = list(CROSS.values())[number % len(CROSS)]
            case = CrossCase(number, kinds)
            found = mistakes.diagnose(options.headtrace, folder, case, run_cross(case, (), dtype))
            alarms.add(found["verdict"] == "same", f"cross {kinds} {number} {found['findings']}")
    print(f"correct implementations called right: {alarms}")
    for missed in alarms.missed:
        print("   false alarm", missed)
    return alarms


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--headtrace", required=True)
    parser.add_argument("--configurations", type=int, default=3)
    options = parser.parse_args()
    options.headtrace = os.path.abspath(options.headtrace)
    with tempfile.TemporaryDirectory() as folder:
        tallies = check_all(options, folder)
        alarms = correct_ones(options, folder)
    good = not alarms.missed
    for (_, only_output), tally in tallies.items():
        good = good and tally.right >= (0.9 if only_output else 1) * tally.all
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main())
