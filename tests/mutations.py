#!/usr/bin/env python3
"""Makes twenty deliberate faults in operations and renderers, one at a time, and expects a test to fail
for each: tests/mutations.py BUILD, a build folder of this tree with the tests. The sources are put back
after each, also when it is interrupted. The exit status is 0 when every fault was caught."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
# file, what stands there (once), what it is made
FAULTS = [
    ("src/ops/relu.cpp", "dx[i] = x[i] > 0 ? slope : 0;", "dx[i] = x[i] > 0 ? 0 : slope;"),
    ("src/ops/softmax.cpp", "yi[i] * (dyi[i] - dot)", "yi[i] * (dyi[i] + dot)"),
    ("src/ops/softmax.cpp", "const double quotient = why.stages[here + 1].value / sum.value;",
     "const double quotient = why.stages[here + 1].value;"),
    ("src/ops/mask.cpp", "if (causal_ && key > query) {", "if (causal_ && key >= query) {"),
    ("src/ops/add.cpp", "flat(in[0]) + flat(in[1])", "flat(in[0]) - flat(in[1])"),
    ("src/ops/add.cpp", "gradient : sum_to(gradient, x.axes())", "gradient : gradient"),
    ("src/ops/layer_norm.cpp", "return {mean, squares / n};", "return {mean, squares / (n - 1)};"),
    ("src/ops/layer_norm.cpp", "dbeta[i] += dy[i];", "dbeta[i] = dy[i];"),
    ("src/ops/layer_norm.cpp", "cost_of_result(in[in_x], 6 +", "cost_of_result(in[in_x], 5 +"),
    ("src/ops/slice.cpp", "range.start == 0 && length % block == 0", "length % block == 0"),
    ("src/ops/scale.cpp", "std::sqrt(static_cast<double>(n))", "static_cast<double>(n)"),
    ("src/ops/concat.cpp", "source[axis] >= in[piece].axes()[axis].size",
     "source[axis] > in[piece].axes()[axis].size"),
    ("src/ops/transpose.cpp", "{} 与 {} 对调", "{} 与 {}"),
    ("src/render/numbers.cpp", "if (stats.whole) return Kind::whole;", ""),
    ("src/render/numbers.cpp", "return 0.5 * std::pow(10.0, -precision);",
     "return 5 * std::pow(10.0, -precision);"),
    ("src/render/width.cpp", "width += columns_of(next.code);", "width += 1;"),
    ("src/render/ink.cpp", "head_codes[static_cast<std::size_t>(head) % head_codes.size()]",
     "head_codes[0]"),
    ("src/render/plain_tensor.cpp", "if (!fresh) line(words);", "line(words);"),
    ("src/render/json_value.cpp", 'items.empty() ? "[]" :', 'items.size() == 1 ? "[]" :'),
    ("src/render/trace_text.cpp", "if (size && !repeats(name, header))", "if (size)"),
]


def build_fails(build: str) -> bool:
    return subprocess.run(["cmake", "--build", build, "--target", "headtrace_tests"],
                          capture_output=True).returncode != 0


def tests_fail(build: str) -> bool:
    files = "*tests/ops/*,*tests/render/*,*tests/core/*,*tests/trace/*"
    done = subprocess.run([f"{build}/tests/headtrace_tests", f"--source-file={files}", "--abort-after=1"],
                          cwd=ROOT, capture_output=True)
    return done.returncode != 0


def main() -> int:
    build = str(Path(sys.argv[1]).resolve())
    survived = []
    for name, was, made in FAULTS:
        path = ROOT / name
        text = path.read_text(encoding="utf-8")
        if text.count(was) != 1:
            raise SystemExit(f"{name}: {was!r} stands there {text.count(was)} times")
        try:
            path.write_text(text.replace(was, made), encoding="utf-8")
            if build_fails(build):
                raise SystemExit(f"{name}: {made!r} doesn't compile")
            caught = tests_fail(build)
        finally:
            path.write_text(text, encoding="utf-8")
        print(f"{'caught' if caught else 'SURVIVED':<9}{name}: {made or 'nothing'}", flush=True)
        if not caught:
            survived.append(name)
    print(f"{len(FAULTS) - len(survived)} of {len(FAULTS)} caught")
    return 1 if survived else 0


if __name__ == "__main__":
    sys.exit(main())
