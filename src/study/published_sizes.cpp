#include "study/published_sizes.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "core/did_you_mean.hpp"

namespace headtrace {
namespace {

/// Post-norm and ReLU, without biases in the projections: Vaswani et al. 2017, an encoder layer.
PublishedSizes of_the_paper(std::string name, std::string title, Index d_model, Index heads,
                            Index d_ff) {
  return {.name = std::move(name),
          .title = std::move(title),
          .source = "Vaswani et al. 2017, table 3",
          .d_model = d_model,
          .heads = heads,
          .d_ff = d_ff,
          .layers = 6,
          .seq = {},
          .norm = "post",
          .activation = "relu",
          .causal = false,
          .attention_bias = false,
          .remark = {"Its encoder; the decoder's layers have a second attention.",
                     "这里是编码器；解码器的每层还多一个注意力。"}};
}

PublishedSizes of_bert(std::string name, std::string title, Index d_model, Index heads,
                       Index layers) {
  return {.name = std::move(name),
          .title = std::move(title),
          .source = "Devlin et al. 2019, section 3, and its bert_config.json",
          .d_model = d_model,
          .heads = heads,
          .d_ff = 4 * d_model,
          .layers = layers,
          .seq = 512,
          .norm = "post",
          .causal = false,
          .remark = {}};
}

PublishedSizes of_gpt2(std::string name, std::string title, Index d_model, Index heads,
                       Index layers) {
  return {.name = std::move(name),
          .title = std::move(title),
          .source = "Radford et al. 2019, table 2; heads from its hparams.json",
          .d_model = d_model,
          .heads = heads,
          .d_ff = 4 * d_model,
          .layers = layers,
          .seq = 1024,
          .remark = {}};
}

std::vector<PublishedSizes> published_table() {
  return {
      of_the_paper("transformer-base", "Transformer, base model", 512, 8, 2048),
      of_the_paper("transformer-big", "Transformer, big model", 1024, 16, 4096),
      of_bert("bert-base", "BERT base", 768, 12, 12),
      of_bert("bert-large", "BERT large", 1024, 16, 24),
      of_gpt2("gpt2", "GPT-2 small", 768, 12, 12),
      of_gpt2("gpt2-medium", "GPT-2 medium", 1024, 16, 24),
      of_gpt2("gpt2-large", "GPT-2 large", 1280, 20, 36),
      of_gpt2("gpt2-xl", "GPT-2 XL", 1600, 25, 48),
      {.name = "gpt3-175b",
       .title = "GPT-3 175B",
       .source = "Brown et al. 2020, table 2.1",
       .d_model = 12288,
       .heads = 96,
       .d_ff = 49152,
       .layers = 96,
       .seq = 2048,
       .remark =
           {"Every second of its layers looks at a band of nearby keys only; here all look at "
            "all.",
            "它每隔一层只看邻近的一段键；这里每层都看全部的键。"}},
      {.name = "llama-2-7b",
       .title = "Llama 2 7B",
       .source = "Touvron et al. 2023, and its config.json",
       .d_model = 4096,
       .heads = 32,
       .d_ff = 11008,
       .layers = 32,
       .seq = 4096,
       .pipeline = "multi_head_attention",
       .attention_bias = false,
       .remark = {"Its attention alone, without the rotation of queries and keys: RMSNorm and the "
                  "three-matrix feed-forward network (SwiGLU) are not in transformer_block.",
                  "只算它的注意力，不含对 Q、K 的旋转位置编码：transformer_block 里没有 RMSNorm，"
                  "也没有三个矩阵的前馈网络（SwiGLU）。"}},
  };
}

}  // namespace

Sizing PublishedSizes::sizing(Index other_seq) const {
  Sizing sizing;
  sizing.pipeline = pipeline;
  sizing.dims = Dims({{"batch", 1},
                      {"seq", seq.value_or(other_seq)},
                      {"d_model", d_model},
                      {"heads", heads},
                      {"d_ff", d_ff}});
  sizing.attention_bias = attention_bias;
  if (causal) sizing.options.set("mask", {std::string("causal"), {}});
  if (pipeline != "transformer_block") return sizing;
  sizing.options.set("norm", {norm, {}});
  sizing.options.set("activation", {activation, {}});
  return sizing;
}

const std::vector<PublishedSizes>& published_sizes() {
  static const std::vector<PublishedSizes> table = published_table();
  return table;
}

const PublishedSizes& find_published_sizes(const std::string& name) {
  const auto& all = published_sizes();
  const auto it = std::ranges::find(all, name, &PublishedSizes::name);
  if (it != all.end()) return *it;
  std::vector<std::string> names;
  for (const PublishedSizes& each : all) names.push_back(each.name);
  std::string hint = did_you_mean(name, names);
  if (hint.empty()) hint = fmt::format("there are {}", fmt::join(names, ", "));
  throw Error::usage(fmt::format("the sizes of '{}' are not known", name), hint);
}

}  // namespace headtrace
