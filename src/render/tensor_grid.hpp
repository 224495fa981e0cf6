#pragma once

#include <headtrace/style.hpp>
#include <headtrace/tensor.hpp>
#include <vector>

/// What a document shows of a tensor: which positions of every axis, and in which tables.
namespace headtrace {

/// The positions of one axis that are shown. Where some are left out, the gap stands after
/// `before_gap` of them.
struct ShownAxis {
  std::vector<Index> positions;
  std::size_t before_gap = 0;
  Index left_out = 0;
};

/// Columns are the last axis, rows the one before it; every other axis counts the tables.
struct TensorGrid {
  std::vector<ShownAxis> axes;

  const ShownAxis& columns() const { return axes.back(); }
  bool has_rows() const { return axes.size() > 1; }
  const ShownAxis& rows() const { return axes[axes.size() - 2]; }
  /// The positions on the other axes, one list a table, in row-major order.
  std::vector<Sizes> tables() const;
  /// Every cell shown, in row-major order.
  std::vector<Sizes> cells() const;
};

/// A tensor of more elements than the style's threshold is shown by its edge items; an axis of
/// columns never by more than `most_columns`.
TensorGrid grid_of(const Tensor& tensor, const Style& style, Index most_columns);

/// `batch 0, head 1`: a table's positions, empty where there is only one.
std::string table_label(const Tensor& tensor, const Sizes& table, const Style& style);

}  // namespace headtrace
