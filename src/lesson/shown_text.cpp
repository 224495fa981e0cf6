#include "lesson/shown_text.hpp"

#include <fmt/format.h>
#include <utf8proc.h>

#include <algorithm>

namespace headtrace {
namespace {

constexpr std::size_t longest_quoted = 60;
constexpr std::size_t tab_width = 8;

struct CodePoint {
  utf8proc_int32_t code;
  std::size_t bytes;
};

/// The code point at `at`, or code -1 and one byte where the UTF-8 is broken.
CodePoint decode(std::string_view text, std::size_t at) {
  const auto* first = reinterpret_cast<const utf8proc_uint8_t*>(text.data() + at);
  const std::size_t rest = std::min<std::size_t>(text.size() - at, 4);
  utf8proc_int32_t code = -1;
  const auto taken = utf8proc_iterate(first, static_cast<utf8proc_ssize_t>(rest), &code);
  return taken > 0 ? CodePoint{code, static_cast<std::size_t>(taken)} : CodePoint{-1, 1};
}

/// Line separators, and the marks that embed, override or isolate a writing direction.
bool rearranges_lines(utf8proc_int32_t code) {
  return (code >= 0x2028 && code <= 0x202E) || (code >= 0x2066 && code <= 0x2069) ||
         code == 0x200E || code == 0x200F || code == 0x061C;
}

}  // namespace

Glyph glyph_at(std::string_view text, std::size_t at) {
  const CodePoint point = decode(text, at);
  if (point.code == '\t') return {"\t", 1, tab_width, true};
  if (point.code < 0 || rearranges_lines(point.code)) return {"\uFFFD", point.bytes, 1, false};
  if (utf8proc_category(point.code) == UTF8PROC_CATEGORY_CC) {
    std::string shown = fmt::format("\\x{:02x}", point.code);
    const std::size_t width = shown.size();
    return {std::move(shown), point.bytes, width, false};
  }
  return {std::string(text.substr(at, point.bytes)), point.bytes,
          static_cast<std::size_t>(std::max(0, utf8proc_charwidth(point.code))), false};
}

std::string harmless(std::string_view text) {
  std::string out;
  for (std::size_t at = 0; at < text.size();) {
    const Glyph glyph = glyph_at(text, at);
    out += glyph.is_tab ? "\\x09" : glyph.shown;
    at += glyph.bytes;
  }
  return out;
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
    const CodePoint point = decode(text, at);
    if (point.code < 0) break;
    at += point.bytes;
  }
  return at;
}

std::size_t character_count(std::string_view text) {
  std::size_t count = 0;
  for (std::size_t at = 0; at < text.size(); ++count) at += decode(text, at).bytes;
  return count;
}

}  // namespace headtrace
