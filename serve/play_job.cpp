// Play: the reader is the scheduler of the machine of sc, tso or pso, or of the machine with
// promises of aarch64 or riscv (promise_game.h).
//
//   {…, "models": ["tso"], "moves": [[THREAD, ENTRY or null]…], "goal": "left:a == 0", "help":
//   true}
//
// The answer is the state after these moves: memory, buffers, registers, possible next moves. With
// a goal (an outcome; by default, the last condition of the program), it tells whether a final
// state satisfies the goal; with `help`, it has a shortest path to the goal, or, if there is none
// from this state, whether there is one from the start.

#include <algorithm>
#include <deque>
#include <iterator>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "analysis/explain/candidates.h"
#include "analysis/explain/story.h"
#include "explorer/algorithms/reference/store_machine.h"
#include "explorer/explore.h"
#include "explorer/findings/program_names.h"
#include "explorer/graph/graph_hash.h"
#include "explorer/graph/graph_names.h"
#include "explorer/models/model_registry.h"
#include "explorer/plan/program_features.h"
#include "frontend/diagnostic_printer.h"
#include "input/load_model.h"
#include "input/question.h"
#include "input/state_selection.h"
#include "semantics/program/operands.h"
#include "serve/jobs.h"
#include "serve/promise_game.h"
#include "support/format.h"
#include "support/interrupt.h"
#include "words/reason_words.h"
#include "words/run_words.h"

namespace drover::serve {

namespace {

using reference::MachineMove;
using reference::MachineState;
using reference::StepWait;
using reference::StoreMachine;

constexpr std::size_t MaxMoves = 2000;
// Maximal number of states in the search for a shortest path.
constexpr std::size_t MaxSearched = 40'000;
constexpr std::size_t MaxCells = 16;  // shown cells of an array

Json entry_json(const MachineMove& move) { return move.entry ? Json(*move.entry) : Json(); }

// Returns the move of [THREAD, ENTRY or null].
std::optional<MachineMove> read_move(const Json& json) {
  const Json::Array& pair = json.items();
  if (pair.size() != 2) return std::nullopt;
  const auto thread = pair[0].whole_number();
  const auto entry = pair[1].whole_number();
  const bool has_entry = !pair[1].is_null();
  if (!thread || *thread < 0 || *thread > 1000) return std::nullopt;
  if (has_entry && (!entry || *entry < 0)) return std::nullopt;
  return MachineMove{ThreadId(static_cast<std::uint32_t>(*thread)),
                     has_entry ? std::optional(static_cast<std::size_t>(*entry)) : std::nullopt};
}

// A game: the machine and the moves so far. Short-lived.
class Game {
 public:
  Game(const Program& program, std::uint32_t unroll, StoreBuffers buffers)
      : automata_(std::make_shared<ProgramAutomata>(program, UnfoldOptions{.unroll = unroll})),
        names_(names_of(automata_)),
        machine_(*automata_, buffers),
        has_buffers_(buffers != StoreBuffers::None),
        state_(machine_.start()) {}

  // True if the move is possible.
  [[nodiscard]] bool play(const Json& json) {
    const std::optional<MachineMove> move = read_move(json);
    return move && play(*move);
  }
  [[nodiscard]] bool play(MachineMove move) {
    const bool is_there = move.thread.value < state_.nodes.size() &&
                          (!move.entry || *move.entry < state_.buffers[move.thread.value].size());
    if (!is_there) return false;
    auto next = machine_.after(state_, move);
    if (!next) return false;
    told_.push_back(account_of(state_, move, *next));
    state_ = *std::move(next);
    return true;
  }

  [[nodiscard]] Json tell() {
    const std::vector<MachineMove> moves = machine_.moves(state_);
    Json threads = Json::array();
    for (std::size_t t = 0; t < state_.nodes.size(); ++t) threads.push_back(thread_json(t, moves));
    Json json{{"threads", std::move(threads)},
              {"memory", memory_json()},
              {"moves", Json::list(moves, [this](const auto& each) { return move_json(each); })},
              {"told", told_},
              {"is_over", moves.empty()}};
    if (const auto end = final_state()) {
      const std::string text = words::final_state_text(automata_->program(), *end, names_);
      json["final"] = Json{{"text", text}};
    }
    return json;
  }

  // Returns the values of observables if all threads have finished.
  [[nodiscard]] std::optional<std::vector<Value>> final_state() { return final_state(state_); }

  // A shortest path to a final state that satisfies the goal.
  struct Way {
    bool is_known = false;  // the search is complete
    bool is_there = false;
    bool was_cut = false;  // the search met threads that were cut in a loop
    Json moves = Json::array();
  };
  [[nodiscard]] Way find_way(const input::StatePredicate& is_wanted) {
    return find_way(state_, is_wanted);
  }
  [[nodiscard]] Way find_way_from_start(const input::StatePredicate& is_wanted) {
    return find_way(machine_.start(), is_wanted);
  }

  [[nodiscard]] Json move_json(const MachineMove& move) const {
    return Json{{"thread", move.thread.value},
                {"entry", entry_json(move)},
                {"text", words_of(state_, move)}};
  }

 private:
  [[nodiscard]] Way find_way(const MachineState& start, const input::StatePredicate& is_wanted) {
    struct Seen {
      MachineState state;
      std::size_t from = 0;
      MachineMove move;
    };
    std::deque<Seen> seen;
    std::unordered_map<GraphHash, std::size_t> known;
    bool was_cut = false;
    seen.push_back({start, 0, {}});
    known.emplace(hash_graph(start.graph, CoherencePart::Included), 0);
    for (std::size_t at = 0; at < seen.size(); ++at) {
      const auto end = final_state(seen[at].state);
      if (end && is_wanted(*end)) {
        std::vector<MachineMove> moves;
        for (std::size_t i = at; i != 0; i = seen[i].from) moves.push_back(seen[i].move);
        std::ranges::reverse(moves);
        return {.is_known = true,
                .is_there = true,
                .was_cut = false,
                .moves = Json::list(moves, [](const MachineMove& move) {
                  return Json::array({move.thread.value, entry_json(move)});
                })};
      }
      if (seen.size() > MaxSearched || was_interrupted()) return {};
      was_cut |=
          std::ranges::find(seen[at].state.ends, ThreadEnd::Cut) != seen[at].state.ends.end();
      for (const MachineMove& move : machine_.moves(seen[at].state)) {
        MachineState next = *machine_.after(seen[at].state, move);
        // The graph determines the buffers: they hold the writes that are not in coherence yet.
        const GraphHash hash = hash_graph(next.graph, CoherencePart::Included);
        if (known.emplace(hash, seen.size()).second) seen.push_back({std::move(next), at, move});
      }
    }
    return {.is_known = true, .is_there = false, .was_cut = was_cut};
  }

  [[nodiscard]] std::optional<std::vector<Value>> final_state(const MachineState& state) {
    for (std::size_t t = 0; t < state.ends.size(); ++t) {
      if (state.ends[t] != ThreadEnd::Finished || !state.buffers[t].empty()) return std::nullopt;
    }
    return explain::final_state(*automata_, Execution(state.graph, state.nodes, state.ends));
  }

  // Describes a thread's next event before it happens.
  [[nodiscard]] std::string label_words(const MachineState& state, ThreadId thread) const {
    const Label& label = automata_->thread(thread).label(state.nodes[thread.value]);
    if (label.is_write()) {
      return format("write {} = {}", names_.location(label.location), names_.value(label.value));
    }
    if (label.is_read()) {
      const std::string location = names_.location(label.location);
      if (label.exclusive.kind != ExclusiveValues::Kind::None) return format("update {}", location);
      return format("{} {}", label.is_await ? "wait for" : "read", location);
    }
    if (label.is_fence()) return "fence";
    if (label.kind == LabelKind::Alloc) return "allocate";
    if (label.kind == LabelKind::Free) return "free";
    if (label.kind == LabelKind::Spawn) return format("spawn {}", names_.value(label.value));
    if (label.kind == LabelKind::Join) return format("join {}", names_.value(label.value));
    return "go on";
  }

  // Describes a move that led from `before` to `after`, with the values that were read or written.
  [[nodiscard]] std::string account_of(const MachineState& before, const MachineMove& move,
                                       const MachineState& after) const {
    using explain::StoryAct;
    explain::StoryStep step{.act = StoryAct::Flush, .event = EventId::none(), .unseen = {}};
    if (move.entry) {
      step.event = before.buffers[move.thread.value][*move.entry];
    } else {
      const std::size_t count = before.graph.events_of(move.thread).size();
      step.event = after.graph.events_of(move.thread)[count];
      const Event& event = after.graph.event(step.event);
      const auto& own = after.buffers[move.thread.value];
      const EventId seen = event.label.is_read() ? event.reads_from : step.event;
      const bool is_buffered = std::ranges::find(own, seen) != own.end();
      step.act = !is_buffered            ? StoryAct::Step
                 : event.label.is_read() ? StoryAct::Forward
                                         : StoryAct::Buffer;
      if (event.label.is_read()) step.unseen = buffered_elsewhere(before, step.event, after);
    }
    const auto machine =
        has_buffers_ ? explain::StoryMachine::StoreBuffers : explain::StoryMachine::Messages;
    std::string text = words::story_step_words(step, machine, after.graph, names_);
    return text.empty() ? words_of(before, move) : text;
  }
  // Returns the writes of the read's location in the buffers of other threads.
  [[nodiscard]] static std::vector<EventId> buffered_elsewhere(const MachineState& before,
                                                               EventId read,
                                                               const MachineState& after) {
    const Event& reader = after.graph.event(read);
    std::vector<EventId> writes;
    for (std::size_t t = 0; t < before.buffers.size(); ++t) {
      if (ThreadId(t) == reader.thread) continue;
      std::ranges::copy_if(before.buffers[t], std::back_inserter(writes), [&](EventId entry) {
        return !entry.is_none() &&
               before.graph.event(entry).label.location == reader.label.location;
      });
    }
    return writes;
  }

  [[nodiscard]] std::string words_of(const MachineState& state, const MachineMove& move) const {
    const std::string& thread = names_.threads[move.thread.value];
    if (!move.entry) return format("{}: {}", thread, label_words(state, move.thread));
    return format("{}: {} reaches memory", thread,
                  content(state.buffers[move.thread.value][*move.entry]));
  }

  [[nodiscard]] Json memory_json() const {
    std::map<std::string, Value> memory;
    // Untouched locations are listed, too.
    for (const SharedObject& object : automata_->program().objects) {
      for (std::size_t i = 0; i < object.initial.size() && i < MaxCells; ++i) {
        memory[object.is_array ? format("{}[{}]", object.name, i) : object.name] =
            object.initial[i];
      }
    }
    for (const LocationId location : state_.graph.locations()) {
      const EventId last = state_.graph.coherence_maximal(location);
      memory[names_.location(location)] = state_.graph.event(last).value;
    }
    return Json::list(memory, [this](const auto& each) {
      return Json::array({each.first, names_.value(each.second)});
    });
  }

  [[nodiscard]] std::string state_words(std::size_t t) const {
    const ThreadId thread(t);
    std::string words = end_words(*automata_, thread, state_.nodes[t], state_.ends[t], names_);
    if (!words.empty()) return words;
    if (!machine_.is_running(state_, thread)) return "not started";
    const bool is_at_end = !is_event(automata_->thread(thread).label(state_.nodes[t]).kind);
    return is_at_end ? "at its end, with writes in its buffer" : "running";
  }

  [[nodiscard]] Json thread_json(std::size_t t, const std::vector<MachineMove>& moves) const {
    const ThreadId thread(t);
    const Label& label = automata_->thread(thread).label(state_.nodes[t]);
    Json buffer = Json::array();
    for (std::size_t i = 0; i < state_.buffers[t].size(); ++i) {
      const EventId entry = state_.buffers[t][i];
      if (entry.is_none()) {
        buffer.push_back(nullptr);
        continue;
      }
      const Event& write = state_.graph.event(entry);
      buffer.push_back(
          Json::array({names_.location(write.label.location), names_.value(write.value),
                       std::ranges::count(moves, MachineMove{thread, i}) > 0}));
    }
    const bool is_running = machine_.is_running(state_, thread);
    const bool may_step = std::ranges::count(moves, MachineMove{thread}) > 0;
    return Json{{"name", names_.threads[t]},
                {"state", state_words(t)},
                {"line", label.source.line},
                {"next", is_running && is_event(label.kind) ? label_words(state_, thread) : ""},
                {"may_step", may_step},
                {"registers", registers_json(*automata_, thread, state_.nodes[t], names_)},
                {"buffer", std::move(buffer)},
                {"obstacles", obstacles_of(thread)}};
  }

  // Returns why the thread has to wait, and why its writes stay in the buffer.
  [[nodiscard]] std::vector<std::string> obstacles_of(ThreadId thread) const {
    std::vector<std::string> out;
    const Label& label = automata_->thread(thread).label(state_.nodes[thread.value]);
    if (machine_.is_running(state_, thread) && is_event(label.kind)) {
      const std::string what = label_words(state_, thread);
      switch (machine_.wait_of(state_, thread)) {
        case StepWait::Nothing: break;
        case StepWait::Buffer:
          out.push_back(format("{}: the writes in its buffer have to reach memory first", what));
          break;
        case StepWait::Thread:
          out.push_back(format("{} has not ended", names_.value(label.value)));
          break;
        case StepWait::Value:
          out.push_back(format("{}: the value that is there does not end the wait", what));
          break;
      }
    }
    const auto& buffer = state_.buffers[thread.value];
    for (std::size_t i = 0; i < buffer.size(); ++i) {
      if (buffer[i].is_none()) continue;
      const auto older = machine_.older_entry(state_, thread, i);
      if (!older) continue;
      out.push_back(
          buffer[*older].is_none()
              ? format("{} stays in the buffer: a fence stands before it", content(buffer[i]))
              : format("{} stays in the buffer: {} was written before it", content(buffer[i]),
                       content(buffer[*older])));
    }
    return out;
  }
  // Returns "x = 1" of a write.
  [[nodiscard]] std::string content(EventId id) const {
    const Event& write = state_.graph.event(id);
    return format("{} = {}", names_.location(write.label.location), names_.value(write.value));
  }

  std::shared_ptr<ProgramAutomata> automata_;
  GraphNames names_;
  StoreMachine machine_;
  bool has_buffers_;
  MachineState state_;
  std::vector<std::string> told_;
};

// The program of a request, and the wanted final states: by `goal`, or else by the program's last
// condition.
struct WantedState {
  input::Subject subject;  // without a program: an error
  std::string complaints;
  std::string text;
  input::StatePredicate is_wanted;  // null: no goal
};

WantedState read_wanted(const JobRequest& request) {
  const std::string goal = request.string_member("goal");
  input::StateSelection selection = input::read_selection(
      std::string(input::StandardInputPath),
      {.constants = request.constants, .unroll = request.unroll, .standard_input = request.text},
      {.option = "goal", .text = goal}, Colour::Off);
  WantedState out;
  out.complaints = std::move(selection.complaints);
  out.subject = std::move(selection.subject);
  if (!out.subject.program) return out;
  if (!goal.empty()) {
    out.text = goal;
    out.is_wanted = std::move(selection.is_selected);
    return out;
  }
  for (const input::Question& question : input::questions_of(out.subject)) {
    if (question.outcome.failure) continue;
    out.text = question.outcome.text;
    // The outcome refers to its program.
    out.is_wanted = [outcome = question.outcome, program = out.subject.program](
                        std::span<const Value> state) { return outcome.holds(state); };
  }
  return out;
}

template <typename AnyGame>
void tell_goal(AnyGame& game, const WantedState& wanted, bool wants_help, Json& json) {
  const std::uint32_t unroll = wanted.subject.unroll;
  Json goal{{"text", wanted.text}};
  if (const auto end = game.final_state()) goal["is_reached"] = wanted.is_wanted(*end);
  if (wants_help) {
    const auto way = game.find_way(wanted.is_wanted);
    goal["is_known"] = way.is_known;
    goal["is_there"] = way.is_there;
    if (!way.is_there) {
      const bool is_start = json.at("told").items().empty();
      const auto other = is_start ? way : game.find_way_from_start(wanted.is_wanted);
      goal["from_start"] = Json{{"is_known", other.is_known}, {"is_there", other.is_there}};
      if (way.was_cut || other.was_cut) goal["unroll"] = unroll;
    }
    goal["way"] = way.moves;
  }
  json["goal"] = std::move(goal);
}

// Plays the moves of a request and answers with the state.
template <typename AnyGame>
JobAnswer answer_of(AnyGame& game, const JobRequest& request, const WantedState& wanted) {
  const Json& moves = request.body.at("moves");
  const auto* list = std::get_if<Json::Array>(&moves.value());
  const bool is_list = moves.is_null() || (list != nullptr && list->size() <= MaxMoves);
  if (!is_list) return refused("`moves` is a list of `[THREAD, ENTRY or null]`");
  for (const Json& move : moves.items()) {
    if (move.items().size() != 2) return refused("`moves` is a list of `[THREAD, ENTRY or null]`");
    if (!game.play(move)) return refused("this move is not possible");
  }
  Json json = game.tell();
  if (wanted.is_wanted) tell_goal(game, wanted, request.is_set("help"), json);
  return answered(json);
}

// Returns why the program cannot be played: to read or write parts of an access one by one would
// make it several accesses. Empty: it can be.
std::string sizes_complaint(const Program& program, const SourceBuffer& source,
                            const MemoryModel& model) {
  for (const std::vector<Thread>* all : {&program.threads, &program.routines}) {
    for (const Thread& thread : *all) {
      const auto found = std::ranges::find_if(thread.code, &accesses_part);
      if (found == thread.code.end()) continue;
      DiagnosticSink sink;
      sink.report(DiagnosticKind::LitmusFault, found->source,
                  {format("play under {} takes no accesses of different sizes", model.name())});
      return render(sink, source.name(), &source, Colour::Off);
    }
  }
  return "";
}

}  // namespace

JobAnswer play_job(const JobRequest& request) {
  const WantedState wanted = read_wanted(request);
  if (!wanted.subject.program) return refused(wanted.complaints);
  const std::string model_name = request.models.empty() ? "sc" : request.models.front();
  const MemoryModel* model = find_model(model_name);
  if (model == nullptr || !has_machine(model->traits())) {
    return refused(
        format("`{}` has no machine: play is for sc, tso, pso, aarch64 and riscv", model_name));
  }
  std::string complaints;
  // The model is built in: it lives as long as the program.
  const std::shared_ptr<const MemoryModel> shared(std::shared_ptr<void>(), model);
  const SourceBuffer& source = *wanted.subject.source;
  const std::vector<FittedGroup> groups =
      fit_models(wanted.subject.program, source, {shared}, complaints);
  if (groups.empty()) return refused(complaints);
  ExplorerOptions looking;
  looking.model = model;
  looking.unfold.unroll = wanted.subject.unroll;
  looking.max_seconds = 1;  // for each move
  looking.interrupt = &interrupt_flag();
  const auto program = with_found_cuts(groups.front().program, looking);
  const std::string complaint = sizes_complaint(*program, source, *model);
  if (!complaint.empty()) return refused(complaint);
  if (model->traits().promises) {
    PromiseGame game(*program, wanted.subject.unroll, *model->traits().promises);
    return answer_of(game, request, wanted);
  }
  if (makes_choices(*program)) return refused(ChoicesAreNotPlayed);
  Game game(*program, wanted.subject.unroll, *model->traits().machine);
  return answer_of(game, request, wanted);
}

}  // namespace drover::serve
