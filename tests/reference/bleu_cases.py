#!/usr/bin/env python3
"""Corpus BLEU from its formula, for cases that the C++ tests store.

    tests/reference/bleu_cases.py --write tests/fixtures/bleu.json

The definition is that of sacreBLEU with its defaults (Post 2018; Papineni et al. 2002): n-grams up
to 4, clipped counts over the corpus, brevity penalty exp(1 − r/c), and "exp" smoothing, where the
k-th order in a row of those without a match has the precision 1/(2^k·total). Counts are exact
fractions here. Where the package sacrebleu is installed, its own figure is held against each case.
"""
import argparse
import json
import math
import random
from collections import Counter
from fractions import Fraction
from pathlib import Path


def grams(text, n):
    return Counter(text[i:i + n] for i in range(len(text) - n + 1))


def bleu(hypotheses, references):
    precisions, k = [], 0
    for n in range(1, 5):
        total = sum(sum(grams(h, n).values()) for h in hypotheses)
        found = sum(sum((grams(h, n) & grams(r, n)).values()) for h, r in zip(hypotheses, references))
        if total == 0 or (n == 1 and found == 0):
            return 0.0
        if found == 0:
            k += 1
            precisions.append(Fraction(1, 2 ** k * total))
        else:
            precisions.append(Fraction(found, total))
    length, wanted = sum(map(len, hypotheses)), sum(map(len, references))
    brevity = 1.0 if length >= wanted else math.exp(1 - wanted / length)
    return 100 * brevity * float(math.prod(precisions)) ** 0.25


def cases():
    yield "the same", ["三百零五", "一万二千"], ["三百零五", "一万二千"]
    yield "nothing right", ["七七七七七"], ["三百零五六"]
    yield "too short for 4-grams", ["三百"], ["三百"]
    yield "short hypotheses", ["三百零五", "一万"], ["三百零五十", "一万二千三百"]
    yield "long hypotheses", ["三百零五十六七", "一万二千"], ["三百零五", "一万二千"]
    yield "clipped", ["十十十十十十"], ["十一十二"]
    yield "no 4-gram matches", ["三百零六", "一万三千"], ["三百零五", "一万二千"]
    yield "no 3-gram matches", ["三百五零", "万一二千"], ["三百零五", "一万二千"]
    yield "only single ones match", ["五零百三", "千二万一"], ["三百零五", "一万二千"]
    yield "one answer empty", ["", "一万二千三百"], ["三百", "一万二千三百"]
    rng = random.Random(4)
    for i in range(12):
        references = ["".join(rng.choice("一二三十百") for _ in range(rng.randint(1, 12))) for _ in range(9)]
        hypotheses = ["".join(c if rng.random() < 0.8 else rng.choice("一二三十百") for c in r
                              if rng.random() < 0.95) for r in references]
        yield f"random {i}", hypotheses, references


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--write", type=Path, required=True)
    arguments = parser.parse_args()
    stored = [{"name": name, "hypotheses": h, "references": r, "bleu": bleu(h, r)} for name, h, r in cases()]
    try:
        import sacrebleu
        for case in stored:
            own = sacrebleu.corpus_bleu(case["hypotheses"], [case["references"]], tokenize="char").score
            assert abs(own - case["bleu"]) < 1e-9, (case, own)
        print("sacrebleu agrees")
    except ModuleNotFoundError:
        print("sacrebleu is not installed: not compared")
    arguments.write.write_text("[\n" + ",\n".join(json.dumps(case, ensure_ascii=False) for case in stored) + "\n]\n",
                               encoding="utf-8")


if __name__ == "__main__":
    main()
