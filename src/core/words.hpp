#pragma once

#include <headtrace/tensor.hpp>
#include <optional>
#include <string_view>

/// Small steps of reading what people write.
namespace headtrace {

/// Without blanks, tabs and carriage returns at either end.
std::string_view trimmed(std::string_view text);

/// `12` or `-3` and nothing else; nothing for what passes the range of Index.
std::optional<Index> whole_number(std::string_view word);

/// `0.25`, `1e-9`, `-inf`, `nan` and nothing else.
std::optional<double> parse_number(std::string_view word);

/// `0,1, 2`, the positions of a cell; nothing for anything else.
std::optional<Sizes> parse_cell(std::string_view list);

}  // namespace headtrace
