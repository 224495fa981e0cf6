#include "render/tensor_text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <vector>

#include "core/shape.hpp"
#include "render/axis_text.hpp"
#include "render/ink.hpp"
#include "render/numbers.hpp"
#include "render/phrases.hpp"
#include "render/plain_tensor.hpp"
#include "render/table.hpp"
#include "render/width.hpp"

namespace headtrace {
namespace {

/// Goes through the leading axes and prints a table for each position on them.
class Blocks {
 public:
  Blocks(const Tensor& tensor, const Statistics& stats, const Style& style)
      : tensor_(tensor),
        style_(style),
        table_(tensor, stats, style),
        leading_(tensor.axes().size() > 2 ? tensor.axes().size() - 2 : 0) {}

  std::string text() {
    walk(0, tensor_.data());
    if (table_.has_fewer_digits()) line(say(phrase::fewer_digits, style_));
    return std::move(text_);
  }

 private:
  void walk(std::size_t number, const double* first) {
    if (number == leading_) return block(first);
    const Axis& axis = tensor_.axes()[number];
    excerpt_of(axis, is_summarized(tensor_, style_), style_)
        .visit(
            [&](Index i) {
              cell_.push_back(i);
              walk(number + 1, first + i * tensor_.strides()[number]);
              cell_.pop_back();
            },
            [&](Index from, Index to) {
              separate();
              line(left_out_text(axis, number, from, to, style_.width - left_indent(style_),
                                 style_));
            });
  }

  void block(const double* first) {
    separate();
    std::string label;
    std::string painted;
    std::optional<Index> block_head;
    for (std::size_t i = 0; i < leading_; ++i) {
      const std::string words = position_text(tensor_.axes()[i], i, cell_[i], style_);
      const auto head = head_at(tensor_.axes()[i], cell_[i]);
      if (head) block_head = head;
      label += (i > 0 ? ", " : "") + words;
      painted += (i > 0 ? ", " : "") + (head ? paint_head(words, *head, style_) : words);
    }
    if (leading_ > 0) {
      const int room = style_.width - left_indent(style_);
      if (display_width(label) <= room) {
        text_ += spaces(left_indent(style_)) + painted + '\n';
      } else {
        line(label);
      }
    }
    table_.append(text_, first, block_head, label);
  }

  void separate() {
    if (!text_.empty()) text_ += '\n';
  }

  void line(const std::string& words) {
    for (const std::string& part : wrap(words, style_.width - left_indent(style_))) {
      text_ += spaces(left_indent(style_)) + paint(part, Ink::faint, style_) + '\n';
    }
  }

  const Tensor& tensor_;
  const Style& style_;
  Table table_;
  std::size_t leading_;
  Sizes cell_;
  std::string text_;
};

}  // namespace

std::string tensor_text(const Tensor& tensor, const Statistics& stats, const Style& style) {
  if (tensor.size() == 0)
    return spaces(left_indent(style)) + say(phrase::no_elements, style) + '\n';
  Style fitting = style;
  fitting.width = std::max(style.width, 20);
  if (style.plain) return plain_tensor_text(tensor, stats, fitting);
  return Blocks(tensor, stats, fitting).text();
}

std::string tensor_text(const Tensor& tensor, const Style& style) {
  return tensor_text(tensor, statistics(tensor), style);
}

bool is_worth_statistics(const Statistics& stats) {
  return stats.count > 16 || stats.non_finite() > 0;
}

std::string statistics_text(const Statistics& stats, const Style& style) {
  const auto number = [&style](double value) { return terse(value, style.precision); };
  std::string text = fmt::format("n={}", stats.count);
  const auto add = [&text](const std::string& part) { text += "  " + part; };
  if (stats.finite() > 0) {
    add(say(phrase::min, style) + " " + number(stats.min));
    add(say(phrase::max, style) + " " + number(stats.max));
    add(say(phrase::mean, style) + " " + number(stats.mean));
    add(say(phrase::sigma, style) + " " + number(stats.sigma));
  }
  if (stats.zeros > 0)
    add(say(stats.zeros == 1 ? phrase::zero : phrase::zeros, style, stats.zeros));
  if (stats.nan > 0) add(fmt::format("{} nan", stats.nan));
  if (stats.plus_inf > 0) add(fmt::format("{} inf", stats.plus_inf));
  if (stats.minus_inf > 0) add(fmt::format("{} -inf", stats.minus_inf));
  return text;
}

}  // namespace headtrace
