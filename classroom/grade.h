#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "classroom/exercise.h"
#include "frontend/source.h"

namespace drover::classroom {

// One thing that was looked at.
struct Finding {
  bool is_right = false;
  std::string text;               // what was asked, and what came of it; never the solution
  std::vector<std::string> keys;  // what went wrong, the most exact first
  bool counts = true;             // it earns its share of the points
  bool is_required = false;       // without it nothing is earned
  std::string picture = {};       // an execution that shows what is wrong
};

// What an answer is worth.
struct Grade {
  std::vector<Finding> findings;
  std::string diagnostics;  // why the answer cannot be read, rendered
  std::string key;          // what went wrong first: the key that the exercise has a remark on
  std::string remark;       // that remark; empty if there is none
  std::uint32_t points = 0;
  std::uint64_t hundredths = 0;  // earned, of 100 times `points`

  [[nodiscard]] bool is_full() const {
    return diagnostics.empty() && hundredths == std::uint64_t{100} * points;
  }
  [[nodiscard]] bool is_readable() const { return diagnostics.empty(); }
};

// Grades an answer. The same answer always gets the same grade.
[[nodiscard]] Grade grade_answer(const Exercise& exercise, const SourceBuffer& answer);

// "2.5", "3".
[[nodiscard]] std::string points_text(std::uint64_t hundredths);

}  // namespace drover::classroom
