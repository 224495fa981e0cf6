#!/usr/bin/env python3
"""Evaluates lesson files with NumPy, independently of the C++ program.

  lesson_values.py --check lessons/[0-9]*.json  hold each lesson's `expect`, questions and placeholders
                                               against NumPy's values; exit 1 if something differs
  lesson_values.py --write-fixture NAME        store NumPy's values where `expect` can't hold them,
                                               as tests/fixtures/lessons/NAME.json
  lesson_values.py --values TENSOR FILE        print one tensor in full, to be pasted into `expect`
                                               (VARIANT/TENSOR for a variant's)
  lesson_values.py --texts en|zh FILE          print a lesson's texts with their placeholders filled

Operations and standard pipelines are in lesson_operations.py, gradients in lesson_gradients.py.
"""
import argparse
import json
import math
import pathlib
import re
import sys

import numpy as np

from lesson_gradients import with_gradients
from lesson_operations import PIPELINES, LessonError, Tensor, names, run_steps, sizes

ROOT = pathlib.Path(__file__).resolve().parents[2]
FIXTURES = ROOT / "tests" / "fixtures" / "lessons"
LANGUAGES = ("en", "zh")


# ---------------------------------------------------------------- dims and input tensors

def derive_dims(given):
    dims = dict(given)
    if "d_model" in dims and "heads" in dims:
        if dims["d_model"] % dims["heads"] == 0:
            dims.setdefault("d_k", dims["d_model"] // dims["heads"])
        elif "d_k" not in dims:
            raise LessonError(f"d_model {dims['d_model']} does not divide into {dims['heads']} heads")
        dims.setdefault("kv_heads", dims["heads"])
    if "d_k" in dims:
        dims.setdefault("d_v", dims["d_k"])
    if "seq" in dims:
        dims.setdefault("key_seq", dims["seq"])
    if "d_model" in dims:
        dims.setdefault("d_ff", 4 * dims["d_model"])
    return dims


def random_values(decl, shape):
    """What numpy.random.RandomState gives, drawn in row-major order of the tensor as it is stored."""
    rng, kind = np.random.RandomState(decl["seed"]), decl["random"]
    if kind == "uniform":
        return rng.uniform(decl["low"], decl["high"], shape)
    if kind == "normal":
        return decl["mean"] + decl["std"] * rng.standard_normal(shape)
    fan_in, fan_out = (shape * 2)[:2] if len(shape) == 1 else shape[-2:]  # a vector counts its size as both
    if decl.get("layout", "in_out") == "out_in":
        fan_in, fan_out = fan_out, fan_in
    if kind == "xavier_normal":
        return math.sqrt(2 / (fan_in + fan_out)) * rng.standard_normal(shape)
    if kind == "kaiming_normal":
        return math.sqrt(2 / fan_in) * rng.standard_normal(shape)
    bound = {"xavier_uniform": math.sqrt(6 / (fan_in + fan_out)),
             "kaiming_uniform": math.sqrt(6 / fan_in),
             "torch_linear": 1 / math.sqrt(fan_in)}[kind]
    return rng.uniform(-bound, bound, shape)


def filled_values(fill, shape):
    if fill == "identity":
        return np.eye(shape[0])
    if fill == "arange":
        return np.arange(math.prod(shape), dtype=float).reshape(shape)
    return np.full(shape, {"zeros": 0.0, "ones": 1.0}.get(fill, fill), dtype=float)


def file_values(decl, folder):
    data = np.load(folder / decl["file"])  # .npy and .npz; .safetensors is not read here
    return np.asarray(data[decl["key"]] if "key" in decl else data, dtype=float)


def load_tensor(decl, dims, folder):
    shape = sizes(decl["axes"], dims)
    if "values" in decl:
        values = np.array(decl["values"], dtype=float)
    elif "fill" in decl:
        values = filled_values(decl["fill"], shape)
    elif "random" in decl:
        values = random_values(decl, shape)
    else:
        values = file_values(decl, folder)
    if "round" in decl:
        values = np.round(values, decl["round"])
    if list(values.shape) != shape:
        raise LessonError(f"a tensor declared as {shape} holds {list(values.shape)}")
    return Tensor(np.ascontiguousarray(values), names(decl["axes"], dims), decl.get("layout", "in_out"))


# ---------------------------------------------------------------- running a lesson and its variants

class Lesson:
    def __init__(self, path):
        self.path = pathlib.Path(path)
        self.json = json.loads(self.path.read_text(encoding="utf-8"))
        self.dims = derive_dims(self.json["dims"])
        self.variants = {variant["id"]: variant for variant in self.json.get("variants", [])}
        self.traces = {}

    def trace(self, variant=None):
        """Every input and step by name, of the lesson itself or of one variant."""
        if variant not in self.traces:
            self.traces[variant] = self.run(variant)
        return self.traces[variant]

    def run(self, variant):
        declared = dict(self.json["tensors"])
        steps = self.json["steps"] if "steps" in self.json else self.pipeline_steps(declared)
        result = steps[-1]["out"]
        if variant is not None:
            if variant not in self.variants:
                raise LessonError(f"no variant '{variant}'")
            for edit in self.variants[variant]["edit"]:
                if edit.get("bypass") == result:
                    result = next(step["in"][0] for step in steps if step["out"] == result)
                steps, declared = apply_edit(edit, steps, declared)
        tensors = {name: load_tensor(decl, self.dims, self.path.parent) for name, decl in declared.items()}
        trace = run_steps(steps, tensors, self.dims)
        if "loss" not in self.json:
            return trace
        return with_gradients(trace, steps, self.dims, self.json["loss"], result)

    def pipeline_steps(self, declared):
        options = self.json["pipeline"]
        options = {"name": options} if isinstance(options, str) else options
        return PIPELINES[options["name"]](options, declared)


def apply_edit(edit, steps, declared):
    """The steps and declared tensors after one edit of a variant. A bypassed tensor is gone from the trace."""
    if "set" in edit:
        steps = [step for step in steps if step["out"] != edit["set"]]
        return steps, {**declared, edit["set"]: edit["to"]}
    target = edit.get("bypass", edit.get("replace"))
    at = [step["out"] for step in steps].index(target)
    before, after = steps[:at], steps[at + 1:]
    if "bypass" in edit:
        source = steps[at]["in"][0]
        after = [{**step, "in": [source if name == target else name for name in step["in"]]} for step in after]
        return before + after, declared
    new = edit["with"] if isinstance(edit["with"], list) else [edit["with"]]
    return before + new + after, declared




# ---------------------------------------------------------------- texts and placeholders

PLACEHOLDER = re.compile(r"(?:(?P<variant>[\w-]+)/)?(?:(?P<what>\w+):(?P<of>\w*)"
                         r"|(?P<tensor>\w+)\[(?P<cell>[\d, ]+)\])")


def print_number(value):
    text = f"{value:.4f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text


def fill_placeholder(lesson, text):
    match = PLACEHOLDER.fullmatch(text)
    if not match:
        raise LessonError(f"not a placeholder: {{{text}}}")
    if match["what"] == "dim":
        return str(lesson.dims[match["of"]])
    trace = lesson.trace(match["variant"])
    if (match["what"], match["of"]) == ("params", ""):
        return str(sum(tensor.parameters for tensor in trace.values()))
    name = match["of"] or match["tensor"]
    if name not in trace:
        raise LessonError(f"no tensor '{name}' for {{{text}}}")
    if match["what"]:
        return fact(trace[name], match["what"], text)
    return print_number(cell_value(trace[name], [int(index) for index in match["cell"].split(",")], text))


def fact(tensor, what, where):
    """What a placeholder such as {std:output} says about a whole tensor."""
    if what == "flops" and tensor.flops is None:
        raise LessonError(f"the operations of this step are not counted here ({where})")
    facts = {"shape": lambda: list(tensor.values.shape), "strides": lambda: tensor.strides,
             "size": lambda: tensor.values.size, "params": lambda: tensor.parameters, "flops": lambda: tensor.flops,
             "mean": lambda: print_number(tensor.values.mean()), "std": lambda: print_number(tensor.values.std())}
    if what not in facts:
        raise LessonError(f"not a placeholder: {{{where}}}")
    return str(facts[what]())


def cell_value(tensor, cell, where):
    shape = tensor.values.shape
    if len(cell) != len(shape) or any(not 0 <= index < size for index, size in zip(cell, shape)):
        raise LessonError(f"no cell {cell} in shape {list(shape)} ({where})")
    return float(tensor.values[tuple(cell)])


def fill(lesson, text):
    pieces = re.split(r"(\{\{|\}\}|\{[^{}]*\})", text)
    return "".join(piece[0] if piece in ("{{", "}}") else
                   fill_placeholder(lesson, piece[1:-1]) if piece.startswith("{") else piece for piece in pieces)


def texts(lesson):
    """Every text of the lesson: (where it stands, text)."""
    data = lesson.json
    yield "title", data["title"]
    yield "goal", data["goal"]
    for variant in data.get("variants", []):
        yield f"variant {variant['id']}", variant["title"]
    for note in data.get("notes", []):
        yield f"note at {note['at']}", note["text"]
    for question in data.get("questions", []):
        yield f"question at {question['at']}", question["ask"]
        for choice in question["answer"].get("choice", []):
            yield "  choice", choice
        yield f"  why ({describe_answer(lesson, question)})", question["why"]


def in_language(text, language):
    return text if isinstance(text, str) else text.get(language, text.get("en", ""))


def describe_answer(lesson, question):
    answer, tensor = question["answer"], lesson.trace().get(question["at"])
    if tensor is None:
        raise LessonError(f"question at unknown tensor '{question['at']}'")
    if "shape" in answer:
        return f"shape {list(tensor.values.shape)}"
    if "strides" in answer:
        return f"strides {tensor.strides}"
    if "cell" in answer:
        return f"cell {print_number(cell_value(tensor, answer['cell'], 'question'))}"
    if not 0 <= answer["correct"] < len(answer["choice"]):
        raise LessonError(f"question at {question['at']}: no choice number {answer['correct']}")
    return f"choice {answer['correct']}"


# ---------------------------------------------------------------- checking

def promises(lesson):
    """Every promise of `expect`: (tensor's name, what it must be)."""
    for name, promise in lesson.json.get("expect", {}).items():
        for one in promise if isinstance(promise, list) else [promise]:
            yield name, one


def check_promise(trace, name, promise):
    """Largest difference between a trace's tensor and what it is expected to be."""
    where = f"{promise['variant']}/{name}" if "variant" in promise else name
    if name not in trace:
        raise LessonError(f"expect {where}: no such tensor")
    actual = trace[name].values
    if "shape" in promise and list(actual.shape) != promise["shape"]:
        raise LessonError(f"expect {where}: shape is {list(actual.shape)}, not {promise['shape']}")
    if "values" not in promise:
        return 0.0
    values = np.array(promise["values"], dtype=float)
    if values.shape != actual.shape:
        raise LessonError(f"expect {where}: shape is {list(actual.shape)}, not {list(values.shape)}")
    alike = (values == actual) | (np.isnan(values) & np.isnan(actual))  # also infinite ones
    difference = float(np.max(np.abs(values[~alike] - actual[~alike]), initial=0.0))
    if not difference <= promise.get("tolerance", 1e-9):
        raise LessonError(f"expect {where}: differs by up to {difference:g}")
    return difference


def check_texts(lesson):
    count = 0
    for where, text in texts(lesson):
        for language in LANGUAGES:
            if not isinstance(text, str) and language not in text:
                raise LessonError(f"{where}: no text in {language}")
            try:
                fill(lesson, in_language(text, language))
            except (LessonError, KeyError) as error:
                raise LessonError(f"{where} ({language}): {error}") from None
            count += 1
    for note in lesson.json.get("notes", []):
        if note["at"] not in lesson.trace():
            raise LessonError(f"note at unknown tensor '{note['at']}'")
    return count


def check(path):
    """One line about a lesson that keeps its promises; raises LessonError for one that doesn't."""
    lesson = Lesson(path)
    for variant in lesson.variants:
        lesson.trace(variant)
    for other in lesson.json.get("after", []):
        if not lesson.path.with_name(f"{other}.json").is_file():
            raise LessonError(f"after: no lesson '{other}'")
    differences = [check_promise(lesson.trace(promise.get("variant")), name, promise)
                   for name, promise in promises(lesson)]
    stored = FIXTURES / f"{lesson.path.stem}.json"
    if stored.is_file() and not same(json.loads(stored.read_text()), fixture(lesson)):
        raise LessonError(f"tests/fixtures/lessons/{stored.name} is out of date: write it again")
    return (f"{lesson.path.stem}: ok, {len(differences)} expected tensors, largest difference "
            f"{max(differences, default=0):g}, {check_texts(lesson)} texts")


def same(a, b):
    """Two fixtures, equal up to what another BLAS may round differently."""
    if isinstance(a, dict):
        return a.keys() == b.keys() and all(same(a[key], b[key]) for key in a)
    if isinstance(a, list):
        return len(a) == len(b) and all(map(same, a, b))
    return math.isclose(a, b, rel_tol=1e-9, abs_tol=1e-9)


def fixture(lesson):
    """What identifies each step's tensor where its values are too many for `expect`."""
    result = {}
    for name, tensor in lesson.trace().items():
        if name not in lesson.json["tensors"]:
            flat = tensor.values.ravel().tolist()
            result[name] = {"shape": list(tensor.values.shape), "sum": math.fsum(flat),
                            "sum_abs": math.fsum(map(abs, flat)), "first": flat[:8], "last": flat[-8:]}
    return result


def write_fixture(name):
    data = fixture(Lesson(ROOT / "lessons" / f"{name}.json"))
    lines = ",\n".join(f"  {json.dumps(key)}: {json.dumps(value)}" for key, value in data.items())
    (FIXTURES / f"{name}.json").write_text("{\n" + lines + "\n}\n")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    action = parser.add_mutually_exclusive_group(required=True)
    action.add_argument("--check", action="store_true")
    action.add_argument("--write-fixture", metavar="NAME")
    action.add_argument("--values", metavar="TENSOR")
    action.add_argument("--texts", choices=LANGUAGES)
    parser.add_argument("files", nargs="*")
    arguments = parser.parse_args()
    if arguments.write_fixture:
        write_fixture(arguments.write_fixture)
    failed = False
    for path in arguments.files:
        try:
            if arguments.check:
                print(check(path))
            elif arguments.values:
                variant, _, name = arguments.values.rpartition("/")
                values = json.dumps(Lesson(path).trace(variant or None)[name].values.tolist())
                print(re.sub(r"-?(?:NaN|Infinity)", r'"\g<0>"', values))  # as lesson files write them
            elif arguments.texts:
                lesson = Lesson(path)
                for where, text in texts(lesson):
                    print(f"[{where}] {fill(lesson, in_language(text, arguments.texts))}")
        except (LessonError, KeyError, ValueError) as error:
            print(f"{path}: {error}", file=sys.stderr)
            failed = True
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
