#pragma once

#include <headtrace/style.hpp>
#include <nlohmann/json_fwd.hpp>

#include "render/lesson_trace.hpp"
#include "render/tensor_grid.hpp"

/// What the page's script shows, as JSON. Texts are `{en, zh}`; everything that is a number to the
/// reader is written here already, so that the script computes nothing.
namespace headtrace {

nlohmann::json page_data(const LessonTrace& what, const Style& style);

/// What the page shows of a tensor; large ones by their ends.
TensorGrid page_grid(const Tensor& tensor, const Style& style);

/// `name`, `axes`, `shown` positions, `values` as they are shown, `strides`, and where there are
/// any: `heads` by axis and position, `heat` (0 to 100), `places` in memory.
nlohmann::json tensor_data(const Tensor& tensor, const Trace& trace, const TraceStep* step,
                           const Style& style);

/// One object a shown cell of a step: `lines` of arithmetic as `explain` has them, `reads` as pairs
/// (operand, number of the cell among those shown), and, where there are any, `hidden` reads,
/// `groups` by head, `reason`, `place` in memory.
nlohmann::json cells_data(const Trace& trace, const TraceStep& step, const Style& style);

nlohmann::json text_data(const Text& text);

}  // namespace headtrace
