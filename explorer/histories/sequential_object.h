#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "explorer/histories/history.h"
#include "semantics/program/program.h"
#include "support/object_kind.h"

namespace drover::histories {

// The state of a sequential object: its values, and what a call learns with each of them: the calls
// that are known to those who published it.
struct ObjectState {
  std::vector<Value> values;
  std::vector<Calls> known;  // by value
  Calls insertions = 0;      // published by insertions, by removals, by all calls
  Calls removals = 0;
  Calls whole = 0;

  auto operator<=>(const ObjectState&) const = default;
};

// A call in one step.
struct StepTaken {
  ObjectState state;
  std::optional<Value> result;  // nothing: the specification leaves it open
  Calls knows = 0;              // the calls that it is promised to know
};

// An executable specification: what a call may do in a state. None: it has to wait.
class SequentialObject {
 public:
  virtual ~SequentialObject() = default;
  [[nodiscard]] virtual ObjectState initial() const = 0;
  // `index` is the call's number in its history.
  virtual void step(const ObjectState& state, const Call& call, std::size_t index,
                    std::vector<StepTaken>& out) = 0;
};

// Returns the specification of Program::specified[object].
[[nodiscard]] std::unique_ptr<SequentialObject> make_sequential(const Program& program,
                                                                std::size_t object);

}  // namespace drover::histories
