#pragma once

#include <string>
#include <string_view>
#include <vector>

#include <headtrace/tensor.hpp>

/// Pieces of JSON as text.
namespace headtrace {

/// A number that reads back as the same one (`1.0`, `-0.0`, `1e-05`); `"NaN"`, `"Infinity"` and
/// `"-Infinity"` for those JSON has none for.
std::string json_number(double value);
void append_json_number(std::string& json, double value);
/// In quotes. Bytes that are not UTF-8 become U+FFFD.
std::string json_string(std::string_view text);
std::string json_strings(const std::vector<std::string>& texts);
std::string json_indices(const Sizes& numbers);
/// A list of items that are JSON already, one a line.
std::string json_stacked(const std::vector<std::string>& items);

}  // namespace headtrace
