#include "render/step_text.hpp"

#include "rendering.hpp"

using namespace headtrace;
using namespace headtrace::test;

namespace {

/// A step that reads x and W, filled in by hand.
TraceStep hand_made() {
  TraceStep step;
  step.planned.index = 7;
  step.planned.step = {"linear", {"x", "W"}, "y", {}, {}};
  step.planned.inputs = {contiguous_spec("x", {{"seq", 1}, {"d_model", 2}}),
                         contiguous_spec("W", {{"d_model", 2}, {"d_ff", 2}})};
  step.planned.notation = {"y = x·W", "y = x @ W", "y = x @ W"};
  step.planned.cost.parameters = 1050624;
  step.output = counting("y", {{"seq", 1}, {"d_ff", 2}});
  step.planned.output = step.output.spec();
  return step;
}

}  // namespace

TEST_CASE("a step, from its name to its numbers") {
  const Dims dims({{"seq", 1}, {"d_model", 2}, {"heads", 2}});
  CHECK(step_text(hand_made(), dims, {{{"A note.", ""}}, false}, style_of(60)) ==
        "── 7  y  [seq=1, d_ff=2] ───────────────────────────────────\n"
        "   y = x·W\n"
        "\n"
        "   linear      x  [seq=1, d_model=2]\n"
        "               W  [d_model=2, d_ff=2]  in_out\n"
        "   PyTorch     y = x @ W\n"
        "   memory      strides [2, 1], contiguous\n"
        "   parameters  1,050,624\n"
        "\n"
        "   d_ff →  0  1\n"
        "   seq 0   0  1\n"
        "\n"
        "   ▌ A note.\n"
        "\n");
}

TEST_CASE("a view says of what, a derived size where it comes from") {
  TraceStep step = hand_made();
  step.planned.step.op = "view";
  step.planned.inputs.pop_back();
  step.planned.view_of = "x";
  step.planned.cost.parameters = 0;
  step.output = counting("y", {{"heads", 2}, {"d_k", 1}});
  step.planned.output = step.output.spec();
  step.planned.output.strides = {3, 1};
  const Dims dims({{"d_model", 2}, {"heads", 2}});
  Style style = style_of(60);
  style.lang = Lang::zh;
  CHECK(step_text(step, dims, {{}, false}, style) ==
        "── 7  y  [heads=2, d_k=2/2=1] ──────────────────────────────\n"
        "   y = x·W\n"
        "\n"
        "   view        x  [seq=1, d_model=2]\n"
        "   PyTorch     y = x @ W\n"
        "   内存        步长 [3, 1]，不连续\n"
        "               x 的视图：同一块内存，没有复制\n"
        "\n"
        "   d_k →  0\n"
        "   头 0   0\n"
        "   头 1   1\n"
        "\n");
}

TEST_CASE("a remark is filled in and can't be missed") {
  const Remark remark{
      {"{count} rows are NaN, the first at {cell}; {count}.", "{count} 行"}, 3, {0, 1}};
  CHECK(remark_text(remark, "weights", style_of(80)) ==
        "3 rows are NaN, the first at weights[0,1]; 3.");
  TraceStep step = hand_made();
  step.remarks = {remark};
  const std::string text = step_text(step, {}, {}, style_of(80));
  CHECK(text.find("   ! 3 rows are NaN, the first at y[0,1]; 3.\n\n   d_ff") != std::string::npos);
}

TEST_CASE("a lesson's text can't command the terminal") {
  TraceStep step = hand_made();
  step.planned.step.out = "y\x1b[2J";
  step.planned.notation.formula = "\x1b]0;title\x07";
  const std::string text =
      step_text(step, {}, {{{"\x1b[31mred \u202Eevil", ""}}, true}, style_of(80));
  CHECK(text.find('\x1b') == std::string::npos);
  CHECK(text.find('\x07') == std::string::npos);
  CHECK(text.find("\u202E") == std::string::npos);
  CHECK(text.find("\\x1b[31mred \\u202eevil") != std::string::npos);
}

TEST_CASE("an input that is a weight says its layout") {
  const Trace trace = small_attention();
  const Tensor weight = with_layout(*trace.find("W_o"), trace);
  CHECK(weight.spec().layout == WeightLayout::in_out);
  CHECK_FALSE(with_layout(*trace.find("x"), trace).spec().layout);
  const std::string text = input_text(weight, trace.dims, {}, style_of(80));
  CHECK(
      text.find("   layout      in_out: row = input feature, column = output feature, y = x·W\n") !=
      std::string::npos);
}
