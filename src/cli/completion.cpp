#include "cli/completion.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "cli/lesson_list.hpp"
#include "cli/lesson_run.hpp"
#include "core/did_you_mean.hpp"
#include "core/harmless.hpp"
#include "study/published_sizes.hpp"

namespace headtrace::cli {
namespace {

using Words = std::vector<std::string>;

/// The command line up to the word that is begun, as far as it can be understood.
struct Line {
  const CommandInfo* command = nullptr;
  Words by_place;                         ///< arguments without a name, the command's own aside
  std::map<std::string, std::string> of;  ///< what options were given
  bool unknown = false;                   ///< it begins with no command
  const ArgumentInfo* open = nullptr;     ///< the option whose value is begun
};

class Completer {
 public:
  Completer(Words words, const ProgramInfo& program, CommonOptions common, Lang lang)
      : words_(std::move(words)), program_(program), common_(std::move(common)), lang_(lang) {}

  std::vector<Candidate> candidates() {
    // A shell may cut `--lang=zh` in three.
    std::erase(words_, "=");
    begun_ = words_.empty() ? "" : words_.back();
    if (!words_.empty()) words_.pop_back();
    read_line();
    if (line_.unknown) return {};
    if (const auto folder = line_.of.find("--lessons"); folder != line_.of.end())
      common_.use_lessons(folder->second);
    if (line_.open != nullptr) {
      offer(*line_.open);
    } else if (begun_.starts_with("-")) {
      offer_options();
    } else if (line_.command == nullptr) {
      for (const CommandInfo& each : program_.commands)
        add(each.command->name, each.command->summary.in(lang_));
    } else {
      offer_by_place();
    }
    return std::move(found_);
  }

 private:
  const ArgumentInfo* option(const std::string& name) const {
    const auto in = [&name](const std::vector<ArgumentInfo>& infos) -> const ArgumentInfo* {
      const auto at = std::ranges::find(infos, name, &ArgumentInfo::name);
      return at == infos.end() ? nullptr : &*at;
    };
    if (line_.command != nullptr) {
      if (const ArgumentInfo* own = in(line_.command->arguments)) return own;
    }
    return in(program_.everywhere);
  }

  void read_line() {
    for (const std::string& word : words_) {
      if (line_.open != nullptr) {
        line_.of[line_.open->name] = word;
        line_.open = nullptr;
      } else if (word.starts_with("--")) {
        const auto equals = word.find('=');
        const ArgumentInfo* info = option(word.substr(0, equals));
        if (info == nullptr || info->wants == Wants::nothing) continue;
        if (equals == std::string::npos) {
          line_.open = info;
        } else {
          line_.of[info->name] = word.substr(equals + 1);
        }
      } else if (line_.command == nullptr) {
        const auto at = std::ranges::find_if(program_.commands, [&word](const CommandInfo& each) {
          return each.command->name == word;
        });
        if (at == program_.commands.end()) {
          line_.unknown = true;
          return;
        }
        line_.command = &*at;
      } else {
        line_.by_place.push_back(word);
      }
    }
  }

  /// Shells print what they are offered: a lesson's name that would act on the terminal is left
  /// out.
  void add(const std::string& word, const std::string& what) {
    const bool printable = harmless_text(word) == word && word.find('\n') == std::string::npos;
    if (printable && word.starts_with(begun_)) found_.push_back({word, what});
  }

  void offer_options() {
    const auto equals = begun_.find('=');
    if (equals != std::string::npos) {
      const ArgumentInfo* info = option(begun_.substr(0, equals));
      if (info == nullptr) return;
      const std::string name = begun_.substr(0, equals + 1);
      begun_.erase(0, equals + 1);
      offer(*info);
      for (Candidate& each : found_) {
        if (each.word != wants_files) each.word = name + each.word;
      }
      return;
    }
    if (line_.command != nullptr) {
      for (const ArgumentInfo& info : line_.command->arguments)
        if (!info.by_place()) add(info.name, info.what);
    }
    for (const ArgumentInfo& info : program_.everywhere) add(info.name, info.what);
    add("--help", "");
    if (line_.command == nullptr) add("--version", "");
  }

  void offer_by_place() {
    std::size_t place = line_.by_place.size();
    for (const ArgumentInfo& info : line_.command->arguments) {
      if (!info.by_place()) continue;
      if (place == 0 || info.repeats) return offer(info);
      --place;
    }
  }

  void offer(const ArgumentInfo& info) {
    for (const std::string& choice : info.choices) add(choice, "");
    switch (info.wants) {
      case Wants::lesson:
        return offer_lessons();
      case Wants::tensor:
        return info.repeats ? offer_list(tensor_names()) : offer_names(tensor_names());
      case Wants::cell:
        for (const std::string& name : tensor_names()) add(name + "[", "");
        return;
      case Wants::variant:
        if (const auto lesson = read_lesson()) {
          for (const Variant& variant : lesson->variants) add(variant.id, variant.title.in(lang_));
        }
        return;
      case Wants::arm:
        return offer_list(arm_names());
      case Wants::published:
        for (const PublishedSizes& sizes : published_sizes()) add(sizes.name, "");
        return;
      case Wants::file:
        found_.push_back({wants_files, ""});
        return;
      case Wants::text:
      case Wants::nothing:
        return;
    }
  }

  void offer_names(const Words& names) {
    for (const std::string& name : names) add(name, "");
  }

  /// The last of `a,b,c`, with those before it.
  void offer_list(const Words& names) {
    const auto comma = begun_.rfind(',');
    const std::string before = comma == std::string::npos ? "" : begun_.substr(0, comma + 1);
    for (const std::string& name : names) add(before + name, "");
  }

  void offer_lessons() {
    try {
      for (const LessonRow& row : read_lessons(common_.lessons_folder()))
        add(row.name, row.title.in(lang_));
    } catch (const Error&) {
      // Without the shipped lessons there are still the files.
    }
    found_.push_back({wants_files, ""});
  }

  /// The lesson that is named on the line.
  std::optional<Lesson> read_lesson() const {
    if (line_.by_place.empty()) return std::nullopt;
    try {
      if (line_.by_place[0] == "-") return std::nullopt;
      return load_lesson(common_.lesson_source(line_.by_place[0])).lesson;
    } catch (const Error&) {
      return std::nullopt;
    }
  }

  Words tensor_names() const {
    const auto lesson = read_lesson();
    if (!lesson) return {};
    try {
      const auto variant = line_.of.find("--variant");
      return pipeline_of(*lesson, variant == line_.of.end() ? "" : variant->second).tensor_names();
    } catch (const Error&) {
      return lesson->pipeline.tensor_names();
    }
  }

  Words arm_names() const {
    Words names{"all"};
    const auto lesson = read_lesson();
    if (!lesson || !lesson->experiment) return {};
    for (const Arm& arm : lesson->experiment->arms) names.push_back(arm.id);
    return names;
  }

  Words words_;
  const ProgramInfo& program_;
  CommonOptions common_;
  Lang lang_;
  std::string begun_;
  Line line_;
  std::vector<Candidate> found_;
};

constexpr const char* bash_script = R"(# bash completion for headtrace
_headtrace() {
  local IFS=$'\n' line
  COMPREPLY=()
  while IFS= read -r line; do
    if [ "$line" = ":files" ]; then
      COMPREPLY+=($(compgen -f -- "${COMP_WORDS[COMP_CWORD]}"))
      compopt -o filenames 2>/dev/null
    else
      COMPREPLY+=("${line%%$'\t'*}")
    fi
  done < <(headtrace complete -- "${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null)
  case ${COMPREPLY[0]-} in
    *'[') compopt -o nospace 2>/dev/null ;;
  esac
}
complete -F _headtrace headtrace
)";

constexpr const char* zsh_script = R"(#compdef headtrace
_headtrace() {
  local line files=0
  local -a described unfinished
  for line in "${(@f)$(headtrace complete -- "${(@)words[2,CURRENT]}" 2>/dev/null)}"; do
    if [[ $line == ":files" ]]; then
      files=1
    elif [[ ${line%%$'\t'*} == *'[' ]]; then
      unfinished+=("${line%%$'\t'*}")
    elif [[ -n $line ]]; then
      described+=("${${line%%$'\t'*}//:/\\:}:${line#*$'\t'}")
    fi
  done
  if (( ${#described} )); then _describe headtrace described; fi
  if (( ${#unfinished} )); then compadd -S '' -- "${unfinished[@]}"; fi
  if (( files )); then _files; fi
}
if [[ ${funcstack[1]-} == _headtrace ]]; then
  _headtrace "$@"
else
  compdef _headtrace headtrace
fi
)";

constexpr const char* fish_script = R"(# fish completion for headtrace
function __headtrace_complete
  set -l words (commandline -opc)
  set -l begun (commandline -ct)
  for line in (headtrace complete -- $words[2..-1] "$begun" 2>/dev/null)
    if test "$line" = ":files"
      __fish_complete_path "$begun"
    else
      echo $line
    end
  end
end
complete -c headtrace -f -a '(__headtrace_complete)'
)";

}  // namespace

std::vector<Candidate> completions(std::vector<std::string> words, const ProgramInfo& program,
                                   CommonOptions common, Lang lang) {
  return Completer(std::move(words), program, std::move(common), lang).candidates();
}

std::string completion_script(const std::string& shell) {
  const std::map<std::string, const char*> scripts{
      {"bash", bash_script}, {"fish", fish_script}, {"zsh", zsh_script}};
  const auto found = scripts.find(shell);
  if (found != scripts.end()) return found->second;
  throw Error::usage(fmt::format("there is no completion for '{}'", shell),
                     "the shells are bash, fish and zsh");
}

}  // namespace headtrace::cli
