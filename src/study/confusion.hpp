#pragma once

#include <optional>
#include <string>

#include "study/exercise.hpp"

namespace headtrace {

/// What a wrong answer is right for: the likely confusion, found by computing it.
struct Confusion {
  enum class Kind {
    shape_before,        ///< the shape of `tensor`, which the step reads
    axes_reordered,      ///< the right sizes in another order
    too_many_elements,   ///< `number` elements instead of `expected`
    wrong_rank,          ///< `number` axes instead of `expected`
    contiguous_strides,  ///< strides of a copy, while the tensor is a view
    strides_before,      ///< the strides of `tensor`, which the step reads
    value_before,        ///< the number in the same cell of `tensor`, before the step
    other_cell,          ///< the number in `cell` of the same tensor
    transposed_cell,     ///< the same with the last two positions swapped
    other_layout,        ///< x·Wᵀ instead of x·W, or the other way round
    without_bias,        ///< what it is before the bias is added
    sign                 ///< right but for its sign
  };
  Kind kind;
  std::string tensor;
  Sizes cell;
  Index number = 0;
  Index expected = 0;
};

/// The first confusion that gives just this answer; nothing where none does.
std::optional<Confusion> find_confusion(const Exercise& exercise, const Answer& answer,
                                        const Trace& trace);

}  // namespace headtrace
