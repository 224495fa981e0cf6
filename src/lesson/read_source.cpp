#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <headtrace/lesson.hpp>
#include <memory>
#include <string>

namespace headtrace {
namespace {

constexpr std::size_t largest_file = std::size_t{256} << 20U;

struct Closer {
  void operator()(std::FILE* file) const {
    if (file != stdin) std::fclose(file);
  }
};
using File = std::unique_ptr<std::FILE, Closer>;

File open(const std::string& path) {
  if (path == "-") return File(stdin);
  std::error_code ignored;
  if (std::filesystem::is_directory(path, ignored)) {
    throw Error::file(path, "this is a directory", "give a lesson file in it");
  }
  File file(std::fopen(path.c_str(), "rb"));
  if (file) return file;
  if (errno == ENOENT) throw Error::file(path, "there is no such file");
  throw Error::file(path, std::string("can't be read: ") + std::strerror(errno));
}

std::string read_all(std::FILE* file, const std::string& shown) {
  std::string text;
  char block[1U << 16U];
  while (const std::size_t count = std::fread(block, 1, sizeof block, file)) {
    text.append(block, count);
    if (text.size() > largest_file) {
      throw Error::file(shown, "larger than 256 MiB, the most a lesson may be");
    }
  }
  if (std::ferror(file) != 0) throw Error::file(shown, "can't be read to its end");
  return text;
}

}  // namespace

Source read_source(const std::string& path, const std::string& if_empty) {
  const std::string shown = path == "-" ? "<stdin>" : path;
  const File file = open(path);
  std::string text = read_all(file.get(), shown);
  if (text.empty()) throw Error::file(shown, "the file is empty", if_empty);
  Source source;
  source.path = shown;
  source.text = std::move(text);
  return source;
}

}  // namespace headtrace
