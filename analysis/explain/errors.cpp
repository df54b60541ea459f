// Explains races.
//
// Two accesses race if neither happens before the other. Often a path of program order and
// reads-from still leads from one to the other: the shortest such path shows where an order was
// intended, and its reads that do not synchronise are the gaps. Release on their sources and
// acquire on the reads would close the gaps; a run of the program with these modes shows whether
// the race is gone. If it occurs at the same places in another execution, the gaps of that one are
// closed, too. If there is no path, no modes can help, and a run with both accesses atomic shows
// whether the race is gone.
//
// Memory errors of two events (an access and the free, or the allocation) are treated alike, except
// that the events may also be in the wrong order.
//
// A deadlock is explained thread by thread: all writes to the cell that a thread waits for, and
// whether they took place.

#include "analysis/explain/errors.h"

#include <algorithm>
#include <utility>

#include "analysis/explain/reasons.h"
#include "explorer/explore.h"
#include "explorer/graph/base_relations.h"
#include "semantics/automaton/interpreter.h"
#include "semantics/program/address.h"
#include "semantics/program/atomic_objects.h"
#include "support/overloaded.h"

namespace drover::explain {

namespace {

bool is_explained(ErrorKind kind) {
  return kind == ErrorKind::Race || kind == ErrorKind::Memory || kind == ErrorKind::Deadlock;
}

// Returns the weakest mode at least as strong as both.
Mode stronger(Mode mode, Mode bound) {
  if (mode == Mode::Plain || at_least(mode, bound)) return mode;
  const bool needs_both =
      (mode == Mode::Acq && bound == Mode::Rel) || (mode == Mode::Rel && bound == Mode::Acq);
  return needs_both ? Mode::AcqRel : bound;
}

// Returns the mode of an instruction; null if it is not an access.
Mode* mode_of(InstructionBody& body) {
  return std::visit(
      [](auto& i) -> Mode* {
        if constexpr (requires { i.address, i.mode; }) return &i.mode;
        return nullptr;
      },
      body);
}

// A short-lived worker: holds references.
class ErrorExplainer {
 public:
  ErrorExplainer(const Program& program, const MemoryModel& model, const ErrorOptions& options)
      : program_(program), model_(model), options_(options) {}

  std::vector<ErrorExplanation> run() {
    const auto result = std::make_shared<const ExplorationResult>(explored(program_));
    std::vector<ErrorExplanation> explanations;
    for (std::size_t i = 0; i < result->errors.size(); ++i) {
      if (!is_explained(result->errors[i].kind)) continue;
      if (explanations.size() == options_.max_errors) break;
      ErrorExplanation explanation{&model_, result, i, std::nullopt, {}};
      if (result->errors[i].kind == ErrorKind::Deadlock) {
        explanation.waits = waits_of(*result, result->errors[i]);
      } else {
        explanation.order = missing_order(result->errors[i]);
      }
      explanations.push_back(std::move(explanation));
    }
    return explanations;
  }

 private:
  [[nodiscard]] ExplorationResult explored(const Program& program) const {
    ExplorerOptions options;
    options.model = &model_;
    options.unfold.unroll = options_.unroll;
    options.reductions.erase(Reduction::Symmetry);
    options.reductions.erase(Reduction::Helping);
    options.after_error = AfterError::GoOn;
    options.max_executions = options_.max_executions;
    options.max_seconds = options_.max_seconds;
    options.interrupt = options_.interrupt;
    // Models without known properties are explored exhaustively.
    constexpr double MaxTrialSeconds = 5;
    if (!model_.is_builtin() && !options.max_seconds) options.max_seconds = MaxTrialSeconds;
    return explore(program, options);
  }

  // ---- Two events

  [[nodiscard]] std::optional<MissingOrder> missing_order(const ReportedError& error) const {
    if (error.events.size() != 2) return std::nullopt;
    MissingOrder order = order_without_repair(error);
    if (!order.is_ordered) order.repair = tried_repair(error, order);
    return order;
  }
  [[nodiscard]] MissingOrder order_without_repair(const ReportedError& error) const {
    const ExecutionGraph& graph = error.graph;
    MissingOrder order{.first = error.events[0].event,
                       .second = error.events[1].event,
                       .path = {},
                       .gaps = {},
                       .repair = {}};
    const BaseRelations base = base_relations(graph);
    // Reads-from of non-atomic accesses gives no order.
    Relation rf(graph.size());
    for (const auto& [write, read] : base.rf.pairs()) {
      const bool is_atomic =
          graph.event(write).label.mode != Mode::Na && graph.event(read).label.mode != Mode::Na;
      if (is_atomic && graph.event(write).thread != graph.event(read).thread)
        rf.insert(write, read);
    }
    order.path = path_between(base, rf, order.first, order.second);
    if (order.path.empty()) {
      order.path = path_between(base, rf, order.second, order.first);
      order.is_forward = order.path.empty();
    }
    const Relation happens_before = model_.happens_before(graph);
    for (const CycleEdge& edge : order.path) {
      if (edge.edge == "rf" && !happens_before.contains(edge.from, edge.to)) {
        order.gaps.push_back(edge);
      }
    }
    order.is_ordered = happens_before.contains(order.first, order.second) ||
                       happens_before.contains(order.second, order.first);
    return order;
  }
  [[nodiscard]] static std::vector<CycleEdge> path_between(const BaseRelations& base,
                                                           const Relation& rf, EventId from,
                                                           EventId to) {
    return shortest_path({{"po", &base.po}, {"sync", &base.sync}, {"rf", &rf}}, rf.size(), from,
                         to);
  }

  [[nodiscard]] std::optional<TriedRepair> tried_repair(const ReportedError& error,
                                                        const MissingOrder& order) const {
    Program changed = program_;
    TriedRepair tried;
    const ExecutionGraph& graph = error.graph;
    if (order.path.empty()) {
      if (error.kind != ErrorKind::Race) return std::nullopt;
      make_atomic(changed, graph.event(order.first).label, tried.changes);
      make_atomic(changed, graph.event(order.second).label, tried.changes);
      for (SharedObject& object : changed.objects) object.is_non_atomic = false;
    }
    close_gaps(changed, graph, order, tried.changes);
    if (tried.changes.empty()) return std::nullopt;
    for (;;) {
      const ExplorationResult result = explored(changed);
      if (result.stop_reason != StopReason::Exhausted) return std::nullopt;
      const auto same = std::ranges::find_if(result.errors, [&](const ReportedError& other) {
        return other.kind == error.kind && is_same_place(other, error);
      });
      tried.is_gone = same == result.errors.end();
      tried.is_safe = result.errors.empty();
      if (tried.is_gone || same->events.size() != 2) return tried;
      const std::vector<ModeChange> before = tried.changes;
      close_gaps(changed, same->graph, order_without_repair(*same), tried.changes);
      if (tried.changes == before) return tried;
    }
  }
  // Ends: each call that changes something makes a mode stronger.
  static void close_gaps(Program& program, const ExecutionGraph& graph, const MissingOrder& order,
                         std::vector<ModeChange>& changes) {
    for (const CycleEdge& gap : order.gaps) {
      strengthen(program, graph.event(gap.from).label, Mode::Rel, changes);
      strengthen(program, graph.event(gap.to).label, Mode::Acq, changes);
    }
  }
  [[nodiscard]] static bool is_same_place(const ReportedError& a, const ReportedError& b) {
    const auto places = [](const ReportedError& error) {
      std::vector<std::uint32_t> begins{error.place.source.begin};
      for (const ErrorPlace& other : error.others) begins.push_back(other.source.begin);
      std::ranges::sort(begins);
      return begins;
    };
    return places(a) == places(b);
  }

  // Changes every instruction at the source place, in all threads.
  template <typename Change>
  static void change_modes(Program& program, const Label& label, std::vector<ModeChange>& changes,
                           Change change) {
    for (Thread& thread : program.threads) {
      for (Instruction& instruction : thread.code) {
        Mode* mode = mode_of(instruction.body);
        if (mode == nullptr || !(instruction.source == label.source)) continue;
        const Mode before = *mode;
        *mode = change(before);
        if (*mode != before) note_change({label.source, before, *mode}, changes);
      }
    }
  }
  // A change of a changed mode is one change. All threads' instructions of a place have one mode.
  static void note_change(const ModeChange& made, std::vector<ModeChange>& changes) {
    const auto known = std::ranges::find_if(changes, [&](const ModeChange& each) {
      return each.source == made.source && (each.to == made.from || each == made);
    });
    if (known == changes.end()) {
      changes.push_back(made);
    } else {
      known->to = made.to;
    }
  }
  static void strengthen(Program& program, const Label& label, Mode bound,
                         std::vector<ModeChange>& changes) {
    change_modes(program, label, changes, [&](Mode mode) { return stronger(mode, bound); });
  }
  static void make_atomic(Program& program, const Label& label, std::vector<ModeChange>& changes) {
    if (label.mode != Mode::Na) return;
    change_modes(program, label, changes, [](Mode) { return Mode::Rlx; });
  }

  // ---- Waits

  [[nodiscard]] std::vector<EndlessWait> waits_of(const ExplorationResult& result,
                                                  const ReportedError& error) const {
    std::vector<EndlessWait> waits;
    std::vector<const ErrorPlace*> places{&error.place};
    for (const ErrorPlace& other : error.others) places.push_back(&other);
    for (const ErrorPlace* place : places) {
      for (std::size_t t = 0; t < program_.threads.size(); ++t) {
        if (program_.threads[t].name != place->thread) continue;
        waits.push_back(wait_of(result, error.graph, ThreadId(t), place->source));
      }
    }
    return waits;
  }

  [[nodiscard]] EndlessWait wait_of(const ExplorationResult& result, const ExecutionGraph& graph,
                                    ThreadId thread, SourceRange source) const {
    EndlessWait wait{.thread = thread, .source = source, .read = EventId::none(), .writes = {}};
    const auto events = graph.events_of(thread);
    // The last read at the place where the thread waits.
    for (const EventId event : events) {
      const Label& label = graph.event(event).label;
      if (label.is_read() && label.source == source) wait.read = event;
    }
    if (wait.read.is_none()) return wait;
    const LocationId location = graph.event(wait.read).label.location;
    wait.value = graph.event(graph.coherence_maximal(location)).value;
    const Value address = result.automata->locations().address(location);
    if (address::is_heap(address)) return wait;
    wait.is_shared = true;
    const AtomicObjects objects(program_);
    for (std::size_t t = 0; t < program_.threads.size(); ++t) {
      for (const Instruction& instruction : program_.threads[t].code) {
        add_write(result, graph, objects, ThreadId(t), instruction, address, wait);
      }
    }
    return wait;
  }

  void add_write(const ExplorationResult& result, const ExecutionGraph& graph,
                 const AtomicObjects& objects, ThreadId thread, const Instruction& instruction,
                 Value address, EndlessWait& wait) const {
    const ExpressionPool& pool = program_.threads[thread.value].expressions;
    const auto [at, value] = written_by(instruction.body);
    if (at.is_none() || (thread == wait.thread && instruction.source == wait.source)) return;
    const std::optional<std::size_t> object = objects.object_of(pool[at]);
    if (!object) {
      wait.is_shared = false;  // the write may be to this cell
      return;
    }
    if (*object != address::object(address)) return;
    WaitedWrite write{.thread = thread,
                      .source = instruction.source,
                      .may_be_elsewhere = program_.objects[*object].initial.size() > 1,
                      .value = {},
                      .would_end = {},
                      .event = EventId::none()};
    if (!value.is_none() && pool[value].op == Operator::Constant) {
      write.value = pool[value].value;
      write.would_end = would_end(result, graph, wait, *write.value);
    }
    for (const EventId event : graph.events_of(thread)) {
      const Label& label = graph.event(event).label;
      const bool is_it = label.is_write() && label.source == instruction.source &&
                         result.automata->locations().address(label.location) == address;
      if (is_it) write.event = event;
    }
    wait.writes.push_back(write);
  }

  // Returns the address and the value that an instruction writes; none() twice if it does not
  // write.
  [[nodiscard]] static std::pair<ExprId, ExprId> written_by(const InstructionBody& body) {
    using Written = std::pair<ExprId, ExprId>;
    return std::visit(
        overloaded{
            [](const Store& i) { return Written(i.address, i.value); },
            [](const CompareAndSwap& i) { return Written(i.address, i.desired); },
            [](const AwaitExchange& i) { return Written(i.address, i.desired); },
            [](const ReadModifyWrite& i) {
              const bool is_exchange =
                  i.op == RmwOperator::Exchange && i.view == ValueView::Whole && !i.desired;
              return Written(i.address, is_exchange ? i.operand : ExprId::none());
            },
            [](const auto& /*writes nothing*/) { return Written(ExprId::none(), ExprId::none()); }},
        body);
  }

  // True if the await accepts this value.
  [[nodiscard]] static std::optional<bool> would_end(const ExplorationResult& result,
                                                     const ExecutionGraph& graph,
                                                     const EndlessWait& wait, Value value) {
    const Event& read = graph.event(wait.read);
    if (!read.label.is_await) return std::nullopt;
    LocationTable locations = result.automata->locations();
    Interpreter interpreter(*result.program, wait.thread, locations, result.automata->options());
    ThreadState state = result.automata->thread(wait.thread).state(read.node);
    const Label label = interpreter.run(state);
    return interpreter.advance(std::move(state), label, value).has_value();
  }

  const Program& program_;
  const MemoryModel& model_;
  const ErrorOptions& options_;
};

}  // namespace

std::vector<ErrorExplanation> explain_errors(const Program& program, const MemoryModel& model,
                                             const ErrorOptions& options) {
  return ErrorExplainer(program, model, options).run();
}

}  // namespace drover::explain
