#include <cmath>

#include "study/mistakes/mistake.hpp"
#include "study/mistakes/parts.hpp"

namespace headtrace {
namespace {

using Variants = std::vector<Variant>;

const std::vector<std::string> norms{"norm_1", "norm_2"};

bool has_norm(const MistakeCase& at, const std::string& name) {
  return at.has(name) && at.step(name).op == "layer_norm";
}

/// The LayerNorm with another divisor: variance by n − 1, eps beside the root, another eps.
Edit divided_otherwise(const MistakeCase& at, const std::string& name, const Params& divisor) {
  Step norm = at.step(name);
  for (const auto& [param, value] : divisor.values()) norm.params.set(param, value);
  return part::replace(name, {norm});
}

Edit left_out(const MistakeCase& at, const std::string& name) {
  return part::replace(name, {part::same(at.step(name).in[0], name)});
}

Edit without_gain(const MistakeCase& at, const std::string& name) {
  Step norm = at.step(name);
  norm.in.resize(1);
  return part::replace(name, {norm});
}

template <typename MakeEdit>
Variants norms_with(const MistakeCase& at, MakeEdit edit) {
  std::vector<std::pair<std::string, Edit>> edits;
  for (const std::string& name : norms) {
    if (has_norm(at, name)) edits.emplace_back(name, edit(at, name));
  }
  return part::all_and_each(edits);
}

Variants with_divisors(const MistakeCase& at, const std::vector<Params>& divisors) {
  Variants all;
  for (const Params& divisor : divisors) {
    const Variants some =
        norms_with(at, [&divisor](const MistakeCase& in, const std::string& name) {
          return divided_otherwise(in, name, divisor);
        });
    all.insert(all.end(), some.begin(), some.end());
  }
  return all;
}

/// nn.LayerNorm's eps, BERT's, the ones in between, and none.
const std::vector<double> usual_eps{1e-5, 1e-6, 1e-12, 1e-3, 1e-8, 0};

Variants variance_by_n_minus_1(const MistakeCase& at) {
  const Params unbiased = part::flag("unbiased");
  std::vector<Params> divisors{unbiased};
  for (const double eps : usual_eps) {
    Params outside = part::number("eps", eps);
    outside.set("unbiased", {true, {}});
    divisors.push_back(outside);
    outside.set("eps_outside", {true, {}});
    divisors.push_back(outside);
  }
  return with_divisors(at, divisors);
}

Variants other_eps(const MistakeCase& at) {
  std::vector<Params> divisors;
  for (const double eps : usual_eps) {
    Params other = part::number("eps", eps);
    divisors.push_back(other);
    other.set("eps_outside", {true, {}});
    divisors.push_back(other);
  }
  return with_divisors(at, divisors);
}

Variants no_norm(const MistakeCase& at) {
  return norms_with(at, left_out);
}

Variants no_gain(const MistakeCase& at) {
  for (const std::string& name : norms) {
    if (has_norm(at, name) && at.step(name).in.size() < 2) return {};
  }
  return norms_with(at, without_gain);
}

Variants no_residual(const MistakeCase& at) {
  std::vector<std::pair<std::string, Edit>> edits;
  for (const std::string name : {"residual_1", "residual_2"}) {
    if (!at.has(name) || at.step(name).op != "add") continue;
    edits.emplace_back(name, part::replace(name, {part::same(at.step(name).in[1], name)}));
  }
  return part::all_and_each(edits);
}

bool is_pre_norm(const MistakeCase& at) {
  return at.has("Q") && has_norm(at, "norm_1") && at.step("Q").in[0] == "norm_1";
}

/// In a pre-norm block: the residual takes the normalized value instead of what came before.
Variants residual_of_the_norm(const MistakeCase& at) {
  if (!is_pre_norm(at)) return {};
  std::vector<std::pair<std::string, Edit>> edits;
  for (const auto& [residual, norm] :
       {std::pair("residual_1", "norm_1"), std::pair("residual_2", "norm_2")}) {
    if (!at.has(residual)) continue;
    Step sum = at.step(residual);
    sum.in[0] = norm;
    edits.emplace_back(residual, part::replace(residual, {sum}));
  }
  return part::all_and_each(edits);
}

/// Exchanges the order of norm and attention, and of norm and feed-forward network.
Variants other_order(const MistakeCase& at) {
  if (!has_norm(at, "norm_1") || !has_norm(at, "norm_2") || !at.has("ffn_hidden") ||
      !at.has("residual_1") || !at.has("residual_2")) {
    return {};
  }
  const bool pre = is_pre_norm(at);
  const std::string x = at.step("residual_1").in[0];
  std::vector<Edit> edits;
  const auto rewire = [&](const std::string& out, std::size_t input, const std::string& to) {
    Step step = at.step(out);
    step.in[input] = to;
    edits.push_back(part::replace(out, {step}));
  };
  const auto norm_of = [&](const std::string& name, const std::string& of, const std::string& out) {
    Step norm = at.step(name);
    norm.in[0] = of;
    norm.out = out;
    return norm;
  };
  if (pre) {
    // x → attention → residual_1 → norm_1 → ffn → residual_2 → norm_2
    for (const char* name : {"Q", "K", "V"}) {
      if (at.step(name).in[0] == "norm_1") rewire(name, 0, x);
    }
    Step sum = at.step("residual_2");
    sum.in[0] = "norm_2";
    sum.out = "residual_2_sum";
    const Edit last = part::replace("residual_2", {sum, norm_of("norm_2", sum.out, "residual_2")});
    // Either norm_1 is where the lesson has it, or it is named after the layer that makes it.
    std::vector<Edit> named_by_layer = edits;
    edits.push_back(part::replace("norm_1", {part::same(x, "norm_1")}));
    edits.push_back(part::replace("norm_2", {norm_of("norm_1", "residual_1", "norm_2")}));
    edits.push_back(last);
    named_by_layer.push_back({Bypass{"norm_1"}, {}});
    named_by_layer.push_back(part::replace(
        "norm_2", {norm_of("norm_1", "residual_1", "norm_1"), part::same("norm_1", "norm_2")}));
    named_by_layer.push_back(last);
    return {part::variant(edits), part::variant(named_by_layer)};
  }
  // norm of x → attention → + x → norm → ffn → + : the last norm is left out.
  std::vector<Step> first{norm_of("norm_1", x, "x_normed"), at.step("Q")};
  first.back().in[0] = "x_normed";
  edits.push_back(part::replace("Q", first));
  for (const char* name : {"K", "V"}) {
    if (at.step(name).in[0] == x) rewire(name, 0, "x_normed");
  }
  edits.push_back(part::replace("norm_1", {norm_of("norm_2", "residual_1", "norm_1")}));
  rewire("residual_2", 0, "residual_1");
  edits.push_back(part::replace("norm_2", {part::same("residual_2", "norm_2")}));
  return {part::variant(edits)};
}

Variants other_activation(const MistakeCase& at) {
  if (!at.has("ffn_activated")) return {};
  Step step = at.step("ffn_activated");
  const std::string was = step.op;
  step.op = was == "relu" ? "gelu" : "relu";
  step.params = {};
  return {
      part::variant({part::replace("ffn_activated", {step})}, step.op),
      part::variant({part::replace("ffn_activated", {part::same(step.in[0], "ffn_activated")})})};
}

}  // namespace

std::vector<Mistake> block_mistakes() {
  return {
      {"O5",
       "norm_1",
       {"pre-norm and post-norm are confused", "前置归一化和后置归一化弄混了"},
       {"post-norm: LayerNorm(x + f(x)); pre-norm: x + f(LayerNorm(x))",
        "后置：层归一化(x + f(x))；前置：x + f(层归一化(x))"},
       "x = norm(x + attention(x))",
       {},
       other_order},
      {"O5b",
       "residual_1",
       {"the residual adds the normalized value instead of what came before the norm",
        "残差加的是归一化之后的值，而不是归一化之前的"},
       {"pre-norm: x + f(LayerNorm(x))", "前置归一化：x + f(层归一化(x))"},
       "x = x + attention(norm(x))",
       {},
       residual_of_the_norm},
      {"O7",
       "residual_1",
       {"a residual connection is missing", "缺少残差连接"},
       {"add what went into the sublayer to what comes out", "把子层的输入加到它的输出上"},
       "x = x + attention(x)",
       {},
       no_residual},
      {"O6",
       "norm_1",
       {"LayerNorm divides the variance by n − 1 instead of n",
        "层归一化的方差除以了 n − 1，而不是 n"},
       {"unbiased=False (PyTorch), ddof=0 (NumPy)",
        "用 unbiased=False（PyTorch）或 ddof=0（NumPy）"},
       "x.var(-1, unbiased=False, keepdim=True)",
       {"a large d_model makes it small: the ratio is √((n−1)/n)",
        "d_model 很大时差别很小：比值是 √((n−1)/n)"},
       variance_by_n_minus_1},
      {"O11",
       "norm_1",
       {"LayerNorm has another eps, or adds it to the root instead of the variance",
        "层归一化的 eps 不同，或者加到了平方根上，而不是加到方差上"},
       {"(x − mean)/√(variance + eps), with the lesson's eps: 1e-5 in nn.LayerNorm, 1e-12 in BERT",
        "(x − 均值)/√(方差 + eps)，eps 要与课程里的相同：nn.LayerNorm 是 1e-5，BERT 是 1e-12"},
       "x = F.layer_norm(x, (d_model,), gamma, beta, 1e-5)",
       {"a variance far above eps hides it", "方差远大于 eps 时看不出来"},
       other_eps},
      {"O8",
       "norm_1",
       {"a LayerNorm is missing", "缺少层归一化"},
       {"normalize where the block says so", "在该归一化的地方归一化"},
       "x = F.layer_norm(x, (d_model,), gamma, beta)",
       {},
       no_norm},
      {"O9",
       "norm_1",
       {"LayerNorm's gain and shift are left out", "层归一化漏掉了增益和偏移"},
       {"multiply by gamma and add beta after normalizing", "归一化之后乘以 gamma，再加上 beta"},
       "x = F.layer_norm(x, (d_model,), gamma, beta)",
       {"gamma = 1 and beta = 0 hide it", "gamma = 1 且 beta = 0 时看不出来"},
       no_gain},
      {"O10",
       "ffn_activated",
       {"the feed-forward network uses another activation, or none",
        "前馈网络用了别的激活函数，或者没有用"},
       {"the 2017 paper has ReLU, BERT and GPT have GELU",
        "2017 年的论文用 ReLU，BERT 和 GPT 用 GELU"},
       "F.relu(x @ W_1 + b_1) @ W_2 + b_2",
       {},
       other_activation},
  };
}

}  // namespace headtrace
