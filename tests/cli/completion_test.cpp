#include <doctest/doctest.h>

#include "cli/command.hpp"
#include "cli/process.hpp"
#include "support.hpp"

namespace headtrace {
namespace {

using test::Ran;

/// The words that are offered, without what is said of them.
std::vector<std::string> offered(std::vector<std::string> words) {
  std::vector<std::string> arguments{"complete", "--"};
  arguments.insert(arguments.end(), words.begin(), words.end());
  const Ran done = test::headtrace(arguments);
  CHECK(done.status == 0);
  CHECK(done.err == "");
  std::vector<std::string> names;
  for (const std::string& line : test::split(done.out, '\n')) {
    names.push_back(line.substr(0, line.find('\t')));
  }
  return names;
}

using Names = std::vector<std::string>;

TEST_CASE("completion offers what can stand there") {
  CHECK(offered({"wa"}) == Names{"walk"});
  CHECK(offered({"run", "06"}) == Names{"06-concat", ":files"});
  CHECK(offered({"run", "1", "--only", "Q,K_s"}) == Names{"Q,K_split"});
  CHECK(offered({"run", "1", "--from", "conc"}) == Names{"concat"});
  CHECK(offered({"run", "6", "--variant", ""}) == Names{"no-transpose"});
  CHECK(offered({"run", "6", "--variant=n"}) == Names{"--variant=no-transpose"});
  CHECK(offered({"run", "6", "--variant", "=", "n"}) == Names{"no-transpose"});
  CHECK(offered({"explain", "1", "con"}) == Names{"concat["});
  CHECK(offered({"explain", "1", "concat[0,0,0]", ""}) == Names{});
  CHECK(offered({"export", "1", "--to", ""}) == Names{":files"});
  CHECK(offered({"export", "1", "--framework", ""}) == Names{"torch", "numpy"});
  CHECK(offered({"check", "01-the-puzzle", "02"}) == Names{"02-projections", ":files"});
  CHECK(offered({"train", "16", "--arm", "with-w-o,with"}) ==
        Names{"with-w-o,with-w-o", "with-w-o,without"});
  CHECK(offered({"shapes", "--like", "bert"}) == Names{"bert-base", "bert-large"});
  CHECK(offered({"--lang", ""}) == Names{"en", "zh"});
  CHECK(offered({"--lang", "zh", "new"}) == Names{"new"});
}

TEST_CASE("completion offers nothing where there is nothing to offer") {
  CHECK(offered({"nonsense", ""}) == Names{});
  CHECK(offered({"run", "nonsense", "--only", ""}) == Names{});
  CHECK(offered({"run", "1", "--seed", ""}) == Names{});
  CHECK(offered({"run", "1", "--nonsense", "--on"}) == Names{"--only"});
}

TEST_CASE("there is a completion script for three shells") {
  for (const std::string shell : {"bash", "zsh", "fish"}) {
    const Ran done = test::headtrace({"completion", shell});
    CHECK(done.status == 0);
    CHECK(done.out.find("headtrace complete -- ") != std::string::npos);
  }
  const Ran other = test::headtrace({"completion", "csh"});
  CHECK(other.status == 2);
  CHECK(other.err ==
        "headtrace: error: there is no completion for 'csh'; the shells are bash, fish and zsh\n");
}

TEST_CASE("the manual page holds every command and its examples") {
  const std::string page = test::headtrace({"manual"}).out;
  for (const cli::Command& command : cli::commands()) {
    CAPTURE(command.name);
    CHECK(page.find(".SS headtrace " + command.name) != std::string::npos);
  }
  CHECK(page.find("\n.B \\-\\-only \\fITENSOR,...\\fR\n") != std::string::npos);
  CHECK(page.find("\n.B \\-\\-max\\-memory \\fIVALUE\\fR\n") != std::string::npos);
}

}  // namespace
}  // namespace headtrace
