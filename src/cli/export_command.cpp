#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <filesystem>
#include <memory>

#include "cli/command.hpp"
#include "cli/lesson_run.hpp"
#include "cli/output.hpp"
#include "core/did_you_mean.hpp"
#include "files/write_file.hpp"
#include "render/handout/handout.hpp"
#include "render/json.hpp"
#include "render/lesson_trace.hpp"
#include "render/page/page.hpp"
#include "render/picture/picture.hpp"
#include "render/script/script.hpp"
#include "study/own_numbers.hpp"

namespace headtrace::cli {
namespace {

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
};

/// What a format makes of a lesson's trace.
using Renderer = std::string (*)(const LessonTrace& what, const ExportRequest& given,
                                 const Style& style);

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

std::string as_handout(const LessonTrace& what, const ExportRequest& given, const Style& style) {
  return given.worksheet ? worksheet(what, sheet_of(what, given), style) : handout(what, style);
}

std::string as_page(const LessonTrace& what, const ExportRequest&, const Style& style) {
  return html_page(what, style);
}

std::string as_picture(const LessonTrace& what, const ExportRequest& given, const Style& style) {
  if (given.step.empty()) {
    throw Error::usage(
        "an .svg shows one tensor, and --step doesn't say which",
        fmt::format("add --step with one of {}", fmt::join(what.trace.tensor_names(), ", ")));
  }
  check_tensor(what.trace, "--step", given.step);
  return tensor_picture(what.trace, given.step, style);
}

struct Format {
  std::string suffix;
  Text what;
  Renderer render;
};

const std::vector<Format>& formats() {
  static const std::vector<Format> table{
      {".html", {"a page to show and explore", "可以演示、可以动手看的网页"}, as_page},
      {".json", {"the trace as data", "计算过程的数据"}, as_json},
      {".md", {"a handout", "讲义"}, as_handout},
      {".svg", {"a picture of one tensor", "一个张量的图"}, as_picture},
      {".py", {"a script that computes the trace anew", "把整个过程重新算一遍的脚本"}, as_script},
  };
  return table;
}

const Format& format_of(const std::string& path) {
  const std::string suffix = std::filesystem::path(path).extension().string();
  const auto it = std::ranges::find(formats(), suffix, &Format::suffix);
  if (it != formats().end()) return *it;
  std::vector<std::string> suffixes;
  for (const Format& format : formats()) suffixes.push_back(format.suffix);
  if (suffix == ".safetensors" || suffix == ".npz") {
    throw Error::usage(fmt::format("{} files are not supported yet", suffix),
                       "write the numbers as .json");
  }
  std::string hint = did_you_mean(suffix, suffixes);
  const std::string list = fmt::format("headtrace writes {}", fmt::join(suffixes, ", "));
  hint = hint.empty() ? list : hint + " " + list;
  throw Error::usage(suffix.empty()
                         ? fmt::format("--to '{}' doesn't say by its suffix what to write", path)
                         : fmt::format("headtrace can't write {} files", suffix),
                     hint);
}

void check_options(const ExportRequest& given, const Format& format) {
  const auto only_for = [&](bool used, const char* option, const char* suffix) {
    if (used && format.suffix != suffix) {
      throw Error::usage(fmt::format("{} is for {} files, not {}", option, suffix, format.suffix),
                         "leave it out, or change --to");
    }
  };
  only_for(!given.framework.empty(), "--framework", ".py");
  only_for(!given.step.empty(), "--step", ".svg");
  only_for(given.worksheet, "--worksheet", ".md");
  const bool for_worksheet = !given.blank.empty() || !given.key.empty();
  if (for_worksheet && !given.worksheet) {
    throw Error::usage(fmt::format("{} is for worksheets", given.key.empty() ? "--blank" : "--key"),
                       "add --worksheet");
  }
  if (!given.key.empty() && std::filesystem::path(given.key).lexically_normal() ==
                                std::filesystem::path(given.to).lexically_normal()) {
    throw Error::usage("--key and --to name the same file", "give the key a name of its own");
  }
}

bool is_random(const Plan& plan) {
  return std::ranges::any_of(plan.inputs, [](const Input& input) {
    return std::holds_alternative<RandomSource>(input.source);
  });
}

LessonTrace compute(const Lesson& lesson, const ExportRequest& given, const CommonOptions& common) {
  LessonTrace what;
  what.lesson = &lesson;
  what.plan = plan_of(lesson, given.variant, common);
  what.variant = lesson.find_variant(given.variant);
  what.seed = given.seed;
  if (given.seed && !given.worksheet && !is_random(what.plan)) {
    throw Error::usage(
        fmt::format("--seed changes nothing: no tensor of {} is random", lesson.name),
        "leave it out");
  }
  // A worksheet's own numbers are in the pipeline already.
  const auto seed = given.worksheet ? std::nullopt : given.seed;
  what.trace = run(what.plan, seed);
  what.traces = run_mentioned(lesson, seed);
  if (format_of(given.to).suffix != ".html") return what;
  for (const Variant& variant : lesson.variants) {
    what.traces.variants[variant.id] = run(plan_of(lesson, variant.id, common), seed);
  }
  return what;
}

const Text wrote{"Wrote {}: {}\n", "已写好 {}：{}\n"};

int export_lesson(const ExportRequest& given, const CommonOptions& common) {
  const Style style = common.style();
  const Format& format = format_of(given.to);
  check_options(given, format);
  LoadedLesson loaded = load(given.lesson, common);
  if (given.worksheet && given.seed) {
    loaded.lesson.pipeline = with_own_numbers(loaded.lesson.pipeline, *given.seed);
  }
  const LessonTrace what = compute(loaded.lesson, given, common);
  const std::string document = format.render(what, given, style);
  if (!given.key.empty()) {
    write_file(given.key, worksheet_key(what, sheet_of(what, given), style), given.force);
  }
  write_file(given.to, document, given.force);
  write_out(fmt::format(fmt::runtime(wrote.in(style.lang)), given.to, format.what.in(style.lang)));
  if (!what.trace.failure) return fine;
  flush_out();
  write_err(describe_error(loaded.source, *what.trace.failure));
  return unusable;
}

}  // namespace

Action add_export(Arguments& arguments, const CommonOptions& common) {
  const auto given = std::make_shared<ExportRequest>();
  arguments.required("LESSON", given->lesson, lesson_argument);
  arguments.required("--to", given->to,
                     "The file to write; its suffix says what: .html, .md, .py, .json, .svg");
  arguments.flag("--force", given->force, "Replace a file that is there");
  arguments.option("--variant", given->variant, "Of this variant of the lesson");
  arguments.seed("--seed", given->seed, "Redraw the random tensors from this seed");
  arguments.choice("--framework", given->framework, {"torch", "numpy"},
                   "What a .py computes with: torch or numpy (default torch)");
  arguments.option("--step", given->step, "The tensor that an .svg shows");
  arguments.flag("--worksheet", given->worksheet,
                 "A .md with blanks to fill in; --seed gives each student other numbers");
  arguments.list("--blank", given->blank,
                 "The tensors left blank (default: those the lesson asks about)");
  arguments.option("--key", given->key, "Write the worksheet's answers to this file");
  return [given, &common] { return export_lesson(*given, common); };
}

}  // namespace headtrace::cli
