#include "cli/terminal_line.hpp"

#ifdef HEADTRACE_HAS_LIBEDIT

#include <histedit.h>
#include <termios.h>
#include <unistd.h>

#include <algorithm>
#include <clocale>
#include <csignal>
#include <cstdio>
#include <string_view>

#include "cli/output.hpp"

namespace headtrace::cli {
namespace {

constexpr int lines_remembered = 200;

/// For the signal handler, which may touch nothing else.
termios settings_before;

extern "C" void restore_and_die(int signal) {
  tcsetattr(STDIN_FILENO, TCSANOW, &settings_before);
  std::signal(signal, SIG_DFL);
  std::raise(signal);
}

std::string common_beginning(const std::vector<std::string>& words) {
  std::string common = words.front();
  for (const std::string& word : words) {
    const auto apart = std::ranges::mismatch(common, word).in1;
    common.erase(apart, common.end());
  }
  return common;
}

class TerminalLine final : public LineReader {
 public:
  TerminalLine(Complete complete, std::string when_interrupted)
      : complete_(std::move(complete)), when_interrupted_(std::move(when_interrupted)) {
    tcgetattr(STDIN_FILENO, &settings_before);
    for (int fault : {SIGSEGV, SIGABRT, SIGBUS, SIGFPE, SIGILL}) {
      std::signal(fault, restore_and_die);
    }
    std::setlocale(LC_CTYPE, "");
    edit_ = el_init("headtrace", stdin, stdout, stderr);
    history_ = history_init();
    if (edit_ == nullptr || history_ == nullptr) return;
    HistEvent event;
    history(history_, &event, H_SETSIZE, lines_remembered);
    history(history_, &event, H_SETUNIQUE, 1);
    el_set(edit_, EL_CLIENTDATA, this);
    el_set(edit_, EL_PROMPT, prompt_of);
    el_set(edit_, EL_EDITOR, "emacs");
    el_set(edit_, EL_SIGNAL, 1);
    el_set(edit_, EL_HIST, history, history_);
    el_set(edit_, EL_ADDFN, "headtrace-complete", "Complete a name", on_complete);
    el_set(edit_, EL_ADDFN, "headtrace-cancel", "Drop the line", on_cancel);
    el_set(edit_, EL_ADDFN, "headtrace-suspend", "Stop the program for now", on_suspend);
    el_set(edit_, EL_BIND, "^I", "headtrace-complete", nullptr);
    el_set(edit_, EL_BIND, "^R", "em-inc-search-prev", nullptr);
    // Ctrl-C and Ctrl-Z come as keys, not as signals, while a line is being written.
    el_set(edit_, EL_SETTY, "-d", "-isig", nullptr);
    el_set(edit_, EL_BIND, "^C", "headtrace-cancel", nullptr);
    el_set(edit_, EL_BIND, "^Z", "headtrace-suspend", nullptr);
  }

  ~TerminalLine() override {
    if (history_ != nullptr) history_end(history_);
    if (edit_ != nullptr) el_end(edit_);
    tcsetattr(STDIN_FILENO, TCSADRAIN, &settings_before);
  }
  TerminalLine(const TerminalLine&) = delete;
  TerminalLine& operator=(const TerminalLine&) = delete;

  bool works() const { return edit_ != nullptr && history_ != nullptr; }

  std::optional<std::string> read(const std::string& prompt) override {
    prompt_ = prompt;
    while (true) {
      flush_out();
      cancelled_ = false;
      int count = 0;
      const char* line = el_gets(edit_, &count);
      if (cancelled_) {
        write_out("\n" + (was_empty_ ? when_interrupted_ + "\n" : ""));
        continue;
      }
      if (line == nullptr || count <= 0) {
        write_out("\n");
        return std::nullopt;
      }
      std::string text(line);
      while (text.ends_with('\n') || text.ends_with('\r')) text.pop_back();
      HistEvent event;
      if (!text.empty()) history(history_, &event, H_ENTER, text.c_str());
      return text;
    }
  }

 private:
  static TerminalLine& self(EditLine* edit) {
    void* data = nullptr;
    el_get(edit, EL_CLIENTDATA, &data);
    return *static_cast<TerminalLine*>(data);
  }

  static char* prompt_of(EditLine* edit) { return self(edit).prompt_.data(); }

  static unsigned char on_cancel(EditLine* edit, int) {
    TerminalLine& line = self(edit);
    const LineInfo* info = el_line(edit);
    line.cancelled_ = true;
    line.was_empty_ = info->lastchar == info->buffer;
    return CC_EOF;
  }

  /// libedit's own handler gives the terminal back before the program stops.
  static unsigned char on_suspend(EditLine*, int) {
    std::raise(SIGTSTP);
    return CC_REDISPLAY;
  }

  static unsigned char on_complete(EditLine* edit, int) { return self(edit).complete_word(edit); }

  unsigned char complete_word(EditLine* edit) {
    const LineInfo* info = el_line(edit);
    const std::string_view before(info->buffer,
                                  static_cast<std::size_t>(info->cursor - info->buffer));
    const auto space = before.find_last_of(' ');
    const std::string word(space == std::string_view::npos ? before : before.substr(space + 1));
    const std::vector<std::string> found =
        complete_(word, before.find_first_not_of(' ') >= before.size() - word.size());
    if (found.empty()) return CC_REFRESH_BEEP;
    const std::string addition = common_beginning(found).substr(word.size());
    if (!addition.empty()) {
      el_insertstr(edit, addition.c_str());
      return CC_REFRESH;
    }
    if (found.size() == 1) return CC_REFRESH_BEEP;
    std::string list = "\n";
    for (const std::string& each : found) list += each + "  ";
    write_out(list + "\n");
    flush_out();
    return CC_REDISPLAY;
  }

  Complete complete_;
  std::string when_interrupted_;
  std::string prompt_;
  EditLine* edit_ = nullptr;
  History* history_ = nullptr;
  bool cancelled_ = false;
  bool was_empty_ = false;
};

}  // namespace

std::unique_ptr<LineReader> make_terminal_line(Complete complete, std::string when_interrupted) {
  auto line = std::make_unique<TerminalLine>(std::move(complete), std::move(when_interrupted));
  if (!line->works()) return nullptr;
  return line;
}

}  // namespace headtrace::cli

#else

namespace headtrace::cli {

std::unique_ptr<LineReader> make_terminal_line(Complete, std::string) {
  return nullptr;
}

}  // namespace headtrace::cli

#endif
