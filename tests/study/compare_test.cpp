#include "study/compare.hpp"

#include <doctest/doctest.h>

#include <cmath>

#include "study/shipped_lessons.hpp"

namespace headtrace {
namespace {

using Verdict = TensorPair::Verdict;

struct Runs {
  Trace base;
  Trace other;
};

Runs runs_of(const std::string& name, const Variant& variant) {
  const Lesson lesson = test::shipped_lesson(name);
  return {run(plan(lesson.pipeline)), run(plan(apply(lesson.pipeline, variant)))};
}

TEST_CASE("without W_o the tensors agree up to concat, and the result is another of its shape") {
  const Runs runs = runs_of("01-the-puzzle", without("output"));
  const Comparison comparison = compare_traces(runs.base, runs.other);
  REQUIRE(comparison.first);
  CHECK(comparison.tensors[*comparison.first].name == "output");
  CHECK(comparison.tensors[*comparison.first].verdict == Verdict::only_base);
  CHECK(comparison.result.verdict == Verdict::values);
  CHECK(comparison.other_result == "concat");
  const Difference& found = *comparison.result.difference;
  CHECK(found.mismatched == 12);
  // The lesson's expected values (NumPy's): output 1.36018463885307, concat 3.29146473544274.
  CHECK(found.where == Sizes{0, 2, 1});
  CHECK(std::abs(found.greatest - (3.29146473544274 - 1.36018463885307)) < 1e-12);
  CHECK(found.heads.size() == 2);
  // Four matrices of 4·4, and three.
  CHECK(comparison.base_parameters == 64);
  CHECK(comparison.other_parameters == 48);
  // 3 positions · 4 features · 4 products and sums less.
  CHECK(comparison.base_flops - comparison.other_flops == 3 * 4 * 4 * 2);
}

TEST_CASE("a trace compared with itself is the same") {
  const Runs runs = runs_of("05-masks", {});  // it holds NaN and infinities
  const Comparison comparison = compare_traces(runs.base, runs.other);
  CHECK(comparison.same());
  CHECK(comparison.tensors.size() == runs.base.tensor_names().size());
}

TEST_CASE("a variant's own steps stand where it makes them") {
  const Lesson lesson = test::shipped_lesson("04-attention-per-head");
  const Runs runs = runs_of("04-attention-per-head", *lesson.find_variant("dropout"));
  const Comparison comparison = compare_traces(runs.base, runs.other);
  std::vector<std::string> names;
  for (const TensorPair& pair : comparison.tensors) names.push_back(pair.name);
  const auto own = std::ranges::find(names, "weights_before");
  REQUIRE(own != names.end());
  CHECK(*(own - 1) == "scaled");
  CHECK(*(own + 1) == "weights");
  CHECK(comparison.tensors[static_cast<std::size_t>(own - names.begin())].verdict ==
        Verdict::only_other);
}

TEST_CASE("a variant that fails has no result") {
  const Runs runs = runs_of("01-the-puzzle", without("heads_contiguous"));
  const Comparison comparison = compare_traces(runs.base, runs.other);
  CHECK_FALSE(comparison.same());
  CHECK(comparison.result.verdict == Verdict::only_base);
}

}  // namespace
}  // namespace headtrace
