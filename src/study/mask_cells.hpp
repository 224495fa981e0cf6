#pragma once

#include <headtrace/text.hpp>
#include <headtrace/trace.hpp>
#include <vector>

namespace headtrace {

/// Which queries may see which keys in one table of a masked tensor, and why not.
struct MaskTable {
  std::vector<Sizes> places;               ///< positions on the leading axes that share this table
  std::vector<std::vector<Text>> reasons;  ///< by query and key; empty where it may see
};

struct MaskTables {
  std::vector<MaskTable> tables;
  Index queries = 0;  ///< that a table has; of more only the first are told
  Index keys = 0;
  Index left_out = 0;  ///< positions on the leading axes that are not told
};

/// The tables of a mask step, like ones next to each other together. Of long sequences the first
/// `most` queries and keys, of many tables the first `most`.
MaskTables mask_tables(const Trace& trace, const TraceStep& step, Index most);

/// The mask step that matters at the step numbered `index`: the last one up to it, else the first
/// there is; null where nothing is masked.
const TraceStep* mask_near(const Trace& trace, std::size_t index);

}  // namespace headtrace
