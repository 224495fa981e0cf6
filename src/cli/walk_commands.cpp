#include "cli/walk_commands.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>

#include "cli/lesson_view.hpp"
#include "cli/output.hpp"
#include "render/fact_list.hpp"
#include "render/picture_phrases.hpp"
#include "render/step_text.hpp"
#include "render/walk_phrases.hpp"
#include "render/walk_text.hpp"

namespace headtrace::cli {

/// What each command does; a friend, so that the table can stand outside the class.
struct WalkCommands {
  static bool next(Walk& walk, const std::string&) { return walk.go_to(walk.place_ + 1); }

  static bool back(Walk& walk, const std::string&) {
    if (walk.place_ == 0) {
      walk.print(phrase::first_place);
      return true;
    }
    return walk.go_to(walk.place_ - 1);
  }

  static bool to(Walk& walk, const std::string& name) { return walk.go_to_named(name); }

  static bool list(Walk& walk, const std::string&) {
    write_out(step_list(walk.trace(), walk.place_, walk.first_unknown(), walk.style()));
    return true;
  }

  static bool inputs(Walk& walk, const std::string&) {
    walk.show_inputs();
    return true;
  }

  static bool head(Walk& walk, const std::string& which) {
    walk.choose_head(which);
    return true;
  }

  static bool explain(Walk& walk, const std::string& cell) {
    walk.explain_cell(cell);
    return true;
  }

  static bool shapes(Walk& walk, const std::string&) {
    if (const TraceStep* step = walk.here()) {
      walk.show_step(*step, walk.style(), false);
    } else {
      walk.show(walk.place_);
    }
    return true;
  }

  static bool full(Walk& walk, const std::string&) {
    Style style = walk.style();
    style.threshold = std::numeric_limits<int>::max();
    if (const TraceStep* step = walk.here()) {
      walk.show_step(*step, style, true);
    } else {
      walk.show(walk.place_);
    }
    return true;
  }

  static bool change(Walk& walk, const std::string&) {
    walk.show_change();
    return true;
  }

  static bool mask(Walk& walk, const std::string&) {
    walk.show_mask();
    return true;
  }

  static bool picture(Walk& walk, const std::string&) {
    const TraceStep* step = walk.here();
    if (step == nullptr) {
      walk.print(phrase::no_step_here);
      return true;
    }
    const std::string drawn = picture_at(walk.trace(), step->name(), walk.style());
    if (drawn.empty()) {
      walk.print(walk.style().plain ? phrase::no_picture_in_plain : phrase::no_picture);
    } else {
      write_out(drawn + "\n");
    }
    return true;
  }

  static bool code(Walk& walk, const std::string&) {
    if (const TraceStep* step = walk.here()) {
      write_out(code_text(*step, walk.style()));
    } else {
      walk.print(phrase::no_step_here);
    }
    return true;
  }

  static bool help(Walk& walk, const std::string&) {
    const Style style = walk.style();
    FactList list(style);
    for (const WalkCommand& command : walk_commands()) {
      if (walk.graded() && !command.while_graded) continue;
      const std::string space = command.argument.empty() ? "" : " ";
      list.add(command.name + space + command.argument,
               {shown(command.meaning.in(style.lang), style)});
    }
    write_out(list.text() + "\n");
    return true;
  }

  static bool leave(Walk&, const std::string&) { return false; }
};

const std::vector<WalkCommand>& walk_commands() {
  using Do = WalkCommands;
  static const std::vector<WalkCommand> table{
      {"n", "", {"next step; so does Enter", "下一步，直接按回车也行"}, true, Do::next},
      {"b", "", {"one step back", "退回一步"}, false, Do::back},
      {"g",
       "NAME",
       {"go to a tensor or a step's number; the name or number alone will do",
        "跳到某个张量或某一步，只写名称或编号也可以"},
       false,
       Do::to},
      {"l", "", {"list the steps, and where you are", "列出所有步骤和现在的位置"}, true, Do::list},
      {"i", "", {"the inputs: x, weights, masks", "输入：x、权重、掩码"}, true, Do::inputs},
      {"h",
       "N",
       {"show head N alone; h all shows all again", "只显示头 N，h all 恢复全部"},
       false,
       Do::head},
      {"e",
       "CELL",
       {"explain a number: e output[0,0,1], or e 0,0,1 at its step",
        "说明一个数怎么来的：e output[0,0,1]，在那一步时写 e 0,0,1 即可"},
       false,
       Do::explain},
      {"s",
       "",
       {"this step's shapes and strides alone", "只看这一步的形状和步长"},
       false,
       Do::shapes},
      {"f",
       "",
       {"all numbers of this step, however many", "这一步的全部数值，再多也列出"},
       false,
       Do::full},
      {"d",
       "",
       {"what changed against the tensor before", "与前一个张量相比变了什么"},
       false,
       Do::change},
      {"m",
       "",
       {"the mask: who may see whom, and why not", "掩码：谁能看到谁，看不到是为什么"},
       false,
       Do::mask},
      {"v",
       "",
       {"view this step as a picture, where it has one", "把这一步画成图，如果有图可画"},
       false,
       Do::picture},
      {"p",
       "",
       {"this step in PyTorch and NumPy", "这一步用 PyTorch 和 NumPy 怎么写"},
       false,
       Do::code},
      {"?", "", {"this help", "显示这份说明"}, true, Do::help},
      {"q", "", {"leave", "离开"}, true, Do::leave},
  };
  return table;
}

std::vector<std::string> walk_words(const Trace& trace, const std::string& begun, bool first) {
  std::vector<std::string> words;
  if (first) {
    for (const WalkCommand& command : walk_commands()) words.push_back(command.name);
  }
  for (const std::string& name : trace.tensor_names()) words.push_back(name);
  std::erase_if(words, [&begun](const std::string& word) { return !word.starts_with(begun); });
  std::ranges::sort(words);
  words.erase(std::unique(words.begin(), words.end()), words.end());
  return words;
}

}  // namespace headtrace::cli
