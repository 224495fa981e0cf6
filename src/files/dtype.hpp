#pragma once

#include <cstddef>
#include <headtrace/tensor.hpp>
#include <string>
#include <string_view>

namespace headtrace {

/// A type of number in files, by the names it goes by.
struct Dtype {
  std::string_view name;         ///< float32
  std::string_view npy;          ///< f4: kind and bytes, as NumPy writes them
  std::string_view safetensors;  ///< F32
  std::size_t bytes;
  /// `count` numbers, lowest byte first, from `from` to `to`; counts those that are not exact.
  void (*decode)(const unsigned char* from, std::size_t count, double* to, Index& inexact);
};

/// Null where it isn't a type that is read.
const Dtype* dtype_of_npy(std::string_view kind_and_bytes);
const Dtype* dtype_of_safetensors(std::string_view name);

/// `float64, float32, …`: what can be read, for messages.
std::string known_dtypes();

}  // namespace headtrace
