#pragma once

#include <headtrace/style.hpp>
#include <headtrace/tensor.hpp>
#include <optional>
#include <string>
#include <vector>

#include "render/excerpt.hpp"
#include "render/numbers.hpp"

namespace headtrace {

/// The last two axes of a tensor laid out as a table, once for all of its blocks: which columns
/// are shown, how wide they are, and the lines above them.
class Table {
 public:
  Table(const Tensor& tensor, const Statistics& stats, const Style& style);

  /// One block. `first` is its first element, `head` the head that all of it belongs to, `label`
  /// its name, which is repeated above columns that had to go below.
  void append(std::string& text, const double* first, std::optional<Index> head,
              const std::string& label) const;
  /// Whether numbers had to be shortened for the width.
  bool has_fewer_digits() const { return fewer_digits_; }

 private:
  /// Columns side by side: `first` and those after it, or the two ends of the axis with a gap.
  struct Columns {
    Index first = 0;
    Excerpt shown;
    std::string gap;
  };

  void name_axes(const Tensor& tensor);
  void choose_label();
  void choose_columns();
  bool shrink_to_fit();
  void choose_column_width();
  std::optional<Columns> widest_that_fits(Index most, bool short_gap) const;
  void split_in_groups();
  std::string gap_text(Index elided, bool short_gap) const;
  int width_of(const Columns& columns) const;
  bool starts_head(Index column) const;
  std::optional<Index> column_head(Index column) const;

  void append_group(std::string& text, const Columns& columns, const double* first,
                    std::optional<Index> head) const;
  void append_faint(std::string& text, const std::string& words) const;
  void append_heading(std::string& text, const Columns& columns) const;
  void append_heads_line(std::string& text, const Columns& columns) const;
  void append_row(std::string& text, const Columns& columns, const double* row, Index number,
                  std::optional<Index> head) const;
  void append_label(std::string& text, Index row) const;
  void append_left_out(std::string& text, Index first, Index last) const;

  Style style_;
  NumberFormat format_;
  bool fewer_digits_ = false;
  bool summarized_;
  int indent_;
  Axis rows_;
  Axis columns_;
  Excerpt part_;  ///< of the columns: all, or one head's
  std::size_t column_number_;
  bool has_rows_;
  Index row_stride_ = 0;
  Index column_stride_ = 0;
  std::string row_name_;
  std::string column_name_;
  int label_width_ = 0;
  bool bare_labels_ = false;  ///< numbers alone, where the axis' name would take the columns' room
  int column_width_ = 0;
  std::vector<Columns> groups_;
};

/// Columns left free at the left edge; less where there are few.
int left_indent(const Style& style);
/// `… 122 more (seq 3–124) …`, or shorter where that doesn't fit `width`.
std::string left_out_text(const Axis& axis, std::size_t number, Index first, Index last, int width,
                          const Style& style);

}  // namespace headtrace
