#include "files/zip_archive.hpp"

#include <fmt/format.h>

#include <headtrace/error.hpp>
#include <set>

#include "files/libzip.hpp"
#include "files/stored_name.hpp"

namespace headtrace {
namespace {

/// Deflate makes nothing smaller than 1:1032; the rest is for its frame.
constexpr std::uint64_t deflate_ratio = 1032;
constexpr std::uint64_t deflate_frame = 64;

std::string message_of(int code) {
  zip_error_t error;
  libzip().zip_error_init_with_code(&error, code);
  std::string message = libzip().zip_error_strerror(&error);
  libzip().zip_error_fini(&error);
  return message;
}

/// Whether a part of the path is `..`, or it begins at the root.
bool leads_out(const std::string& name) {
  return name.front() == '/' || name.front() == '\\' ||
         ("/" + name + "/").find("/../") != std::string::npos ||
         ("\\" + name + "\\").find("\\..\\") != std::string::npos;
}

void check_entry(const std::string& path, const zip_stat_t& entry) {
  check_stored_name(path, entry.name);
  const std::string shown = shown_name(entry.name);
  if (leads_out(entry.name)) {
    throw Error::file(path, fmt::format("the entry {} leads out of the archive", shown),
                      "such a file isn't from np.savez; save it again");
  }
  if (entry.encryption_method != ZIP_EM_NONE) {
    throw Error::file(path, fmt::format("the entry {} is encrypted", shown), "save it without");
  }
  if (entry.comp_method != ZIP_CM_STORE && entry.comp_method != ZIP_CM_DEFLATE) {
    throw Error::file(path,
                      fmt::format("the entry {} is packed with method {}, which isn't read", shown,
                                  entry.comp_method),
                      "np.savez and np.savez_compressed store or deflate");
  }
  const bool stored = entry.comp_method == ZIP_CM_STORE;
  const std::uint64_t most =
      stored ? entry.comp_size : (entry.comp_size + deflate_frame) * deflate_ratio;
  if (entry.size > most) {
    throw Error::file(path,
                      fmt::format("the entry {} says it has {} bytes, but {} packed bytes can't "
                                  "hold more than {}",
                                  shown, entry.size, entry.comp_size, most),
                      save_again);
  }
}

class EntryStream : public ByteStream {
 public:
  EntryStream(std::string where, zip_file_t* entry, std::uint64_t size)
      : ByteStream(std::move(where)), entry_(entry), size_(size) {}
  std::uint64_t size() const override { return size_; }

 protected:
  std::size_t read_some(void* to, std::size_t count) override {
    const zip_int64_t done = libzip().zip_fread(entry_.get(), to, count);
    if (done >= 0) return static_cast<std::size_t>(done);
    throw Error::file(
        where(),
        fmt::format("can't be unpacked from byte {} on: {}", at(),
                    libzip().zip_error_strerror(libzip().zip_file_get_error(entry_.get()))),
        save_again);
  }

 private:
  struct Closer {
    void operator()(zip_file_t* entry) const { libzip().zip_fclose(entry); }
  };
  std::unique_ptr<zip_file_t, Closer> entry_;
  std::uint64_t size_;
};

}  // namespace

void ZipArchive::Closer::operator()(zip* archive) const {
  libzip().zip_discard(archive);
}

ZipArchive::ZipArchive(const std::string& path) : path_(path) {
  int code = 0;
  archive_.reset(libzip().zip_open(path.c_str(), ZIP_RDONLY, &code));
  if (!archive_) {
    throw Error::file(path, "is cut short or no zip file: " + message_of(code), save_again);
  }
  std::set<std::string> names;
  const zip_int64_t count = libzip().zip_get_num_entries(archive_.get(), 0);
  for (zip_int64_t i = 0; i < count; ++i) {
    zip_stat_t entry;
    if (libzip().zip_stat_index(archive_.get(), static_cast<zip_uint64_t>(i), ZIP_FL_ENC_RAW,
                                &entry) != 0) {
      throw Error::file(path, fmt::format("its entry {} can't be read", i), save_again);
    }
    check_entry(path, entry);
    if (!names.insert(entry.name).second) {
      throw Error::file(path, fmt::format("holds two entries {}", shown_name(entry.name)),
                        "save it again with each name once");
    }
    entries_.push_back({entry.name, entry.size});
  }
}

std::unique_ptr<ByteStream> ZipArchive::open(std::size_t i) const {
  const std::string where = path_ + ": " + entries_[i].name;
  zip_file_t* entry = libzip().zip_fopen_index(archive_.get(), i, 0);
  if (entry == nullptr) throw Error::file(where, libzip().zip_strerror(archive_.get()), save_again);
  return std::make_unique<EntryStream>(where, entry, entries_[i].size);
}

}  // namespace headtrace
