#pragma once

#include <vector>

#include "explorer/histories/sequential_object.h"
#include "semantics/automaton/thread_automaton.h"

namespace drover::histories {

// A specification that is a whole program with the same threads and calls, Program::sequential: its
// calls run one after the other, the code between two calls of a thread as late as its reads allow.
// Modes say what a call promises, as in code_object.h.
class ProgramObject : public SequentialObject {
 public:
  // `program` must outlive it.
  ProgramObject(const Program& program, std::size_t object);

  [[nodiscard]] ObjectState initial() const override { return initial_; }
  void step(const ObjectState& state, const Call& call, std::size_t index,
            std::vector<StepTaken>& out) override;

 private:
  // The state has the node of each thread first, then the cells.
  struct Running {
    ObjectState state;
    Calls knows = 0;
    std::size_t steps = 0;
    bool is_inside = false;  // of the call
    bool has_ended = false;
    std::optional<Value> result = {};
  };
  // Runs a thread to the end of the call and on to its next read. Stops before another call.
  void run(ThreadId thread, Running at, std::vector<StepTaken>& out);
  [[nodiscard]] bool is_operation(const std::string& function) const;
  std::size_t cell(ObjectState& state, LocationId location) const;

  ProgramAutomata automata_;
  const SpecifiedObject object_;
  ObjectState initial_;
  bool starts_ = true;  // threads that are not spawned run up to their first calls
};

}  // namespace drover::histories
