#pragma once

#include <string>
#include <vector>

#include "files/stored_tensor.hpp"
#include "lesson/import_model.hpp"
#include "lesson/model_layouts.hpp"

namespace headtrace {

/// A layer that a file holds: how it is kept, and what its tensors' names begin with.
struct LayerPlace {
  const ModelLayout* layout = nullptr;
  std::string prefix;  ///< empty, or ending with a dot
};

/// The layer that `choice` means. Of numbered layers it is the first, unless another is asked for.
/// Throws Error::file with the layers there are.
LayerPlace find_place(const std::string& path, const std::vector<TensorHeader>& headers,
                      const LayerChoice& choice);

/// `'a', 'b' and 3 more`
std::string listed(const std::vector<std::string>& names);

}  // namespace headtrace
