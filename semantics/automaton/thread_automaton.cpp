#include "semantics/automaton/thread_automaton.h"

#include <algorithm>

#include "semantics/program/operands.h"
#include "support/check.h"
#include "support/hash.h"

namespace drover {

std::size_t ThreadAutomaton::StateHash::operator()(const ThreadState& state) const noexcept {
  return hash_of(state.at, state.is_write_pending, state.wait, state.pending_address,
                 state.pending_value, state.has_failed, state.registers, state.origins.sets());
}

ThreadAutomaton::ThreadAutomaton(const Program& program, ThreadId thread, LocationTable& locations,
                                 UnfoldOptions options)
    : interpreter_(program, thread, locations, options),
      is_spawned_(program.threads[thread.value].origin.has_value()),
      result_(program.threads[thread.value].result),
      passed_(words_for(program.threads[thread.value].code.size()), 0) {
  if (is_spawned_) {
    add_dormant_node();
    return;
  }
  initial_ = node_of(interpreter_.initial());
  starts_ = {initial_};
  note_start(initial_);
}

// A thread that is never spawned counts as finished without events.
void ThreadAutomaton::add_dormant_node() {
  dormant_ = std::make_unique<const ThreadState>(interpreter_.dormant());
  initial_ = NodeId(nodes_.size());
  Label label;
  label.kind = LabelKind::Finished;
  nodes_.push_back(std::make_unique<Node>(Node{label, dormant_.get(), {}, {}}));
  kinds_.push_back(label.kind);
}

NodeId ThreadAutomaton::start(std::span<const Value> arguments) {
  const NodeId node = node_of(interpreter_.initial(arguments));
  if (std::ranges::find(starts_, node) == starts_.end()) starts_.push_back(node);
  note_start(node);
  return node;
}

void ThreadAutomaton::note_start(NodeId start) {
  if (!interpreter_.assertions().empty()) at_start_.emplace(start, interpreter_.assertions());
  note_assertions();
}

std::span<const InstructionIndex> ThreadAutomaton::assertions_at_start(NodeId start) const {
  const auto known = at_start_.find(start);
  if (known == at_start_.end()) return {};
  return known->second;
}

void ThreadAutomaton::note_assertions() {
  for (const InstructionIndex at : interpreter_.assertions()) insert_bit(passed_, at);
}

NodeId ThreadAutomaton::node_of(ThreadState state) {
  const Label label = interpreter_.run(state);
  const auto [entry, is_new] = index_.try_emplace(std::move(state), NodeId(nodes_.size()));
  if (is_new) {
    nodes_.push_back(std::make_unique<Node>(Node{label, &entry->first, {}, {}}));
    const bool goes_on = is_event(label.kind) || label.kind == LabelKind::Fork;
    if (goes_on && interpreter_.tracks_dependencies()) {
      nodes_.back()->dependencies =
          std::make_unique<EventDependencies>(interpreter_.dependencies(entry->first));
    }
    kinds_.push_back(label.kind);
  }
  return entry->second;
}

NodeId ThreadAutomaton::follow(NodeId node, Value returned) {
  Node& at = *nodes_[node.value];
  DROVER_DCHECK(is_event(at.label.kind) || at.label.kind == LabelKind::Fork,
                "a thread that has ended does not go on");
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
    : program_(&program),
      options_(options),
      locations_(program),
      has_spawns_(std::ranges::any_of(program.threads, [](const Thread& thread) {
        return thread.origin || has_any<Spawn, Join>(thread);
      })) {
  threads_.reserve(program.threads.size());
  for (std::size_t i = 0; i < program.threads.size(); ++i) {
    threads_.emplace_back(program, ThreadId(i), locations_, options);
  }
}

NodeId ProgramAutomata::start_of(ThreadId spawner, NodeId node) {
  ThreadAutomaton::Node& at = *threads_[spawner.value].nodes_[node.value];
  if (at.started.is_none()) {
    const std::vector<Value>& arguments = threads_[spawner.value].arguments(at.label);
    at.started = threads_[named_by(at.label).value].start(arguments);
  }
  return at.started;
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
