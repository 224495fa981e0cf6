#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace headtrace {

/// The next character of a text: its code point, or -1 for a byte that is not UTF-8.
struct Character {
  std::int32_t code = -1;
  std::size_t bytes = 1;
};

/// The character that `text` begins with; `text` is not empty.
Character first_character(std::string_view text);
/// 0 for combining marks, 2 for Chinese, 1 for most others.
int columns_of(std::int32_t code);

}  // namespace headtrace
