#pragma once

#include <cstdint>
#include <string>
#include <string_view>

/// What a file or a command line says is printed, never obeyed.
namespace headtrace {

/// Whether printing a character shows it and does nothing else. Control characters (but for the
/// newline), bytes that are not UTF-8 (-1), and characters that turn the writing direction, break a
/// line or can't be seen are not harmless.
bool is_harmless(std::int32_t code);

/// The character that `text` begins with, as `\x1b` or `\u202e`. `text` is not empty.
std::string escaped_character(std::string_view text);

/// The whole text, with what isn't harmless as visible escapes. Newlines stay.
std::string harmless_text(std::string_view text);

}  // namespace headtrace
