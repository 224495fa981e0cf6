#include "non_finite.hpp"
#include "render/step_text.hpp"
#include "render/tensor_text.hpp"
#include "render/trace_text.hpp"
#include "rendering.hpp"

using namespace headtrace;
using namespace headtrace::test;

namespace {

std::vector<Tensor> many_tensors() {
  std::vector<Tensor> tensors{
      normal("heads", {{"batch", 2}, {"heads", 9}, {"seq", 7}, {"d_k", 5}}),
      normal("concat", {{"batch", 2}, {"seq", 3}, {"d_model", 512, 8}}),
      normal("paper_size", {{"d_model", 512}, {"d_model", 512, 8}}),
      normal("single", {{"seq", 2}, {"d_model", 12, 12}}),
      counting("integers", {{"seq", 120}, {"d_model", 64, 4}}),
      counting("scientific", {{"batch", 3}, {"", 40}}, -1e200),
      normal("nameless", {{"", 2}, {"", 3}, {"", 2}, {"", 4}}),
      normal("named_at_length", {{"a_very_long_name_of_an_axis", 3},
                                 {"another_rather_long_name", 9},
                                 {"yet_another_long_name_of_one", 30}}),
      normal("bias", {{"d_model", 700}}),
      Tensor::of("masked", {{"seq", 2}, {"key_seq", 2}}, {0.5, -inf, inf, -0.0}),
      Tensor::of("scalar", {}, {-1.0 / 3}),
  };
  TensorSpec weight = tensors[3].spec();
  weight.layout = WeightLayout::out_in;
  tensors.push_back(tensors[3].window(weight));
  return tensors;
}

std::vector<Style> many_styles(int width, int precision, int threshold) {
  std::vector<Style> styles;
  for (int flags = 0; flags < 16; ++flags) {
    Style style = style_of(width);
    style.precision = precision;
    style.threshold = threshold;
    style.color = (flags & 1) != 0;
    style.ascii = (flags & 2) != 0;
    style.plain = (flags & 4) != 0;
    style.lang = (flags & 8) != 0 ? Lang::zh : Lang::en;
    styles.push_back(style);
  }
  return styles;
}

std::string without_color(const std::string& text) {
  std::string rest;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '\x1b')
      i = text.find('m', i);
    else
      rest += text[i];
  }
  return rest;
}

}  // namespace

TEST_CASE("no tensor is printed wider than the width, whatever the style") {
  for (const Tensor& tensor : many_tensors()) {
    const Statistics stats = statistics(tensor);
    for (const int width : {20, 41, 80}) {
      for (const int precision : {4, 17}) {
        for (const int threshold : {10, 1000, std::numeric_limits<int>::max()}) {
          if (tensor.size() > 1000 && threshold > 1000) continue;
          for (const Style& style : many_styles(width, precision, threshold)) {
            CAPTURE(tensor.name());
            CAPTURE(precision);
            const std::string text = tensor_text(tensor, stats, style);
            int widest = 0;
            for (const std::string& line : split(text, '\n')) {
              widest = std::max(widest, display_width(line));
            }
            CHECK(widest <= width);
            if (style.ascii && style.lang == Lang::en) check_ascii(text);
          }
        }
      }
    }
  }
}

TEST_CASE("a whole run fits as well, and color adds only codes") {
  const Trace trace = small_attention();
  const Text note{"Every head reads all of x: x·W_q[:, head] → Q_heads.",
                  "每个头都读 x 的全部特征，而不是其中一段；切开的是查询。"};
  for (const int width : {20, 30, 40, 60, 80}) {
    std::string colorless;
    for (const Style& style : many_styles(width, 4, 1000)) {
      std::string text =
          lesson_header({"01-test", note, note, 5, trace.dims, axis_names(trace)}, style);
      for (const Tensor& input : trace.inputs) {
        text += input_text(with_layout(input, trace), trace.dims, {{note}, true}, style);
      }
      for (const TraceStep& step : trace.steps) {
        text += step_text(step, trace.dims, {{note}, true}, style);
      }
      text += trace_summary(trace, style);
      check_fits(text, width);
      if (style.ascii && style.lang == Lang::en) check_ascii(text);
      if (style.color) CHECK(without_color(text) == colorless);
      colorless = text;
    }
  }
}
