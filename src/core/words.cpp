#include "core/words.hpp"

#include <algorithm>
#include <charconv>

namespace headtrace {
namespace {

template <typename Number>
std::optional<Number> number(std::string_view word) {
  Number value = 0;
  const char* end = word.data() + word.size();
  const auto [stop, status] = std::from_chars(word.data(), end, value);
  if (status != std::errc{} || stop != end) return std::nullopt;
  return value;
}

}  // namespace

std::string_view trimmed(std::string_view text) {
  constexpr std::string_view blanks = " \t\r";
  const auto first = text.find_first_not_of(blanks);
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(blanks) - first + 1);
}

std::optional<Index> whole_number(std::string_view word) {
  return number<Index>(word);
}

std::optional<double> parse_number(std::string_view word) {
  return number<double>(word);
}

std::optional<Sizes> parse_cell(std::string_view list) {
  Sizes cell;
  for (std::size_t at = 0; at <= list.size();) {
    const auto comma = std::min(list.find(',', at), list.size());
    const auto position = whole_number(trimmed(list.substr(at, comma - at)));
    if (!position) return std::nullopt;
    cell.push_back(*position);
    at = comma + 1;
  }
  return cell;
}

}  // namespace headtrace
