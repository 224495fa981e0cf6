#include "study/bleu.hpp"

#include <doctest/doctest.h>

#include <cmath>
#include <headtrace/lesson.hpp>
#include <nlohmann/json.hpp>

#include "support.hpp"

namespace headtrace {
namespace {

/// The characters of UTF-8 text, each a token.
Tokens characters(const std::string& text) {
  Tokens tokens;
  for (const char c : text) {
    const bool continues = (static_cast<unsigned char>(c) & 0xC0U) == 0x80U;
    if (continues) {
      tokens.back() += c;
    } else {
      tokens.emplace_back(1, c);
    }
  }
  return tokens;
}

// From the published formula, in exact fractions: tests/reference/bleu_cases.py.
TEST_CASE("corpus BLEU of the stored cases") {
  const auto cases =
      nlohmann::json::parse(read_source(test::source_path("tests/fixtures/bleu.json")).text);
  CHECK(cases.size() == 22);
  for (const auto& stored : cases) {
    CAPTURE(stored.at("name").get<std::string>());
    std::vector<Tokens> hypotheses;
    std::vector<Tokens> references;
    for (const auto& text : stored.at("hypotheses")) hypotheses.push_back(characters(text));
    for (const auto& text : stored.at("references")) references.push_back(characters(text));
    CHECK(std::abs(corpus_bleu(hypotheses, references) - stored.at("bleu").get<double>()) < 1e-9);
  }
}

TEST_CASE("nothing said is worth nothing") {
  CHECK(corpus_bleu({}, {}) == 0);
  CHECK(corpus_bleu({{}}, {{"一"}}) == 0);
}

}  // namespace
}  // namespace headtrace
