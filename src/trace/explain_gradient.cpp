#include <fmt/format.h>

#include <algorithm>

#include "core/shape.hpp"
#include "trace/gradient_op.hpp"

namespace headtrace {
namespace {

constexpr Index most_cells = 4096;

std::size_t position_of(const std::string& name, const std::vector<std::string>& reads) {
  return static_cast<std::size_t>(std::ranges::find(reads, name) - reads.begin());
}

/// The gradient that one step hands back, cell by cell of its result.
class PartTerms {
 public:
  PartTerms(const GradientPart& part, const std::vector<std::string>& reads, const Sizes& cell,
            Explanation& why)
      : part_(part), reads_(reads), cell_(cell), why_(why) {}

  void add() {
    if (candidates() > most_cells) return add_whole();
    for (CellWalk walk(part_.output.shape(), part_.output.strides()); !walk.done(); walk.next()) {
      if (may_read(walk.cell())) add_output_cell(walk.cell());
    }
  }

 private:
  bool is_linear() const { return part_.step.step.op == "linear"; }

  Index candidates() const {
    if (!is_linear()) return part_.output.size();
    const Index features = part_.output.axes().back().size;
    return part_.input == 0 ? features : part_.output.size() / features;
  }

  /// A linear step works on each position by itself, so that most cells need not be looked at.
  bool may_read(const Sizes& out) const {
    if (!is_linear()) return true;
    if (part_.input == 0) return std::equal(cell_.begin(), cell_.end() - 1, out.begin());
    const bool out_in = part_.inputs[1].spec().layout == WeightLayout::out_in;
    const std::size_t axis = part_.input == 1 && !out_in ? 1 : 0;
    return cell_[axis] == out.back();
  }

  bool is_ours(const Operand& read) const {
    return read.input == part_.input && read.cell == cell_;
  }

  void add_output_cell(const Sizes& out) {
    const Explanation forward = part_.step.op->explain(part_.inputs, out);
    for (const Term& term : forward.terms) {
      if (std::ranges::none_of(term.reads, [this](const Operand& r) { return is_ours(r); })) {
        continue;
      }
      if (term.pattern == "{0}·{1}") {
        add_product(out, term.reads[is_ours(term.reads[0]) ? 1 : 0]);
      } else if (term.pattern == "{0}") {
        add_term(out, "{0}", 1, {});
      } else {
        return add_slope(out);
      }
    }
    const bool in_stage = std::ranges::any_of(forward.stages, [this](const Stage& stage) {
      return std::ranges::any_of(stage.reads, [this](const Operand& r) { return is_ours(r); });
    });
    if (in_stage) add_slope(out);
  }

  void add_term(const Sizes& out, std::string pattern, double slope, std::vector<Operand> more) {
    const double dy = part_.gradient.at(out);
    std::vector<Operand> reads{{position_of(part_.gradient.name(), reads_), out, dy}};
    reads.insert(reads.end(), more.begin(), more.end());
    std::optional<Index> head;
    for (std::size_t i = 0; i < out.size() && !head; ++i) {
      head = head_at(part_.output.axes()[i], out[i]);
    }
    why_.terms.push_back({std::move(pattern), dy * slope, std::move(reads), head});
  }

  void add_product(const Sizes& out, const Operand& factor) {
    const std::string& name = part_.step.step.in[factor.input];
    add_term(out, "{0}·{1}", factor.value,
             {{position_of(name, reads_), factor.cell, factor.value}});
  }

  /// ∂(output cell)/∂(our cell), by the step's own backward with 1 at that cell and 0 elsewhere.
  double slope_at(const Sizes& out) const {
    Tensor one = Tensor::filled("", part_.output.axes(), 0);
    *(one.data() + one.spec().place(out)) = 1;
    const auto back = part_.step.op->backward(part_.inputs, part_.output, one);
    return back[part_.input].at(cell_);
  }

  void add_slope(const Sizes& out) {
    const double slope = slope_at(out);
    const std::string name = fmt::format("s{}", why_.stages.size());
    const std::string pattern = fmt::format("∂{}{}/∂{}{}", part_.step.step.out, describe(out),
                                            part_.step.step.in[part_.input], describe(cell_));
    why_.stages.push_back({name, pattern, slope, {}});
    add_term(out, fmt::format("{{0}}·{{{}}}", name), slope, {});
  }

  void add_whole() {
    const auto back = part_.step.op->backward(part_.inputs, part_.output, part_.gradient);
    const double value = back[part_.input].at(cell_);
    why_.terms.push_back({shortest(value), value, {}, {}});
    why_.reason = {fmt::format("what {} hands back, not taken apart further", part_.step.step.out),
                   fmt::format("这是 {} 传回来的，不再细分", part_.step.step.out)};
  }

  const GradientPart& part_;
  const std::vector<std::string>& reads_;
  const Sizes& cell_;
  Explanation& why_;
};

}  // namespace

Explanation explain_gradient(const std::vector<GradientPart>& parts,
                             const std::vector<std::string>& reads, const Sizes& cell) {
  Explanation why;
  for (const GradientPart& part : parts) PartTerms(part, reads, cell, why).add();
  why.add_up();
  return why;
}

}  // namespace headtrace
