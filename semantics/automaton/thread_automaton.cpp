#include "semantics/automaton/thread_automaton.h"

#include <algorithm>

#include "support/check.h"
#include "support/hash.h"

namespace drover {

std::size_t ThreadAutomaton::StateHash::operator()(const ThreadState& state) const noexcept {
  return hash_of(state.at, state.is_write_pending, state.pending_address, state.pending_value,
                 state.registers, state.origins.sets());
}

ThreadAutomaton::ThreadAutomaton(const Program& program, ThreadId thread, LocationTable& locations,
                                 UnfoldOptions options)
    : interpreter_(program, thread, locations, options),
      passed_(words_for(program.threads[thread.value].code.size()), 0) {
  initial_ = node_of(interpreter_.initial());
  at_start_ = interpreter_.assertions();
  note_assertions();
}

void ThreadAutomaton::note_assertions() {
  for (const InstructionIndex at : interpreter_.assertions()) insert_bit(passed_, at);
}

NodeId ThreadAutomaton::node_of(ThreadState state) {
  const Label label = interpreter_.run(state);
  const auto [entry, is_new] = index_.try_emplace(std::move(state), NodeId(nodes_.size()));
  if (is_new) {
    nodes_.push_back(std::make_unique<Node>(Node{label, &entry->first, {}, {}}));
    if (is_event(label.kind) && interpreter_.tracks_dependencies()) {
      nodes_.back()->dependencies =
          std::make_unique<EventDependencies>(interpreter_.dependencies(entry->first));
    }
    kinds_.push_back(label.kind);
  }
  return entry->second;
}

NodeId ThreadAutomaton::next(NodeId node, Value value) {
  Node& at = *nodes_[node.value];
  DROVER_DCHECK(is_event(at.label.kind), "a thread that has ended does not go on");
  const Value returned = at.label.returns_value() ? value : 0;
  for (const auto& [edge, target] : at.edges) {
    if (edge == returned) return target;
  }
  std::optional<ThreadState> after = interpreter_.advance(*at.state, at.label, returned);
  const NodeId target = after ? node_of(std::move(*after)) : NodeId::none();
  if (after && !interpreter_.assertions().empty()) {
    assertions_.emplace(std::pair(node, returned), interpreter_.assertions());
    note_assertions();
  }
  at.edges.emplace_back(returned, target);
  return target;
}

std::span<const InstructionIndex> ThreadAutomaton::assertions_after(NodeId node,
                                                                    Value value) const {
  const auto known = assertions_.find({node, label(node).returns_value() ? value : 0});
  if (known == assertions_.end()) return {};
  return known->second;
}

const EventDependencies& ThreadAutomaton::dependencies(NodeId node) const {
  const Node& at = *nodes_[node.value];
  DROVER_CHECK(at.dependencies != nullptr, "dependencies are asked of events that have them");
  return *at.dependencies;
}

Value ThreadAutomaton::register_value(NodeId finished, RegisterId reg) const {
  DROVER_CHECK(label(finished).kind == LabelKind::Finished, "only finished threads are observed");
  return nodes_[finished.value]->state->registers[reg.value];
}

ProgramAutomata::ProgramAutomata(const Program& program, UnfoldOptions options)
    : program_(&program), options_(options), locations_(program) {
  threads_.reserve(program.threads.size());
  for (std::size_t i = 0; i < program.threads.size(); ++i) {
    threads_.emplace_back(program, ThreadId(i), locations_, options);
  }
}

bool ProgramAutomata::depends_on_placement() const {
  return std::ranges::any_of(threads_, &ThreadAutomaton::depends_on_placement);
}

std::vector<ThreadRole> ProgramAutomata::roles() const {
  std::vector<ThreadRole> roles;
  for (const Thread& thread : program_->threads) roles.push_back(thread.role);
  return roles;
}

}  // namespace drover
