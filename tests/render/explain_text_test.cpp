#include "render/explain_text.hpp"

#include "rendering.hpp"

using namespace headtrace;
using namespace headtrace::test;

namespace {

std::string explained(const Trace& trace, const std::string& tensor, const Sizes& cell,
                      const Style& style = style_of(80)) {
  const TraceStep& step = *trace.find_step(tensor);
  return explain_text(trace, step, cell, explain(trace, step, cell), style);
}

/// concat·W of the article's example: x·Wᵀ, feature 1.
Trace fusion(Index features, const std::vector<double>& x, const std::vector<double>& weight) {
  const Index outputs = static_cast<Index>(weight.size()) / features;
  Pipeline pipeline;
  pipeline.inputs = {
      {"x", {{"batch", 1}, {"seq", 1}, {"d_model", features, 2}}, {}, ValuesSource{x}, {}},
      {"W_o",
       {{"", outputs}, {"d_model", features}},
       WeightLayout::out_in,
       ValuesSource{weight},
       {}}};
  pipeline.steps = {{"linear", {"x", "W_o"}, "output", {}, {}}};
  return run(plan(pipeline));
}

}  // namespace

TEST_CASE("a sum on one line, and each head's part of it") {
  const Trace trace = fusion(4, {1, 0, 0, 2}, {0.8, 0.1, 0, 0.5, 0.2, 0.9, 0.5, 0});
  CHECK(explained(trace, "output", {0, 0, 1}) ==
        "   output[0,0,1] = 1·0.2 + 0·0.9 + 0·0.5 + 2·0 = 0.2\n"
        "   reads x[0,0,0–3], W_o[1,0–3]\n"
        "\n"
        "   head 0: 0.2\n"
        "   head 1: 0\n");
}

TEST_CASE("a sum that doesn't fit is a table") {
  const Trace trace = fusion(4, {1, 0, 0, -2}, {0.8, 0.1, 0, 0.5});
  CHECK(explained(trace, "output", {0, 0, 0}, style_of(50)) ==
        " output[0,0,0] = -0.2\n"
        "   1·0.8     = 0.8  x[0,0,0], W_o[0,0]  head 0\n"
        " + 0·0.1     = 0    x[0,0,1], W_o[0,1]  head 0\n"
        " + 0·0       = 0    x[0,0,2], W_o[0,2]  head 1\n"
        " + (-2)·0.5  = -1   x[0,0,3], W_o[0,3]  head 1\n"
        "\n"
        " head 0: 0.8\n"
        " head 1: -1\n");
}

TEST_CASE("a long sum leaves out its middle and says what that adds up to") {
  const std::vector<double> ones(40, 1);
  const std::vector<double> halves(40, 0.5);
  const std::string text = explained(fusion(40, ones, halves), "output", {0, 0, 0});
  CHECK(text.starts_with("   output[0,0,0] = 20\n     1·0.5  = 0.5  x[0,0,0], W_o[0,0]  head 0\n"));
  CHECK(text.find("     … 28 more terms, together 14 …\n") != std::string::npos);
  CHECK(split(text, '\n').size() == 1 + 13 + 3);
}

TEST_CASE("rounded numbers are said to be") {
  const Trace trace = fusion(2, {1.0 / 3, 1}, {1, 0.25});
  CHECK(explained(trace, "output", {0, 0, 0}) ==
        "   output[0,0,0] ≈ 0.3333·1 + 1·0.25 ≈ 0.5833\n"
        "   reads x[0,0,0–1], W_o[0,0–1]\n"
        "\n"
        "   head 0: 0.3333\n"
        "   head 1: 0.25\n"
        "   (≈: the numbers shown are rounded)\n");
}

TEST_CASE("a softmax with its stages") {
  const Trace trace = small_attention();
  CHECK(explained(trace, "weights", {0, 0, 1, 0}) ==
        "   max = max(2.8284, 0, -inf) ≈ 2.8284\n"
        "   e0 = exp(2.8284 − 2.8284) ≈ 1\n"
        "   e1 = exp(0 − 2.8284) ≈ 0.0591\n"
        "   e2 = exp(-inf − 2.8284) ≈ 0\n"
        "   sum = 1 + 0.0591 + 0 ≈ 1.0591\n"
        "\n"
        "   weights[0,0,1,0] ≈ 1 / 1.0591 ≈ 0.9442\n"
        "   reads masked[0,0,1,0–2]\n"
        "   (≈: the numbers shown are rounded)\n");
}

TEST_CASE("a view's number is another tensor's, at the same place in memory") {
  const Trace trace = small_attention();
  CHECK(explained(trace, "Q_heads", {0, 1, 1, 0}) ==
        "   Q_heads[0,1,1,0] = 2\n"
        "\n"
        "   Q_heads[0,1,1,0] stands at offset 0·12 + 1·2 + 1·4 + 0·1 = 6\n"
        "   the same number as Q_split[0,1,1,0]\n"
        "   Q_split[0,1,1,0] stands at offset 0·12 + 1·4 + 1·2 + 0·1 = 6\n");
}
