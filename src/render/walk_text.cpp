#include "render/walk_text.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "core/shape.hpp"
#include "render/axis_text.hpp"
#include "render/fact_list.hpp"
#include "render/ink.hpp"
#include "render/numbers.hpp"
#include "render/step_text.hpp"
#include "render/walk_phrases.hpp"
#include "render/width.hpp"

namespace headtrace {
std::string walk_start(const Trace& trace, const Style& style) {
  std::vector<std::string> inputs;
  for (const Tensor& input : trace.inputs) {
    inputs.push_back(shown_line(input.name(), style) + " " +
                     axes_text(input.axes(), trace.dims, style));
  }
  FactList list(style);
  list.add(say(phrase::inputs, style), inputs);
  list.add(say(phrase::keys, style), {say(phrase::how_to_walk, style)});
  return list.text() + "\n";
}

std::string step_list(const Trace& trace, std::size_t here, std::size_t known, const Style& style) {
  int name_width = 0;
  for (const TraceStep& step : trace.steps) {
    name_width = std::max(name_width, display_width(shown_line(step.name(), style)));
  }
  std::string text;
  const auto arrow = signs(style).arrow;
  for (const TraceStep& step : trace.steps) {
    const std::size_t index = step.planned.index;
    const std::string mark =
        index == here ? std::string(arrow) : spaces(style.plain ? 0 : display_width(arrow));
    std::string line = fmt::format("{} {:>3}  {}  ", mark, index,
                                   pad_right(shown_line(step.name(), style), name_width));
    line += index < known ? axes_text(step.output.axes(), trace.dims, style)
                          : say(phrase::asked_first, style);
    if (index == here && style.plain)
      line += say(phrase::comma, style) + say(phrase::you_are_here, style);
    for (const std::string& part : wrap(line, style.width)) {
      text += (index == here ? paint(part, Ink::strong, style) : part) + "\n";
    }
  }
  return text + "\n";
}

std::string code_text(const TraceStep& step, const Style& style) {
  FactList list(style);
  list.add("PyTorch", {shown_line(step.planned.notation.pytorch, style)});
  list.add("NumPy", {shown_line(step.planned.notation.numpy, style)});
  return list.text() + "\n";
}

std::string change_text(const Tensor& before, const TraceStep& step,
                        const std::optional<Difference>& changed, const Style& style) {
  const Tensor& after = step.output;
  const auto number = [&style](double value) { return terse(value, style.precision); };
  std::string text =
      heading(say(phrase::change, style, before.name(), after.name()), "", "", style);
  const auto add = [&](const std::string& words) { text += paragraph(words, style); };
  add(before.shape() == after.shape()
          ? say(phrase::same_shape, style, describe(after.axes()))
          : say(phrase::change_shape, style, describe(before.axes()), describe(after.axes())));
  if (before.strides() != after.strides()) {
    add(say(phrase::change_strides, style, describe(before.strides()), describe(after.strides())));
  }
  const bool shared = before.shares_storage_with(after);
  add(say(shared ? phrase::same_memory : phrase::new_memory, style));
  if (!changed) {
    const bool moved = shared && before.size() == after.size();
    add(moved ? say(phrase::numbers_elsewhere, style, grouped(after.size()))
              : say(phrase::numbers_fewer, style, grouped(before.size()), grouped(after.size())));
  } else if (changed->mismatched == 0) {
    add(say(phrase::numbers_same, style));
  } else {
    add(say(phrase::numbers_changed, style, grouped(changed->mismatched), grouped(changed->count),
            cell_text(after.name(), changed->where), number(changed->expected),
            number(changed->got)));
  }
  return text + "\n";
}

}  // namespace headtrace
