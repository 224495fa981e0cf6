#include <doctest/doctest.h>

#include "cli/process.hpp"

namespace headtrace::test {
namespace {

// Large enough that projections, scores and softmax are spread over threads.
const std::string large_lesson = R"({
  "format": 1, "title": {"en": "Large"},
  "dims": {"batch": 4, "seq": 256, "d_model": 64, "heads": 4},
  "tensors": {
    "x": {"axes": ["batch", "seq", "d_model"], "random": "normal", "seed": 1},
    "W_q": {"axes": ["d_model", "d_model"], "random": "xavier_uniform", "seed": 2},
    "W_k": {"axes": ["d_model", "d_model"], "random": "xavier_uniform", "seed": 3},
    "W_v": {"axes": ["d_model", "d_model"], "random": "xavier_uniform", "seed": 4},
    "W_o": {"axes": ["d_model", "d_model"], "random": "xavier_uniform", "seed": 5}
  },
  "pipeline": {"name": "multi_head_attention", "mask": "causal"}
})";

TEST_CASE("results are the same to the last digit, whatever the number of threads") {
  const auto output = [](const std::string& threads) {
    const Ran ran = headtrace({"run", "-", "--only", "output", "--format", "json"},
                              {large_lesson, {{"OMP_NUM_THREADS", threads}}, ""});
    CHECK(ran.status == 0);
    return ran.out;
  };
  const std::string one = output("1");
  CHECK(one.size() > 4 * 256 * 64 * 10);
  CHECK(output("2") == one);
  CHECK(output("5") == one);
  CHECK(output("nonsense") == one);
}

TEST_CASE("memory is checked before anything is allocated, by what is there at once") {
  const auto limited = [](const std::string& limit, std::vector<std::string> more) {
    more.insert(more.begin(), {"run", "-", "--max-memory", limit});
    return headtrace(more, {large_lesson, {}, ""});
  };
  // 8 MiB each: scores, scaled, masked, weights; the rest together is below 4 MiB.
  CHECK(limited("20 MiB", {}).status == 0);
  const Ran all = limited("20 MiB", {"--format", "json"});
  CHECK(all.status == 2);
  CHECK(all.out.empty());
  CHECK(has(all.err, "MiB of memory, the limit is 20 MiB"));
  CHECK(limited("20 MiB", {"--format", "json", "--only", "output"}).status == 0);
}

}  // namespace
}  // namespace headtrace::test
