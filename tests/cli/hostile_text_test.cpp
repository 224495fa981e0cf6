#include <doctest/doctest.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "cli/process.hpp"
#include "core/utf8.hpp"
#include "support.hpp"

namespace headtrace::test {
namespace {

using nlohmann::ordered_json;

/// What would color a terminal, make a link, set its clipboard, or turn what is read around: CSI,
/// OSC 8 and 52, C1 controls, bidirectional marks, line separators, characters that can't be seen.
const std::string hostile =
    "\x1b[31mA\x1b]8;;http://x\x07"
    "B\x1b]52;c;AAAA\x1b\\C\u009b1mD\u202eE\u2066F\u200fG\u061cH\u0085I\x7fJ\bK\rL\u2028M\ufeffN"
    "\U000e0041O\u200bP</script><img src=x onerror=alert(1)>";

bool acts(std::int32_t code) {
  const auto between = [code](std::int32_t low, std::int32_t high) {
    return code >= low && code <= high;
  };
  return (code < 0x20 && code != '\n') || between(0x7F, 0x9F) || between(0x200B, 0x200F) ||
         between(0x2028, 0x202E) || between(0x2060, 0x2069) || code == 0x061C || code == 0xFEFF ||
         between(0xE0000, 0xE007F);
}

/// The first of such characters in a text, as its number; empty where there is none. -1 is a byte
/// that is not UTF-8.
std::string first_acting(std::string_view text) {
  while (!text.empty()) {
    const Character next = first_character(text);
    if (acts(next.code)) return std::to_string(next.code);
    text.remove_prefix(next.bytes);
  }
  return "";
}

/// Every text for learners gets hostile neighbors.
void make_hostile(ordered_json& value) {
  if (value.is_object() && value.contains("en")) {
    for (auto& text : value) text = hostile + text.get<std::string>() + hostile;
  } else if (value.is_structured()) {
    for (auto& part : value) make_hostile(part);
  }
}

std::string hostile_lesson(const std::string& name) {
  std::ifstream file(source_path("lessons/" + name + ".json"));
  ordered_json lesson = ordered_json::parse(file);
  make_hostile(lesson);
  return lesson.dump();
}

void shows_nothing_that_acts(const Ran& ran) {
  CHECK(first_acting(ran.out) == "");
  CHECK(first_acting(ran.err) == "");
}

}  // namespace

TEST_CASE("no command lets a lesson's texts act on the terminal") {
  const TemporaryFolder folder;
  for (const char* name : {"01-the-puzzle", "06-concat", "15-backward", "16-ablation"}) {
    const std::string path = folder.file(name + std::string(".json"), hostile_lesson(name));
    for (const std::string lang : {"en", "zh"}) {
      for (const char* words :
           {"run", "run --plain", "run --ascii", "run --format json", "walk", "walk --predict",
            "check", "shapes", "compare --without output", "train --steps 2 --seeds 1"}) {
        std::vector<std::string> arguments = split(words, ' ');
        arguments.insert(arguments.begin() + 1, {path, "--lang", lang, "--color", "never"});
        CAPTURE(name);
        CAPTURE(words);
        const Ran ran =
            headtrace(arguments, {.input = "\n\na\n?\n\n", .environment = {}, .folder = ""});
        shows_nothing_that_acts(ran);
      }
    }
  }
}

TEST_CASE("no list of lessons lets their titles act on the terminal") {
  const TemporaryFolder folder;
  folder.file("01-the-puzzle.json", hostile_lesson("01-the-puzzle"));
  folder.file("02-\x1b[31m\u202e.json", hostile_lesson("06-concat"));
  for (const char* words : {"", "lessons", "run 3", "run 2", "check"}) {
    CAPTURE(words);
    const Ran ran =
        shell("HEADTRACE_LESSONS='" + folder.path() + "' \"$HEADTRACE\" " + words + " < /dev/null");
    shows_nothing_that_acts(ran);
  }
  Ran offered =
      shell("HEADTRACE_LESSONS='" + folder.path() + "' \"$HEADTRACE\" complete -- run ''");
  CHECK(has(offered.out, "01-the-puzzle\t"));
  std::erase(offered.out, '\t');
  shows_nothing_that_acts(offered);
}

TEST_CASE("no error lets what it quotes act on the terminal") {
  const TemporaryFolder folder;
  const std::string lesson = hostile_lesson("01-the-puzzle");
  const auto with = [&](const std::string& key, const ordered_json& value) {
    ordered_json changed = ordered_json::parse(lesson);
    changed[key] = value;
    return changed.dump();
  };
  for (const std::string& broken :
       {with(hostile, 1), with("pipeline", hostile), with("dims", {{hostile, 2}}),
        with("tensors", {{hostile, {{"axes", {hostile}}, {"values", {1}}}}}),
        with("tensors", {{"x", {{"axes", {hostile, 1}}, {"file", hostile}}}}),
        with("after", {hostile}), with("variants", {{{"id", hostile}, {"title", hostile}}}),
        with("expect", {{hostile, {1}}}), "{\"" + hostile + "\"", hostile}) {
    CAPTURE(broken.substr(0, 60));
    const Ran ran = headtrace({"run", folder.file("broken.json", broken)});
    CHECK(ran.status == 2);
    shows_nothing_that_acts(ran);
  }
  for (const std::vector<std::string>& arguments :
       std::vector<std::vector<std::string>>{{hostile},
                                             {"run", hostile},
                                             {"explain", "1", hostile},
                                             {"run", "1", "--only", hostile},
                                             {"export", "1", "--to", hostile},
                                             {"shapes", "--like", hostile},
                                             {"diagnose", "1", hostile},
                                             {"run", "1", "--variant", hostile},
                                             {"run", "--" + hostile}}) {
    const Ran ran = headtrace(arguments);
    CHECK(ran.status == 2);
    shows_nothing_that_acts(ran);
  }
}

TEST_CASE("no exported file holds characters that act, nor markup of a lesson's") {
  const TemporaryFolder folder;
  for (const char* name : {"01-the-puzzle", "06-concat", "15-backward"}) {
    const std::string path = folder.file(name + std::string(".json"), hostile_lesson(name));
    for (const std::string suffix : {"html", "md", "py", "json", "svg"}) {
      CAPTURE(name);
      CAPTURE(suffix);
      const std::string to = folder.path() + "/exported." + suffix;
      std::vector<std::string> arguments{"export", path, "--to", to, "--force"};
      if (suffix == "svg") arguments.insert(arguments.end(), {"--step", "concat"});
      REQUIRE(headtrace(arguments).status == 0);
      const Ran written = shell("cat '" + to + "'");
      CHECK(first_acting(written.out) == "");
      if (suffix == "html" || suffix == "svg") CHECK(!has(written.out, "<img src=x"));
    }
  }
}

}  // namespace headtrace::test
