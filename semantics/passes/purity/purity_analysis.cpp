#include "semantics/passes/purity/purity_analysis.h"

#include <algorithm>
#include <cstddef>
#include <map>
#include <optional>
#include <ranges>
#include <utility>

#include "semantics/automaton/liveness.h"
#include "semantics/passes/purity/new_dependencies.h"
#include "semantics/passes/purity/unpublished_stores.h"
#include "semantics/program/operands.h"
#include "semantics/program/program.h"
#include "semantics/program/rmw_operator.h"
#include "support/overloaded.h"
#include "support/reach.h"

namespace drover::passes {

namespace {

// Limit on the instructions of an analysed loop. Waiting loops are short; the analysis of a long
// loop costs more than it saves.
constexpr std::ptrdiff_t MaxLoopSize = 300;
constexpr std::ptrdiff_t MaxLoopSizes = 6000;  // total of a thread

class PurityAnalysis {
 public:
  // Holds references.
  PurityAnalysis(const Program& program, const AtomicObjects& objects, ThreadId thread,
                 Liberties liberties)
      : liberties_(liberties),
        thread_(program.threads[thread.value]),
        flow_(thread_),
        liveness_(program, thread),
        objects_(objects),
        new_dependencies_(thread_, flow_, liveness_, liberties) {}

  PurityFacts run() {
    std::vector<LoopPurity> result;
    if (flow_.is_reducible()) look_at_loops(result);
    return {std::move(flow_), std::move(terms_), std::move(result)};
  }

 private:
  void look_at_loops(std::vector<LoopPurity>& result) {
    std::ptrdiff_t sizes = 0;
    for (const NaturalLoop& loop : flow_.loops()) {
      const auto size = std::ranges::count(loop.contains, true);
      if (size > MaxLoopSize || sizes + size > MaxLoopSizes) continue;
      sizes += size;
      LoopPurity purity{.header = loop.header, .stops = {}, .inner_back_edges = {}};
      for (const NaturalLoop& inner : flow_.loops()) {
        if (inner.header == loop.header || !loop.contains[inner.header]) continue;
        for (const InstructionIndex from : inner.back_edges) {
          const Place edge{from, inner.header};
          if (!is_dead(edge)) purity.inner_back_edges.push_back(edge);
        }
      }
      ways_to_.clear();
      may_remove_update_ = liberties_.removes_updates ||
                           (liberties_.removes_spinning_updates && has_one_access(loop));
      find_unpublished_stores(loop);
      const PurityCondition condition = purity_of(loop);
      purity.stops = stops_of(loop, condition);
      const PurityCondition return_condition =
          conditions_of(loop, Question::ComesBack)[loop.header];
      const bool stops_always = std::ranges::all_of(
          condition.ways(), [&](const Conjunction& way) { return !places_of(loop, way).empty(); });
      purity.is_always_pure =
          stops_always && purity.inner_back_edges.empty() && return_condition.is_exact() &&
          !return_condition.is_false() &&
          std::ranges::all_of(return_condition.ways(),
                              [&](const Conjunction& way) { return condition.covers(way); });
      if (purity.is_always_pure) {
        always_pure_headers_.push_back(loop.header);
        for (PureStop& stop : purity.stops) stop.minds_repetition = false;  // no repetition
      }
      result.push_back(std::move(purity));
    }
  }

  // True if no iteration has more than one access, and no other event but fences.
  [[nodiscard]] bool has_one_access(const NaturalLoop& loop) const {
    std::size_t count = 0;
    for (InstructionIndex at = 0; at < thread_.code.size(); ++at) {
      const InstructionBody& body = thread_.code[at].body;
      const bool counts = loop.contains[at] && may_be_event(body) &&
                          !std::holds_alternative<FenceInstruction>(body);
      count += counts ? 1 : 0;
    }
    return count == 1;
  }

  void find_unpublished_stores(const NaturalLoop& loop) {
    unpublished_.clear();
    // What a thread has given to one that it spawns is not followed.
    if (has_any<Spawn>(thread_)) return;
    if (!liberties_.removes_updates || !liberties_.adds_dependencies) return;
    std::optional<std::vector<PurityCondition>> comes_back;
    const auto may_come_back = [&](InstructionIndex at) {
      if (!comes_back) comes_back = conditions_of(loop, Question::ComesBack);
      PurityCondition condition = (*comes_back)[at];
      condition.restrict_to_true(success_of(at, std::get<CompareAndSwap>(thread_.code[at].body)));
      return !condition.is_exact() || !condition.is_false();
    };
    unpublished_ = unpublished_stores(thread_, flow_, loop, may_come_back);
  }
  [[nodiscard]] TermId success_of(InstructionIndex at, const CompareAndSwap& i) {
    const TermId read = read_by(at);
    return i.result == CasResult::Success ? read
                                          : terms_.binary(Operator::Equal, read, term(i.expected));
  }

  [[nodiscard]] TermId read_by(InstructionIndex at) { return passes::read_by(terms_, thread_, at); }

  // The question that a condition answers.
  enum class Question : std::uint8_t {
    IsPure,    // the rest of the iteration is pure
    ComesBack  // it comes back to the header, with or without effects
  };

  [[nodiscard]] std::vector<PurityCondition> conditions_of(const NaturalLoop& loop,
                                                           Question question) {
    std::vector<PurityCondition> before(flow_.size(), PurityCondition(terms_));
    const std::vector<InstructionIndex>& order = flow_.order();
    for (auto next = order.rbegin(); next != order.rend(); ++next) {
      const InstructionIndex at = *next;
      if (!loop.contains[at]) continue;
      const InstructionBody& body = thread_.code[at].body;
      if (const auto* instruction = std::get_if<Branch>(&body)) {
        before[at] = branch(loop, at, *instruction, question, before);
        continue;
      }
      for (const InstructionIndex to : flow_.successors(at)) {
        before[at].add(at_edge(loop, {at, to}, question, before));
      }
      propagate(before[at], at, question);
    }
    return before;
  }

  // Computes FPC(A, B) without the condition of the edge.
  [[nodiscard]] PurityCondition at_edge(const NaturalLoop& loop, Place edge, Question question,
                                        const std::vector<PurityCondition>& before) {
    if (edge.to == loop.header) {
      Conjunction way;
      for (std::uint32_t reg = 0; reg < thread_.registers.size(); ++reg) {
        const bool matters =
            question == Question::IsPure && liveness_.is_live_before(loop.header, reg);
        if (matters) way.kept.push_back(terms_.register_value(RegisterId(reg)));
      }
      PurityCondition condition(terms_);
      condition.add(std::move(way));
      return condition;
    }
    const bool leaves = !loop.contains[edge.to];
    if (leaves || flow_.is_back_edge(edge.from, edge.to)) return PurityCondition(terms_);
    return before[edge.to];
  }

  // Moves a condition from after an instruction (`next` is its successor) to before it.
  void propagate(PurityCondition& condition, InstructionIndex at, Question question) {
    if (condition.is_false()) return;
    std::visit(Propagation(*this, condition, at, question), thread_.code[at].body);
  }

  // The effect of one instruction on the condition after it. A short-lived worker: holds
  // references.
  class Propagation {
   public:
    Propagation(PurityAnalysis& analysis, PurityCondition& condition, InstructionIndex at,
                Question question)
        : analysis_(analysis), terms_(analysis.terms_), condition_(condition), at_(at) {
      const auto& successors = analysis.flow_.successors(at);
      after_ = {at, successors.empty() ? at : successors.front()};
      asks_for_purity_ = question == Question::IsPure;
    }

    void operator()(const Assign& i) {
      condition_.substitute(i.target, term(i.value));
      note_evaluation(i.value);
    }
    void operator()(const Load& i) { is_read(i.target, i.address, i.mode); }
    void operator()(const Store& i) {
      note_access(i.address, i.mode);
      note_evaluation(i.value);
      const bool is_unpublished = !analysis_.unpublished_.empty() && analysis_.unpublished_[at_];
      if (!is_unpublished) is_change();
    }
    void operator()(const ReadModifyWrite& i) {
      is_read(i.target, i.address, i.mode);
      note_evaluation(i.operand);
      if (!asks_for_purity_) return;
      if (i.desired || !analysis_.may_remove_update_) return is_change();
      // Requires that the cell keeps its value.
      const TermId operand = term(i.operand);
      const auto op = operator_of(i.op);
      const TermId written = op ? terms_.binary(*op, value_read(), operand) : operand;
      if (keeps_with_zero_only(i.op)) {
        condition_.restrict_to_false(operand);
      } else {
        condition_.restrict_to_true(terms_.binary(Operator::Equal, written, value_read()));
      }
    }
    void operator()(const CompareAndSwap& i) {
      is_read(i.target, i.address, i.mode);
      note_evaluation(i.expected, i.desired);
      if (!asks_for_purity_) return;
      const TermId succeeds = analysis_.success_of(at_, i);
      if (!analysis_.liberties_.removes_updates) return condition_.restrict_to_false(succeeds);
      // Requires that it fails, or that the cell keeps its value.
      const TermId keeps = terms_.binary(Operator::Equal, term(i.desired), term(i.expected));
      condition_.restrict_to_true(terms_.binary(Operator::Or, terms_.unary(Operator::Not, succeeds),
                                                terms_.binary(Operator::And, succeeds, keeps)));
    }
    void operator()(const Await& i) { is_read(i.target, i.address, i.mode); }
    void operator()(const AwaitExchange& i) {
      is_read(i.target, i.address, i.mode);
      is_change();
    }
    void operator()(const FenceInstruction& /*none*/) {}
    void operator()(const Jump& /*none*/) {}
    void operator()(const Branch& /*its edges are looked at one by one*/) {}
    void operator()(const Assume& i) { must_hold(i.condition); }
    void operator()(const Assert& i) { must_hold(i.condition); }
    void operator()(const Fail& /*none*/) { is_never(); }
    void operator()(const BlockInstruction& /*none*/) { is_never(); }
    void operator()(const Allocate& i) { is_never_pure(i.target); }
    void operator()(const Deallocate& /*none*/) {
      condition_.forbid_before(after_);
      is_change();
    }
    void operator()(const CallMarker& /*none*/) { is_change(); }
    void operator()(const OperationMark& /*none*/) { is_change(); }
    void operator()(const LoopStart& /*none*/) {}
    void operator()(const LoopIteration& /*none*/) {}
    void operator()(const ControlEnd& /*none*/) {}
    void operator()(const Choose& i) { is_never_pure(i.target); }
    void operator()(const Spawn& i) { is_never_pure(i.target); }
    void operator()(const Join& i) { is_never_pure(i.target); }
    void operator()(const Self& i) { condition_.substitute(i.target, value_read()); }
    void operator()(const Finish& /*none*/) { is_never(); }

   private:
    TermId term(ExprId expression) { return analysis_.term(expression); }
    TermId value_read() { return analysis_.read_by(at_); }
    void note_access(ExprId address, Mode mode) {
      const ExpressionPool& pool = analysis_.thread_.expressions;
      if (!analysis_.objects_.is_harmless(pool, address, mode)) condition_.forbid_before(after_);
    }
    template <typename... Expressions>
    void note_evaluation(Expressions... expressions) {
      const auto note = [&](TermId evaluated) {
        if (terms_.may_fault(evaluated)) condition_.forbid_before(after_, evaluated);
      };
      (note(term(expressions)), ...);
    }
    void is_read(RegisterId target, ExprId address, Mode mode) {
      condition_.substitute(target, value_read());
      note_access(address, mode);
    }
    void must_hold(ExprId expression) {
      condition_.restrict_to_true(term(expression));
      note_evaluation(expression);
    }
    void is_never() { condition_ = PurityCondition(terms_); }
    void is_change() {
      if (asks_for_purity_) is_never();
    }
    // The iteration is not pure, but comes back.
    void is_never_pure(RegisterId target) {
      condition_.substitute(target, value_read());
      is_change();
    }

    PurityAnalysis& analysis_;
    TermTable& terms_;
    PurityCondition& condition_;
    InstructionIndex at_;
    Place after_;
    bool asks_for_purity_ = false;
  };
  PurityCondition branch(const NaturalLoop& loop, InstructionIndex at, const Branch& instruction,
                         Question question, const std::vector<PurityCondition>& before) {
    const TermId condition = term(instruction.condition);
    PurityCondition if_true = at_edge(loop, {at, instruction.if_true}, question, before);
    const auto note_evaluation = [&](PurityCondition& side, InstructionIndex to) {
      if (terms_.may_fault(condition)) side.forbid_before({at, to}, condition);
    };
    if (instruction.if_true == instruction.if_false) {
      note_evaluation(if_true, instruction.if_true);
      return if_true;
    }
    PurityCondition if_false = at_edge(loop, {at, instruction.if_false}, question, before);
    if_true.restrict_to_true(condition);
    if_false.restrict_to_false(condition);
    note_evaluation(if_true, instruction.if_true);
    note_evaluation(if_false, instruction.if_false);
    if_true.add(if_false);
    return if_true;
  }

  [[nodiscard]] PurityCondition purity_of(const NaturalLoop& loop) {
    const PurityCondition at_header = conditions_of(loop, Question::IsPure)[loop.header];
    PurityCondition result(terms_);
    for (Conjunction way : at_header.ways()) {
      const std::vector<TermId> kept = std::exchange(way.kept, {});
      PurityCondition one(terms_);
      one.add(way);
      // A compare-and-swap that repeats an earlier read may also leave the register unchanged: then
      // the number of iterations does not matter.
      PurityCondition unchanged = one;
      bool may_be_unchanged = false;
      std::size_t i = 0;
      for (std::uint32_t reg = 0; reg < thread_.registers.size(); ++reg) {
        if (!liveness_.is_live_before(loop.header, reg)) continue;
        const TermId after = kept[i++];
        restrict_to_unchanged(unchanged, loop, RegisterId(reg), after);
        if (!way.is_reload && is_reload(loop, RegisterId(reg), after)) {
          way.is_reload = true;
          may_be_unchanged =
              std::holds_alternative<CompareAndSwap>(thread_.code[terms_[after].read].body);
        } else {
          restrict_to_unchanged(one, loop, RegisterId(reg), after);
        }
      }
      if (may_be_unchanged) {
        for (const Conjunction& pure : unchanged.ways()) result.add(pure);
      }
      for (Conjunction pure : one.ways()) {
        pure.is_reload = way.is_reload;
        result.add(std::move(pure));
      }
    }
    return result;
  }

  // Requires that a register's value at the end of the iteration (`after`) equals its value at the
  // start, or makes no difference.
  void restrict_to_unchanged(PurityCondition& condition, const NaturalLoop& loop, RegisterId reg,
                             TermId after) {
    const TermId before = terms_.register_value(reg);
    if (before == after) return;
    PurityCondition result(terms_);
    if (!liberties_.adds_dependencies && !new_dependencies_.is_free(loop, reg)) {
      condition = std::move(result);
      return;
    }
    for (const Conjunction& way : condition.ways()) {
      PurityCondition one(terms_);
      one.add(way);
      const auto known = std::ranges::find(way.literals, before, &Literal::term);
      const auto same = std::ranges::find(
          way.literals, terms_.binary(Operator::Equal, after, before), &Literal::term);
      if (same != way.literals.end() && !same->values.contains(0)) {
        result.add(one);
        continue;
      }
      if (terms_[after].kind == Term::Kind::Constant) {
        one.restrict(before, ValueSet::only(terms_[after].value));
      } else if (const auto values = known != way.literals.end()
                                         ? alike_of(loop.header, reg, known->values)
                                         : std::nullopt) {
        one.restrict(before, *values);
        one.restrict(after, *values);
      } else {
        continue;
      }
      result.add(one);
    }
    condition = std::move(result);
  }

  // Returns those of `values` that a register may hold at the header of a loop without a difference
  // for the thread from there on. Nothing if the thread may behave differently.
  [[nodiscard]] std::optional<ValueSet> alike_of(InstructionIndex header, RegisterId reg,
                                                 ValueSet values) {
    if (values.single()) return values;
    std::vector<bool> is_reached(flow_.size(), false);
    std::vector<InstructionIndex> open;
    const auto note = [&](InstructionIndex at) {
      if (is_reached[at] || !liveness_.is_live_before(at, reg.value)) return;
      is_reached[at] = true;
      open.push_back(at);
    };
    note(header);
    while (!open.empty()) {
      const InstructionIndex at = open.back();
      open.pop_back();
      const InstructionBody& body = thread_.code[at].body;
      if (std::holds_alternative<Finish>(body))
        return std::nullopt;  // conditions name the register
      const Effects effects = effects_of(thread_, at);
      const bool is_read = std::ranges::find(effects.reads, reg) != effects.reads.end();
      const auto* assign = std::get_if<Assign>(&body);
      const bool is_dropped =
          assign != nullptr && !liveness_.is_live_after(at, assign->target.value);
      bool is_idle = is_dropped && !thread_.expressions.may_fault(assign->value);
      if (is_dropped && !is_idle) {
        // The values without a fault are equivalent here. Decisions that were the same for all
        // values are the same for these.
        if (const auto safe = safe_values(assign->value, reg)) {
          values = values & *safe;
          is_idle = true;
        }
      }
      if (!is_read || is_idle) {
        if (effects.writes == reg) continue;
        for (const InstructionIndex to : flow_.successors(at)) note(to);
        continue;
      }
      // Only a decision with the same result for all values may read the register.
      const auto* branch = std::get_if<Branch>(&body);
      const auto* assume = std::get_if<Assume>(&body);
      if (branch == nullptr && assume == nullptr) return std::nullopt;
      const ExprId decided = branch != nullptr ? branch->condition : assume->condition;
      if (thread_.expressions.may_fault(decided)) return std::nullopt;
      const auto passing = values_for(decided, reg);
      if (!passing) return std::nullopt;
      const bool all_pass = passing->contains(values);
      if (!all_pass && !(*passing & values).is_empty()) return std::nullopt;
      if (branch != nullptr) {
        note(all_pass ? branch->if_true : branch->if_false);
      } else if (all_pass) {
        note(at + 1);
      }
    }
    return values;
  }

  // Returns the values of a register for which a computed and dropped expression cannot fault;
  // nothing if unknown.
  // For `reg + c` that must fit into some number of bits: returns the allowed values of `reg`.
  [[nodiscard]] std::optional<ValueSet> safe_values(ExprId expression, RegisterId reg) {
    const TermId id = term(expression);
    const Term& checked = terms_[id];
    const bool is_checked =
        checked.kind == Term::Kind::Operation && checked.op == Operator::Guard &&
        static_cast<Guard>(checked.index) == Guard::Signed && checked.value < 63;
    if (!is_checked) return std::nullopt;
    const Value half = Value{1} << (checked.value - 1);
    Value added = 0;
    TermId inner = checked.a;
    if (terms_[inner].kind == Term::Kind::Operation && terms_[inner].op == Operator::Add &&
        terms_[terms_[inner].b].kind == Term::Kind::Constant) {
      added = terms_[terms_[inner].b].value;
      inner = terms_[inner].a;
    }
    const bool is_small = added >= -half && added < half;
    if (!is_small || inner != terms_.register_value(reg)) return std::nullopt;
    return ValueSet::range(-half - added, half - 1 - added);
  }

  // Returns the values of a register that satisfy a condition; nothing if it depends on more.
  [[nodiscard]] std::optional<ValueSet> values_for(ExprId condition, RegisterId reg) {
    PurityCondition holds(terms_);
    holds.add(Conjunction{});
    holds.restrict_to_true(term(condition));
    if (!holds.is_exact()) return std::nullopt;
    ValueSet values = ValueSet::none();
    for (const Conjunction& way : holds.ways()) {
      if (way.literals.empty()) return ValueSet::all();
      const bool is_about_it =
          way.literals.size() == 1 && way.literals.front().term == terms_.register_value(reg);
      if (!is_about_it) return std::nullopt;
      values = values | way.literals.front().values;
    }
    return values;
  }

  // Returns the load before a loop whose result is in `reg` at the header, and nowhere else, if no
  // event comes in between.
  [[nodiscard]] const Load* entry_load(const NaturalLoop& loop, RegisterId reg) const {
    InstructionIndex at = loop.header;
    std::vector<const Assign*> steps;  // the last one first
    while (true) {
      // The only predecessor outside the loop.
      std::optional<InstructionIndex> before;
      for (const InstructionIndex from : flow_.predecessors(at)) {
        if (at == loop.header && loop.contains[from]) continue;
        if (before) return nullptr;
        before = from;
      }
      if (!before) return nullptr;
      at = *before;
      const InstructionBody& body = thread_.code[at].body;
      if (const auto* load = std::get_if<Load>(&body)) {
        return load->target == reg && !is_copied(loop, reg, steps) ? load : nullptr;
      }
      const auto* assign = std::get_if<Assign>(&body);
      if (assign != nullptr) steps.push_back(assign);
      const bool is_local = std::holds_alternative<LoopStart>(body) ||
                            std::holds_alternative<Jump>(body) ||
                            (assign != nullptr && assign->target != reg);
      if (!is_local) return nullptr;
    }
  }

  // True if more than `reg` depends on the loaded value after `steps`, of which the last comes
  // first.
  [[nodiscard]] bool is_copied(const NaturalLoop& loop, RegisterId reg,
                               const std::vector<const Assign*>& steps) const {
    std::vector<RegisterId> copies{reg};
    for (const Assign* step : std::views::reverse(steps)) {
      std::vector<RegisterId> used;
      thread_.expressions.collect_registers(step->value, used);
      const bool is_copy = std::ranges::find_first_of(used, copies) != used.end();
      if (is_copy && thread_.expressions.may_fault(step->value)) return true;
      std::erase(copies, step->target);
      if (is_copy) copies.push_back(step->target);
    }
    return std::ranges::any_of(copies, [&](RegisterId copy) {
      return copy != reg && liveness_.is_live_before(loop.header, copy.value);
    });
  }

  // True if `after` is the value that the load before the loop returns if it comes later.
  [[nodiscard]] bool is_reload(const NaturalLoop& loop, RegisterId reg, TermId after) {
    if (!liberties_.removes_updates || terms_[after].kind != Term::Kind::Read) return false;
    const Load* entry = entry_load(loop, reg);
    if (entry == nullptr) return false;
    // A constant address names the same place in both.
    const auto is_same = [&](ExprId address, Mode mode) {
      const TermId place = term(address);
      return terms_[place].kind == Term::Kind::Constant && place == term(entry->address) &&
             mode == entry->mode;
    };
    return std::visit(overloaded{
                          [&](const Load& i) { return is_same(i.address, i.mode); },
                          [&](const CompareAndSwap& i) {
                            return i.result == CasResult::OldValue &&
                                   is_same(i.address, i.failure_mode);
                          },
                          [](const auto& /*other*/) { return false; },
                      },
                      thread_.code[terms_[after].read].body);
  }

  // Ways on which the thread cannot be stopped are left out.
  [[nodiscard]] std::vector<PureStop> stops_of(const NaturalLoop& loop,
                                               const PurityCondition& condition) {
    std::vector<PureStop> stops;
    for (const Conjunction& way : condition.ways()) {
      for (const std::optional<Place>& place : places_of(loop, way)) {
        auto stop = std::ranges::find_if(stops, [&](const PureStop& other) {
          return other.place == place && other.minds_repetition == way.is_reload;
        });
        if (stop == stops.end()) {
          stops.push_back({.place = place, .ways = {}, .minds_repetition = way.is_reload});
          stop = stops.end() - 1;
          stop->minds_inner_loops = place && may_follow_inner_loop(loop, *place);
        }
        stop->is_endless |= reads_of(way).empty();
        stop->ways.push_back(way);
        if (place) leave_out_known(loop, *place, stop->ways.back());
      }
    }
    return stops;
  }

  [[nodiscard]] std::vector<InstructionIndex> reads_of(const Conjunction& way) const {
    std::vector<InstructionIndex> reads;
    for (const Literal& literal : way.literals) terms_.collect_reads(literal.term, reads);
    return reads;
  }

  // Returns the place after the last read in the condition, and not before a possible fault.
  [[nodiscard]] std::optional<Place> place_of(const Conjunction& way) const {
    std::optional<Place> last = way.not_before;
    for (const PossibleFault& fault : way.faults) {
      const bool is_later = !last || flow_.position(fault.place.from) > flow_.position(last->from);
      if (is_later) last = fault.place;
    }
    for (const InstructionIndex at : reads_of(way)) {
      if (last && flow_.position(at) <= flow_.position(last->from)) continue;
      last = Place{at, flow_.successors(at).front()};
    }
    return last;
  }

  // Returns places to stop at on this way, such that the thread passes one of them and a test there
  // gives no new dependency, if that matters. Empty if there are none.
  [[nodiscard]] std::vector<std::optional<Place>> places_of(const NaturalLoop& loop,
                                                            const Conjunction& way) {
    const std::optional<Place> first = place_of(way);
    if (liberties_.adds_dependencies || !adds_dependencies(loop, first, way)) return {first};
    // At the end of the iteration the thread has made its own decisions.
    std::vector<std::optional<Place>> ends;
    if (way.is_reload) return ends;  // the iteration is counted there
    for (const InstructionIndex from : loop.back_edges) {
      const Place end{from, loop.header};
      if (Conjunction rest = way; !leave_out_known(loop, end, rest)) continue;
      if (adds_dependencies(loop, end, way)) return {};
      ends.emplace_back(end);
    }
    return ends;
  }

  // True if the thread can be at `place` (nothing: before the header) on this way, and events would
  // depend on the test of its condition there.
  [[nodiscard]] bool adds_dependencies(const NaturalLoop& loop, std::optional<Place> place,
                                       Conjunction way) {
    if (place) leave_out_known(loop, *place, way);
    std::vector<RegisterId> registers;
    for (const Literal& literal : way.literals) terms_.collect_registers(literal.term, registers);
    const auto written_at = [&](InstructionIndex at) { return written_by(thread_.code[at].body); };
    // True if a value may be elsewhere by now than in the register that it was in.
    const auto is_lost = [&](RegisterId reg, std::optional<InstructionIndex> definition) {
      for (InstructionIndex at = 0; at < thread_.code.size(); ++at) {
        if (loop.contains[at] && at != definition && written_at(at) == reg) return true;
      }
      return false;
    };
    const InstructionIndex next = place ? place->to : loop.header;
    const auto is_new = [&](RegisterId reg, std::optional<InstructionIndex> definition) {
      return is_lost(reg, definition) || !new_dependencies_.is_tested(next, reg);
    };
    return std::ranges::any_of(reads_of(way),
                               [&](InstructionIndex at) { return is_new(written_at(at), at); }) ||
           std::ranges::any_of(registers, [&](RegisterId reg) {
             if (new_dependencies_.is_constant(loop, reg)) return false;
             return place ? is_new(reg, std::nullopt) : !new_dependencies_.is_tested(next, reg);
           });
  }

  // Leaves out the literals of `way` that always hold at `place`. False if the way never leads
  // there.
  bool leave_out_known(const NaturalLoop& loop, Place place, Conjunction& way) {
    auto found = ways_to_.find(place);
    if (found == ways_to_.end()) found = ways_to_.emplace(place, ways_to(loop, place)).first;
    PurityCondition known = found->second;
    if (!known.is_exact()) return true;
    std::vector<Literal> literals = way.literals;
    std::erase_if(literals, [&](const Literal& literal) { return known.implies(literal); });
    for (const Literal& literal : way.literals) known.restrict(literal.term, literal.values);
    way.literals = std::move(literals);
    return !known.is_false();
  }

  // Returns the conditions of the paths from the header to a place.
  [[nodiscard]] PurityCondition ways_to(const NaturalLoop& loop, Place place) {
    std::vector<PurityCondition> before(flow_.size(), PurityCondition(terms_));
    PurityCondition start(terms_);
    start.add(Conjunction{});
    const auto at_end = [&](Place edge) {
      if (edge == place) return start;
      const bool goes_on = loop.contains[edge.to] && edge.to != loop.header &&
                           !flow_.is_back_edge(edge.from, edge.to);
      return goes_on ? before[edge.to] : PurityCondition(terms_);
    };
    const std::vector<InstructionIndex>& order = flow_.order();
    for (std::size_t i = flow_.position(place.from) + 1; i-- > flow_.position(loop.header);) {
      const InstructionIndex at = order[i];
      if (!loop.contains[at]) continue;
      const auto* choice = std::get_if<Branch>(&thread_.code[at].body);
      if (choice != nullptr && choice->if_true != choice->if_false) {
        before[at] = at_end({at, choice->if_true});
        before[at].restrict_to_true(term(choice->condition));
        PurityCondition if_false = at_end({at, choice->if_false});
        if_false.restrict_to_false(term(choice->condition));
        before[at].add(if_false);
        continue;
      }
      for (const InstructionIndex to : flow_.successors(at)) before[at].add(at_end({at, to}));
      propagate(before[at], at, Question::ComesBack);
    }
    return before[loop.header];
  }

  // True if an inner loop may have repeated on a path from the header to a place.
  [[nodiscard]] bool may_follow_inner_loop(const NaturalLoop& loop, Place place) const {
    std::vector<InstructionIndex> repeated;  // headers of inner loops
    for (const NaturalLoop& inner : flow_.loops()) {
      if (inner.header == loop.header || !loop.contains[inner.header]) continue;
      const bool may_repeat = std::ranges::any_of(inner.back_edges, [&](InstructionIndex from) {
        return !is_dead({from, inner.header});
      });
      if (may_repeat) repeated.push_back(inner.header);
    }
    const auto for_each_next = [&](InstructionIndex at, const auto& visit) {
      for (const InstructionIndex to : flow_.successors(at)) {
        if (loop.contains[to] && to != loop.header) visit(to);
      }
    };
    return reached_from(repeated, flow_.size(), for_each_next)[place.from];
  }

  [[nodiscard]] TermId term(ExprId expression) {
    return terms_.of(thread_.expressions, expression);
  }

  [[nodiscard]] bool is_dead(Place edge) const {
    return std::ranges::find(always_pure_headers_, edge.to) != always_pure_headers_.end() &&
           flow_.is_back_edge(edge.from, edge.to);
  }

  Liberties liberties_;
  bool may_remove_update_ = true;  // in the current loop
  std::vector<bool> unpublished_;  // stores of the current loop; empty: none
  const Thread& thread_;
  ControlFlow flow_;
  Liveness liveness_;
  const AtomicObjects& objects_;
  NewDependencies new_dependencies_;
  TermTable terms_;
  std::map<Place, PurityCondition> ways_to_;           // of the current loop
  std::vector<InstructionIndex> always_pure_headers_;  // headers of loops that never repeat
};

}  // namespace

PurityFacts analyse_purity(const Program& program, const AtomicObjects& objects, ThreadId thread,
                           Liberties liberties) {
  return PurityAnalysis(program, objects, thread, liberties).run();
}

TermId read_by(TermTable& terms, const Thread& thread, InstructionIndex at) {
  const auto* cas = std::get_if<CompareAndSwap>(&thread.code[at].body);
  return terms.read(at, cas != nullptr && cas->result == CasResult::Success);
}

}  // namespace drover::passes
