#include <memory>

#include "cli/command.hpp"
#include "cli/error_text.hpp"
#include "cli/lesson_run.hpp"
#include "cli/output.hpp"
#include "cli/quiz.hpp"
#include "cli/walk.hpp"
#include "render/walk_phrases.hpp"

namespace headtrace::cli {
namespace {

struct WalkRequest {
  std::string lesson;
  std::optional<std::uint32_t> seed;
  bool predict = false;
  bool no_reveal = false;
  std::string answers;
  bool pictures = false;
  bool backward = false;
};

void check_request(const WalkRequest& given) {
  if (given.lesson == "-") {
    throw Error::usage(
        "walk reads its commands from standard input, so a lesson can't come from it",
        "save the lesson in a file and give its path");
  }
  if (!given.predict && (given.no_reveal || !given.answers.empty())) {
    throw Error::usage("--no-reveal and --answers are about questions", "add --predict");
  }
}

int walk_lesson(const WalkRequest& given, const CommonOptions& common) {
  check_request(given);
  const LoadedLesson loaded = load(given.lesson, common);
  const Backward backward = given.backward ? Backward::always : Backward::where_loss_named;
  plan_of(loaded.lesson, "", common, backward);
  const Traces traces = run_mentioned(loaded.lesson, given.seed, backward);
  const auto complete = [&traces](const std::string& word, bool first) {
    return walk_words(traces.base, word, first);
  };
  const auto lines = make_line_reader(complete, say(phrase::q_leaves, common.style()));
  Quiz quiz(loaded.lesson, traces, common, *lines,
            {given.predict, !given.no_reveal, given.answers});
  Walk(loaded.lesson, traces, common, *lines, quiz, given.pictures).go();
  if (!traces.base.failure) return fine;
  flush_out();
  write_err(describe_error(loaded.source, *traces.base.failure));
  return unusable;
}

}  // namespace

Action add_walk(Arguments& arguments, const CommonOptions& common) {
  const auto given = std::make_shared<WalkRequest>();
  arguments.required("LESSON", given->lesson, "A lesson's number, name or path", Wants::lesson);
  arguments.flag("--predict", given->predict, "Ask before each step, then show it");
  arguments.flag("--no-reveal", given->no_reveal,
                 "With --predict: don't say what is right, and let nothing be skipped");
  arguments.option("--answers", given->answers, "With --predict: write the answers to this file",
                   Wants::file);
  arguments.flag("--backward", given->backward,
                 "Walk on through the loss and its gradient at every tensor");
  arguments.flag("--pictures", given->pictures, "Draw attention weights, masks and the like");
  arguments.seed("--seed", given->seed, "Redraw the random tensors from this seed");
  return [given, &common] { return walk_lesson(*given, common); };
}

}  // namespace headtrace::cli
