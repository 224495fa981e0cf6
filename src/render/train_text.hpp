#pragma once

#include <array>
#include <headtrace/experiment.hpp>
#include <headtrace/style.hpp>
#include <string>
#include <vector>

#include "study/train_report.hpp"

namespace headtrace {

/// What is about to be trained: task, model, arms, seeds, steps. Ends with an empty line.
std::string experiment_text(const Experiment& experiment, const Style& style);

/// How loss and answers went, an arm a line: each test a shade between the scale's ends, which are
/// said, and the last number. In plain text numbers instead. Nothing where there are no two tests.
std::string curves_text(const TrainReport& report, const Style& style);

/// A row for the column names and one for each arm: arm, parameters, loss, share all right, BLEU,
/// steps to the threshold.
using ReportRow = std::array<std::string, 6>;
std::vector<ReportRow> report_rows(const TrainReport& report, const Style& style);

/// A table of the arms with mean and 95 % interval, the differences seed by seed, and what may and
/// may not be concluded from them.
std::string train_text(const Experiment& experiment, const TrainReport& report,
                       const std::vector<TrainingRun>& runs, const Style& style);

enum class CsvRows { steps, tests };
/// A row a step (see runs_header), all digits; or a row a test, with the mean loss of the steps
/// since the one before.
std::string train_csv(const std::vector<TrainingRun>& runs, CsvRows rows = CsvRows::steps);

/// `lesson`, `arms` (means, intervals, differences) and `runs` with every test and every step's
/// loss.
std::string train_json(const std::string& lesson, const Experiment& experiment,
                       const TrainReport& report, const std::vector<TrainingRun>& runs);

}  // namespace headtrace
