#include "files/formats.hpp"
#include "files/npy_header.hpp"
#include "files/numbers.hpp"
#include "files/stored_name.hpp"

namespace headtrace {
namespace {

class NpyFile : public TensorFile {
 public:
  explicit NpyFile(const std::string& path)
      : file_(path), header_(read_npy_header(file_, stem_of(path))), data_(file_.at()) {
    check_stored_name(path, header_.tensor.name);
    headers_.push_back(header_.tensor);
  }

  StoredTensor read(std::size_t /*i*/) override {
    file_.seek(data_);
    return read_stored(file_, header_.tensor, *header_.dtype, header_.high_byte_first);
  }

 private:
  FileStream file_;
  NpyHeader header_;
  std::uint64_t data_;
};

}  // namespace

std::unique_ptr<TensorFile> open_npy(const std::string& path) {
  return std::make_unique<NpyFile>(path);
}

}  // namespace headtrace
