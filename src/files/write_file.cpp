#include "files/write_file.hpp"

#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <headtrace/error.hpp>

namespace headtrace {
namespace {

/// The file beside the wanted one that is written first; gone again unless it was moved there.
class TemporaryFile {
 public:
  explicit TemporaryFile(const std::string& path) : target_(path), path_(path + ".XXXXXX") {
    file_ = mkstemp(path_.data());
    if (file_ < 0) fail();
  }
  TemporaryFile(const TemporaryFile&) = delete;
  TemporaryFile& operator=(const TemporaryFile&) = delete;
  ~TemporaryFile() {
    if (file_ >= 0) close(file_);
    if (!moved_) unlink(path_.c_str());
  }

  void write(std::string_view content) const {
    while (!content.empty()) {
      const ssize_t written = ::write(file_, content.data(), content.size());
      if (written < 0 && errno == EINTR) continue;
      if (written < 0) fail();
      content.remove_prefix(static_cast<std::size_t>(written));
    }
  }

  void move_into_place(bool replace) {
    const mode_t mask = umask(0);
    umask(mask);
    if (fchmod(file_, 0666 & ~mask) != 0 || fsync(file_) != 0) fail();
    const int closed = close(file_);
    file_ = -1;
    if (closed != 0) fail();
    // link, unlike rename, never takes the place of a file that has come there meanwhile.
    if (replace ? std::rename(path_.c_str(), target_.c_str()) != 0
                : link(path_.c_str(), target_.c_str()) != 0) {
      fail();
    }
    moved_ = replace;
  }

 private:
  [[noreturn]] void fail() const {
    if (errno == EEXIST) {
      throw Error::file(target_, "the file is there already and was kept",
                        "use another name, or --force to replace it");
    }
    throw Error::file(target_, std::string("can't be written: ") + std::strerror(errno));
  }

  std::string target_;
  std::string path_;
  int file_ = -1;
  bool moved_ = false;
};

}  // namespace

void write_file(const std::string& path, std::string_view content, bool replace) {
  std::error_code ignored;
  if (std::filesystem::is_directory(path, ignored)) {
    throw Error::file(path, "is a folder", "name a file in it");
  }
  if (!replace && std::filesystem::exists(path, ignored)) {
    throw Error::file(path, "the file is there already and was kept",
                      "use another name, or --force to replace it");
  }
  TemporaryFile file(path);
  file.write(content);
  file.move_into_place(replace);
}

}  // namespace headtrace
