#pragma once

#include <cstddef>
#include <string>
#include <string_view>

/// Text from a file, made fit to be shown in a terminal.
namespace headtrace {

/// One character as it is shown: what isn't harmless, and a newline, as `\x1b` or `\u202e`.
struct Glyph {
  std::string shown;
  std::size_t bytes = 1;  ///< in the text it came from
  std::size_t width = 1;  ///< columns of a terminal
  bool is_tab = false;
};

/// The character at byte `at`, which lies within `text`. Tabs stay tabs.
Glyph glyph_at(std::string_view text, std::size_t at);

/// `text`, or its first `most` bytes (whole characters) and `…`.
std::string clipped(std::string_view text, std::size_t most);

/// A name from the file in quotes, clipped.
std::string in_quotes(std::string_view name);

/// The first byte from `at` on that is not UTF-8, or the end.
std::size_t broken_utf8(std::string_view text, std::size_t at);

/// How many characters `text` has; each byte of broken UTF-8 counts as one.
std::size_t character_count(std::string_view text);

}  // namespace headtrace
