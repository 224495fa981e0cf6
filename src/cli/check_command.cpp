#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <headtrace/trace.hpp>
#include <map>
#include <memory>

#include "cli/command.hpp"
#include "cli/error_text.hpp"
#include "cli/output.hpp"
#include "lesson/library.hpp"
#include "render/check_text.hpp"
#include "study/check.hpp"

namespace headtrace::cli {
namespace {

/// `after` of every lesson in the folder that a file is in, as far as they can be read.
std::map<std::string, std::vector<std::string>> orders_beside(const Lesson& lesson) {
  std::map<std::string, std::vector<std::string>> after{{lesson.name, lesson.after}};
  if (lesson.after.empty()) return after;
  const std::string folder = std::filesystem::path(lesson.path).parent_path().string();
  for (const LessonFile& file : lesson_files(folder.empty() ? "." : folder)) {
    if (file.name == lesson.name) continue;
    const LoadResult other = load_lesson(read_source(file.path));
    after[file.name] = other.lesson ? other.lesson->after : std::vector<std::string>{};
  }
  return after;
}

CheckReport whole_report(const Lesson& lesson) {
  CheckReport report = check(lesson);
  if (lesson.path == "-" || lesson.path == "<stdin>") return report;
  for (const OrderProblem& problem : check_order(orders_beside(lesson))) {
    if (problem.lesson == lesson.name) report.problems.push_back(problem.error);
  }
  return report;
}

Error failed(const ExpectationResult& result) {
  const std::string of_variant =
      result.variant.empty() ? "" : fmt::format(" of variant '{}'", result.variant);
  return Error::lesson(fmt::format("'{}'{}: {}", result.tensor, of_variant, result.problem))
      .at(result.span);
}

int check_one(const std::string& named, const CommonOptions& common, const Style& style) {
  try {
    const Source source = common.lesson_source(named);
    const Lesson lesson = load_lesson_or_throw(source);
    check_memory(plan(lesson.pipeline), common.max_memory());
    const CheckReport report = whole_report(lesson);
    write_out(check_text(lesson, report, style));
    flush_out();
    for (const ExpectationResult& result : report.expectations) {
      if (!result.holds) write_err(describe_error(source, failed(result)));
    }
    for (const Error& problem : report.problems) write_err(describe_error(source, problem));
    return report.passes() ? fine : found_wrong;
  } catch (const Error& error) {
    flush_out();
    write_err(error_text(error));
    return unusable;
  }
}

}  // namespace

Action add_check(Arguments& arguments, const CommonOptions& common) {
  const auto files = std::make_shared<std::vector<std::string>>();
  arguments.required_list("FILE", *files, "Lesson files, or lessons by number or name",
                          Wants::lesson);
  return [files, &common] {
    const Style style = common.style();
    int worst = fine;
    for (const std::string& file : *files) worst = std::max(worst, check_one(file, common, style));
    return worst;
  };
}

}  // namespace headtrace::cli
