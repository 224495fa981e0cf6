#pragma once

#include <headtrace/dims.hpp>
#include <headtrace/style.hpp>
#include <headtrace/text.hpp>
#include <headtrace/trace.hpp>
#include <string>
#include <vector>

namespace headtrace {

/// What stands at the top of a lesson's run.
struct LessonHeader {
  std::string name;  ///< 07-fusion-by-numbers
  Text title;
  Text goal;
  double minutes = 0;  ///< 0 where not known
  Dims dims;
  std::vector<std::string> axes;  ///< the sizes to show; see axis_names
};

/// `batch=1  seq=3  d_model=4  d_k=4/2=2`, without those that only repeat another.
std::string sizes_text(const LessonHeader& header, const Style& style);

/// Name, title, goal and sizes. Ends with an empty line.
std::string lesson_header(const LessonHeader& header, const Style& style);

/// The named sizes that tensors of the trace have as axes, and `heads`, in the order taught.
std::vector<std::string> axis_names(const Trace& trace);

/// A table, one line a step forward: index, name, axes, strides, whether it is a view or how many
/// parameters it has; and why the trace stopped, where it did. Nothing for a trace without steps
/// and failure.
std::string trace_summary(const Trace& trace, const Style& style);

/// `stopped at step 14 `concat`: … Copy first with `contiguous``; empty where nothing failed.
std::string failure_text(const Trace& trace, const Style& style);

}  // namespace headtrace
