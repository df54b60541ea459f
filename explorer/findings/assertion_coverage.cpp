#include "explorer/findings/assertion_coverage.h"

#include <algorithm>
#include <utility>

#include "semantics/program/control_flow.h"

namespace drover {

namespace {

// True if only `help` calls come before a block.
bool leads_to_block(const ThreadAutomaton& automaton, NodeId node) {
  while (!node.is_none() && automaton.kind(node) == LabelKind::Call &&
         !automaton.label(node).is_main_call && !automaton.edges(node).empty()) {
    node = automaton.edges(node).front().second;
  }
  return !node.is_none() && automaton.kind(node) == LabelKind::Block;
}

}  // namespace

AssertionCoverage::AssertionCoverage(const Program& program, const ProgramAutomata& automata,
                                     const Plan& plan)
    : automata_(&automata), may_give_up_(plan.trust.giving_up != trust::GivingUp::Stays) {
  const std::vector<Thread>& threads = automata.program().threads;
  for (std::size_t t = 0; t < threads.size(); ++t) {
    const Thread& thread = threads[t];
    const auto is_assert = [](const Instruction& instruction) {
      return std::holds_alternative<Assert>(instruction.body);
    };
    if (std::ranges::none_of(thread.code, is_assert)) continue;
    const ControlFlow flow(thread);
    for (const InstructionIndex at : flow.order()) {
      const auto* assertion = std::get_if<Assert>(&thread.code[at].body);
      if (assertion == nullptr) continue;
      std::vector<RegisterId> registers;
      thread.expressions.collect_registers(assertion->condition, registers);
      if (registers.empty()) continue;
      Assertion& known = open_[thread.code[at].source.begin];
      if (known.copies.empty()) {
        known.place = {thread.code[at].source, thread.name};
      }
      known.copies.push_back({ThreadId(t), at});
    }
  }
  const std::size_t all = open_.size();
  if (!open_.empty()) forget_left_out(program, plan);
  leaves_out_ = open_.size() < all;
}

void AssertionCoverage::forget_left_out(const Program& program, const Plan& plan) {
  for (const passes::EliminatedLoop& pure : plan.reduced.pure_loops) {
    const Thread& thread = program.threads[pure.thread.value];
    const ControlFlow flow(thread);
    for (const NaturalLoop& loop : flow.loops()) {
      if (source_loop(thread, flow, loop) != pure.loop) continue;
      for (InstructionIndex at = 0; at < thread.code.size(); ++at) {
        if (loop.contains[at]) open_.erase(thread.code[at].source.begin);
      }
    }
  }
  if (plan.unfold.help_calls == HelpCalls::Run) return;
  for (const Thread& thread : program.threads) {
    for (InstructionIndex at = 0; at < thread.code.size(); ++at) {
      const auto* call = std::get_if<CallMarker>(&thread.code[at].body);
      if (call == nullptr || call->is_main) continue;
      for (InstructionIndex i = at; i < call->end; ++i) {
        open_.erase(thread.code[i].source.begin);
      }
    }
  }
}

bool AssertionCoverage::is_worth_a_look() const {
  return std::ranges::any_of(open_, [&](const auto& entry) {
    return std::ranges::any_of(entry.second.copies, [&](const Copy& copy) {
      return automata_->thread(copy.thread).may_have_passed(copy.at);
    });
  });
}

void AssertionCoverage::note(const Execution& execution) {
  if (open_.empty() || !is_worth_a_look()) return;
  const ExecutionGraph& graph = execution.graph();
  for (std::size_t t = 0; t < automata_->thread_count(); ++t) {
    const ThreadId thread(t);
    if (execution.ends[t] == ThreadEnd::NotStarted) continue;
    const ThreadAutomaton& automaton = automata_->thread(thread);
    const auto events = graph.events_of(thread);
    const NodeId start = events.empty() ? execution.nodes[t] : graph.event(events.front()).node;
    note_passed(thread, automaton.assertions_at_start(start));
    for (const EventId id : graph.events_of(thread)) {
      const Event& event = graph.event(id);
      note_passed(thread, automaton.assertions_after(event.node, event.value));
    }
  }
}

void AssertionCoverage::note_given_up() {
  if (!may_give_up_ || open_.empty() || !is_worth_a_look()) return;
  for (std::size_t t = 0; t < automata_->thread_count(); ++t) {
    const ThreadAutomaton& automaton = automata_->thread(ThreadId(t));
    for (std::size_t i = 0; i < automaton.node_count(); ++i) {
      const NodeId node(i);
      if (automaton.kind(node) != LabelKind::Read) continue;
      for (const auto& [value, target] : automaton.edges(node)) {
        if (leads_to_block(automaton, target)) {
          note_passed(ThreadId(t), automaton.assertions_after(node, value));
        }
      }
    }
  }
}

void AssertionCoverage::note_passed(ThreadId thread, std::span<const InstructionIndex> passed) {
  const std::vector<Instruction>& code = automata_->program().threads[thread.value].code;
  for (const InstructionIndex at : passed) open_.erase(code[at].source.begin);
}

std::set<std::uint32_t> AssertionCoverage::reached_since(const AssertionCoverage& before) const {
  std::set<std::uint32_t> reached;
  for (const auto& [begin, assertion] : before.open_) {
    if (!open_.contains(begin)) reached.insert(begin);
  }
  return reached;
}

std::vector<ErrorPlace> AssertionCoverage::unreached(const std::set<std::uint32_t>& reached) const {
  std::vector<ErrorPlace> places;
  for (const auto& [begin, assertion] : open_) {
    if (!reached.contains(begin)) places.push_back(assertion.place);
  }
  return places;
}

bool AssertionCoverage::has_reached_none(const std::set<std::uint32_t>& reached) const {
  return !leaves_out_ && !open_.empty() && std::ranges::none_of(open_, [&](const auto& entry) {
    return reached.contains(entry.first);
  });
}

}  // namespace drover
