#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "files/byte_stream.hpp"
#include "files/dtype.hpp"
#include "files/stored_tensor.hpp"

namespace headtrace {

/// One tensor of a .safetensors file: bytes [begin, end) from the end of the header.
struct SafetensorsEntry {
  TensorHeader tensor;
  const Dtype* dtype = nullptr;
  std::uint64_t begin = 0;
  std::uint64_t end = 0;
};

/// Reads the head: 8 bytes of length, lowest first, and so many bytes of JSON. The entries come in
/// the order of their bytes, which they share out among them without gap or overlap. The stream
/// then stands at the first of these bytes. Throws Error::file for anything else.
std::vector<SafetensorsEntry> read_safetensors_header(ByteStream& stream);

}  // namespace headtrace
