#include "serve/promise_game.h"

#include <algorithm>
#include <set>
#include <utility>

#include "analysis/explain/candidates.h"
#include "explorer/findings/program_names.h"
#include "explorer/graph/fence_name.h"
#include "semantics/automaton/liveness.h"
#include "support/format.h"
#include "support/interrupt.h"
#include "support/text.h"
#include "words/fact_words.h"
#include "words/run_words.h"

namespace drover::serve {

using reference::DoneEvent;
using reference::Hindrance;
using reference::Message;
using reference::Obstacle;
using reference::PlayRefusal;
using reference::PromisingMove;
using reference::PromisingState;
using reference::PromisingStep;
using reference::PromisingThread;
using reference::Timestamp;
using reference::WholeRuns;

namespace {

std::shared_ptr<ProgramAutomata> automata_of(const Program& program, std::uint32_t unroll) {
  return std::make_shared<ProgramAutomata>(
      program, UnfoldOptions{.unroll = unroll, .dependencies = DependencyTracking::On});
}

}  // namespace

Json registers_json(const ProgramAutomata& automata, ThreadId thread, NodeId node,
                    const GraphNames& names) {
  const ThreadState& state = automata.thread(thread).state(node);
  const auto& registers = automata.program().threads[thread.value].registers;
  const Liveness liveness(automata.program(), thread);
  Json out = Json::array();
  for (std::size_t i = 0; i < registers.size() && i < state.registers.size(); ++i) {
    const bool is_needed = state.is_write_pending ? liveness.is_live_after(state.at, i)
                                                  : liveness.is_live_before(state.at, i);
    if (registers[i].name.empty() || !registers[i].is_visible || !is_needed) continue;
    out.push_back(Json::array({registers[i].name, names.value(state.registers[i])}));
  }
  return out;
}

std::string end_words(const ProgramAutomata& automata, ThreadId thread, NodeId node, ThreadEnd end,
                      const GraphNames& names) {
  const ThreadAutomaton& automaton = automata.thread(thread);
  if (automaton.is_dormant(node)) return "not spawned";
  switch (end) {
    case ThreadEnd::Finished: return "finished";
    case ThreadEnd::Blocked: return "blocked";
    case ThreadEnd::Error: {
      const Label& label = automaton.label(node);
      const std::string place =
          label.source.line == 0 ? "" : format(" ({})", names.place(label.source));
      return format("failed: {}{}", words::fact_text(automaton.fact(label)), place);
    }
    case ThreadEnd::Cut: return "cut in a loop";
    case ThreadEnd::StuckAtAwait:
    case ThreadEnd::StuckAtJoin: return "waits";
    case ThreadEnd::NotStarted: break;
  }
  return "";
}

PromiseGame::PromiseGame(const Program& program, std::uint32_t unroll, PromisingRules rules)
    : automata_(automata_of(program, unroll)),
      names_(names_of(automata_)),
      play_(*automata_, rules),
      state_(play_.start()) {}

bool PromiseGame::play(const Json& json) {
  for (const PromisingMove& move : play_.moves(state_)) {
    if (name_of(move).dump() != json.dump()) continue;
    told_.push_back(account_of(move));
    steps_.push_back(step_of(move));
    if (move.step == PromisingStep::Read && written_by(move)) {
      const std::size_t done = state_.threads[move.thread.value].done.size();
      steps_.push_back(format("{}.{}", names_.threads[move.thread.value], done + 2));
    }
    state_ = *play_.after(state_, move);
    return true;
  }
  return false;
}

std::optional<std::vector<Value>> PromiseGame::final_state() const {
  if (!play_.has_ended(state_)) return std::nullopt;
  std::vector<NodeId> nodes;
  for (std::size_t t = 0; t < state_.threads.size(); ++t) {
    nodes.push_back(state_.threads[t].node);
    const bool is_dormant = automata_->thread(ThreadId(t)).is_dormant(nodes.back());
    if (!is_dormant && state_.ends[t] != ThreadEnd::Finished) return std::nullopt;
  }
  const std::vector<ThreadEnd> ends(nodes.size(), ThreadEnd::Finished);
  return explain::final_state(*automata_, Execution(play_.execution_of(state_), nodes, ends));
}

// ---- Ways to the goal

PromiseGame::Way PromiseGame::find_way(const input::StatePredicate& is_wanted) {
  return find_way(state_, is_wanted);
}

PromiseGame::Way PromiseGame::find_way_from_start(const input::StatePredicate& is_wanted) {
  return find_way(play_.start(), is_wanted);
}

PromiseGame::Way PromiseGame::find_way(const PromisingState& from,
                                       const input::StatePredicate& is_wanted) {
  constexpr double MaxSeconds = 10;
  RunControl control;
  control.set_time_limit(MaxSeconds);
  control.set_interrupt_flag(&interrupt_flag());
  const auto way = play_.find_way(from, control, [&](const WholeRuns& runs) {
    std::vector<NodeId> nodes;
    std::vector<ThreadEnd> ends;
    for (const reference::ThreadRun* run : runs.threads) {
      if (run == nullptr || run->end != ThreadEnd::Finished) return false;
      nodes.push_back(run->node);
      ends.push_back(run->end);
    }
    const ExecutionGraph graph = graph_of(*automata_, runs);
    return is_wanted(explain::final_state(*automata_, Execution(graph, nodes, ends)));
  });
  Way out{.is_known = way.is_complete, .is_there = way.moves.has_value(), .was_cut = way.was_cut};
  if (way.moves) {
    out.moves = Json::list(*way.moves, [&](const PromisingMove& move) { return name_of(move); });
  }
  return out;
}

// ---- Words

std::string PromiseGame::content(LocationId location, Value value) const {
  return format("{} = {}", names_.location(location), names_.value(value));
}

// Returns "x = 1 (#2)", "x = 0 (initial)".
std::string PromiseGame::message_words(LocationId location, Timestamp at) const {
  const Value value = play_.machine().value_of(state_.memory, location, at);
  return content(location, value) + (at == 0 ? " (initial)" : format(" (#{})", at));
}

std::string PromiseGame::line_words(const Label& label) const {
  return label.source.line == 0 ? "" : format(" ({})", names_.place(label.source));
}

// Describes an event before it happens.
std::string PromiseGame::label_words(const Label& label) const {
  if (label.is_write()) return format("write {}", content(label.location, label.value));
  if (label.is_read()) {
    const char* const verb = label.is_await ? "wait for" : "read";
    return format("{} {}", verb, names_.location(label.location));
  }
  if (label.is_fence()) {
    const std::string name = fence_name(label, names_.architecture);
    return name.empty() ? "fence" : name;
  }
  if (label.kind == LabelKind::Choose) return "choose";
  if (label.kind == LabelKind::Alloc) return "allocate";
  if (label.kind == LabelKind::Free) return "free";
  if (label.kind == LabelKind::Spawn) return format("spawn {}", names_.value(label.value));
  if (label.kind == LabelKind::Join) return format("join {}", names_.value(label.value));
  return "go on";
}

// Describes a past event: "the read of y = 1 (#2) (line 5)".
std::string PromiseGame::event_words(const PromisingThread& thread, const DoneEvent& event) const {
  const Label& label = automata_->thread(thread.id).label(event.node);
  if (label.is_read()) {
    return format("the read of {}{}", message_words(label.location, event.at), line_words(label));
  }
  if (label.is_write()) {
    return format("the write of {}{}", message_words(label.location, event.at), line_words(label));
  }
  return format("the {}{}", label_words(label), line_words(label));
}

std::string PromiseGame::key_of(const PromisingMove& move) const {
  switch (move.step) {
    case PromisingStep::Pass: return "pass";
    case PromisingStep::Choose: return format("choose {}", move.value);
    case PromisingStep::Read: return format("read {}", move.at);
    case PromisingStep::Write: return "write";
    case PromisingStep::Fulfil: return format("fulfil {}", move.at);
    case PromisingStep::Promise:
      return format("promise {}", content(move.message.location, move.message.value));
  }
  return "";
}

// See classroom/grade_steps.cpp.
std::string PromiseGame::step_of(const PromisingMove& move) const {
  const PromisingThread& thread = state_.threads[move.thread.value];
  const Label& label = play_.machine().label(thread);
  const std::string& name = names_.threads[move.thread.value];
  const std::string event = format("{}.{}", name, thread.done.size() + 1);
  switch (move.step) {
    case PromisingStep::Promise:
      return format("promise {} {}", name, content(move.message.location, move.message.value));
    case PromisingStep::Read: {
      const Value value = play_.machine().value_of(state_.memory, label.location, move.at);
      return format("{} = {}", event, names_.value(value));
    }
    case PromisingStep::Choose: return format("{} = {}", event, names_.value(move.value));
    case PromisingStep::Pass:
    case PromisingStep::Write:
    case PromisingStep::Fulfil: break;
  }
  return event;
}

std::string PromiseGame::words_of(const PromisingMove& move) const {
  const PromisingThread& thread = state_.threads[move.thread.value];
  const Label& label = play_.machine().label(thread);
  switch (move.step) {
    case PromisingStep::Pass: return label_words(label);
    case PromisingStep::Choose: return format("choose {}: {}", move.value, way_words(move));
    case PromisingStep::Read: {
      const auto written = written_by(move);
      return format("read {}{}", message_words(label.location, move.at),
                    written ? format(", write {}", *written) : "");
    }
    case PromisingStep::Write: return label_words(label);
    case PromisingStep::Fulfil: return format("{}, promised as #{}", label_words(label), move.at);
    case PromisingStep::Promise:
      return format("promise {}", content(move.message.location, move.message.value));
  }
  return "";
}

// Returns "x = 1 (#2)": what an atomic instruction writes in the step in which it reads.
std::optional<std::string> PromiseGame::written_by(const PromisingMove& move) const {
  const Label& read = play_.machine().label(state_.threads[move.thread.value]);
  const Value value = play_.machine().value_of(state_.memory, read.location, move.at);
  const NodeId node =
      automata_->thread(move.thread).next(state_.threads[move.thread.value].node, value);
  if (node.is_none()) return std::nullopt;
  const Label& write = automata_->thread(move.thread).label(node);
  if (!write.is_write() || !write.is_exclusive_write) return std::nullopt;
  const auto& promises = state_.threads[move.thread.value].promises;
  const auto promise = std::ranges::find_if(
      promises, [&](Timestamp at) { return state_.memory[at - 1].location == write.location; });
  const std::size_t at = promise != promises.end() ? *promise : state_.memory.size() + 1;
  return format("{} (#{})", content(write.location, write.value), at);
}

// Tells the accesses of an instruction after a choice; the values may depend on what is read.
std::string PromiseGame::way_words(const PromisingMove& move) const {
  constexpr std::size_t MaxAccesses = 8;
  const ThreadAutomaton& automaton = automata_->thread(move.thread);
  NodeId node = state_.threads[move.thread.value].node;
  const SourceRange source = automaton.label(node).source;
  node = automata_->thread(move.thread).next(node, move.value);
  const Label first = automaton.label(node);
  std::vector<std::string> accesses;
  while (!node.is_none() && accesses.size() < MaxAccesses) {
    const Label label = automaton.label(node);
    if (!label.is_access() || label.source != source) break;
    accesses.push_back(
        format("{} {}", label.is_read() ? "read" : "write", names_.location(label.location)));
    const Value value = play_.machine().value_of(state_.memory, label.location, 0);
    node = automata_->thread(move.thread).next(node, label.is_read() ? value : 0);
  }
  if (!accesses.empty()) return joined(accesses, ", ");
  return format("{} is next", is_event(first.kind) ? label_words(first) : "the end");
}

// Tells a move, which is made next.
std::string PromiseGame::account_of(const PromisingMove& move) const {
  const std::string& name = names_.threads[move.thread.value];
  const PromisingThread& thread = state_.threads[move.thread.value];
  const Label& label = play_.machine().label(thread);
  const std::string line = line_words(label);
  const auto end = state_.memory.size() + 1;
  switch (move.step) {
    case PromisingStep::Pass: {
      if (label.kind == LabelKind::Spawn) {
        return format("{} spawns {}{}", name, names_.value(label.value), line);
      }
      if (label.kind == LabelKind::Join) {
        return format("{} joins {}{}", name, names_.value(label.value), line);
      }
      return format("{} passes its {}{}", name, label_words(label), line);
    }
    case PromisingStep::Choose: return format("{}: {}{}", name, words_of(move), line);
    case PromisingStep::Read: {
      const Timestamp newest = reference::last_message(
          state_.memory, label.location, move.at, static_cast<Timestamp>(state_.memory.size()));
      const auto written = written_by(move);
      std::string text = format("{} reads {}{}{}", name, message_words(label.location, move.at),
                                written ? format(" and writes {}", *written) : "", line);
      if (newest == 0) return text;
      return text + format(", although {} is there: nothing makes it see that",
                           message_words(label.location, newest));
    }
    case PromisingStep::Write:
      return format("{} writes {} (#{}){}", name, content(label.location, label.value), end, line);
    case PromisingStep::Fulfil:
      return format("{} comes to its write of {}, which it promised as #{}{}", name,
                    content(label.location, label.value), move.at, line);
    case PromisingStep::Promise:
      return format("{} promises {} (#{}): others see it before {} comes to the write", name,
                    content(move.message.location, move.message.value), end, name);
  }
  return "";
}

// Returns why the thread has seen `at`, where its next event is concerned.
std::string PromiseGame::cause_words(const PromisingThread& thread, Timestamp at) const {
  const auto& machine = play_.machine();
  const EventDependencies& dependencies = automata_->thread(thread.id).dependencies(thread.node);
  const bool is_write = machine.label(thread).is_write();
  const auto seen = [&](reference::View view) { return is_write ? view.write : view.read; };
  std::string found;
  const auto depends = [&](const ReadSet& reads, std::string_view how) {
    reads.for_each([&](std::uint32_t read) {
      if (!found.empty() || seen(thread.done[read].carried) < at) return;
      found = format("its {} depends on {}, which has seen #{}", how,
                     event_words(thread, thread.done[read]), seen(thread.done[read].carried));
    });
  };
  depends(dependencies.addr, "address");
  depends(dependencies.data, "value");
  if (is_write) {
    depends(dependencies.ctrl, "branch");
    depends(dependencies.pick_addr, "picked address");
    depends(dependencies.pick_data, "picked value");
    depends(dependencies.pick_ctrl, "branch on a picked value");
  }
  if (!found.empty()) return found;
  if (seen(thread.started) >= at) {
    return format("the threads that it comes after have seen #{}", at);
  }
  // The first barrier or acquire behind which the view is as large.
  PromisingThread again = machine.start(thread.id, thread.started);
  for (const DoneEvent& event : thread.done) {
    const Label& label = automata_->thread(thread.id).label(event.node);
    again.node = event.node;
    if (label.is_read()) {
      machine.read(again, state_.memory, event.at);
    } else if (label.is_write()) {
      machine.fulfil(again, event.at);
    } else if (label.is_fence()) {
      machine.pass_barrier(again);
    } else if (label.kind == LabelKind::Choose) {
      machine.choose(again, event.value);
    } else {
      machine.pass_other(again);
    }
    const reference::View bound = is_write ? again.new_writes : again.new_reads;
    if (seen(bound) < at) continue;
    if (label.is_fence()) {
      return format("{} keeps it behind what has seen #{}", event_words(thread, event),
                    seen(bound));
    }
    return format("{} is an acquire and has seen #{}", event_words(thread, event), seen(bound));
  }
  return format("what has to come before it has seen #{}", at);
}

std::string PromiseGame::obstacle_words(const PromisingThread& thread, Timestamp at,
                                        const Obstacle& obstacle) const {
  const Label& label = play_.machine().label(thread);
  const std::string what = message_words(label.location, at);
  switch (obstacle.hindrance) {
    case Hindrance::Overwritten:
      return format("{} is too old, {} is later: {}", what,
                    message_words(label.location, obstacle.message),
                    cause_words(thread, obstacle.message));
    case Hindrance::Incoherent:
      return format("{} is too old: the thread has seen {} already", what,
                    message_words(label.location, obstacle.message));
    case Hindrance::TooEarly:
      return format("the promise #{} is too early: {}", at, cause_words(thread, at));
    case Hindrance::BehindOwnView:
      return format("the promise #{} is too early: the thread has seen {} up to #{}", at,
                    names_.location(label.location), obstacle.seen);
    case Hindrance::NotExclusive:
      return format("the exclusive store fails: {} came in between",
                    message_words(label.location, obstacle.message));
    case Hindrance::OtherMessage:
    case Hindrance::None: break;
  }
  return "";
}

// Returns why the next access cannot take messages of its location, or keep promises.
std::vector<std::string> PromiseGame::obstacles_of(ThreadId id) {
  std::vector<std::string> out;
  if (!play_.is_running(state_, id)) return out;
  const PromisingThread& thread = state_.threads[id.value];
  const Label& label = play_.machine().label(thread);
  const auto add = [&](Timestamp at, const Obstacle& obstacle) {
    const std::string words = obstacle_words(thread, at, obstacle);
    if (!words.empty()) out.push_back(words);
  };
  // Of a move that has no obstacle.
  const auto add_refusal = [&](const PromisingMove& move) {
    const std::string promised =
        joined(thread.promises, ", ", [](Timestamp at) { return format("#{}", at); });
    switch (play_.refusal_of(state_, move)) {
      case PlayRefusal::Between:
        out.push_back(format(
            "{} is too old for an instruction that reads and writes in one step: {} would come in "
            "between",
            message_words(label.location, move.at),
            message_words(label.location,
                          reference::last_message(state_.memory, label.location, move.at,
                                                  static_cast<Timestamp>(state_.memory.size())))));
        break;
      case PlayRefusal::Waits:
        out.push_back(format("{} does not end the wait", message_words(label.location, move.at)));
        break;
      case PlayRefusal::Unfit:
        out.push_back(
            label.is_read()
                ? format("{} does not fit the way that was chosen for this instruction",
                         message_words(label.location, move.at))
                : "the way that was chosen for this instruction does not fit what it read");
        break;
      case PlayRefusal::Unkept:
        out.push_back(format("not possible: {}: the thread could not keep its promise{} {} then",
                             words_of(move), thread.promises.size() == 1 ? "" : "s", promised));
        break;
      case PlayRefusal::OthersUnkept:
        out.push_back(format("not possible: {}: another thread could not keep its promises then",
                             words_of(move)));
        break;
      case PlayRefusal::NotNow:
      case PlayRefusal::None: break;
    }
  };
  if (label.is_read()) {
    for (Timestamp at = 0; at <= state_.memory.size(); ++at) {
      const Obstacle obstacle = play_.machine().obstacle_to_read(thread, state_.memory, at);
      add(at, obstacle);
      if (obstacle.is_none()) add_refusal({.thread = id, .step = PromisingStep::Read, .at = at});
    }
  } else if (label.is_write()) {
    for (const Timestamp at : thread.promises) {
      add(at, play_.machine().obstacle_to_write(thread, state_.memory, at));
    }
    const auto end = static_cast<Timestamp>(state_.memory.size() + 1);
    const Obstacle obstacle = play_.machine().obstacle_to_write(thread, state_.memory, end);
    if (obstacle.hindrance == Hindrance::NotExclusive) add(end, obstacle);
    if (obstacle.is_none()) add_refusal({.thread = id, .step = PromisingStep::Write});
  } else if (label.kind == LabelKind::Join) {
    const ThreadId joined = ProgramAutomata::named_by(label);
    const bool has_ended = automata_->is_joinable(joined, state_.threads[joined.value].node);
    if (!has_ended) out.push_back(format("{} has not ended", names_.value(label.value)));
  } else if (label.is_fence()) {
    add_refusal({.thread = id});
  }
  return out;
}

// ---- The state as data

// Moves of later states have names, too, but no text.
Json PromiseGame::name_of(const PromisingMove& move) const {
  return Json::array({move.thread.value, key_of(move)});
}

Json PromiseGame::move_json(const PromisingMove& move) const {
  return Json{{"thread", move.thread.value},
              {"entry", key_of(move)},
              {"move", name_of(move)},
              {"text", format("{}: {}", names_.threads[move.thread.value], words_of(move))}};
}

Json PromiseGame::memory_json() const {
  std::set<LocationId> used;
  Json initial = Json::array();
  Json messages = Json::array();
  const LocationTable& locations = automata_->locations();
  for (std::size_t i = 0; i < locations.size(); ++i) {
    const LocationId location(i);
    initial.push_back(
        Json::array({names_.location(location), names_.value(locations.initial_value(location))}));
  }
  for (Timestamp at = 1; at <= state_.memory.size(); ++at) {
    const Message& message = state_.memory[at - 1];
    const auto& promises = state_.threads[message.thread.value].promises;
    const bool is_promise = std::ranges::find(promises, at) != promises.end();
    messages.push_back(Json{{"at", at},
                            {"location", names_.location(message.location)},
                            {"value", names_.value(message.value)},
                            {"thread", names_.threads[message.thread.value]},
                            {"is_promise", is_promise}});
  }
  return Json{{"initial", std::move(initial)}, {"messages", std::move(messages)}};
}

std::string PromiseGame::state_words(std::size_t t) const {
  const std::string words =
      end_words(*automata_, ThreadId(t), state_.threads[t].node, state_.ends[t], names_);
  if (!words.empty()) return words;
  return play_.is_running(state_, ThreadId(t)) ? "running" : "not started";
}

Json PromiseGame::thread_json(std::size_t t, const std::vector<PromisingMove>& moves) {
  const PromisingThread& thread = state_.threads[t];
  const Label& label = play_.machine().label(thread);
  const bool is_running = play_.is_running(state_, ThreadId(t));
  Json seen = Json::array();
  for (std::size_t i = 0; i < automata_->locations().size(); ++i) {
    const LocationId location(i);
    const Timestamp last =
        reference::last_message(state_.memory, location, 0, seen_of(thread, location));
    const Value value = play_.machine().value_of(state_.memory, location, last);
    seen.push_back(Json::array({names_.location(location), last, names_.value(value)}));
  }
  const bool may_step = std::ranges::any_of(moves, [&](const PromisingMove& move) {
    return move.thread.value == t && move.step != PromisingStep::Promise;
  });
  return Json{{"name", names_.threads[t]},
              {"state", state_words(t)},
              {"line", label.source.line},
              {"next", is_running ? label_words(label) : ""},
              {"may_step", may_step},
              {"registers", registers_json(*automata_, thread.id, thread.node, names_)},
              {"seen", std::move(seen)},
              {"promises", Json::list(thread.promises, [](Timestamp each) { return each; })},
              {"obstacles", obstacles_of(ThreadId(t))}};
}

Json PromiseGame::tell() {
  const std::vector<PromisingMove> moves = play_.moves(state_);
  Json threads = Json::array();
  for (std::size_t t = 0; t < state_.threads.size(); ++t) threads.push_back(thread_json(t, moves));
  Json json{{"machine", "promises"},
            {"threads", std::move(threads)},
            {"memory", memory_json()},
            {"moves", Json::list(moves, [this](const auto& each) { return move_json(each); })},
            {"told", told_},
            {"steps", steps_},
            {"is_over", moves.empty()}};
  if (const auto end = final_state()) {
    const std::string text = words::final_state_text(automata_->program(), *end, names_);
    json["final"] = Json{{"text", text}};
  }
  return json;
}

}  // namespace drover::serve
