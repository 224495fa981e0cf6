#include "render/tensor_text.hpp"

#include "non_finite.hpp"
#include "rendering.hpp"

using namespace headtrace;
using namespace headtrace::test;

namespace {

Style full(int width) {
  Style style = style_of(width);
  style.threshold = std::numeric_limits<int>::max();
  return style;
}

Style edges(int width, int edge_items) {
  Style style = style_of(width);
  style.edge_items = edge_items;
  style.threshold = 0;
  return style;
}

Tensor weight(WeightLayout layout, Axes axes) {
  const Tensor tensor = counting("W", std::move(axes));
  TensorSpec spec = tensor.spec();
  spec.layout = layout;
  return tensor.window(spec);
}

}  // namespace

TEST_CASE("a block for each head") {
  const Tensor heads = counting("heads", {{"batch", 1}, {"heads", 2}, {"seq", 2}, {"d_k", 3}}, 0.5);
  CHECK(tensor_text(heads, style_of(80)) ==
        "   batch 0, head 0\n"
        "   d_k →       0       1       2\n"
        "   seq 0  0.0000  0.5000  1.0000\n"
        "   seq 1  1.5000  2.0000  2.5000\n"
        "\n"
        "   batch 0, head 1\n"
        "   d_k →       0       1       2\n"
        "   seq 0  3.0000  3.5000  4.0000\n"
        "   seq 1  4.5000  5.0000  5.5000\n");
}

TEST_CASE("heads side by side in one axis") {
  const Tensor concat = counting("concat", {{"seq", 2}, {"d_model", 6, 2}});
  CHECK(tensor_text(concat, style_of(80)) ==
        "                head 0   │    head 1\n"
        "   d_model →   0   1   2 │   3   4   5\n"
        "   seq 0       0   1   2 │   3   4   5\n"
        "   seq 1       6   7   8 │   9  10  11\n");
}

TEST_CASE("heads in color, always with their number") {
  Style style = style_of(80);
  style.color = true;
  const Tensor split = counting("Q_split", {{"heads", 2}, {"d_k", 2}});
  CHECK(tensor_text(split, style) ==
        "   \x1b[2md_k →   0  1\x1b[0m\n"
        "   \x1b[38;5;32mhead 0\x1b[0m\x1b[38;5;32m  0  1\x1b[0m\n"
        "   \x1b[38;5;166mhead 1\x1b[0m\x1b[38;5;166m  2  3\x1b[0m\n");
}

TEST_CASE("a weight's axes say what they are to it") {
  CHECK(tensor_text(weight(WeightLayout::in_out, {{"d_model", 2}, {"d_ff", 3}}), style_of(80)) ==
        "   out →  0  1  2\n"
        "   in 0   0  1  2\n"
        "   in 1   3  4  5\n");
  CHECK(tensor_text(weight(WeightLayout::out_in, {{"d_ff", 2}, {"d_model", 2, 2}}), style_of(80)) ==
        "          head 0 │  head 1\n"
        "   in →        0 │       1\n"
        "   out 0       0 │       1\n"
        "   out 1       2 │       3\n");
  CHECK(tensor_text(weight(WeightLayout::in_out, {{"d_model", 2, 2}, {"", 1}}), style_of(80)) ==
        "   out →          0\n"
        "   in 0 (head 0)  0\n"
        "   in 1 (head 1)  1\n");
}

TEST_CASE("what is left out is counted") {
  const Tensor tensor = counting("t", {{"batch", 5}, {"seq", 4}, {"d_model", 6}});
  CHECK(tensor_text(tensor, edges(80, 1)) ==
        "   batch 0\n"
        "   d_model →    0  … 4 more …    5\n"
        "   seq 0        0      …         5\n"
        "   … 2 more (seq 1–2) …\n"
        "   seq 3       18      …        23\n"
        "\n"
        "   … 3 more (batch 1–3) …\n"
        "\n"
        "   batch 4\n"
        "   d_model →    0  … 4 more …    5\n"
        "   seq 0       96      …       101\n"
        "   … 2 more (seq 1–2) …\n"
        "   seq 3      114      …       119\n");
}

TEST_CASE("columns that don't fit are left out and counted") {
  const Tensor tensor = counting("t", {{"seq", 1}, {"d_model", 64}}, 0.5);
  CHECK(tensor_text(tensor, style_of(60)) ==
        "   d_model →        0        1  … 61 more …       63\n"
        "   seq 0       0.0000   0.5000       …       31.5000\n");
  CHECK(tensor_text(tensor, style_of(20)) ==
        "seq / d_model →\n"
        "         0  …63\n"
        "0   0.0000   …\n");
}

TEST_CASE("in full, columns that don't fit come below") {
  const Tensor tensor = counting("t", {{"batch", 1}, {"seq", 2}, {"d_model", 6}}, 0.5);
  CHECK(tensor_text(tensor, full(40)) ==
        " batch 0\n"
        " d_model →       0       1       2\n"
        " seq 0      0.0000  0.5000  1.0000\n"
        " seq 1      3.0000  3.5000  4.0000\n"
        "\n"
        " batch 0, d_model 3–5\n"
        " d_model →       3       4       5\n"
        " seq 0      1.5000  2.0000  2.5000\n"
        " seq 1      4.5000  5.0000  5.5000\n");
}

TEST_CASE("few axes, nameless axes, no axes") {
  CHECK(tensor_text(counting("b", {{"d_model", 3}}), style_of(80)) ==
        "   d_model →  0  1  2\n"
        "              0  1  2\n");
  CHECK(tensor_text(counting("t", {{"", 1}, {"", 1}, {"", 2}}), style_of(80)) ==
        "   axis 0: 0\n"
        "   axis 2 →   0  1\n"
        "   axis 1: 0  0  1\n");
  CHECK(tensor_text(Tensor::of("loss", {}, {0.25}), style_of(80)) == "     0.2500\n");
}

TEST_CASE("in Chinese and in ASCII") {
  Style style = style_of(80);
  style.lang = Lang::zh;
  const Tensor tensor = counting("t", {{"heads", 2}, {"seq", 1}, {"d_k", 2}});
  CHECK(tensor_text(tensor, style) ==
        "   头 0\n   d_k →  0  1\n   seq 0  0  1\n\n   头 1\n   d_k →  0  1\n   seq 0  2  3\n");
  Style ascii = edges(80, 1);
  ascii.ascii = true;
  CHECK(tensor_text(counting("t", {{"seq", 3}, {"d_model", 4, 2}}), ascii) ==
        "               head 0                  head 1\n"
        "   d_model ->       0  ... 2 more ...       3\n"
        "   seq 0            0       ...             3\n"
        "   ... 1 more (seq 1) ...\n"
        "   seq 2            8       ...            11\n");
}

TEST_CASE("statistics in a line") {
  const Tensor tensor = Tensor::of("t", {{"", 4}}, {1, 0, -inf, 2.5});
  CHECK(statistics_text(statistics(tensor), style_of(80)) ==
        "n=4  min 0  max 2.5  mean 1.1667  σ 1.0274  1 zero  1 -inf");
  CHECK(is_worth_statistics(statistics(tensor)));
  CHECK_FALSE(is_worth_statistics(statistics(counting("t", {{"", 16}}))));
  CHECK(is_worth_statistics(statistics(counting("t", {{"", 17}}))));
}
