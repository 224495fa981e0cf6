#include <doctest/doctest.h>

#include <filesystem>
#include <nlohmann/json.hpp>

#include "cli/process.hpp"
#include "render/rendering.hpp"
#include "study/shipped_lessons.hpp"

namespace headtrace::test {
namespace {

Ran walk(const std::string& lesson, const std::string& commands,
         std::vector<std::string> options = {}) {
  options.insert(options.begin(), {"walk", lesson});
  return headtrace(options, {commands, {}, {}});
}

/// Forward through every step, then back, by name and by number, and what can be asked on the way.
std::string script_for(const Lesson& lesson) {
  const auto& steps = lesson.pipeline.steps;
  std::string script = "i\n";
  for (std::size_t i = 0; i < steps.size(); ++i) script += i % 2 == 0 ? "\n" : "n\n";
  script +=
      "n\nn\nb\nb\nd\ng " + steps.front().out + "\n2\n" + steps.back().out + "\nl\nm\np\ns\nq\n";
  return script;
}

// The transcripts were read before they were committed; HEADTRACE_UPDATE=1 writes them anew.
TEST_CASE("a walk through every lesson, in both languages") {
  for (const Lesson& lesson : shipped_lessons()) {
    for (const std::string lang : {"en", "zh"}) {
      CAPTURE(lesson.name);
      const Ran ran = walk(lesson.name, script_for(lesson), {"--lang", lang});
      CHECK(ran.status == 0);
      CHECK(ran.err.empty());
      check_golden("walk/" + lesson.name + "." + lang + ".txt", ran.out);
      check_fits(ran.out, 80);
    }
  }
}

/// What a transcript shows between the prompt `from` and the next one.
std::string after_prompt(const std::string& transcript, const std::string& from) {
  const auto begin = transcript.find(from);
  REQUIRE(begin != std::string::npos);
  const auto text = transcript.find('\n', begin) + 1;
  return transcript.substr(text, transcript.find("> ", text) - text);
}

TEST_CASE("jumping to a step and walking to it show the same") {
  const std::string walked = walk("1", "\n\n\n\n\n\n\n\n\n\nq\n").out;
  const std::string by_name = walk("1", "g scores\nq\n").out;
  const std::string by_number = walk("1", "10\nq\n").out;
  const std::string shown = after_prompt(by_name, "0/17> g scores");
  CHECK(has(shown, "scores = Q_heads·K_headsᵀ"));
  CHECK(shown == after_prompt(by_number, "0/17> 10"));
  CHECK(shown == after_prompt(walked, "9/17 V_heads> "));
  CHECK(after_prompt(walk("1", "n\n0\nq\n").out, "1/17 Q> 0") ==
        after_prompt(walk("1", "n\nb\nq\n").out, "1/17 Q> b"));
}

TEST_CASE("what can't be done is said in a line, and the walk goes on") {
  const Ran ran = walk("1",
                       "frobnicate\nscors\n99\ng nowhere\ne\ne scores[0,0,9,9]\ne scores[0]\n"
                       "e scroes[0,0,0,0]\nh 7\nh x\nb\nscores[\n\x1b[31mred\nn\nq\n");
  CHECK(ran.status == 0);
  CHECK(ran.err.empty());
  for (const char* said :
       {"'frobnicate' is neither a command nor a tensor; ? lists the commands",
        "did you mean 'scores'?", "There is no step 99: the steps are 1 to 17.",
        "'nowhere' is neither", "Name a cell, as in e output[0,0,1]", "lies outside scores",
        "its cells are scores[0..0, 0..1, 0..2, 0..2]", "has 1 positions",
        "there is no tensor 'scroes'", "There is no head '7': the heads are 0 to 1",
        "There is no head 'x'", "This is where the lesson starts", "'scores[' is not a cell",
        "\\x1b[31mred", "── 1  Q "}) {
    CAPTURE(said);
    CHECK(has(ran.out, said));
  }
  CHECK_FALSE(has(ran.out, "\x1b"));
}

TEST_CASE("every answer of the program's own is in Chinese too") {
  const Ran ran = walk("1",
                       "frobnicate\nscors\n99\ne\ne scores[0,0,9,9]\ne scores[0]\n"
                       "e scroes[0,0,0,0]\ne 1\nh 7\nb\nm\nn\nd\n?\nq\n",
                       {"--lang", "zh"});
  for (const char* english : {"neither", "did you mean", "There is", "there is", "lies outside",
                              "positions", "becomes", "Name a"}) {
    CAPTURE(english);
    CHECK_FALSE(has(ran.out, english));
  }
}

TEST_CASE("a prediction is asked for before a step is shown") {
  const Ran ran = walk("1", "\n1 3 4\nn\n1,3,2,2\n1x3x4\nn\n7\nbatch heads\n", {"--predict"});
  CHECK(ran.status == 0);
  CHECK(ran.out.find("What shape does Q have?") < ran.out.find("── 1  Q "));
  CHECK(has(ran.out, "answer> 1 3 4\n   Right.\n"));
  CHECK(has(ran.out, "answer> 1,3,2,2\n   Not quite. You wrote 4 sizes."));
  CHECK(has(ran.out, "answer> 1x3x4\n   Right.\n"));
  CHECK(has(ran.out, "It is [1, 3, 4]."));
  CHECK(has(ran.out, "You were right 1 of 3 times at the first try, and 1 times at the second."));
  CHECK(has(ran.out, "Worth looking at again: 2 K, 3 V"));
}

TEST_CASE("the hint names the confusion") {
  CHECK(has(walk("1", "g Q_heads\n1 3 2 2\nq\n", {"--predict"}).out,
            "That is the shape of Q_split, which this step reads."));
}

/// Lesson 1 with a bias and the given questions alone, as a file of `folder`.
std::string lesson_asking(const nlohmann::json& questions, const TemporaryFolder& folder) {
  auto lesson = nlohmann::json::parse(read_source(source_path("lessons/01-the-puzzle.json")).text);
  for (const char* part : {"$schema", "notes", "expect", "variants"}) lesson.erase(part);
  lesson["tensors"]["b_o"] = {{"axes", {"d_model"}}, {"values", {0.5, 0, 0, 0}}};
  lesson["questions"] = questions;
  return folder.file("asking.json", lesson.dump());
}

// What is asked of which tensor, and a wrong answer that has a reason; each is given twice, so that
// the solution is shown after the hint. The transcripts were read before they were committed.
TEST_CASE("every confusion has its hint, every question its solution, in both languages") {
  const Lesson puzzle = shipped_lesson("01-the-puzzle");
  const Trace trace = run(plan(puzzle.pipeline));
  const Tensor& concat = *trace.find("concat");
  const Tensor& weight = *trace.find("W_o");
  double swapped = 0.5;
  double unbiased = 0;
  for (Index i = 0; i < 4; ++i) {
    swapped += concat.at({0, 0, i}) * weight.at({0, i});
    unbiased += concat.at({0, 0, i}) * weight.at({i, 0});
  }
  const auto cell = [](Index head, Index row, Index column) {
    return nlohmann::json{{"cell", {0, head, row, column}}};
  };
  const nlohmann::json shape{{"shape", true}};
  const nlohmann::json strides{{"strides", true}};
  const nlohmann::json of_output{{"cell", {0, 0, 0}}};
  const nlohmann::json choice{{"choice", {"a sum", "a mean"}}, {"correct", 1}};
  struct Asked {
    const char* at;
    nlohmann::json answer;
    std::string wrong;
  };
  const std::vector<Asked> all{
      {"Q_heads", shape, "1 3 2 2"},
      {"Q_heads", strides, "12 6 2 1"},
      {"K_heads", shape, "2 1 3 2"},
      {"K_heads", strides, "12 4 2 1"},
      {"V_heads", shape, "1 2 3 4"},
      {"V_heads", strides, "1 2 3"},
      {"scores", cell(1, 0, 2), "6"},
      {"scores", cell(1, 2, 1), "6"},
      {"scores", cell(1, 0, 1), "17"},
      {"scores", strides, "7 7 7 7"},
      {"scaled", cell(0, 0, 1), "4"},
      {"scaled", cell(0, 0, 1), "-2.8284"},
      {"heads", shape, "1 1 3 2"},
      {"heads", choice, "a"},
      {"concat", shape, "3 5 9"},
      {"output", of_output, std::to_string(swapped)},
      {"output", of_output, std::to_string(unbiased)},
  };
  nlohmann::json questions = nlohmann::json::array();
  std::string script;
  std::string before;
  for (const Asked& each : all) {
    questions.push_back({{"at", each.at}, {"ask", "What?"}, {"answer", each.answer}});
    if (each.at != before) script += std::string("g ") + each.at + "\n";
    before = each.at;
    script += each.wrong + "\n" + each.wrong + "\n";
  }
  const TemporaryFolder folder;
  const std::string lesson = lesson_asking(questions, folder);
  for (const std::string lang : {"en", "zh"}) {
    const std::string file = folder.path() + "/" + lang + ".json";
    const Ran ran = walk(lesson, script + "q\n", {"--predict", "--lang", lang, "--answers", file});
    CHECK(ran.err.empty());
    check_golden("walk/hints." + lang + ".txt", ran.out);
    check_fits(ran.out, 80);
    const auto answers = nlohmann::json::parse(read_source(file).text);
    CHECK(answers.at("asked") == all.size());
    CHECK(answers.at("right") == 0);
    const auto entry = [&answers](std::size_t i) {
      return answers.at("answers")[i].at("kind").dump() +
             answers.at("answers")[i].at("expected").dump();
    };
    CHECK(entry(0) == "\"shape\"[1,2,3,2]");
    CHECK(entry(1) == "\"strides\"[12,2,4,1]");
    CHECK(entry(6) == "\"value\"5.0");
    CHECK(entry(13) == "\"choice\"2");
  }
}

TEST_CASE("all numbers, pictures and code, where there are some and where there are none") {
  const auto count = [](const std::string& text) { return split(text, '\n').size(); };
  // 512 features in rows of a few: far more lines than the shortened tensor.
  CHECK(count(walk("17", "output\nf\nq\n").out) > 5 * count(walk("17", "output\nq\n").out));
  const std::string nowhere = "No step is shown here; choose one by its name or number.";
  for (const char* command : {"d", "v", "p"}) {
    CHECK(has(walk("1", std::string(command) + "\nq\n").out, nowhere));
  }
  CHECK(has(walk("1", "Q\nv\nq\n").out, "There is no picture of this step"));
  CHECK(has(walk("4", "weights\nv\nq\n").out, "█"));
  CHECK(has(walk("4", "weights\nv\nq\n", {"--plain"}).out, "Plain text has no pictures"));
}

TEST_CASE("one head alone, until all are wanted") {
  const std::string text = walk("1", "h 1\nscores\nh all\nscores\nh 7\nh x\nq\n").out;
  const std::string alone = after_prompt(text, "0/17> scores");
  CHECK(has(alone, "head 1"));
  CHECK_FALSE(has(alone, "batch 0, head 0"));
  CHECK(has(after_prompt(text, "10/17 scores> scores"), "head 0"));
}

TEST_CASE("an input is shown and explained by its name") {
  const std::string text = walk("1", "W_o\ne x[0,1,1]\ne 0,0,0\ne\nq\n").out;
  CHECK(has(text, "── input  W_o "));
  CHECK(has(text, "x[0,1,1]"));
}

TEST_CASE("graded: no answer is shown, nothing can be skipped, and the file has it all") {
  const TemporaryFolder folder;
  const std::string file = folder.path() + "/answers.json";
  const Ran ran = walk("1", "\n\n9 9 9\nn\n1 3 4\ng output\ne Q[0,0,0]\nl\nn\n1 3 4\nq\n",
                       {"--predict", "--no-reveal", "--answers", file});
  CHECK(ran.status == 0);
  CHECK(has(ran.out, "can't be skipped"));
  CHECK(has(ran.out, "answer> 9 9 9\n   Noted.\n"));
  CHECK(has(ran.out, "Not while answers are being collected."));
  CHECK_FALSE(has(ran.out, "Right."));
  CHECK_FALSE(has(ran.out, "It is ["));
  CHECK_FALSE(has(ran.out, "strides ["));
  CHECK_FALSE(has(ran.out, "d_k=4/2=2]"));
  const auto answers = nlohmann::json::parse(read_source(file).text);
  CHECK(answers.at("lesson") == "01-the-puzzle");
  CHECK(answers.at("asked") == 3);
  CHECK(answers.at("right") == 2);
  CHECK(answers.at("answers")[0].at("tensor") == "Q");
  CHECK(answers.at("answers")[0].at("given") == nlohmann::json{"9 9 9"});
  CHECK(answers.at("answers")[0].at("expected") == nlohmann::json{1, 3, 4});
  CHECK(answers.at("answers")[0].at("right") == false);
}

TEST_CASE("an answers file that is there is kept") {
  const TemporaryFolder folder;
  const std::string file = folder.file("answers.json", "precious");
  const Ran ran = walk("1", "q\n", {"--predict", "--answers", file});
  CHECK(ran.status == 2);
  CHECK(read_source(file).text == "precious");
}

TEST_CASE("walk's arguments must make sense together") {
  CHECK(has(walk("-", "").err, "walk reads its commands from standard input"));
  CHECK(walk("-", "").status == 2);
  CHECK(has(walk("1", "", {"--no-reveal"}).err, "add --predict"));
}

}  // namespace
}  // namespace headtrace::test
