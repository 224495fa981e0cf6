#include <fmt/format.h>
#include <fmt/ranges.h>

#include <CLI/CLI.hpp>

#include <algorithm>
#include <headtrace/error.hpp>
#include <map>
#include <memory>
#include <optional>

#include "cli/command.hpp"
#include "cli/completion.hpp"
#include "cli/output.hpp"
#include "cli/terminal.hpp"
#include "core/did_you_mean.hpp"
#include "render/safe_text.hpp"

namespace headtrace::cli {
namespace {

const Text about{"headtrace shows multi-head attention being computed, one tensor at a time.",
                 "headtrace 把多头注意力的计算过程逐个张量地展示给你看。"};
const Text more{"Options for every command: headtrace --help",
                "各命令通用的选项：headtrace --help"};
const Text examples_heading{"Examples:", "例子："};

std::string footer(const Command& command, Lang lang) {
  std::string text = examples_heading.in(lang);
  for (const std::string& example : command.examples) text += "\n  " + example;
  return text + "\n\n" + more.in(lang);
}

/// The words of a command line that aren't options, as far as can be told without parsing.
std::string first_word(int argc, const char* const* argv) {
  for (int i = 1; i < argc; ++i) {
    std::string word = argv[i];
    if (!word.starts_with("-")) return word;
    if (!word.starts_with("--") || word.find('=') != std::string::npos) continue;
    const bool takes_value = word != "--ascii" && word != "--plain" && word != "--full" &&
                             word != "--help" && word != "--version";
    if (takes_value) ++i;
  }
  return "";
}

void check_command_name(int argc, const char* const* argv) {
  const std::string word = first_word(argc, argv);
  if (word.empty()) return;
  std::vector<std::string> names;
  for (const Command& command : commands()) names.push_back(command.name);
  if (std::ranges::find(names, word) != names.end()) return;
  std::string hint = did_you_mean(word, names);
  if (hint.empty()) hint = fmt::format("the commands are {}", fmt::join(names, ", "));
  throw Error::usage(fmt::format("there is no command '{}'", word), hint);
}

std::vector<std::string> option_names(const CLI::App& app) {
  std::vector<std::string> names;
  for (const CLI::App* each = &app; each != nullptr; each = each->get_parent()) {
    for (const CLI::Option* option : each->get_options()) {
      for (const std::string& name : option->get_lnames()) names.push_back("--" + name);
    }
  }
  return names;
}

[[noreturn]] void explain_parse_error(const CLI::App& app, const CLI::ParseError& error) {
  const CLI::App* used = &app;
  for (const CLI::App* sub : app.get_subcommands()) used = sub;
  std::string hint =
      fmt::format("see {} --help", used == &app ? "headtrace" : "headtrace " + used->get_name());
  for (const std::string& word : app.remaining(true)) {
    if (!word.starts_with("-")) continue;
    const std::string known = did_you_mean(word.substr(0, word.find('=')), option_names(*used));
    if (!known.empty()) hint = known;
    throw Error::usage(fmt::format("there is no option '{}'", word), hint);
  }
  throw Error::usage(error.what(), hint);
}

/// Every command and argument, told rather than parsed.
ProgramInfo program_info(CommonOptions& common) {
  CLI::App app;
  ProgramInfo info;
  Arguments everywhere(app);
  common.add_to(everywhere);
  info.everywhere = everywhere.infos();
  for (const Command& command : commands()) {
    Arguments own(*app.add_subcommand(command.name));
    command.add(own, common);
    info.commands.push_back({&command, own.infos()});
  }
  return info;
}

/// What shells and the build ask: `complete -- WORDS`, `completion SHELL`, `manual`. Not in the
/// help. Nothing where the command line is another.
std::optional<int> answer_shell(const std::vector<std::string>& words, CommonOptions common,
                                Lang lang) {
  if (words.empty()) return std::nullopt;
  if (words[0] == "completion" && words.size() == 2) {
    write_out(completion_script(words[1]));
  } else if (words[0] == "manual" && words.size() == 1) {
    write_out(manual_page(program_info(common)));
  } else if (words[0] == "complete" && words.size() > 1 && words[1] == "--") {
    const ProgramInfo info = program_info(common);
    const Style style = common.style();
    for (const Candidate& each :
         completions({words.begin() + 2, words.end()}, info, std::move(common), lang)) {
      write_out(each.word + (each.what.empty() ? "" : "\t" + shown_line(each.what, style)) + "\n");
    }
  } else {
    return std::nullopt;
  }
  flush_out();
  return fine;
}

}  // namespace

int run_program(int argc, const char* const* argv) {
  const Lang lang = language_of(argc, argv);
  CommonOptions common(program_path(argv[0]));
  if (const auto status = answer_shell({argv + std::min(argc, 1), argv + argc}, common, lang))
    return *status;
  CLI::App app(about.in(lang), "headtrace");
  app.set_version_flag("--version", "headtrace " HEADTRACE_VERSION);
  app.require_subcommand(0, 1);
  app.fallthrough();
  Arguments everywhere(app);
  common.add_to(everywhere);
  std::map<const CLI::App*, Action> actions;
  for (const Command& command : commands()) {
    CLI::App* sub = app.add_subcommand(command.name, command.summary.in(lang));
    sub->footer(footer(command, lang));
    Arguments own(*sub);
    actions[sub] = command.add(own, common);
  }
  check_command_name(argc, argv);
  try {
    app.parse(argc, argv);
  } catch (const CLI::Success& help) {
    std::ostringstream text;
    app.exit(help, text, text);
    write_out(text.str());
    flush_out();
    return fine;
  } catch (const CLI::ParseError& error) {
    explain_parse_error(app, error);
  }
  const auto chosen = app.get_subcommands();
  const int status = chosen.empty() ? show_home(common) : actions.at(chosen.front())();
  flush_out();
  return status;
}

}  // namespace headtrace::cli
