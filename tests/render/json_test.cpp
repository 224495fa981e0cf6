#include "render/json.hpp"

#include <cmath>
#include <nlohmann/json.hpp>

#include "render/json_value.hpp"
#include "rendering.hpp"

using namespace headtrace;
using namespace headtrace::test;
using nlohmann::json;

TEST_CASE("numbers read back as themselves") {
  CHECK(json_number(1) == "1.0");
  CHECK(json_number(-0.0) == "-0.0");
  CHECK(json_number(0.1 + 0.2) == "0.30000000000000004");
  CHECK(json_number(1e300) == "1e+300");
  CHECK(json_number(std::nan("")) == "\"NaN\"");
  CHECK(json_number(-INFINITY) == "\"-Infinity\"");
  RandomState random(3);
  for (int i = 0; i < 1000; ++i) {
    const double value = random.standard_normal() * std::pow(10, i % 40 - 20);
    CHECK(json::parse(json_number(value)).get<double>() == value);
  }
  CHECK(json_string("a\"\x1b\xff") == "\"a\\\"\\u001b\uFFFD\"");
}

TEST_CASE("lists of none, one and more") {
  CHECK(json_stacked({}) == "[]");
  CHECK(json::parse(json_stacked({"1"})) == json({1}));
  CHECK(json::parse(json_stacked({"1", "[2]"})) == json::parse("[1, [2]]"));
}

TEST_CASE("a tensor") {
  const Tensor tensor = Tensor::of("t", {{"seq", 2}, {"", 2}}, {1, 0.5, -0.0, INFINITY});
  CHECK(tensor_json(tensor) ==
        R"({"name": "t", "axes": ["seq", ""], "shape": [2, 2], "strides": [2, 1], )"
        R"("contiguous": true, "values": [[1.0, 0.5], [-0.0, "Infinity"]]})");
}

TEST_CASE("a trace") {
  const json parsed = json::parse(trace_json(small_attention(), "01-small"));
  CHECK(parsed.size() == 5);
  CHECK(parsed["lesson"] == "01-small");
  CHECK(parsed["dims"]["d_k"] == 2);
  CHECK(parsed["inputs"].size() == 5);
  CHECK(parsed["inputs"][1]["layout"] == "in_out");
  CHECK(parsed["output"] == "output");
  const json& split = parsed["steps"][3];
  CHECK(split["name"] == "Q_split");
  CHECK(split["axes"] == json({"batch", "seq", "heads", "d_k"}));
  CHECK(split["index"] == 4);
  CHECK(split["op"] == "view");
  CHECK(split["inputs"] == json({"Q"}));
  CHECK(split["view_of"] == "Q");
  CHECK(split["values"] == json::parse("[[[[0, 2], [2, 1]], [[4, 0], [2, 2]], [[1, 2], [3, 1]]]]"));
  CHECK(parsed["steps"][0]["view_of"].is_null());
  CHECK(parsed["steps"][0]["parameters"] == 16);
  CHECK(parsed["steps"][0]["flops"] == 96);
}

TEST_CASE("a trace that stopped, and gradients") {
  Trace trace = small_attention();
  trace.failed_step = "concat";
  trace.failure = Error::shape("no", "copy");
  const json parsed = json::parse(trace_json(trace, "x"));
  CHECK(parsed["failure"] == json({{"step", "concat"}, {"message", "no"}, {"hint", "copy"}}));
  CHECK_FALSE(parsed.contains("gradients"));
  const json backward = json::parse(trace_json(with_gradients(small_attention()), "x"));
  CHECK(backward["steps"].size() == small_attention().steps.size());
  CHECK(backward["gradients"][0]["name"] == "doutput");
  CHECK(backward["gradients"].size() == trace.tensor_names().size());
  CHECK(backward["loss"].is_number());
}

TEST_CASE("an explanation") {
  const Trace trace = small_attention();
  const TraceStep& step = *trace.find_step("output");
  const Sizes cell{0, 0, 1};
  const json parsed =
      json::parse(explain_json(trace, step.output, &step, cell, explain(trace, step, cell)));
  CHECK(parsed["tensor"] == "output");
  CHECK(parsed["cell"] == json({0, 0, 1}));
  CHECK(parsed["value"] == step.output.at(cell));
  CHECK(parsed["op"] == "linear");
  CHECK(parsed["terms"].size() == 4);
  CHECK(parsed["terms"][3]["head"] == 1);
  CHECK(parsed["terms"][3]["reads"][1] ==
        json({{"tensor", "W_o"}, {"cell", {3, 1}}, {"value", -1.0}}));
  CHECK(parsed["groups"].size() == 2);
  CHECK(parsed["reason"].is_null());
}
