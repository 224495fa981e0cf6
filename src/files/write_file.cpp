#include "files/write_file.hpp"

#include <fcntl.h>
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

/// What is written before it gets its name. Where the file system can, it has no name until then,
/// so that whatever ends the program leaves nothing; elsewhere it lies beside the wanted file.
class TemporaryFile {
 public:
  explicit TemporaryFile(const std::string& path) : target_(path) {
    file_ = open_nameless();
    if (file_ >= 0) return;
    beside_ = path + ".XXXXXX";
    file_ = mkstemp(beside_.data());
    if (file_ < 0) {
      beside_.clear();
      fail();
    }
  }
  TemporaryFile(const TemporaryFile&) = delete;
  TemporaryFile& operator=(const TemporaryFile&) = delete;
  ~TemporaryFile() {
    if (file_ >= 0) close(file_);
    if (!beside_.empty()) unlink(beside_.c_str());
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
    if (!in_place(replace)) fail();
    const int closed = close(file_);
    file_ = -1;
    if (closed != 0) fail();
  }

 private:
  int open_nameless() const {
    const std::string folder = std::filesystem::path(target_).parent_path().string();
    if (access(links_, X_OK) == 0) {
      return ::open(folder.empty() ? "." : folder.c_str(), O_TMPFILE | O_WRONLY | O_CLOEXEC, 0600);
    }
    return -1;
  }

  /// A link, unlike a rename, never takes the place of a file that has come there meanwhile.
  bool in_place(bool replace) {
    if (link_to(target_)) return true;
    if (replace && (errno == EEXIST || !beside_.empty())) return take_place();
    return errno != EEXIST && move_to_free_place();
  }

  bool link_to(const std::string& name) const {
    if (!beside_.empty()) return link(beside_.c_str(), name.c_str()) == 0;
    const std::string open_file = std::string(links_) + "/" + std::to_string(file_);
    return linkat(AT_FDCWD, open_file.c_str(), AT_FDCWD, name.c_str(), AT_SYMLINK_FOLLOW) == 0;
  }

  /// Where the wanted file is there already: a link can't take its place, a rename can, and needs a
  /// name for that.
  bool take_place() {
    for (pid_t number = getpid(); beside_.empty(); ++number) {
      std::string name = target_ + "." + std::to_string(number);
      if (link_to(name)) {
        beside_ = std::move(name);
      } else if (errno != EEXIST) {
        return false;
      }
    }
    return moved(std::rename(beside_.c_str(), target_.c_str()) == 0);
  }

  /// Where the file system has no links, as on a memory stick.
  bool move_to_free_place() {
    return !beside_.empty() && moved(renameat2(AT_FDCWD, beside_.c_str(), AT_FDCWD, target_.c_str(),
                                               RENAME_NOREPLACE) == 0);
  }

  bool moved(bool done) {
    if (done) beside_.clear();
    return done;
  }

  [[noreturn]] void fail() const {
    if (errno == EEXIST) {
      throw Error::file(target_, "the file is there already and was kept",
                        "use another name, or --force to replace it");
    }
    throw Error::file(target_, std::string("can't be written: ") + std::strerror(errno));
  }

  static constexpr const char* links_ = "/proc/self/fd";
  std::string target_;
  std::string beside_;  ///< empty while the file has no name
  int file_ = -1;
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
