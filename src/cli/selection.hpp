#pragma once

#include <headtrace/trace.hpp>
#include <string>
#include <vector>

namespace headtrace::cli {

/// Which tensors of a trace to show, as --only, --from and --to ask for.
struct Selection {
  std::vector<std::string> only;
  std::string from;
  std::string to;

  bool everything() const { return only.empty() && from.empty() && to.empty(); }
};

/// The trace with the chosen tensors alone, in its own order. `--from` and `--to` are about steps.
/// Throws Error::usage with a did-you-mean for a tensor that isn't there, and for an empty range.
Trace select(Trace trace, const Selection& selection);

}  // namespace headtrace::cli
