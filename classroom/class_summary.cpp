#include "classroom/class_summary.h"

#include <algorithm>
#include <map>

#include "support/format.h"

namespace drover::classroom {

namespace {

struct Tally {
  std::size_t answers = 0;
  std::size_t right = 0;
  std::map<std::string, std::size_t> keys;  // counts of wrong answers by key

  void add(const Grade& grade) {
    ++answers;
    if (grade.is_full()) {
      ++right;
    } else {
      ++keys[grade.key];
    }
  }
  // Returns the most frequent key; of several, the first by name.
  [[nodiscard]] std::string worst() const {
    const auto found =
        std::ranges::max_element(keys, {}, [](const auto& each) { return each.second; });
    return found == keys.end()
               ? ""
               : format("; most often wrong: `{}` ({})", found->first, found->second);
  }
};

}  // namespace

std::string class_summary(const std::vector<Submission>& submissions) {
  std::map<std::string, Tally> tallies;
  std::size_t width = 0;
  for (const Submission& submission : submissions) {
    for (const GradedAnswer& answer : submission.answers) {
      tallies[answer.exercise].add(answer.grade);
      width = std::max(width, answer.exercise.size());
    }
  }
  const auto full = std::ranges::count_if(submissions, &Submission::is_full);
  std::string out = format("{} submissions, {} with all points\n", submissions.size(), full);
  for (const auto& [name, tally] : tallies) {
    out += format("  {:{}}  {} of {} right{}\n", name, width, tally.right, tally.answers,
                  tally.worst());
  }
  return out;
}

}  // namespace drover::classroom
