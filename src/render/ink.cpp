#include "render/ink.hpp"

#include <array>

namespace headtrace {
namespace {

constexpr std::array<std::string_view, 8> head_codes{
    "\x1b[38;5;32m", "\x1b[38;5;166m", "\x1b[38;5;65m", "\x1b[38;5;126m",
    "\x1b[38;5;99m", "\x1b[38;5;197m", "\x1b[38;5;93m", "\x1b[38;5;139m",
};

std::string_view code_of(Ink ink) {
  switch (ink) {
    case Ink::strong:
      return "\x1b[1m";
    case Ink::faint:
      return "\x1b[2m";
    case Ink::accent:
      return "\x1b[36m";
    case Ink::warning:
      return "\x1b[1;31m";
  }
  return "";
}

std::string painted(std::string_view code, std::string_view text, const Style& style) {
  if (!style.color || text.empty()) return std::string(text);
  return std::string(code).append(text).append(end_code(style));
}

}  // namespace

std::string paint(std::string_view text, Ink ink, const Style& style) {
  return painted(code_of(ink), text, style);
}

std::string paint_head(std::string_view text, Index head, const Style& style) {
  return painted(head_code(head, style), text, style);
}

std::string_view head_code(Index head, const Style& style) {
  if (!style.color) return "";
  return head_codes[static_cast<std::size_t>(head) % head_codes.size()];
}

std::string_view end_code(const Style& style) {
  return style.color ? "\x1b[0m" : "";
}

Signs signs(const Style& style) {
  Signs signs;
  if (style.ascii) signs = {"-", "|", "|", "...", "->", "-"};
  if (style.plain) signs.range = style.lang == Lang::zh ? " 到 " : " to ";
  return signs;
}

}  // namespace headtrace
