#include "render/svg/svg.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "render/safe_text.hpp"
#include "render/width.hpp"

namespace headtrace {
namespace {

constexpr double margin = 16;

std::string xml_text(std::string_view text) {
  std::string safe;
  for (char c : harmless_text(text)) {
    if (c == '<') {
      safe += "&lt;";
    } else if (c == '>') {
      safe += "&gt;";
    } else if (c == '&') {
      safe += "&amp;";
    } else if (c == '"') {
      safe += "&quot;";
    } else {
      safe += c;
    }
  }
  return safe;
}

/// `0.0,1.0 2.0,3.0`
std::string listed(const std::vector<SvgPoint>& points) {
  std::string text;
  for (const SvgPoint& point : points) {
    text += fmt::format("{}{:.1f},{:.1f}", text.empty() ? "" : " ", point.x, point.y);
  }
  return text;
}

constexpr std::array<std::string_view, 3> anchors{"start", "middle", "end"};

}  // namespace

double text_width(std::string_view words, double size) {
  return display_width(std::string(words)) * size * 0.62;
}

void Svg::reach(double x, double y) {
  width_ = std::max(width_, x);
  height_ = std::max(height_, y);
}

void Svg::text(const SvgText& where, std::string_view words) {
  body_ += fmt::format(
      "<text x=\"{:.1f}\" y=\"{:.1f}\" font-size=\"{:.0f}\" text-anchor=\"{}\" fill=\"{}\"{}{}>{}"
      "</text>\n",
      where.x, where.y, where.size, anchors[static_cast<std::size_t>(where.anchor)],
      where.faint ? "#5a606b" : "#1b1d22", where.strong ? " font-weight=\"bold\"" : "",
      where.code ? " font-family=\"DejaVu Sans Mono, Menlo, Consolas, monospace\"" : "",
      xml_text(words));
  const double width = where.anchor == Anchor::start ? text_width(words, where.size) : 0;
  reach(where.x + width, where.y + where.size / 2);
}

void Svg::box(double x, double y, double width, double height, std::string_view fill,
              double opacity) {
  body_ += fmt::format(
      "<rect x=\"{:.1f}\" y=\"{:.1f}\" width=\"{:.1f}\" height=\"{:.1f}\" fill=\"{}\" "
      "fill-opacity=\"{:.2f}\" stroke=\"#9aa1ad\"/>\n",
      x, y, width, height, fill, opacity);
  reach(x + width, y + height);
}

void Svg::strip(double x, double y, double width, double height, std::string_view fill) {
  body_ += fmt::format(
      "<rect x=\"{:.1f}\" y=\"{:.1f}\" width=\"{:.1f}\" height=\"{:.1f}\" fill=\"{}\"/>\n", x, y,
      width, height, fill);
  reach(x + width, y + height);
}

void Svg::line(const std::vector<SvgPoint>& points, const Stroke& stroke) {
  body_ += fmt::format(
      "<polyline points=\"{}\" fill=\"none\" stroke=\"{}\" stroke-width=\"{:.1f}\"{}/>\n",
      listed(points), stroke.color, stroke.width,
      stroke.dashes.empty() ? "" : fmt::format(" stroke-dasharray=\"{}\"", stroke.dashes));
  for (const SvgPoint& point : points) reach(point.x, point.y);
}

void Svg::area(const std::vector<SvgPoint>& points, std::string_view fill, double opacity) {
  body_ += fmt::format("<polygon points=\"{}\" fill=\"{}\" fill-opacity=\"{:.2f}\"/>\n",
                       listed(points), fill, opacity);
  for (const SvgPoint& point : points) reach(point.x, point.y);
}

std::string Svg::document(std::string_view title) const {
  const double width = width_ + margin;
  const double height = height_ + margin;
  return fmt::format(
      "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{0:.0f}\" height=\"{1:.0f}\" "
      "viewBox=\"0 0 {0:.0f} {1:.0f}\" role=\"img\" font-family=\"DejaVu Sans, Noto Sans CJK SC, "
      "sans-serif\">\n<title>{2}</title>\n<rect width=\"100%\" height=\"100%\" "
      "fill=\"#ffffff\"/>\n{3}</svg>\n",
      width, height, xml_text(title), body_);
}

}  // namespace headtrace
