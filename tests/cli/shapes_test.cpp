#include <doctest/doctest.h>

#include <nlohmann/json.hpp>

#include "cli/process.hpp"

namespace headtrace::test {
namespace {

nlohmann::json json_of(std::vector<std::string> arguments) {
  arguments.insert(arguments.begin(), "shapes");
  arguments.insert(arguments.end(), {"--format", "json"});
  const Ran ran = headtrace(arguments);
  CHECK(ran.status == 0);
  return nlohmann::json::parse(ran.out);
}

nlohmann::json step_of(const nlohmann::json& shapes, const std::string& name) {
  for (const auto& step : shapes.at("steps")) {
    if (step.at("name") == name) return step;
  }
  FAIL("no step " << name);
  return {};
}

TEST_CASE("sizes on the command line: every step with axes, parameters, operations, bytes") {
  const auto shapes =
      json_of({"--d-model", "512", "--heads", "8", "--batch", "32", "--seq", "128"});
  const auto scores = step_of(shapes, "scores");
  CHECK(scores.at("op") == "matmul");
  CHECK(scores.at("axes") == nlohmann::json{"batch", "heads", "seq", "key_seq"});
  CHECK(scores.at("shape") == nlohmann::json{32, 8, 128, 128});
  CHECK(scores.at("parameters") == 0);
  CHECK(scores.at("flops") == 2L * 32 * 8 * 128 * 128 * 64);
  CHECK(scores.at("bytes") == 8L * 32 * 8 * 128 * 128);
  CHECK(step_of(shapes, "Q").at("parameters") == 512 * 512 + 512);
  CHECK(shapes.at("totals").at("parameters") == 1050624);
  CHECK(shapes.at("origins").at("d_k") == "512/8");
  CHECK(shapes.at("source").is_null());
}

TEST_CASE("a lesson's shapes are those of its run") {
  const auto shapes = json_of({"4"});
  const auto run = nlohmann::json::parse(headtrace({"run", "4", "--format", "json"}).out);
  REQUIRE(shapes.at("steps").size() == run.at("steps").size());
  for (std::size_t i = 0; i < run.at("steps").size(); ++i) {
    for (const char* key : {"name", "op", "axes", "shape", "strides", "parameters", "flops"}) {
      CHECK(shapes.at("steps")[i].at(key) == run.at("steps")[i].at(key));
    }
  }
}

TEST_CASE("a model's sizes, with what is given instead of its own") {
  const auto shapes = json_of({"--like", "gpt2", "--seq", "10", "--batch", "3"});
  CHECK(shapes.at("dims").at("seq") == 10);
  CHECK(shapes.at("dims").at("d_model") == 768);
  CHECK(shapes.at("layers") == nlohmann::json{{"count", 12},
                                              {"parameters", 85054464},
                                              {"flops", shapes.at("layers").at("flops")}});
  CHECK(has(shapes.at("source"), "Radford et al. 2019"));
  CHECK(json_of({"--like", "llama-2-7b"}).at("dims").at("seq") == 4096);
}

TEST_CASE("text: where derived sizes come from, exact and rounded numbers, shares, the live set") {
  const Ran ran = headtrace({"shapes", "--d-model", "12288", "--heads", "96", "--batch", "8",
                             "--seq", "2048", "--no-bias"});
  CHECK(ran.status == 0);
  CHECK(has(ran.out, "10  scores  [batch=8, heads=96, seq=2048, key_seq=2048]\n"));
  CHECK(has(ran.out, "d_k=12288/96=128"));
  CHECK(has(ran.out, "825 G, 3.8% of all)"));
  CHECK(has(headtrace({"shapes", "1", "--lang", "zh"}).out, "次浮点运算"));
}

TEST_CASE("a shape that can't be: everything before it, why, and status 2") {
  const std::string lesson = R"({
  "format": 1, "title": {"en": "Two steps"},
  "tensors": {"x": {"axes": [2, 3], "fill": 1}, "W": {"axes": [4, 5], "fill": 1}},
  "steps": [{"op": "relu", "in": ["x"], "out": "y"},
            {"op": "linear", "in": ["y", "W"], "out": "z"}]
})";
  const Ran ran = headtrace({"shapes", "-"}, {lesson, {}, ""});
  CHECK(ran.status == 2);
  CHECK(has(ran.out, " 1  y  [2, 3]\n"));
  CHECK(has(ran.out, "stopped at step 2 `z`: linear: y [2, 3] has 3 features, W [4, 5] (stored"));
  CHECK(has(ran.err, "<stdin>:5:13: error: linear: y [2, 3] has 3 features"));
  const Ran sizes =
      headtrace({"shapes", "--d-model", "8", "--heads", "2", "--seq", "1000000000000"});
  CHECK(sizes.status == 2);
  CHECK(has(sizes.out, "V_heads"));
  CHECK(has(sizes.err,
            "scores [batch=1, heads=2, seq=1000000000000, key_seq=1000000000000] has "
            "more elements than can be counted"));
}

TEST_CASE("sizes that make no sense are told what would") {
  const auto error = [](std::vector<std::string> arguments) {
    arguments.insert(arguments.begin(), "shapes");
    const Ran ran = headtrace(arguments);
    CHECK(ran.status == 2);
    return ran.err;
  };
  CHECK(error({}) ==
        "headtrace: error: shapes of what?; name a lesson, give --d-model and --heads, or a model "
        "with --like\n");
  CHECK(error({"--d-model", "10", "--heads", "3"}) ==
        "headtrace: error: d_model=10 does not divide into heads=3; divisors of 10: 1, 2, 5, 10\n");
  CHECK(error({"--d-model", "8", "--heads", "0"}) ==
        "headtrace: error: --heads is 0; sizes are 1 or more\n");
  CHECK(error({"--d-model", "8"}) ==
        "headtrace: error: --heads is missing; give --d-model and --heads, or a model with --like, "
        "as in --like gpt2\n");
  CHECK(error({"1", "--heads", "2"}) ==
        "headtrace: error: a lesson has its own sizes; leave out the lesson or the sizes\n");
  CHECK(error({"--like", "gtp2"}) ==
        "headtrace: error: the sizes of 'gtp2' are not known; did you mean 'gpt2'?\n");
  CHECK(error({"--d-model", "8", "--heads", "2", "--d-ff", "9"}) ==
        "headtrace: error: multi_head_attention has no feed-forward network, so --d-ff has no "
        "effect; add --pipeline transformer_block\n");
  CHECK(has(error({"--d-model", "8", "--heads", "2", "--pipeline", "transformr_block"}),
            "did you mean 'transformer_block'?"));
  CHECK(has(error({"--d-model", "lots", "--heads", "2"}), "--d-model"));
}

TEST_CASE("nothing is allocated: a limit on memory doesn't matter") {
  CHECK(headtrace({"shapes", "--like", "gpt3-175b", "--max-memory", "1"}).status == 0);
}

}  // namespace
}  // namespace headtrace::test
