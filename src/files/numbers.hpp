#pragma once

#include "files/byte_stream.hpp"
#include "files/dtype.hpp"
#include "files/stored_tensor.hpp"

/// A tensor's numbers, from bytes to float64.
namespace headtrace {

/// How many numbers a shape has. Throws Error::file (naming `where`) for more than can be counted
/// and for more than 64 axes.
std::uint64_t count_of(const std::string& where, const Sizes& shape);

/// The numbers of `header` from the stream's place on; the stream must have been found to hold
/// them. Throws Error::file where it ends before.
StoredTensor read_stored(ByteStream& stream, const TensorHeader& header, const Dtype& dtype,
                         bool high_byte_first);

}  // namespace headtrace
