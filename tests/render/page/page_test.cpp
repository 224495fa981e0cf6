#include "render/page/page.hpp"

#include <doctest/doctest.h>

#include <nlohmann/json.hpp>

#include "render/page/page_assets.hpp"
#include "render/page/page_data.hpp"
#include "render/rendering.hpp"

namespace headtrace::test {
namespace {

bool contains(std::string_view text, std::string_view part) {
  return text.find(part) != std::string_view::npos;
}

/// A lesson around small_attention, in which every text is `text`.
struct Presented {
  explicit Presented(const std::string& text) {
    lesson.name = text;
    lesson.title = lesson.goal = {text, text};
    lesson.notes.push_back({"Q", {text, text}, {}});
    what.lesson = &lesson;
    what.trace = small_attention();
    what.traces.base = what.trace;
  }
  Lesson lesson;
  LessonTrace what;
};

std::string data_part(const std::string& page) {
  const std::string begin = "<script type=\"application/json\" id=\"data\">";
  const auto at = page.find(begin) + begin.size();
  return page.substr(at, page.find("</script>", at) - at);
}

TEST_CASE("a lesson's texts are data: they end no element and fill in no mark") {
  const std::string evil = "</script><!--<script>{{{{script}}}} \"&'";
  const Presented presented(evil);
  const std::string page = html_page(presented.what, style_of(80));
  const std::string data = data_part(page);
  CHECK(!contains(data, "<"));
  CHECK(nlohmann::json::parse(data).at("lesson") == evil);
  CHECK(
      contains(page, "<title>&lt;/script&gt;&lt;!--&lt;script&gt;{{script}} &quot;&amp;'</title>"));
  CHECK(page.ends_with("</body>\n</html>\n"));
}

// Worked by hand: 0x000102 is 00000000 00000001 00000010, in sixes 0 0 4 2: AAEC. The page's hashes
// are checked by every browser that runs it.
TEST_CASE("the policy names the page's own script and style alone") {
  const Presented presented("t");
  const std::string page = html_page(presented.what, style_of(80));
  CHECK(contains(page, "default-src 'none'; script-src 'sha256-"));
  CHECK(contains(page, "base-uri 'none'; form-action 'none'"));
  CHECK(!contains(page, "http://www.w3.org/1999"));
  CHECK(!contains(page_assets::html, "http:"));
}

TEST_CASE("a cell's arithmetic and what it reads are in the data") {
  const Trace trace = small_attention();
  const auto cells = cells_data(trace, *trace.find_step("Q"), style_of(80));
  // Position 1, feature 0: row (0, 2, 1, 0) of x times column (0, 1, 2, 0) of W_q.
  const auto& cell = cells.at(4);
  CHECK(cell.at("lines").at(0) == "Q[0,1,0] = 0·0 + 2·1 + 1·2 + 0·0 = 4");
  CHECK(cell.at("reads") ==
        nlohmann::json::parse("[[0,4],[1,0],[0,5],[1,4],[0,6],[1,8],[0,7],[1,12]]"));
}

}  // namespace
}  // namespace headtrace::test
