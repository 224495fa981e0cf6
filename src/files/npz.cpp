#include <fmt/format.h>

#include <headtrace/error.hpp>

#include "files/formats.hpp"
#include "files/npy_header.hpp"
#include "files/numbers.hpp"
#include "files/stored_name.hpp"
#include "files/zip_archive.hpp"

namespace headtrace {
namespace {

constexpr std::string_view array_suffix = ".npy";

/// torch.save writes a zip file too: NAME/data.pkl and the numbers beside it.
bool is_torch(const ZipArchive& archive) {
  for (const ZipArchive::Entry& entry : archive.entries()) {
    if (entry.name == "data.pkl" || entry.name.ends_with("/data.pkl")) return true;
  }
  return false;
}

[[noreturn]] void refuse_empty(const std::string& path, const ZipArchive& archive) {
  const std::string first =
      archive.entries().empty()
          ? "nothing"
          : fmt::format("{} and the like", shown_name(archive.entries().front().name));
  throw Error::file(path, fmt::format("is a zip file without arrays: it holds {}", first),
                    "an .npz holds NAME.npy for each array; write one with np.savez");
}

/// An archive of .npy files, as np.savez and np.savez_compressed write it.
class NpzFile : public TensorFile {
 public:
  explicit NpzFile(const std::string& path) : archive_(path) {
    if (is_torch(archive_)) refuse_torch(path);
    for (std::size_t i = 0; i < archive_.entries().size(); ++i) {
      const std::string& name = archive_.entries()[i].name;
      // A Mac's archiver adds files of its own.
      if (!name.ends_with(array_suffix) || name.starts_with("__MACOSX/")) continue;
      headers_.push_back(read_npy_header(*archive_.open(i), key_of(path, name)).tensor);
      entries_.push_back(i);
    }
    if (headers_.empty()) refuse_empty(path, archive_);
  }

  StoredTensor read(std::size_t i) override {
    const auto stream = archive_.open(entries_[i]);
    const NpyHeader header = read_npy_header(*stream, headers_[i].name);
    StoredTensor tensor =
        read_stored(*stream, header.tensor, *header.dtype, header.high_byte_first);
    check_end(*stream);
    return tensor;
  }

 private:
  static std::string key_of(const std::string& path, const std::string& entry) {
    std::string key = entry.substr(0, entry.size() - array_suffix.size());
    check_stored_name(path, key);
    return key;
  }

  /// Only here does libzip compare the checksum.
  static void check_end(ByteStream& stream) {
    char more = 0;
    if (stream.read(&more, 1) == 0) return;
    throw Error::file(stream.where(),
                      fmt::format("goes on past the {} bytes it says it has", stream.size()),
                      save_again);
  }

  ZipArchive archive_;
  std::vector<std::size_t> entries_;
};

}  // namespace

std::unique_ptr<TensorFile> open_npz(const std::string& path) {
  return std::make_unique<NpzFile>(path);
}

}  // namespace headtrace
