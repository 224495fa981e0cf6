#include "render/trace_text.hpp"
#include "study/parameters.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <set>

#include "render/axis_text.hpp"
#include "render/fact_list.hpp"
#include "render/ink.hpp"
#include "render/numbers.hpp"
#include "render/phrases.hpp"
#include "render/step_text.hpp"
#include "render/summary_table.hpp"
#include "render/width.hpp"

namespace headtrace {
namespace {

void collect_names(const Axes& axes, std::set<std::string>& names) {
  for (const Axis& axis : axes) {
    names.insert(axis.name);
    if (axis.heads > 0) names.insert("heads");
  }
}

/// A size that only repeats another's: key_seq = seq, d_v = d_k.
bool repeats(const std::string& name, const LessonHeader& header) {
  const std::string origin = header.dims.origin(name);
  if (header.dims.find(origin)) return true;
  return name == "d_v" && !origin.empty() && origin == header.dims.origin("d_k");
}

}  // namespace

std::string sizes_text(const LessonHeader& header, const Style& style) {
  std::vector<std::string> parts;
  for (const std::string& name : header.axes) {
    const auto size = header.dims.find(name);
    if (size && !repeats(name, header))
      parts.push_back(axis_text({name, *size, 0}, header.dims, style));
  }
  return fmt::format("{}", fmt::join(parts, style.plain ? say(phrase::in_list, style) : "  "));
}

std::vector<std::string> axis_names(const Trace& trace) {
  std::set<std::string> used;
  for (const Tensor& input : trace.inputs) collect_names(input.axes(), used);
  for (const TraceStep& step : trace.steps) collect_names(step.output.axes(), used);
  if (used.count("d_k") + used.count("d_v") > 0) used.insert("heads");
  std::vector<std::string> names;
  std::ranges::copy_if(Dims::names(), std::back_inserter(names),
                       [&used](const std::string& name) { return used.count(name) != 0; });
  return names;
}

std::string lesson_header(const LessonHeader& header, const Style& style) {
  std::string text;
  const auto add = [&](const std::string& words, Ink ink) {
    for (const std::string& line : wrap(words, style.width)) text += paint(line, ink, style) + "\n";
  };
  std::string name = say(phrase::lesson, style, header.name);
  if (header.minutes > 0) {
    name += say(phrase::comma, style) + say(phrase::minutes, style, terse(header.minutes, 1));
  }
  add(name, Ink::faint);
  add(shown_line(header.title.in(style.lang), style), Ink::strong);
  text += "\n";
  if (!header.goal.empty()) {
    text += paragraph(shown(header.goal.in(style.lang), style), style) + "\n";
  }
  FactList list(style);
  list.add(say(phrase::sizes, style), {sizes_text(header, style)});
  return text + (list.text().empty() ? "" : list.text() + "\n");
}

std::string failure_text(const Trace& trace, const Style& style) {
  if (!trace.failure) return {};
  std::string words = say(phrase::stopped, style, trace.steps.size() + 1, trace.failed_step,
                          trace.failure->message());
  if (!trace.failure->hint().empty()) words += ". " + shown_line(trace.failure->hint(), style);
  return warning_text(words, style);
}

std::string trace_summary(const Trace& trace, const Style& style) {
  std::string text;
  if (!trace.steps.empty()) {
    text += heading(say(phrase::summary, style), "", "", style);
    text += summary_table(trace, style);
    text += "\n" +
            paragraph(say(phrase::total_parameters, style, grouped(parameter_count(trace))), style);
  }
  if (trace.failure) text += (text.empty() ? "" : "\n") + failure_text(trace, style);
  return text;
}

}  // namespace headtrace
