#include "render/tensor_grid.hpp"

#include "render/axis_text.hpp"
#include "render/excerpt.hpp"

namespace headtrace {
namespace {

ShownAxis shown_axis(const Excerpt& excerpt) {
  ShownAxis axis;
  excerpt.visit([&axis](Index position) { axis.positions.push_back(position); },
                [&axis](Index first, Index last) {
                  axis.before_gap = axis.positions.size();
                  axis.left_out = last - first + 1;
                });
  return axis;
}

/// Every combination of the first `count` axes' positions, the last changing fastest.
std::vector<Sizes> combinations(const std::vector<ShownAxis>& axes, std::size_t count) {
  std::vector<Sizes> all{{}};
  for (std::size_t i = 0; i < count; ++i) {
    std::vector<Sizes> longer;
    for (const Sizes& begun : all) {
      for (Index position : axes[i].positions) {
        longer.push_back(begun);
        longer.back().push_back(position);
      }
    }
    all = std::move(longer);
  }
  return all;
}

}  // namespace

std::vector<Sizes> TensorGrid::tables() const {
  return combinations(axes, axes.size() > 2 ? axes.size() - 2 : 0);
}

std::vector<Sizes> TensorGrid::cells() const {
  return combinations(axes, axes.size());
}

TensorGrid grid_of(const Tensor& tensor, const Style& style, Index most_columns) {
  TensorGrid grid;
  const bool summarized = is_summarized(tensor, style);
  for (const Axis& axis : tensor.axes()) {
    Excerpt excerpt = excerpt_of(axis, summarized, style);
    const bool is_last = grid.axes.size() + 1 == tensor.axes().size();
    if (is_last && !is_full(style) && excerpt.lead + excerpt.tail > most_columns) {
      excerpt = Excerpt::of(axis.size, most_columns);
    }
    grid.axes.push_back(shown_axis(excerpt));
  }
  return grid;
}

std::string table_label(const Tensor& tensor, const Sizes& table, const Style& style) {
  std::string label;
  bool several = false;
  for (std::size_t i = 0; i < table.size(); ++i) {
    const Axis& axis = tensor.axes()[i];
    several = several || axis.size > 1;
    label += (i > 0 ? ", " : "") + position_text(axis, i, table[i], style);
  }
  return several ? label : "";
}

}  // namespace headtrace
