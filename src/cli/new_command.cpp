#include <fmt/format.h>

#include <filesystem>
#include <memory>

#include "cli/command.hpp"
#include "cli/output.hpp"
#include "files/write_file.hpp"
#include "lesson/template.hpp"

namespace headtrace::cli {
namespace {

const Text written{
    "Wrote {0}: a small lesson to change.\n  headtrace run {0}      computes it\n  headtrace check "
    "{0}    "
    "checks it\nThe format: docs/lesson-format.md\n",
    "已写好 {0}：一个可以随意修改的小课程。\n  headtrace run {0}      计算它\n  headtrace check "
    "{0}    "
    "检查它\n文件格式：docs/lesson-format.md\n"};

/// Only a path, so that `run` with the same word finds the file again and not a lesson's name.
std::string as_path(const std::string& file) {
  return file.find('/') == std::string::npos && !file.ends_with(".json") ? "./" + file : file;
}

int write_new(const std::string& file, bool force, const Style& style) {
  write_file(file, lesson_template(), force);
  write_out(fmt::format(fmt::runtime(written.in(style.lang)), as_path(file)));
  return fine;
}

}  // namespace

Action add_new(Arguments& arguments, const CommonOptions& common) {
  struct NewRequest {
    std::string file;
    bool force = false;
  };
  const auto given = std::make_shared<NewRequest>();
  arguments.required("FILE", given->file, "The file to write", Wants::file);
  arguments.flag("--force", given->force, "Replace a file that is there");
  return [given, &common] { return write_new(given->file, given->force, common.style()); };
}

}  // namespace headtrace::cli
