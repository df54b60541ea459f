// All runs of the machine with promises (promising_machine.cpp), promises first: by [PARM] §7,
// every outcome is reached by runs that make all promises before any thread takes a step. So the
// search extends memory, message by message, by what some thread may promise; whenever the threads
// can run to their ends on a memory as it is, fulfilling all promises, their runs are independent
// of each other, and each combination is an execution.
//
// The threads of the init block, the others and those of the final block follow each other: a
// thread has seen all messages of earlier ones.
//
// Different orders of messages of different locations may give the same execution; it is reported
// once.

#include "explorer/algorithms/reference/promise_first.h"

#include <algorithm>
#include <array>
#include <unordered_set>
#include <utility>
#include <vector>

#include "explorer/algorithms/graph_dependencies.h"
#include "explorer/algorithms/reference/thread_runs.h"
#include "explorer/graph/graph_hash.h"

namespace drover::reference {

namespace {

// By group of threads; empty before the group starts.
using RunsOfGroups = std::vector<std::vector<GroupRun>>;

constexpr std::array Roles{ThreadRole::Init, ThreadRole::Worker, ThreadRole::Final};

// A memory that threads of earlier roles have left, and promises of threads of this role.
struct Phase {
  std::size_t role = 0;  // in Roles
  Timestamp seen = 0;    // the messages of earlier roles
  MessageList memory = {};
  RunsOfGroups earlier = {};  // the runs of groups of earlier roles
};

class PromiseFirst : public Search {
 public:
  using Visit = std::function<bool(const WholeRuns&)>;

  PromiseFirst(ProgramAutomata& automata, PromisingRules rules, RunControl& control, Visit visit)
      : automata_(automata),
        machine_(code_of(automata), rules),
        roles_(automata.roles()),
        control_(control),
        visit_(std::move(visit)) {
    for (const Thread& thread : automata.program().threads) {
      may_write_.push_back(may_write_from(thread));
    }
    make_groups();
  }

  SearchEnd run() override {
    while (!pending_.empty() && !is_over_ &&
           !control_.should_stop_now(pending_.back().memory.size())) {
      Phase phase = std::move(pending_.back());
      pending_.pop_back();
      explore(phase);
    }
    return SearchEnd::Done;
  }
  std::optional<Bytes> split() override { return std::nullopt; }

 private:
  void forget() override { pending_.clear(); }
  void start() override { pending_.push_back({.earlier = RunsOfGroups(groups_.size())}); }
  [[nodiscard]] bool load_from(ByteReader& /*in*/) override { return false; }

  void explore(const Phase& phase) {
    if (phase.memory.size() > MaxReferenceEvents) {
      control_.stop(StopReason::TooManyEvents);
      return;
    }
    for (const std::size_t group : groups_of(phase.role)) {
      const ThreadGroup threads = start_of(group, phase);
      for (std::size_t t = 0; t < threads.size(); ++t) {
        ThreadRuns runs(automata_, machine_, may_write_, control_);
        for (const Message& message : runs.possible_promises(threads, t, phase.memory)) {
          Phase next = phase;
          next.memory.push_back(message);
          pending_.push_back(std::move(next));
        }
      }
    }
    end(phase);
  }

  // Without spawns each thread is a group, else all threads of a role are.
  void make_groups() {
    for (const ThreadRole role : Roles) {
      for (std::size_t t = 0; t < roles_.size(); ++t) {
        if (roles_[t] != role) continue;
        const bool joins = automata_.has_spawns() && !groups_.empty() &&
                           roles_[groups_.back().front().value] == role;
        if (!joins) groups_.emplace_back();
        groups_.back().emplace_back(t);
      }
    }
  }
  [[nodiscard]] std::vector<std::size_t> groups_of(std::size_t role) const {
    std::vector<std::size_t> out;
    for (std::size_t group = 0; group < groups_.size(); ++group) {
      if (roles_[groups_[group].front().value] == Roles[role]) out.push_back(group);
    }
    return out;
  }
  // Returns the threads of a group before their first steps: they have promised all their messages.
  [[nodiscard]] ThreadGroup start_of(std::size_t group, const Phase& phase) const {
    ThreadGroup out;
    for (const ThreadId thread : groups_[group]) {
      out.push_back(machine_.start(thread, {phase.seen, phase.seen}));
      for (Timestamp at = phase.seen + 1; at <= phase.memory.size(); ++at) {
        if (phase.memory[at - 1].thread == thread) out.back().promises.push_back(at);
      }
    }
    return out;
  }

  // Ends the phase with this memory, if its threads can.
  void end(const Phase& phase) {
    RunsOfGroups runs = phase.earlier;
    const std::vector<std::size_t> groups = groups_of(phase.role);
    for (const std::size_t group : groups) {
      ThreadRuns of_group(automata_, machine_, may_write_, control_);
      runs[group] = of_group.whole_runs(start_of(group, phase), phase.memory);
      if (runs[group].empty()) return;
    }
    if (control_.has_stopped()) return;
    if (phase.role + 1 == Roles.size()) {
      for_each_combination(runs, [&](const Chosen& chosen) { report(phase, chosen); });
      return;
    }
    report_stuck(phase, runs);
    for (const std::size_t group : groups) {
      std::erase_if(runs[group], &is_stuck);
      if (runs[group].empty()) return;
    }
    pending_.push_back({.role = phase.role + 1,
                        .seen = static_cast<Timestamp>(phase.memory.size()),
                        .memory = phase.memory,
                        .earlier = std::move(runs)});
  }

  static bool is_stuck(const GroupRun& run) {
    return std::ranges::any_of(
        run, [](const ThreadRun& each) { return each.end != ThreadEnd::Finished; });
  }
  // Reports the executions in which some thread of this role does not finish.
  void report_stuck(const Phase& phase, const RunsOfGroups& runs) {
    const std::vector<std::size_t> groups = groups_of(phase.role);
    const bool may_be_stuck = std::ranges::any_of(
        groups, [&](std::size_t group) { return std::ranges::any_of(runs[group], &is_stuck); });
    if (!may_be_stuck) return;
    for_each_combination(runs, [&](const Chosen& chosen) {
      const bool stays = std::ranges::any_of(
          groups, [&](std::size_t group) { return is_stuck(*chosen.groups[group]); });
      if (stays) report(phase, chosen);
    });
  }

  // A run of each group that has started; null: none.
  struct Chosen {
    std::vector<const GroupRun*> groups;
    std::vector<const ThreadRun*> threads;
  };
  template <typename Visit>
  void for_each_combination(const RunsOfGroups& runs, Visit visit) {
    std::vector<std::size_t> at(runs.size(), 0);
    Chosen chosen{std::vector<const GroupRun*>(runs.size(), nullptr),
                  std::vector<const ThreadRun*>(roles_.size(), nullptr)};
    while (!control_.should_stop(runs.size())) {
      for (std::size_t group = 0; group < runs.size(); ++group) {
        if (runs[group].empty()) continue;
        chosen.groups[group] = &runs[group][at[group]];
        for (std::size_t i = 0; i < groups_[group].size(); ++i) {
          chosen.threads[groups_[group][i].value] = &(*chosen.groups[group])[i];
        }
      }
      visit(chosen);
      std::size_t group = 0;
      while (group < runs.size() && (runs[group].empty() || ++at[group] == runs[group].size())) {
        at[group++] = 0;
      }
      if (group == runs.size()) return;
    }
  }

  void report(const Phase& phase, const Chosen& chosen) {
    if (!is_over_ && !visit_({phase.memory, chosen.threads})) is_over_ = true;
  }

  ProgramAutomata& automata_;
  PromisingMachine machine_;
  std::vector<ThreadRole> roles_;
  RunControl& control_;
  Visit visit_;
  bool is_over_ = false;
  std::vector<std::vector<bool>> may_write_;  // by thread and instruction
  std::vector<std::vector<ThreadId>> groups_;
  std::vector<Phase> pending_;
};

// Returns what po, rf and co of an execution are: writes are named by their threads, coherence by
// the order of the writes of each location.
GraphHash identity_of(const ProgramAutomata& automata, const WholeRuns& runs) {
  const auto& [memory, threads] = runs;
  std::vector<std::uint32_t> form;
  std::vector<std::uint32_t> name_of(memory.size() + 1, 0);
  const auto is_write = [&](std::size_t thread, const DoneEvent& event) {
    return automata.thread(ThreadId(thread)).kind(event.node) == LabelKind::Write;
  };
  constexpr std::uint32_t MaxEvents = MaxReferenceEvents + 2;
  for (std::uint32_t t = 0; t < threads.size(); ++t) {
    for (std::uint32_t i = 0; threads[t] != nullptr && i < threads[t]->done.size(); ++i) {
      const DoneEvent& event = threads[t]->done[i];
      if (is_write(t, event)) name_of[event.at] = (t + 1) * MaxEvents + i;
    }
  }
  for (std::size_t t = 0; t < threads.size(); ++t) {
    form.push_back(threads[t] == nullptr ? 0 : threads[t]->node.value + 1);
    if (threads[t] == nullptr) continue;
    for (const DoneEvent& event : threads[t]->done) {
      form.push_back(event.node.value);
      form.push_back(is_write(t, event) ? 0 : name_of[event.at]);
      // The thread may forget the number that it chooses.
      const bool chooses = automata.thread(ThreadId(t)).kind(event.node) == LabelKind::Choose;
      if (chooses) form.push_back(static_cast<std::uint32_t>(event.value));
    }
  }
  std::vector<Timestamp> order(memory.size());
  for (Timestamp at = 1; at <= order.size(); ++at) order[at - 1] = at;
  std::ranges::stable_sort(order, {}, [&](Timestamp at) { return memory[at - 1].location; });
  for (const Timestamp at : order) form.push_back(name_of[at]);
  return hash_form(form);
}

}  // namespace

ExecutionGraph graph_of(const ProgramAutomata& automata, const WholeRuns& runs) {
  const auto& [memory, threads] = runs;
  ExecutionGraph graph(automata.roles());
  std::vector<EventId> writes(memory.size());
  for (std::size_t t = 0; t < threads.size(); ++t) {
    if (threads[t] == nullptr) continue;
    for (const DoneEvent& event : threads[t]->done) {
      const EventId id = add_event(graph, automata, ThreadId(t), event.node);
      const LabelKind kind = graph.event(id).label.kind;
      if (kind == LabelKind::Write) writes[event.at - 1] = id;
      const bool is_given = kind == LabelKind::Choose || kind == LabelKind::Join;
      if (is_given) graph.set_read_value(id, event.value);
    }
  }
  for (std::size_t t = 0; t < threads.size(); ++t) {
    for (std::size_t i = 0; threads[t] != nullptr && i < threads[t]->done.size(); ++i) {
      const EventId read = graph.events_of(ThreadId(t))[i];
      const Label& label = graph.event(read).label;
      if (!label.is_read()) continue;
      const Timestamp at = threads[t]->done[i].at;
      graph.set_reads_from(read, at == 0 ? graph.initial_write(label.location) : writes[at - 1]);
    }
  }
  for (const EventId write : writes) {
    const LocationId location = graph.event(write).label.location;
    graph.insert_coherence(write, graph.coherence(location).size());
  }
  graph.set_dependencies(graph_dependencies(automata, graph));
  return graph;
}

void visit_whole_runs(ProgramAutomata& automata, PromisingRules rules, RunControl& control,
                      std::function<bool(const WholeRuns&)> visit) {
  PromiseFirst search(automata, rules, control, std::move(visit));
  search.begin();
  static_cast<void>(search.run());
}

std::unique_ptr<Search> make_promise_first(ProgramAutomata& automata, PromisingRules rules,
                                           RunControl& control, ExecutionObserver& observer) {
  auto report = [&automata, &observer,
                 reported = std::unordered_set<GraphHash>()](const WholeRuns& runs) mutable {
    if (!reported.insert(identity_of(automata, runs)).second) return true;
    std::vector<NodeId> nodes;
    std::vector<ThreadEnd> ends;
    for (std::size_t t = 0; t < runs.threads.size(); ++t) {
      const ThreadRun* const run = runs.threads[t];
      nodes.push_back(run != nullptr ? run->node : automata.thread(ThreadId(t)).initial());
      ends.push_back(run != nullptr ? run->end : ThreadEnd::NotStarted);
    }
    const ExecutionGraph graph = graph_of(automata, runs);
    observer.on_execution({graph, std::move(nodes), std::move(ends)});
    return true;
  };
  return std::make_unique<PromiseFirst>(automata, rules, control, std::move(report));
}

}  // namespace drover::reference
