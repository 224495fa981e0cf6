#pragma once

#include <headtrace/style.hpp>
#include <headtrace/tensor.hpp>
#include <string>
#include <string_view>

namespace headtrace {

/// What a piece of text is to the reader; colors follow from it, and are nothing without `color`.
enum class Ink {
  strong,   ///< names and titles
  faint,    ///< what is there for whoever looks for it
  accent,   ///< the lesson's own voice
  warning,  ///< what must not be missed
};

std::string paint(std::string_view text, Ink ink, const Style& style);
/// In the color of a head; its number is always written as well. Eight colors, then from the
/// start again: each readable on light and dark backgrounds (relative luminance 0.1 to 0.31) and
/// told apart under protanopia, deuteranopia and tritanopia (CIE76 at least 18, neighbors 31).
std::string paint_head(std::string_view text, Index head, const Style& style);
/// The codes that begin a head's color and end any; empty without `color`.
std::string_view head_code(Index head, const Style& style);
std::string_view end_code(const Style& style);

/// The drawing signs of a style.
struct Signs {
  std::string_view line = "─";
  std::string_view bar = "│";
  std::string_view note = "▌";
  std::string_view ellipsis = "…";
  std::string_view arrow = "→";
  std::string_view range = "–";
};
Signs signs(const Style& style);

}  // namespace headtrace
