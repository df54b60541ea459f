#include "explorer/algorithms/reference/promising_play.h"

#include <algorithm>
#include <utility>

namespace drover::reference {

PromisingPlay::PromisingPlay(ProgramAutomata& automata, PromisingRules rules)
    : automata_(automata),
      rules_(rules),
      machine_(code_of(automata), rules),
      roles_(automata.roles()) {
  for (const Thread& thread : automata.program().threads) {
    may_write_.push_back(may_write_from(thread));
  }
}

PromisingState PromisingPlay::start() const {
  PromisingState state;
  for (std::size_t t = 0; t < roles_.size(); ++t) {
    state.threads.push_back(machine_.start(ThreadId(t), {}));
  }
  state.ends.assign(roles_.size(), ThreadEnd::NotStarted);
  state.has_started.assign(roles_.size(), false);
  settle(state);
  return state;
}

bool PromisingPlay::is_dormant(const PromisingState& state, std::size_t thread) const {
  return automata_.thread(ThreadId(thread)).is_dormant(state.threads[thread].node);
}

// Starts threads, and marks those at their ends as ended.
void PromisingPlay::settle(PromisingState& state) const {
  bool has_changed = true;
  while (std::exchange(has_changed, false)) {
    for (std::size_t t = 0; t < roles_.size(); ++t) {
      if (is_dormant(state, t)) continue;
      if (!state.has_started[t]) {
        // A thread that nobody has spawned does not hold up those of later roles.
        std::vector<ThreadEnd> ends = state.ends;
        for (std::size_t other = 0; other < ends.size(); ++other) {
          if (is_dormant(state, other)) ends[other] = ThreadEnd::Finished;
        }
        if (!may_start(roles_[t], roles_, ends)) continue;
        const auto seen = static_cast<Timestamp>(state.memory.size());
        state.threads[t] = machine_.start(ThreadId(t), {seen, seen});
        state.has_started[t] = has_changed = true;
      }
      if (state.ends[t] != ThreadEnd::NotStarted) continue;
      const Label& label = machine_.label(state.threads[t]);
      if (is_event(label.kind)) continue;
      state.ends[t] = end_of(label);
      has_changed = true;
    }
  }
}

bool PromisingPlay::is_running(const PromisingState& state, ThreadId thread) const {
  return state.has_started[thread.value] && state.ends[thread.value] == ThreadEnd::NotStarted;
}

bool PromisingPlay::has_ended(const PromisingState& state) const {
  for (std::size_t t = 0; t < roles_.size(); ++t) {
    if (!is_dormant(state, t) && state.ends[t] == ThreadEnd::NotStarted) return false;
  }
  return true;
}

ExecutionGraph PromisingPlay::execution_of(const PromisingState& state) const {
  std::vector<ThreadRun> runs;
  for (std::size_t t = 0; t < roles_.size(); ++t) {
    runs.push_back({state.threads[t].done, state.threads[t].node, state.ends[t]});
  }
  std::vector<const ThreadRun*> threads;
  for (const ThreadRun& each : runs) threads.push_back(&each);
  return graph_of(automata_, {state.memory, threads});
}

std::pair<ThreadGroup, std::size_t> PromisingPlay::group_of(const PromisingState& state,
                                                            ThreadId thread) const {
  if (!automata_.has_spawns()) return {{state.threads[thread.value]}, 0};
  std::pair<ThreadGroup, std::size_t> out;
  for (std::size_t t = 0; t < roles_.size(); ++t) {
    if (t == thread.value) out.second = out.first.size();
    if (roles_[t] == roles_[thread.value]) out.first.push_back(state.threads[t]);
  }
  return out;
}

bool PromisingPlay::is_certified(const PromisingState& state, ThreadId thread) {
  if (state.threads[thread.value].promises.empty()) return true;
  RunControl control;
  const auto [group, place] = group_of(state, thread);
  return ThreadRuns(automata_, machine_, may_write_, control)
      .can_fulfil(group, place, state.memory);
}

// ---- Moves

bool PromisingPlay::pass(PromisingState& state, ThreadId thread) {
  PromisingThread& passing = state.threads[thread.value];
  const Label& label = machine_.label(passing);
  if (label.kind == LabelKind::Join) {
    const PromisingThread& joined = state.threads[ProgramAutomata::named_by(label).value];
    const bool has_ended = automata_.is_joinable(joined.id, joined.node);
    if (has_ended) machine_.join(passing, joined, automata_.result_of(joined.id, joined.node));
    return has_ended;
  }
  if (label.kind == LabelKind::Spawn) {
    const ThreadId spawned = ProgramAutomata::named_by(label);
    PromisingThread& child = state.threads[spawned.value];
    child = machine_.start(spawned, machine_.passed_on(passing));
    child.node = automata_.start_of(thread, passing.node);
    state.has_started[spawned.value] = true;
  }
  if (label.is_fence()) {
    machine_.pass_barrier(passing);
  } else {
    machine_.pass_other(passing);
  }
  return true;
}

// Some ways that a compare-and-swap may choose fit only some values, and a way that does not fit is
// given up after its last access. Returns true if the thread can come to the end of its
// instruction, whatever others write for it to read.
bool PromisingPlay::may_end_instruction(const PromisingThread& thread, const MessageList& memory) {
  ThreadAutomaton& automaton = automata_.thread(thread.id);
  const SourceRange source = automaton.label(thread.done.back().node).source;
  const bool has_chosen = std::ranges::any_of(thread.done, [&](const DoneEvent& event) {
    const Label& label = automaton.label(event.node);
    return label.kind == LabelKind::Choose && label.source == source;
  });
  if (!has_chosen) return !machine_.label(thread).is_dropped;
  constexpr int MaxAhead = 8;
  const auto may_end = [&](const auto& self, NodeId node, int ahead) -> bool {
    const Label label = automaton.label(node);
    if (label.is_dropped) return false;
    if (!is_event(label.kind) || label.source != source || ahead == MaxAhead) return true;
    std::set<Value> values{0};
    if (label.kind == LabelKind::Choose) {
      for (Value each = 1; each < label.size; ++each) values.insert(each);
    } else if (label.is_read()) {
      values = values_beside(automaton.state(node));
      values.insert(machine_.value_of(memory, label.location, 0));
      for (const Message& each : memory) {
        if (each.location == label.location) values.insert(each.value);
      }
    }
    return std::ranges::any_of(values, [&](Value value) {
      const NodeId next = automaton.next(node, value);
      return !next.is_none() && self(self, next, ahead + 1);
    });
  };
  return may_end(may_end, thread.node, 0);
}

// Promises the next write and fulfils it.
void PromisingPlay::append(PromisingState& state, ThreadId thread) const {
  PromisingThread& writer = state.threads[thread.value];
  const Label& label = machine_.label(writer);
  state.memory.push_back({label.location, label.value, thread});
  machine_.fulfil(writer, static_cast<Timestamp>(state.memory.size()));
}

// Lets the second half of an atomic instruction follow its first, if the thread is at one: no other
// thread may write in between. It fulfils the first promise of the location, if there is one.
PlayRefusal PromisingPlay::update(PromisingState& state, ThreadId thread) const {
  PromisingThread& writer = state.threads[thread.value];
  const Label& label = machine_.label(writer);
  if (!label.is_write() || !label.is_exclusive_write) return PlayRefusal::None;
  const auto end = static_cast<Timestamp>(state.memory.size() + 1);
  const auto promise = std::ranges::find_if(writer.promises, [&](Timestamp at) {
    return state.memory[at - 1].location == label.location;
  });
  const Timestamp at = promise == writer.promises.end() ? end : *promise;
  if (!machine_.obstacle_to_write(writer, state.memory, at).is_none()) {
    return at == end ? PlayRefusal::Between : PlayRefusal::Unkept;
  }
  if (at == end) {
    append(state, thread);
  } else {
    machine_.fulfil(writer, at);
  }
  return PlayRefusal::None;
}

// Differs from the paper: a move must leave other threads able to keep their promises, too. A write
// may take that away from a thread that comes to an atomic instruction, which has to read the last
// write (an exclusive store could fail). Runs that end have no such moves (Lemma 90).
PromisingPlay::Moved PromisingPlay::moved(const PromisingState& state, const PromisingMove& move) {
  if (!is_running(state, move.thread)) return {};
  PromisingState next = state;
  PromisingThread& thread = next.threads[move.thread.value];
  const Label& label = machine_.label(thread);
  const auto end = static_cast<Timestamp>(state.memory.size() + 1);
  switch (move.step) {
    case PromisingStep::Pass:
      if (label.is_access() || label.kind == LabelKind::Choose) return {};
      if (!pass(next, move.thread)) return {};
      break;
    case PromisingStep::Choose:
      if (label.kind != LabelKind::Choose || move.value >= label.size) return {};
      machine_.choose(thread, move.value);
      break;
    case PromisingStep::Read:
      if (!label.is_read()) return {};
      if (!machine_.obstacle_to_read(thread, next.memory, move.at).is_none()) return {};
      machine_.read(thread, next.memory, move.at);
      if (thread.node.is_none()) return {.state = {}, .refusal = PlayRefusal::Waits};
      if (const PlayRefusal refusal = update(next, move.thread); refusal != PlayRefusal::None) {
        return {.state = {}, .refusal = refusal};
      }
      break;
    case PromisingStep::Write:
      if (!label.is_write()) return {};
      if (!machine_.obstacle_to_write(thread, next.memory, end).is_none()) return {};
      append(next, move.thread);
      break;
    case PromisingStep::Fulfil:
      if (!label.is_write() ||
          std::ranges::find(thread.promises, move.at) == thread.promises.end()) {
        return {};
      }
      if (!machine_.obstacle_to_write(thread, next.memory, move.at).is_none()) return {};
      machine_.fulfil(thread, move.at);
      break;
    case PromisingStep::Promise:
      next.memory.push_back(move.message);
      thread.promises.push_back(end);
      break;
  }
  const bool is_promise = move.step == PromisingStep::Promise;
  if (!is_promise && !may_end_instruction(thread, next.memory)) {
    return {.state = {}, .refusal = PlayRefusal::Unfit};
  }
  if (!is_event(machine_.label(thread).kind) && !thread.promises.empty()) {
    return {.state = {}, .refusal = PlayRefusal::Unkept};
  }
  settle(next);
  if (!is_certified(next, move.thread)) return {.state = {}, .refusal = PlayRefusal::Unkept};
  for (const PromisingThread& other : next.threads) {
    if (!is_certified(next, other.id)) return {.state = {}, .refusal = PlayRefusal::OthersUnkept};
  }
  return {.state = std::move(next), .refusal = PlayRefusal::None};
}

std::optional<PromisingState> PromisingPlay::after(const PromisingState& state,
                                                   const PromisingMove& move) {
  return moved(state, move).state;
}

PlayRefusal PromisingPlay::refusal_of(const PromisingState& state, const PromisingMove& move) {
  return moved(state, move).refusal;
}

std::vector<PromisingMove> PromisingPlay::moves(const PromisingState& state) {
  std::vector<PromisingMove> out;
  const auto add = [&](const PromisingMove& move) {
    if (after(state, move)) out.push_back(move);
  };
  for (std::size_t t = 0; t < state.threads.size(); ++t) {
    const ThreadId id(t);
    if (!is_running(state, id)) continue;
    const PromisingThread& thread = state.threads[t];
    const Label& label = machine_.label(thread);
    if (label.is_read()) {
      for (Timestamp at = 0; at <= state.memory.size(); ++at) {
        add({.thread = id, .step = PromisingStep::Read, .at = at});
      }
    } else if (label.is_write()) {
      for (const Timestamp at : thread.promises) {
        add({.thread = id, .step = PromisingStep::Fulfil, .at = at});
      }
      add({.thread = id, .step = PromisingStep::Write});
    } else if (label.kind == LabelKind::Choose) {
      for (Value value = 0; value < label.size; ++value) {
        add({.thread = id, .step = PromisingStep::Choose, .value = value});
      }
    } else {
      add({.thread = id});
    }
    RunControl control;
    ThreadRuns runs(automata_, machine_, may_write_, control);
    const auto [group, place] = group_of(state, id);
    for (const Message& message : runs.possible_promises(group, place, state.memory)) {
      const bool is_next =
          label.is_write() && message.location == label.location && message.value == label.value;
      if (!is_next) add({.thread = id, .step = PromisingStep::Promise, .message = message});
    }
  }
  return out;
}

// ---- Ways

// True if the state is one of a run that ends like this.
bool PromisingPlay::is_prefix(const PromisingState& state, const WholeRuns& runs) const {
  if (runs.memory.size() < state.memory.size()) return false;
  if (!std::equal(state.memory.begin(), state.memory.end(), runs.memory.begin())) return false;
  for (std::size_t t = 0; t < state.threads.size(); ++t) {
    const auto& done = state.threads[t].done;
    if (done.empty()) continue;
    if (runs.threads[t] == nullptr || runs.threads[t]->done.size() < done.size()) return false;
    for (std::size_t i = 0; i < done.size(); ++i) {
      const DoneEvent& other = runs.threads[t]->done[i];
      const bool is_same =
          done[i].node == other.node && done[i].at == other.at && done[i].value == other.value;
      if (!is_same) return false;
    }
  }
  return true;
}

// Returns the thread's next step in the runs, if memory has what it needs.
std::optional<PromisingMove> PromisingPlay::next_of(const PromisingState& state, ThreadId thread,
                                                    const WholeRuns& runs) const {
  if (!is_running(state, thread)) return std::nullopt;
  const PromisingThread& at = state.threads[thread.value];
  const ThreadRun* const run = runs.threads[thread.value];
  if (run == nullptr || run->done.size() <= at.done.size()) return std::nullopt;
  const DoneEvent& next = run->done[at.done.size()];
  const Label& label = machine_.label(at);
  PromisingMove move{.thread = thread};
  if (label.is_read()) {
    if (next.at > state.memory.size()) return std::nullopt;
    move.step = PromisingStep::Read;
    move.at = next.at;
    const bool is_update =
        run->done.size() > at.done.size() + 1 &&
        automata_.thread(thread).label(run->done[at.done.size() + 1].node).is_exclusive_write;
    const std::size_t last = state.memory.size() + 1;
    if (is_update && run->done[at.done.size() + 1].at > last) return std::nullopt;
  } else if (label.is_write()) {
    if (next.at > state.memory.size() + 1) return std::nullopt;
    const bool is_new = next.at == state.memory.size() + 1;
    move.step = is_new ? PromisingStep::Write : PromisingStep::Fulfil;
    move.at = is_new ? 0 : next.at;
  } else if (label.kind == LabelKind::Choose) {
    move.step = PromisingStep::Choose;
    move.value = next.value;
  }
  return move;
}

// Returns moves that give the runs: a thread goes on as long as it can, and promises only what
// nobody can write yet.
std::optional<std::vector<PromisingMove>> PromisingPlay::schedule(PromisingState state,
                                                                  const WholeRuns& runs) {
  std::vector<PromisingMove> moves;
  const auto take = [&](const PromisingMove& move) {
    std::optional<PromisingState> next = after(state, move);
    if (!next) return false;
    state = *std::move(next);
    moves.push_back(move);
    return true;
  };
  std::size_t last = 0;
  while (true) {
    bool has_moved = false;
    for (std::size_t i = 0; i < state.threads.size() && !has_moved; ++i) {
      const std::size_t t = (last + i) % state.threads.size();
      const auto move = next_of(state, ThreadId(t), runs);
      if (!move || !take(*move)) continue;
      last = t;
      has_moved = true;
    }
    if (has_moved) continue;
    if (state.memory.size() == runs.memory.size()) break;
    const Message& message = runs.memory[state.memory.size()];
    if (!take({.thread = message.thread, .step = PromisingStep::Promise, .message = message})) {
      return std::nullopt;
    }
  }
  for (std::size_t t = 0; t < state.threads.size(); ++t) {
    const ThreadRun* const run = runs.threads[t];
    const std::size_t done = state.threads[t].done.size();
    // The last event of a thread that waits is not a move.
    const bool waits = run != nullptr && run->end == ThreadEnd::StuckAtAwait;
    if (run != nullptr && done + (waits ? 1 : 0) != run->done.size()) return std::nullopt;
  }
  return moves;
}

PromisingPlay::Way PromisingPlay::find_way(const PromisingState& state, RunControl& control,
                                           const std::function<bool(const WholeRuns&)>& is_wanted) {
  constexpr std::size_t MaxTried = 100;
  Way way;
  std::size_t tried = 0;
  bool has_lost = false;  // a run that cannot be scheduled
  visit_whole_runs(automata_, rules_, control, [&](const WholeRuns& runs) {
    for (const ThreadRun* run : runs.threads) {
      way.was_cut |= run != nullptr && run->end == ThreadEnd::Cut;
    }
    if (!is_prefix(state, runs) || !is_wanted(runs)) return true;
    auto moves = schedule(state, runs);
    has_lost |= !moves;
    if (moves && (!way.moves || moves->size() < way.moves->size())) way.moves = std::move(moves);
    return ++tried < MaxTried;
  });
  way.is_complete = way.moves.has_value() || (!control.has_stopped() && !has_lost);
  return way;
}

}  // namespace drover::reference
