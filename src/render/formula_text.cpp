#include "render/formula_text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <headtrace/params.hpp>
#include <optional>
#include <string_view>

#include "render/numbers.hpp"

namespace headtrace {
namespace {

std::optional<double> look_up(std::string_view name, const std::vector<Operand>& reads,
                              const std::vector<Stage>& stages) {
  std::size_t number = 0;
  const auto [end, status] = std::from_chars(name.data(), name.data() + name.size(), number);
  if (status == std::errc{} && end == name.data() + name.size() && number < reads.size()) {
    return reads[number].value;
  }
  const auto it = std::ranges::find(stages, name, &Stage::name);
  if (it == stages.end()) return std::nullopt;
  return it->value;
}

/// Whether what comes next stands after an operator. An opening parenthesis or comma is none.
bool ends_with_operator(std::string_view text, bool leads) {
  while (text.ends_with(' ')) text.remove_suffix(1);
  if (text.empty()) return !leads;
  for (const std::string_view sign : {"·", "−", "√", "+", "/", "-", "*"}) {
    if (text.ends_with(sign)) return true;
  }
  return false;
}

std::vector<std::string_view> split(std::string_view text, std::string_view by) {
  std::vector<std::string_view> parts;
  while (true) {
    const auto end = text.find(by);
    parts.push_back(text.substr(0, end));
    if (end == std::string_view::npos) return parts;
    text.remove_prefix(end + by.size());
  }
}

/// `max({0}, {1}, … 510 more …, {511})`: a long list inside a pattern without its middle.
std::string shortened(const std::string& pattern, std::size_t most) {
  for (const std::string_view by : {" + ", ", "}) {
    const auto parts = split(pattern, by);
    if (parts.size() <= most || most < 4) continue;
    const std::size_t ends = most / 4;
    std::string text;
    for (std::size_t i = 0; i < ends; ++i) text.append(parts[i]).append(by);
    text += fmt::format("… {} more …", parts.size() - 2 * ends);
    for (std::size_t i = parts.size() - ends; i < parts.size(); ++i)
      text.append(by).append(parts[i]);
    return text;
  }
  return pattern;
}

}  // namespace

std::string NumberStyle::operator()(double value) const {
  return shortest ? headtrace::shortest(value) : terse(value, precision);
}

bool NumberStyle::is_exact(double value) const {
  return shortest || headtrace::is_exact(value, precision);
}

FilledPattern fill_pattern(const std::string& pattern, const std::vector<Operand>& reads,
                           const std::vector<Stage>& stages, const NumberStyle& numbers,
                           bool leads) {
  FilledPattern filled;
  const std::string brief = shortened(pattern, numbers.most_parts);
  std::string_view rest = brief;
  while (!rest.empty()) {
    const auto open = rest.find('{');
    const auto close = rest.find('}', std::min(open, rest.size()));
    if (close == std::string_view::npos) return {filled.text.append(rest), filled.exact};
    filled.text += rest.substr(0, open);
    const std::string_view name = rest.substr(open + 1, close - open - 1);
    if (const auto value = look_up(name, reads, stages)) {
      const std::string number = numbers(*value);
      const bool enclosed = number.starts_with('-') && ends_with_operator(filled.text, leads);
      filled.text += enclosed ? "(" + number + ")" : number;
      filled.exact = filled.exact && numbers.is_exact(*value);
    } else {
      filled.text += rest.substr(open, close - open + 1);
    }
    rest.remove_prefix(close + 1);
  }
  return filled;
}

FilledPattern fill_sum(const Explanation& why, const NumberStyle& numbers) {
  FilledPattern sum;
  for (const Term& term : why.terms) {
    const bool leads = sum.text.empty();
    const FilledPattern filled = fill_pattern(term.pattern, term.reads, why.stages, numbers, leads);
    sum.text += (leads ? "" : " + ") + filled.text;
    sum.exact = sum.exact && filled.exact;
  }
  return sum;
}

}  // namespace headtrace
