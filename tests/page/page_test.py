#!/usr/bin/env python3
"""Uses the pages that `headtrace export --to FILE.html` writes, in a headless Chromium.

    tests/page/page_test.py --headtrace build/dev/headtrace lessons/*.json

Of every lesson, at 1280×720: every step is reached with the keyboard, forward and back;
the arithmetic of a cell of each step is that of `headtrace explain`; both languages, every variant;
printed, a step begins a page. Nothing is wider than the window, at 390×844 either. A page of
hostile texts runs none of them. No error is reported, and nothing but the page itself is asked for.
With `--axe` (axe.min.js of npm's axe-core, which tests/page/get_axe.sh fetches) every slide, asking
and answered, and some in the dark too, are searched for what would keep a reader out. The exit status is 0 when
all holds, 1 when not, 77 where there is no Chromium.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path

from chromium import Chromium, find_chromium

SIZES = ((1280, 720), (390, 844))
HERE = "new URLSearchParams(location.hash.slice(1)).get('step') || '-start'"
FOCUS = (
    "(() => { const cell = document.querySelector('.current .result td[tabindex=\"0\"]');"
    " if (cell) cell.focus(); })()"
)
# The hidden slides are out of the document meanwhile: axe would go through all their cells too.
FIND_VIOLATIONS = """(async () => {
  const hidden = [...document.querySelectorAll('.slide:not(.current)')];
  const places = hidden.map((slide) => document.createComment(''));
  hidden.forEach((slide, index) => slide.replaceWith(places[index]));
  try {
    const found = await axe.run(document, {resultTypes: ['violations']});
    return found.violations
      .filter((each) => ['serious', 'critical'].includes(each.impact))
      .map((each) => `${each.id} ${each.nodes.length}× ${each.nodes[0].html.slice(0, 160)} ` +
                     each.nodes[0].failureSummary);
  } finally {
    places.forEach((place, index) => place.replaceWith(hidden[index]));
  }
})()"""


def all_steps(trace: dict) -> list[dict]:
    """The steps forward, and where the lesson names a loss the loss and the gradients."""
    if "loss" not in trace:
        return trace["steps"]
    loss = [{"name": "loss"}, {"name": "dloss"}]
    return [*trace["steps"], *loss, *trace["gradients"]]


class Test:
    def __init__(self, headtrace: str, browser: Chromium, folder: Path, axe: str) -> None:
        self.headtrace = headtrace
        self.browser = browser
        self.folder = folder
        self.axe = axe
        self.problems: list[str] = []

    def check(self, holds: object, what: str) -> None:
        if not holds:
            self.problems.append(what)
            print(f"WRONG {what}")

    def run(self, *arguments: str) -> str:
        done = subprocess.run(
            [self.headtrace, *arguments], check=True, capture_output=True, text=True
        )
        return done.stdout

    def open(self, lesson: str, *more: str) -> str:
        page = self.folder / (Path(lesson).stem + ".html")
        self.run("export", lesson, "--to", str(page), "--force", "--lang", "en", *more)
        self.browser.open(page.as_uri())
        return page.as_uri()

    def clean(self, lesson: str, page: str) -> None:
        self.check(not self.browser.errors, f"{lesson}: errors {self.browser.errors[:3]}")
        asked = {url.split("#")[0] for url in self.browser.requests} - {page}
        self.check(not asked, f"{lesson}: asked for {asked}")
        self.browser.errors.clear()

    def walk(self, lesson: str, steps: list[str]) -> None:
        """Through all slides with → and space, back with ← and shift and space."""
        pages = ["-start", "-given", *steps, *self.training(), "-summary"]
        forward, back = [self.browser.evaluate(HERE)], []
        for i in range(len(pages) - 1):
            self.browser.press("ArrowRight" if i % 2 == 0 else " ")
            forward.append(self.browser.evaluate(HERE))
        self.check(forward == pages, f"{lesson}: forward {forward}")
        for i in range(len(pages) - 1):
            self.browser.press(*(("ArrowLeft",) if i % 2 == 0 else (" ", True)))
            back.append(self.browser.evaluate(HERE))
        self.check(back == pages[-2::-1], f"{lesson}: back {back}")
        self.browser.press("End")
        self.check(self.browser.evaluate(HERE) == "-summary", f"{lesson}: End")
        self.browser.press("Home")
        self.check(self.browser.evaluate(HERE) == "-start", f"{lesson}: Home")

    def training(self) -> list[str]:
        there = self.browser.evaluate("document.querySelector('[data-page=\"-training\"]') !== null")
        return ["-training"] if there else []

    def answers(self, lesson: str, name: str) -> None:
        """A step's result is hidden until its answer is asked for."""
        hidden = (
            "(() => { const result = document.querySelector('.current .result');"
            " return result.getClientRects().length === 0; })()"
        )
        if self.browser.evaluate("document.querySelector('.current .question') !== null"):
            self.check(self.browser.evaluate(hidden), f"{lesson} {name}: shown before asked")
            self.browser.press("a")
        self.check(not self.browser.evaluate(hidden), f"{lesson} {name}: not shown")

    def arithmetic(self, lesson: str, step: dict) -> None:
        """Of the last cell shown of a step, reached by keyboard from the first."""
        name = step["name"]
        first = self.browser.evaluate(
            "(() => { const cell = document.querySelector('.current .result td[tabindex=\"0\"]');"
            " cell.focus(); return document.querySelector('#why .last').textContent; })()"
        )
        told = [first]
        self.browser.press("ArrowDown")
        self.browser.press("ArrowRight")
        told.append(
            self.browser.evaluate("document.querySelector('#why .last').textContent")
        )
        at = self.browser.evaluate(HERE)
        self.check(at == name, f"{lesson} {name}: arrows in a table leave the slide for {at}")
        for line in told:
            cell = line.split(" ")[0]
            explained = self.run("explain", lesson, cell, "--width", "10000", "--lang", "en")
            value = line.split(" ")[-1]
            if "more terms" in line:
                said = explained.splitlines()[0].strip()
                self.check(said == f"{cell} ≈ {value}" or said == f"{cell} = {value}",
                           f"{lesson}: {line!r} but explain says {said!r}")
            else:
                self.check(line in explained, f"{lesson}: {line!r} is not in {explained!r}")
        cell = told[-1].split(" ")[0]
        why = json.loads(self.run("explain", lesson, cell, "--format", "json"))
        given = not any(part["reads"] for part in [*why["terms"], *why["stages"]])
        lit = self.browser.evaluate("document.querySelectorAll('.current .operand .read').length")
        left_out = self.browser.evaluate("document.getElementById('why').textContent")
        self.check(lit > 0 or given or "not shown" in left_out, f"{lesson} {name}: no operand is lit")
        self.browser.press("Escape")

    def steps(self, lesson: str, trace: dict) -> None:
        self.browser.press("ArrowRight")
        for step in all_steps(trace):
            self.browser.press("ArrowRight")
            self.answers(lesson, step["name"])
            self.arithmetic(lesson, step)

    def languages(self, lesson: str) -> None:
        title = json.loads(Path(lesson).read_text(encoding="utf-8"))["title"]
        self.browser.press("l")
        shown = self.browser.evaluate("document.querySelector('#bar h1').textContent")
        self.check(shown == title["zh"], f"{lesson}: {shown!r} in Chinese")
        language = self.browser.evaluate("document.documentElement.lang")
        self.check(language == "zh-CN", f"{lesson}: lang is {language}")
        self.browser.press("l")
        shown = self.browser.evaluate("document.querySelector('#bar h1').textContent")
        self.check(shown == title["en"], f"{lesson}: {shown!r} in English")

    def variants(self, lesson: str, page: str, variants: list[str], last: str) -> None:
        for variant in variants:
            self.browser.open(f"{page}#step={last}&variant={variant}")
            shown = self.browser.evaluate(
                "(document.querySelector('.current .variant h3') || {}).textContent || ''"
            )
            self.check(shown.startswith(variant), f"{lesson}: variant {variant} shows {shown!r}")

    def printed(self, lesson: str, slides: int) -> None:
        pages = len(re.findall(rb"/Type\s*/Page\b", self.browser.pdf()))
        self.check(pages == slides, f"{lesson}: {slides} slides on {pages} pages")

    def accessible(self, lesson: str, page: str, names: list[str]) -> None:
        """axe-core finds nothing serious or critical on any slide; in the dark a few are enough."""
        if not self.axe:
            return
        slides = ["-start", "-given", *names, *self.training(), "-summary"]
        for scheme, count in (("light", len(slides)), ("dark", 5)):
            self.browser.prefer(prefers_color_scheme=scheme)
            self.browser.open(page)
            self.browser.evaluate(self.axe + "; 0")
            for name in slides[:count]:
                self.slide_is_accessible(f"{lesson} {name} {scheme}")
                self.browser.press("ArrowRight")
        self.browser.prefer()

    def slide_is_accessible(self, where: str) -> None:
        if self.browser.evaluate("!!document.querySelector('.current .question')"):
            self.violations(where)
            self.browser.press("a")
        self.browser.evaluate(FOCUS)
        self.violations(where + ", answered")
        self.browser.press("Escape")

    def violations(self, where: str) -> None:
        found = self.browser.evaluate(FIND_VIOLATIONS)
        self.check(not found, f"{where}: {found}")

    def fits(self, lesson: str, width: int) -> None:
        """No slide is wider than the window; wide tables scroll by themselves."""
        wide = self.browser.evaluate(
            "[...document.querySelectorAll('.slide')].map((slide) => {"
            " document.querySelector('.current').classList.remove('current');"
            " slide.classList.add('current');"
            " slide.classList.remove('asking');"
            " const main = document.getElementById('slides');"
            " return main.scrollWidth > main.clientWidth ? slide.dataset.page : ''; })"
            ".filter(Boolean)"
        )
        self.check(not wide, f"{lesson}: wider than {width}: {wide}")

    def lesson(self, lesson: str) -> None:
        trace = json.loads(self.run("run", lesson, "--format", "json"))
        names = [step["name"] for step in all_steps(trace)]
        given = json.loads(Path(lesson).read_text(encoding="utf-8"))
        variants = given.get("variants", [])
        for width, height in SIZES:
            self.browser.size(width, height)
            page = self.open(lesson)
            if (width, height) == SIZES[0]:
                self.walk(lesson, names)
                self.steps(lesson, trace)
                self.languages(lesson)
                self.printed(lesson, len(names) + 3 + ("experiment" in given))
                self.variants(lesson, page, [each["id"] for each in variants], names[-1])
            self.fits(lesson, width)
        self.accessible(lesson, page, names)
        self.clean(lesson, page)
        size = (self.folder / (Path(lesson).stem + ".html")).stat().st_size
        limit = {"01-the-puzzle": 300_000, "17-paper-sizes": 2_000_000}.get(Path(lesson).stem)
        self.check(limit is None or size < limit, f"{lesson}: {size} bytes")
        print(f"{Path(lesson).stem}: {len(names)} steps, {size} bytes")

    def hostile(self) -> None:
        """Texts that would be script, markup or escape sequences if they were not only text."""
        evil = (
            "</script><script>window.hit=1</script><img src=x onerror='window.hit=1'>"
            "<!--<script>\"'`\\u2028&lt; {{{{script}}}} \u001b[31m"
        )
        text = {"en": evil, "zh": evil}
        lesson = {
            "format": 1,
            "title": text,
            "goal": {"en": evil + "x" * 1_000_000, "zh": evil},
            "dims": {"batch": 1, "seq": 2, "d_model": 2, "heads": 1},
            "tensors": {"x": {"axes": ["seq", "d_model"], "values": [[1, -2], [3, 4]]}},
            "steps": [{"op": "relu", "in": ["x"], "out": "constructor"}],
            "variants": [{"id": "__proto__", "title": text, "edit": [{"bypass": "constructor"}]}],
            "notes": [{"at": "constructor", "text": text}, {"at": "x", "text": text}],
            "questions": [
                {
                    "at": "constructor",
                    "ask": text,
                    "answer": {"choice": [text, text], "correct": 1},
                    "why": text,
                }
            ],
        }
        path = self.folder / "hostile.json"
        path.write_text(json.dumps(lesson), encoding="utf-8")
        page = self.open(str(path))
        self.walk("hostile", ["constructor"])
        self.browser.open(f"{page}#step=constructor&variant=__proto__")
        self.browser.press("a")
        self.browser.press("n")
        self.check(self.browser.evaluate("window.hit === undefined"), "a text was run as script")
        self.check(
            self.browser.evaluate("document.querySelectorAll('img, main script').length === 0"),
            "a text became markup",
        )
        shown = self.browser.evaluate("document.querySelector('.current .note').textContent")
        self.check("</script><script>" in shown, f"the note is shown as {shown[:80]!r}")
        self.check("\\x1b" in shown, "an escape sequence is not shown as what it is")
        self.clean("hostile", page)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--headtrace", required=True)
    parser.add_argument(
        "--axe",
        type=Path,
        default=os.environ.get("HEADTRACE_AXE") or None,
        help="axe.min.js ($HEADTRACE_AXE); without it axe-core isn't run",
    )
    parser.add_argument(
        "--part", nargs=2, type=int, default=(0, 1), help="every COUNT-th lesson from the FIRST"
    )
    parser.add_argument("lessons", nargs="+")
    arguments = parser.parse_args()
    program = find_chromium()
    if program is None:
        print("skipped: no chromium")
        return 77
    with Chromium(program) as browser, tempfile.TemporaryDirectory() as folder:
        axe = arguments.axe.read_text(encoding="utf-8") if arguments.axe else ""
        test = Test(arguments.headtrace, browser, Path(folder), axe)
        test.hostile()
        first, count = arguments.part
        for lesson in arguments.lessons[first::count]:
            test.lesson(lesson)
    print(f"{len(test.problems)} problems")
    return 1 if test.problems else 0


if __name__ == "__main__":
    sys.exit(main())
