#include <fmt/format.h>
#include <fmt/ranges.h>

#include "files/write_tensors.hpp"

namespace headtrace {
namespace {

constexpr std::size_t alignment = 64;  ///< of the numbers in the file, as NumPy wants it

/// `()`, `(3,)`, `(3, 4)`
std::string tuple(const Sizes& shape) {
  return fmt::format("({}{})", fmt::join(shape, ", "), shape.size() == 1 ? "," : "");
}

}  // namespace

std::string npy_bytes(const std::string& where, const StoredTensor& tensor) {
  constexpr std::size_t before_dict = 10;
  std::string dict = fmt::format("{{'descr': '<{}', 'fortran_order': False, 'shape': {}, }}",
                                 tensor.dtype == "float32" ? "f4" : "f8", tuple(tensor.shape));
  const std::size_t used = (before_dict + dict.size() + 1) % alignment;
  dict.append((alignment - used) % alignment, ' ');
  dict += '\n';
  std::string bytes("\x93NUMPY\x01\x00", 8);
  bytes += static_cast<char>(dict.size() & 0xFFU);
  bytes += static_cast<char>(dict.size() >> 8U);
  return bytes + dict + number_bytes(where, tensor);
}

}  // namespace headtrace
