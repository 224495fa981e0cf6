#pragma once

#include <headtrace/pipeline.hpp>
#include <headtrace/text.hpp>
#include <optional>
#include <string>
#include <vector>

namespace headtrace {

/// What a mistake is made in.
struct MistakeCase {
  const Pipeline& pipeline;
  std::optional<Tensor> keep;  ///< 1 where attention is allowed, of the scores' shape, if masked

  bool has(const std::string& step) const { return pipeline.find_step(step) != nullptr; }
  const Step& step(const std::string& name) const { return *pipeline.find_step(name); }
  Index dim(const std::string& name) const { return pipeline.dims.find(name).value_or(1); }
};

/// A known mistake: everything that is known about it in one place.
struct Mistake {
  std::string id;       ///< as in docs/mistakes.md
  std::string step;     ///< the first tensor that it makes wrong
  Text what;            ///< what was done
  Text remedy;          ///< what to do instead
  std::string pytorch;  ///< the line that does it right
  Text hides;           ///< when it can't be seen, or told from another
  /// The wrong computation: one variant for each way to make the mistake here; none where it can't
  /// be made.
  std::vector<Variant> (*variants)(const MistakeCase&);
  bool is_fault = true;  ///< false for what is as right as the lesson's own way
};

/// All of them, in the order of the steps.
const std::vector<Mistake>& known_mistakes();

std::vector<Mistake> projection_mistakes();
std::vector<Mistake> head_mistakes();
std::vector<Mistake> score_mistakes();
std::vector<Mistake> mask_mistakes();
std::vector<Mistake> hidden_key_mistakes();
std::vector<Mistake> weight_mistakes();
std::vector<Mistake> output_mistakes();
std::vector<Mistake> block_mistakes();

}  // namespace headtrace
