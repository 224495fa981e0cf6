#include "render/svg/tensor_picture.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>

#include "core/shape.hpp"
#include "render/axis_text.hpp"
#include "render/numbers.hpp"
#include "render/phrases.hpp"
#include "render/svg/head_fills.hpp"
#include "render/svg/svg.hpp"
#include "render/tensor_grid.hpp"
#include "study/statistics.hpp"

namespace headtrace {
namespace {

constexpr Index picture_columns = 12;
constexpr int picture_threshold = 200;
constexpr double left = 16;
constexpr double cell_height = 26;
constexpr double label_size = 12;
constexpr double number_size = 15;
constexpr double most_width = 1200;
constexpr double most_opacity = 0.75;
constexpr std::string_view heat_fill = "#e87722";

/// One tensor's tables, side by side as far as the width goes.
class TensorPicture {
 public:
  TensorPicture(const Tensor& tensor, bool heat, const Style& style, Svg& svg)
      : tensor_(tensor),
        heat_(heat),
        style_(style),
        svg_(svg),
        grid_(grid_of(tensor, style, picture_columns)),
        stats_(statistics(tensor)),
        numbers_(stats_, style.precision) {
    cell_width_ =
        text_width(std::string(static_cast<std::size_t>(numbers_.width()), '0'), number_size) + 14;
    label_width_ = text_width(corner(), label_size) + 10;
  }

  /// Draws from `y` down; gives where it ends.
  double draw(double y) {
    double x = left;
    double bottom = y;
    for (const Sizes& table : grid_.tables()) {
      const double width = label_width_ + cell_width_ * slots(grid_.columns());
      if (x > left && x + width > most_width) {
        x = left;
        y = bottom + 14;
      }
      bottom = std::max(bottom, draw_table(table, x, y));
      x += width + 28;
    }
    return bottom;
  }

 private:
  std::size_t last() const { return tensor_.axes().size() - 1; }

  /// Positions, and one more for a gap.
  static double slots(const ShownAxis& axis) {
    return static_cast<double>(axis.positions.size()) + (axis.left_out > 0 ? 1 : 0);
  }
  /// Where the position shown as number `i` stands, counted in slots.
  static double slot(const ShownAxis& axis, std::size_t i) {
    return static_cast<double>(i) + (axis.left_out > 0 && i >= axis.before_gap ? 1 : 0);
  }

  std::string corner() const {
    std::string columns = axis_name(tensor_.axes()[last()], last(), style_) + " →";
    if (!grid_.has_rows()) return columns;
    return axis_name(tensor_.axes()[last() - 1], last() - 1, style_) + " ↓ " + columns;
  }

  double draw_table(const Sizes& table, double x, double y) {
    const std::string caption = table_label(tensor_, table, style_);
    for (std::size_t i = 0; i < table.size() && !caption.empty(); ++i) {
      if (const auto head = head_at(tensor_.axes()[i], table[i]))
        svg_.strip(x, y, 7, 14, head_fill(*head));
    }
    svg_.text({x + 12, y + 12, label_size, Anchor::start, false, true}, caption);
    y += caption.empty() ? 0 : 20;
    y += head_numbers(x + label_width_, y);
    svg_.text({x, y + 12, label_size, Anchor::start, false, true}, corner());
    column_labels(x + label_width_, y);
    y += 22;
    if (!grid_.has_rows()) {
      row({}, x + label_width_, y);
      return y + cell_height;
    }
    for (std::size_t i = 0; i < grid_.rows().positions.size(); ++i) {
      Sizes cell = table;
      cell.push_back(grid_.rows().positions[i]);
      const double top = y + cell_height * slot(grid_.rows(), i);
      row_label(cell.back(), x + label_width_, top);
      row(cell, x + label_width_, top);
    }
    if (grid_.rows().left_out > 0) {
      const double gap = y + cell_height * static_cast<double>(grid_.rows().before_gap);
      svg_.text(
          {x + label_width_ + cell_width_ / 2, gap + 17, label_size, Anchor::middle, false, true},
          "⋮");
    }
    return y + cell_height * slots(grid_.rows());
  }

  /// `head 0` above the first of each head's columns, where they are made of heads; how high.
  double head_numbers(double x, double y) {
    const Axis& axis = tensor_.axes()[last()];
    if (axis.heads == 0) return 0;
    const std::vector<Index>& positions = grid_.columns().positions;
    std::optional<Index> before;
    for (std::size_t i = 0; i < positions.size(); ++i) {
      const auto head = head_at(axis, positions[i]);
      if (head && head != before) {
        svg_.text({x + cell_width_ * slot(grid_.columns(), i), y + 12, label_size},
                  say(phrase::head, style_, *head));
      }
      before = head;
    }
    return 16;
  }

  void column_labels(double x, double y) {
    const Axis& axis = tensor_.axes()[last()];
    const ShownAxis& columns = grid_.columns();
    for (std::size_t i = 0; i < columns.positions.size(); ++i) {
      const double begin = x + cell_width_ * slot(columns, i);
      svg_.text({begin + cell_width_ - 7, y + 12, label_size, Anchor::end, false, true},
                fmt::format("{}", columns.positions[i]));
      if (const auto head = head_at(axis, columns.positions[i]))
        svg_.strip(begin, y + 17, cell_width_, 4, head_fill(*head));
    }
    if (columns.left_out > 0) {
      const double gap = x + cell_width_ * static_cast<double>(columns.before_gap);
      svg_.text({gap + cell_width_ / 2, y + 12, label_size, Anchor::middle, false, true}, "…");
    }
  }

  void row_label(Index position, double x, double y) {
    svg_.text({x - 9, y + 17, label_size, Anchor::end, false, true}, fmt::format("{}", position));
    if (const auto head = head_at(tensor_.axes()[last() - 1], position))
      svg_.strip(x - 5, y, 4, cell_height, head_fill(*head));
  }

  void row(Sizes cell, double x, double y) {
    cell.push_back(0);
    for (std::size_t i = 0; i < grid_.columns().positions.size(); ++i) {
      cell.back() = grid_.columns().positions[i];
      const double value = tensor_.at(cell);
      const double begin = x + cell_width_ * slot(grid_.columns(), i);
      svg_.box(begin, y, cell_width_, cell_height, heat_fill, opacity(value));
      svg_.text({begin + cell_width_ - 7, y + 18, number_size, Anchor::end}, numbers_(value));
    }
  }

  double opacity(double value) const {
    if (!heat_ || !std::isfinite(value) || stats_.max <= 0) return 0;
    return most_opacity * std::clamp(value / stats_.max, 0.0, 1.0);
  }

  const Tensor& tensor_;
  bool heat_;
  const Style& style_;
  Svg& svg_;
  TensorGrid grid_;
  Statistics stats_;
  NumberFormat numbers_;
  double cell_width_ = 0;
  double label_width_ = 0;
};

}  // namespace

std::string tensor_picture(const Trace& trace, const std::string& name, const Style& given) {
  Style style = given;
  style.threshold = std::min(style.threshold, picture_threshold);
  const TraceStep* step = trace.find_step(name);
  Svg svg;
  double y = 34;
  if (step) {
    svg.text({left, y, 20, Anchor::start, true, false, true},
             step->planned.notation.formula_in(style.lang));
    y += 34;
  }
  std::vector<Tensor> tensors = step ? trace.operands(*step) : std::vector<Tensor>{};
  tensors.push_back(*trace.find(name));
  for (const Tensor& tensor : tensors) {
    const bool result = &tensor == &tensors.back();
    svg.text({left, y, 16, Anchor::start, result},
             tensor.name() + "  " + axes_text(tensor.axes(), trace.dims, style));
    const bool heat = result && step && step->planned.step.op == "softmax";
    y = TensorPicture(tensor, heat, style, svg).draw(y + 12) + 34;
  }
  return svg.document(name + " " + axes_text(tensors.back().axes(), trace.dims, style));
}

}  // namespace headtrace
