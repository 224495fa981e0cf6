#include <doctest/doctest.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>

#include "cli/process.hpp"
#include "files/stored_tensor.hpp"
#include "support.hpp"

namespace headtrace::test {
namespace {

namespace fs = std::filesystem;

constexpr double a_megabyte = 1e6;

std::string whole_file(const fs::path& path) {
  std::ifstream file(path, std::ios::binary);
  std::ostringstream bytes;
  bytes << file.rdbuf();
  return bytes.str();
}

std::vector<fs::path> files_in(const std::string& folder) {
  std::vector<fs::path> files;
  for (const auto& entry : fs::directory_iterator(folder)) {
    if (entry.path().extension() != ".expected") files.push_back(entry.path());
  }
  std::ranges::sort(files);
  return files;
}

std::string reading(const std::string& path) {
  return error_of([&] { read_tensors(path, a_megabyte); });
}

}  // namespace

// HEADTRACE_UPDATE=1 writes the expected messages anew; read the difference before committing it.
TEST_CASE("every broken tensor file is refused with its own message") {
  const char* update = std::getenv("HEADTRACE_UPDATE");
  const auto files = files_in("tests/bad_tensors");
  CHECK(files.size() >= 80);
  for (const fs::path& path : files) {
    CAPTURE(path.string());
    const std::string message = reading(path.string()) + "\n";
    const std::string expected = path.string() + ".expected";
    if (update && std::string(update) == "1") std::ofstream(expected, std::ios::binary) << message;
    CHECK(message.starts_with(path.string() + ": "));
    CHECK(message == whole_file(expected));
    CHECK(std::ranges::all_of(
        message, [](char c) { return c == '\n' || static_cast<unsigned char>(c) >= 0x20; }));
  }
}

TEST_CASE("a file cut short anywhere is refused") {
  const TemporaryFolder folder;
  for (const char* name : {"version1.npy", "fortran.npy", "stored.npz", "every_kind.safetensors"}) {
    const std::string whole = whole_file(std::string("tests/fixtures/tensors/") + name);
    for (std::size_t size = 0; size < whole.size(); ++size) {
      CAPTURE(size);
      CHECK_FALSE(reading(folder.file(name, whole.substr(0, size))).empty());
    }
  }
}

TEST_CASE("a file with any one byte changed is refused or read, and nothing else happens") {
  const TemporaryFolder folder;
  for (const char* name : {"version1.npy", "stored.npz", "every_kind.safetensors"}) {
    std::string bytes = whole_file(std::string("tests/fixtures/tensors/") + name);
    std::size_t refused = 0;
    for (char& byte : bytes) {
      const char before = byte;
      byte = static_cast<char>(byte ^ 0x81);
      if (!reading(folder.file(name, bytes)).empty()) ++refused;
      byte = before;
    }
    CHECK(refused > 40);
    CHECK(reading(folder.file(name, bytes)).empty());
  }
}

TEST_CASE("a zip bomb is refused by what it would take, not read") {
  const TemporaryFolder folder;
  const std::string path = folder.path() + "/bomb.npz";
  const Ran made = shell("python3 -c 'import zipfile' && python3 - " + path + R"( <<'END'
import sys, zipfile
count = 4_000_000
text = b"{'descr': '<f8', 'fortran_order': False, 'shape': (%d,), }\n" % count
head = b"\x93NUMPY\x01\x00" + len(text).to_bytes(2, "little") + text
with zipfile.ZipFile(sys.argv[1], "w", zipfile.ZIP_DEFLATED) as archive:
    archive.writestr("x.npy", head + bytes(8 * count))
END
)");
  if (made.status != 0) return;  // no Python here
  CHECK(fs::file_size(path) < 40000);
  CHECK(reading(path) == path +
                             ": its tensor would take 30.5 MiB of memory, the limit is 977 KiB; "
                             "allow more with --max-memory, or save fewer tensors");
}

}  // namespace headtrace::test
