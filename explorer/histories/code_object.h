#pragma once

#include <memory>
#include <vector>

#include "explorer/histories/sequential_object.h"
#include "semantics/automaton/thread_automaton.h"

namespace drover::histories {

// A specification that is code: Program::sequential has a thread per operation. A call runs in one
// step, on memory of its own. Its modes say what it promises: a release publishes what the call
// knows so far, an acquire adds what was published there. A call that blocks is not enabled.
class CodeObject : public SequentialObject {
 public:
  // `program` must outlive it.
  CodeObject(const Program& program, std::size_t object);

  [[nodiscard]] ObjectState initial() const override;
  void step(const ObjectState& state, const Call& call, std::size_t index,
            std::vector<StepTaken>& out) override;
  // True if the call fails in the initial state: an assertion, an index out of bounds.
  [[nodiscard]] bool fails(const Call& call);

 private:
  struct Running {
    ObjectState state;
    NodeId node;
    Calls knows = 0;
    std::size_t steps = 0;
  };
  void run(ThreadId thread, Running at, std::vector<StepTaken>& out);
  // The number of a location's cell in the state, which grows to have it.
  std::size_t cell(ObjectState& state, LocationId location) const;

  ProgramAutomata automata_;
  std::vector<ThreadId> threads_;  // by operation
  bool knows_whole_;
  bool has_failed_ = false;  // some call since it was reset
};

}  // namespace drover::histories
