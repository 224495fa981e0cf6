#pragma once

#include <headtrace/tensor.hpp>
#include <headtrace/text.hpp>
#include <optional>
#include <string>
#include <vector>

#include "files/stored_tensor.hpp"
#include "lesson/read_range.hpp"

/// Attention layers as known models store them.
namespace headtrace {

/// Which layer of a file is wanted; what isn't given is found where there is only one answer.
struct LayerChoice {
  std::string as;            ///< torch, bert or gpt2
  std::optional<int> layer;  ///< the number in the tensors' names
  std::string prefix;        ///< what the tensors' names begin with: `encoder.layer.0.`
};

/// One of a lesson's tensors, and where in the file it is.
struct LayerTensor {
  std::string name;  ///< W_q
  std::string key;   ///< in_proj_weight
  Sizes shape;       ///< of the part
  std::optional<WeightLayout> layout;
  Part part;
};

/// An attention layer as it was found in a file.
struct FoundLayer {
  std::string as;
  Text model;          ///< what it is a layer of
  Text storage;        ///< how this model keeps its weights
  std::string prefix;  ///< without the last dot; empty where the names have none
  Index d_model = 0;
  Index memory_width = 0;  ///< of what keys and values are made of; 0: of x itself
  bool causal = false;
  std::vector<LayerTensor> tensors;
};

/// The names `--as` takes.
const std::vector<std::string>& importable_models();

/// Finds the layer by its tensors' names and checks their shapes. Throws Error::file (naming
/// `path`) with what is missing and what was found.
FoundLayer find_layer(const std::string& path, const std::vector<TensorHeader>& headers,
                      const LayerChoice& choice);

}  // namespace headtrace
