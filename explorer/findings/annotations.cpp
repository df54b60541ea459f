#include "explorer/findings/annotations.h"

#include <algorithm>
#include <initializer_list>
#include <optional>
#include <set>
#include <utility>

#include "explorer/graph/base_relations.h"
#include "explorer/graph/thread_order.h"
#include "semantics/program/address.h"
#include "support/check.h"
#include "support/format.h"
#include "support/overloaded.h"

namespace drover {

namespace {

// ---- The form of annotated functions, [SPORE] §3.2 and the assumptions of D.3 ------------

// Checks the instructions of one annotated call, in order. Code without loops only jumps forward,
// so the dependencies of a register are known when it is used.
class CallForm {
 public:
  CallForm(const Thread& thread, InstructionIndex marker, AnnotationRule rule)
      : thread_(thread),
        call_(std::get<CallMarker>(thread.code[marker].body)),
        first_(marker + 1),
        rule_(rule) {}

  std::optional<ErrorFact> find_fault() {
    for (InstructionIndex at = first_; at < call_.end; ++at) {
      is_certain_ = at >= join_;
      std::visit([&](const auto& body) { visit(body); }, thread_.code[at].body);
      if (fault_) return fault_;
    }
    if (cas_ == nullptr) complain(FactKind::CallWithoutSwap);
    if (!fault_ && rule_ == AnnotationRule::ByMode) check_modes();
    return fault_;
  }

 private:
  void complain(FactKind what, std::initializer_list<Mode> modes = {}) {
    if (fault_) return;
    fault_ = ErrorFact{what, {call_.is_main ? "main" : "help", call_.function}};
    for (const Mode mode : modes) fault_->names.emplace_back(mode_name(mode));
  }
  [[nodiscard]] bool depends_on_load(ExprId expression) const {
    std::vector<RegisterId> registers;
    thread_.expressions.collect_registers(expression, registers);
    return std::ranges::any_of(registers, [&](RegisterId reg) { return loaded_.contains(reg); });
  }
  void require_no_cas_before() {
    if (cas_ != nullptr) complain(FactKind::CallAccessAfterSwap);
  }

  void visit(const Assign& i) {
    if (depends_on_load(i.value)) {
      loaded_.insert(i.target);
    } else if (is_certain_) {
      loaded_.erase(i.target);
    }
  }
  void visit(const Load& i) {
    require_no_cas_before();
    if (depends_on_load(i.address)) complain(FactKind::CallLoadsByLoaded);
    loaded_.insert(i.target);
    has_loads_ = true;
  }
  void visit(const CompareAndSwap& i) {
    require_no_cas_before();
    if (depends_on_load(i.address)) complain(FactKind::CallSwapsAtLoaded);
    if (depends_on_load(i.expected)) complain(FactKind::CallExpectsLoaded);
    cas_ = &i;
  }
  void visit(const Branch& i) {
    if (depends_on_load(i.condition)) complain(FactKind::CallBranchesOnLoaded);
    join_ = std::max({join_, i.if_true, i.if_false});
  }
  void visit(const Jump& i) { join_ = std::max(join_, i.target); }
  void visit(const LoopStart& /*i*/) { complain(FactKind::CallLoops); }
  void visit(const LoopIteration& /*i*/) { complain(FactKind::CallLoops); }
  void visit(const Store& /*i*/) { complain(FactKind::CallStores); }
  void visit(const ReadModifyWrite& /*i*/) { complain(FactKind::CallUpdates); }
  void visit(const Await& /*i*/) { complain(FactKind::CallWaits); }
  void visit(const AwaitExchange& /*i*/) { complain(FactKind::CallLocks); }
  void visit(const FenceInstruction& /*i*/) { complain(FactKind::CallFences); }
  void visit(const Assume& /*i*/) { complain(FactKind::CallMayBlock); }
  void visit(const Assert& /*i*/) { complain(FactKind::CallMayFail); }
  void visit(const Fail& /*i*/) { complain(FactKind::CallMayFail); }
  void visit(const BlockInstruction& /*i*/) { complain(FactKind::CallMayBlock); }
  void visit(const Allocate& /*i*/) { complain(FactKind::CallAllocates); }
  void visit(const Deallocate& /*i*/) { complain(FactKind::CallFrees); }
  void visit(const CallMarker& /*i*/) { complain(FactKind::CallCalls); }
  // A mark is no access.
  void visit(const OperationMark& /*i*/) {}
  void visit(const Choose& /*i*/) { complain(FactKind::CallChooses); }
  void visit(const ControlEnd& /*i*/) {}
  void visit(const Spawn& /*i*/) { complain(FactKind::CallSpawns); }
  void visit(const Join& /*i*/) { complain(FactKind::CallJoins); }
  void visit(const Self& i) { loaded_.erase(i.target); }
  void visit(const Finish& /*i*/) {}

  static Mode mode_of(Mode mode) { return mode == Mode::Plain ? Mode::Sc : mode; }

  void check_modes() {
    const Mode success = mode_of(cas_->mode);
    const Mode failure = mode_of(cas_->failure_mode);
    if (has_loads_ && !(at_least(success, Mode::AcqRel) && at_least(failure, Mode::Acq))) {
      complain(FactKind::CallSwapTooWeak, {success, failure});
    } else if (!has_loads_ && !at_least(failure, read_half(success))) {
      complain(FactKind::CallFailureTooWeak, {success, failure, read_half(success)});
    }
  }

  const Thread& thread_;
  const CallMarker& call_;
  InstructionIndex first_;
  AnnotationRule rule_;
  std::set<RegisterId> loaded_;  // registers that may depend on loads of the call
  InstructionIndex join_ = 0;    // earlier instructions may have been jumped over
  bool is_certain_ = true;       // the current instruction is on every path
  const CompareAndSwap* cas_ = nullptr;
  bool has_loads_ = false;
  std::optional<ErrorFact> fault_;
};

// ---- The conditions on executions, [SPORE] Def. 3.3, D.3, D.4 -----------------------------

// The first condition, in this order, that a `main` call fails as the owner of a `help` call; Holds
// if it fails none.
enum class CallCondition : std::uint8_t {
  Swaps,
  HasSource,
  FollowsWrite,
  IsObserved,
  Synchronises,
  KeepsSc,
  ReleasesAlike,
  OnlyRmwsAfter,
  NeverAgain,
  Holds
};

struct Match {
  CallCondition fails = CallCondition::Swaps;
  EventId main;
  EventId culprit;  // the event that breaks the condition, if any
};

bool are_same(const AnnotatedCall& a, const AnnotatedCall& b) {
  return a.function == b.function && a.arguments == b.arguments;
}

// A short-lived worker: holds references to its arguments.
class HelpChecker {
 public:
  HelpChecker(const ExecutionGraph& graph, const ProgramAutomata& automata, AnnotationRule rule,
              const LazyRelation& happens_before)
      : graph_(graph), automata_(automata), order_(graph), rule_(rule), hb_(happens_before) {
    for (const EventId id : graph.ids()) {
      const Label& label = graph.event(id).label;
      if (label.kind == LabelKind::Call) (label.is_main_call ? mains_ : helps_).push_back(id);
    }
  }

  std::vector<HelpError> find() {
    for (const EventId help : helps_) check(help);
    return std::move(errors_);
  }

 private:
  [[nodiscard]] const Event& event(EventId id) const { return graph_.event(id); }
  [[nodiscard]] const AnnotatedCall& call_of(EventId marker) const {
    return automata_.thread(event(marker).thread).call(event(marker).label);
  }
  [[nodiscard]] std::string text_of(EventId marker) const {
    const AnnotatedCall& call = call_of(marker);
    std::string arguments;
    for (const Value value : call.arguments) {
      if (!arguments.empty()) arguments += ", ";
      arguments += automata_.locations().value_text(value);
    }
    return format("{} {}({})", event(marker).label.is_main_call ? "main" : "help", call.function,
                  arguments);
  }

  void check(EventId help) {
    std::optional<Match> best;
    for (const EventId main : mains_) {
      if (!are_same(call_of(main), call_of(help))) continue;
      const Match match = match_of(help, main);
      if (!best || match.fails > best->fails) best = match;
    }
    if (!best) {
      errors_.push_back({ErrorKind::Annotation,
                         {FactKind::HelpsNothing, {text_of(help)}},
                         help,
                         EventId::none()});
    } else if (best->fails != CallCondition::Holds) {
      errors_.push_back({ErrorKind::Annotation, explain(help, *best), help, best->main});
    } else {
      check_accesses(help, best->main);
    }
  }

  // Returns the read of a `main` call's compare-and-swap; none() if the thread did not reach it.
  [[nodiscard]] EventId swap_of(EventId main) const {
    const auto events = graph_.events_of(event(main).thread);
    for (std::size_t i = event(main).index + std::size_t{1}; i < events.size(); ++i) {
      const Label& label = event(events[i]).label;
      if (!label.is_read()) break;
      if (label.exclusive.kind == ExclusiveValues::Kind::One) return events[i];
    }
    return EventId::none();
  }

  // po, with spawn and join, and from initial writes.
  [[nodiscard]] bool is_before(EventId first, EventId second) const {
    const Event& a = event(first);
    const Event& b = event(second);
    if (a.is_initial()) return true;
    return !b.is_initial() && order_.is_before(first, second);
  }
  // rf? ; po
  [[nodiscard]] bool is_observed_before(EventId write, EventId at) const {
    return is_before(write, at) || !reader_before(write, at).is_none();
  }
  [[nodiscard]] EventId reader_before(EventId write, EventId at) const {
    for (const EventId read : graph_.ids()) {
      if (event(read).reads_from == write && is_before(read, at)) return read;
    }
    return EventId::none();
  }

  [[nodiscard]] Match match_of(EventId help, EventId main) const {
    const EventId swap = swap_of(main);
    if (swap.is_none()) return {CallCondition::Swaps, main, EventId::none()};
    const std::vector<EventId> sources = sources_of(main, swap);
    if (sources.empty()) return {CallCondition::HasSource, main, swap};
    if (const auto broken = match_of_observation(help, main)) return *broken;
    Match best{CallCondition::OnlyRmwsAfter, main, EventId::none()};
    for (const EventId source : sources) {
      const Match match = match_of_source(main, swap, source);
      if (best.culprit.is_none() || match.fails > best.fails) best = match;
      if (best.fails == CallCondition::Holds) break;
    }
    return best;
  }

  // Returns the writes of the value that the compare-and-swap expects, observed before the call.
  [[nodiscard]] std::vector<EventId> sources_of(EventId main, EventId swap) const {
    std::vector<EventId> sources;
    for (const EventId write : graph_.coherence(event(swap).label.location)) {
      const bool is_expected = event(write).value == event(swap).label.exclusive.one;
      if (is_expected && is_observed_before(write, main)) sources.push_back(write);
    }
    return sources;
  }

  // Matches the write directly before the `main` call: it must be read before the `help` call.
  [[nodiscard]] std::optional<Match> match_of_observation(EventId help, EventId main) const {
    const std::uint32_t index = event(main).index;
    const EventId write =
        index == 0 ? EventId::none() : graph_.events_of(event(main).thread)[index - std::size_t{1}];
    if (write.is_none() || !event(write).label.is_write()) {
      return Match{CallCondition::FollowsWrite, main, write};
    }
    if (reader_before(write, help).is_none()) return Match{CallCondition::IsObserved, main, write};
    if (rule_ == AnnotationRule::Causal) return std::nullopt;
    return match_of_modes(help, main, write);
  }

  // Def. D.3 (c): some read of the write synchronises, and is SC if the write is.
  [[nodiscard]] std::optional<Match> match_of_modes(EventId help, EventId main,
                                                    EventId write) const {
    Match best{CallCondition::Synchronises, main, write};
    const Mode written = plain_is_sc(event(write).label);
    if (!at_least(written, Mode::Rel)) return best;
    for (const EventId read : graph_.ids()) {
      if (event(read).reads_from != write) continue;
      const Mode mode = plain_is_sc(event(read).label);
      if (!is_before(read, help) || !at_least(mode, Mode::Acq)) continue;
      if (written != Mode::Sc || mode == Mode::Sc) return std::nullopt;
      best.fails = CallCondition::KeepsSc;
    }
    return best;
  }

  // Not in the paper, whose Lemma D.6 misses it: a swap that is not a release still synchronises if
  // it follows a release fence of its thread or, under rc11, a release write to its location; the
  // helper's swap does not. Executions that read from the helper would then be missed. Writes from
  // the source on do no harm: the helper's swap follows them, too.
  [[nodiscard]] EventId release_before(EventId main, EventId swap, EventId source) const {
    const auto events = graph_.events_of(event(main).thread);
    const std::size_t write = event(swap).index + std::size_t{1};
    const bool has_write = write < events.size() && event(swap).is_exclusive_read;
    if (!has_write || at_least(plain_is_sc(event(events[write]).label), Mode::Rel)) {
      return EventId::none();
    }
    for (const EventId earlier : events.first(event(main).index)) {
      const Label& label = event(earlier).label;
      if (!label.is_fence() && !label.is_write()) continue;
      if (!at_least(plain_is_sc(label), Mode::Rel)) continue;
      if (label.is_fence()) return earlier;
      const bool is_same = label.location == event(source).label.location;
      if (is_same && is_overwritten_by(earlier, source)) return earlier;
    }
    return EventId::none();
  }
  [[nodiscard]] bool is_overwritten_by(EventId write, EventId later) const {
    const auto order = graph_.coherence(event(write).label.location);
    return std::ranges::find(order, write) < std::ranges::find(order, later);
  }

  // Def. 3.3, last condition: on the writes after the source.
  [[nodiscard]] Match match_of_source(EventId main, EventId swap, EventId source) const {
    if (rule_ == AnnotationRule::ByMode) {
      const EventId release = release_before(main, swap, source);
      if (!release.is_none()) return {CallCondition::ReleasesAlike, main, release};
    }
    bool is_after = false;
    for (const EventId write : graph_.coherence(event(source).label.location)) {
      if (is_after && !event(write).label.is_exclusive_write) {
        return {CallCondition::OnlyRmwsAfter, main, write};
      }
      if (is_after && event(write).value == event(source).value) {
        return {CallCondition::NeverAgain, main, write};
      }
      is_after |= write == source;
    }
    return {CallCondition::Holds, main, source};
  }

  [[nodiscard]] ErrorFact explain(EventId help, const Match& match) const {
    const auto fact = [&](FactKind kind, const std::vector<std::string>& more = {}) {
      ErrorFact out{kind, {text_of(help), text_of(match.main)}};
      out.names.insert(out.names.end(), more.begin(), more.end());
      return out;
    };
    const auto value = [&](Value of) { return automata_.locations().value_text(of); };
    const auto cell = [&] {
      return automata_.locations().name(event(match.culprit).label.location);
    };
    switch (match.fails) {
      case CallCondition::Swaps: return fact(FactKind::HelpWithoutSwap);
      case CallCondition::HasSource:
        return fact(FactKind::HelpWithoutSource,
                    {value(event(match.culprit).label.exclusive.one), cell()});
      case CallCondition::FollowsWrite: return fact(FactKind::HelpNotAfterWrite);
      case CallCondition::IsObserved: return fact(FactKind::HelpUnobserved);
      case CallCondition::Synchronises: return fact(FactKind::HelpUnsynchronised);
      case CallCondition::KeepsSc: return fact(FactKind::HelpNotSc);
      case CallCondition::ReleasesAlike:
        return fact(event(match.culprit).label.is_fence() ? FactKind::HelpAfterReleaseFence
                                                          : FactKind::HelpAfterReleaseWrite);
      case CallCondition::OnlyRmwsAfter: return fact(FactKind::HelpBeforeStore, {cell()});
      case CallCondition::NeverAgain:
        return fact(FactKind::HelpValueAgain, {value(event(match.culprit).value), cell()});
      case CallCondition::Holds: break;
    }
    DROVER_UNREACHABLE("a condition fails");
  }

  // The `help` call would have accessed the same memory as the `main` call. It must be allocated,
  // not freed, and free of races (Lemma D.5).
  void check_accesses(EventId help, EventId main) {
    const auto events = graph_.events_of(event(main).thread);
    for (std::size_t i = event(main).index + std::size_t{1}; i < events.size(); ++i) {
      const Label& label = event(events[i]).label;
      if (!label.is_read()) return;
      check_memory(help, main, label);
      if (rule_ == AnnotationRule::ByMode) check_races(help, label);  // no errors under other rules
      if (label.exclusive.kind == ExclusiveValues::Kind::One) return;
    }
  }

  void check_memory(EventId help, EventId main, const Label& access) {
    const Value at = automata_.locations().address(access.location);
    if (!address::is_heap(at)) return;
    for (const EventId other : graph_.ids()) {
      const Label& label = event(other).label;
      const bool is_alloc = label.kind == LabelKind::Alloc;
      const bool is_free = label.kind == LabelKind::Free;
      if ((!is_alloc && !is_free) || address::base(label.value) != address::base(at)) continue;
      // The helper has synchronised with the owner's events before its call.
      if (is_alloc && !is_before(other, main) && !hb_().contains(other, help)) {
        report(ErrorKind::Memory, FactKind::HelpAccessUnordered, help, other, access);
      }
      if (is_free && !hb_().contains(help, other)) {
        report(ErrorKind::Memory, FactKind::HelpUseAfterFree, help, other, access);
      }
    }
  }

  void check_races(EventId help, const Label& access) {
    const bool is_swap = access.exclusive.kind == ExclusiveValues::Kind::One;
    for (const EventId other : graph_.ids()) {
      const Label& label = event(other).label;
      if (event(other).is_initial() || !label.is_access() || label.location != access.location) {
        continue;
      }
      const bool conflicts =
          (is_swap || label.is_write()) && (access.mode == Mode::Na || label.mode == Mode::Na);
      if (!conflicts || hb_().contains(help, other) || hb_().contains(other, help)) continue;
      report(ErrorKind::Race, FactKind::HelpRace, help, other, access);
    }
  }

  void report(ErrorKind kind, FactKind what, EventId help, EventId other, const Label& access) {
    errors_.push_back(
        {kind, {what, {automata_.locations().name(access.location), text_of(help)}}, help, other});
  }

  const ExecutionGraph& graph_;
  const ProgramAutomata& automata_;
  ThreadOrder order_;
  AnnotationRule rule_;
  const LazyRelation& hb_;
  std::vector<EventId> helps_;
  std::vector<EventId> mains_;
  std::vector<HelpError> errors_;
};

// ---- Plain executions -----------------------------------------------------------------------

// Returns the `main` call that does what a `help` call would do; none() if there is none.
EventId owner_of(const ExecutionGraph& graph, const ProgramAutomata& automata, EventId help) {
  const auto call_of = [&](EventId marker) -> const AnnotatedCall& {
    return automata.thread(graph.event(marker).thread).call(graph.event(marker).label);
  };
  for (const EventId main : graph.ids()) {
    const Label& label = graph.event(main).label;
    if (label.kind == LabelKind::Call && label.is_main_call &&
        are_same(call_of(main), call_of(help))) {
      return main;
    }
  }
  return EventId::none();
}

// Adds the reads of failed `help` calls back to a graph of the annotated semantics, and searches
// for writes that they can have read from.
class HelpRestorer {
 public:
  HelpRestorer(const ExecutionGraph& graph, const ProgramAutomata& automata,
               const MemoryModel& model)
      : graph_(graph), automata_(automata), model_(model), restored_(graph.roles()) {}

  bool run() {
    copy_events();
    copy_relations();
    return can_read(0);
  }

 private:
  void copy_events() {
    new_id_.resize(graph_.size());
    for (const EventId id : graph_.ids()) {
      const Event& event = graph_.event(id);
      if (!event.is_initial()) continue;
      new_id_[id.value] = restored_.ensure_initial_write(event.label.location, event.value);
    }
    for (std::size_t t = 0; t < graph_.thread_count(); ++t) {
      for (const EventId id : graph_.events_of(ThreadId(t))) {
        const Event& event = graph_.event(id);
        new_id_[id.value] = add(ThreadId(t), event);
        const bool is_help = event.label.kind == LabelKind::Call && !event.label.is_main_call;
        if (is_help) add_reads_of(ThreadId(t), id);
      }
    }
  }
  // Adds a copy of the event, with the mode of its label before its source was known.
  EventId add(ThreadId thread, const Event& event) {
    Label label = event.label;
    if (label.is_read()) label.mode = event.declared_mode;
    return restored_.add(thread, event.node, label);
  }
  // The reads are those of the owner, which does the same.
  void add_reads_of(ThreadId thread, EventId help) {
    const EventId owner = owner_of(graph_, automata_, help);
    if (owner.is_none()) return;
    const auto events = graph_.events_of(graph_.event(owner).thread);
    for (std::size_t i = graph_.event(owner).index + std::size_t{1}; i < events.size(); ++i) {
      const Event& event = graph_.event(events[i]);
      if (!event.label.is_read()) return;
      reads_.push_back(add(thread, event));
      if (event.label.exclusive.kind == ExclusiveValues::Kind::One) return;
    }
  }

  void copy_relations() {
    for (const EventId id : graph_.ids()) {
      const Event& event = graph_.event(id);
      if (!event.label.is_read()) continue;
      restored_.set_reads_from(new_id_[id.value], new_id_[event.reads_from.value]);
    }
    for (const LocationId location : graph_.locations()) {
      const auto order = graph_.coherence(location);
      for (std::size_t i = 1; i < order.size(); ++i) {
        restored_.insert_coherence(new_id_[order[i].value], i);
      }
    }
  }

  // Tries every write for each added read, from `next` on.
  bool can_read(std::size_t next) {
    if (!model_.is_consistent(restored_)) return false;
    if (next == reads_.size()) return true;
    const EventId read = reads_[next];
    const Label label = restored_.event(read).label;
    const auto order = restored_.coherence(label.location);
    for (const EventId write : std::vector<EventId>(order.rbegin(), order.rend())) {
      if (label.exclusive.contains(restored_.event(write).value)) continue;  // it must fail
      restored_.set_reads_from(read, write);
      if (can_read(next + 1)) return true;
      restored_.clear_reads_from(read);
    }
    return false;
  }

  const ExecutionGraph& graph_;
  const ProgramAutomata& automata_;
  const MemoryModel& model_;
  ExecutionGraph restored_;
  std::vector<EventId> new_id_;  // by id in `graph_`
  std::vector<EventId> reads_;   // the added reads
};

}  // namespace

std::vector<MalformedCall> find_malformed_calls(const Program& program, AnnotationRule rule) {
  std::vector<MalformedCall> found;
  for (const Thread& thread : program.threads) {
    for (std::size_t i = 0; i < thread.code.size(); ++i) {
      if (!std::holds_alternative<CallMarker>(thread.code[i].body)) continue;
      const auto fault = CallForm(thread, static_cast<InstructionIndex>(i), rule).find_fault();
      if (fault) found.push_back({*fault, thread.code[i].source, thread.name});
    }
  }
  return found;
}

bool is_plain_execution(const ExecutionGraph& graph, const ProgramAutomata& automata,
                        const MemoryModel& model) {
  return HelpRestorer(graph, automata, model).run();
}

std::vector<HelpError> find_help_errors(const ExecutionGraph& graph,
                                        const ProgramAutomata& automata, AnnotationRule rule,
                                        const LazyRelation& happens_before) {
  return HelpChecker(graph, automata, rule, happens_before).find();
}

}  // namespace drover
