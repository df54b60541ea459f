#include "explorer/algorithms/progress/find_endless_run.h"

#include <algorithm>
#include <map>
#include <utility>
#include <variant>

#include "explorer/algorithms/execution.h"
#include "semantics/automaton/thread_automaton.h"
#include "semantics/program/control_flow.h"
#include "support/check.h"

namespace drover::progress {

namespace {

using StateIndex = std::uint32_t;

struct State {
  std::vector<NodeId> nodes;
  std::vector<std::pair<std::uint32_t, Value>> memory;  // by location, those written
  std::vector<bool> has_begun;
  // Control barriers that their threads have passed, with their resources, in order.
  std::vector<std::pair<std::uint32_t, Value>> passed;

  auto operator<=>(const State&) const = default;
};

struct Step {
  StateIndex to = 0;
  std::uint32_t thread = 0;
};

// The program with loops that have no bound. (Those without events are cut where they repeat.)
Program without_bounds(Program program) {
  for (Thread& thread : program.threads) {
    const std::vector<bool> is_local = find_local_loops(thread);
    for (std::size_t i = 0; i < thread.code.size(); ++i) {
      const auto* iteration = std::get_if<LoopIteration>(&thread.code[i].body);
      if (iteration == nullptr || is_local[i]) continue;
      thread.code[i].body = LoopStart{.loop = iteration->loop, .counter = iteration->counter};
    }
  }
  return program;
}

class Search {
 public:
  Search(const Program& program, ProgressModel model, RunControl& control, std::size_t max_states)
      : program_(without_bounds(program)),
        automata_(program_, {}),
        model_(model),
        control_(control),
        max_states_(max_states),
        roles_(automata_.roles()),
        topology_(program_.topology.get()) {}

  ProgressResult run() {
    State first;
    for (std::size_t t = 0; t < automata_.thread_count(); ++t) {
      first.nodes.push_back(automata_.thread(ThreadId(t)).initial());
    }
    first.has_begun.assign(first.nodes.size(), false);
    index_of(std::move(first));
    for (StateIndex at = 0; at < states_.size(); ++at) {
      if (states_.size() > max_states_ || control_.should_stop(states_.size())) {
        result_.is_complete = false;
        break;
      }
      expand(at);
    }
    result_.states = states_.size();
    if (result_.is_complete) find_component();
    if (!result_.endless && is_cut_) result_.is_complete = false;
    return std::move(result_);
  }

 private:
  StateIndex index_of(State state) {
    const auto [found, is_new] =
        index_.emplace(std::move(state), static_cast<StateIndex>(states_.size()));
    if (is_new) {
      states_.push_back(&found->first);
      steps_.emplace_back();
    }
    return found->second;
  }

  [[nodiscard]] const Label& label(const State& state, std::size_t thread) const {
    return automata_.thread(ThreadId(thread)).label(state.nodes[thread]);
  }
  // True if it loops without events.
  static bool spins(const Label& at) {
    return (at.kind == LabelKind::Block && (at.is_spin || at.is_endless)) ||
           (at.kind == LabelKind::Cut && static_cast<CutReason>(at.value) == CutReason::Endless);
  }
  [[nodiscard]] bool has_ended(const State& state, std::size_t thread) const {
    const Label& at = label(state, thread);
    return !is_event(at.kind) && !spins(at);
  }
  [[nodiscard]] std::vector<ThreadEnd> ends(const State& state) const {
    std::vector<ThreadEnd> out;
    for (std::size_t t = 0; t < state.nodes.size(); ++t) {
      out.push_back(has_ended(state, t) ? end_of(label(state, t)) : ThreadEnd::NotStarted);
    }
    return out;
  }
  // True if the thread exists already, or earlier roles have ended.
  [[nodiscard]] bool is_there(const State& state, std::size_t thread) const {
    return may_start(roles_[thread], roles_, ends(state)) &&
           !automata_.thread(ThreadId(thread)).is_dormant(state.nodes[thread]);
  }

  void expand(StateIndex at) {
    for (std::size_t t = 0; t < automata_.thread_count(); ++t) {
      const State here = *states_[at];
      is_cut_ |= label(here, t).kind == LabelKind::Cut && !spins(label(here, t));
      if (has_ended(here, t) || !is_there(here, t)) continue;
      for (State& next : after(here, t)) {
        next.has_begun[t] = true;
        const StateIndex to = index_of(std::move(next));
        steps_[at].push_back({to, static_cast<std::uint32_t>(t)});
      }
    }
  }

  [[nodiscard]] Value value_at(const State& state, LocationId location) const {
    const auto found =
        std::ranges::find(state.memory, location.value, &std::pair<std::uint32_t, Value>::first);
    return found != state.memory.end() ? found->second
                                       : automata_.locations().initial_value(location);
  }
  static void write(State& state, LocationId location, Value value) {
    const auto place = std::ranges::lower_bound(state.memory, location.value, {},
                                                &std::pair<std::uint32_t, Value>::first);
    if (place != state.memory.end() && place->first == location.value) {
      place->second = value;
    } else {
      state.memory.insert(place, {location.value, value});
    }
  }

  // Returns the states after a step of the thread: none if it waits, several if it chooses.
  std::vector<State> after(const State& state, std::size_t thread) {
    ThreadAutomaton& automaton = automata_.thread(ThreadId(thread));
    const NodeId node = state.nodes[thread];
    const Label at = automaton.label(node);
    std::vector<State> out;
    const auto go_on = [&](Value value) -> State* {
      const NodeId next = automaton.next(node, value);
      if (next.is_none()) return nullptr;
      out.push_back(state);
      out.back().nodes[thread] = next;
      return &out.back();
    };
    if (spins(at)) {
      out.push_back(state);
    } else if (at.is_read()) {
      const Value value = value_at(state, at.location);
      State* next = go_on(value);
      if (next == nullptr) {
        if (!at.is_assumed) out.push_back(state);
      } else if (at.exclusive.contains(value)) {
        finish_update(*next, thread);
      }
    } else if (at.is_of_barrier) {
      pass_barrier(state, thread, at, out);
    } else if (at.kind == LabelKind::Choose) {
      for (Value way = 0; way < at.size; ++way) go_on(way);
    } else if (at.kind == LabelKind::Join) {
      const ThreadId joined = ProgramAutomata::named_by(at);
      const NodeId end = state.nodes[joined.value];
      if (automata_.is_joinable(joined, end)) go_on(automata_.result_of(joined, end));
    } else {
      State* next = go_on(0);
      if (at.is_write()) write(*next, at.location, at.value);
      if (at.kind == LabelKind::Spawn) {
        next->nodes[ProgramAutomata::named_by(at).value] =
            automata_.start_of(ThreadId(thread), node);
      }
    }
    return out;
  }
  void finish_update(State& state, std::size_t thread) {
    ThreadAutomaton& automaton = automata_.thread(ThreadId(thread));
    const Label& second = automaton.label(state.nodes[thread]);
    DROVER_CHECK(second.is_write(), "the write of a read-modify-write follows its read");
    write(state, second.location, second.value);
    state.nodes[thread] = automaton.next(state.nodes[thread], 0);
  }

  // ---- Control barriers

  // True if barriers of these places and resources belong together.
  [[nodiscard]] bool belong_together(std::uint32_t one, Value resource, std::uint32_t other,
                                     Value other_resource) const {
    const BarrierSite& first = topology_->barriers[one];
    const BarrierSite& second = topology_->barriers[other];
    return first.instance == second.instance && first.has_resource == second.has_resource &&
           (!first.has_resource || resource == other_resource) &&
           topology_->share(first.thread, second.thread,
                            topology_->depth_of(topology_->barrier_level));
  }
  // The last thread to arrive takes the others along. Barriers are not in loops.
  void pass_barrier(const State& state, std::size_t thread, const Label& at,
                    std::vector<State>& out) {
    const BarrierSite& own = topology_->barriers[at.detail];
    State next = state;
    if (!own.waits) {
      pass(next, thread);
      out.push_back(std::move(next));
      return;
    }
    std::size_t arrived = 0;
    std::size_t sites = 0;
    for (std::uint32_t i = 0; i < topology_->barriers.size(); ++i) {
      const BarrierSite& site = topology_->barriers[i];
      // A resource that is not known where its thread does not come.
      if (belong_together(at.detail, at.value, i, site.resource.value_or(at.value))) ++sites;
      const Label& there = label(state, site.thread.value);
      const bool is_here = there.is_of_barrier && there.detail == i &&
                           belong_together(at.detail, at.value, i, there.value);
      const bool has_passed = std::ranges::any_of(state.passed, [&](const auto& each) {
        return each.first == i && belong_together(at.detail, at.value, i, each.second);
      });
      if (is_here) pass(next, site.thread.value);
      if (is_here || has_passed) ++arrived;
    }
    if (arrived >= own.quorum.value_or(static_cast<std::uint32_t>(sites))) {
      out.push_back(std::move(next));
    }
  }
  void pass(State& state, std::size_t thread) {
    const Label& at = label(state, thread);
    const std::pair entry(at.detail, at.value);
    state.passed.insert(std::ranges::lower_bound(state.passed, entry), entry);
    state.nodes[thread] = automata_.thread(ThreadId(thread))
                              .next(state.nodes[thread], static_cast<Value>(BarrierWay::Passes));
  }

  // ---- Runs that do not end

  // Tarjan's algorithm, without recursion.
  void find_component() {
    constexpr StateIndex None = ~StateIndex{0};
    std::vector<StateIndex> number(states_.size(), None);
    std::vector<StateIndex> low(states_.size(), 0);
    std::vector<bool> is_open(states_.size(), false);
    std::vector<StateIndex> stack;
    std::vector<std::pair<StateIndex, std::size_t>> path;
    StateIndex next = 0;
    const auto enter = [&](StateIndex state) {
      number[state] = low[state] = next++;
      is_open[state] = true;
      stack.push_back(state);
      path.emplace_back(state, 0);
    };
    component_.assign(states_.size(), None);
    enter(0);
    while (!path.empty() && !result_.endless) {
      auto& [state, step] = path.back();
      if (step < steps_[state].size()) {
        const StateIndex to = steps_[state][step++].to;
        if (number[to] == None) {
          enter(to);
        } else if (is_open[to]) {
          low[state] = std::min(low[state], number[to]);
        }
        continue;
      }
      const StateIndex done = state;
      path.pop_back();
      if (!path.empty()) low[path.back().first] = std::min(low[path.back().first], low[done]);
      if (low[done] != number[done]) continue;
      std::vector<StateIndex> members;
      do {
        members.push_back(stack.back());
        is_open[stack.back()] = false;
        component_[stack.back()] = done;
        stack.pop_back();
      } while (members.back() != done);
      judge(members);
    }
  }

  void judge(const std::vector<StateIndex>& members) {
    const State& state = *states_[members.front()];
    ThreadsAtEnd threads{.has_begun = state.has_begun,
                         .may_step = std::vector<bool>(state.nodes.size(), false),
                         .steps = std::vector<bool>(state.nodes.size(), false)};
    std::vector<StuckThread> fates(state.nodes.size());
    bool has_live = false;
    bool has_steps = false;
    for (const StateIndex each : members) {
      for (const Step& step : steps_[each]) {
        threads.may_step[step.thread] = true;
        if (component_[step.to] != component_[members.front()]) continue;
        threads.steps[step.thread] = true;
        has_steps = true;
        fates[step.thread].source = label(*states_[each], step.thread).source;
      }
    }
    for (std::size_t t = 0; t < state.nodes.size(); ++t) {
      const Label& at = label(state, t);
      StuckThread& fate = fates[t];
      if (threads.steps[t]) {
        fate.fate = ThreadFate::Loops;
        has_live = true;
        continue;
      }
      if (has_ended(state, t)) {
        if (at.kind != LabelKind::Finished) return;  // the run does not count
        continue;
      }
      if (!is_there(state, t)) continue;
      if (at.is_read() && at.is_assumed && !threads.may_step[t]) return;
      has_live = true;
      fate.source = at.source;
      fate.fate = !threads.may_step[t] ? ThreadFate::Waits
                  : state.has_begun[t] ? ThreadFate::Halted
                                       : ThreadFate::NotBegun;
    }
    // Without steps, it is the end of a run if nobody can take one.
    const bool is_end =
        std::ranges::none_of(members, [&](StateIndex each) { return !steps_[each].empty(); });
    if (!has_live || (!has_steps && !is_end)) return;
    if (allows(model_, topology_, threads)) result_.endless = std::move(fates);
  }

  Program program_;
  ProgramAutomata automata_;
  ProgressModel model_;
  RunControl& control_;
  std::size_t max_states_;
  std::vector<ThreadRole> roles_;
  const Topology* topology_;
  std::map<State, StateIndex> index_;
  std::vector<const State*> states_;
  std::vector<std::vector<Step>> steps_;
  std::vector<StateIndex> component_;
  bool is_cut_ = false;  // a thread reached a bound: of recursion, of the number of threads
  ProgressResult result_;
};

}  // namespace

ProgressResult find_endless_run(const Program& program, ProgressModel model, RunControl& control,
                                std::size_t max_states) {
  return Search(program, model, control, max_states).run();
}

}  // namespace drover::progress
