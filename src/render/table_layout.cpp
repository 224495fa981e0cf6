#include <fmt/format.h>

#include <algorithm>

#include "core/shape.hpp"
#include "render/axis_text.hpp"
#include "render/ink.hpp"
#include "render/phrases.hpp"
#include "render/table.hpp"
#include "render/width.hpp"

// Which columns a table shows, and how wide they are. What it prints is in table.cpp.
namespace headtrace {
namespace {

constexpr int gutter = 2;        // between columns
constexpr int border_extra = 2;  // a head's border beside it
constexpr int narrowest_number = 6;

int digits(Index largest) {
  return static_cast<int>(fmt::formatted_size("{}", largest));
}

}  // namespace

int left_indent(const Style& style) {
  return style.width >= 60 ? 3 : style.width >= 40 ? 1 : 0;
}

std::string left_out_text(const Axis& axis, std::size_t number, Index first, Index last, int width,
                          const Style& style) {
  const Index count = last - first + 1;
  std::string text =
      say(phrase::more_range, style, count, range_text(axis, number, first, last, style));
  if (display_width(text) > width) text = say(phrase::more, style, count);
  if (display_width(text) > width) text = fmt::format("{0}{1}{0}", signs(style).ellipsis, count);
  return text;
}

Table::Table(const Tensor& tensor, const Statistics& stats, const Style& style)
    : style_(style),
      format_(stats, style.precision),
      summarized_(is_summarized(tensor, style)),
      indent_(left_indent(style)),
      has_rows_(tensor.rank() > 1) {
  const std::size_t rank = tensor.axes().size();
  columns_ = rank > 0 ? tensor.axes()[rank - 1] : Axis{"", 1, 0};
  part_ = part_of(columns_, style_);
  column_stride_ = rank > 0 ? tensor.strides()[rank - 1] : 1;
  column_number_ = rank > 0 ? rank - 1 : 0;
  rows_ = has_rows_ ? tensor.axes()[rank - 2] : Axis{"", 1, 0};
  row_stride_ = has_rows_ ? tensor.strides()[rank - 2] : 0;
  name_axes(tensor);
  choose_label();
  choose_columns();
}

/// A weight's axes are named for what they are to it: `in` and `out`.
void Table::name_axes(const Tensor& tensor) {
  if (tensor.rank() == 0) return;
  if (tensor.rank() == 2 && tensor.spec().layout) {
    const bool in_rows = *tensor.spec().layout == WeightLayout::in_out;
    row_name_ = say(in_rows ? phrase::in_feature : phrase::out_feature, style_);
    column_name_ = say(in_rows ? phrase::out_feature : phrase::in_feature, style_);
    return;
  }
  row_name_ = has_rows_ ? axis_name(rows_, column_number_ - 1, style_) : "";
  if (rows_.name.empty() && has_rows_) row_name_ += ':';
  column_name_ = axis_name(columns_, column_number_, style_);
}

/// `seq 12`, and above it `d_k →`; the numbers alone where that would take too much room.
void Table::choose_label() {
  const int number = has_rows_ ? digits(rows_.size - 1) : 0;
  int row = has_rows_ ? display_width(row_name_) + 1 + number : 0;
  if (rows_.heads > 0) {
    row += 3 + display_width(say(phrase::head, style_, rows_.heads - 1));
  }
  const int column = column_name_.empty()
                         ? 0
                         : display_width(column_name_) + 1 + display_width(signs(style_).arrow);
  label_width_ = std::max(row, column);
  bare_labels_ = label_width_ > (style_.width - indent_) / 3;
  if (bare_labels_) label_width_ = number;
}

void Table::choose_column_width() {
  column_width_ = std::max(format_.width(), digits(columns_.size - 1));
  if (columns_.heads == 0) return;
  const int label = display_width(say(phrase::head, style_, columns_.heads - 1));
  const bool single = columns_.size == columns_.heads || (summarized_ && style_.edge_items < 2);
  column_width_ = std::max(column_width_, single ? label : (label + gutter + 1) / 2 - gutter);
}

void Table::choose_columns() {
  choose_column_width();
  if (is_full(style_)) return split_in_groups();
  const Index most = excerpt_of(columns_, summarized_, style_).elided() > 0
                         ? Index{2} * std::max(style_.edge_items, 1)
                         : part_.size;
  for (int attempt = 0; attempt < 3; ++attempt) {
    auto found = widest_that_fits(most, false);
    if (!found || found->shown.lead + found->shown.tail < std::min<Index>(most, 2)) {
      const auto tight = widest_that_fits(most, true);
      if (tight) found = tight;
    }
    if (found) {
      groups_ = {*found};
      return;
    }
    if (!shrink_to_fit()) break;
  }
  groups_ = {{part_.first, Excerpt::of(part_.size, 1), gap_text(part_.size - 1, true)}};
}

/// Gives up the labels' names, then digits. False if nothing is left to give up.
bool Table::shrink_to_fit() {
  if (!bare_labels_) {
    bare_labels_ = true;
    label_width_ = has_rows_ ? digits(rows_.size - 1) : 0;
    return true;
  }
  int room = style_.width - indent_ - label_width_ - gutter;
  if (part_.size > 1 && !is_full(style_)) {
    room -= gutter + display_width(gap_text(part_.size - 1, true));
  }
  const NumberFormat narrower = format_.narrowed(std::max(room, narrowest_number));
  fewer_digits_ = narrower.width() < format_.width();
  format_ = narrower;
  choose_column_width();
  return fewer_digits_;
}

std::string Table::gap_text(Index elided, bool short_gap) const {
  if (elided == 0) return {};
  if (!short_gap) return say(phrase::more, style_, elided);
  return fmt::format("{}{}", signs(style_).ellipsis, elided);
}

bool Table::starts_head(Index column) const {
  return columns_.heads > 0 && column % (columns_.size / columns_.heads) == 0;
}

std::optional<Index> Table::column_head(Index column) const {
  return head_at(columns_, column);
}

int Table::width_of(const Columns& columns) const {
  int width = indent_ + label_width_;
  Index previous = -1;
  columns.shown.visit(
      [&](Index i) {
        const Index column = columns.first + i;
        width += gutter + column_width_;
        if (previous == column - 1 && previous >= columns.first && starts_head(column)) {
          width += border_extra;
        }
        previous = column;
      },
      [&](Index, Index) { width += gutter + display_width(columns.gap); });
  return width;
}

std::optional<Table::Columns> Table::widest_that_fits(Index most, bool short_gap) const {
  const Index room = style_.width - indent_ - label_width_;
  for (Index n = std::min(most, room / (column_width_ + gutter)); n > 0; --n) {
    Columns columns{part_.first, Excerpt::of(part_.size, n), gap_text(part_.size - n, short_gap)};
    if (width_of(columns) <= style_.width) return columns;
  }
  return std::nullopt;
}

/// All columns, as many side by side as fit; whole heads where more than one fits.
void Table::split_in_groups() {
  for (int attempt = 0; attempt < 2; ++attempt) {
    if (indent_ + label_width_ + gutter + column_width_ > style_.width) shrink_to_fit();
  }
  const Index block = columns_.heads > 0 ? columns_.size / columns_.heads : 1;
  const Index end = part_.first + part_.size;
  for (Index first = part_.first; first < end;) {
    Index n = std::clamp<Index>((style_.width - indent_ - label_width_) / (column_width_ + gutter),
                                1, end - first);
    while (n > 1 && width_of({first, Excerpt::all(n), {}}) > style_.width) --n;
    if (n > block && first + n < end) n -= n % block;
    groups_.push_back({first, Excerpt::all(n), {}});
    first += n;
  }
}

}  // namespace headtrace
