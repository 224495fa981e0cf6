"""The operations and standard pipelines of lesson files, in NumPy.

Independent of the C++ program, whose values are held against these. A new operation is one
function with the decorator `@op`. A standard pipeline is a function that returns its steps, so
pipelines, written-out steps and variants are all run by `run_steps`.
"""
import math
import re
from dataclasses import dataclass, replace

import numpy as np


class LessonError(Exception):
    """A lesson that can't be evaluated, or that promises what NumPy doesn't find."""


@dataclass
class Tensor:
    """NumPy's array with the lesson's axis names (None where a size has no name) and weight layout.

    What a step makes also says what the step costs: learned numbers read, floating-point operations.
    """
    values: np.ndarray
    axes: list
    layout: str = "in_out"
    parameters: int = 0
    flops: int = None

    def axis(self, name):
        """Position of an axis given by name or number."""
        return self.axes.index(name) if isinstance(name, str) else name

    @property
    def strides(self):
        return [step // self.values.itemsize for step in self.values.strides]


def sizes(axes, dims):
    """Sizes of axes given as names, products of names ("heads*d_v") or numbers."""
    return [math.prod(dims[name] for name in axis.split("*")) if isinstance(axis, str) else axis for axis in axes]


def names(axes, dims):
    """Axis names; a product of names is called d_model where it is as large, and has no name elsewhere."""
    def name(axis):
        if isinstance(axis, str) and "*" in axis:
            return "d_model" if sizes([axis], dims)[0] == dims.get("d_model") else None
        return axis if isinstance(axis, str) else None

    return [name(axis) for axis in axes]


# ---------------------------------------------------------------- operations

OPS = {}


def op(function):
    """Registers `function(inputs, step, dims)` as the operation of its name (without a final `_`)."""
    OPS[function.__name__.rstrip("_")] = function
    return function


def computed(values, axes):
    """A result in memory of its own, in row-major order."""
    return Tensor(np.ascontiguousarray(values), list(axes))


@op
def linear(inputs, step, dims):
    x, weight, *bias = inputs
    matrix = weight.values if weight.layout == "in_out" else weight.values.T
    out_axis = weight.axes[1] if weight.layout == "in_out" else weight.axes[0]
    result = x.values @ matrix
    return computed(result + bias[0].values if bias else result, x.axes[:-1] + [out_axis])


@op
def matmul(inputs, step, dims):
    a, b = inputs
    b_values, last = b.values, b.axes[-1]
    if step.get("transpose_b"):
        b_values, last = np.swapaxes(b.values, -1, -2), b.axes[-2]
    if last in a.axes:
        last = "key_seq" if last == "seq" else None
    return computed(a.values @ b_values, a.axes[:-1] + [last])


@op
def view(inputs, step, dims):
    values = inputs[0].values.view()
    try:
        values.shape = sizes(step["shape"], dims)  # assigning a shape never copies: it raises
    except AttributeError:
        raise LessonError(f"{step['out']}: no view of this shape without a copy, "
                          f"strides are {inputs[0].strides}") from None
    return Tensor(values, names(step["shape"], dims))


@op
def transpose(inputs, step, dims):
    x, (first, second) = inputs[0], (inputs[0].axis(axis) for axis in step["axes"])
    axes = list(x.axes)
    axes[first], axes[second] = axes[second], axes[first]
    return Tensor(np.swapaxes(x.values, first, second), axes)


@op
def contiguous(inputs, step, dims):
    return computed(inputs[0].values, inputs[0].axes)


@op
def scale(inputs, step, dims):
    by = step["by"]
    if isinstance(by, str):
        by = 1 / math.sqrt(dims[re.fullmatch(r"1/sqrt\((\w+)\)", by)[1]])
    return computed(inputs[0].values * by, inputs[0].axes)


@op
def mask(inputs, step, dims):
    scores = inputs[0].values
    allowed = np.tri(*scores.shape[-2:], dtype=bool) if step.get("causal") else np.array(True)
    if len(inputs) > 1:
        allowed = allowed & (inputs[1].values != 0)
    return computed(np.where(allowed, scores, float(step.get("fill", "-inf"))), inputs[0].axes)


@op
def softmax(inputs, step, dims):
    x, axis = inputs[0].values, inputs[0].axis(step.get("axis", -1))
    with np.errstate(invalid="ignore"):  # a row of -inf alone gives NaN
        powers = np.exp(x - x.max(axis, keepdims=True))
    return computed(powers / powers.sum(axis, keepdims=True), inputs[0].axes)


@op
def concat(inputs, step, dims):
    axis, axes = inputs[0].axis(step["axis"]), list(inputs[0].axes)
    result = np.concatenate([tensor.values for tensor in inputs], axis)
    if axes[axis] in ("d_k", "d_v", None) and result.shape[axis] == dims.get("d_model"):
        axes[axis] = "d_model"
    return computed(result, axes)


@op
def slice_(inputs, step, dims):
    x, axis = inputs[0], inputs[0].axis(step["axis"])
    window = [slice(None)] * x.values.ndim
    window[axis] = slice(step.get("start"), step.get("stop"))
    return Tensor(x.values[tuple(window)], x.axes, x.layout)


@op
def add(inputs, step, dims):
    a, b = inputs
    return computed(a.values + b.values, max(a.axes, b.axes, key=len))


@op
def relu(inputs, step, dims):
    return computed(np.maximum(inputs[0].values, 0), inputs[0].axes)


@op
def gelu(inputs, step, dims):
    x = inputs[0].values
    return computed(x * 0.5 * (1 + np.vectorize(math.erf)(x / math.sqrt(2))), inputs[0].axes)


@op
def layer_norm(inputs, step, dims):
    x = inputs[0].values
    centered = x - x.mean(-1, keepdims=True)
    eps = step.get("eps", 1e-5)
    variance = x.var(-1, keepdims=True, ddof=1 if step.get("unbiased") else 0)
    result = centered / (np.sqrt(variance) + eps if step.get("eps_outside") else np.sqrt(variance + eps))
    if len(inputs) > 1:
        result = result * inputs[1].values
    if len(inputs) > 2:
        result = result + inputs[2].values
    return computed(result, inputs[0].axes)


@op
def dropout(inputs, step, dims):
    if not step.get("training"):
        return inputs[0]
    x, p = inputs[0].values, step["p"]
    keep = np.random.RandomState(step.get("seed", 0)).random_sample(x.shape) >= p
    return computed(x * keep / (1 - p), inputs[0].axes)


# ---------------------------------------------------------------- costs

def parameters(op_name, inputs):
    """Learned numbers: a linear's weight and bias, a LayerNorm's gamma and beta."""
    return sum(tensor.values.size for tensor in inputs[1:]) if op_name in ("linear", "layer_norm") else 0


def flops(op_name, inputs, result):
    """A product and the sum it goes into count as two. None for operations whose count no lesson needs."""
    if op_name in ("linear", "matmul"):
        products = 2 * result.values.size * inputs[0].values.shape[-1]
        return products + result.values.size if len(inputs) > 2 else products
    return None


# ---------------------------------------------------------------- standard pipelines

def linear_step(x, letter, out, tensors):
    bias = [f"b_{letter}"] if f"b_{letter}" in tensors else []
    return {"op": "linear", "in": [x, f"W_{letter}"] + bias, "out": out}


def dropout_step(x, out, options, later=0):
    return {"op": "dropout", "in": [x], "out": out, "p": options.get("dropout", 0.1),
            "training": options.get("training", False), "seed": options.get("seed", 0) + later}


def multi_head_attention(options, tensors, x="x"):
    memory = options.get("memory", "memory" if "memory" in tensors else x)
    key_seq = "seq" if memory == x else "key_seq"
    projected = (("Q", x, "seq", "d_k"), ("K", memory, key_seq, "d_k"), ("V", memory, key_seq, "d_v"))
    steps = [linear_step(source, name.lower(), name, tensors) for name, source, _, _ in projected]
    steps += [{"op": "view", "in": [name], "out": f"{name}_split", "shape": ["batch", seq, "heads", width]}
              for name, _, seq, width in projected]
    steps += [{"op": "transpose", "in": [f"{name}_split"], "out": f"{name}_heads", "axes": [1, 2]}
              for name, _, _, _ in projected]
    steps += [{"op": "matmul", "in": ["Q_heads", "K_heads"], "out": "scores", "transpose_b": True},
              {"op": "scale", "in": ["scores"], "out": "scaled", "by": "1/sqrt(d_k)"}]
    kind = options.get("mask", "mask" if "mask" in tensors else "none")
    if kind == "causal":
        steps.append({"op": "mask", "in": ["scaled"], "out": "masked", "causal": True})
    elif kind != "none":
        steps.append({"op": "mask", "in": ["scaled", kind], "out": "masked"})
    steps.append({"op": "softmax", "in": [steps[-1]["out"]], "out": "weights", "axis": -1})
    if options.get("dropout"):
        steps.append(dropout_step("weights", "weights_dropout", options))
    return steps + [
        {"op": "matmul", "in": [steps[-1]["out"], "V_heads"], "out": "heads"},
        {"op": "transpose", "in": ["heads"], "out": "heads_transposed", "axes": [1, 2]},
        {"op": "contiguous", "in": ["heads_transposed"], "out": "heads_contiguous"},
        {"op": "view", "in": ["heads_contiguous"], "out": "concat",
         "shape": ["batch", "seq", "heads*d_v"]},
        linear_step("concat", "o", "output", tensors)]


def transformer_block(options, tensors):
    attention_options = {key: options[key] for key in ("mask", "memory") if key in options}

    def norm(x, index):
        learned = [name for name in (f"gamma_{index}", f"beta_{index}") if name in tensors]
        return {"op": "layer_norm", "in": [x] + learned, "out": f"norm_{index}", "eps": options.get("eps", 1e-5)}

    def feed_forward(x):
        return [linear_step(x, "1", "ffn_hidden", tensors),
                {"op": options.get("activation", "relu"), "in": ["ffn_hidden"], "out": "ffn_activated"},
                linear_step("ffn_activated", "2", "ffn_output", tensors),
                dropout_step("ffn_output", "ffn_dropout", options, later=1)]

    def residual(x, y, index):
        return {"op": "add", "in": [x, y], "out": f"residual_{index}"}

    drop_attention = dropout_step("output", "attn_dropout", options)
    if options.get("norm", "post") == "pre":
        return [norm("x", 1), *multi_head_attention(attention_options, tensors, "norm_1"), drop_attention,
                residual("x", "attn_dropout", 1), norm("residual_1", 2), *feed_forward("norm_2"),
                residual("residual_1", "ffn_dropout", 2)]
    return [*multi_head_attention(attention_options, tensors), drop_attention, residual("x", "attn_dropout", 1),
            norm("residual_1", 1), *feed_forward("norm_1"), residual("norm_1", "ffn_dropout", 2),
            norm("residual_2", 2)]


PIPELINES = {"multi_head_attention": multi_head_attention, "transformer_block": transformer_block}


def run_steps(steps, tensors, dims):
    trace = dict(tensors)
    for step in steps:
        inputs = [trace[name] for name in step["in"]]
        result = OPS[step["op"]](inputs, step, dims)
        trace[step["out"]] = replace(result, parameters=parameters(step["op"], inputs),
                                     flops=flops(step["op"], inputs, result))
    return trace
