#include "render/json_value.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <nlohmann/json.hpp>

namespace headtrace {

void append_json_number(std::string& json, double value) {
  if (std::isnan(value)) {
    json += "\"NaN\"";
  } else if (std::isinf(value)) {
    json += value > 0 ? "\"Infinity\"" : "\"-Infinity\"";
  } else {
    const std::size_t begin = json.size();
    fmt::format_to(std::back_inserter(json), "{}", value);
    if (json.find_first_of(".e", begin) == std::string::npos) json += ".0";
  }
}

std::string json_number(double value) {
  std::string json;
  append_json_number(json, value);
  return json;
}

std::string json_string(std::string_view text) {
  return nlohmann::json(text).dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
}

std::string json_strings(const std::vector<std::string>& texts) {
  std::vector<std::string> quoted(texts.size());
  std::ranges::transform(texts, quoted.begin(), json_string);
  return fmt::format("[{}]", fmt::join(quoted, ", "));
}

std::string json_indices(const Sizes& numbers) {
  return fmt::format("[{}]", fmt::join(numbers, ", "));
}

std::string json_stacked(const std::vector<std::string>& items) {
  return items.empty() ? "[]" : fmt::format("[\n    {}\n  ]", fmt::join(items, ",\n    "));
}

}  // namespace headtrace
