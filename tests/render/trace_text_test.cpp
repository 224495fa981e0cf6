#include "render/trace_text.hpp"

#include <fmt/format.h>

#include "render/step_text.hpp"
#include "rendering.hpp"

using namespace headtrace;
using namespace headtrace::test;

namespace {

const Text title{"A small attention", "一个小小的注意力"};
const Text goal{"Follow every number.", "跟着每一个数走一遍。"};
const Text note{"Each head has a table of its own.", "每个头都有一张自己的表。"};

std::string whole(const Trace& trace, const Style& style) {
  std::string text =
      lesson_header({"01-small", title, goal, 5, trace.dims, axis_names(trace)}, style);
  for (const Tensor& input : trace.inputs) {
    text += input_text(with_layout(input, trace), trace.dims, {}, style);
  }
  for (const TraceStep& step : trace.steps) {
    const bool noted = step.name() == "Q_heads";
    text +=
        step_text(step, trace.dims, {noted ? std::vector{note} : std::vector<Text>{}, true}, style);
  }
  return text + trace_summary(trace, style);
}

}  // namespace

TEST_CASE("a whole run, in many styles") {
  const Trace trace = small_attention();
  for (const int width : {80, 60, 40, 20}) {
    check_golden(fmt::format("run/en_{}.txt", width), whole(trace, style_of(width)));
  }
  Style style = style_of(80);
  style.lang = Lang::zh;
  check_golden("run/zh_80.txt", whole(trace, style));
  style.width = 40;
  check_golden("run/zh_40.txt", whole(trace, style));
  style.plain = true;
  check_golden("run/zh_plain.txt", whole(trace, style));
  style = style_of(80);
  style.color = true;
  check_golden("run/en_color.txt", whole(trace, style));
  style.color = false;
  style.ascii = true;
  check_golden("run/en_ascii.txt", whole(trace, style));
  style.plain = true;
  check_golden("run/en_plain.txt", whole(trace, style));
}

TEST_CASE("the header of a lesson") {
  const Trace trace = small_attention();
  CHECK(lesson_header({"01-small", title, goal, 5, trace.dims, axis_names(trace)}, style_of(80)) ==
        "Lesson 01-small, about 5 minutes\n"
        "A small attention\n"
        "\n"
        "   Follow every number.\n"
        "\n"
        "   sizes       batch=1  seq=3  d_model=4  heads=2  d_k=4/2=2\n"
        "\n");
}

TEST_CASE("where and why a trace stopped") {
  Trace trace = small_attention();
  trace.steps.resize(1);
  trace.failed_step = "concat";
  trace.failure = Error::shape("view: heads and d_k are not adjacent", "Copy it");
  CHECK(trace_summary(trace, style_of(80)) ==
        "── Summary ─────────────────────────────────────────────────────────────────────\n"
        "      name  axes                         strides\n"
        "   1  Q     [batch=1, seq=3, d_model=4]  [12, 4, 1]  16 parameters\n"
        "\n"
        "   16 parameters in all. A view shares its memory with another tensor.\n"
        "\n"
        "   ! stopped at step 2 `concat`: view: heads and d_k are not adjacent. Copy it\n");
  CHECK(failure_text(small_attention(), style_of(80)).empty());
}
