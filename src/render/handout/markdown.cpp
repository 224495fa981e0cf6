#include "render/handout/markdown.hpp"

#include <fmt/format.h>

#include "render/axis_text.hpp"
#include "render/numbers.hpp"
#include "render/phrases.hpp"
#include "render/tensor_grid.hpp"
#include "study/statistics.hpp"

namespace headtrace {
namespace {

constexpr Index paper_columns = 12;
constexpr std::string_view blank_cell = "____";

/// The tables of one tensor.
class MarkdownTables {
 public:
  MarkdownTables(const Tensor& tensor, bool blank, const Style& style)
      : tensor_(tensor),
        blank_(blank),
        style_(style),
        grid_(grid_of(tensor, style, paper_columns)),
        numbers_(statistics(tensor), style.precision) {}

  std::string text() const {
    std::string text;
    for (const Sizes& table : grid_.tables()) {
      const std::string label = table_label(tensor_, table, style_);
      if (!label.empty()) text += markdown_text(label) + "\n\n";
      text += header() + rows(table) + "\n";
    }
    return text;
  }

 private:
  std::size_t last() const { return tensor_.axes().size() - 1; }

  /// Calls `show` for each position of an axis, and `gap` where some are left out.
  template <typename Show, typename Gap>
  static void along(const ShownAxis& axis, Show show, Gap gap) {
    for (std::size_t i = 0; i < axis.positions.size(); ++i) {
      if (axis.left_out > 0 && i == axis.before_gap) gap();
      show(axis.positions[i]);
    }
  }

  std::string header() const {
    std::string corner = axis_name(tensor_.axes()[last()], last(), style_) + " →";
    if (grid_.has_rows())
      corner = axis_name(tensor_.axes()[last() - 1], last() - 1, style_) + " ↓ " + corner;
    std::string names = "| " + markdown_text(corner);
    std::string rule = "| ---";
    along(
        grid_.columns(),
        [&](Index position) {
          names += fmt::format(" | {}", position);
          rule += " | ---:";
        },
        [&] {
          names += " | …";
          rule += " | :---:";
        });
    return names + " |\n" + rule + " |\n";
  }

  std::string rows(const Sizes& table) const {
    if (!grid_.has_rows()) return row("", table);
    std::string text;
    along(
        grid_.rows(),
        [&](Index position) {
          Sizes cell = table;
          cell.push_back(position);
          text += row(fmt::format("{}", position), cell);
        },
        [&] { text += gap_row(); });
    return text;
  }

  std::string row(const std::string& label, Sizes cell) const {
    std::string text = "| " + (label.empty() ? "" : "**" + label + "**");
    cell.push_back(0);
    along(
        grid_.columns(),
        [&](Index position) {
          cell.back() = position;
          text += " | " + (blank_ ? std::string(blank_cell) : numbers_(tensor_.at(cell)));
        },
        [&] { text += " | …"; });
    return text + " |\n";
  }

  std::string gap_row() const {
    std::string text = "| …";
    along(
        grid_.columns(), [&](Index) { text += " | …"; }, [&] { text += " | …"; });
    return text + " |\n";
  }

  const Tensor& tensor_;
  bool blank_;
  const Style& style_;
  TensorGrid grid_;
  NumberFormat numbers_;
};

}  // namespace

std::string markdown_text(const std::string& text) {
  std::string safe;
  for (char c : text) {
    if (c == '<') {
      safe += "&lt;";
    } else if (c == '&') {
      safe += "&amp;";
    } else {
      if (std::string_view("\\`*_{}[]#|~!>$").find(c) != std::string_view::npos) safe += '\\';
      safe += c;
    }
  }
  return safe;
}

std::string markdown_code(const std::string& text) {
  std::string fence = "`";
  while (text.find(fence) != std::string::npos) fence += '`';
  const std::string pad = fence.size() > 1 ? " " : "";
  return fence + pad + text + pad + fence;
}

std::string markdown_tables(const Tensor& tensor, bool blank, const Style& style) {
  return MarkdownTables(tensor, blank, style).text();
}

}  // namespace headtrace
