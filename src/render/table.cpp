#include "render/table.hpp"

#include <fmt/format.h>

#include <iterator>

#include "core/shape.hpp"
#include "render/axis_text.hpp"
#include "render/ink.hpp"
#include "render/phrases.hpp"
#include "render/width.hpp"

// What a table prints. Which columns it shows is decided in table_layout.cpp.
namespace headtrace {
namespace {

void end_line(std::string& text) {
  while (text.ends_with(' ')) text.pop_back();
  text += '\n';
}

/// Writes numbers in the colors of their heads, changing color only where the head changes.
class Pen {
 public:
  Pen(std::string& text, const Style& style) : text_(text), style_(style) {}
  ~Pen() { use({}); }
  Pen(const Pen&) = delete;
  Pen& operator=(const Pen&) = delete;

  void use(std::optional<Index> head) {
    if (!style_.color || head == head_) return;
    if (head_) text_ += end_code(style_);
    if (head) text_ += head_code(*head, style_);
    head_ = head;
  }

 private:
  std::string& text_;
  const Style& style_;
  std::optional<Index> head_;
};

}  // namespace

void Table::append(std::string& text, const double* first, std::optional<Index> head,
                   const std::string& label) const {
  for (const Columns& columns : groups_) {
    if (columns.first > part_.first) {
      const Index last = columns.first + columns.shown.lead - 1;
      const std::string range = range_text(columns_, column_number_, columns.first, last, style_);
      text += '\n';
      append_faint(text, label.empty() ? range : fmt::format("{}, {}", label, range));
    }
    append_group(text, columns, first, head);
  }
}

void Table::append_group(std::string& text, const Columns& columns, const double* first,
                         std::optional<Index> head) const {
  append_heading(text, columns);
  excerpt_of(rows_, summarized_, style_)
      .visit([&](Index row) { append_row(text, columns, first + row * row_stride_, row, head); },
             [&](Index from, Index to) { append_left_out(text, from, to); });
}

void Table::append_faint(std::string& text, const std::string& words) const {
  for (const std::string& line : wrap(words, style_.width - indent_)) {
    text += spaces(indent_) + paint(line, Ink::faint, style_) + '\n';
  }
}

/// The columns' axis and positions; above them the group and the heads, where there are any.
void Table::append_heading(std::string& text, const Columns& columns) const {
  if (column_name_.empty()) return;
  if (bare_labels_) {
    const std::string names =
        has_rows_ ? fmt::format("{} / {}", row_name_, column_name_) : column_name_;
    append_faint(text, fmt::format("{} {}", names, signs(style_).arrow));
  }
  if (columns_.heads > 0) append_heads_line(text, columns);
  std::string line = bare_labels_ ? "" : fmt::format("{} {}", column_name_, signs(style_).arrow);
  line = pad_right(std::move(line), label_width_);
  Index previous = -1;
  columns.shown.visit(
      [&](Index i) {
        const Index column = columns.first + i;
        const bool border = i > 0 && previous == column - 1 && starts_head(column);
        if (border) line += fmt::format(" {}", signs(style_).bar);
        fmt::format_to(std::back_inserter(line), "  {:>{}}", column, column_width_);
        previous = column;
      },
      [&](Index, Index) { line += "  " + columns.gap; });
  text += spaces(indent_) + paint(line, Ink::faint, style_);
  end_line(text);
}

void Table::append_heads_line(std::string& text, const Columns& columns) const {
  text += spaces(indent_ + label_width_);
  int run = 0;
  std::optional<Index> head;
  const auto finish_run = [&] {
    if (!head) return;
    std::string label = say(phrase::head, style_, *head);
    if (display_width(label) > run) label = fmt::format("{}", *head);
    const int free = run - display_width(label);
    text += spaces(2 + free / 2) + paint_head(label, *head, style_) + spaces(free - free / 2);
    head.reset();
  };
  columns.shown.visit(
      [&](Index i) {
        const Index column = columns.first + i;
        if (head && starts_head(column)) {
          finish_run();
          text += fmt::format(" {}", signs(style_).bar);
        }
        run = head ? run + 2 + column_width_ : column_width_;
        head = column_head(column);
      },
      [&](Index, Index) {
        finish_run();
        text += spaces(2 + display_width(columns.gap));
      });
  finish_run();
  end_line(text);
}

void Table::append_row(std::string& text, const Columns& columns, const double* row, Index number,
                       std::optional<Index> head) const {
  text.append(static_cast<std::size_t>(indent_), ' ');
  append_label(text, number);
  if (has_rows_) {
    if (const auto row_head = head_at(rows_, number)) head = row_head;
  }
  const auto padding =
      static_cast<std::size_t>(column_width_) + 2 - static_cast<std::size_t>(format_.width());
  {
    Pen pen(text, style_);
    Index previous = -1;
    columns.shown.visit(
        [&](Index i) {
          const Index column = columns.first + i;
          if (i > 0 && previous == column - 1 && starts_head(column)) {
            pen.use({});
            text.append(" ").append(signs(style_).bar);
          }
          const auto own_head = column_head(column);
          pen.use(own_head ? own_head : head);
          text.append(padding, ' ');
          format_.append(text, row[column * column_stride_]);
          previous = column;
        },
        [&](Index, Index) {
          pen.use({});
          text += "  " + centered(std::string(signs(style_).ellipsis), display_width(columns.gap));
        });
  }
  end_line(text);
}

void Table::append_label(std::string& text, Index row) const {
  if (!has_rows_) {
    text.append(static_cast<std::size_t>(label_width_), ' ');
    return;
  }
  const int digits = static_cast<int>(fmt::formatted_size("{}", rows_.size - 1));
  std::string label = bare_labels_ ? fmt::format("{:>{}}", row, digits)
                                   : fmt::format("{} {:>{}}", row_name_, row, digits);
  const auto head = head_at(rows_, row);
  const bool named = head && rows_.heads > 0 && !bare_labels_;
  const std::string belongs = named ? fmt::format(" ({})", say(phrase::head, style_, *head)) : "";
  const int padding = label_width_ - display_width(label) - display_width(belongs);
  text += head && rows_.heads == 0 ? paint_head(label, *head, style_)
                                   : paint(label, Ink::faint, style_);
  if (named) text += paint_head(belongs, *head, style_);
  text.append(static_cast<std::size_t>(std::max(padding, 0)), ' ');
}

void Table::append_left_out(std::string& text, Index first, Index last) const {
  append_faint(
      text, left_out_text(rows_, column_number_ - 1, first, last, style_.width - indent_, style_));
}

}  // namespace headtrace
