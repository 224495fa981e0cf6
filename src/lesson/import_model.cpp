#include "lesson/import_model.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <headtrace/error.hpp>

#include "core/shape.hpp"
#include "lesson/layer_prefix.hpp"
#include "lesson/shown_text.hpp"

namespace headtrace {
namespace {

/// One layer's tensors while they are looked up.
class LayerReader {
 public:
  LayerReader(const std::string& path, const std::vector<TensorHeader>& headers, LayerPlace place)
      : path_(path), headers_(headers), place_(std::move(place)) {}

  FoundLayer read() {
    check_missing();
    const ModelLayout& layout = *place_.layout;
    FoundLayer layer{layout.as, layout.model, layout.storage, place_.prefix, 0, 0, layout.causal,
                     {}};
    if (layer.prefix.ends_with('.')) layer.prefix.pop_back();
    layer.d_model = width_of_output();
    layer.memory_width = width_of_memory();
    for (const StoredWeight& weight : layout.weights) {
      if (const TensorHeader* header = find(weight.key)) {
        layer.tensors.push_back(placed(weight, *header, layer));
      }
    }
    return layer;
  }

 private:
  const TensorHeader* find(const std::string& key) const {
    const auto it = std::ranges::find(headers_, place_.prefix + key, &TensorHeader::name);
    return it == headers_.end() ? nullptr : &*it;
  }

  void check_missing() const {
    std::vector<std::string> missing;
    for (const StoredWeight& weight : place_.layout->weights) {
      if (weight.is_bias() || find(weight.key) != nullptr) continue;
      missing.push_back(place_.prefix + weight.key);
    }
    if (!missing.empty()) {
      throw Error::file(path_, fmt::format("the layer lacks {}", listed(missing)),
                        "it has " + listed(names_in_layer()));
    }
    for (const char* extra : {"bias_k", "bias_v"}) {
      if (place_.layout->as != std::string("torch") || find(extra) == nullptr) continue;
      throw Error::file(path_,
                        fmt::format("{} is one key and value more for every sequence "
                                    "(add_bias_kv=True), which can't be computed here",
                                    in_quotes(place_.prefix + extra)),
                        "import a layer made without add_bias_kv");
    }
  }

  std::vector<std::string> names_in_layer() const {
    std::vector<std::string> names;
    for (const TensorHeader& header : headers_) {
      if (header.name.starts_with(place_.prefix)) names.push_back(header.name);
    }
    return names;
  }

  const StoredWeight& weight(const std::string& name) const {
    return *std::ranges::find(place_.layout->weights, name, &StoredWeight::name);
  }

  Index width_of_output() const {
    const TensorHeader& header = *find(weight("W_o").key);
    if (header.shape.size() == 2 && header.shape[0] == header.shape[1] && header.shape[0] > 0) {
      return header.shape[0];
    }
    throw Error::file(path_,
                      fmt::format("{} is {}, expected a square weight, d_model by d_model",
                                  in_quotes(header.name), describe(header)),
                      "see that the file holds the whole layer");
  }

  Index width_of_memory() const {
    const StoredWeight& keys = weight("W_k");
    if (!keys.reads_memory) return 0;
    const Sizes& k = find(keys.key)->shape;
    const Sizes& v = find(weight("W_v").key)->shape;
    if (k.size() == 2 && k == v && k[1] > 0) return k[1];
    throw Error::file(path_,
                      fmt::format("k_proj_weight is {} and v_proj_weight {}; keys and values are "
                                  "made of one memory here",
                                  describe(k), describe(v)),
                      "import a layer whose kdim and vdim are the same");
  }

  LayerTensor placed(const StoredWeight& weight, const TensorHeader& header,
                     const FoundLayer& layer) const {
    const Index width = layer.d_model;
    const Index in = weight.reads_memory ? layer.memory_width : width;
    LayerTensor tensor{weight.name, header.name, {width}, {}, {}};
    if (!weight.is_bias()) {
      tensor.layout = place_.layout->layout;
      tensor.shape = tensor.layout == WeightLayout::out_in ? Sizes{width, in} : Sizes{in, width};
    }
    Sizes whole = tensor.shape;
    if (weight.third) {
      const Range third{*weight.third * width, (*weight.third + 1) * width};
      const bool by_columns = tensor.layout == WeightLayout::in_out;
      (by_columns ? tensor.part.columns : tensor.part.rows) = third;
      (by_columns ? whole.back() : whole.front()) *= 3;
    }
    if (header.shape == whole) return tensor;
    const bool transposed = header.shape == Sizes(whole.rbegin(), whole.rend());
    throw Error::file(
        path_,
        fmt::format("{} is {}, expected {} for d_model = {}", in_quotes(header.name),
                    describe(header), describe(whole), width),
        transposed ? "it was saved transposed; save it as it is in the model"
                   : fmt::format("see that the file is what --as {} says", place_.layout->as));
  }

  const std::string& path_;
  const std::vector<TensorHeader>& headers_;
  LayerPlace place_;
};

}  // namespace

const std::vector<std::string>& importable_models() {
  static const std::vector<std::string> names{"torch", "bert", "gpt2"};
  return names;
}

FoundLayer find_layer(const std::string& path, const std::vector<TensorHeader>& headers,
                      const LayerChoice& choice) {
  return LayerReader(path, headers, find_place(path, headers, choice)).read();
}

}  // namespace headtrace
