#pragma once

#include <atomic>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "explorer/findings/exploration_result.h"
#include "explorer/plan/explorer_options.h"
#include "litmus/litmus_test.h"

namespace drover::litmus {

// What running a test found, in herd's terms.
struct LitmusVerdict {
  struct State {
    std::vector<Value> values;     // of LitmusTest::shown, arrays cell by cell
    std::uint64_t executions = 0;  // that end in it
  };

  // What is wrong with the program: an access to no location, a division by zero.
  struct Fault {
    SourceRange source;
    ErrorFact fact;
  };

  std::vector<State> states;  // sorted, each once
  // Executions whose final state satisfies the proposition, and others. Those that the
  // filter discards are in neither.
  std::uint64_t satisfying = 0;
  std::uint64_t others = 0;
  std::vector<Fault> faults;
  bool has_race = false;           // the program is undefined: herd's Flag *undef*
  std::vector<std::string> flags;  // that the model raised, sorted, *undef* among them
  bool was_cut = false;            // some execution reached the bound of a loop
  bool is_complete = true;         // no limit was reached
  std::uint64_t blocked = 0;       // executions without a final state: a thread gave up
  std::uint64_t deadlocks = 0;     // of these: all that is left to do is to wait
  StopReason stop_reason = StopReason::Exhausted;
  double seconds = 0;
  std::string model;
  std::string algorithm;
  std::optional<AlgorithmReason> algorithm_reason;  // where it was chosen automatically

  // Whether the quantified condition is true.
  [[nodiscard]] bool holds(Quantifier quantifier) const;
  // The same; nothing if the run ended before that was known.
  [[nodiscard]] std::optional<bool> answer(Quantifier quantifier) const;
};

// The options under which counts are herd's: no reduction, no stop at races.
[[nodiscard]] ExplorerOptions herd_options(const LitmusTest& test, const MemoryModel& model);

// What `result` means for the test it is the result of.
[[nodiscard]] LitmusVerdict judge(const LitmusTest& test, const ExplorationResult& result);

}  // namespace drover::litmus
