#include "cli/export_formats.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <filesystem>
#include <headtrace/error.hpp>

#include "core/did_you_mean.hpp"
#include "files/write_tensors.hpp"
#include "render/json.hpp"
#include "render/page/page.hpp"
#include "render/script/script.hpp"
#include "render/svg/curves_picture.hpp"
#include "render/svg/tensor_picture.hpp"

namespace headtrace::cli {
namespace {

std::string as_json(const LessonTrace& what, const ExportRequest&, const Style&) {
  return trace_json(what.trace, what.lesson->name);
}

std::string as_script(const LessonTrace& what, const ExportRequest& given, const Style& style) {
  return python_script(what, given.framework == "numpy" ? Framework::numpy : Framework::torch,
                       style);
}

void check_tensor(const Trace& trace, const std::string& option, const std::string& name) {
  if (trace.find(name)) return;
  const std::vector<std::string> names = trace.tensor_names();
  std::string hint = did_you_mean(name, names);
  if (hint.empty()) hint = fmt::format("there are {}", fmt::join(names, ", "));
  throw Error::usage(fmt::format("{}: there is no tensor '{}'", option, name), hint);
}

std::string as_handout(const LessonTrace& what, const ExportRequest& given, const Style& style) {
  return given.worksheet ? worksheet(what, sheet_of(what, given), style) : handout(what, style);
}

std::string as_page(const LessonTrace& what, const ExportRequest&, const Style& style) {
  return html_page(what, style);
}

std::string as_picture(const LessonTrace& what, const ExportRequest& given, const Style& style) {
  if (given.step.empty() && what.training) {
    return curves_picture(what.training->experiment, what.training->report, style);
  }
  if (given.step.empty()) {
    throw Error::usage(
        "an .svg shows one tensor, and --step doesn't say which",
        fmt::format("add --step with one of {}", fmt::join(what.trace.tensor_names(), ", ")));
  }
  check_tensor(what.trace, "--step", given.step);
  return tensor_picture(what.trace, given.step, style);
}

/// Every tensor of the trace as a file of tensors has it.
std::vector<StoredTensor> stored(const Trace& trace) {
  std::vector<StoredTensor> tensors;
  for (const std::string& name : trace.tensor_names()) {
    const Tensor& tensor = *trace.find(name);
    StoredTensor stored;
    stored.name = name;
    stored.dtype = "float64";
    stored.shape = tensor.shape();
    stored.values = tensor.values();
    tensors.push_back(std::move(stored));
  }
  return tensors;
}

std::string as_npz(const LessonTrace& what, const ExportRequest& given, const Style&) {
  return npz_bytes(given.to, stored(what.trace));
}

std::string as_safetensors(const LessonTrace& what, const ExportRequest& given, const Style&) {
  return safetensors_bytes(given.to, stored(what.trace));
}

}  // namespace

Worksheet sheet_of(const LessonTrace& what, const ExportRequest& given) {
  Worksheet sheet;
  sheet.blank = {given.blank.begin(), given.blank.end()};
  if (sheet.blank.empty()) sheet.blank = asked_about(*what.lesson, what.trace);
  sheet.own_numbers = given.seed.has_value();
  for (const std::string& name : sheet.blank) check_tensor(what.trace, "--blank", name);
  if (sheet.blank.empty()) {
    throw Error::usage(
        fmt::format("{} asks no question, so nothing would be blank", what.lesson->name),
        "name tensors with --blank");
  }
  return sheet;
}

const std::vector<ExportFormat>& export_formats() {
  static const std::vector<ExportFormat> table{
      {".html", {"a page to show and explore", "可以演示、可以动手看的网页"}, as_page, true},
      {".json", {"the trace as data", "计算过程的数据"}, as_json},
      {".md", {"a handout", "讲义"}, as_handout},
      {".svg", {"a picture", "图"}, as_picture, true},
      {".npz", {"the trace's tensors for NumPy", "计算过程的张量，供 NumPy 读取"}, as_npz},
      {".safetensors",
       {"the trace's tensors for PyTorch and others", "计算过程的张量，供 PyTorch 等读取"},
       as_safetensors},
      {".py", {"a script that computes the trace anew", "把整个过程重新算一遍的脚本"}, as_script},
  };
  return table;
}

const ExportFormat& format_of(const std::string& path) {
  const std::string suffix = std::filesystem::path(path).extension().string();
  const auto it = std::ranges::find(export_formats(), suffix, &ExportFormat::suffix);
  if (it != export_formats().end()) return *it;
  std::vector<std::string> suffixes;
  for (const ExportFormat& format : export_formats()) suffixes.push_back(format.suffix);
  std::string hint = did_you_mean(suffix, suffixes);
  const std::string list = fmt::format("headtrace writes {}", fmt::join(suffixes, ", "));
  hint = hint.empty() ? list : hint + " " + list;
  throw Error::usage(suffix.empty()
                         ? fmt::format("--to '{}' doesn't say by its suffix what to write", path)
                         : fmt::format("headtrace can't write {} files", suffix),
                     hint);
}

}  // namespace headtrace::cli
