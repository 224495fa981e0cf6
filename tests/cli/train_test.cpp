#include <doctest/doctest.h>

#include <nlohmann/json.hpp>

#include "cli/process.hpp"
#include "render/rendering.hpp"

namespace headtrace::test {
namespace {

std::string lesson_with(const std::string& experiment) {
  return R"({"format": 1, "title": "t", "tensors": {"x": {"axes": [2], "fill": 1}},
    "steps": [{"op": "relu", "in": ["x"], "out": "y"}], "experiment": )" +
         experiment + "}";
}

const std::string small = lesson_with(R"({
  "task": {"name": "copy", "symbols": 3, "length": 3},
  "model": {"d_model": 8, "heads": 2, "d_ff": 8},
  "arms": [{"id": "with", "title": {"en": "With W_o", "zh": "有 W_o"}}, {"id": "without", "w_o": "none"}],
  "seeds": [1, 5], "steps": 4, "batch": 2, "evaluate_every": 2, "test_examples": 3,
  "optimizer": {"name": "adamw", "lr": 0.01, "warmup": 2, "weight_decay": 0.01}})");

TEST_CASE("train in text, JSON and CSV") {
  for (const char* lang : {"en", "zh"}) {
    const Ran text = headtrace({"train", "-", "--lang", lang}, {small, {}, ""});
    CHECK(text.status == 0);
    CHECK(text.err.empty());
    check_fits(text.out, 80);
    CHECK(has(text.out, "without"));
  }
  const Ran csv = headtrace({"train", "-", "--format", "csv"}, {small, {}, ""});
  CHECK(split(csv.out, '\n').size() == 1 + 4 * 2);
  CHECK(has(csv.out, "arm,seed,step,loss,exact_match,symbol_accuracy,bleu,end\nwith,1,2,"));
  const auto json =
      nlohmann::json::parse(headtrace({"train", "-", "--format", "json"}, {small, {}, ""}).out);
  CHECK(json.at("arms").size() == 2);
  CHECK(json.at("arms")[0].at("parameters").get<int>() -
            json.at("arms")[1].at("parameters").get<int>() ==
        3 * 64);
  CHECK(json.at("runs")[3].at("curve")[1].at("step") == 4);
  CHECK(json.at("arms")[1].at("exact_match_difference").at("n") == 2);
}

TEST_CASE("arms, seeds, steps and threads can be chosen, and change nothing else") {
  const Ran all = headtrace({"train", "-", "--format", "csv"}, {small, {}, ""});
  const Ran one = headtrace(
      {"train", "-", "--format", "csv", "--arm", "without", "--seed", "5", "--threads", "3"},
      {small, {}, ""});
  const std::vector<std::string> lines = split(one.out, '\n');
  CHECK(lines.size() == 3);
  CHECK(has(all.out, lines[1] + "\n" + lines[2] + "\n"));
  const Ran more =
      headtrace({"train", "-", "--format", "csv", "--seeds", "3", "--steps", "2"}, {small, {}, ""});
  CHECK(has(more.out, "\nwith,6,2,"));
  CHECK_FALSE(has(more.out, "\nwith,1,4,"));
}

TEST_CASE("what can't be trained is said") {
  CHECK(headtrace({"train", "1"}).err ==
        "headtrace: error: 01-the-puzzle has no experiment to train; 16-ablation has one; "
        "docs/lesson-format.md says how to write one\n");
  CHECK(headtrace({"train", "-", "--arm", "wihtout"}, {small, {}, ""}).err ==
        "headtrace: error: there is no arm 'wihtout'; did you mean 'without'?\n");
  CHECK(headtrace({"train", "-", "--seed", "1", "--seeds", "2"}, {small, {}, ""}).status == 2);
  CHECK(headtrace({"train", "-", "--steps", "0"}, {small, {}, ""}).status == 2);
  CHECK(headtrace({"train", "-", "--format", "xml"}, {small, {}, ""}).status == 2);
}

TEST_CASE("a diverging arm is reported, and the program ends well") {
  std::string wild = small;
  wild.replace(wild.find("0.01"), 4, "1e99");
  const Ran ran = headtrace({"train", "-"}, {wild, {}, ""});
  CHECK(ran.status == 0);
  CHECK(has(ran.out, "with: 2 of 2 runs diverged"));
}

TEST_CASE("Ctrl-C ends with what there is") {
  const TemporaryFolder folder;
  std::string text = small;
  text.replace(text.find("\"steps\": 4"), 10, "\"steps\": 100000");
  folder.file("long.json", text);
  const Ran ran = shell("timeout -s INT 1 \"$HEADTRACE\" train " + folder.path() +
                        "/long.json --format csv --threads 1; true");
  CHECK(has(ran.out, "with,1,2,"));
  CHECK(has(ran.out, ",interrupted\n"));
  CHECK(ran.err.empty());
}

}  // namespace
}  // namespace headtrace::test
