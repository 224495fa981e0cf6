#include <doctest/doctest.h>

#include <cmath>
#include <filesystem>

#include "cli/process.hpp"
#include "files/write_tensors.hpp"
#include "support.hpp"

namespace headtrace::test {
namespace {

StoredTensor counted_up(std::string name, Sizes shape, double first) {
  Index count = 1;
  for (const Index size : shape) count *= size;
  StoredTensor tensor{{std::move(name), "float32", std::move(shape), false}, {}, 0};
  for (Index i = 0; i < count; ++i) tensor.values.push_back(first + static_cast<double>(i) / 8);
  return tensor;
}

/// An nn.MultiheadAttention(4, …) state dict.
std::vector<StoredTensor> state_dict() {
  return {counted_up("in_proj_weight", {12, 4}, -3), counted_up("in_proj_bias", {12}, 0),
          counted_up("out_proj.weight", {4, 4}, -1), counted_up("out_proj.bias", {4}, 1)};
}

class ImportFolder {
 public:
  explicit ImportFolder(const std::vector<StoredTensor>& tensors = state_dict()) {
    write_tensors(path("mha.safetensors"), tensors, false);
  }
  std::string path(const std::string& name) const { return folder_.path() + "/" + name; }
  Ran run(std::vector<std::string> arguments) const {
    arguments.insert(arguments.begin(), "import");
    return headtrace(arguments, {"", {}, folder_.path()});
  }
  const TemporaryFolder& folder() const { return folder_; }

 private:
  TemporaryFolder folder_;
};

}  // namespace

TEST_CASE("a lesson is written beside the weights and runs") {
  const ImportFolder in;
  const Ran ran = in.run({"mha.safetensors", "--heads", "2", "--to", "mha.json"});
  CHECK(ran.status == 0);
  CHECK(ran.err.empty());
  CHECK(ran.out ==
        "Wrote ./mha.json\n  nn.MultiheadAttention: d_model 4, 2 heads, 8 tensors of "
        "mha.safetensors\n  headtrace run ./mha.json\nIts x is random; put your own in its "
        "place.\n");
  const Ran trace = headtrace({"run", in.path("mha.json"), "--only", "W_k,b_v,Q"});
  CHECK(trace.status == 0);
  CHECK(has(trace.out, "out_in"));
  // in_proj_weight[4, 0] is -3 + 16/8, in_proj_bias[8] is 8/8.
  CHECK(has(headtrace({"explain", in.path("mha.json"), "W_k[0,0]"}).out, "W_k[0,0] = -1"));
  CHECK(has(headtrace({"explain", in.path("mha.json"), "b_v[0]"}).out, "b_v[0] = 1"));
  CHECK(headtrace({"check", in.path("mha.json")}).status == 0);
}

TEST_CASE("in Chinese, and from a folder above") {
  const ImportFolder in;
  std::filesystem::create_directory(in.path("sub"));
  std::filesystem::rename(in.path("mha.safetensors"), in.path("sub/mha.safetensors"));
  const Ran ran = in.run({"sub/mha.safetensors", "--heads", "2", "--to", "l.json", "--lang", "zh"});
  CHECK(has(ran.out, "已写好 ./l.json\n  nn.MultiheadAttention：d_model 为 4，2 个头"));
  CHECK(has(headtrace({"run", in.path("l.json"), "--lang", "zh"}).out, "PyTorch 把 W_q"));
}

TEST_CASE("without --to the lesson is printed, and can be run from there") {
  const ImportFolder in;
  const Ran ran = in.run({"mha.safetensors", "--heads", "2"});
  CHECK(ran.status == 0);
  CHECK(ran.out.starts_with("{\n  \"format\": 1,\n"));
  CHECK(headtrace({"run", "-"}, {ran.out, {}, in.folder().path()}).status == 0);
}

TEST_CASE("the heads: an option, or a config.json beside the file") {
  const ImportFolder in;
  CHECK(in.run({"mha.safetensors"}).err ==
        "headtrace: error: mha.safetensors: neither the file nor a config.json beside it says how "
        "many heads there are; give --heads: 4 divides by 1, 2, 4\n");
  CHECK(in.run({"mha.safetensors", "--heads", "3"}).err ==
        "headtrace: error: mha.safetensors: d_model = 4 can't be shared out among 3 heads; 4 "
        "divides by 1, 2, 4\n");
  in.folder().file("config.json", R"({"n_head": 4, "n_layer": 2})");
  CHECK(has(in.run({"mha.safetensors"}).out, R"("heads": 4)"));
  in.folder().file("config.json", R"({"num_attention_heads": 2})");
  CHECK(has(in.run({"mha.safetensors"}).out, R"("heads": 2)"));
  CHECK(has(in.run({"mha.safetensors", "--heads", "1"}).out, R"("heads": 1)"));
  for (const char* broken : {"{", "", "[1]", R"({"n_head": 2.5})", R"({"n_head": "2"})"}) {
    in.folder().file("config.json", broken);
    CHECK(in.run({"mha.safetensors"}).status == 2);
  }
}

TEST_CASE("a lesson that is there is kept, and one elsewhere can't name the file") {
  const ImportFolder in;
  in.folder().file("l.json", "mine");
  CHECK(has(in.run({"mha.safetensors", "--heads", "2", "--to", "l.json"}).err, "was kept"));
  CHECK(shell("cat " + in.path("l.json")).out == "mine");
  CHECK(in.run({"mha.safetensors", "--heads", "2", "--to", "l.json", "--force"}).status == 0);
  std::filesystem::create_directory(in.path("sub"));
  CHECK(in.run({"mha.safetensors", "--heads", "2", "--to", "sub/l.json"}).err ==
        "headtrace: error: a lesson names files in its own folder or below, and mha.safetensors "
        "isn't there; write it beside the file: --to lesson.json\n");
  CHECK_FALSE(std::filesystem::exists(in.path("sub/l.json")));
  std::filesystem::create_symlink("../mha.safetensors", in.path("sub/link"));
  CHECK(has(in.run({"sub/link", "--heads", "2", "--to", "sub/l.json"}).err, "copy the file"));
}

TEST_CASE("what can't be imported") {
  auto tensors = state_dict();
  tensors[0].values[5] = std::nan("");
  const ImportFolder in(tensors);
  CHECK(in.run({"mha.safetensors", "--heads", "2", "--to", "l.json"}).err ==
        "headtrace: error: mha.safetensors: 1 of the 16 numbers of W_q are NaN or infinite; these "
        "weights can't be computed with; see how they were saved\n");
  CHECK_FALSE(std::filesystem::exists(in.path("l.json")));
  CHECK(in.run({"."}).err ==
        "headtrace: error: .: is a folder; name a .safetensors or .npz file\n");
  CHECK(in.run({"mha.safetensors", "--as", "llama"}).status == 2);
  CHECK(has(in.run({"mha.safetensors", "--heads", "2", "--max-memory", "100"}).err,
            "allow more with --max-memory"));
  const Ran torch = headtrace({"import", "tests/bad_tensors/torch_new.pt"});
  CHECK(torch.status == 2);
  CHECK(has(torch.err, "from safetensors.torch import save_file"));
}

}  // namespace headtrace::test
