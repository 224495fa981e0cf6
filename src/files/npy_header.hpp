#pragma once

#include <string>

#include "files/byte_stream.hpp"
#include "files/dtype.hpp"
#include "files/stored_tensor.hpp"

namespace headtrace {

/// The head of an .npy file (NumPy's format 1.0, 2.0 or 3.0): magic, version, and a Python dict of
/// `descr`, `fortran_order` and `shape`. The numbers follow.
struct NpyHeader {
  TensorHeader tensor;
  const Dtype* dtype = nullptr;
  bool high_byte_first = false;
};

/// Reads the head; the tensor gets `name`. The stream then stands at the first number, and by its
/// size holds exactly the numbers that the head announces. Throws Error::file where it doesn't,
/// and for what is no head, or announces anything but numbers.
NpyHeader read_npy_header(ByteStream& stream, const std::string& name);

/// The three values of the head's dict, as they are written there.
struct NpyDict {
  std::string descr;  ///< empty where it isn't a text: a structured dtype
  bool fortran_order = false;
  Sizes shape;
};

/// `{'descr': '<f8', 'fortran_order': False, 'shape': (3, 4), }`. Throws Error::file (naming
/// `where`) for anything else; nothing is evaluated.
NpyDict parse_npy_dict(const std::string& where, const std::string& text);

}  // namespace headtrace
