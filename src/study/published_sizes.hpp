#pragma once

#include <headtrace/text.hpp>
#include <optional>
#include <string>
#include <vector>

#include "trace/sized_pipeline.hpp"

namespace headtrace {

/// A model's sizes as its authors published them.
struct PublishedSizes {
  std::string name;    ///< `gpt2`, as --like takes it
  std::string title;   ///< `GPT-2 small`
  std::string source;  ///< the paper and its table, or the configuration file
  Index d_model = 0;
  Index heads = 0;
  Index d_ff = 0;
  Index layers = 0;
  std::optional<Index> seq;  ///< the longest it takes, where it has one
  std::string pipeline = "transformer_block";
  std::string norm = "pre";
  std::string activation = "gelu";
  bool causal = true;
  bool attention_bias = true;
  Text remark;  ///< where the pipeline differs from the model

  /// Batch 1 and the longest seq, or `other_seq` where there is none.
  Sizing sizing(Index other_seq) const;
};

const std::vector<PublishedSizes>& published_sizes();
/// Throws Error::usage with a did-you-mean, or with all the names there are.
const PublishedSizes& find_published_sizes(const std::string& name);

}  // namespace headtrace
