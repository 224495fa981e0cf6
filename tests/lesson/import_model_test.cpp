#include "lesson/import_model.hpp"

#include <doctest/doctest.h>

#include <headtrace/error.hpp>

#include "support.hpp"

namespace headtrace::test {
namespace {

std::vector<TensorHeader> named(std::vector<std::pair<std::string, Sizes>> tensors) {
  std::vector<TensorHeader> headers;
  for (auto& [name, shape] : tensors) headers.push_back({name, "float32", shape, false});
  return headers;
}

std::vector<TensorHeader> torch_layer(const std::string& prefix) {
  return named({{prefix + "in_proj_weight", {12, 4}},
                {prefix + "in_proj_bias", {12}},
                {prefix + "out_proj.weight", {4, 4}},
                {prefix + "out_proj.bias", {4}}});
}

std::vector<TensorHeader> gpt2_layers(int count) {
  std::vector<TensorHeader> all;
  for (int i = 0; i < count; ++i) {
    const std::string prefix = "h." + std::to_string(i) + ".attn.";
    for (auto& header : named({{prefix + "c_attn.weight", {4, 12}},
                               {prefix + "c_attn.bias", {12}},
                               {prefix + "c_proj.weight", {4, 4}},
                               {prefix + "c_proj.bias", {4}}})) {
      all.push_back(header);
    }
  }
  return all;
}

const LayerTensor& of_layer(const FoundLayer& layer, const std::string& name) {
  for (const LayerTensor& tensor : layer.tensors) {
    if (tensor.name == name) return tensor;
  }
  FAIL("no tensor " << name);
  return layer.tensors.front();
}

std::string not_found(const std::vector<TensorHeader>& headers, const LayerChoice& choice = {}) {
  return error_of([&] { find_layer("f", headers, choice); });
}

std::vector<TensorHeader> without_name(std::vector<TensorHeader> headers, const std::string& name) {
  std::erase_if(headers, [&](const TensorHeader& header) { return header.name == name; });
  return headers;
}

}  // namespace

TEST_CASE("PyTorch's fused weight: q, k and v one below the other") {
  const FoundLayer layer = find_layer("f", torch_layer("layers.0.self_attn."), {});
  CHECK(layer.as == "torch");
  CHECK(layer.prefix == "layers.0.self_attn");
  CHECK(layer.d_model == 4);
  CHECK_FALSE(layer.causal);
  CHECK(layer.tensors.size() == 8);
  const LayerTensor& k = of_layer(layer, "W_k");
  CHECK(k.key == "layers.0.self_attn.in_proj_weight");
  CHECK(k.layout == WeightLayout::out_in);
  CHECK(k.part.rows->begin == 4);
  CHECK(k.part.rows->end == 8);
  CHECK_FALSE(k.part.columns);
  CHECK(of_layer(layer, "b_v").part.rows->begin == 8);
  CHECK_FALSE(of_layer(layer, "W_o").part.rows);
}

TEST_CASE("GPT-2's fused weight: q, k and v side by side, [in, out], each query sees the past") {
  const FoundLayer layer = find_layer("f", gpt2_layers(2), {});
  CHECK(layer.as == "gpt2");
  CHECK(layer.prefix == "h.0");
  CHECK(layer.causal);
  const LayerTensor& v = of_layer(layer, "W_v");
  CHECK(v.layout == WeightLayout::in_out);
  CHECK(v.part.columns->begin == 8);
  CHECK_FALSE(v.part.rows);
  CHECK(of_layer(layer, "b_k").part.rows->begin == 4);
}

TEST_CASE("biases may be absent") {
  auto headers = without_name(torch_layer(""), "in_proj_bias");
  CHECK(find_layer("f", without_name(headers, "out_proj.bias"), {}).tensors.size() == 4);
}

TEST_CASE("layer 1 is not layer 11") {
  CHECK(find_layer("f", gpt2_layers(12), {"gpt2", 1, ""}).prefix == "h.1");
  CHECK(find_layer("f", gpt2_layers(12), {"", 11, ""}).prefix == "h.11");
  CHECK(find_layer("f", gpt2_layers(12), {"", {}, "h.3"}).prefix == "h.3");
}

TEST_CASE("keys and values of another width read a memory") {
  const auto headers = named({{"q_proj_weight", {4, 4}},
                              {"k_proj_weight", {4, 7}},
                              {"v_proj_weight", {4, 7}},
                              {"out_proj.weight", {4, 4}}});
  const FoundLayer layer = find_layer("f", headers, {});
  CHECK(layer.memory_width == 7);
  CHECK(of_layer(layer, "W_k").shape == Sizes{4, 7});
  CHECK(of_layer(layer, "W_q").shape == Sizes{4, 4});
}

TEST_CASE("what is missing is listed with what was found") {
  CHECK(not_found(without_name(torch_layer("a."), "a.out_proj.weight")) ==
        "f: the layer lacks 'a.out_proj.weight'; it has 'a.in_proj_weight', 'a.in_proj_bias', "
        "'a.out_proj.bias'");
  CHECK(not_found(named({{"weights", {3}}, {"b", {1}}})) ==
        "f: no attention layer is known by the names in it: 'weights', 'b'; a layer is known by "
        "in_proj_weight (torch), q_proj_weight (torch), attention.self.query.weight (bert), "
        "attn.c_attn.weight (gpt2)");
  CHECK(not_found(torch_layer(""), {"bert", {}, ""}) ==
        "f: there is no layer as bert keeps it; it holds one without a prefix (torch)");
  CHECK(not_found(gpt2_layers(2), {"", 5, ""}) ==
        "f: there is no layer with the number 5; it holds 'h.0.' (gpt2), 'h.1.' (gpt2)");
  CHECK(not_found(gpt2_layers(2), {"", {}, "g"}) ==
        "f: there is no layer with the prefix 'g'; it holds 'h.0.' (gpt2), 'h.1.' (gpt2)");
}

TEST_CASE("several layers without numbers are not guessed among") {
  auto headers = torch_layer("self_attn.");
  for (const TensorHeader& other : torch_layer("multihead_attn.")) headers.push_back(other);
  CHECK(not_found(headers) ==
        "f: several layers could be meant: 'multihead_attn.' (torch), 'self_attn.' (torch); choose "
        "one with --prefix");
  CHECK(find_layer("f", headers, {"", {}, "self_attn."}).prefix == "self_attn");
}

TEST_CASE("shapes that don't fit each other") {
  auto headers = torch_layer("");
  headers[0].shape = {4, 12};
  CHECK(not_found(headers) ==
        "f: 'in_proj_weight' is float32 [4, 12], expected [12, 4] for d_model = 4; it was saved "
        "transposed; save it as it is in the model");
  headers = torch_layer("");
  headers[1].shape = {4};
  CHECK(not_found(headers) ==
        "f: 'in_proj_bias' is float32 [4], expected [12] for d_model = 4; see that the file is "
        "what --as torch says");
  headers = torch_layer("");
  headers[2].shape = {4, 5};
  CHECK(not_found(headers) ==
        "f: 'out_proj.weight' is float32 [4, 5], expected a square weight, d_model by d_model; see "
        "that the file holds the whole layer");
  headers = torch_layer("");
  headers.push_back({"bias_k", "float32", {1, 1, 4}, false});
  CHECK(not_found(headers) ==
        "f: 'bias_k' is one key and value more for every sequence (add_bias_kv=True), which can't "
        "be computed here; import a layer made without add_bias_kv");
}

}  // namespace headtrace::test
