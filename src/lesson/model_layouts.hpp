#pragma once

#include <headtrace/tensor.hpp>
#include <headtrace/text.hpp>
#include <optional>
#include <string>
#include <vector>

namespace headtrace {

/// Where one of our tensors is in a model's file.
struct StoredWeight {
  const char* name;          ///< W_q, or b_q
  const char* key;           ///< after the layer's prefix
  std::optional<int> third;  ///< of a fused weight q|k|v: which
  bool reads_memory = false;

  bool is_bias() const { return name[0] == 'b'; }
};

/// How a kind of model keeps one attention layer. Biases may be absent.
struct ModelLayout {
  const char* as;
  const char* anchor;  ///< the key by which a layer is recognized
  WeightLayout layout;
  bool causal;
  Text model;
  Text storage;
  std::vector<StoredWeight> weights;
};

const std::vector<ModelLayout>& model_layouts();

}  // namespace headtrace
