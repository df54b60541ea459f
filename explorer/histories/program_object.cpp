#include "explorer/histories/program_object.h"

#include <algorithm>

#include "explorer/histories/modes_of_knowledge.h"
#include "semantics/program/address.h"

namespace drover::histories {

namespace {

constexpr std::size_t MaxProgramSteps = 100'000;

}  // namespace

ProgramObject::ProgramObject(const Program& program, std::size_t object)
    : automata_(*program.sequential, {}), object_(program.specified[object]) {
  const std::vector<Thread>& threads = program.sequential->threads;
  for (std::size_t t = 0; t < threads.size(); ++t) {
    initial_.values.push_back(automata_.thread(ThreadId(t)).initial().value);
  }
  initial_.known.assign(threads.size(), 0);
  for (std::size_t t = 0; t < threads.size(); ++t) {
    if (threads[t].origin || threads[t].role == ThreadRole::Final) continue;
    std::vector<StepTaken> ways;
    run(ThreadId(t), {.state = initial_}, ways);
    if (!ways.empty()) initial_ = ways.front().state;
  }
  starts_ = false;
}

bool ProgramObject::is_operation(const std::string& function) const {
  return std::ranges::find(object_.operations, function, &SpecifiedObject::Operation::function) !=
         object_.operations.end();
}

std::size_t ProgramObject::cell(ObjectState& state, LocationId location) const {
  const std::size_t first = automata_.thread_count();
  while (state.values.size() <= first + location.value) {
    const LocationId next(state.values.size() - first);
    const Value at = automata_.locations().address(next);
    const std::vector<SharedObject>& objects = automata_.program().objects;
    const bool is_named = !address::is_heap(at);
    state.values.push_back(is_named ? objects[address::object(at)].initial[address::cell(at)] : 0);
    state.known.push_back(0);
  }
  return first + location.value;
}

void ProgramObject::step(const ObjectState& state, const Call& call, std::size_t index,
                         std::vector<StepTaken>& out) {
  run(call.thread, {.state = state, .knows = just(index)}, out);
}

void ProgramObject::run(ThreadId thread, Running at, std::vector<StepTaken>& out) {
  ThreadAutomaton& automaton = automata_.thread(thread);
  const auto stop = [&](NodeId node) {
    if (!at.has_ended && !starts_) return;
    at.state.values[thread.value] = node.value;
    // A promise that is asked for by name is not that of modes.
    out.push_back(
        {std::move(at.state), at.result, object_.promise == Promise::None ? Calls{0} : at.knows});
  };
  NodeId node(static_cast<std::size_t>(at.state.values[thread.value]));
  for (; at.steps < MaxProgramSteps; ++at.steps) {
    const Label& label = automaton.label(node);
    const bool may_wait = label.kind == LabelKind::Read || label.kind == LabelKind::Join ||
                          label.kind == LabelKind::Choose;
    if (at.has_ended && may_wait) return stop(node);
    Value value = 0;
    switch (label.kind) {
      case LabelKind::Mark: {
        const AnnotatedCall& marked = automaton.call(label);
        if (!is_operation(marked.function)) break;
        if (label.is_begin && (at.has_ended || starts_)) return stop(node);
        if (!label.is_begin && at.is_inside) {
          at.has_ended = true;
          if (!marked.arguments.empty()) at.result = marked.arguments.front();
        }
        at.is_inside = label.is_begin;
        break;
      }
      case LabelKind::Read: {
        const std::size_t place = cell(at.state, label.location);
        value = at.state.values[place];
        if (at.is_inside && acquires(label.mode_when_reading(value))) {
          at.knows |= at.state.known[place];
        }
        break;
      }
      case LabelKind::Write: {
        const std::size_t place = cell(at.state, label.location);
        at.state.values[place] = label.value;
        if (!label.is_exclusive_write) at.state.known[place] = 0;
        if (at.is_inside && releases(label.mode)) at.state.known[place] |= at.knows;
        break;
      }
      case LabelKind::Choose:
        for (Value choice = 0; choice < label.size; ++choice) {
          Running way = at;
          way.state.values[thread.value] = automaton.next(node, choice).value;
          run(thread, std::move(way), out);
        }
        return;
      case LabelKind::Spawn:
        at.state.values[ProgramAutomata::named_by(label).value] =
            automata_.start_of(thread, node).value;
        break;
      case LabelKind::Alloc:
      case LabelKind::Free:
      case LabelKind::Fence:
      case LabelKind::Call: break;
      // It has ended, or waits.
      default: return stop(node);
    }
    const NodeId next = automaton.next(node, value);
    if (next.is_none()) return stop(node);  // an await that is not satisfied
    node = next;
  }
}

}  // namespace drover::histories
