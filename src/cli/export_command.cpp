#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <memory>

#include "cli/command.hpp"
#include "cli/export_formats.hpp"
#include "cli/lesson_run.hpp"
#include "cli/output.hpp"
#include "files/write_file.hpp"
#include "study/own_numbers.hpp"
#include "study/read_runs.hpp"

namespace headtrace::cli {
namespace {

void check_options(const ExportRequest& given, const ExportFormat& format) {
  if (!given.runs.empty() && !format.draws_training) {
    throw Error::usage(fmt::format("--runs is for .html and .svg files, not {}", format.suffix),
                       "leave it out, or change --to");
  }
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
  // The texts speak of the lesson itself, whatever the variant.
  plan_of(lesson, "", common);
  what.variant = lesson.find_variant(given.variant);
  what.seed = given.seed;
  if (given.seed && !given.worksheet && !is_random(what.plan)) {
    throw Error::usage(
        fmt::format("--seed changes nothing: no tensor of {} is random", lesson.name),
        "leave it out; on a --worksheet the numbers change places instead");
  }
  // A worksheet's own numbers are in the pipeline already.
  const auto seed = given.worksheet ? std::nullopt : given.seed;
  const auto whole = [&](const Plan& plan) {
    return with_lesson_gradients(run(plan, seed), lesson);
  };
  what.trace = whole(what.plan);
  what.traces = run_mentioned(lesson, seed);
  if (format_of(given.to).suffix != ".html") return what;
  for (const Variant& variant : lesson.variants) {
    what.traces.variants[variant.id] = whole(plan_of(lesson, variant.id, common));
  }
  return what;
}

/// The runs that the command line or the lesson itself names.
std::optional<TrainingResult> training_of(const Lesson& lesson, const ExportRequest& given) {
  if (!lesson.experiment) {
    if (given.runs.empty()) return std::nullopt;
    throw Error::usage(fmt::format("{} has no experiment that --runs could be of", lesson.name),
                       "leave --runs out");
  }
  const std::string path = given.runs.empty() ? lesson.experiment->results : given.runs;
  if (path.empty()) return std::nullopt;
  const auto runs = read_runs({read_source(path, "it holds no runs")}, *lesson.experiment);
  TrainingResult result{experiment_of(*lesson.experiment, runs), {}};
  result.report = report(result.experiment, runs);
  return result;
}

const Text wrote{"Wrote {}: {}\n", "已写好 {}：{}\n"};

int export_lesson(const ExportRequest& given, const CommonOptions& common) {
  const Style style = common.style();
  const ExportFormat& format = format_of(given.to);
  check_options(given, format);
  LoadedLesson loaded = load(given.lesson, common);
  if (given.worksheet && given.seed) {
    loaded.lesson.pipeline = with_own_numbers(loaded.lesson.pipeline, *given.seed);
  }
  LessonTrace what = compute(loaded.lesson, given, common);
  if (format.draws_training) what.training = training_of(loaded.lesson, given);
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
  arguments.required("LESSON", given->lesson, lesson_argument, Wants::lesson);
  arguments.required("--to", given->to,
                     "The file to write; its suffix says what: .html, .md, .py, .json, .npz, "
                     ".safetensors or .svg",
                     Wants::file);
  arguments.flag("--force", given->force, "Replace a file that is there");
  arguments.option("--variant", given->variant, "Of this variant of the lesson", Wants::variant);
  arguments.seed("--seed", given->seed, "Redraw the random tensors from this seed");
  arguments.choice("--framework", given->framework, {"torch", "numpy"},
                   "What a .py computes with: torch or numpy (default torch)");
  arguments.option("--step", given->step, "The tensor that an .svg shows", Wants::tensor);
  arguments.option("--runs", given->runs,
                   "A CSV of `train`, whose learning curves an .html or .svg shows", Wants::file);
  arguments.flag("--worksheet", given->worksheet,
                 "A .md with blanks to fill in; --seed gives each student other numbers");
  arguments.list("--blank", given->blank,
                 "The tensors left blank (default: those the lesson asks about)", Wants::tensor);
  arguments.option("--key", given->key, "Write the worksheet's answers to this file", Wants::file);
  return [given, &common] { return export_lesson(*given, common); };
}

}  // namespace headtrace::cli
