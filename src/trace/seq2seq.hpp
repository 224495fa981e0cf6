#pragma once

#include <headtrace/experiment.hpp>
#include <headtrace/pipeline.hpp>
#include <string>
#include <tuple>
#include <vector>

namespace headtrace {

/// A model's learned numbers by name, and how they start.
struct Parameter {
  enum class Start { zeros, ones, identity, xavier, normal };
  std::string name;
  Axes axes;
  Start start = Start::xavier;
  bool trained = true;
};

/// The sizes of one batch: how many examples, and the longest source and target among them.
struct BatchSizes {
  Index batch = 0;
  Index source = 0;
  Index target = 0;
  bool operator<(const BatchSizes& other) const {
    return std::tie(batch, source, target) < std::tie(other.batch, other.source, other.target);
  }
};

/// The encoder-decoder of Vaswani et al. 2017 with one layer each, made of the same operations as
/// the lessons. An embedding is a linear layer that reads one-hot rows; positions are added to it.
/// Queries of the decoder are on the axis `seq`, the source is on `key_seq`.
class Seq2Seq {
 public:
  Seq2Seq(const ModelSizes& sizes, const Arm& arm, Index source_symbols, Index target_symbols);

  const std::vector<Parameter>& parameters() const { return parameters_; }
  /// Learned numbers that training changes.
  Index trained_count() const;
  /// From one-hot `source` and `target` rows to `logits`. Its inputs are, in this order: `source`,
  /// `source_mask`, `source_positions`, `target`, `target_positions`, then the parameters.
  Pipeline pipeline(const BatchSizes& sizes) const;

 private:
  ModelSizes sizes_;
  Arm arm_;
  Index source_symbols_;
  Index target_symbols_;
  std::vector<Parameter> parameters_;
};

}  // namespace headtrace
