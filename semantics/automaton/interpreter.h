#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
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
// Whether branches on what was read are steps of the automaton (LabelKind::Fork), which either way
// can be taken of, whatever the values say.
enum class BranchSteps : std::uint8_t { Off, On };

// What becomes of a thread that computes what has no value (a division by zero, an overflow) from
// what it has read, for a register or a value to write. It ends there, with the error; or it is
// noted in its state, and the thread goes on with 0.
enum class FailedComputations : std::uint8_t { End, AreNoted };

// Instructions that a thread may go through from one event to the next before it is cut. This
// bounds loops that only compute. No program that is meant to be explored computes so long.
inline constexpr std::uint64_t MaxLocalSteps = 10'000'000;

// How threads are unfolded.
struct UnfoldOptions {
  // Iterations of one loop that has events before its thread is cut.
  std::uint32_t unroll = 100;
  // What a call marked `help` becomes: the marker and the body, or, in the annotated
  // semantics of [SPORE] A.2, the marker alone.
  HelpCalls help_calls = HelpCalls::Run;
  // Whether states know which reads their values come from. States that differ in this are
  // different states then.
  DependencyTracking dependencies = DependencyTracking::Off;
  // Only where dependencies are tracked. What an event is (EventDependencies::shape) does not
  // depend on the way to it then: the way is given.
  BranchSteps branches = BranchSteps::Off;
  // Noted only where dependencies are tracked.
  FailedComputations failures = FailedComputations::End;
};

// A call of an annotated function, [SPORE] §3.1: M^m(f, as).
struct AnnotatedCall {
  std::string function;
  std::vector<Value> arguments;
};

// A thread between two labels: where it is, what its registers hold and, halfway
// through a read-modify-write, the write that must come next.
struct ThreadState {
  InstructionIndex at = 0;
  bool is_write_pending = false;
  Value pending_address = 0;
  Value pending_value = 0;
  bool has_failed = false;       // UnfoldOptions::failures
  std::vector<Value> registers;  // the thread's own, then the counts of its allocations and spawns
  ReadOrigins origins = {};      // UnfoldOptions::dependencies

  bool operator==(const ThreadState&) const = default;
};

// What one thread does, step by step, given the values its reads return. Knows
// nothing of graphs, and keeps nothing between calls but what labels refer to.
// A short-lived worker of ThreadAutomaton: `program` and `locations` must outlive it.
class Interpreter {
 public:
  Interpreter(const Program& program, ThreadId thread, LocationTable& locations,
              UnfoldOptions options);

  // The start of a thread, with the values of its parameters, which are as many as it has.
  [[nodiscard]] ThreadState initial(std::span<const Value> arguments = {}) const;
  // How many registers a state has.
  [[nodiscard]] std::size_t register_count() const { return liveness_.register_count(); }
  // Of a thread that nobody has spawned.
  [[nodiscard]] ThreadState dormant() const;

  // Runs local steps up to the next label and gives it. `state` is then at that label,
  // its dead registers cleared. Always returns: loops are bounded.
  Label run(ThreadState& state);

  // The state after `label`, which `run` gave for `state` and which returned `value`
  // (any value for labels that are not reads). Nothing if the label is an await that
  // `value` does not satisfy.
  std::optional<ThreadState> advance(ThreadState state, const Label& label, Value value);

  [[nodiscard]] bool tracks_dependencies() const {
    return options_.dependencies == DependencyTracking::On;
  }
  // Of the event, or the fork, that the label becomes which `run` gave for `state`, if they are
  // tracked.
  [[nodiscard]] EventDependencies dependencies(const ThreadState& state) const;

  [[nodiscard]] const ErrorFact& fact(const Label& error) const { return facts_[error.detail]; }
  [[nodiscard]] const AnnotatedCall& call(const Label& marker) const {
    return calls_[marker.detail];
  }
  // What a spawn gives to its thread.
  [[nodiscard]] const std::vector<Value>& arguments(const Label& spawn) const {
    return arguments_[spawn.detail];
  }
  // The assertions that the last `run` went through.
  [[nodiscard]] const std::vector<InstructionIndex>& assertions() const { return assertions_; }
  // The most iterations of a loop of Program::loops that were begun without a break so far.
  [[nodiscard]] std::uint32_t iterations(std::uint32_t loop) const { return iterations_[loop]; }
  // Whether some value computed so far depends on which thread allocated what.
  [[nodiscard]] bool depends_on_placement() const { return depends_on_placement_; }

 private:
  using NextLabel = std::optional<Label>;  // nothing: a local step, `state` has moved on

  // As `advance`, without what is tracked.
  std::optional<ThreadState> advance_values(ThreadState state, const Label& label, Value value);
  // The same for one kind of instruction, in place.
  void pass_update(ThreadState& state, const ReadModifyWrite& instruction, Value value);
  void pass_compare(ThreadState& state, const CompareAndSwap& instruction, const Label& label,
                    Value value) const;
  // False: the condition does not hold.
  bool pass_await(ThreadState& state, const Await& instruction, Value value);
  bool pass_await_exchange(ThreadState& state, const AwaitExchange& instruction, Value value);
  NextLabel step(ThreadState& state);
  NextLabel step_assign(ThreadState& state, const Assign& instruction);
  NextLabel step_branch(ThreadState& state, const Branch& instruction);
  NextLabel step_assume(ThreadState& state, const Assume& instruction);
  NextLabel step_assert(ThreadState& state, const Assert& instruction);
  NextLabel step_loop_iteration(ThreadState& state, const LoopIteration& instruction);
  NextLabel step_local_loop(ThreadState& state, const LoopIteration& instruction);
  [[nodiscard]] bool is_back(const ThreadState& state) const;
  Label fence_label(const ThreadState& state, const FenceInstruction& instruction);
  Label load_label(const ThreadState& state, const Load& instruction);
  Label store_label(ThreadState& state, const Store& instruction);
  Label await_label(const ThreadState& state, const Await& instruction);
  Label rmw_label(ThreadState& state, const ReadModifyWrite& instruction);
  Label cas_label(ThreadState& state, const CompareAndSwap& instruction);
  Label await_exchange_label(const ThreadState& state, const AwaitExchange& instruction);
  Label pending_write_label(const ThreadState& state) const;
  Label allocate_label(const ThreadState& state, const Allocate& instruction);
  Label deallocate_label(const ThreadState& state, const Deallocate& instruction);
  Label call_label(const ThreadState& state, const CallMarker& instruction);
  Label spawn_label(const ThreadState& state, const Spawn& instruction);
  Label join_label(const ThreadState& state, const Join& instruction);

  // What the cell must hold, if the condition is that it equals something known before the read.
  [[nodiscard]] std::optional<ExprId> expected_value(const AwaitExchange& instruction) const;

  // The read half of a read-modify-write whose cell may not be non-atomic.
  Label exclusive_read(const ThreadState& state, ExprId address_expression, Mode mode,
                       Mode failure_mode, ExclusiveValues exclusive);
  // The write half comes next, and `target` holds `result`.
  void begin_write(ThreadState& state, ExprId address_expression, Value desired, RegisterId target,
                   Value result) const;

  // Either a value or the label of the fault that its evaluation ends in.
  struct Outcome {
    Value value = 0;
    NextLabel fault;
  };
  Outcome evaluate_in(const ThreadState& state, ExprId expression);
  // The same of what is assigned or written: it may be noted that it has failed.
  Outcome compute_in(ThreadState& state, ExprId expression);
  // Whether a fault of an expression is only noted.
  [[nodiscard]] bool is_noted(const ThreadState& state, ExprId expression) const;
  // The value of an expression that was evaluated without fault, or with one that was noted, when
  // its label was made.
  [[nodiscard]] Value known_value(const ThreadState& state, ExprId expression) const;
  // Fills in the location of an access, or turns `label` into the error it ends in.
  Label access(Label label, const ThreadState& state, ExprId address_expression);
  Label error_label(ErrorKind kind, ErrorFact fact, SourceRange source);
  Label label_at(LabelKind kind, const ThreadState& state) const;
  [[nodiscard]] ErrorFact fault_of(const Evaluation& evaluation) const;
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
  struct Child {
    std::uint32_t serial = 0;
    std::uint32_t routine = 0;
    ThreadId thread;
  };
  std::vector<Child> children_;      // that this thread may spawn
  std::vector<bool> is_local_loop_;  // by instruction, see find_local_loops
  // Of one `run`: how often local loops were repeated, and the state of a while ago that the thread
  // would come back to if it computed forever (R. P. Brent's search for cycles).
  std::vector<std::uint32_t> local_iterations_;  // by Program::loops
  struct Landmark {
    InstructionIndex at = 0;
    std::vector<Value> registers = {};  // none yet
    std::uint64_t age = 0;              // iterations of local loops since
    std::uint64_t max_age = 1;
  };
  Landmark landmark_;
  std::vector<InstructionIndex> assertions_;
  std::vector<std::uint32_t> iterations_;                // by Program::loops
  std::vector<std::unique_ptr<const ValueTest>> tests_;  // that labels point to
  bool depends_on_placement_ = false;
};

}  // namespace drover
