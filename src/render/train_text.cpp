#include "render/train_text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "render/fact_list.hpp"
#include "render/ink.hpp"
#include "render/numbers.hpp"
#include "render/phrases.hpp"
#include "render/step_text.hpp"
#include "render/table.hpp"
#include "render/train_phrases.hpp"
#include "render/width.hpp"

namespace headtrace {
namespace {

std::string task_text(const TaskChoice& task, const Style& style) {
  switch (task.kind) {
    case TaskChoice::Kind::copy:
      return say(phrase::task_copy, style, task.symbols, task.length);
    case TaskChoice::Kind::reverse:
      return say(phrase::task_reverse, style, task.symbols, task.length);
    case TaskChoice::Kind::two_heads:
      return say(phrase::task_two_heads, style, task.symbols, task.length);
    case TaskChoice::Kind::numbers:
      break;
  }
  return say(phrase::task_numbers, style, grouped(task.below));
}

/// `97.5 ± 1.2`; without an interval where there is a single number.
std::string spread_text(const Spread& spread, double scale, int decimals, const Style& style) {
  if (spread.count == 0) return shown("–", style);
  std::string text = fmt::format("{:.{}f}", spread.mean * scale, decimals);
  if (spread.half_width) {
    text += shown(" ± ", style) + fmt::format("{:.{}f}", *spread.half_width * scale, decimals);
  }
  return text;
}

std::string signed_text(const Spread& spread, double scale, const Style& style) {
  const std::string sign = spread.mean >= 0 ? "+" : "";
  return sign + spread_text(spread, scale, 1, style);
}

ReportRow head_row(const Style& style) {
  return {say(phrase::arm, style),
          say(phrase::parameters_column, style),
          say(phrase::loss_column, style),
          say(phrase::exact_column, style),
          say(phrase::bleu_column, style),
          say(phrase::steps_column, style, TrainReport::threshold * in_percent)};
}

ReportRow row_of(const ArmReport& arm, const Style& style) {
  std::string steps = spread_text(arm.steps_to_threshold, 1, 0, style);
  if (arm.steps_to_threshold.count == 0) {
    steps = say(phrase::not_reached, style);
  } else if (arm.steps_to_threshold.count < arm.runs) {
    steps += fmt::format(" ({}/{})", arm.steps_to_threshold.count, arm.runs);
  }
  return {shown_line(arm.arm, style),         grouped(arm.parameters),
          spread_text(arm.loss, 1, 3, style), spread_text(arm.exact, in_percent, 1, style),
          spread_text(arm.bleu, 1, 1, style), std::move(steps)};
}

/// Columns side by side, or one fact a line where they don't fit.
std::string report_table(const TrainReport& report, const Style& style) {
  const std::vector<ReportRow> rows = report_rows(report, style);
  std::array<int, 6> widths{};
  int total = left_indent(style) - 2;
  for (std::size_t c = 0; c < widths.size(); ++c) {
    for (const ReportRow& row : rows) widths[c] = std::max(widths[c], display_width(row[c]));
    total += widths[c] + 2;
  }
  std::string text;
  const bool fits = total <= style.width && !style.plain;
  for (std::size_t r = fits ? 0 : 1; r < rows.size(); ++r) {
    if (!fits) {
      std::string words = rows[r][0];
      for (std::size_t c = 1; c < widths.size(); ++c) {
        words += (c == 1 ? say(phrase::colon, style) : ", ") + rows[0][c] + " " + rows[r][c];
      }
      text += paragraph(words, style);
      continue;
    }
    std::string line = spaces(left_indent(style)) + pad_right(rows[r][0], widths[0]);
    for (std::size_t c = 1; c < widths.size(); ++c) line += "  " + pad_left(rows[r][c], widths[c]);
    text += (r == 0 ? paint(line, Ink::faint, style) : line) + "\n";
  }
  return text;
}

std::string verdict(const ArmReport& arm, const Style& style) {
  const Spread& exact = *arm.exact_difference;
  const Spread& bleu = *arm.bleu_difference;
  if (exact.count == 0) return say(phrase::nothing_to_compare, style);
  if (!exact.half_width) return say(phrase::single_seed, style);
  if (exact.may_be_zero() && bleu.may_be_zero()) return say(phrase::no_difference, style);
  const double mean = exact.may_be_zero() ? bleu.mean : exact.mean;
  return say(mean < 0 ? phrase::worse : phrase::better, style);
}

std::string differences_text(const TrainReport& report, const Style& style) {
  if (report.arms.size() < 2) return "";
  std::string text = "\n" + heading(say(phrase::differences, style), "", "", style);
  const std::string between = style.lang == Lang::zh ? "" : " ";
  for (const ArmReport& arm : report.arms) {
    if (!arm.exact_difference) continue;
    std::string words;
    if (arm.exact_difference->count > 0) {
      words =
          say(phrase::difference_line, style, shown_line(arm.arm, style),
              shown_line(arm.against, style), signed_text(*arm.exact_difference, in_percent, style),
              signed_text(*arm.bleu_difference, 1, style)) +
          between;
    } else {
      words = shown_line(arm.arm, style) + say(phrase::colon, style);
    }
    text += paragraph(words + verdict(arm, style), style);
  }
  return text;
}

std::string answers_text(const std::vector<TrainingRun>& runs, const Style& style) {
  std::string text;
  std::string last;
  for (const TrainingRun& run : runs) {
    if (!run.example || run.arm == last) continue;
    last = run.arm;
    text += paragraph(
        shown_line(run.arm, style) + say(phrase::colon, style) + shown_line(*run.example, style),
        style);
  }
  return text.empty() ? "" : "\n" + heading(say(phrase::answers, style), "", "", style) + text;
}

}  // namespace

std::string experiment_text(const Experiment& experiment, const Style& style) {
  std::string text = heading(say(phrase::training, style), "", "", style);
  FactList list(style);
  const ModelSizes& model = experiment.model;
  list.add(say(phrase::task, style), {task_text(experiment.task, style)});
  list.add(say(phrase::model, style),
           {say(phrase::model_sizes, style, model.d_model, model.heads, model.d_ff)});
  list.add(say(phrase::run_plan, style),
           {say(phrase::arms, style, experiment.arms.size(), experiment.seeds.size(),
                grouped(experiment.steps), experiment.batch, experiment.test_examples)});
  text += list.text() + "\n";
  for (const Arm& arm : experiment.arms) {
    const std::string title = arm.title.in(style.lang);
    text +=
        paragraph(shown_line(arm.id, style) +
                      (title == arm.id ? "" : say(phrase::colon, style) + shown_line(title, style)),
                  style);
  }
  return text + "\n";
}

std::vector<ReportRow> report_rows(const TrainReport& report, const Style& style) {
  std::vector<ReportRow> rows{head_row(style)};
  for (const ArmReport& arm : report.arms) rows.push_back(row_of(arm, style));
  return rows;
}

std::string train_text(const Experiment& experiment, const TrainReport& report,
                       const std::vector<TrainingRun>& runs, const Style& style) {
  std::string text = experiment_text(experiment, style);
  if (report.interrupted) text += warning_text(say(phrase::interrupted, style), style) + "\n";
  text += heading(say(phrase::train_results, style), "", "", style) + report_table(report, style);
  text += "\n" + paragraph(say(phrase::how_to_read, style), style);
  for (const ArmReport& arm : report.arms) {
    if (arm.diverged == 0) continue;
    text += warning_text(
        say(phrase::diverged, style, shown_line(arm.arm, style), arm.diverged, arm.runs), style);
  }
  text += curves_text(report, style);
  text += differences_text(report, style) + answers_text(runs, style);
  return text + "\n" + paragraph(say(phrase::caveat, style), style);
}

}  // namespace headtrace
