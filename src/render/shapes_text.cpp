#include "render/shapes_text.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <array>

#include "render/axis_text.hpp"
#include "render/fact_list.hpp"
#include "render/ink.hpp"
#include "render/numbers.hpp"
#include "render/phrases.hpp"
#include "render/step_text.hpp"
#include "render/trace_text.hpp"
#include "render/width.hpp"

namespace headtrace {
namespace {

constexpr int row_indent = 4;

const Text shapes_heading{"Shapes", "形状"};
const Text inputs_heading{"Inputs", "输入"};
const Text steps_heading{"Steps", "各步"};
const Text totals_heading{"Totals", "合计"};
const Text by_op_heading{"By operation", "按操作统计"};
const Text source_label{"sizes from", "大小出自"};
const Text assumed_label{"assumed", "默认"};
const Text operations_label{"operations", "运算"};
const Text kept_label{"at once", "同时占用"};
const Text layers_label{"layers", "层数"};

const Text flop_count{"{} FLOPs", "{} 次浮点运算"};
const Text byte_count{"{} bytes", "{} 字节"};
const Text no_bytes{"a view of {}, no memory of its own", "{} 的视图，自己不占内存"};
const Text kept_meanwhile{"in memory meanwhile: {}", "此时内存里共有：{}"};
const Text share_of_all{"{} of all", "占 {}"};
const Text all_kept{"{} with every tensor kept, inputs ({}) included; 8 bytes a number (float64)",
                    "全部张量都留着：{}，其中输入占 {}；每个数 8 字节（float64）"};
const Text live_most{"at most {}, if each tensor goes after its last use: at step {} `{}`, with {}",
                     "用完即放时，最多同时占 {}：在第 {} 步 `{}`，内存里有 {}"};
const Text live_inputs{
    "at most {}, if each tensor goes after its last use: the inputs, before step 1",
    "用完即放时，最多同时占 {}：第 1 步之前的全部输入"};
const Text times_layers{"{} times the same: {}, {}; embeddings are not counted",
                        "同样的 {} 层：{}，{}；不含嵌入层"};
const Text op_share{"{} of the FLOPs, {} of the results' memory, {} steps",
                    "占浮点运算的 {}，占结果内存的 {}，共 {} 步"};
const Text op_share_one{"{} of the FLOPs, {} of the results' memory, 1 step",
                        "占浮点运算的 {}，占结果内存的 {}，共 1 步"};

/// `825 G`: three digits and a decimal prefix; nothing below a thousand.
std::string decimal_unit(double number) {
  constexpr std::array<std::string_view, 7> prefixes{"", "k", "M", "G", "T", "P", "E"};
  constexpr double thousand = 1000;
  constexpr double rounds_up = 999.5;
  std::size_t prefix = 0;
  while (number >= rounds_up && prefix + 1 < prefixes.size()) {
    number /= thousand;
    ++prefix;
  }
  return prefix == 0 ? "" : fmt::format("{:.3g} {}", number, prefixes[prefix]);
}

std::string percent_text(double part, double whole) {
  const double share = percent(part, whole);
  constexpr double least = 0.05;
  if (share > 0 && share < least) return "<0.1%";
  return share > 0 ? fmt::format("{:.1f}%", share) : "0%";
}

std::string exact(double number) {
  constexpr double index_range = 9e18;
  return number < index_range ? grouped(static_cast<Index>(number)) : fmt::format("{:.4g}", number);
}

/// ` (825 G, 7.7% of all)`; each part only where it says something.
std::string in_brackets(const std::vector<std::string>& parts, const Style& style) {
  std::string inside;
  for (const std::string& part : parts) {
    if (part.empty()) continue;
    inside += (inside.empty() ? "" : say(phrase::comma, style)) + part;
  }
  if (inside.empty()) return {};
  return style.lang == Lang::zh && !style.ascii ? "（" + inside + "）" : " (" + inside + ")";
}

std::string share_text(double part, double whole, const Style& style) {
  return whole > 0 ? say(share_of_all, style, percent_text(part, whole)) : "";
}

std::string flops_text(double number, double whole, const Style& style) {
  return say(flop_count, style, exact(number)) +
         in_brackets({decimal_unit(number), share_text(number, whole, style)}, style);
}

std::string bytes_text(double number, double whole, const Style& style) {
  const std::string unit = number >= 1024 ? describe_bytes(number) : "";
  return say(byte_count, style, exact(number)) +
         in_brackets({unit, share_text(number, whole, style)}, style);
}

std::string parameters_text(Index number, double whole, const Style& style) {
  const auto count = static_cast<double>(number);
  return say(phrase::parameter_count, style, grouped(number)) +
         in_brackets({decimal_unit(count), share_text(count, whole, style)}, style);
}

std::string line_of(const std::string& text, int columns, Ink ink, const Style& style) {
  if (style.plain) columns = 0;
  std::string lines;
  for (const std::string& line : wrap(text, style.width - columns)) {
    lines += spaces(columns) + paint(line, ink, style) + "\n";
  }
  return lines;
}

/// ` 4  scores  [batch=8, …]`, the axes below where they don't fit.
std::string title_text(const std::string& mark, const std::string& name, const std::string& axes,
                       const Style& style) {
  const std::string lead = style.plain ? mark + " " : pad_left(mark, 2) + "  ";
  const int used = display_width(lead) + display_width(name) + 2 + display_width(axes);
  if (style.plain)
    return line_of(lead + name + say(phrase::colon, style) + axes, 0, Ink::strong, style);
  if (used > style.width) {
    return line_of(lead + name, 0, Ink::strong, style) +
           line_of(axes, row_indent, Ink::faint, style);
  }
  return lead + paint(name, Ink::strong, style) + "  " + axes + "\n";
}

/// On one line where that fits.
std::string input_row(const Input& input, const ShapeReport& report, const Style& style) {
  const TensorSpec spec = input.spec();
  const double size = static_cast<double>(spec.size()) * sizeof(double);
  const std::string axes = axes_text(spec.axes, report.plan.dims, style);
  const std::string memory = bytes_text(size, 0, style);
  const std::string name = shown_line(spec.name, style);
  const std::string mark = style.plain ? say(phrase::input, style) : "";
  const std::string together = axes + (style.plain ? say(phrase::comma, style) : "  ") + memory;
  if (row_indent + display_width(name) + 2 + display_width(together) <= style.width) {
    return title_text(mark, name, together, style);
  }
  return title_text(mark, name, axes, style) + line_of(memory, row_indent, Ink::faint, style);
}

std::string step_row(const PlannedStep& step, const ShapeReport& report, const Style& style) {
  const std::string mark =
      style.plain ? say(phrase::step, style, step.index) : std::to_string(step.index);
  std::string text = title_text(mark, shown_line(step.output.name, style),
                                axes_text(step.output.axes, report.plan.dims, style), style);
  const auto add = [&](const std::string& line) {
    text += line_of(line, row_indent, Ink::faint, style);
  };
  add(shown_line(step.notation.formula_in(style.lang), style));
  if (step.cost.parameters > 0) {
    add(parameters_text(step.cost.parameters, static_cast<double>(report.parameters), style));
  }
  if (step.cost.flops > 0) add(flops_text(step.cost.flops, report.flops, style));
  add(step.view_of ? say(no_bytes, style, *step.view_of)
                   : bytes_text(step.cost.bytes, report.bytes, style));
  if (!step.view_of) {
    add(say(kept_meanwhile, style, describe_bytes(report.live.bytes[step.index - 1])));
  }
  return text;
}

std::string live_text(const ShapeReport& report, const Style& style) {
  const LiveSet& live = report.live;
  const std::string most = bytes_text(live.peak, 0, style);
  if (live.peak_step == 0) return say(live_inputs, style, most);
  return say(live_most, style, most, live.peak_step,
             report.plan.steps[live.peak_step - 1].output.name,
             fmt::join(live.at_peak, say(phrase::in_list, style)));
}

std::string totals_text(const ShapeReport& report, const Style& style) {
  FactList list(style);
  list.add(say(phrase::parameters, style), {parameters_text(report.parameters, 0, style)});
  list.add(say(operations_label, style), {flops_text(report.flops, 0, style)});
  list.add(say(phrase::memory, style), {say(all_kept, style, bytes_text(report.bytes, 0, style),
                                            describe_bytes(report.input_bytes))});
  list.add(say(kept_label, style), {live_text(report, style)});
  if (report.layers) {
    const Index layers = *report.layers;
    list.add(
        say(layers_label, style),
        {say(times_layers, style, layers, parameters_text(report.parameters * layers, 0, style),
             flops_text(report.flops * static_cast<double>(layers), 0, style))});
  }
  return list.text();
}

std::string by_op_text(const ShapeReport& report, const Style& style) {
  FactList list(style);
  const double results = report.bytes - report.input_bytes;
  for (const OpShare& share : report.by_op) {
    if (share.flops == 0 && share.bytes == 0) continue;
    const std::string flop_share = percent_text(share.flops, report.flops);
    const std::string byte_share = percent_text(share.bytes, results);
    list.add(shown_line(share.op, style),
             {share.steps == 1 ? say(op_share_one, style, flop_share, byte_share)
                               : say(op_share, style, flop_share, byte_share, share.steps)});
  }
  return list.text();
}

std::string header_text(const ShapeReport& report, const ShapesOf& of, const Style& style) {
  const Trace trace = outline(report.plan);
  LessonHeader header{of.name, {}, {}, 0, report.plan.dims, axis_names(trace)};
  FactList list(style);
  list.add(say(phrase::sizes, style), {sizes_text(header, style)});
  list.add(say(source_label, style), {shown_line(of.source, style)});
  list.add(say(assumed_label, style),
           {fmt::format("{}", fmt::join(of.assumed, say(phrase::in_list, style)))});
  std::string text =
      heading(say(shapes_heading, style), shown_line(of.name, style), "", style) + list.text();
  if (!of.remark.empty()) text += warning_text(shown(of.remark.in(style.lang), style), style);
  return text + "\n";
}

}  // namespace

std::string shapes_text(const ShapeReport& report, const ShapesOf& of, const Style& style) {
  const Plan& plan = report.plan;
  std::string text = header_text(report, of, style);
  if (!plan.inputs.empty()) text += heading(say(inputs_heading, style), "", "", style);
  for (const Input& input : plan.inputs) text += input_row(input, report, style);
  if (!plan.steps.empty()) text += "\n" + heading(say(steps_heading, style), "", "", style);
  for (const PlannedStep& step : plan.steps) text += step_row(step, report, style);
  if (!plan.steps.empty()) {
    text += "\n" + heading(say(by_op_heading, style), "", "", style) + by_op_text(report, style);
    text += "\n" + heading(say(totals_heading, style), "", "", style) + totals_text(report, style);
  }
  if (plan.failure) text += "\n" + failure_text(outline(plan), style);
  return text;
}

}  // namespace headtrace
