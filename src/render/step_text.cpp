#include "render/step_text.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <headtrace/op.hpp>

#include "render/axis_text.hpp"
#include "render/fact_list.hpp"
#include "render/ink.hpp"
#include "render/numbers.hpp"
#include "render/phrases.hpp"
#include "render/table.hpp"
#include "render/tensor_text.hpp"
#include "render/width.hpp"
#include "study/head_norms.hpp"
#include "study/statistics.hpp"

namespace headtrace {
namespace {

bool is_weight_of(const PlannedStep& step, std::size_t input) {
  return step.step.op == "linear" && input == 1;
}

std::string_view layout_name(WeightLayout layout) {
  return layout == WeightLayout::in_out ? "in_out" : "out_in";
}

/// `x    [batch=1, seq=3, d_model=4]`, the names padded to one width.
std::vector<std::string> operand_lines(const PlannedStep& step, const Dims& dims,
                                       const Style& style) {
  int width = 0;
  for (const TensorSpec& input : step.inputs) {
    width = std::max(width, display_width(shown_line(input.name, style)));
  }
  std::vector<std::string> lines;
  for (std::size_t i = 0; i < step.inputs.size(); ++i) {
    const TensorSpec& input = step.inputs[i];
    std::string line = pad_right(shown_line(input.name, style), style.plain ? 0 : width);
    line += (style.plain ? " " : "  ") + axes_text(input.axes, dims, style);
    if (is_weight_of(step, i) || input.layout) {
      line += fmt::format("  {}", layout_name(input.layout.value_or(WeightLayout::in_out)));
    }
    lines.push_back(std::move(line));
  }
  return lines;
}

std::vector<std::string> memory_lines(const PlannedStep& step, const Style& style) {
  const std::string sizes = fmt::format("[{}]", fmt::join(step.output.strides, ", "));
  const bool contiguous = step.output.is_contiguous();
  std::vector<std::string> lines{
      say(phrase::strides, style, sizes) + say(phrase::comma, style) +
      say(contiguous ? phrase::contiguous : phrase::not_contiguous, style)};
  if (step.view_of) lines.push_back(say(phrase::view_of, style, *step.view_of));
  return lines;
}

/// `5  head 0: 3  head 1: 4`
std::string norms_text(const Tensor& gradient, const Style& style) {
  std::string text = terse(norm(gradient), style.precision);
  const std::vector<double> heads = head_norms(gradient);
  for (std::size_t head = 0; head < heads.size(); ++head) {
    const auto number = static_cast<Index>(head);
    text += (style.plain ? say(phrase::comma, style) : "  ") +
            paint_head(say(phrase::head, style, head) + say(phrase::colon, style) +
                           terse(heads[head], style.precision),
                       number, style);
  }
  return text;
}

std::string facts(const TraceStep& step, const Statistics& stats, const Dims& dims,
                  const Style& style) {
  const PlannedStep& planned = step.planned;
  FactList list(style);
  list.add(shown_line(planned.step.op, style), operand_lines(planned, dims, style));
  list.add("PyTorch", {shown_line(planned.notation.pytorch, style)});
  list.add(say(phrase::memory, style), memory_lines(planned, style));
  if (planned.cost.parameters > 0) {
    list.add(say(phrase::parameters, style), {grouped(planned.cost.parameters)});
  }
  if (is_worth_statistics(stats)) {
    list.add(say(phrase::values, style), {statistics_text(stats, style)});
  }
  if (!step.gradient_of.empty()) {
    list.add(say(phrase::gradient_norm, style), {norms_text(step.output, style)});
  }
  return list.text();
}

std::string notes_text(const std::vector<Text>& notes, const Style& style) {
  std::string text;
  for (const Text& note : notes) {
    text += "\n" + note_text(shown(note.in(style.lang), style), style);
  }
  return text;
}

void replace_all(std::string& text, std::string_view what, const std::string& with) {
  for (auto at = text.find(what); at != std::string::npos; at = text.find(what, at + with.size())) {
    text.replace(at, what.size(), with);
  }
}

std::string plain_heading(const std::string& mark, const std::string& name, const std::string& axes,
                          const Style& style) {
  return paragraph(
      name.empty() ? mark : fmt::format("{} {}", mark, name) + say(phrase::colon, style) + axes,
      style);
}

}  // namespace

std::string heading(const std::string& mark, const std::string& name, const std::string& axes,
                    const Style& style) {
  if (style.plain) return plain_heading(mark, name, axes, style);
  const std::string_view line = signs(style).line;
  const std::string begin = repeated(line, 2) + " ";
  const std::string title = name.empty() ? mark : mark + "  " + name;
  const int used = 3 + display_width(title);
  const bool together = !axes.empty() && used + 2 + display_width(axes) + 2 <= style.width;
  if (used > style.width) return paragraph(title, style) + paragraph(axes, style);
  std::string text = paint(begin, Ink::faint, style) + paint(title, Ink::strong, style);
  if (together) text += "  " + axes;
  const int rest = style.width - used - (together ? 2 + display_width(axes) : 0);
  if (rest > 1) text += " " + paint(repeated(line, rest - 1), Ink::faint, style);
  return text + "\n" + (together || axes.empty() ? "" : paragraph(axes, style));
}

std::string remark_text(const Remark& remark, const std::string& tensor, const Style& style) {
  std::string text = remark.pattern.in(style.lang);
  replace_all(text, "{count}", std::to_string(remark.count));
  replace_all(text, "{cell}", cell_text(tensor, remark.cell));
  return shown_line(text, style);
}

const Text& meaning_of(const TraceStep& step) {
  if (!step.gradient_of.empty()) return phrase::gradient_meaning;
  const auto& known = catalogue();
  const auto entry = std::ranges::find(known, step.planned.step.op, &OpEntry::name);
  return entry == known.end() ? phrase::loss_meaning : entry->meaning;
}

std::string step_text(const TraceStep& step, const Dims& dims, const Extras& extras,
                      const Style& style) {
  const PlannedStep& planned = step.planned;
  const Statistics stats = statistics(step.output);
  const std::string mark =
      style.plain ? say(phrase::step, style, planned.index) : std::to_string(planned.index);
  std::string text = heading(mark, shown_line(step.name(), style),
                             axes_text(step.output.axes(), dims, style), style);
  text += paragraph(shown_line(planned.notation.formula_in(style.lang), style), style);
  if (extras.meaning) {
    text += paragraph(shown(meaning_of(step).in(style.lang), style), style);
  }
  text += "\n" + facts(step, stats, dims, style) + "\n";
  if (!extras.numbers) return text;
  for (const Remark& remark : step.remarks) {
    text += warning_text(remark_text(remark, step.name(), style), style) + "\n";
  }
  text += tensor_text(step.output, stats, style);
  if (!extras.picture.empty()) text += "\n" + extras.picture;
  return text + notes_text(extras.notes, style) + "\n";
}

std::string input_text(const Tensor& input, const Dims& dims, const Extras& extras,
                       const Style& style) {
  const Statistics stats = statistics(input);
  std::string text = heading(say(phrase::input, style), shown_line(input.name(), style),
                             axes_text(input.axes(), dims, style), style);
  FactList list(style);
  if (const auto layout = input.spec().layout) {
    list.add(say(phrase::layout, style),
             {say(*layout == WeightLayout::in_out ? phrase::in_out : phrase::out_in, style)});
  }
  if (is_worth_statistics(stats)) {
    list.add(say(phrase::values, style), {statistics_text(stats, style)});
  }
  if (!list.text().empty()) text += list.text() + "\n";
  text += tensor_text(input, stats, style);
  if (!extras.picture.empty()) text += "\n" + extras.picture;
  return text + notes_text(extras.notes, style) + "\n";
}

Tensor with_layout(const Tensor& tensor, const Trace& trace) {
  const bool weight = std::ranges::any_of(trace.steps, [&tensor](const TraceStep& step) {
    return step.planned.step.op == "linear" && step.planned.step.in[1] == tensor.name();
  });
  if (!weight || tensor.spec().layout) return tensor;
  TensorSpec spec = tensor.spec();
  spec.layout = WeightLayout::in_out;
  return tensor.window(std::move(spec));
}

}  // namespace headtrace
