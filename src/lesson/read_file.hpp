#pragma once

#include <headtrace/pipeline.hpp>
#include <optional>

#include "lesson/object_reader.hpp"
#include "lesson/reading.hpp"

namespace headtrace {

/// A tensor's `file` (at `node`) with the keys that belong to it: `key`, and `rows` and `columns`
/// for a part of a larger tensor. Its shape must be that of `axes` (null where these are unknown).
std::optional<ValuesSource> read_file(ObjectReader& reader, const Json& node, const Axes* axes,
                                      Reading& reading);

}  // namespace headtrace
