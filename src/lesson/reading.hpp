#pragma once

#include <headtrace/lesson.hpp>
#include <headtrace/trace.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "lesson/diagnostics.hpp"
#include "lesson/json.hpp"

/// The parts of a lesson file, one reader each. A reader reports what is wrong and gives what can
/// be used; what a broken part leaves unknown is not held against the parts that need it.
namespace headtrace {

/// OpenBLAS counts in 32 bits, so no axis is longer.
constexpr Index largest_size = 2147483647;

struct Reading {
  std::string_view text;
  Diagnostics& errors;
  Pipeline pipeline;
  bool dims_known = true;      ///< every dim could be read
  bool names_known = true;     ///< every tensor's name could be read
  bool has_loss = false;       ///< so that `loss` and `d<name>` are names too
  bool pipeline_sound = true;  ///< nothing is wrong with dims, tensors and steps
  std::optional<Plan> plan;    ///< where the pipeline is sound
  std::vector<Variant> variants;
  std::vector<std::string> variant_ids;  ///< those of broken variants too
  std::string folder;                    ///< the lesson's own
  double memory_left = 0;                ///< bytes, for tensors from files
};

std::optional<Text> read_text(const Json& node, Diagnostics& errors);

void read_dims(const Json& node, Reading& reading);
std::optional<Axes> read_axes(const Json& node, Reading& reading);

void read_inputs(const Json& node, Reading& reading);
std::optional<Input> read_input(const std::string& name, const Json& node, Reading& reading);
using InputSource = decltype(Input::source);

void read_steps(const Json& node, Reading& reading);
void read_pipeline(const Json& node, Reading& reading);

void read_variants(const Json& node, Reading& reading);

std::vector<Note> read_notes(const Json& node, Reading& reading);
std::vector<Question> read_questions(const Json& node, Reading& reading);
std::vector<Expectation> read_expectations(const Json& node, Reading& reading);
std::optional<Experiment> read_experiment(const Json& node, Reading& reading);
std::optional<Loss> read_loss(const Json& node, Reading& reading);

/// `there is no tensor 'wieghts'`, with a did-you-mean among `names`.
void report_unknown_tensor(const std::string& name, SourceSpan span,
                           const std::vector<std::string>& names, Diagnostics& errors);
/// Reports a name that no tensor of `pipeline` has, unless names are missing anyway.
bool check_tensor(const std::string& name, SourceSpan span, const Pipeline& pipeline,
                  Reading& reading);

}  // namespace headtrace
