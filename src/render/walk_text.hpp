#pragma once

#include <headtrace/style.hpp>
#include <headtrace/trace.hpp>
#include <optional>
#include <string>
#include <vector>

#include "study/difference.hpp"
#include "study/mask_cells.hpp"

namespace headtrace {

/// Names and shapes of the inputs, and how to go on: what a walk shows before its first step.
std::string walk_start(const Trace& trace, const Style& style);

/// All steps, one a line, with where the reader is (0 before the first). From `known` on their
/// axes are still to be found out.
std::string step_list(const Trace& trace, std::size_t here, std::size_t known, const Style& style);

/// The step as one writes it: PyTorch and NumPy.
std::string code_text(const TraceStep& step, const Style& style);

/// What a step did to its first operand; `changed` compares their numbers where the shapes agree.
std::string change_text(const Tensor& before, const TraceStep& step,
                        const std::optional<Difference>& changed, const Style& style);

/// Which query may see which key, and for each that is blocked why.
std::string mask_text(const TraceStep& step, const MaskTables& tables, const Style& style);

}  // namespace headtrace
