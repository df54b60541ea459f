#include "explorer/algorithms/trust/written_ahead.h"

#include <variant>

#include "semantics/program/address.h"
#include "semantics/program/atomic_objects.h"
#include "semantics/program/control_flow.h"
#include "support/overloaded.h"

namespace drover::trust {

namespace {

// A short-lived worker: holds references.
class WriteFinder {
 public:
  explicit WriteFinder(const ProgramAutomata& automata)
      : program_(automata.program()),
        objects_(automata.program()),
        has_help_(automata.options().help_calls == HelpCalls::Run) {}

  [[nodiscard]] std::vector<std::vector<bool>> from_all(ThreadId id) const {
    const Thread& thread = program_.threads[id.value];
    const ControlFlow flow(thread);
    std::vector<std::vector<bool>> aheads;
    for (const Instruction& instruction : thread.code) {
      aheads.push_back(at(id, thread, instruction.body));
    }
    for (bool has_changed = true; has_changed;) {
      has_changed = false;
      for (std::size_t i = flow.order().size(); i > 0; --i) {
        const InstructionIndex here = flow.order()[i - 1];
        const auto* call = std::get_if<CallMarker>(&thread.code[here].body);
        if (call != nullptr && !call->is_main && !has_help_) {
          has_changed |= add(aheads[here], aheads[call->end]);
          continue;
        }
        for (const InstructionIndex next : flow.successors(here)) {
          has_changed |= add(aheads[here], aheads[next]);
        }
      }
    }
    return aheads;
  }

 private:
  [[nodiscard]] std::vector<bool> at(ThreadId id, const Thread& thread,
                                     const InstructionBody& body) const {
    const std::size_t count = program_.objects.size() + 1;
    const auto written = [&](ExprId address) {
      std::vector<bool> found(count);
      if (const auto object = objects_.object_of(thread.expressions[address])) {
        found[*object] = true;
        return found;
      }
      found = objects_.objects_of(id, thread.expressions, address);
      found.resize(count);
      found.back() = true;
      return found;
    };
    return std::visit(overloaded{
                          [&](const Store& i) { return written(i.address); },
                          [&](const ReadModifyWrite& i) { return written(i.address); },
                          [&](const CompareAndSwap& i) { return written(i.address); },
                          [&](const AwaitExchange& i) { return written(i.address); },
                          [&](const Spawn&) { return std::vector<bool>(count, true); },
                          [&](const auto& /*writes nothing*/) { return std::vector<bool>(count); },
                      },
                      body);
  }

  static bool add(std::vector<bool>& to, const std::vector<bool>& from) {
    bool has_changed = false;
    for (std::size_t i = 0; i < to.size(); ++i) {
      if (!from[i] || to[i]) continue;
      to[i] = true;
      has_changed = true;
    }
    return has_changed;
  }

  const Program& program_;
  AtomicObjects objects_;
  bool has_help_;
};

}  // namespace

WrittenAhead::WrittenAhead(const ProgramAutomata& automata) : automata_(automata) {
  const WriteFinder finder(automata);
  for (std::size_t t = 0; t < automata.thread_count(); ++t) {
    aheads_.push_back(finder.from_all(ThreadId(t)));
  }
}

bool WrittenAhead::may_write(std::size_t thread, NodeId node, Value address) const {
  const ThreadAutomaton& automaton = automata_.thread(ThreadId(thread));
  if (!is_event(automaton.kind(node))) return false;
  const Objects& ahead = aheads_[thread][automaton.state(node).at];
  return address::is_heap(address) ? ahead.back() : ahead[address::object(address)];
}

}  // namespace drover::trust
