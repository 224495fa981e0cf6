#pragma once

#include <headtrace/pipeline.hpp>
#include <optional>

#include "lesson/object_reader.hpp"

namespace headtrace {

/// A tensor's `random` (at `node`) with the keys that belong to it: `seed`, `round`, and `low` and
/// `high` or `mean` and `std`.
std::optional<RandomSource> read_random(ObjectReader& reader, const Json& node,
                                        Diagnostics& errors);

}  // namespace headtrace
