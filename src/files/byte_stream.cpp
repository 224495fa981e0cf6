#include "files/byte_stream.hpp"

#include <fmt/format.h>
#include <sys/stat.h>

#include <cerrno>
#include <cstring>
#include <headtrace/error.hpp>

namespace headtrace {
namespace {

[[noreturn]] void cannot_read(const std::string& path) {
  if (errno == ENOENT || errno == ENOTDIR) throw Error::file(path, "there is no such file");
  throw Error::file(path, std::string("can't be read: ") + std::strerror(errno));
}

/// Asked before the file is opened: opening a pipe would wait for someone to write to it.
std::uint64_t size_of_file(const std::string& path) {
  struct stat status {};
  if (stat(path.c_str(), &status) != 0) cannot_read(path);
  if (!S_ISREG(status.st_mode)) {
    throw Error::file(path, S_ISDIR(status.st_mode) ? "is a folder" : "is no ordinary file",
                      "name a file of tensors");
  }
  return static_cast<std::uint64_t>(status.st_size);
}

}  // namespace

std::size_t ByteStream::read(void* to, std::size_t count) {
  std::size_t done = 0;
  while (done < count) {
    const std::size_t some = read_some(static_cast<char*>(to) + done, count - done);
    if (some == 0) break;
    done += some;
  }
  at_ += done;
  return done;
}

void ByteStream::read_all(void* to, std::size_t count, const std::string& what) {
  const std::uint64_t begin = at_;
  const std::size_t done = read(to, count);
  if (done == count) return;
  throw Error::file(where_,
                    fmt::format("is cut short: {} from byte {} on takes {} bytes, there are {}",
                                what, begin, count, done),
                    save_again);
}

FileStream::FileStream(const std::string& path) : ByteStream(path), size_(size_of_file(path)) {
  file_.reset(std::fopen(path.c_str(), "rb"));
  if (!file_) cannot_read(path);
}

void FileStream::seek(std::uint64_t place) {
  if (fseeko(file_.get(), static_cast<off_t>(place), SEEK_SET) != 0) cannot_read(where());
  moved_to(place);
}

std::size_t FileStream::read_some(void* to, std::size_t count) {
  const std::size_t done = std::fread(to, 1, count, file_.get());
  if (done == 0 && std::ferror(file_.get()) != 0) cannot_read(where());
  return done;
}

}  // namespace headtrace
