#include <doctest/doctest.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <headtrace/lesson.hpp>
#include <sstream>

#include "lesson/diagnostics.hpp"
#include "support.hpp"

using namespace headtrace;
namespace fs = std::filesystem;

namespace {

std::vector<fs::path> broken_files() {
  std::vector<fs::path> files;
  for (const auto& entry : fs::directory_iterator(test::source_path("tests/bad"))) {
    if (entry.path().extension() == ".json") files.push_back(entry.path());
  }
  std::ranges::sort(files);
  return files;
}

std::string contents(const fs::path& path) {
  std::ifstream file(path, std::ios::binary);
  std::ostringstream text;
  text << file.rdbuf();
  return text.str();
}

/// What a reader who stands in the source folder is told.
std::string message_for(const fs::path& path) {
  Source source = read_source(path.string());
  source.path = "tests/bad/" + path.filename().string();
  return describe_errors(source, load_lesson(source).errors);
}

}  // namespace

// HEADTRACE_UPDATE=1 writes the expected messages anew; read the difference before committing it.
TEST_CASE("every broken lesson is refused with its own message") {
  const char* update = std::getenv("HEADTRACE_UPDATE");
  const auto files = broken_files();
  CHECK(files.size() >= 40);
  for (const fs::path& path : files) {
    CAPTURE(path.filename().string());
    const std::string message = message_for(path);
    const fs::path expected = fs::path(path).replace_extension(".expected");
    if (update && std::string(update) == "1") std::ofstream(expected, std::ios::binary) << message;
    CHECK_FALSE(message.empty());
    CHECK(message == contents(expected));
  }
}

TEST_CASE("no message holds a control character but line ends and tabs") {
  for (const fs::path& path : broken_files()) {
    CAPTURE(path.filename().string());
    for (const char c : message_for(path)) {
      const auto byte = static_cast<unsigned char>(c);
      CHECK((byte >= 0x20 || c == '\n' || c == '\t'));
      CHECK(byte != 0x7F);
    }
  }
}
