#pragma once

#include <headtrace/error.hpp>
#include <optional>
#include <string>

#include "lesson/import_model.hpp"

namespace headtrace {

/// A lesson's text that computes the layer: its weights refer to `file` (as seen from the lesson's
/// folder), its x is random. `heads` must divide d_model.
std::string imported_lesson(const FoundLayer& layer, const std::string& file, Index heads);

/// The heads that the config.json beside a model's file names (num_attention_heads, n_head), or
/// nothing.
std::optional<Index> heads_in_config(const std::string& file);

/// Throws Error::file unless `heads` divides the layer's d_model; the hint lists what does.
void check_heads(const std::string& path, const FoundLayer& layer, Index heads);
/// The error for a file that doesn't say how many heads there are.
Error unknown_heads(const std::string& path, const FoundLayer& layer);

}  // namespace headtrace
