#include "explorer/histories/code_object.h"

#include <algorithm>

#include "explorer/histories/modes_of_knowledge.h"
#include "semantics/program/address.h"

namespace drover::histories {

namespace {

constexpr std::size_t MaxCodeSteps = 100'000;

}  // namespace

CodeObject::CodeObject(const Program& program, std::size_t object)
    : automata_(*program.sequential, {}),
      knows_whole_(program.specified[object].promise == Promise::All) {
  const std::vector<Thread>& code = program.sequential->threads;
  for (const SpecifiedObject::Operation& operation : program.specified[object].operations) {
    const auto found = std::ranges::find(code, operation.function, &Thread::name);
    threads_.emplace_back(static_cast<std::size_t>(found - code.begin()));
  }
}

ObjectState CodeObject::initial() const { return {}; }

std::size_t CodeObject::cell(ObjectState& state, LocationId location) const {
  while (state.values.size() <= location.value) {
    const Value at = automata_.locations().address(LocationId(state.values.size()));
    const std::vector<SharedObject>& objects = automata_.program().objects;
    state.values.push_back(objects[address::object(at)].initial[address::cell(at)]);
    state.known.push_back(0);
  }
  return location.value;
}

void CodeObject::step(const ObjectState& state, const Call& call, std::size_t index,
                      std::vector<StepTaken>& out) {
  const ThreadId thread = threads_[call.operation];
  Running at{
      .state = state, .node = automata_.thread(thread).start(call.arguments), .knows = just(index)};
  if (knows_whole_) at.knows |= state.whole;
  run(thread, std::move(at), out);
}

bool CodeObject::fails(const Call& call) {
  has_failed_ = false;
  std::vector<StepTaken> steps;
  step(initial(), call, 0, steps);
  return has_failed_;
}

void CodeObject::run(ThreadId thread, Running at, std::vector<StepTaken>& out) {
  ThreadAutomaton& automaton = automata_.thread(thread);
  for (; at.steps < MaxCodeSteps; ++at.steps) {
    const Label& label = automaton.label(at.node);
    Value value = 0;
    switch (label.kind) {
      case LabelKind::Finished: {
        if (knows_whole_) at.state.whole |= at.knows;
        const bool has_result = automata_.program().threads[thread.value].result.has_value();
        out.push_back({std::move(at.state),
                       has_result ? std::optional(automaton.result(at.node)) : std::nullopt,
                       at.knows});
        return;
      }
      case LabelKind::Read: {
        const std::size_t place = cell(at.state, label.location);
        value = at.state.values[place];
        if (acquires(label.mode_when_reading(value))) at.knows |= at.state.known[place];
        break;
      }
      case LabelKind::Write: {
        const std::size_t place = cell(at.state, label.location);
        at.state.values[place] = label.value;
        // An update leaves in place what others have published.
        if (!label.is_exclusive_write) at.state.known[place] = 0;
        if (releases(label.mode)) at.state.known[place] |= at.knows;
        break;
      }
      case LabelKind::Choose:
        for (Value choice = 0; choice < label.size; ++choice) {
          Running way = at;
          way.node = automaton.next(at.node, choice);
          run(thread, std::move(way), out);
        }
        return;
      case LabelKind::Fence:
      case LabelKind::Call:
      case LabelKind::Mark: break;
      // It waits, fails, or does what a specification cannot do: not enabled.
      default: has_failed_ |= label.kind == LabelKind::Error; return;
    }
    at.node = automaton.next(at.node, value);
    if (at.node.is_none()) return;  // an await that is not satisfied
  }
}

}  // namespace drover::histories
