#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "render/axis_text.hpp"
#include "render/fact_list.hpp"
#include "render/numbers.hpp"
#include "render/picture.hpp"
#include "render/picture_phrases.hpp"
#include "render/table.hpp"
#include "render/width.hpp"

namespace headtrace {
namespace {

constexpr int half_height = 6;  ///< rows above and below the middle
constexpr int stretch = 2;      ///< a character is about twice as high as it is wide
constexpr Index most_points = 100;

struct Point {
  double x = 0;
  double y = 0;
  Index number = 0;
};

/// The plane from −reach to reach in both directions.
class Canvas {
 public:
  Canvas(double reach, const Style& style)
      : reach_(reach), lines_(2 * half_height + 1, std::vector<std::string>(width(), " ")) {
    for (std::vector<std::string>& line : lines_) line[width() / 2] = style.ascii ? "|" : "│";
    std::ranges::fill(lines_[half_height], style.ascii ? "-" : "─");
    lines_[half_height][width() / 2] = style.ascii ? "+" : "┼";
  }

  void put(const Point& point) {
    const double unit = half_height / reach_;
    const auto row = static_cast<std::size_t>(half_height - std::lround(point.y * unit));
    const auto column = static_cast<std::size_t>(long{half_height} * stretch +
                                                 std::lround(point.x * unit * stretch));
    std::string& place = lines_[row][column];
    const bool taken = place == "*" || (place[0] >= '0' && place[0] <= '9');
    place = taken ? "*" : fmt::format("{}", point.number % 10);
    several_ = several_ || taken;
  }

  bool has_several() const { return several_; }

  std::string text(const Style& style) const {
    const std::string end = terse(reach_, 2);
    std::string text = spaces(left_indent(style) + half_height * stretch) + end + "\n";
    for (std::size_t row = 0; row < lines_.size(); ++row) {
      std::string line = spaces(left_indent(style));
      for (const std::string& sign : lines_[row]) line += sign;
      while (line.ends_with(' ')) line.pop_back();
      if (row == half_height) line += " " + end;
      text += line + "\n";
    }
    return text;
  }

 private:
  static constexpr std::size_t width() { return 2 * half_height * stretch + 1; }

  double reach_;
  std::vector<std::vector<std::string>> lines_;
  bool several_ = false;
};

/// The pairs of one position of the leading axes.
std::vector<Point> points_of(const Tensor& tensor, const double* first) {
  const std::size_t rank = tensor.axes().size();
  std::vector<Point> points;
  for (Index i = 0; i < std::min(tensor.axes()[rank - 2].size, most_points); ++i) {
    const double* pair = first + i * tensor.strides()[rank - 2];
    points.push_back({pair[0], pair[tensor.strides()[rank - 1]], i});
  }
  return points;
}

}  // namespace

std::optional<std::string> plane(const Tensor& tensor, const Style& style) {
  const std::size_t rank = tensor.axes().size();
  if (rank < 2 || tensor.axes().back().size != 2) return std::nullopt;
  double reach = 0;
  const Sizes shape = tensor.shape();
  for (CellWalk walk(shape, tensor.strides()); !walk.done(); walk.next()) {
    const double value = std::abs(tensor.data()[walk.offset()]);
    if (!std::isfinite(value)) return std::nullopt;
    reach = std::max(reach, value);
  }
  if (reach == 0) reach = 1;
  const Sizes leading(shape.begin(), shape.end() - 2);
  const Sizes strides(tensor.strides().begin(), tensor.strides().end() - 2);
  std::string text;
  for (CellWalk walk(leading, strides); !walk.done(); walk.next()) {
    Canvas canvas(reach, style);
    for (const Point& point : points_of(tensor, tensor.data() + walk.offset())) canvas.put(point);
    std::string title;
    for (std::size_t i = 0; i < walk.cell().size(); ++i) {
      title += (i > 0 ? ", " : "") + position_text(tensor.axes()[i], i, walk.cell()[i], style);
    }
    if (!title.empty()) text += spaces(left_indent(style)) + title + "\n";
    text += canvas.text(style);
    if (const Index all = shape[shape.size() - 2]; all > most_points) {
      text += paragraph(say(phrase::picture_cut, style,
                            axis_name(tensor.axes()[rank - 2], rank - 2, style), most_points, all),
                        style);
    }
    if (canvas.has_several()) text += paragraph(say(phrase::points_together, style), style);
  }
  return text;
}

}  // namespace headtrace
