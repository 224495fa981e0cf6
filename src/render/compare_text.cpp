#include "render/compare_text.hpp"

#include <fmt/format.h>

#include "core/shape.hpp"
#include "render/axis_text.hpp"
#include "render/compare_phrases.hpp"
#include "render/fact_list.hpp"
#include "render/ink.hpp"
#include "render/numbers.hpp"
#include "render/step_text.hpp"
#include "render/table.hpp"
#include "render/tensor_text.hpp"
#include "render/width.hpp"

namespace headtrace {
namespace {

using Verdict = TensorPair::Verdict;

class Report {
 public:
  Report(const Comparison& comparison, const Dims& dims, const Style& style)
      : comparison_(comparison), dims_(dims), style_(style) {}

  std::string text(const Compared& what) {
    const bool left_out = !what.without.empty();
    line(left_out ? say(phrase::with_and_without, style_, what.lesson, what.without)
                  : say(phrase::comparing, style_, what.lesson, what.variant),
         Ink::strong);
    if (!left_out) add(shown_line(what.title.in(style_.lang), style_));
    text_ += "\n";
    tensors();
    result();
    cost();
    return std::move(text_);
  }

 private:
  void add(const std::string& words) { text_ += paragraph(words, style_); }
  void line(const std::string& words, Ink ink) {
    for (const std::string& part : wrap(words, style_.width))
      text_ += paint(part, ink, style_) + "\n";
  }
  std::string number(double value) const { return terse(value, style_.precision); }

  void tensors() {
    if (!comparison_.first) {
      add(say(phrase::all_agree, style_));
      text_ += "\n";
      return;
    }
    const std::size_t first = *comparison_.first;
    if (first > 0) {
      add(say(phrase::agree_before, style_, comparison_.tensors[first - 1].name, first,
              comparison_.tensors.size()));
      text_ += "\n";
    }
    for (std::size_t i = first; i < comparison_.tensors.size(); ++i) {
      const TensorPair& pair = comparison_.tensors[i];
      if (pair.verdict == Verdict::same) continue;
      title(pair, i == first);
      about(pair, i == first);
    }
  }

  void title(const TensorPair& pair, bool first) {
    const Tensor& shown_tensor = pair.base != nullptr ? *pair.base : *pair.other;
    const std::string name = shown_line(pair.name, style_);
    text_ +=
        heading(first ? name + "  " + say(phrase::first_to_differ, style_) : name, "", "", style_);
    if (pair.verdict != Verdict::shape) add(axes_text(shown_tensor.axes(), dims_, style_));
  }

  void about(const TensorPair& pair, bool first) {
    switch (pair.verdict) {
      case Verdict::only_base:
        add(say(phrase::only_in_lesson, style_));
        break;
      case Verdict::only_other:
        add(say(phrase::only_in_variant, style_));
        break;
      case Verdict::shape:
        add(say(phrase::shapes_differ, style_, describe(pair.base->axes()),
                describe(pair.other->axes())));
        break;
      case Verdict::values:
        if (first) text_ += warning_text(say(phrase::silent_difference, style_), style_);
        difference(pair);
        break;
      case Verdict::same:
        break;
    }
    text_ += "\n";
    table(phrase::in_lesson, pair.base);
    table(phrase::in_variant, pair.other);
  }

  void difference(const TensorPair& pair) {
    const Difference& found = *pair.difference;
    add(say(phrase::how_many_differ, style_, grouped(found.mismatched), grouped(found.count)));
    add(say(phrase::greatest_difference, style_, cell_text(pair.name, found.where),
            number(found.expected), number(found.got), number(found.greatest)));
    if (found.greatest_relative > 0) {
      add(say(phrase::greatest_share, style_, cell_text(pair.name, found.where_relative),
              terse(100 * found.greatest_relative, 1)));
    }
    for (const HeadDifference& head : found.heads) {
      const std::string words = say(phrase::in_head, style_, head.head, grouped(head.mismatched),
                                    grouped(head.count), number(head.greatest));
      text_ += spaces(style_.plain ? 0 : left_indent(style_)) +
               paint_head(words, head.head, style_) + "\n";
    }
  }

  void table(const Text& whose, const Tensor* tensor) {
    if (tensor == nullptr) return;
    add(say(whose, style_) + say(phrase::colon, style_));
    text_ += tensor_text(*tensor, style_) + "\n";
  }

  void result() {
    const TensorPair& pair = comparison_.result;
    text_ += heading(say(phrase::results, style_), "", "", style_);
    if (pair.base != nullptr && pair.name != comparison_.other_result) {
      add(say(phrase::result_names, style_, pair.name, comparison_.other_result));
    }
    if (pair.other == nullptr || pair.base == nullptr) {
      add(say(phrase::result_missing, style_));
    } else if (pair.verdict == Verdict::same) {
      add(say(phrase::same_result, style_));
    } else if (pair.verdict == Verdict::shape) {
      add(say(phrase::shapes_differ, style_, describe(pair.base->axes()),
              describe(pair.other->axes())));
    } else {
      text_ += warning_text(say(phrase::silent_difference, style_), style_);
      difference(pair);
    }
    text_ += "\n";
    if (pair.other != nullptr && pair.name != comparison_.other_result) {
      table(phrase::in_lesson, pair.base);
      table(phrase::in_variant, pair.other);
    }
  }

  void cost() {
    text_ += heading(say(phrase::costs, style_), "", "", style_);
    add(say(phrase::parameters_of_both, style_, grouped(comparison_.base_parameters),
            grouped(comparison_.other_parameters)));
    add(say(phrase::operations_of_both, style_, grouped(static_cast<Index>(comparison_.base_flops)),
            grouped(static_cast<Index>(comparison_.other_flops))));
  }

  const Comparison& comparison_;
  const Dims& dims_;
  const Style& style_;
  std::string text_;
};

}  // namespace

std::string compare_text(const Compared& what, const Comparison& comparison, const Dims& dims,
                         const Style& style) {
  return Report(comparison, dims, style).text(what);
}

}  // namespace headtrace
