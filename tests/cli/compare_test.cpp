#include <doctest/doctest.h>

#include <nlohmann/json.hpp>

#include "cli/process.hpp"
#include "render/rendering.hpp"

namespace headtrace::test {
namespace {

// HEADTRACE_UPDATE=1 writes the golden files anew; read the difference before committing it.
TEST_CASE("a lesson beside its variant, in both languages and in JSON") {
  for (const char* lang : {"en", "zh"}) {
    const Ran ran = headtrace({"compare", "6", "--variant", "no-transpose", "--lang", lang});
    CHECK(ran.status == 1);
    CHECK(ran.err.empty());
    check_golden(std::string("compare/06-concat.") + lang + ".txt", ran.out);
    check_fits(ran.out, 80);
  }
  const Ran plain = headtrace({"compare", "1", "--without", "W_o", "--plain"});
  check_golden("compare/01-without-w-o.plain.txt", plain.out);
  const Ran json = headtrace({"compare", "1", "--variant", "no-w-o", "--format", "json"});
  CHECK(json.status == 1);
  const auto found = nlohmann::json::parse(json.out);
  CHECK(found.at("first") == "output");
  CHECK(found.at("same") == false);
  CHECK(found.at("result").at("variant") == "concat");
  CHECK(found.at("result").at("mismatched") == 12);
  CHECK(found.at("parameters").at("variant") == 48);
}

TEST_CASE("what can't be compared is said") {
  CHECK(headtrace({"compare", "6"}).err ==
        "headtrace: error: nothing to compare with; say --variant no-transpose or --without "
        "concat\n");
  CHECK(has(headtrace({"compare", "6", "--variant", "no-transpos"}).err,
            "did you mean 'no-transpose'?"));
  CHECK(has(headtrace({"compare", "1", "--without", "x"}).err, "'x' is an input"));
  CHECK(has(headtrace({"compare", "1", "--without", "outptu"}).err, "did you mean 'output'?"));
  CHECK(has(headtrace({"compare", "1", "--variant", "no-w-o", "--without", "Q"}).err,
            "exclude each other"));
  for (const char* bad : {"x", "outptu"}) {
    CHECK(headtrace({"compare", "1", "--without", bad}).status == 2);
  }
  const Ran failing = headtrace({"compare", "1", "--without", "heads_contiguous"});
  CHECK(failing.status == 1);
  CHECK(has(failing.out, "stopped at step 15 `concat`"));
}

TEST_CASE("with weights redrawn the comparison is of those") {
  const Ran one = headtrace({"compare", "14", "--without", "W_o", "--seed", "1"});
  const Ran two = headtrace({"compare", "14", "--without", "W_o", "--seed", "2"});
  CHECK(one.status != 2);
  CHECK(one.out != two.out);
}

}  // namespace
}  // namespace headtrace::test
