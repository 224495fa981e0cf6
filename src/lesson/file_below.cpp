#include "lesson/file_below.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <headtrace/error.hpp>

#include "lesson/shown_text.hpp"

namespace headtrace {
namespace {

namespace fs = std::filesystem;

constexpr const char* what_to_name = "name a file in the lesson's own folder or below it";

[[noreturn]] void leads_out(const std::string& named, const std::string& how) {
  throw Error::lesson(fmt::format("{} {}", in_quotes(named), how), what_to_name);
}

void check_form(const std::string& named) {
  if (named.empty()) throw Error::lesson("a file without a name", what_to_name);
  if (std::ranges::any_of(named, [](char c) { return static_cast<unsigned char>(c) < 0x20; })) {
    leads_out(named, "holds a control character");
  }
  const fs::path path(named);
  if (path.is_absolute()) leads_out(named, "is an absolute path");
  if (std::ranges::find(path, fs::path("..")) != path.end()) {
    leads_out(named, "leads out of the lesson's folder");
  }
}

bool is_below(const fs::path& folder, const fs::path& path) {
  return std::ranges::mismatch(folder, path).in1 == folder.end();
}

}  // namespace

std::string file_below(const std::string& folder, const std::string& named) {
  check_form(named);
  const fs::path path = fs::path(folder) / named;
  std::error_code failed;
  const fs::path home = fs::canonical(folder.empty() ? "." : folder, failed);
  const fs::path real = failed ? fs::path() : fs::weakly_canonical(path, failed);
  if (failed) throw Error::file(path.string(), "can't be found: " + failed.message());
  if (!is_below(home, real)) {
    leads_out(named, "is a symbolic link that leads out of the lesson's folder");
  }
  if (fs::is_directory(real, failed)) {
    throw Error::lesson(fmt::format("{} is a folder", in_quotes(named)), "name a file in it");
  }
  return path.string();
}

}  // namespace headtrace
