#pragma once

#include <cstdint>
#include <string>

#include "tests/oracle/cross_check.h"

namespace drover::oracle {

// Returns a random program around one annotated operation: an owner announces the operation and
// calls `main`, helpers see the announcement and call `help`, and bystanders do neither. The
// annotation is often right.
[[nodiscard]] std::string helping_program(std::uint64_t seed);

struct HelpingResult {
  CrossCheckResult check;
  int accepted = 0;  // models under which the annotations are right
};

// Checks [SPORE] Theorem 3.4: if the annotated semantics finds no error at all, the plain semantics
// has none; and if it finds an error other than those of annotations, the plain semantics has one.
[[nodiscard]] HelpingResult check_helping(const std::string& source);

}  // namespace drover::oracle
