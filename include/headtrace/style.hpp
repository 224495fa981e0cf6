#pragma once

#include <headtrace/tensor.hpp>
#include <headtrace/text.hpp>
#include <optional>

namespace headtrace {

/// How a reader wants text: passed to every renderer.
struct Style {
  Lang lang = Lang::en;
  bool color = false;
  bool ascii = false;  ///< no character outside ASCII in English output
  bool plain = false;  ///< linear, for screen readers: no drawing, positions in words
  int precision = 4;
  int edge_items = 3;
  int threshold = 1000;       ///< summarised past so many elements
  int width = 80;             ///< in columns; nothing wraps
  std::optional<Index> head;  ///< show this head alone where a tensor has heads
};

}  // namespace headtrace
