#include <doctest/doctest.h>

#include <cmath>
#include <nlohmann/json.hpp>

#include "cli/process.hpp"
#include "render/rendering.hpp"

namespace headtrace::test {
namespace {

TEST_CASE("run --backward: the same trace, and a gradient for every tensor in it") {
  const auto forward = nlohmann::json::parse(headtrace({"run", "1", "--format", "json"}).out);
  auto both = nlohmann::json::parse(headtrace({"run", "1", "--backward", "--format", "json"}).out);
  std::size_t found = 0;
  for (const char* list : {"inputs", "steps"}) {
    for (const auto& tensor : both.at(list)) {
      for (const auto& gradient : both.at("gradients")) {
        if (gradient.at("name") != "d" + tensor.at("name").get<std::string>()) continue;
        CHECK(gradient.at("shape") == tensor.at("shape"));
        ++found;
      }
    }
  }
  CHECK(found == forward.at("inputs").size() + forward.at("steps").size());
  CHECK(found == both.at("gradients").size());
  CHECK(both.at("loss").is_number());
  both.erase("gradients");
  both.erase("loss");
  CHECK(both == forward);
}

TEST_CASE("run --backward as text fits the width, in both languages and without pictures") {
  for (const char* lang : {"en", "zh"}) {
    const Ran ran = headtrace({"run", "1", "--backward", "--lang", lang});
    CHECK(ran.status == 0);
    CHECK(ran.err.empty());
    check_fits(ran.out, 80);
    CHECK(has(ran.out, "dconcat = doutput·W_oᵀ"));
  }
  CHECK(has(headtrace({"run", "1", "--backward", "--only", "dW_o", "--plain"}).out, ", head 1: "));
  CHECK(headtrace({"run", "1", "--only", "dW_o"}).status == 2);
}

TEST_CASE("explain a gradient's cell") {
  const Ran ran = headtrace({"explain", "1", "dW_o[0,1]"});
  CHECK(ran.status == 0);
  CHECK(has(ran.out, "reads concat[0,0–2,0], doutput[0,0–2,1]"));
  const auto json =
      nlohmann::json::parse(headtrace({"explain", "1", "dx[0,1,2]", "--format", "json"}).out);
  double sum = 0;
  for (const auto& term : json.at("terms")) sum += term.at("value").get<double>();
  CHECK(std::abs(sum - json.at("value").get<double>()) <= 1e-12);
  CHECK(json.at("terms").size() == 12);
  CHECK(has(headtrace({"explain", "1", "dconcat[0,0,0]", "--depth", "2"}).out, "dloss[0]"));
  CHECK(headtrace({"explain", "1", "dconcta[0,0,0]"}).status == 2);
}

TEST_CASE("a walk goes on through the gradients") {
  const Ran ran =
      headtrace({"walk", "7", "--backward", "--lang", "en"}, {"doutput_in_out\nq\n", {}, ""});
  CHECK(ran.status == 0);
  CHECK(has(ran.out, "doutput_in_out"));
  CHECK(has(ran.out, "norm"));
}

TEST_CASE("a trace that stops has no gradients, and says why it stopped") {
  const Ran ran = headtrace({"run", "6", "--variant", "view-too-early", "--backward"});
  CHECK(ran.status == 2);
}

}  // namespace
}  // namespace headtrace::test
