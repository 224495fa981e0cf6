#pragma once

#include <algorithm>
#include <headtrace/style.hpp>
#include <headtrace/tensor.hpp>
#include <limits>

namespace headtrace {

/// The positions of an axis that are shown: the first `lead` and the last `tail`.
struct Excerpt {
  Index size = 0;
  Index lead = 0;
  Index tail = 0;

  Index elided() const { return size - lead - tail; }
  static Excerpt all(Index size) { return {size, size, 0}; }
  static Excerpt ends(Index size, Index edge) {
    return size > 2 * edge ? Excerpt{size, edge, edge} : all(size);
  }
  /// `shown` positions, one more at the front where they are odd.
  static Excerpt of(Index size, Index shown) {
    return shown >= size ? all(size) : Excerpt{size, (shown + 1) / 2, shown / 2};
  }

  /// Calls `show(position)` for each one shown and `skip(first, last)` for those left out.
  template <typename Show, typename Skip>
  void visit(Show show, Skip skip) const {
    for (Index i = 0; i < lead; ++i) show(i);
    if (elided() > 0) skip(lead, size - tail - 1);
    for (Index i = size - tail; i < size; ++i) show(i);
  }
};

/// --full: nothing is left out.
inline bool is_full(const Style& style) {
  return style.threshold == std::numeric_limits<int>::max();
}

inline bool is_summarized(const Tensor& tensor, const Style& style) {
  return !is_full(style) && tensor.size() > style.threshold;
}

/// What is shown of an axis that isn't laid out in columns.
inline Excerpt excerpt_of(const Axis& axis, bool summarized, const Style& style) {
  return summarized ? Excerpt::ends(axis.size, std::max(style.edge_items, 1))
                    : Excerpt::all(axis.size);
}

}  // namespace headtrace
