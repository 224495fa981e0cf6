#pragma once

#include <string>
#include <vector>

#include "files/stored_tensor.hpp"

namespace headtrace {

/// Writes tensors whole or not at all, in the format that the path's suffix names: .npy (of one
/// tensor), .npz or .safetensors. Each tensor's `dtype` is float64 or float32; `values` are
/// row-major, as many as `shape` says. A file that is there is kept unless `replace`.
/// Throws Error::file for another suffix, for a name that is given twice or can't be a name in a
/// file, and for a number too large for float32.
void write_tensors(const std::string& path, const std::vector<StoredTensor>& tensors, bool replace);

/// The bytes of such a file; `where` is what errors name.
std::string npy_bytes(const std::string& where, const StoredTensor& tensor);
std::string npz_bytes(const std::string& where, const std::vector<StoredTensor>& tensors);
std::string safetensors_bytes(const std::string& where, const std::vector<StoredTensor>& tensors);

/// A tensor's numbers in its dtype, lowest byte first.
std::string number_bytes(const std::string& where, const StoredTensor& tensor);

}  // namespace headtrace
