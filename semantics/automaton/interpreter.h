#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "semantics/automaton/dependencies.h"
#include "semantics/automaton/liveness.h"
#include "semantics/program/control_flow.h"
#include "semantics/program/error_fact.h"
#include "semantics/program/label.h"
#include "semantics/program/location_table.h"
#include "semantics/program/program.h"

namespace drover {

enum class HelpCalls : std::uint8_t { Run, MarkOnly };
enum class DependencyTracking : std::uint8_t { Off, On };
// On: branches on read values, and the conditions of awaits, are steps of the automaton
// (LabelKind::Fork), and both ways can be taken, whatever the values are. OfSilent: only branches
// on which no event depends (Flow::Silent).
enum class BranchSteps : std::uint8_t { Off, On, OfSilent };

// The treatment of a failed computation (a division by zero, an overflow) from read values, for a
// register or a written value. End: the thread ends with the error. AreNoted: the state records it,
// and the thread continues with 0.
enum class FailedComputations : std::uint8_t { End, AreNoted };

// Whether atomic accesses of C may be cut into parts (passes/cut_cells.h): only a model with `si`
// says what that means.
enum class AtomicSizes : std::uint8_t { One, Any };

// Limit on local steps between two events, after which the thread is cut. It bounds loops that only
// compute, and is far above any real program.
inline constexpr std::uint64_t MaxLocalSteps = 10'000'000;

struct UnfoldOptions {
  // Iterations of a loop with events before its thread is cut.
  std::uint32_t unroll = 100;
  // The events of a `help` call: the marker and the body, or, in the annotated semantics of [SPORE]
  // A.2, the marker alone.
  HelpCalls help_calls = HelpCalls::Run;
  // Whether states track the origins of their values. Then states that differ in origins are
  // different.
  DependencyTracking dependencies = DependencyTracking::Off;
  // Only with dependency tracking. If On, the shape of an event (EventDependencies::shape) does not
  // depend on the control path, which is given.
  BranchSteps branches = BranchSteps::Off;
  // AreNoted only with dependency tracking.
  FailedComputations failures = FailedComputations::End;
  AtomicSizes atomic_sizes = AtomicSizes::One;
};

// A call of an annotated function, [SPORE] §3.1: M^m(f, as).
struct AnnotatedCall {
  std::string function;
  std::vector<Value> arguments;
};

// A thread between two labels: its position, its registers and, halfway through a
// read-modify-write, the pending write.
struct ThreadState {
  // The progress of an await with BranchSteps::On: it has read, or its condition does not hold.
  enum class Wait : std::uint8_t { None, HasRead, Fails };

  InstructionIndex at = 0;
  bool is_write_pending = false;
  Wait wait = Wait::None;
  Value pending_address = 0;
  Value pending_value = 0;
  bool has_failed = false;       // UnfoldOptions::failures
  std::vector<Value> registers;  // the thread's own registers, then its allocation and spawn counts
  ReadOrigins origins = {};      // UnfoldOptions::dependencies

  bool operator==(const ThreadState&) const = default;
};

// Executes one thread step by step, given the values of its reads. It knows no graphs; between
// calls it keeps the data that labels refer to, and statistics. A short-lived worker of
// ThreadAutomaton: `program` and `locations` must outlive it.
class Interpreter {
 public:
  Interpreter(const Program& program, ThreadId thread, LocationTable& locations,
              UnfoldOptions options);

  // Returns the initial state of a thread, with the values of all its parameters.
  [[nodiscard]] ThreadState initial(std::span<const Value> arguments = {}) const;
  [[nodiscard]] std::size_t register_count() const { return liveness_.register_count(); }
  // Returns the state of a thread that has not been spawned.
  [[nodiscard]] ThreadState dormant() const;

  // Runs local steps up to the next label and returns it. `state` is then at that label, its dead
  // registers cleared. Always returns: loops are bounded.
  Label run(ThreadState& state);

  // Returns the state after `label`, which `run` returned for `state`, with the label's result
  // `value` (ignored unless the label returns one). Nothing if the label is an await that `value`
  // does not satisfy.
  std::optional<ThreadState> advance(ThreadState state, const Label& label, Value value);

  [[nodiscard]] bool tracks_dependencies() const {
    return options_.dependencies == DependencyTracking::On;
  }
  // Returns the dependencies of the event or fork of the label that `run` returned for `state`, if
  // they are tracked.
  [[nodiscard]] EventDependencies dependencies(const ThreadState& state) const;

  [[nodiscard]] const ErrorFact& fact(const Label& error) const { return facts_[error.detail]; }
  [[nodiscard]] const AnnotatedCall& call(const Label& marker) const {
    return calls_[marker.detail];
  }
  // The arguments of a spawned thread.
  [[nodiscard]] const std::vector<Value>& arguments(const Label& spawn) const {
    return arguments_[spawn.detail];
  }
  // The assertions that the last `run` passed.
  [[nodiscard]] const std::vector<InstructionIndex>& assertions() const { return assertions_; }
  // The largest number of consecutive iterations so far of a loop of Program::loops.
  [[nodiscard]] std::uint32_t iterations(std::uint32_t loop) const { return iterations_[loop]; }
  // True if some computed value depends on which thread made an allocation.
  [[nodiscard]] bool depends_on_placement() const { return depends_on_placement_; }

 private:
  using NextLabel = std::optional<Label>;  // nothing: a local step, `state` has advanced

  // Like `advance`, without dependency tracking.
  std::optional<ThreadState> advance_values(ThreadState state, const Label& label, Value value);
  // As advance_values for one kind of instruction, in place.
  void pass_update(ThreadState& state, const ReadModifyWrite& instruction, Value value);
  void pass_compare(ThreadState& state, const CompareAndSwap& instruction, const Label& label,
                    Value value) const;
  template <typename Instruction>
  bool pass_await(ThreadState& state, const Instruction& instruction, Value value);
  class Step;
  [[nodiscard]] bool is_back(const ThreadState& state) const;
  Label pending_write_label(const ThreadState& state) const;

  // Returns the value that the cell must hold, if the condition is equality with something known
  // before the read.
  [[nodiscard]] std::optional<ExprId> expected_value(const AwaitExchange& instruction) const;

  // Makes the write half the next step, and sets `target` to `result`.
  void begin_write(ThreadState& state, ExprId address_expression, Value desired, RegisterId target,
                   Value result) const;

  // True if a fault of an expression is only noted.
  [[nodiscard]] bool is_noted(const ThreadState& state, ExprId expression) const;
  // Returns the value of an expression that was evaluated without fault, or with a noted one, for
  // its label.
  [[nodiscard]] Value known_value(const ThreadState& state, ExprId expression) const;
  void clear_dead(ThreadState& state) const;

  const Program* program_;
  const Thread* thread_;
  ThreadId id_;
  LocationTable* locations_;
  UnfoldOptions options_;
  Liveness liveness_;
  DependencyRules rules_;
  std::vector<ErrorFact> facts_;
  std::vector<AnnotatedCall> calls_;
  std::vector<std::vector<Value>> arguments_;  // of spawns
  std::map<std::pair<std::uint32_t, std::uint32_t>, ThreadId>
      children_;                     // threads that this thread may spawn, by serial and routine
  std::vector<bool> is_local_loop_;  // by instruction, see find_local_loops
  // The iterations of local loops in one `run`, and an earlier state: if the thread returns to it,
  // it computes forever (R. P. Brent's cycle detection).
  std::vector<std::uint32_t> local_iterations_;  // by Program::loops
  struct Landmark {
    InstructionIndex at = 0;
    std::vector<Value> registers = {};  // none yet
    std::uint64_t age = 0;              // iterations of local loops since then
    std::uint64_t max_age = 1;
  };
  Landmark landmark_;
  std::vector<InstructionIndex> assertions_;
  std::vector<std::uint32_t> iterations_;                // by Program::loops
  std::vector<std::unique_ptr<const ValueTest>> tests_;  // referenced by labels
  bool depends_on_placement_ = false;
};

}  // namespace drover
