#pragma once

#include "study/mistakes/mistake.hpp"

/// What mistakes about masks share.
namespace headtrace::part {

/// Whether the lesson has a mask step, and what it allows is known.
bool is_masked(const MistakeCase& at);
/// The scores that the mask step reads.
const std::string& unmasked(const MistakeCase& at);
/// A new input with these numbers.
Edit add_input(const std::string& name, const Tensor& numbers);

extern const Text nothing_masked;
extern const Text hide_keys;
extern const std::string fill_line;

}  // namespace headtrace::part
