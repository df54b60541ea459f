#pragma once

#include <cstdint>
#include <string>

#include "tests/oracle/cross_check.h"

namespace drover::oracle {

// A random program around one annotated operation: an owner that announces it and calls
// `main`, helpers that see the announcement and call `help`, and bystanders. Often, but not
// always, the annotation is right.
[[nodiscard]] std::string helping_program(std::uint64_t seed);

struct HelpingResult {
  CrossCheckResult check;
  int accepted = 0;  // models under which the annotations are right
};

// [SPORE] Theorem 3.4: where the annotated semantics finds no error, not even one of
// annotations, the plain semantics has none; and an error other than one of annotations is
// one of the plain semantics too.
[[nodiscard]] HelpingResult check_helping(const std::string& source);

}  // namespace drover::oracle
