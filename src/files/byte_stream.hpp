#pragma once

#include <cstdint>
#include <cstdio>
#include <memory>
#include <string>

namespace headtrace {

/// What to do about a file that was cut short or damaged.
inline constexpr const char* save_again = "copy or save it again";

/// Bytes read one after the other, from a file or from an entry of an archive.
class ByteStream {
 public:
  explicit ByteStream(std::string where) : where_(std::move(where)) {}
  ByteStream(const ByteStream&) = delete;
  ByteStream& operator=(const ByteStream&) = delete;
  virtual ~ByteStream() = default;

  /// What errors name: `weights.npz: W_q.npy`.
  const std::string& where() const { return where_; }
  /// How many bytes have been read.
  std::uint64_t at() const { return at_; }
  /// All bytes there are; of an archive's entry, as many as the archive says.
  virtual std::uint64_t size() const = 0;

  /// Up to `count` bytes, fewer only at the end. Throws Error::file.
  std::size_t read(void* to, std::size_t count);
  /// Exactly `count` bytes. Throws Error::file where the stream ends before; `what` says what they
  /// are: `the header`.
  void read_all(void* to, std::size_t count, const std::string& what);

 protected:
  virtual std::size_t read_some(void* to, std::size_t count) = 0;
  void moved_to(std::uint64_t place) { at_ = place; }

 private:
  std::string where_;
  std::uint64_t at_ = 0;
};

/// A file. Throws Error::file for one that is missing, no file or unreadable.
class FileStream : public ByteStream {
 public:
  explicit FileStream(const std::string& path);
  std::uint64_t size() const override { return size_; }
  void seek(std::uint64_t place);

 protected:
  std::size_t read_some(void* to, std::size_t count) override;

 private:
  struct Closer {
    void operator()(std::FILE* file) const { std::fclose(file); }
  };
  std::unique_ptr<std::FILE, Closer> file_;
  std::uint64_t size_ = 0;
};

}  // namespace headtrace
