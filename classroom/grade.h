#pragma once

#include <algorithm>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "classroom/exercise.h"
#include "frontend/source.h"

namespace drover::classroom {

// One aspect of an answer that was checked.
struct Finding {
  bool is_right = false;
  std::string text;               // the question and its result; never the solution
  std::vector<std::string> keys;  // keys of the mistake, the most specific first
  bool counts = true;             // earns its share of the points
  bool is_required = false;       // nothing is earned without it
  std::string picture = {};       // an execution that shows the error
  bool is_known = true;           // false: not right, since a limit was reached or nothing ran

  [[nodiscard]] bool is_wrong() const { return !is_right && is_known; }
  // "right", "wrong" or "not known".
  [[nodiscard]] std::string_view verdict() const {
    return is_right ? "right" : is_known ? "wrong" : "not known";
  }
};

// Returns a finding that is not right, since something is not known.
[[nodiscard]] inline Finding unknown_finding(std::string text, std::vector<std::string> keys = {}) {
  return {.is_right = false, .text = std::move(text), .keys = std::move(keys), .is_known = false};
}

// The result of grading an answer.
struct Grade {
  std::vector<Finding> findings;
  std::string diagnostics;  // why the answer is unreadable, rendered
  std::string key;          // key of the first mistake with a remark
  std::string remark;       // that remark; empty: none
  std::uint32_t points = 0;
  std::uint64_t hundredths = 0;  // earned, of 100 times `points`

  [[nodiscard]] bool is_full() const {
    return diagnostics.empty() && hundredths == std::uint64_t{100} * points;
  }
  [[nodiscard]] bool is_readable() const { return diagnostics.empty(); }
  // False if all that is not right is not known.
  [[nodiscard]] bool has_mistake() const {
    return std::ranges::any_of(findings, &Finding::is_wrong);
  }
};

// Grades an answer. The same answer always gets the same grade.
[[nodiscard]] Grade grade_answer(const Exercise& exercise, const SourceBuffer& answer);

// Returns "2.5", "3".
[[nodiscard]] std::string points_text(std::uint64_t hundredths);

}  // namespace drover::classroom
