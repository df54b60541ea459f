// Whether what an exercise calls the smallest test is: all tests with fewer accesses and fences are
// tried, up to a largest size. They are over two variables; an access is a plain load, a
// plain store of a value of its own or an exchange, a fence is of mode sc. Threads of the same
// length come in one order only, and the first access is to x: other tests are the same under other
// names. A test tells the models apart if one has a final state (all registers, both variables)
// that the other does not have. Modes are not tried: the search says nothing about models that
// differ in those alone.
#include "cli/exercise/smaller_test.h"

#include <algorithm>
#include <vector>

#include "cli/exercise/runs.h"
#include "explorer/models/model_registry.h"
#include "support/format.h"

namespace drover::exercise {

namespace {

enum class Step : std::uint8_t { LoadX, StoreX, ExchangeX, Fence, LoadY, StoreY, ExchangeY };
constexpr std::size_t StepCount = 7;
constexpr std::size_t FirstSteps = 4;  // those that do not name y

bool has_register(Step step) {
  return step == Step::LoadX || step == Step::LoadY || step == Step::ExchangeX ||
         step == Step::ExchangeY;
}

// `serial` is different for each step of a test, and no initial value.
std::string text_of(Step step, std::size_t serial) {
  switch (step) {
    case Step::LoadX: return format("r{} := x; ", serial);
    case Step::LoadY: return format("r{} := y; ", serial);
    case Step::StoreX: return format("x := {}; ", serial);
    case Step::StoreY: return format("y := {}; ", serial);
    case Step::ExchangeX: return format("r{} := xchg(x, {}); ", serial, serial);
    case Step::ExchangeY: return format("r{} := xchg(y, {}); ", serial, serial);
    case Step::Fence: return "fence@sc; ";
  }
  return "";
}

// Tests of one size.
class TestSearch {
 public:
  TestSearch(const Exercise& exercise, std::uint32_t size)
      : exercise_(exercise),
        weak_(*find_model(exercise.allowing)),
        strong_(*find_model(exercise.forbidding)),
        size_(size) {}

  std::optional<std::string> find() { return find_lengths(size_, size_); }

 private:
  // How long the threads are: at least two of them, each at most as long as the one before it.
  std::optional<std::string> find_lengths(std::uint32_t rest, std::uint32_t longest) {
    if (rest == 0) return lengths_.size() < 2 ? std::nullopt : find_steps();
    for (std::uint32_t length = std::min(rest, longest); length > 0; --length) {
      lengths_.push_back(length);
      if (auto found = find_lengths(rest - length, length)) return found;
      lengths_.pop_back();
    }
    return std::nullopt;
  }

  std::optional<std::string> find_steps() {
    if (steps_.size() == size_) return tells_apart();
    const std::size_t count = steps_.empty() ? FirstSteps : StepCount;
    for (std::size_t i = 0; i < count; ++i) {
      steps_.push_back(static_cast<Step>(i));
      if (auto found = find_steps()) return found;
      steps_.pop_back();
    }
    return std::nullopt;
  }

  [[nodiscard]] std::optional<std::string> tells_apart() const {
    std::string text = "shared x, y;\n";
    std::string state = "x == 0 && y == 0";
    std::size_t serial = 0;
    for (std::size_t thread = 0; thread < lengths_.size(); ++thread) {
      text += format("thread t{} {{ ", thread);
      for (std::uint32_t i = 0; i < lengths_[thread]; ++i, ++serial) {
        text += text_of(steps_[serial], serial + 1);
        if (!has_register(steps_[serial])) continue;
        state += format(" && t{}:r{} == 0", thread, serial + 1);
      }
      text += "}\n";
    }
    const Runnable test = read_core("test", text + format("exists ({});\n", state));
    const RunReport weak = run(test, weak_, exercise_.budget, RunPurpose::Count);
    const RunReport strong = run(test, strong_, exercise_.budget, RunPurpose::Count);
    const bool is_same = std::ranges::includes(strong.final_states, weak.final_states);
    return is_same ? std::nullopt : std::optional(text);
  }

  const Exercise& exercise_;
  const MemoryModel& weak_;
  const MemoryModel& strong_;
  std::uint32_t size_;
  std::vector<std::uint32_t> lengths_;
  std::vector<Step> steps_;
};

}  // namespace

std::optional<std::string> find_smaller_test(const Exercise& exercise, std::uint32_t largest) {
  for (std::uint32_t size = 2; size <= std::min(exercise.size - 1, largest); ++size) {
    if (auto found = TestSearch(exercise, size).find()) return found;
  }
  return std::nullopt;
}

}  // namespace drover::exercise
