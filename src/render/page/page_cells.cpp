#include <fmt/format.h>
#include <fmt/ranges.h>

#include <map>
#include <nlohmann/json.hpp>

#include "render/axis_text.hpp"
#include "render/formula_text.hpp"
#include "render/numbers.hpp"
#include "render/page/page_data.hpp"

namespace headtrace {
namespace {

constexpr std::size_t page_terms = 16;
constexpr std::size_t terms_at_each_end = 4;

/// Which of a tensor's shown cells a cell is.
class ShownCells {
 public:
  explicit ShownCells(const TensorGrid& grid) {
    for (const ShownAxis& axis : grid.axes) {
      positions_.emplace_back();
      for (std::size_t i = 0; i < axis.positions.size(); ++i) {
        positions_.back()[axis.positions[i]] = i;
      }
    }
  }

  std::optional<std::size_t> number(const Sizes& cell) const {
    std::size_t number = 0;
    for (std::size_t i = 0; i < cell.size(); ++i) {
      const auto at = positions_[i].find(cell[i]);
      if (at == positions_[i].end()) return std::nullopt;
      number = number * positions_[i].size() + at->second;
    }
    return number;
  }

 private:
  std::vector<std::map<Index, std::size_t>> positions_;
};

/// What is said of one cell.
class CellData {
 public:
  CellData(const TraceStep& step, const Sizes& cell, const Explanation& why, int precision)
      : step_(step), cell_(cell), why_(why) {
    numbers_.precision = precision;
  }

  nlohmann::json lines() const {
    nlohmann::json lines = nlohmann::json::array();
    const std::size_t count = why_.stages.size();
    for (std::size_t i = 0; i < count; ++i) {
      if (count > page_terms && i == terms_at_each_end) i = count - terms_at_each_end;
      lines.push_back(stage(why_.stages[i]));
    }
    lines.push_back(sum());
    return lines;
  }

  nlohmann::json groups() const {
    nlohmann::json groups = nlohmann::json::array();
    for (const HeadSum& group : why_.groups) {
      groups.push_back({{"head", group.head}, {"sum", numbers_(group.sum)}});
    }
    return groups;
  }

  std::string place() const {
    const TensorSpec& spec = step_.output.spec();
    std::vector<std::string> parts;
    if (spec.offset != 0) parts.push_back(fmt::format("{}", spec.offset));
    for (std::size_t i = 0; i < cell_.size(); ++i) {
      parts.push_back(fmt::format("{}·{}", cell_[i], spec.strides[i]));
    }
    return fmt::format("{} = {}", fmt::join(parts, " + "), spec.place(cell_));
  }

 private:
  static std::string_view sign(bool exact) { return exact ? "=" : "≈"; }

  std::string stage(const Stage& stage) const {
    const auto filled = fill_pattern(stage.pattern, stage.reads, why_.stages, numbers_, true);
    const bool exact = filled.exact && numbers_.is_exact(stage.value);
    return fmt::format("{} = {} {} {}", stage.name, filled.text, sign(exact),
                       numbers_(stage.value));
  }

  std::string sum() const {
    const FilledPattern sum = terms();
    const bool exact = sum.exact && numbers_.is_exact(why_.value);
    const std::string value = numbers_(why_.value);
    std::string line =
        fmt::format("{} {} {}", cell_text(step_.name(), cell_), sign(exact), sum.text);
    if (sum.text != value) line += fmt::format(" {} {}", sign(exact), value);
    return line;
  }

  /// All terms, or those at the ends with `⟦count|sum⟧` between them.
  FilledPattern terms() const {
    if (why_.terms.size() <= page_terms) return fill_sum(why_, numbers_);
    Explanation first = why_;
    first.terms.resize(terms_at_each_end);
    Explanation last = why_;
    last.terms.erase(last.terms.begin(), last.terms.end() - terms_at_each_end);
    double between = 0;
    for (std::size_t i = terms_at_each_end; i + terms_at_each_end < why_.terms.size(); ++i) {
      between += why_.terms[i].value;
    }
    return {fmt::format("{} + ⟦{}|{}⟧ + {}", fill_sum(first, numbers_).text,
                        why_.terms.size() - 2 * terms_at_each_end, numbers_(between),
                        fill_sum(last, numbers_).text),
            false};
  }

  const TraceStep& step_;
  const Sizes& cell_;
  const Explanation& why_;
  NumberStyle numbers_;
};

void add_reads(const std::vector<Operand>& reads, const std::vector<ShownCells>& shown,
               nlohmann::json& pairs, std::size_t& hidden) {
  for (const Operand& read : reads) {
    if (const auto number = shown[read.input].number(read.cell)) {
      nlohmann::json pair = {read.input, *number};
      if (std::find(pairs.begin(), pairs.end(), pair) == pairs.end()) pairs.push_back(pair);
    } else {
      ++hidden;
    }
  }
}

}  // namespace

nlohmann::json cells_data(const Trace& trace, const TraceStep& step, const Style& style) {
  std::vector<ShownCells> shown;
  for (const Tensor& operand : trace.operands(step)) shown.emplace_back(page_grid(operand, style));
  nlohmann::json cells = nlohmann::json::array();
  for (const Sizes& cell : page_grid(step.output, style).cells()) {
    const Explanation why = explain(trace, step, cell);
    const CellData data(step, cell, why, style.precision);
    nlohmann::json reads = nlohmann::json::array();
    std::size_t hidden = 0;
    for (const Stage& stage : why.stages) add_reads(stage.reads, shown, reads, hidden);
    for (const Term& term : why.terms) add_reads(term.reads, shown, reads, hidden);
    nlohmann::json item{{"lines", data.lines()}, {"reads", reads}};
    if (hidden > 0) item["hidden"] = hidden;
    if (!why.groups.empty()) item["groups"] = data.groups();
    if (!why.reason.empty()) item["reason"] = text_data(why.reason);
    if (step.planned.view_of) item["place"] = data.place();
    cells.push_back(std::move(item));
  }
  return cells;
}

}  // namespace headtrace
