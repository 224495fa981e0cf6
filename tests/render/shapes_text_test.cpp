#include "render/shapes_text.hpp"

#include <fmt/format.h>

#include "rendering.hpp"
#include "study/published_sizes.hpp"

using namespace headtrace;
using namespace headtrace::test;

TEST_CASE("shapes, in many styles") {
  const PublishedSizes& model = find_published_sizes("transformer-base");
  const ShapeReport report = shapes(plan(sized_pipeline(model.sizing(128))), model.layers);
  const ShapesOf of{"transformer-base", model.source, model.remark, {"batch=1", "seq=128"}};
  for (const int width : {80, 40, 20}) {
    check_golden(fmt::format("shapes/en_{}.txt", width), shapes_text(report, of, style_of(width)));
  }
  Style style = style_of(80);
  style.lang = Lang::zh;
  check_golden("shapes/zh_80.txt", shapes_text(report, of, style));
  style.plain = true;
  check_golden("shapes/zh_plain.txt", shapes_text(report, of, style));
  style = style_of(80);
  style.ascii = true;
  check_golden("shapes/en_ascii.txt", shapes_text(report, of, style));
  style.plain = true;
  check_golden("shapes/en_plain.txt", shapes_text(report, of, style));
}
