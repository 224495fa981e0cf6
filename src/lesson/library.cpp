#include "lesson/library.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <cstdlib>
#include <filesystem>
#include <headtrace/error.hpp>
#include <optional>

#include "core/did_you_mean.hpp"
#include "core/words.hpp"

namespace headtrace {
namespace fs = std::filesystem;
namespace {

/// NN-slug.json, or nothing.
std::optional<LessonFile> lesson_file(const fs::path& path) {
  const std::string name = path.stem().string();
  const auto dash = name.find('-');
  if (path.extension() != ".json" || dash == std::string::npos) return std::nullopt;
  const auto number = whole_number(name.substr(0, dash));
  if (!number || *number < 0) return std::nullopt;
  return LessonFile{*number, name, path.string()};
}

std::string slug(const LessonFile& file) {
  return file.name.substr(file.name.find('-') + 1);
}

bool looks_like_path(const std::string& named) {
  return named.find('/') != std::string::npos || named.ends_with(".json");
}

[[noreturn]] void no_such_lesson(const std::string& named, const std::vector<LessonFile>& files) {
  std::vector<std::string> names;
  std::string list;
  for (const LessonFile& file : files) {
    names.push_back(file.name);
    names.push_back(slug(file));
    list += "\n  " + file.name;
  }
  std::string hint = did_you_mean(named, names);
  if (!hint.empty()) hint += " ";
  throw Error::usage(fmt::format("there is no lesson '{}'", named),
                     fmt::format("{}The lessons are:{}", hint, list));
}

}  // namespace

std::vector<LessonFile> lesson_files(const std::string& folder) {
  std::error_code failed;
  std::vector<LessonFile> files;
  fs::directory_iterator entries(folder, failed);
  if (failed) {
    throw Error::file(folder, fmt::format("can't list the lessons: {}", failed.message()),
                      "--lessons DIR or HEADTRACE_LESSONS names their folder");
  }
  for (const fs::directory_entry& entry : entries) {
    if (const auto file = lesson_file(entry.path())) files.push_back(*file);
  }
  std::ranges::sort(files, {},
                    [](const LessonFile& file) { return std::pair(file.number, file.name); });
  return files;
}

std::string find_lesson(const std::string& named, const std::string& folder) {
  if (named == "-" || looks_like_path(named)) return named;
  const std::vector<LessonFile> files = lesson_files(folder);
  const auto number = whole_number(named);
  const auto it = std::ranges::find_if(files, [&](const LessonFile& file) {
    return number ? file.number == *number : file.name == named || slug(file) == named;
  });
  if (it != files.end()) return it->path;
  std::error_code ignored;
  if (!number && fs::is_regular_file(named, ignored)) return named;
  no_such_lesson(named, files);
}

std::string lessons_folder(const std::string& asked, const std::string& program) {
  if (!asked.empty()) return asked;
  if (const char* set = std::getenv("HEADTRACE_LESSONS"); set != nullptr && *set != '\0') {
    return set;
  }
  const fs::path bin = fs::path(program).parent_path();
  for (const char* near : {"../../lessons", "../lessons", "../share/headtrace/lessons"}) {
    std::error_code ignored;
    const fs::path folder = (bin / near).lexically_normal();
    if (fs::is_directory(folder, ignored)) return folder.string();
  }
  throw Error::file(bin.string(), "there is no folder of lessons near the program",
                    "--lessons DIR or HEADTRACE_LESSONS names it");
}

}  // namespace headtrace
