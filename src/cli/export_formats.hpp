#pragma once

#include <cstdint>
#include <headtrace/style.hpp>
#include <optional>
#include <string>
#include <vector>

#include "render/handout/handout.hpp"
#include "render/lesson_trace.hpp"

namespace headtrace::cli {

/// What the command line asks `export` for.
struct ExportRequest {
  std::string lesson;
  std::string to;
  std::string variant;
  std::optional<std::uint32_t> seed;
  bool force = false;
  std::string framework;
  bool worksheet = false;
  std::vector<std::string> blank;
  std::string key;
  std::string step;
  std::string runs;
};

/// A kind of file that export writes, known by its suffix.
struct ExportFormat {
  std::string suffix;
  Text what;
  /// The file's bytes. Throws Error::usage for options that don't fit the trace.
  std::string (*render)(const LessonTrace& what, const ExportRequest& given,
                        const Style& style) = nullptr;
  bool draws_training = false;
};

const std::vector<ExportFormat>& export_formats();
/// The format that the path's suffix names. Throws Error::usage with a did-you-mean.
const ExportFormat& format_of(const std::string& path);

/// What a worksheet leaves blank. Throws Error::usage for tensors that aren't there.
Worksheet sheet_of(const LessonTrace& what, const ExportRequest& given);

}  // namespace headtrace::cli
