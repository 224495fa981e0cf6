#pragma once

#include <headtrace/tensor.hpp>
#include <optional>
#include <string>
#include <vector>

#include "study/difference.hpp"

namespace headtrace {

/// Something that a wrong tensor's numbers show about how they came about.
struct Pattern {
  enum class Kind {
    constant_ratio,     ///< each is `number` times what it should be
    ratio_or_zero,      ///< each is 0 or `number` times what it should be: dropout
    constant_shift,     ///< the difference is one vector, added everywhere: a bias
    sums_along_axis,    ///< they add up to 1 along `axis` instead of the last
    transposed,         ///< the last two axes are exchanged
    same_by_token,      ///< each position has the right numbers in another order
    same_by_item,       ///< each batch item has
    same_overall,       ///< the whole tensor has
    heads_averaged,     ///< the mean over the heads
    rows_not_a_number,  ///< `count` rows are NaN
    no_negative,        ///< what should be negative is 0: a ReLU
    one_head_wrong,     ///< only head `count` differs
    missing_axis,       ///< another number of axes
    nothing             ///< none of these
  };
  Kind kind = Kind::nothing;
  double number = 0;
  Index count = 0;
  std::string axis;
};

/// Every pattern in how `got` differs from `expected`.
std::vector<Pattern> find_patterns(const Tensor& expected, const Tensor& got,
                                   const Tolerance& tolerance);

}  // namespace headtrace
