#include "render/fact_list.hpp"
#include "render/picture.hpp"
#include "render/picture_phrases.hpp"

namespace headtrace {

std::string picture_text(const std::string& name, const Picture& picture, const Style& style) {
  if (style.plain) return {};
  switch (picture.kind) {
    case Picture::Kind::shades:
      return paragraph(say(phrase::picture_of, style, name), style) +
             heat_map(picture.tensor, style);
    case Picture::Kind::head_reads:
      return paragraph(say(phrase::picture_of_reads, style, name), style) +
             heat_map(picture.tensor, style);
    case Picture::Kind::plane:
      break;
  }
  const auto drawn = plane(picture.tensor, style);
  return drawn ? paragraph(say(phrase::picture_of_plane, style, name), style) + *drawn : "";
}

}  // namespace headtrace
