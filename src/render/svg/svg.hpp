#pragma once

#include <string>
#include <string_view>
#include <vector>

/// Pieces of SVG, collected with the room they take.
namespace headtrace {

enum class Anchor { start, middle, end };

struct SvgText {
  double x = 0;
  double y = 0;
  double size = 14;
  Anchor anchor = Anchor::start;
  bool strong = false;
  bool faint = false;
  bool code = false;
};

struct SvgPoint {
  double x = 0;
  double y = 0;
};

struct Stroke {
  std::string_view color;
  double width = 1;
  std::string_view dashes;  ///< lengths drawn and left out in turn; empty: unbroken
};

class Svg {
 public:
  void text(const SvgText& where, std::string_view words);
  void box(double x, double y, double width, double height, std::string_view fill, double opacity);
  /// A filled strip without a border.
  void strip(double x, double y, double width, double height, std::string_view fill);
  /// From point to point.
  void line(const std::vector<SvgPoint>& points, const Stroke& stroke);
  /// What the points enclose, without a border.
  void area(const std::vector<SvgPoint>& points, std::string_view fill, double opacity);
  /// The whole picture; `title` is read out in its place.
  std::string document(std::string_view title) const;

 private:
  void reach(double x, double y);

  std::string body_;
  double width_ = 0;
  double height_ = 0;
};

/// How wide `words` come out at a font size: half an em a narrow column, as fixed-width fonts have
/// it, with a little to spare.
double text_width(std::string_view words, double size);

}  // namespace headtrace
