#include "study/diagnose.hpp"

#include <doctest/doctest.h>

#include <cmath>
#include <set>

#include "study/shipped_lessons.hpp"
#include "support.hpp"

namespace headtrace {
namespace {

GivenTensor given_as(const std::string& name, const Tensor& tensor,
                     const std::string& dtype = "float64") {
  return {name, dtype, tensor.shape(), tensor.values()};
}

std::vector<std::string> ids(const Diagnosis& diagnosis) {
  std::vector<std::string> found;
  for (const Finding& finding : diagnosis.findings) {
    found.push_back(finding.mistake != nullptr ? finding.mistake->id : "unknown");
  }
  return found;
}

struct Learner {
  Lesson lesson = test::shipped_lesson("01-the-puzzle");
  Trace trace = run(plan(lesson.pipeline));

  Tensor tensor(const std::string& name) const { return *trace.find(name); }
  Diagnosis diagnosed(const std::vector<GivenTensor>& given) const {
    const Matched matched = match_tensors(given, trace, {});
    return diagnose(lesson.pipeline, matched.tensors);
  }
};

TEST_CASE("the lesson's own tensors are right") {
  const Learner learner;
  std::vector<GivenTensor> all;
  for (const TraceStep& step : learner.trace.steps) {
    all.push_back(given_as(step.name(), step.output));
  }
  const Diagnosis found = learner.diagnosed(all);
  CHECK(found.same);
  CHECK(found.checked.size() == 17);
  CHECK_FALSE(found.first);
}

TEST_CASE("what rounding explains is no mistake, what it doesn't is one") {
  const Learner learner;
  Tensor rounded =
      Tensor::of("output", learner.tensor("output").axes(), learner.tensor("output").values());
  for (Index i = 0; i < rounded.size(); ++i) {
    rounded.data()[i] = static_cast<double>(static_cast<float>(rounded.data()[i]));
  }
  CHECK(learner.diagnosed({given_as("output", rounded, "float32")}).same);
  CHECK_FALSE(learner.diagnosed({given_as("output", rounded, "float64")}).checked.empty());
  rounded.data()[5] += 0.001;
  CHECK_FALSE(learner.diagnosed({given_as("output", rounded, "float32")}).same);
}

TEST_CASE("one dropped number is no known mistake; its cell is named") {
  const Learner learner;
  Tensor output =
      Tensor::of("output", learner.tensor("output").axes(), learner.tensor("output").values());
  output.data()[7] = 0;
  const Diagnosis found =
      learner.diagnosed({given_as("concat", learner.tensor("concat")), given_as("output", output)});
  CHECK(ids(found) == std::vector<std::string>{"unknown"});
  CHECK(*found.first == "output");
  CHECK(found.checked.back().difference.where == Sizes{0, 1, 3});
  CHECK(found.checked.back().difference.mismatched == 1);
}

TEST_CASE("the arithmetic shown is of the learner's own numbers") {
  const Learner learner;
  Tensor concat =
      Tensor::of("concat", learner.tensor("concat").axes(), learner.tensor("concat").values());
  concat.data()[0] += 1;  // one mistake, and another after it
  Tensor output =
      Tensor::of("output", learner.tensor("output").axes(), learner.tensor("output").values());
  output.data()[1] = 99;
  const Diagnosis found =
      learner.diagnosed({given_as("concat", concat), given_as("output", output)});
  REQUIRE(found.findings.size() == 2);
  REQUIRE(found.findings[1].arithmetic);
  const CellArithmetic& cell = *found.findings[1].arithmetic;
  CHECK(cell.cell == Sizes{0, 0, 1});
  CHECK(cell.given == 99);
  // By hand: row 0 of concat, its first number one larger, times column 1 of W_o.
  double expected = 0;
  for (Index i = 0; i < 4; ++i) expected += concat.at({0, 0, i}) * learner.tensor("W_o").at({i, 1});
  CHECK(std::abs(cell.why.value - expected) < 1e-12);
}

TEST_CASE("what is as right is taken for the lesson's own way throughout") {
  const Learner learner;
  const Diagnosis found = learner.diagnosed({given_as("scores", learner.tensor("scaled")),
                                             given_as("weights", learner.tensor("weights"))});
  CHECK(found.same);
  CHECK(found.as_right.size() == 2);  // scores or queries divided: without Q_heads who can tell
  for (const Agreement& each : found.checked) CHECK(each.agrees);
}

TEST_CASE("nothing is called right that couldn't be computed") {
  const Learner learner;
  Pipeline broken = learner.lesson.pipeline;
  for (Step& step : broken.steps) {
    if (step.out == "output") step.in[0] = "missing";
  }
  const Matched matched =
      match_tensors({given_as("output", learner.tensor("output"))}, learner.trace, {});
  CHECK(test::error_of([&] { diagnose(broken, matched.tensors); }) == "no tensor 'missing'");
}

TEST_CASE("dropout, a bias and averaged heads are told from their pattern") {
  const Tensor weights = Tensor::of("w", {{"batch", 1}, {"heads", 2}, {"seq", 1}, {"key_seq", 4}},
                                    {0.1, 0.2, 0.3, 0.4, 0.4, 0.3, 0.2, 0.1});
  const auto kinds = [&](const Tensor& got) {
    std::set<Pattern::Kind> found;
    for (const Pattern& pattern : find_patterns(weights, got, {1e-9, 0}))
      found.insert(pattern.kind);
    return found;
  };
  const Axes& axes = weights.axes();
  CHECK(kinds(Tensor::of("w", axes, {0.2, 0, 0.6, 0, 0, 0.6, 0.4, 0.2}))
            .count(Pattern::Kind::ratio_or_zero) == 1);
  CHECK(kinds(Tensor::of("w", axes, {0.3, 0.6, 0.9, 1.2, 1.2, 0.9, 0.6, 0.3}))
            .count(Pattern::Kind::constant_ratio) == 1);
  CHECK(kinds(Tensor::of("w", axes, {1.1, 2.2, 3.3, 4.4, 1.4, 2.3, 3.2, 4.1}))
            .count(Pattern::Kind::constant_shift) == 1);
  CHECK(kinds(Tensor::of("w", {{"", 1}, {"", 1}, {"", 4}}, {0.25, 0.25, 0.25, 0.25}))
            .count(Pattern::Kind::heads_averaged) == 1);
  CHECK(kinds(Tensor::of("w", axes, {0.1, 0.2, 0.3, 0.4, 0.4, 0.3, 0.1, 0.2}))
            .count(Pattern::Kind::one_head_wrong) == 1);
}

TEST_CASE("other common names are understood, by their shape where they may mean several") {
  const Learner learner;
  const auto named = [&](const std::string& name, const std::string& tensor) {
    const Matched matched =
        match_tensors({given_as(name, learner.tensor(tensor))}, learner.trace, {});
    return matched.tensors.empty() ? "" : matched.tensors[0].name;
  };
  CHECK(named("q", "Q") == "Q");
  CHECK(named("query", "Q_heads") == "Q_heads");
  CHECK(named("attn_weights", "weights") == "weights");
  CHECK(named("context", "concat") == "concat");
  CHECK(named("context", "heads") == "heads");
  CHECK(named("attn_output", "output") == "output");
  CHECK(named("out", "output") == "output");
  CHECK(named("layers.0.attn.weights", "weights") == "weights");
  CHECK(named("mystery", "output").empty());
  const Matched mapped = match_tensors({given_as("mystery", learner.tensor("output"))},
                                       learner.trace, {{"mystery", "output"}});
  CHECK(mapped.tensors[0].name == "output");
  CHECK(test::error_of([&] {
          match_tensors({}, learner.trace, {{"a", "outptu"}});
        }) == "--map a=outptu: the lesson has no tensor 'outptu'; did you mean 'output'?");
}

TEST_CASE("every known mistake says in both languages what to do") {
  std::set<std::string> known;
  for (const Mistake& mistake : known_mistakes()) {
    CAPTURE(mistake.id);
    CHECK(known.insert(mistake.id).second);
    CHECK_FALSE(mistake.what.en.empty());
    CHECK_FALSE(mistake.what.zh.empty());
    if (!mistake.is_fault) continue;
    CHECK_FALSE(mistake.remedy.en.empty());
    CHECK_FALSE(mistake.remedy.zh.empty());
    CHECK_FALSE(mistake.pytorch.empty());
    CHECK(mistake.hides.en.empty() == mistake.hides.zh.empty());
  }
}

}  // namespace
}  // namespace headtrace
