#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <string_view>

#include "render/ink.hpp"
#include "render/numbers.hpp"
#include "render/phrases.hpp"
#include "render/step_text.hpp"
#include "render/table.hpp"
#include "render/train_phrases.hpp"
#include "render/train_text.hpp"
#include "render/width.hpp"

namespace headtrace {
namespace {

constexpr std::array<std::string_view, 8> bars{"▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"};
constexpr std::array<std::string_view, 10> step_digits{"0", "1", "2", "3", "4",
                                                       "5", "6", "7", "8", "9"};

std::vector<std::string_view> levels(const Style& style) {
  if (style.ascii) return {step_digits.begin(), step_digits.end()};
  return {bars.begin(), bars.end()};
}

/// What is drawn: one measure of all arms on one scale from 0 to `top`.
struct Measure {
  const Text& title;
  std::function<double(const CurveMean&)> value;
  double top = 1;
  double scale = 1;
  int decimals = 0;
  std::string unit;

  std::string text(double number) const {
    return fmt::format("{:.{}f}{}", number * scale, decimals, unit);
  }
};

std::string drawn(const std::vector<CurveMean>& curve, const Measure& measure, std::size_t room,
                  const Style& style) {
  const auto signs = levels(style);
  const std::size_t count = std::min(curve.size(), room);
  std::string line;
  for (std::size_t i = 0; i < count; ++i) {
    const std::size_t at = count == 1 ? 0 : i * (curve.size() - 1) / (count - 1);
    const double share = std::clamp(measure.value(curve[at]) / measure.top, 0.0, 1.0);
    const auto level = static_cast<std::size_t>(share * static_cast<double>(signs.size()));
    line += signs[std::min(level, signs.size() - 1)];
  }
  return line;
}

std::string in_words(const std::vector<CurveMean>& curve, const Measure& measure,
                     const Style& style) {
  std::string words;
  for (const CurveMean& point : curve) {
    if (!words.empty()) words += say(phrase::in_list, style);
    words += say(phrase::at_step, style, point.step, measure.text(measure.value(point)));
  }
  return words;
}

std::string measure_text(const TrainReport& report, const Measure& measure, const Style& style) {
  Index first = 0;
  Index last = 0;
  int name_width = 0;
  for (const ArmReport& arm : report.arms) {
    if (arm.curve.empty()) continue;
    first = first == 0 ? arm.curve.front().step : std::min(first, arm.curve.front().step);
    last = std::max(last, arm.curve.back().step);
    name_width = std::max(name_width, display_width(arm.arm));
  }
  const auto signs = levels(style);
  std::string text = say(measure.title, style, first, last);
  if (!style.plain) {
    text += say(phrase::semicolon, style) + say(phrase::curve_scale, style, signs.front(),
                                                measure.text(0), signs.back(),
                                                measure.text(measure.top));
  }
  text = paragraph(text, style);
  const int number_width = static_cast<int>(measure.text(measure.top).size());
  const int room = style.width - left_indent(style) - name_width - number_width - 4;
  for (const ArmReport& arm : report.arms) {
    if (arm.curve.empty()) continue;
    if (style.plain || room < 2) {
      text += paragraph(shown_line(arm.arm, style) + say(phrase::colon, style) +
                            in_words(arm.curve, measure, style),
                        style);
      continue;
    }
    const std::string line = drawn(arm.curve, measure, static_cast<std::size_t>(room), style);
    const std::string end = measure.text(measure.value(arm.curve.back()));
    text += fmt::format("{}{}  {}  {}\n", spaces(left_indent(style)),
                        pad_right(shown_line(arm.arm, style), name_width), line, end);
  }
  return text;
}

}  // namespace

std::string curves_text(const TrainReport& report, const Style& style) {
  double most_loss = 0;
  std::size_t longest = 0;
  for (const ArmReport& arm : report.arms) {
    longest = std::max(longest, arm.curve.size());
    for (const CurveMean& point : arm.curve) most_loss = std::max(most_loss, point.loss.mean);
  }
  if (longest < 2) return "";
  const Measure exact{phrase::exact_curve,
                      [](const CurveMean& at) { return at.exact.mean; },
                      1,
                      in_percent,
                      0,
                      "%"};
  std::string text = "\n" + measure_text(report, exact, style);
  if (!(most_loss > 0) || !std::isfinite(most_loss)) return text;
  const Measure loss{
      phrase::loss_curve, [](const CurveMean& at) { return at.loss.mean; }, most_loss, 1, 2, ""};
  return text + "\n" + measure_text(report, loss, style);
}

}  // namespace headtrace
