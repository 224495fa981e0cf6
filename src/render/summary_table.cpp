#include "render/summary_table.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <vector>

#include "render/axis_text.hpp"
#include "render/fact_list.hpp"
#include "render/ink.hpp"
#include "render/numbers.hpp"
#include "render/phrases.hpp"
#include "render/table.hpp"
#include "render/width.hpp"

namespace headtrace {
namespace {

constexpr std::size_t index_column = 0;
constexpr std::size_t name_column = 1;
constexpr std::size_t axes_column = 2;
constexpr std::size_t strides_column = 3;
constexpr std::size_t memory_column = 4;
using Row = std::array<std::string, 5>;
using Widths = std::array<int, 5>;

Row row_of(const PlannedStep& step, const Style& style) {
  std::string memory;
  if (step.view_of) memory = say(phrase::view, style);
  if (step.cost.parameters > 0) {
    memory = say(phrase::parameter_count, style, grouped(step.cost.parameters));
  }
  return {std::to_string(step.index), shown_line(step.output.name, style),
          axes_text(step.output.axes, {}, style),
          fmt::format("[{}]", fmt::join(step.output.strides, ", ")), std::move(memory)};
}

/// The steps' rows, brought to the width: without strides, then with bare sizes.
class SummaryTable {
 public:
  SummaryTable(const Trace& trace, const Style& style) : style_(style) {
    rows_.push_back({"", say(phrase::name, style), say(phrase::axes, style),
                     say(phrase::strides_column, style), ""});
    for (const TraceStep& step : trace.steps) {
      if (!step.gradient_of.empty()) continue;
      PlannedStep planned = step.planned;
      planned.output.name = step.name();
      rows_.push_back(row_of(planned, style));
    }
    if (total() > style.width) use_bare_sizes(trace);
    if (total() > style.width) drop(strides_column);
    if (total() > style.width) drop(memory_column);
    if (total() > style.width) drop(axes_column);
  }

  std::string text() const {
    std::string text;
    const Widths all = widths();
    for (std::size_t i = 0; i < rows_.size(); ++i) text += line(rows_[i], all, i == 0);
    return text;
  }

 private:
  void use_bare_sizes(const Trace& trace) {
    for (std::size_t i = 1; i < rows_.size(); ++i) {
      const Sizes shape = trace.steps[i - 1].output.shape();
      rows_[i][axes_column] = fmt::format("[{}]", fmt::join(shape, ", "));
    }
  }

  void drop(std::size_t column) {
    for (Row& row : rows_) row[column].clear();
  }

  Widths widths() const {
    Widths widths{};
    for (const Row& row : rows_) {
      for (std::size_t i = 0; i < row.size(); ++i) {
        widths[i] = std::max(widths[i], display_width(row[i]));
      }
    }
    return widths;
  }

  int total() const {
    int total = left_indent(style_);
    for (const int width : widths()) total += width > 0 ? width + 2 : 0;
    return total - 2;
  }

  std::string line(const Row& row, const Widths& all, bool is_head) const {
    std::string text;
    for (std::size_t i = 0; i < row.size(); ++i) {
      if (all[i] == 0) continue;
      text += i == index_column ? pad_left(row[i], all[i]) : "  " + pad_right(row[i], all[i]);
    }
    while (text.ends_with(' ')) text.pop_back();
    text = cut(text, style_.width - left_indent(style_), signs(style_).ellipsis);
    if (is_head) text = paint(text, Ink::faint, style_);
    return spaces(left_indent(style_)) + text + "\n";
  }

  const Style& style_;
  std::vector<Row> rows_;
};

std::string plain_summary(const Trace& trace, const Style& style) {
  std::string text;
  for (const TraceStep& step : trace.steps) {
    if (!step.gradient_of.empty()) continue;
    const Row row = row_of(step.planned, style);
    const std::string comma = say(phrase::comma, style);
    std::string words = fmt::format("{} {} {}", say(phrase::step, style, row[index_column]),
                                    shown_line(step.name(), style), row[axes_column]) +
                        comma + say(phrase::strides, style, row[strides_column]);
    if (!row[memory_column].empty()) words += comma + row[memory_column];
    text += paragraph(words, style);
  }
  return text;
}

}  // namespace

std::string summary_table(const Trace& trace, const Style& style) {
  return style.plain ? plain_summary(trace, style) : SummaryTable(trace, style).text();
}

}  // namespace headtrace
