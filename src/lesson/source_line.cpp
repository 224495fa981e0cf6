#include "lesson/source_line.hpp"

#include <algorithm>

#include "lesson/json_syntax.hpp"
#include "lesson/shown_text.hpp"

namespace headtrace {
namespace {

constexpr std::size_t widest = 100;  ///< lines up to this many bytes are shown whole
constexpr std::size_t before_mark = 40;
constexpr std::size_t after_mark = 56;

/// Bytes [begin, end) of one line, without its end of line.
struct Line {
  std::size_t begin;
  std::size_t end;
};

Line line_around(std::string_view text, std::size_t at) {
  const std::size_t newline = at == 0 ? std::string_view::npos : text.rfind('\n', at - 1);
  Line line{newline == std::string_view::npos ? 0 : newline + 1,
            std::min(text.find('\n', at), text.size())};
  if (line.end > line.begin && text[line.end - 1] == '\r') --line.end;
  if (line.begin == 0 && text.starts_with(byte_order_mark)) line.begin = byte_order_mark.size();
  return line;
}

bool is_continuation(char c) {
  return (static_cast<unsigned char>(c) & 0xC0U) == 0x80U;
}

/// The part of a long line to show: whole characters around `at`.
Line window_around(std::string_view text, const Line& line, std::size_t at) {
  if (line.end - line.begin <= widest) return line;
  Line window = line;
  if (at - line.begin > before_mark) {
    window.begin =
        line.end - at < after_mark ? std::max(line.begin, line.end - widest) : at - before_mark;
  }
  window.end = std::min(line.end, window.begin + widest);
  while (window.begin > line.begin && is_continuation(text[window.begin])) --window.begin;
  while (window.end < line.end && is_continuation(text[window.end])) ++window.end;
  return window;
}

/// An error at the very end is shown after the last thing that is there.
std::size_t last_place(std::string_view text) {
  const auto last = text.find_last_not_of(" \t\r\n");
  return last == std::string_view::npos ? 0 : last + 1;
}

void append_mark(std::string& mark, std::size_t width) {
  if (width == 0) width = 1;
  mark += '^' + std::string(width - 1, '~');
}

}  // namespace

SourceLine source_line(std::string_view text, SourceSpan span) {
  std::size_t at = span.begin < text.size() ? span.begin : last_place(text);
  const Line line = line_around(text, at);
  at = std::clamp(at, line.begin, line.end);
  const std::size_t end = at < span.begin ? at : std::clamp(span.end, at, line.end);
  const Line window = window_around(text, line, at);

  SourceLine result;
  result.line = line_of(text, at);
  result.column = 1 + character_count(text.substr(line.begin, at - line.begin));
  if (window.begin > line.begin) {
    result.shown = "…";
    result.mark = " ";
  }
  std::size_t marked = 0;
  for (std::size_t i = window.begin; i < window.end;) {
    const Glyph glyph = glyph_at(text, i);
    result.shown += glyph.shown;
    if (i < at) {
      result.mark += glyph.is_tab ? "\t" : std::string(glyph.width, ' ');
    } else if (i < end) {
      marked += glyph.width;
    }
    i += glyph.bytes;
  }
  if (window.end < line.end) result.shown += "…";
  append_mark(result.mark, marked);
  return result;
}

}  // namespace headtrace
