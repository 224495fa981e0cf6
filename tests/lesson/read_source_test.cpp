#include <doctest/doctest.h>

#include <filesystem>
#include <fstream>
#include <headtrace/lesson.hpp>

#include "support.hpp"

using namespace headtrace;
namespace fs = std::filesystem;

namespace {

struct Folder {
  fs::path path = fs::temp_directory_path() / fs::path("headtrace-read-source");
  Folder() { fs::create_directories(path); }
  ~Folder() { fs::remove_all(path); }
  std::string operator/(const std::string& name) const { return (path / name).string(); }
};

std::string error_for(const std::string& path) {
  return test::error_of([&] { read_source(path); });
}

}  // namespace

TEST_CASE("a file is read byte for byte") {
  const Folder folder;
  const std::string text("{\r\n\"a\": \"多\"}\0\n", 16);
  std::ofstream(folder / "a.json", std::ios::binary) << text;
  const Source source = read_source(folder / "a.json");
  CHECK(source.path == (folder / "a.json"));
  CHECK(source.text == text);
}

TEST_CASE("what can't be read is said in plain words") {
  const Folder folder;
  std::ofstream(folder / "empty.json").close();
  CHECK(error_for(folder / "none.json") == (folder / "none.json") + ": there is no such file");
  CHECK(error_for(folder.path.string()) ==
        folder.path.string() + ": this is a directory; give a lesson file in it");
  CHECK(error_for(folder / "empty.json")
            .starts_with((folder / "empty.json") + ": the file is empty"));
}

TEST_CASE("a file larger than the limit is refused") {
  const Folder folder;
  std::ofstream(folder / "large.json").close();
  fs::resize_file(folder / "large.json", (std::uintmax_t{256} << 20U) + 1);
  CHECK(error_for(folder / "large.json") ==
        (folder / "large.json") + ": larger than 256 MiB, the most a lesson may be");
}
