#include <doctest/doctest.h>

#include "cli/process.hpp"
#include "support.hpp"

namespace headtrace::test {
namespace {

/// The text of the first fenced block after `marker`.
std::string block_after(const std::string& readme, const std::string& marker) {
  const auto at = readme.find(marker);
  REQUIRE(at != std::string::npos);
  const auto begin = readme.find("```\n", at) + 4;
  return readme.substr(begin, readme.find("```", begin) - begin);
}

TEST_CASE("what the README shows is what the program prints") {
  const std::string readme = shell("cat README.md").out;
  const std::string concat = block_after(readme, "`headtrace run 1 --only heads_transposed");
  CHECK(headtrace({"run", "1", "--only", "heads_transposed,heads_contiguous,concat"})
            .out.ends_with(concat + "\n"));
  const std::string explained = block_after(readme, "`headtrace explain 7");
  CHECK(headtrace({"explain", "7", "output_out_in[0,0,1]"}).out == explained);
}

TEST_CASE("the README's commands for a lesson of one's own work as they stand") {
  const TemporaryFolder folder;
  for (const std::string& line :
       split(block_after(shell("cat README.md").out, "## Your own lesson"), '\n')) {
    CAPTURE(line);
    REQUIRE(line.starts_with("headtrace "));
    const auto words = split(line.substr(10), ' ');
    CHECK(headtrace(words, {"", {}, folder.path()}).status == 0);
  }
}

}  // namespace
}  // namespace headtrace::test
