#include <doctest/doctest.h>

#include <headtrace/lesson.hpp>
#include <nlohmann/json.hpp>

#include "cli/process.hpp"
#include "render/rendering.hpp"

namespace headtrace::test {
namespace {

std::string lesson_with(const std::string& experiment) {
  return R"({"format": 1, "title": "t", "tensors": {"x": {"axes": [2], "fill": 1}},
    "steps": [{"op": "relu", "in": ["x"], "out": "y"}], "experiment": )" +
         experiment + "}";
}

const std::string small = lesson_with(R"({
  "task": {"name": "copy", "symbols": 3, "length": 3},
  "model": {"d_model": 8, "heads": 2, "d_ff": 8},
  "arms": [{"id": "with", "title": {"en": "With W_o", "zh": "有 W_o"}}, {"id": "without", "w_o": "none"}],
  "seeds": [1, 5], "steps": 4, "batch": 2, "evaluate_every": 2, "test_examples": 3,
  "optimizer": {"name": "adamw", "lr": 0.01, "warmup": 2, "weight_decay": 0.01}})");

TEST_CASE("train in text, JSON and CSV") {
  for (const char* lang : {"en", "zh"}) {
    const Ran text = headtrace({"train", "-", "--lang", lang}, {small, {}, ""});
    CHECK(text.status == 0);
    CHECK(text.err.empty());
    check_fits(text.out, 80);
    CHECK(has(text.out, "without"));
  }
  const Ran csv = headtrace({"train", "-", "--format", "csv"}, {small, {}, ""});
  CHECK(split(csv.out, '\n').size() == 1 + 4 * 4);
  CHECK(has(csv.out, "arm,seed,step,loss,exact_match,symbol_accuracy,bleu,end\nwith,1,1,"));
  const auto json =
      nlohmann::json::parse(headtrace({"train", "-", "--format", "json"}, {small, {}, ""}).out);
  CHECK(json.at("arms").size() == 2);
  CHECK(json.at("arms")[0].at("parameters").get<int>() -
            json.at("arms")[1].at("parameters").get<int>() ==
        3 * 64);
  CHECK(json.at("runs")[3].at("curve")[1].at("step") == 4);
  CHECK(json.at("runs")[3].at("losses").size() == 4);
  CHECK(json.at("arms")[1].at("curve")[0].at("exact_match").at("n") == 2);
  CHECK(json.at("arms")[1].at("exact_match_difference").at("n") == 2);
}

TEST_CASE("arms, seeds, steps and threads can be chosen, and change nothing else") {
  const Ran all = headtrace({"train", "-", "--format", "csv"}, {small, {}, ""});
  const Ran one = headtrace(
      {"train", "-", "--format", "csv", "--arm", "without", "--seed", "5", "--threads", "3"},
      {small, {}, ""});
  const std::vector<std::string> lines = split(one.out, '\n');
  CHECK(lines.size() == 5);
  for (std::size_t i = 1; i < lines.size(); ++i) CHECK(has(all.out, "\n" + lines[i] + "\n"));
  const Ran more =
      headtrace({"train", "-", "--format", "csv", "--seeds", "3", "--steps", "2"}, {small, {}, ""});
  CHECK(has(more.out, "\nwith,6,2,"));
  CHECK_FALSE(has(more.out, "\nwith,1,4,"));
}

TEST_CASE("what can't be trained is said") {
  CHECK(headtrace({"train", "1"}).err ==
        "headtrace: error: 01-the-puzzle has no experiment to train; 16-ablation has one; "
        "docs/lesson-format.md says how to write one\n");
  CHECK(headtrace({"train", "-", "--arm", "wihtout"}, {small, {}, ""}).err ==
        "headtrace: error: there is no arm 'wihtout'; did you mean 'without'?\n");
  CHECK(headtrace({"train", "-", "--seed", "1", "--seeds", "2"}, {small, {}, ""}).status == 2);
  CHECK(headtrace({"train", "-", "--steps", "0"}, {small, {}, ""}).status == 2);
  CHECK(headtrace({"train", "-", "--format", "xml"}, {small, {}, ""}).status == 2);
}

TEST_CASE("a diverging arm is reported, and the program ends well") {
  std::string wild = small;
  wild.replace(wild.find("0.01"), 4, "1e99");
  const Ran ran = headtrace({"train", "-"}, {wild, {}, ""});
  CHECK(ran.status == 0);
  CHECK(has(ran.out, "with: 2 of 2 runs diverged"));
}

TEST_CASE("Ctrl-C ends with what there is") {
  const TemporaryFolder folder;
  std::string text = small;
  text.replace(text.find("\"steps\": 4"), 10, "\"steps\": 100000");
  folder.file("long.json", text);
  const Ran ran = shell("timeout -s INT 1 \"$HEADTRACE\" train " + folder.path() +
                        "/long.json --format csv --threads 1; true");
  CHECK(has(ran.out, "with,1,2,"));
  CHECK(has(ran.out, ",interrupted\n"));
  CHECK(ran.err.empty());
}

TEST_CASE("killed again and again and resumed, a training gives what it would have given") {
  const TemporaryFolder folder;
  std::string text = small;
  text.replace(text.find("\"steps\": 4"), 10, "\"steps\": 300");
  const std::string lesson = folder.path() + "/lesson.json";
  const std::string kept = folder.path() + "/kept.train";
  folder.file("lesson.json", text);
  const std::string whole = headtrace({"train", lesson, "--format", "csv"}).out;
  for (const char* signal : {"INT", "KILL", "INT", "TERM", "KILL"}) {
    shell(std::string("timeout -s ") + signal + " 0.3 \"$HEADTRACE\" train " + lesson +
          " --resume " + kept + "; true");
  }
  const Ran last = headtrace({"train", lesson, "--resume", kept, "--format", "csv"});
  CHECK(last.out == whole);
  CHECK(headtrace({"train", lesson, "--resume", kept, "--format", "csv"}).out == whole);
}

TEST_CASE("a file that isn't this training is refused and left as it is") {
  const TemporaryFolder folder;
  const std::string kept = folder.path() + "/kept.train";
  const Ran first = headtrace({"train", "-", "--resume", kept}, {small, {}, ""});
  CHECK(first.status == 0);
  CHECK(has(first.err, "kept.train isn't there yet"));
  const std::string before = read_source(kept).text;
  const Ran other = headtrace({"train", "-", "--resume", kept, "--steps", "5"}, {small, {}, ""});
  CHECK(other.status == 2);
  CHECK(has(other.err,
            "another experiment: steps was 4 there and is 5 here; resume with the same lesson and "
            "options, or name a new file"));
  folder.file("cut.train", before.substr(0, before.size() / 2));
  const Ran cut =
      headtrace({"train", "-", "--resume", folder.path() + "/cut.train"}, {small, {}, ""});
  CHECK(cut.status == 2);
  CHECK(has(cut.err, "it is not one, or it is cut short"));
  CHECK(read_source(kept).text == before);
  const std::string nowhere = folder.path() + "/no/such/folder";
  CHECK(headtrace({"train", "-", "--resume", nowhere}, {small, {}, ""}).status == 2);
}

TEST_CASE("runs made one by one are merged into the report of all") {
  const TemporaryFolder folder;
  for (const char* arm : {"with", "without"}) {
    for (const char* seed : {"1", "5"}) {
      folder.file(std::string(arm) + seed + ".csv",
                  headtrace({"train", "-", "--arm", arm, "--seed", seed, "--format", "csv"},
                            {small, {}, ""})
                      .out);
    }
  }
  folder.file("lesson.json", small);
  const Ran merged = shell("cd " + folder.path() +
                           " && \"$HEADTRACE\" train lesson.json --format csv --merge *.csv");
  CHECK(merged.out == headtrace({"train", "-", "--format", "csv"}, {small, {}, ""}).out);
  const Ran text =
      shell("cd " + folder.path() + " && \"$HEADTRACE\" train lesson.json --merge *.csv");
  const Ran alone = headtrace({"train", "-"}, {small, {}, ""});
  const auto results = [](const std::string& out) {
    return out.substr(out.find("Results on"), out.find("What they say") - out.find("Results on"));
  };
  CHECK(has(results(alone.out), results(text.out).substr(0, 900)));
  const Ran twice = shell("cd " + folder.path() +
                          " && \"$HEADTRACE\" train lesson.json --merge with1.csv with1.csv");
  CHECK(twice.status == 2);
  CHECK(has(twice.err,
            "with1.csv:2: the run of with from seed 1 is there twice, first at with1.csv:2"));
  CHECK(headtrace({"train", "-", "--merge", "x.csv", "--seeds", "3"}, {small, {}, ""}).status == 2);
}

TEST_CASE("learning curves in a page and in a picture") {
  const TemporaryFolder folder;
  folder.file("lesson.json", small);
  const std::string lesson = folder.path() + "/lesson.json";
  const std::string runs = folder.path() + "/runs.csv";
  folder.file("runs.csv", headtrace({"train", lesson, "--format", "csv"}).out);
  const std::string picture = folder.path() + "/curves.svg";
  const Ran drawn = headtrace({"export", lesson, "--to", picture, "--runs", runs});
  CHECK(drawn.status == 0);
  const std::string svg = read_source(picture).text;
  CHECK(has(svg, "With W_o"));
  CHECK(has(svg, "<polyline"));
  CHECK(has(svg, "stroke-dasharray"));
  CHECK(headtrace({"export", lesson, "--to", folder.path() + "/p.html", "--runs", runs}).status ==
        0);
  CHECK(has(read_source(folder.path() + "/p.html").text, "\"training\":"));
  CHECK(headtrace({"export", lesson, "--to", folder.path() + "/p.md", "--runs", runs}).status == 2);
  CHECK(headtrace({"export", "1", "--to", folder.path() + "/p.svg", "--runs", runs}).status == 2);
  CHECK(headtrace({"export", lesson, "--to", folder.path() + "/n.svg"}).status == 2);
}

}  // namespace
}  // namespace headtrace::test
