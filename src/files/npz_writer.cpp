
#include <headtrace/error.hpp>
#include <memory>

#include "files/libzip.hpp"
#include "files/write_tensors.hpp"

namespace headtrace {
namespace {

/// A zip file that is written to memory.
class ZipWriter {
 public:
  explicit ZipWriter(std::string where) : where_(std::move(where)) {
    zip_error_t error;
    libzip().zip_error_init(&error);
    buffer_.reset(libzip().zip_source_buffer_create(nullptr, 0, 0, &error));
    archive_ = libzip().zip_open_from_source(buffer_.get(), ZIP_TRUNCATE, &error);
    if (archive_ == nullptr) fail(libzip().zip_error_strerror(&error));
    // The archive takes one owner's share of its source.
    libzip().zip_source_keep(buffer_.get());
  }
  ZipWriter(const ZipWriter&) = delete;
  ZipWriter& operator=(const ZipWriter&) = delete;
  ~ZipWriter() {
    if (archive_ != nullptr) libzip().zip_discard(archive_);
  }

  /// `content` must live until `bytes` has been called.
  void add(const std::string& name, const std::string& content) {
    zip_source_t* source = libzip().zip_source_buffer(archive_, content.data(), content.size(), 0);
    const zip_int64_t entry =
        libzip().zip_file_add(archive_, name.c_str(), source, ZIP_FL_ENC_UTF_8);
    if (entry < 0) {
      libzip().zip_source_free(source);
      fail(libzip().zip_strerror(archive_));
    }
    // As np.savez: stored. No date, so that the same tensors give the same bytes.
    constexpr zip_uint16_t first_of_1980 = 33;
    const auto index = static_cast<zip_uint64_t>(entry);
    libzip().zip_set_file_compression(archive_, index, ZIP_CM_STORE, 0);
    libzip().zip_file_set_dostime(archive_, index, 0, first_of_1980, 0);
  }

  std::string bytes() {
    if (libzip().zip_close(archive_) != 0) fail(libzip().zip_strerror(archive_));
    archive_ = nullptr;
    zip_stat_t status;
    if (libzip().zip_source_stat(buffer_.get(), &status) != 0 ||
        libzip().zip_source_open(buffer_.get()) != 0) {
      fail("can't be made in memory");
    }
    std::string bytes(static_cast<std::size_t>(status.size), '\0');
    const zip_int64_t done = libzip().zip_source_read(buffer_.get(), bytes.data(), bytes.size());
    libzip().zip_source_close(buffer_.get());
    if (done != static_cast<zip_int64_t>(bytes.size())) fail("can't be made in memory");
    return bytes;
  }

 private:
  struct Closer {
    void operator()(zip_source_t* source) const { libzip().zip_source_free(source); }
  };

  [[noreturn]] void fail(const std::string& why) const { throw Error::file(where_, why); }

  std::string where_;
  std::unique_ptr<zip_source_t, Closer> buffer_;
  zip_t* archive_ = nullptr;
};

}  // namespace

std::string npz_bytes(const std::string& where, const std::vector<StoredTensor>& tensors) {
  std::vector<std::string> entries;
  for (const StoredTensor& tensor : tensors) entries.push_back(npy_bytes(where, tensor));
  ZipWriter archive(where);
  for (std::size_t i = 0; i < tensors.size(); ++i) {
    archive.add(tensors[i].name + ".npy", entries[i]);
  }
  return archive.bytes();
}

}  // namespace headtrace
