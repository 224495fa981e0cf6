#pragma once

#include <headtrace/style.hpp>
#include <headtrace/tensor.hpp>
#include <string>

#include "study/statistics.hpp"

namespace headtrace {

/// A tensor's numbers for a screen reader: one row a sentence, positions in words, nothing that
/// depends on alignment: `batch 0, head 1, seq 2: 0.1, 0.2, 0.3`.
std::string plain_tensor_text(const Tensor& tensor, const Statistics& stats, const Style& style);

}  // namespace headtrace
