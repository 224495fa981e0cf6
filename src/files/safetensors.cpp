#include "files/formats.hpp"
#include "files/numbers.hpp"
#include "files/safetensors_header.hpp"

namespace headtrace {
namespace {

class SafetensorsFile : public TensorFile {
 public:
  explicit SafetensorsFile(const std::string& path)
      : file_(path), entries_(read_safetensors_header(file_)), data_(file_.at()) {
    for (const SafetensorsEntry& entry : entries_) headers_.push_back(entry.tensor);
  }

  StoredTensor read(std::size_t i) override {
    file_.seek(data_ + entries_[i].begin);
    return read_stored(file_, entries_[i].tensor, *entries_[i].dtype, false);
  }

 private:
  FileStream file_;
  std::vector<SafetensorsEntry> entries_;
  std::uint64_t data_;
};

}  // namespace

std::unique_ptr<TensorFile> open_safetensors(const std::string& path) {
  return std::make_unique<SafetensorsFile>(path);
}

}  // namespace headtrace
