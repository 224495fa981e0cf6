"""Gradients of lessons in NumPy, by the complex step: with h tiny, the imaginary part of
loss(t + i·h) is h·dloss/dt to the last digit, and nothing has to be known of any operation's
backward. The steps after the moved tensor are simply computed again.
"""
import numpy as np

from lesson_operations import LessonError, Tensor, run_steps

STEP = 1e-30


def loss_of(loss, trace, result):
    y = trace[result].values
    if loss == "sum":
        return y.sum()
    if "mse" in loss:
        return ((y - trace[loss["mse"]].values) ** 2).mean()
    raise LessonError(f"no lesson needs the gradient of {loss} yet")


def moved(tensor, element):
    """The tensor, in complex numbers, with one of its elements moved."""
    values = np.array(tensor.values, dtype=complex)
    values.reshape(-1)[element] += 1j * STEP
    return Tensor(values, tensor.axes, tensor.layout)


def with_gradients(trace, steps, dims, loss, result):
    """The trace with `loss` and `d<name>` for every tensor in it."""
    made = [step["out"] for step in steps]
    found = dict(trace)
    found["loss"] = Tensor(np.array([loss_of(loss, trace, result)]), [None])
    for name, tensor in trace.items():
        later = steps[made.index(name) + 1:] if name in made else steps
        slopes = np.zeros(tensor.values.size)
        for element in range(slopes.size):
            again = run_steps(later, {**trace, name: moved(tensor, element)}, dims)
            slopes[element] = np.imag(loss_of(loss, again, result)) / STEP
        found[f"d{name}"] = Tensor(slopes.reshape(tensor.values.shape), tensor.axes)
    return found
