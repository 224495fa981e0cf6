#pragma once

#include <sys/mman.h>
#include <unistd.h>

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>

namespace headtrace::fuzz {

/// The fuzzer's bytes as a file in memory, since the readers open a path.
class ScratchFile {
 public:
  ScratchFile(const std::uint8_t* bytes, std::size_t count) : file_(memfd_create("fuzz", 0)) {
    while (count > 0) {
      const ssize_t written = ::write(file_, bytes, count);
      if (written <= 0) std::abort();
      bytes += written;
      count -= static_cast<std::size_t>(written);
    }
  }
  ScratchFile(const ScratchFile&) = delete;
  ScratchFile& operator=(const ScratchFile&) = delete;
  ~ScratchFile() { ::close(file_); }

  std::string path() const { return "/proc/self/fd/" + std::to_string(file_); }

 private:
  int file_;
};

}  // namespace headtrace::fuzz
