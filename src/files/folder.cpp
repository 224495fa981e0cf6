#include <algorithm>
#include <filesystem>
#include <headtrace/error.hpp>

#include "files/formats.hpp"

namespace headtrace {
namespace {

namespace fs = std::filesystem;

std::vector<std::string> npy_files(const std::string& folder) {
  std::error_code failed;
  std::vector<std::string> files;
  for (fs::directory_iterator it(folder, failed), end; !failed && it != end; it.increment(failed)) {
    if (it->path().extension() == ".npy") files.push_back(it->path().string());
  }
  if (failed) throw Error::file(folder, "can't be read: " + failed.message());
  if (files.empty()) {
    throw Error::file(folder, "there is no .npy file in this folder",
                      "save each tensor as NAME.npy, or name a .npz or .safetensors file");
  }
  std::ranges::sort(files);
  return files;
}

/// Files are opened one at a time: there may be more of them than can be open at once.
class Folder : public TensorFile {
 public:
  explicit Folder(const std::string& path) : files_(npy_files(path)) {
    for (const std::string& file : files_) headers_.push_back(open_npy(file)->headers().front());
  }

  StoredTensor read(std::size_t i) override { return open_npy(files_[i])->read(0); }

 private:
  std::vector<std::string> files_;
};

}  // namespace

std::unique_ptr<TensorFile> open_folder(const std::string& path) {
  return std::make_unique<Folder>(path);
}

}  // namespace headtrace
