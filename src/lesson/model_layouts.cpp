#include "lesson/model_layouts.hpp"

namespace headtrace {

// Sources: torch/nn/modules/activation.py (MultiheadAttention), and modeling_bert.py and
// modeling_gpt2.py of Hugging Face's transformers.
const std::vector<ModelLayout>& model_layouts() {
  static const std::vector<ModelLayout> layouts{
      {"torch",
       "in_proj_weight",
       WeightLayout::out_in,
       false,
       {"nn.MultiheadAttention", "nn.MultiheadAttention"},
       {"PyTorch keeps W_q, W_k and W_v one below the other in in_proj_weight, each as [out, in]: "
        "y = x·Wᵀ + b.",
        "PyTorch 把 W_q、W_k、W_v 上下叠放在 in_proj_weight 里，每一块都按 [out, in] 存放：y = "
        "x·Wᵀ "
        "+ b。"},
       {{"W_q", "in_proj_weight", 0},
        {"b_q", "in_proj_bias", 0},
        {"W_k", "in_proj_weight", 1},
        {"b_k", "in_proj_bias", 1},
        {"W_v", "in_proj_weight", 2},
        {"b_v", "in_proj_bias", 2},
        {"W_o", "out_proj.weight", {}},
        {"b_o", "out_proj.bias", {}}}},
      {"torch",
       "q_proj_weight",
       WeightLayout::out_in,
       false,
       {"nn.MultiheadAttention with kdim", "带 kdim 的 nn.MultiheadAttention"},
       {"With kdim or vdim, PyTorch keeps W_q, W_k and W_v apart, each as [out, in]: y = x·Wᵀ + b. "
        "Keys and values are made of memory, whose width is kdim.",
        "指定了 kdim 或 vdim 时，PyTorch 分开存放 W_q、W_k、W_v，每个都按 [out, in] 存放：y = x·Wᵀ "
        "+ b。键和值由 memory 得到，它的宽度就是 kdim。"},
       {{"W_q", "q_proj_weight", {}},
        {"b_q", "in_proj_bias", 0},
        {"W_k", "k_proj_weight", {}, true},
        {"b_k", "in_proj_bias", 1},
        {"W_v", "v_proj_weight", {}, true},
        {"b_v", "in_proj_bias", 2},
        {"W_o", "out_proj.weight", {}},
        {"b_o", "out_proj.bias", {}}}},
      {"bert",
       "attention.self.query.weight",
       WeightLayout::out_in,
       false,
       {"BERT", "BERT"},
       {"BERT's layers are nn.Linear, which keeps a weight as [out, in]: y = x·Wᵀ + b. The "
        "output's "
        "projection W_o is called attention.output.dense.",
        "BERT 的各层是 nn.Linear，权重按 [out, in] 存放：y = x·Wᵀ + b。输出投影 W_o "
        "在文件里叫 attention.output.dense。"},
       {{"W_q", "attention.self.query.weight", {}},
        {"b_q", "attention.self.query.bias", {}},
        {"W_k", "attention.self.key.weight", {}},
        {"b_k", "attention.self.key.bias", {}},
        {"W_v", "attention.self.value.weight", {}},
        {"b_v", "attention.self.value.bias", {}},
        {"W_o", "attention.output.dense.weight", {}},
        {"b_o", "attention.output.dense.bias", {}}}},
      {"gpt2",
       "attn.c_attn.weight",
       WeightLayout::in_out,
       true,
       {"GPT-2", "GPT-2"},
       {"GPT-2's Conv1D keeps a weight as [in, out], not as nn.Linear does: y = x·W + b. W_q, W_k "
        "and "
        "W_v stand side by side in c_attn. In the model, x comes from ln_1.",
        "GPT-2 的 Conv1D 按 [in, out] 存放权重，与 nn.Linear 相反：y = x·W + b。W_q、W_k、W_v "
        "左右并排放在 c_attn 里。在模型中，x 来自 ln_1。"},
       {{"W_q", "attn.c_attn.weight", 0},
        {"b_q", "attn.c_attn.bias", 0},
        {"W_k", "attn.c_attn.weight", 1},
        {"b_k", "attn.c_attn.bias", 1},
        {"W_v", "attn.c_attn.weight", 2},
        {"b_v", "attn.c_attn.bias", 2},
        {"W_o", "attn.c_proj.weight", {}},
        {"b_o", "attn.c_proj.bias", {}}}},
  };
  return layouts;
}

}  // namespace headtrace
