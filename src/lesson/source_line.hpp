#pragma once

#include <cstddef>
#include <headtrace/error.hpp>
#include <string>
#include <string_view>

namespace headtrace {

/// What some editors put before a text in UTF-8; it is no part of the text.
inline constexpr std::string_view byte_order_mark = "\xEF\xBB\xBF";

/// One line of a file with a mark under what an error is about.
struct SourceLine {
  std::size_t line = 1;
  std::size_t column = 1;  ///< in characters
  std::string shown;       ///< the line, or the part of a long one around the mark
  std::string mark;        ///< `^~~~`, moved under its characters; tabs stay tabs
};

/// The line on which `span` begins. The mark ends with the line at the latest.
SourceLine source_line(std::string_view text, SourceSpan span);

}  // namespace headtrace
