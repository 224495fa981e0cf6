// What a reader types: the name of a cell, an answer to a question, a number of bytes; and the
// placeholders of a lesson's texts. All are understood or refused with an Error.
#include <headtrace/lesson.hpp>
#include <headtrace/trace.hpp>

#include <cstdlib>

#include "study/exercise.hpp"
#include "study/fill_text.hpp"
#include "study/find_cell.hpp"

namespace {

using namespace headtrace;

Pipeline small_pipeline() {
  Pipeline pipeline;
  pipeline.dims = Dims({{"batch", 1}, {"seq", 2}, {"d_model", 4}, {"heads", 2}});
  pipeline.inputs.push_back({"Q",
                             {{"batch", 1, 0}, {"seq", 2, 0}, {"d_model", 4, 2}},
                             {},
                             ValuesSource{{0, 1, 2, 3, 4, 5, 6, 7}},
                             {}});
  const ParamValue shape{std::vector<std::string>{"batch", "seq", "heads", "d_k"}, {}};
  pipeline.steps.push_back({"view", {"Q"}, "Q_split", {{"shape", shape}}, {}});
  return pipeline;
}

template <typename Reading>
void read(Reading reading) {
  try {
    reading();
  } catch (const Error& error) {
    if (error.message().empty()) std::abort();
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static const Traces traces{run(plan(small_pipeline())), {}};
  const std::string words(reinterpret_cast<const char*>(data), size);
  read([&] {
    const FoundCell found = find_cell(traces.base, words);
    found.tensor->at(found.cell);
  });
  read([&] { fill_text(words, traces); });
  parse_bytes(words);
  for (const auto kind : {Exercise::Kind::shape, Exercise::Kind::strides, Exercise::Kind::value,
                          Exercise::Kind::choice}) {
    Exercise exercise;
    exercise.at = "Q_split";
    exercise.kind = kind;
    exercise.sizes = {1, 2, 2, 2};
    exercise.choices = {{"yes", ""}, {"no", ""}};
    read([&] { is_right(exercise, read_answer(exercise, words, traces.base.dims)); });
  }
  return 0;
}
