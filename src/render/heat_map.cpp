#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

#include "render/axis_text.hpp"
#include "render/fact_list.hpp"
#include "render/ink.hpp"
#include "render/numbers.hpp"
#include "render/picture.hpp"
#include "render/picture_phrases.hpp"
#include "render/table.hpp"
#include "render/width.hpp"
#include "study/statistics.hpp"

namespace headtrace {
namespace {

constexpr Index longest_axis = 32;
constexpr Index most_pictures = 16;
constexpr int gap_between = 4;
constexpr int gap_of_items = 3;
constexpr std::size_t shade_count = 5;

/// From the least to the greatest; what is masked.
struct Shades {
  std::array<std::string_view, shade_count> steps;
  std::string_view masked;
};

Shades shades(const Style& style) {
  if (style.ascii) return {{".", ":", "o", "O", "@"}, "x"};
  return {{"·", "░", "▒", "▓", "█"}, "×"};
}

class HeatMap {
 public:
  HeatMap(const Tensor& tensor, const Style& style)
      : tensor_(tensor), style_(style), shades_(shades(style)) {
    const Statistics stats = statistics(tensor);
    low_ = stats.min < 0 ? stats.min : 0;
    high_ = stats.finite() > 0 ? stats.max : 0;
    if (low_ == 0 && high_ <= 1) high_ = 1;  // weights, of which everyone knows the range
    has_masked_ = stats.minus_inf > 0;
    has_nan_ = stats.nan > 0;
    const std::size_t rank = tensor.axes().size();
    columns_ = tensor.axes()[rank - 1];
    rows_ = rank > 1 ? tensor.axes()[rank - 2] : Axis{"", 1, 0};
    row_stride_ = rank > 1 ? tensor.strides()[rank - 2] : 0;
    leading_ = rank > 2 ? rank - 2 : 0;
    cell_width_ = static_cast<int>(fmt::formatted_size("{}", shown(columns_) - 1)) + 1;
  }

  std::string text() {
    Sizes shape(tensor_.axes().size());
    for (std::size_t i = 0; i < leading_; ++i) shape[i] = tensor_.axes()[i].size;
    shape.resize(leading_);
    const Sizes strides(tensor_.strides().begin(),
                        tensor_.strides().begin() + static_cast<std::ptrdiff_t>(leading_));
    std::vector<std::vector<std::string>> pictures;
    for (CellWalk walk(shape, strides); !walk.done(); walk.next()) {
      if (is_hidden(walk.cell())) continue;
      if (static_cast<Index>(pictures.size()) == most_pictures) {
        ++left_out_;
        continue;
      }
      pictures.push_back(picture(walk.cell(), tensor_.data() + walk.offset()));
    }
    side_by_side(pictures);
    legend();
    if (left_out_ > 0)
      text_ += paragraph(say(phrase::pictures_left_out, style_, left_out_), style_);
    return std::move(text_);
  }

 private:
  static Index shown(const Axis& axis) { return std::min(axis.size, longest_axis); }

  /// Another head than the one that was asked for.
  bool is_hidden(const Sizes& cell) const {
    for (std::size_t i = 0; i < cell.size(); ++i) {
      if (tensor_.axes()[i].name == "heads" && style_.head && cell[i] != *style_.head) return true;
    }
    return false;
  }

  std::string_view shade(double value) const {
    if (std::isnan(value)) return "?";
    if (value == -HUGE_VAL) return shades_.masked;
    if (high_ <= low_) return shades_.steps.front();
    const double share = (std::min(value, high_) - low_) / (high_ - low_);
    const auto step = static_cast<std::size_t>(share * static_cast<double>(shade_count));
    return shades_.steps[std::min(step, shade_count - 1)];
  }

  std::string row_label(Index row) const {
    return rows_.size == 1 && rows_.name.empty() ? "" : position_text(rows_, leading_, row, style_);
  }

  std::vector<std::string> picture(const Sizes& cell, const double* first) const {
    std::vector<std::string> lines;
    std::string title;
    for (std::size_t i = 0; i < cell.size(); ++i) {
      title += (i > 0 ? ", " : "") + position_text(tensor_.axes()[i], i, cell[i], style_);
    }
    if (!title.empty()) lines.push_back(title);
    const std::string corner =
        fmt::format("{} {}", axis_name(columns_, leading_ + 1, style_), signs(style_).arrow);
    const int label = std::max(display_width(row_label(shown(rows_) - 1)), display_width(corner));
    std::string heading = pad_right(corner, label);
    for (Index c = 0; c < shown(columns_); ++c) heading += fmt::format("{:>{}}", c, cell_width_);
    lines.push_back(heading);
    const Index stride = tensor_.strides().back();
    for (Index r = 0; r < shown(rows_); ++r) {
      std::string line = pad_right(row_label(r), label);
      for (Index c = 0; c < shown(columns_); ++c) {
        const std::string_view sign = shade(first[r * row_stride_ + c * stride]);
        line += fmt::format(" {}", repeated(sign, cell_width_ - 1));
      }
      lines.push_back(line);
    }
    return lines;
  }

  void side_by_side(const std::vector<std::vector<std::string>>& pictures) {
    const int room = style_.width - left_indent(style_);
    for (std::size_t i = 0; i < pictures.size();) {
      std::vector<std::string> lines(pictures[i].size());
      int used = 0;
      std::size_t next = i;
      while (next < pictures.size()) {
        int width = 0;
        for (const std::string& line : pictures[next]) width = std::max(width, display_width(line));
        if (used > 0 && used + gap_between + width > room) break;
        for (std::size_t k = 0; k < lines.size(); ++k) {
          lines[k] = pad_right(lines[k], used > 0 ? used + gap_between : 0) + pictures[next][k];
        }
        used += (used > 0 ? gap_between : 0) + width;
        ++next;
      }
      i = next;
      for (const std::string& line : lines) text_ += spaces(left_indent(style_)) + line + "\n";
      if (i < pictures.size()) text_ += "\n";
    }
  }

  /// `· 0–0.2   ░ 0.2–0.4 …`, no sign apart from its numbers.
  void legend() {
    std::vector<std::string> items;
    const double step = (high_ - low_) / static_cast<double>(shade_count);
    const std::size_t count = step > 0 ? shade_count : 1;
    for (std::size_t i = 0; i < count; ++i) {
      const double from = low_ + step * static_cast<double>(i);
      const double to = i + 1 == count ? high_ : from + step;
      items.push_back(fmt::format("{} {}{}{}", shades_.steps[i], terse(from, 2),
                                  signs(style_).range, terse(to, 2)));
    }
    if (has_masked_) items.push_back(fmt::format("{} -inf", shades_.masked));
    if (has_nan_) items.emplace_back("? nan");
    std::string line;
    for (const std::string& item : items) {
      const int room = style_.width - left_indent(style_) - display_width(line);
      if (!line.empty() && room < gap_of_items + display_width(item)) {
        text_ += spaces(left_indent(style_)) + line + "\n";
        line.clear();
      }
      line += (line.empty() ? "" : spaces(gap_of_items)) + item;
    }
    text_ += spaces(left_indent(style_)) + line + "\n";
    for (const auto& [axis, number] :
         {std::pair(rows_, leading_), std::pair(columns_, leading_ + 1)}) {
      if (axis.size > longest_axis) {
        text_ += paragraph(say(phrase::picture_cut, style_, axis_name(axis, number, style_),
                               longest_axis, axis.size),
                           style_);
      }
    }
  }

  const Tensor& tensor_;
  const Style& style_;
  Shades shades_;
  double low_ = 0;
  double high_ = 0;
  bool has_masked_ = false;
  bool has_nan_ = false;
  Axis rows_;
  Axis columns_;
  Index row_stride_ = 0;
  std::size_t leading_ = 0;
  int cell_width_ = 2;
  Index left_out_ = 0;  ///< pictures that are not drawn
  std::string text_;
};

}  // namespace

std::string heat_map(const Tensor& tensor, const Style& style) {
  if (tensor.size() == 0 || tensor.rank() == 0) return {};
  return HeatMap(tensor, style).text();
}

}  // namespace headtrace
