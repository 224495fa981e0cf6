#include "lesson/shown_text.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "core/harmless.hpp"
#include "core/utf8.hpp"

namespace headtrace {
namespace {

constexpr std::size_t longest_quoted = 60;
constexpr std::size_t tab_width = 8;

}  // namespace

Glyph glyph_at(std::string_view text, std::size_t at) {
  const std::string_view rest = text.substr(at);
  const Character next = first_character(rest);
  if (next.code == '\t') return {"\t", 1, tab_width, true};
  if (!is_harmless(next.code) || next.code == '\n') {
    std::string shown = escaped_character(rest);
    const std::size_t width = shown.size();
    return {std::move(shown), next.bytes, width, false};
  }
  return {std::string(rest.substr(0, next.bytes)), next.bytes,
          static_cast<std::size_t>(std::max(0, columns_of(next.code))), false};
}

std::string clipped(std::string_view text, std::size_t most) {
  if (text.size() <= most) return std::string(text);
  std::size_t cut = most;
  while (cut > 0 && (static_cast<unsigned char>(text[cut]) & 0xC0U) == 0x80U) --cut;
  return std::string(text.substr(0, cut)) + "…";
}

std::string in_quotes(std::string_view name) {
  return fmt::format("'{}'", clipped(name, longest_quoted));
}

std::size_t broken_utf8(std::string_view text, std::size_t at) {
  while (at < text.size()) {
    const Character next = first_character(text.substr(at));
    if (next.code < 0) break;
    at += next.bytes;
  }
  return at;
}

std::size_t character_count(std::string_view text) {
  std::size_t count = 0;
  for (std::size_t at = 0; at < text.size(); ++count) {
    at += first_character(text.substr(at)).bytes;
  }
  return count;
}

}  // namespace headtrace
