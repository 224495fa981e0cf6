#pragma once

#include <headtrace/style.hpp>
#include <string>

#include "study/train_report.hpp"

namespace headtrace {

/// The learning curves of a report as an SVG picture: the share of answers that are all right, and
/// the loss, over the steps; each arm's mean as a line of its own color, dash and number, its 95 %
/// interval as a band. Throws Error::usage where no arm was tested twice.
std::string curves_picture(const Experiment& experiment, const TrainReport& report,
                           const Style& style);

}  // namespace headtrace
