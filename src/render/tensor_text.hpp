#pragma once

#include <headtrace/style.hpp>
#include <headtrace/tensor.hpp>
#include <string>

#include "study/statistics.hpp"

namespace headtrace {

/// A tensor's numbers, laid out for reading: a block for every position of the leading axes
/// (`batch 0, head 1`), in it a table of the last two. Past `style.threshold` elements only
/// `edge_items` at each end of an axis, and as many columns as fit; what is left out is counted.
/// --full leaves nothing out and puts columns that don't fit below. No line is wider than
/// `style.width` (20 at least); where a single number would be, it is shown with fewer digits.
std::string tensor_text(const Tensor& tensor, const Statistics& stats, const Style& style);
std::string tensor_text(const Tensor& tensor, const Style& style);

/// `n=24  min -1.2  max 3.4  mean 0.1  σ 0.9  2 nan`
std::string statistics_text(const Statistics& stats, const Style& style);
/// Whether statistics say more than the numbers themselves: many of them, or some not finite.
bool is_worth_statistics(const Statistics& stats);

}  // namespace headtrace
