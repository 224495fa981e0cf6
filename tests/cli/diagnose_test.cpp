#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

#include "cli/process.hpp"
#include "files/write_tensors.hpp"
#include "render/rendering.hpp"
#include "study/shipped_lessons.hpp"

namespace headtrace::test {
namespace {

StoredTensor stored(const Tensor& tensor, const std::string& name) {
  StoredTensor result;
  result.name = name;
  result.dtype = "float64";
  result.shape = tensor.shape();
  result.values = tensor.values();
  return result;
}

/// What someone dumps who runs the lesson's variant `id`, or the lesson itself.
void dump(const std::string& path, const std::string& lesson_name, const std::string& id,
          const std::vector<std::string>& names) {
  const Lesson lesson = shipped_lesson(lesson_name);
  const Trace trace =
      run(plan(id.empty() ? lesson.pipeline : apply(lesson.pipeline, *lesson.find_variant(id))));
  std::vector<StoredTensor> tensors;
  for (const std::string& name : names) tensors.push_back(stored(*trace.find(name), name));
  write_tensors(path, tensors, false);
}

TEST_CASE("a mistake is named, in both languages and in JSON") {
  const TemporaryFolder folder;
  const std::string file = folder.path() + "/mine.npz";
  dump(file, "04-attention-per-head", "unscaled", {"scores", "weights", "heads"});
  for (const char* lang : {"en", "zh"}) {
    const Ran ran =
        headtrace({"diagnose", "4", "mine.npz", "--lang", lang}, {{}, {}, folder.path()});
    CHECK(ran.status == 1);
    CHECK(ran.err.empty());
    check_golden(std::string("diagnose/unscaled.") + lang + ".txt", ran.out);
    check_fits(ran.out, 80);
  }
  const Ran json = headtrace({"diagnose", "4", file, "--format", "json"});
  const auto found = nlohmann::json::parse(json.out);
  CHECK(found.at("verdict") == "differs");
  CHECK(found.at("first") == "weights");
  CHECK(found.at("findings")[0].at("id") == "C1");
  CHECK(found.at("checked").size() == 3);
}

TEST_CASE("what is right is called right") {
  const TemporaryFolder folder;
  dump(folder.path() + "/mine.safetensors", "01-the-puzzle", "", {"weights", "output"});
  const Ran ran = headtrace({"diagnose", "1", folder.path() + "/mine.safetensors"});
  CHECK(ran.status == 0);
  CHECK(has(ran.out, "Nothing is wrong, up to rounding. Tensors compared: 2."));
}

TEST_CASE("a class: one row a student, and one bad file doesn't stop the rest") {
  const TemporaryFolder folder;
  dump(folder.path() + "/ada.npz", "01-the-puzzle", "", {"output"});
  dump(folder.path() + "/bob.npz", "04-attention-per-head", "", {"weights"});
  folder.file("eve.npz", "no zip at all");
  const Ran ran = headtrace({"diagnose", "1", folder.path(), "--format", "csv"});
  CHECK(ran.status == 1);
  const std::vector<std::string> lines = split(ran.out, '\n');
  REQUIRE(lines.size() == 4);
  CHECK(lines[0] == "student,verdict,first,mistakes,score,of,error");
  CHECK(lines[1] == "ada,same,,,1,1,");
  CHECK(has(lines[2], "bob,differs,weights,"));
  CHECK(has(lines[3], "eve,unreadable,"));
  const Ran json = headtrace({"diagnose", "1", folder.path(), "--format", "json"});
  CHECK(json.status == 1);
  const auto rows = nlohmann::json::parse(json.out);
  REQUIRE(rows.size() == 3);
  CHECK(rows[0].at("verdict") == "same");
  CHECK(rows[0].at("score") == 1);
  CHECK(rows[1].at("first") == "weights");
  CHECK_FALSE(rows[1].at("findings").empty());
  CHECK(rows[2].at("verdict") == "unreadable");
  CHECK(has(rows[2].at("error"), "eve.npz"));
}

/// Two sentences in a batch, so that numbers can get from one into the other.
constexpr const char* two_sentences = R"({
  "format": 1, "title": "t", "goal": "g",
  "dims": {"batch": 2, "seq": 3, "d_model": 4, "heads": 2},
  "tensors": {
    "x": {"axes": ["batch", "seq", "d_model"], "random": "normal", "seed": 1},
    "W_q": {"axes": ["d_model", "d_model"], "random": "normal", "seed": 2},
    "W_k": {"axes": ["d_model", "d_model"], "random": "normal", "seed": 3},
    "W_v": {"axes": ["d_model", "d_model"], "random": "normal", "seed": 4},
    "W_o": {"axes": ["d_model", "d_model"], "random": "normal", "seed": 5}
  },
  "pipeline": "multi_head_attention"
})";

struct Spoiled {
  const char* tensor;
  std::vector<double> (*how)(std::vector<double>);
  const char* en;
  const char* zh;
};

/// Column by column in place of row by row.
std::vector<double> sums_of_columns(std::vector<double> v) {
  for (std::size_t matrix = 0; matrix < v.size(); matrix += 9) {
    for (std::size_t column = 0; column < 3; ++column) {
      const double sum = v[matrix + column] + v[matrix + 3 + column] + v[matrix + 6 + column];
      for (std::size_t row = 0; row < 3; ++row) v[matrix + 3 * row + column] /= sum;
    }
  }
  return v;
}

// What each spoils is plain from the code; a sentence names what the numbers show.
TEST_CASE("where no known mistake fits, what the numbers show is said in both languages") {
  using Values = std::vector<double>;
  const std::vector<Spoiled> all{
      {"output",
       [](Values v) {
         for (double& x : v) x *= 3.7;
         return v;
       },
       "every number is 3.7 times what it should be", "每个数都是应有值的 3.7 倍"},
      {"output",
       [](Values v) {
         for (double& x : v) x *= 5;
         v[3] = v[8] = v[13] = 0;
         return v;
       },
       "every number is 0 or 5 times what it should be: dropout is on, with p = 0.8",
       "每个数要么是 0，要么是应有值的 5 倍：dropout 开着，p = 0.8"},
      {"output",
       [](Values v) {
         for (std::size_t i = 0; i < v.size(); ++i) v[i] += double(i % 4);
         return v;
       },
       "the difference is the same vector at every position", "每个位置的差都是同一个向量"},
      {"weights", sums_of_columns, "the weights add up to 1 along seq instead of along the keys",
       "权重沿 seq 加起来是 1"},
      {"output",
       [](Values v) {
         for (std::size_t i = 0; i < v.size(); i += 4) std::swap(v[i], v[i + 3]);
         return v;
       },
       "each position has the right numbers in another order", "每个位置的数都对，只是次序变了"},
      {"output",
       [](Values v) {
         std::swap(v[0], v[11]);
         std::swap(v[13], v[20]);
         return v;
       },
       "each batch item has the right numbers, but not each position",
       "每个样本的数都对，但各个位置的不对"},
      {"output",
       [](Values v) {
         std::swap(v[0], v[23]);
         return v;
       },
       "the right numbers are all there, spread over other batch items",
       "数都对，但跑到别的样本里去了"},
      {"output",
       [](Values v) {
         v[5] = std::nan("");
         return v;
       },
       "1 rows hold NaN", "1 行含有 NaN"},
      {"output",
       [](Values v) {
         for (double& x : v) x = std::max(x, 0.0);
         return v;
       },
       "what should be negative is 0: a ReLU", "本该是负的都成了 0"},
      {"heads",
       [](Values v) {
         for (std::size_t i = 6; i < 12; ++i) v[i] = v[i + 12] = double(i);
         return v;
       },
       "only head 1 is wrong", "只有头 1 不对"},
  };
  const TemporaryFolder folder;
  const std::string lesson = folder.file("two.json", two_sentences);
  const Trace trace = run(plan(load_lesson_or_throw(read_source(lesson)).pipeline));
  for (const Spoiled& each : all) {
    CAPTURE(each.en);
    StoredTensor tensor = stored(*trace.find(each.tensor), each.tensor);
    tensor.values = each.how(tensor.values);
    const std::string file = folder.path() + "/mine.npz";
    write_tensors(file, {tensor}, true);
    for (const std::string lang : {"en", "zh"}) {
      const Ran json = headtrace({"diagnose", lesson, file, "--format", "json", "--lang", lang});
      const auto finding = nlohmann::json::parse(json.out).at("findings")[0];
      CHECK(finding.at("id") == "unknown");
      CHECK_MESSAGE(has(finding.at("sentence"), lang == "en" ? each.en : each.zh), finding.dump());
    }
  }
}

TEST_CASE("a number that nothing explains is shown with its arithmetic") {
  const TemporaryFolder folder;
  const Trace trace = run(plan(shipped_lesson("01-the-puzzle").pipeline));
  StoredTensor wrong = stored(*trace.find("output"), "y");
  wrong.values[7] = 99;
  StoredTensor odd = stored(*trace.find("weights"), "mystery");
  odd.shape = {18};
  write_tensors(folder.path() + "/mine.npz", {stored(*trace.find("concat"), "context"), wrong, odd},
                false);
  for (const char* lang : {"en", "zh"}) {
    const Ran ran = headtrace({"diagnose", "1", "mine.npz", "--lang", lang, "--map", "y=output"},
                              {{}, {}, folder.path()});
    CHECK(ran.status == 1);
    check_golden(std::string("diagnose/unknown.") + lang + ".txt", ran.out);
    check_fits(ran.out, 80);
  }
}

TEST_CASE("another shape is said, the mean over the heads recognized") {
  const TemporaryFolder folder;
  const Trace trace = run(plan(shipped_lesson("01-the-puzzle").pipeline));
  StoredTensor mean = stored(*trace.find("weights"), "weights");
  mean.shape = {1, 3, 3};
  for (std::size_t i = 0; i < 9; ++i) mean.values[i] = (mean.values[i] + mean.values[i + 9]) / 2;
  mean.values.resize(9);
  const std::string file = folder.path() + "/mine.npz";
  write_tensors(file, {mean}, false);
  const std::string text = headtrace({"diagnose", "1", file}).out;
  CHECK(has(text, "F7  the weights are averaged over the heads"));
  CHECK(has(text, "[1, 3, 3]"));
  mean.values[0] += 1;
  write_tensors(file, {mean}, true);
  CHECK(has(headtrace({"diagnose", "1", file}).out, "it has another number of axes"));
}

TEST_CASE("what can't be diagnosed is said") {
  const TemporaryFolder folder;
  dump(folder.path() + "/mine.npz", "01-the-puzzle", "", {"output"});
  const std::string file = folder.path() + "/mine.npz";
  CHECK(headtrace({"diagnose", "1", folder.path() + "/none.npz"}).status == 2);
  CHECK(has(headtrace({"diagnose", "1", file, "--map", "output"}).err, "is not a pair of names"));
  CHECK(has(headtrace({"diagnose", "1", file, "--map", "output=outptu"}).err,
            "did you mean 'output'?"));
  CHECK(has(headtrace({"diagnose", "1", file, "--format", "csv"}).err, "folder of students"));
  CHECK(headtrace({"diagnose", "1", file, "--format", "csv"}).status == 2);
}

}  // namespace
}  // namespace headtrace::test
