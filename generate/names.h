#pragma once

// The normal form of a cycle, and the name that norm7 of herdtools7 gives it.

#include <string>

#include "generate/cycle.h"

namespace drover::generate {

struct Name {
  std::string name;    // `MP+dmb.sy+addr`
  std::string family;  // `MP`; `WW+RW+RR+RW` if it has no nickname
};

// Rotations of a cycle are one test: the normal form is one of them.
[[nodiscard]] Cycle normal_form(const Cycle& cycle);
[[nodiscard]] Name name_of(const Cycle& cycle);

}  // namespace drover::generate
