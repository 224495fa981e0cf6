#pragma once

#include <memory>
#include <string>

#include "files/byte_stream.hpp"
#include "files/stored_tensor.hpp"

/// The kinds of files that hold tensors, one reader each. All throw Error::file.
namespace headtrace {

enum class FileKind { npy, zip, safetensors };

/// What a file is by its first bytes; leaves the stream at the beginning. What is known but not
/// read (a pickle, HDF5, GGUF, text, …) is refused with what to do instead.
FileKind kind_of(FileStream& file);
/// The refusal of a file that torch.save wrote.
[[noreturn]] void refuse_torch(const std::string& path);

/// `weights` of `some/weights.npy`
std::string stem_of(const std::string& path);

std::unique_ptr<TensorFile> open_npy(const std::string& path);
std::unique_ptr<TensorFile> open_npz(const std::string& path);
std::unique_ptr<TensorFile> open_safetensors(const std::string& path);
/// Every .npy file that stands in a folder, in the order of their names.
std::unique_ptr<TensorFile> open_folder(const std::string& path);

}  // namespace headtrace
