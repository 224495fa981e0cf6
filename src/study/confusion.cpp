#include "study/confusion.hpp"

#include <algorithm>

#include "core/shape.hpp"
#include "study/difference.hpp"

namespace headtrace {
namespace {

using Kind = Confusion::Kind;

constexpr Index most_cells_searched = 4096;

class ConfusionSearch {
 public:
  ConfusionSearch(const Exercise& exercise, const Answer& answer, const Trace& trace)
      : exercise_(exercise),
        answer_(answer),
        tensor_(*trace.find(exercise.at)),
        step_(trace.find_step(exercise.at)),
        tolerance_{accepted_distance(exercise), 0} {
    if (step_ != nullptr) operands_ = trace.operands(*step_);
  }

  std::optional<Confusion> shape() const {
    for (const Tensor& operand : operands_) {
      if (operand.shape() == answer_.sizes)
        return Confusion{Kind::shape_before, operand.name(), {}};
    }
    const Sizes right = tensor_.shape();
    if (std::ranges::is_permutation(right, answer_.sizes)) {
      return Confusion{Kind::axes_reordered, {}, {}};
    }
    if (answer_.sizes.size() != right.size()) {
      return Confusion{Kind::wrong_rank,
                       {},
                       {},
                       static_cast<Index>(answer_.sizes.size()),
                       static_cast<Index>(right.size())};
    }
    const auto elements = product(answer_.sizes);
    if (elements && *elements != tensor_.size()) {
      return Confusion{Kind::too_many_elements, {}, {}, *elements, tensor_.size()};
    }
    return std::nullopt;
  }

  std::optional<Confusion> strides() const {
    if (contiguous_strides(tensor_.axes()) == answer_.sizes) {
      return Confusion{Kind::contiguous_strides, {}, {}};
    }
    for (const Tensor& operand : operands_) {
      if (operand.strides() == answer_.sizes) {
        return Confusion{Kind::strides_before, operand.name(), {}};
      }
    }
    if (answer_.sizes.size() != tensor_.axes().size()) {
      return Confusion{
          Kind::wrong_rank, {}, {}, static_cast<Index>(answer_.sizes.size()), tensor_.rank()};
    }
    return std::nullopt;
  }

  std::optional<Confusion> value() const {
    if (auto found = before_the_step()) return found;
    if (auto found = other_layout()) return found;
    if (auto found = elsewhere()) return found;
    if (gives(-exercise_.value)) return Confusion{Kind::sign, {}, {}};
    return std::nullopt;
  }

 private:
  bool gives(double value) const { return agree(value, answer_.value, tolerance_); }

  /// The unscaled score, the weight before dropout, the sum before ReLU.
  std::optional<Confusion> before_the_step() const {
    for (const Tensor& operand : operands_) {
      if (operand.shape() != tensor_.shape()) continue;
      if (gives(operand.at(exercise_.cell))) {
        return Confusion{Kind::value_before, operand.name(), exercise_.cell};
      }
    }
    return std::nullopt;
  }

  /// Of a linear step: the weight read by the other convention, or the bias forgotten.
  std::optional<Confusion> other_layout() const {
    if (step_ == nullptr || step_->planned.step.op != "linear") return std::nullopt;
    const Tensor& weight = operands_[1];
    const bool square = weight.axes()[0].size == weight.axes()[1].size;
    const Explanation why = step_->planned.op->explain(operands_, exercise_.cell);
    double swapped = 0;
    double without_bias = 0;
    bool biased = false;
    for (const Term& term : why.terms) {
      if (term.reads.size() != 2) {
        biased = true;
        swapped += term.value;
        continue;
      }
      without_bias += term.value;
      const Sizes& cell = term.reads[1].cell;
      if (square) swapped += term.reads[0].value * weight.at({cell[1], cell[0]});
    }
    if (square && gives(swapped)) return Confusion{Kind::other_layout, weight.name(), {}};
    if (biased && gives(without_bias)) return Confusion{Kind::without_bias, {}, {}};
    return std::nullopt;
  }

  /// The same tensor's number in another cell: with the last two positions swapped, or, where the
  /// number stands in one other cell only, there.
  std::optional<Confusion> elsewhere() const {
    Sizes cell = exercise_.cell;
    if (cell.size() > 1) {
      const std::size_t last = cell.size() - 1;
      std::swap(cell[last], cell[last - 1]);
      const bool within =
          cell[last] < tensor_.axes()[last].size && cell[last - 1] < tensor_.axes()[last - 1].size;
      if (within && cell != exercise_.cell && gives(tensor_.at(cell))) {
        return Confusion{Kind::transposed_cell, exercise_.at, cell};
      }
    }
    if (tensor_.size() > most_cells_searched || answer_.value == 0) return std::nullopt;
    std::optional<Confusion> found;
    for (CellWalk walk(tensor_.shape(), tensor_.strides()); !walk.done(); walk.next()) {
      if (!gives(tensor_.data()[walk.offset()])) continue;
      if (found) return std::nullopt;
      found = Confusion{Kind::other_cell, exercise_.at, walk.cell()};
    }
    return found;
  }

  const Exercise& exercise_;
  const Answer& answer_;
  const Tensor& tensor_;
  const TraceStep* step_;
  Tolerance tolerance_;
  std::vector<Tensor> operands_;
};

}  // namespace

std::optional<Confusion> find_confusion(const Exercise& exercise, const Answer& answer,
                                        const Trace& trace) {
  const ConfusionSearch search(exercise, answer, trace);
  switch (exercise.kind) {
    case Exercise::Kind::shape:
      return search.shape();
    case Exercise::Kind::strides:
      return search.strides();
    case Exercise::Kind::value:
      return search.value();
    case Exercise::Kind::choice:
      break;
  }
  return std::nullopt;
}

}  // namespace headtrace
