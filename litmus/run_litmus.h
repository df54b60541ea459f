#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "explorer/findings/exploration_result.h"
#include "explorer/plan/explorer_options.h"
#include "litmus/litmus_test.h"

namespace drover::litmus {

// The result of running a test, in herd's terms.
struct LitmusVerdict {
  struct State {
    std::vector<Value> values;     // of LitmusTest::shown, arrays cell by cell
    std::uint64_t executions = 0;  // executions that end in this state
  };

  // A fault of the program: an access to no location, a division by zero.
  struct Fault {
    SourceRange source;
    ErrorFact fact;
  };

  std::vector<State> states;  // sorted, each once
  // Executions whose final state satisfies the proposition, and the others. Executions that the
  // filter discards are in neither.
  std::uint64_t satisfying = 0;
  std::uint64_t others = 0;
  std::vector<Fault> faults;
  // Faults of executions that do not count, as in herd: a thread accesses what is no location, or
  // reads memory without a value. If there are no other executions, they are in `faults`.
  std::vector<Fault> left_out;
  bool has_race = false;           // the program is undefined: herd's Flag *undef*
  std::vector<std::string> flags;  // raised by the model, sorted, *undef* included
  bool was_cut = false;            // some execution reached the bound of a loop
  bool is_complete = true;         // no limit was reached
  std::uint64_t blocked = 0;       // executions without a final state: a thread gave up
  std::uint64_t deadlocks = 0;     // blocked executions whose threads can only wait
  StopReason stop_reason = StopReason::Exhausted;
  double seconds = 0;
  std::string model;
  std::string algorithm;
  std::optional<AlgorithmReason> algorithm_reason;  // set if chosen automatically

  // True if the counted executions satisfy the condition with this quantifier.
  [[nodiscard]] bool holds(Quantifier quantifier) const;
  // As holds; nothing if the run ended before that was known.
  [[nodiscard]] std::optional<bool> answer(Quantifier quantifier) const;
};

// Returns the options for herd's counts: no reduction, no stop at races.
[[nodiscard]] ExplorerOptions herd_options(const LitmusTest& test, const MemoryModel& model);

// Returns the verdict that `result` gives for the test.
[[nodiscard]] LitmusVerdict judge(const LitmusTest& test, const ExplorationResult& result);

}  // namespace drover::litmus
