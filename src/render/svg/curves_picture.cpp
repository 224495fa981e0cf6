#include "render/svg/curves_picture.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <headtrace/error.hpp>
#include <optional>

#include "render/numbers.hpp"
#include "render/phrases.hpp"
#include "render/svg/head_fills.hpp"
#include "render/svg/svg.hpp"
#include "render/train_phrases.hpp"

namespace headtrace {
namespace {

constexpr double plot_left = 64;
constexpr double plot_width = 420;
constexpr double plot_height = 260;
constexpr double plot_top = 84;
constexpr double between_plots = 84;
constexpr double axis_size = 12;
constexpr double title_size = 16;
constexpr double legend_height = 22;
constexpr double sample_width = 34;
constexpr double band_opacity = 0.12;
constexpr int grid_lines = 4;
/// Told apart without color: drawn stretches and gaps.
constexpr std::array<std::string_view, 4> dashes{"", "7 3", "2 3", "9 3 2 3"};

struct Scale {
  double from = 0;
  double to = 1;
  double begin = 0;  ///< where `from` lies in the picture
  double end = 1;

  double place(double value) const { return begin + (value - from) / (to - from) * (end - begin); }
};

struct Measure {
  const Text& title;
  std::function<const Spread&(const CurveMean&)> of;
  double scale = 1;
};

class CurvesPicture {
 public:
  CurvesPicture(const Experiment& experiment, const TrainReport& report, const Style& style)
      : experiment_(experiment), report_(report), style_(style) {
    for (const ArmReport& arm : report.arms) {
      if (arm.curve.size() > 1) last_ = std::max(last_, arm.curve.back().step);
    }
    if (last_ == 0) {
      throw Error::usage("there is no curve to draw: no arm was tested twice",
                         "train longer, or test more often (evaluate_every)");
    }
  }

  std::string document() {
    const std::string title = say(phrase::curves_title, style_);
    svg_.text({plot_left, 36, title_size, Anchor::start, true, false, false}, title);
    plot({phrase::exact_axis, [](const CurveMean& at) -> const Spread& { return at.exact; },
          in_percent},
         plot_left, in_percent);
    double most = 0;
    for (const ArmReport& arm : report_.arms) {
      for (const CurveMean& at : arm.curve) most = std::max(most, top_of(at.loss));
    }
    const Measure loss{phrase::loss_axis,
                       [](const CurveMean& at) -> const Spread& { return at.loss; }, 1};
    if (std::isfinite(most) && most > 0) plot(loss, plot_left + plot_width + between_plots, most);
    legend();
    return svg_.document(title);
  }

 private:
  static double top_of(const Spread& spread) { return spread.mean + spread.half_width.value_or(0); }

  /// Lines at round distances, of which the last is just above what is drawn.
  struct Grid {
    double distance = 1;
    int lines = grid_lines;

    double top() const { return distance * lines; }
  };

  /// Three to five lines, 1, 2, 2.5, 5 or 10 times a power of ten apart: the lowest that reach
  /// `most`.
  static Grid grid_for(double most) {
    std::optional<Grid> lowest;
    for (int lines = grid_lines - 1; lines <= grid_lines + 1; ++lines) {
      const double least = most / lines;
      const double power = std::pow(10, std::floor(std::log10(least)));
      for (const double nice : {1.0, 2.0, 2.5, 5.0, 10.0}) {
        const Grid grid{nice * power, lines};
        if (grid.top() < most) continue;
        if (!lowest || grid.top() < lowest->top()) lowest = grid;
        break;
      }
    }
    return lowest.value_or(Grid{most / grid_lines, grid_lines});
  }

  void plot(const Measure& measure, double x, double most) {
    const Grid grid = grid_for(most);
    const Scale across{0, static_cast<double>(last_), x, x + plot_width};
    const Scale up{0, grid.top(), plot_top + plot_height, plot_top};
    svg_.text({x, plot_top - 14, axis_size, Anchor::start, false, true, false},
              say(measure.title, style_));
    for (int i = 0; i <= grid.lines; ++i) {
      const double value = grid.distance * i;
      const double y = up.place(value);
      svg_.line({{x, y}, {x + plot_width, y}}, {"#d5d8de", 1, ""});
      svg_.text({x - 8, y + 4, axis_size, Anchor::end, false, true, false}, terse(value, 3));
    }
    for (int i = 0; i <= grid_lines; ++i) {
      const double step = std::round(static_cast<double>(last_) * i / grid_lines);
      svg_.text({across.place(step), plot_top + plot_height + 20, axis_size, Anchor::middle, false,
                 true, false},
                fmt::format("{:.0f}", step));
    }
    svg_.text(
        {x + plot_width, plot_top + plot_height + 38, axis_size, Anchor::end, false, true, false},
        say(phrase::step_axis, style_));
    for (std::size_t k = 0; k < report_.arms.size(); ++k) {
      curve(measure, report_.arms[k], look(k), across, up);
    }
  }

  void curve(const Measure& measure, const ArmReport& arm, const Stroke& stroke,
             const Scale& across, const Scale& up) {
    std::vector<SvgPoint> middle;
    std::vector<SvgPoint> band;
    std::vector<SvgPoint> below;
    for (const CurveMean& at : arm.curve) {
      const Spread& spread = measure.of(at);
      if (!std::isfinite(spread.mean)) continue;
      const double x = across.place(static_cast<double>(at.step));
      const double half = spread.half_width.value_or(0);
      const auto place = [&](double value) {
        return up.place(std::clamp(value * measure.scale, up.from, up.to));
      };
      middle.push_back({x, place(spread.mean)});
      band.push_back({x, place(spread.mean + half)});
      below.push_back({x, place(spread.mean - half)});
    }
    band.insert(band.end(), below.rbegin(), below.rend());
    svg_.area(band, stroke.color, band_opacity);
    svg_.line(middle, stroke);
  }

  void legend() {
    double y = plot_top + plot_height + 70;
    for (std::size_t k = 0; k < report_.arms.size(); ++k) {
      const ArmReport& found = report_.arms[k];
      svg_.line({{plot_left, y - 4}, {plot_left + sample_width, y - 4}}, look(k));
      const Arm* arm = experiment_.find_arm(found.arm);
      std::string words = found.arm;
      const std::string title = arm != nullptr ? arm->title.in(style_.lang) : "";
      if (!title.empty() && title != found.arm) words += say(phrase::colon, style_) + title;
      svg_.text({plot_left + sample_width + 10, y, 14, Anchor::start, false, false, false}, words);
      y += legend_height;
    }
  }

  static Stroke look(std::size_t arm) {
    return {head_fill(static_cast<Index>(arm)), 2,
            dashes[(arm + arm / dashes.size() / 2) % dashes.size()]};
  }

  const Experiment& experiment_;
  const TrainReport& report_;
  const Style& style_;
  Index last_ = 0;
  Svg svg_;
};

}  // namespace

std::string curves_picture(const Experiment& experiment, const TrainReport& report,
                           const Style& style) {
  return CurvesPicture(experiment, report, style).document();
}

}  // namespace headtrace
