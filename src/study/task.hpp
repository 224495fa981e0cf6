#pragma once

#include <headtrace/experiment.hpp>
#include <headtrace/random.hpp>
#include <string>
#include <vector>

namespace headtrace {

/// Symbols by number. In the target, 0 ends a sequence and 1 begins it.
struct Example {
  std::vector<Index> source;
  std::vector<Index> target;  ///< without begin and end
};

inline constexpr Index end_symbol = 0;
inline constexpr Index begin_symbol = 1;

/// Examples without end, each either for training or for testing, never both: which of the two
/// follows from the source alone.
class Task {
 public:
  explicit Task(const TaskChoice& choice);

  std::size_t source_symbols() const { return source_.size(); }
  std::size_t target_symbols() const { return target_.size(); }
  /// The longest target that an example can have, its end included.
  Index longest_target() const { return longest_target_; }

  /// Throws Error::lesson for a task so small that it has none.
  Example draw(RandomState& random, bool for_test) const;
  /// `count` different examples to test on, always the same ones.
  std::vector<Example> test_examples(Index count) const;

  /// Symbols as the reader knows them; begin and end are left out.
  std::vector<std::string> source_text(const std::vector<Index>& symbols) const;
  std::vector<std::string> target_text(const std::vector<Index>& symbols) const;

 private:
  Example any(RandomState& random) const;
  Example number_example(RandomState& random) const;
  Example symbol_example(RandomState& random) const;

  TaskChoice choice_;
  std::vector<std::string> source_;
  std::vector<std::string> target_;
  Index longest_target_ = 0;
};

}  // namespace headtrace
