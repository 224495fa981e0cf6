#include "render/plain_tensor.hpp"

#include <fmt/format.h>

#include "core/shape.hpp"
#include "render/axis_text.hpp"
#include "render/excerpt.hpp"
#include "render/ink.hpp"
#include "render/numbers.hpp"
#include "render/phrases.hpp"
#include "render/width.hpp"

namespace headtrace {
namespace {

class PlainTensor {
 public:
  PlainTensor(const Tensor& tensor, const Statistics& stats, const Style& style)
      : tensor_(tensor),
        style_(style),
        format_(NumberFormat(stats, style.precision).narrowed(style.width - 2)),
        summarized_(is_summarized(tensor, style)) {}

  std::string text() {
    walk(0, tensor_.data(), "");
    return std::move(text_);
  }

 private:
  void walk(std::size_t number, const double* first, const std::string& where) {
    if (number + 1 >= tensor_.axes().size()) return row(first, where);
    const Axis& axis = tensor_.axes()[number];
    const std::string lead = where.empty() ? "" : where + say(phrase::comma, style_);
    excerpt_of(axis, summarized_, style_)
        .visit(
            [&](Index i) {
              walk(number + 1, first + i * tensor_.strides()[number],
                   lead + position(axis, number, i));
            },
            [&](Index from, Index to) {
              line(lead + range_text(axis, number, from, to, style_) + say(phrase::colon, style_) +
                   say(phrase::not_shown, style_, to - from + 1));
            });
  }

  /// `seq 2`; with the head where the axis is made of heads, `in` or `out` for a weight.
  std::string position(const Axis& axis, std::size_t number, Index i) const {
    std::string words = position_text(axis, number, i, style_);
    if (tensor_.spec().layout && tensor_.rank() == 2) {
      const bool reads_in = (*tensor_.spec().layout == WeightLayout::in_out) == (number == 0);
      words =
          say(reads_in ? phrase::in_feature : phrase::out_feature, style_) + fmt::format(" {}", i);
    }
    if (axis.heads > 0)
      words += say(phrase::comma, style_) + say(phrase::head, style_, *head_at(axis, i));
    return words;
  }

  void row(const double* first, const std::string& where) {
    if (tensor_.rank() == 0) return line(format_(*first));
    const Axis& axis = tensor_.axes().back();
    const Index stride = tensor_.strides().back();
    std::string words = where;
    std::optional<Index> head;
    bool fresh = true;
    const auto next = [&] {
      if (!fresh) words += ", ";
      if (fresh && !words.empty()) words += say(phrase::colon, style_);
      fresh = false;
    };
    excerpt_of(axis, summarized_, style_)
        .visit(
            [&](Index i) {
              const auto own = axis.heads > 0 ? head_at(axis, i) : std::nullopt;
              if (own != head) {
                if (!fresh) line(words);
                words = where + (where.empty() ? "" : say(phrase::comma, style_)) +
                        say(phrase::head, style_, *own);
                fresh = true;
                head = own;
              }
              next();
              words += format_(first[i * stride]);
            },
            [&](Index from, Index to) {
              next();
              words += say(phrase::not_shown, style_, to - from + 1);
            });
    line(words);
  }

  void line(const std::string& words) {
    for (const std::string& part : wrap(words, style_.width)) text_.append(part).append("\n");
  }

  const Tensor& tensor_;
  const Style& style_;
  NumberFormat format_;
  bool summarized_;
  std::string text_;
};

}  // namespace

std::string plain_tensor_text(const Tensor& tensor, const Statistics& stats, const Style& style) {
  return PlainTensor(tensor, stats, style).text();
}

}  // namespace headtrace
