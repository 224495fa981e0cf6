#pragma once

#include <headtrace/style.hpp>
#include <string>
#include <vector>

namespace headtrace {

/// Labelled lines, the labels in a column of their own:
///
///     linear      x    [batch=1, seq=3, d_model=4]
///                 W_q  [d_model=4, d_model=4]  in_out
///     PyTorch     Q = x @ W_q
///
/// Where the width is small or the style plain, `label: text` instead. Wrapped, never too wide.
class FactList {
 public:
  explicit FactList(const Style& style) : style_(style) {}
  /// Several lines of text stand below each other; an empty one is left out.
  void add(const std::string& label, const std::vector<std::string>& lines);
  std::string text() const { return text_; }

 private:
  void append(const std::string& label, const std::string& line);

  const Style& style_;
  std::string text_;
};

/// `text` wrapped, each line begun by the left indent.
std::string paragraph(const std::string& text, const Style& style);
/// The lesson's own words, set apart by a bar at their left.
std::string note_text(const std::string& text, const Style& style);
/// What must not be missed, begun by `!`.
std::string warning_text(const std::string& text, const Style& style);

}  // namespace headtrace
