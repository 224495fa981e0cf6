#pragma once

#include <algorithm>
#include <headtrace/style.hpp>
#include <headtrace/tensor.hpp>
#include <limits>

namespace headtrace {

/// The positions of an axis that are shown: of `size` from `first` on the first `lead` and the last
/// `tail`.
struct Excerpt {
  Index size = 0;
  Index lead = 0;
  Index tail = 0;
  Index first = 0;

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
    for (Index i = 0; i < lead; ++i) show(first + i);
    if (elided() > 0) skip(first + lead, first + size - tail - 1);
    for (Index i = size - tail; i < size; ++i) show(first + i);
  }
};

/// --full: nothing is left out.
inline bool is_full(const Style& style) {
  return style.threshold == std::numeric_limits<int>::max();
}

inline bool is_summarized(const Tensor& tensor, const Style& style) {
  return !is_full(style) && tensor.size() > style.threshold;
}

/// The whole axis, or the one head's part of it that the reader asked for.
inline Excerpt part_of(const Axis& axis, const Style& style) {
  const Index heads = axis.name == "heads" ? axis.size : axis.heads;
  if (!style.head || *style.head >= heads || axis.size < heads) return Excerpt::all(axis.size);
  const Index block = axis.size / heads;
  return {block, block, 0, *style.head * block};
}

/// What is shown of an axis that isn't laid out in columns.
inline Excerpt excerpt_of(const Axis& axis, bool summarized, const Style& style) {
  Excerpt part = part_of(axis, style);
  if (!summarized) return part;
  const Index first = part.first;
  part = Excerpt::ends(part.size, std::max(style.edge_items, 1));
  part.first = first;
  return part;
}

}  // namespace headtrace
