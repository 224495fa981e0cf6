#pragma once

#include <headtrace/tensor.hpp>
#include <memory>
#include <string>
#include <vector>

/// Tensors in files: `.npy`, `.npz`, `.safetensors`, and folders of `.npy` files.
namespace headtrace {

/// What a file says of a tensor, its numbers aside.
struct TensorHeader {
  std::string name;  ///< its key in the file; of an .npy, the file's name without the suffix
  std::string dtype;  ///< float64, float32, float16, bfloat16, int8 … int64, uint8 … uint64, bool
  Sizes shape;        ///< empty for a single number; a size may be 0
  bool fortran_order = false;  ///< stored column by column
};

/// A tensor as it was read, whatever its dtype and order in the file.
struct StoredTensor : TensorHeader {
  std::vector<double> values;  ///< row-major
  Index inexact = 0;           ///< integers that float64 can't hold exactly (beyond 2^53)
};

/// `float32 [3, 4]`
std::string describe(const TensorHeader& header);

/// A file or folder that was opened: what it holds is known, and what is asked for is read.
class TensorFile {
 public:
  TensorFile() = default;
  TensorFile(const TensorFile&) = delete;
  TensorFile& operator=(const TensorFile&) = delete;
  virtual ~TensorFile() = default;

  const std::vector<TensorHeader>& headers() const { return headers_; }
  /// The numbers of headers()[i]. Throws Error::file.
  virtual StoredTensor read(std::size_t i) = 0;

 protected:
  std::vector<TensorHeader> headers_;
};

/// Opens what stands at `path`: what kind of file it is, its content says and not its suffix; of a
/// folder, every .npy file in it. Throws Error::file for what is missing, broken, of another kind,
/// or holds a pickle (which is never loaded).
std::unique_ptr<TensorFile> open_tensors(const std::string& path);

/// The position of the tensor called `key`; an empty key stands for the only one. `path` is what
/// errors name. Throws Error::file with a did-you-mean where there is no such tensor.
std::size_t find_tensor(const TensorFile& file, const std::string& path, const std::string& key);
/// Bytes that reading the tensor takes.
double memory_for(const TensorHeader& header);

/// All tensors at `path`. Throws as open_tensors, and Error::limit where they would take more than
/// `max_memory` bytes.
std::vector<StoredTensor> read_tensors(const std::string& path, double max_memory);

/// The tensor called `key`. Throws as find_tensor and read_tensors.
StoredTensor read_tensor(const std::string& path, const std::string& key, double max_memory);

}  // namespace headtrace
