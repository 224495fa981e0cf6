#include "render/explain_text.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <vector>

#include "render/axis_text.hpp"
#include "render/fact_list.hpp"
#include "render/formula_text.hpp"
#include "render/ink.hpp"
#include "render/numbers.hpp"
#include "render/phrases.hpp"
#include "render/table.hpp"
#include "render/width.hpp"

namespace headtrace {
namespace {

constexpr std::size_t most_terms = 16;
constexpr std::size_t shown_at_each_end = 6;

std::string place_text(const TensorSpec& spec, const Sizes& cell) {
  std::vector<std::string> parts;
  if (spec.offset != 0) parts.push_back(fmt::format("{}", spec.offset));
  for (std::size_t i = 0; i < cell.size(); ++i) {
    parts.push_back(fmt::format("{}·{}", cell[i], spec.strides[i]));
  }
  return parts.empty() ? "0" : fmt::format("{}", fmt::join(parts, " + "));
}

std::string place_line(const TensorSpec& spec, const std::string& name, const Sizes& cell,
                       const Style& style) {
  return say(phrase::place_in_memory, style, cell_text(name, cell), place_text(spec, cell),
             spec.place(cell));
}

/// One cell of a step, said in full.
class CellText {
 public:
  CellText(const Trace& trace, const TraceStep& step, const Sizes& cell, const Explanation& why,
           const Style& style)
      : operands_(trace.operands(step)), step_(step), cell_(cell), why_(why), style_(style) {
    numbers_.precision = style.precision;
  }

  std::string text() {
    stages();
    if (!equation_on_one_line()) {
      line(fmt::format("{} {} {}", name(), sign(numbers_.is_exact(why_.value)), number(why_.value)),
           Ink::strong);
      terms();
    } else if (!step_.planned.view_of) {
      reads();
    }
    groups();
    if (rounded_) line(say(phrase::rounded, style_), Ink::faint);
    if (step_.planned.view_of) memory();
    if (!why_.reason.empty()) {
      text_ += "\n" + note_text(shown(why_.reason.in(style_.lang), style_), style_);
    }
    return std::move(text_);
  }

 private:
  std::string name() const { return shown_line(cell_text(step_.name(), cell_), style_); }
  std::string number(double value) const { return numbers_(value); }

  std::string sign(bool exact) {
    rounded_ = rounded_ || !exact;
    return shown(exact ? "=" : "≈", style_);
  }

  void line(const std::string& words, std::optional<Ink> ink = {}) {
    const int indent = style_.plain ? 0 : left_indent(style_);
    for (const std::string& part : wrap(words, style_.width - indent)) {
      text_ += spaces(indent) + (ink ? paint(part, *ink, style_) : part) + "\n";
    }
  }

  void stage(const Stage& stage) {
    const auto filled = fill_pattern(stage.pattern, stage.reads, why_.stages, numbers_, true);
    const bool exact = filled.exact && numbers_.is_exact(stage.value);
    line(fmt::format("{} = {} {} {}", shown_line(stage.name, style_), shown(filled.text, style_),
                     sign(exact), number(stage.value)));
  }

  void stages() {
    const std::size_t count = why_.stages.size();
    const bool long_list = count > most_terms + 2;
    for (std::size_t i = 0; i < count; ++i) {
      if (long_list && i == shown_at_each_end) {
        const std::size_t left_out = count - 2 * shown_at_each_end;
        line(say(phrase::more, style_, left_out), Ink::faint);
        i += left_out;
      }
      stage(why_.stages[i]);
    }
    if (count > 0) text_ += "\n";
  }

  bool equation_on_one_line() {
    if (why_.terms.size() > most_terms) return false;
    const FilledPattern sum = fill_sum(why_, numbers_);
    const bool exact = sum.exact && numbers_.is_exact(why_.value);
    const std::string mark = shown(exact ? "=" : "≈", style_);
    std::string words = fmt::format("{} {} {}", name(), mark, shown(sum.text, style_));
    if (sum.text != number(why_.value)) words += fmt::format(" {} {}", mark, number(why_.value));
    const bool single = why_.terms.size() < 2;
    if (!single && display_width(words) > style_.width - left_indent(style_)) return false;
    sign(exact);
    line(words, Ink::strong);
    return true;
  }

  /// `reads concat[0,1,0–3], W_o[0–3,2]`
  void reads() {
    std::vector<std::string> parts;
    for (std::size_t i = 0; i < operands_.size(); ++i) {
      const std::string cells = cells_read(i);
      if (!cells.empty()) parts.push_back(shown_line(operands_[i].name(), style_) + cells);
    }
    if (!parts.empty()) {
      line(say(phrase::reads, style_,
               fmt::format("{}", fmt::join(parts, say(phrase::in_list, style_)))),
           Ink::faint);
    }
  }

  /// The smallest window that holds every cell read of one operand.
  std::string cells_read(std::size_t input) const {
    Sizes low;
    Sizes high;
    const auto widen = [&](const std::vector<Operand>& reads) {
      for (const Operand& read : reads) {
        if (read.input != input) continue;
        if (low.empty()) low = high = read.cell;
        for (std::size_t i = 0; i < low.size(); ++i) {
          low[i] = std::min(low[i], read.cell[i]);
          high[i] = std::max(high[i], read.cell[i]);
        }
      }
    };
    for (const Stage& stage : why_.stages) widen(stage.reads);
    for (const Term& term : why_.terms) widen(term.reads);
    std::vector<std::string> places;
    for (std::size_t i = 0; i < low.size(); ++i) {
      const bool one = low[i] == high[i];
      places.push_back(one ? fmt::format("{}", low[i])
                           : fmt::format("{}{}{}", low[i], signs(style_).range, high[i]));
    }
    return low.empty() ? "" : fmt::format("[{}]", fmt::join(places, ","));
  }

  struct TermRow {
    std::string text;
    std::string value;
    std::string cells;
    std::optional<Index> head;
  };

  TermRow row_of(const Term& term, bool leads) {
    const auto filled = fill_pattern(term.pattern, term.reads, why_.stages, numbers_, leads);
    const bool exact = filled.exact && numbers_.is_exact(term.value);
    std::vector<std::string> cells;
    for (const Operand& read : term.reads) {
      cells.push_back(cell_text(operands_[read.input].name(), read.cell));
    }
    return {(leads ? "  " : "+ ") + shown(filled.text, style_),
            sign(exact) + " " + number(term.value),
            shown_line(fmt::format("{}", fmt::join(cells, ", ")), style_), term.head};
  }

  void terms() {
    const std::size_t count = why_.terms.size();
    const bool long_list = count > most_terms;
    std::vector<TermRow> rows;
    double left_out = 0;
    for (std::size_t i = 0; i < count; ++i) {
      if (long_list && i >= shown_at_each_end && i < count - shown_at_each_end) {
        left_out += why_.terms[i].value;
      } else {
        rows.push_back(row_of(why_.terms[i], i == 0));
      }
    }
    for (std::size_t i = 0; i < rows.size(); ++i) {
      if (long_list && i == shown_at_each_end) {
        line("  " + say(phrase::more_terms, style_, count - rows.size(), number(left_out)),
             Ink::faint);
      }
      term_line(rows[i], rows);
    }
  }

  void term_line(const TermRow& row, const std::vector<TermRow>& rows) {
    int text = 0;
    int value = 0;
    for (const TermRow& other : rows) {
      text = std::max(text, display_width(other.text));
      value = std::max(value, display_width(other.value));
    }
    const std::string whose = row.head ? say(phrase::head, style_, *row.head) : "";
    if (style_.plain) return line(row.text + " " + row.value + ", " + row.cells + " " + whose);
    const std::string sum = pad_right(row.text, text) + "  " + pad_right(row.value, value);
    const std::string from = row.cells + (whose.empty() ? "" : "  " + whose);
    const int indent = left_indent(style_);
    const bool fits = indent + display_width(sum) + 2 + display_width(from) <= style_.width;
    if (!fits) {
      line(row.text + " " + row.value);
      return line("    " + from, Ink::faint);
    }
    text_ += spaces(indent) + (row.head ? paint_head(sum, *row.head, style_) : sum) + "  " +
             paint(row.cells, Ink::faint, style_) +
             (row.head ? "  " + paint_head(whose, *row.head, style_) : "") + "\n";
  }

  void groups() {
    if (why_.groups.empty()) return;
    text_ += "\n";
    for (const HeadSum& group : why_.groups) {
      const std::string label = say(phrase::head, style_, group.head);
      const std::string words = label + say(phrase::colon, style_) + number(group.sum);
      text_ += spaces(style_.plain ? 0 : left_indent(style_)) +
               paint_head(words, group.head, style_) + "\n";
      rounded_ = rounded_ || !numbers_.is_exact(group.sum);
    }
  }

  /// A view's number and the one it is: the same place in memory.
  void memory() {
    text_ += "\n";
    line(place_line(step_.output.spec(), step_.name(), cell_, style_), Ink::faint);
    for (const Term& term : why_.terms) {
      for (const Operand& read : term.reads) {
        const Tensor& source = operands_[read.input];
        const std::string same =
            say(phrase::same_number, style_, cell_text(source.name(), read.cell));
        line(same, Ink::faint);
        line(place_line(source.spec(), source.name(), read.cell, style_), Ink::faint);
      }
    }
  }

  std::vector<Tensor> operands_;
  const TraceStep& step_;
  const Sizes& cell_;
  const Explanation& why_;
  const Style& style_;
  NumberStyle numbers_;
  bool rounded_ = false;
  std::string text_;
};

}  // namespace

std::string explain_text(const Trace& trace, const TraceStep& step, const Sizes& cell,
                         const Explanation& why, const Style& style) {
  return CellText(trace, step, cell, why, style).text();
}

std::string explain_input_text(const Tensor& input, const Sizes& cell, const Style& style) {
  const double value = input.at(cell);
  const std::string sign = is_exact(value, style.precision) ? "=" : shown("≈", style);
  std::string text =
      paragraph(fmt::format("{} {} {}", shown_line(cell_text(input.name(), cell), style), sign,
                            terse(value, style.precision)),
                style);
  return text + paragraph(place_line(input.spec(), input.name(), cell, style), style);
}

}  // namespace headtrace
