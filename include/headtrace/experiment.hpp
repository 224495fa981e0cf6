#pragma once

#include <cstdint>
#include <headtrace/tensor.hpp>
#include <headtrace/text.hpp>
#include <string>
#include <vector>

namespace headtrace {

/// What a model is to learn. Every task maps a sequence of symbols to another.
struct TaskChoice {
  enum class Kind {
    copy,       ///< the same symbols
    reverse,    ///< from the last to the first
    two_heads,  ///< at t: symbol t and the t-th from the end, added modulo `symbols`
    numbers     ///< English number words to Chinese numerals
  };
  Kind kind = Kind::copy;
  Index symbols = 10;  ///< different ones; not for numbers
  Index length = 8;    ///< at most; not for numbers
  Index below = 100000000;
};

/// One encoder layer, one decoder layer; see trace/seq2seq.hpp.
struct ModelSizes {
  Index d_model = 32;
  Index heads = 4;
  Index d_ff = 64;
};

/// One of the models compared. All see the same data in the same order, and what they share starts
/// from the same numbers.
struct Arm {
  enum class OutputProjection { learned, none, identity, random };
  std::string id;
  Text title;
  OutputProjection w_o = OutputProjection::learned;
  bool pre_norm = false;
  Index d_ff = 0;            ///< 0: no feed-forward network
  std::string against = {};  ///< the arm it is compared with; empty: the first
  bool on_request = false;   ///< trained only where it is asked for
};

/// Adam (Kingma and Ba 2015) or AdamW (Loshchilov and Hutter 2019). The learning rate rises to `lr`
/// over `warmup` steps and then falls with 1/√step: the paper's schedule, whose own peak is
/// 1/√(d_model·warmup). Without warm-up it stays at `lr`.
struct OptimizerChoice {
  bool decoupled_decay = false;  ///< AdamW
  double lr = 1e-3;
  Index warmup = 0;
  double beta_1 = 0.9;
  double beta_2 = 0.98;
  double eps = 1e-9;
  double weight_decay = 0;  ///< Adam: added to the gradient; AdamW: taken off the weight itself
};

/// What `train` does for a lesson.
struct Experiment {
  TaskChoice task;
  ModelSizes model;
  std::vector<Arm> arms;  ///< the first is what the others are compared with
  std::vector<std::uint32_t> seeds;
  Index steps = 0;
  Index batch = 32;
  OptimizerChoice optimizer;
  Index evaluate_every = 100;
  Index test_examples = 200;
  double stop_at = 2;  ///< the share of exact matches at which a run ends early; above 1: never
  std::string results = {};  ///< the path of a CSV of runs made earlier; empty: none

  const Arm* find_arm(const std::string& id) const;
};

}  // namespace headtrace
