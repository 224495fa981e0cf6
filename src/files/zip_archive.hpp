#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "files/byte_stream.hpp"

struct zip;

namespace headtrace {

/// A zip file, read entry by entry with libzip; nothing is unpacked to disk.
class ZipArchive {
 public:
  struct Entry {
    std::string name;
    std::uint64_t size = 0;  ///< unpacked, as the archive says
  };

  /// Throws Error::file for what is no zip file, and for an entry that is encrypted, says to be
  /// larger than deflate can make it, has a name that leads out of the archive, or is there twice.
  explicit ZipArchive(const std::string& path);

  const std::vector<Entry>& entries() const { return entries_; }
  /// The entry's bytes, unpacked as they are read. Reading past its last byte checks its checksum.
  /// The stream must not outlive the archive.
  std::unique_ptr<ByteStream> open(std::size_t i) const;

 private:
  struct Closer {
    void operator()(zip* archive) const;
  };
  std::string path_;
  std::unique_ptr<zip, Closer> archive_;
  std::vector<Entry> entries_;
};

}  // namespace headtrace
