#include "files/write_tensors.hpp"

#include <fmt/format.h>

#include <cassert>
#include <cmath>
#include <cstring>
#include <filesystem>
#include <headtrace/error.hpp>
#include <headtrace/params.hpp>
#include <limits>
#include <set>

#include "files/numbers.hpp"
#include "files/stored_name.hpp"
#include "files/write_file.hpp"

namespace headtrace {
namespace {

void check_names(const std::string& path, const std::vector<StoredTensor>& tensors) {
  std::set<std::string> names;
  for (const StoredTensor& tensor : tensors) {
    check_stored_name(path, tensor.name);
    if (names.insert(tensor.name).second) continue;
    throw Error::file(path, fmt::format("two tensors would be called {}", shown_name(tensor.name)),
                      "give each a name of its own");
  }
}

float as_float32(const std::string& where, const std::string& name, double value) {
  if (std::isfinite(value) && std::abs(value) > std::numeric_limits<float>::max()) {
    throw Error::file(
        where, fmt::format("{} holds {}, too large for float32", shown_name(name), shortest(value)),
        "write float64");
  }
  return static_cast<float>(value);
}

std::string file_bytes(const std::string& path, const std::vector<StoredTensor>& tensors) {
  const std::string suffix = std::filesystem::path(path).extension().string();
  if (suffix == ".npz") return npz_bytes(path, tensors);
  if (suffix == ".safetensors") return safetensors_bytes(path, tensors);
  if (suffix != ".npy") {
    throw Error::file(path, fmt::format("the suffix {} names no format", shown_name(suffix)),
                      "expected .npy, .npz or .safetensors");
  }
  if (tensors.size() == 1) return npy_bytes(path, tensors.front());
  throw Error::file(path, fmt::format("an .npy file holds one tensor, not {}", tensors.size()),
                    "write .npz or .safetensors");
}

}  // namespace

std::string number_bytes(const std::string& where, const StoredTensor& tensor) {
  assert(tensor.values.size() == count_of(where, tensor.shape));
  if (tensor.dtype == "float64") {
    return {reinterpret_cast<const char*>(tensor.values.data()),
            tensor.values.size() * sizeof(double)};
  }
  assert(tensor.dtype == "float32");
  std::string bytes(tensor.values.size() * sizeof(float), '\0');
  for (std::size_t i = 0; i < tensor.values.size(); ++i) {
    const float value = as_float32(where, tensor.name, tensor.values[i]);
    std::memcpy(bytes.data() + i * sizeof value, &value, sizeof value);
  }
  return bytes;
}

void write_tensors(const std::string& path, const std::vector<StoredTensor>& tensors,
                   bool replace) {
  check_names(path, tensors);
  write_file(path, file_bytes(path, tensors), replace);
}

}  // namespace headtrace
