#pragma once

#include <string>
#include <string_view>
#include <vector>

/// Laying out text by the columns it takes in a terminal, not by its bytes.
namespace headtrace {

/// Columns of UTF-8 text. The color codes that `paint` writes take none.
int display_width(std::string_view text);

std::string spaces(int count);
std::string repeated(std::string_view sign, int count);
/// `text` with spaces after it (before it) up to `width` columns; longer text stays as it is.
std::string pad_right(std::string_view text, int width);
std::string pad_left(std::string_view text, int width);
std::string centered(std::string_view text, int width);

/// `text` if it fits `width` columns, else its beginning with `ellipsis`. Unpainted text only.
std::string cut(std::string_view text, int width, std::string_view ellipsis);

/// Lines of at most `width` columns. Breaks at spaces, and in Chinese between characters, though
/// not before closing punctuation or after an opening one; what has no such place is broken
/// anywhere. A newline in the text begins a new line. Unpainted text only; never empty.
std::vector<std::string> wrap(std::string_view text, int width);

}  // namespace headtrace
