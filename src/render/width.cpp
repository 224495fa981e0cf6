#include "render/width.hpp"

#include <algorithm>

#include "core/utf8.hpp"

namespace headtrace {

int display_width(std::string_view text) {
  int width = 0;
  while (!text.empty()) {
    if (text.starts_with("\x1b[")) {
      text.remove_prefix(std::min(text.find('m'), text.size() - 1) + 1);
      continue;
    }
    const Character next = first_character(text);
    width += columns_of(next.code);
    text.remove_prefix(next.bytes);
  }
  return width;
}

std::string spaces(int count) {
  return std::string(static_cast<std::size_t>(std::max(count, 0)), ' ');
}

std::string repeated(std::string_view sign, int count) {
  std::string text;
  for (int i = 0; i < count; ++i) text += sign;
  return text;
}

std::string pad_right(std::string_view text, int width) {
  return std::string(text) + spaces(width - display_width(text));
}

std::string pad_left(std::string_view text, int width) {
  return spaces(width - display_width(text)) + std::string(text);
}

std::string centered(std::string_view text, int width) {
  const int before = (width - display_width(text)) / 2;
  return pad_right(spaces(before) + std::string(text), width);
}

std::string cut(std::string_view text, int width, std::string_view ellipsis) {
  if (display_width(text) <= width) return std::string(text);
  const int sign = display_width(ellipsis);
  if (sign > width) return repeated(".", width);
  std::string kept;
  int used = sign;
  while (!text.empty()) {
    const Character next = first_character(text);
    used += columns_of(next.code);
    if (used > width) break;
    kept += text.substr(0, next.bytes);
    text.remove_prefix(next.bytes);
  }
  return kept.append(ellipsis);
}

namespace {

constexpr std::u32string_view closing = U"。，、；：？！）」』》〉】〕”’%℃)]},;:!?";
constexpr std::u32string_view opening = U"（「『《〈【〔“‘";

bool is_in(std::u32string_view set, std::int32_t code) {
  return code > 0 && set.find(static_cast<char32_t>(code)) != std::u32string_view::npos;
}

/// A part of a line that isn't broken, and the spaces before it.
struct Atom {
  std::string text;
  int width = 0;
  int gap = 0;
};

/// Cuts one paragraph into atoms: words, and single Chinese characters with their punctuation.
std::vector<Atom> atoms_of(std::string_view line) {
  std::vector<Atom> atoms;
  int gap = 0;
  bool join = false;
  bool after_wide = false;
  while (!line.empty()) {
    const Character next = first_character(line);
    const int columns = columns_of(next.code);
    const bool wide = columns == 2;
    if (next.code == ' ') {
      ++gap;
      join = false;
    } else {
      const bool glued = gap == 0 && (join || columns == 0 || is_in(closing, next.code));
      if (!(glued || (gap == 0 && !wide && !after_wide)) || atoms.empty())
        atoms.push_back({"", 0, gap});
      atoms.back().text += line.substr(0, next.bytes);
      atoms.back().width += columns;
      gap = 0;
      join = is_in(opening, next.code);
      after_wide = wide || (is_in(closing, next.code) && after_wide);
    }
    line.remove_prefix(next.bytes);
  }
  return atoms;
}

/// The atom in pieces of at most `width` columns.
std::vector<Atom> broken(const Atom& atom, int width) {
  if (atom.width <= width) return {atom};
  std::vector<Atom> pieces{{"", 0, atom.gap}};
  std::string_view rest = atom.text;
  while (!rest.empty()) {
    const Character next = first_character(rest);
    const int columns = columns_of(next.code);
    if (pieces.back().width + columns > width && pieces.back().width > 0) pieces.push_back({});
    pieces.back().text += rest.substr(0, next.bytes);
    pieces.back().width += columns;
    rest.remove_prefix(next.bytes);
  }
  return pieces;
}

void wrap_paragraph(std::string_view paragraph, int width, std::vector<std::string>& lines) {
  lines.emplace_back();
  int used = 0;
  for (const Atom& atom : atoms_of(paragraph)) {
    for (const Atom& piece : broken(atom, width)) {
      if (used > 0 && used + piece.gap + piece.width > width) {
        lines.emplace_back();
        used = 0;
      }
      const int gap = used > 0 || lines.size() == 1 ? std::min(piece.gap, width - piece.width) : 0;
      lines.back() += spaces(gap) + piece.text;
      used += gap + piece.width;
    }
  }
}

}  // namespace

std::vector<std::string> wrap(std::string_view text, int width) {
  std::vector<std::string> lines;
  while (true) {
    const auto end = text.find('\n');
    wrap_paragraph(text.substr(0, end), std::max(width, 2), lines);
    if (end == std::string_view::npos) return lines;
    text.remove_prefix(end + 1);
  }
}

}  // namespace headtrace
