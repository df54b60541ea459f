#include "semantics/passes/purity/eliminate.h"

#include <algorithm>
#include <map>
#include <optional>
#include <utility>

#include "semantics/passes/purity/purity_analysis.h"
#include "semantics/program/instruction_effects.h"
#include "support/check.h"
#include "support/overloaded.h"

namespace drover::passes {

namespace {

// Writes conditions on terms as expressions over the registers that hold them.
class TermWriter {
 public:
  using Holders = std::map<TermId, RegisterId>;

  TermWriter(const TermTable& terms, ExpressionPool& pool, const Holders& holders)
      : terms_(terms), pool_(pool), holders_(holders) {}

  // That no way is taken.
  ExprId none_of(const std::vector<Conjunction>& ways) {
    std::optional<ExprId> all;
    for (const Conjunction& way : ways) {
      const ExprId one = not_taken(way);
      all = all ? pool_.binary(Operator::And, *all, one) : one;
    }
    return *all;
  }

 private:
  ExprId not_taken(const Conjunction& way) {
    std::optional<ExprId> any;
    for (const Literal& literal : way.literals) {
      const ExprId one = is_in(literal.term, ~literal.values);
      any = any ? pool_.binary(Operator::Or, *any, one) : one;
    }
    return any ? *any : pool_.constant(0);
  }

  ExprId is_in(TermId id, const ValueSet& values) {
    const Term& term = terms_[id];
    if (terms_.is_truth_value(id)) {
      if (term.kind == Term::Kind::Operation) return truth(term, values.contains(1));
      const ExprId value = value_of(id);
      return values.contains(1) ? value : pool_.unary(Operator::Not, value);
    }
    const ValueSet others = ~values;
    if (const auto one = values.single()) return compare(Operator::Equal, id, *one);
    if (const auto one = others.single()) return compare(Operator::NotEqual, id, *one);
    if (values.ranges().size() == 1) return is_in(id, values.ranges().front());
    if (others.ranges().size() < values.ranges().size()) {
      return all_or_any(id, others, Operator::And);
    }
    return all_or_any(id, values, Operator::Or);
  }

  // In one of the ranges, or outside all of them.
  ExprId all_or_any(TermId id, const ValueSet& values, Operator op) {
    std::optional<ExprId> result;
    for (const ValueSet::Range& range : values.ranges()) {
      const ExprId one = op == Operator::Or ? is_in(id, range) : is_outside(id, range);
      result = result ? pool_.binary(op, *result, one) : one;
    }
    return *result;
  }

  ExprId is_in(TermId id, const ValueSet::Range& range) {
    if (range.first == range.last) return compare(Operator::Equal, id, range.first);
    const bool has_least = !ValueSet::less_than(range.first).is_empty();
    const bool has_greatest = !ValueSet::greater_than(range.last).is_empty();
    if (!has_greatest) return compare(Operator::Greater, id, range.first - 1);
    if (!has_least) return compare(Operator::LessEqual, id, range.last);
    return pool_.binary(Operator::And, compare(Operator::GreaterEqual, id, range.first),
                        compare(Operator::LessEqual, id, range.last));
  }

  ExprId is_outside(TermId id, const ValueSet::Range& range) {
    if (range.first == range.last) return compare(Operator::NotEqual, id, range.first);
    if (ValueSet::greater_than(range.last).is_empty()) {
      return compare(Operator::LessEqual, id, range.first - 1);
    }
    if (ValueSet::less_than(range.first).is_empty()) {
      return compare(Operator::Greater, id, range.last);
    }
    return pool_.binary(Operator::Or, compare(Operator::Less, id, range.first),
                        compare(Operator::Greater, id, range.last));
  }

  ExprId compare(Operator op, TermId id, Value value) {
    return pool_.binary(op, value_of(id), pool_.constant(value));
  }

  ExprId truth(const Term& term, bool is_true) {
    switch (term.op) {
      case Operator::Equal:
        return pool_.binary(is_true ? Operator::Equal : Operator::NotEqual, value_of(term.a),
                            value_of(term.b));
      case Operator::Less:
        return pool_.binary(is_true ? Operator::Less : Operator::GreaterEqual, value_of(term.a),
                            value_of(term.b));
      default: {
        const ExprId value = operation(term);
        return is_true ? value : pool_.unary(Operator::Not, value);
      }
    }
  }

  ExprId value_of(TermId id) {
    const Term& term = terms_[id];
    switch (term.kind) {
      case Term::Kind::Constant: return pool_.constant(term.value);
      case Term::Kind::Operation: return operation(term);
      case Term::Kind::Register:
      case Term::Kind::Read: return pool_.register_value(holders_.at(id));
    }
    DROVER_UNREACHABLE("all kinds have a case");
  }

  ExprId operation(const Term& term) {
    ExpressionNode node;
    node.op = term.op;
    node.index = term.index;
    node.value = term.value;
    node.a = value_of(term.a);
    if (!term.b.is_none()) node.b = value_of(term.b);
    if (!term.c.is_none()) node.c = value_of(term.c);
    return pool_.add(node);
  }

  const TermTable& terms_;
  ExpressionPool& pool_;
  const Holders& holders_;
};

// Puts the stops into the code of one thread. A short-lived worker.
class ThreadRewriter {
 public:
  ThreadRewriter(const Program& program, ThreadId id)
      : original_(program.threads[id.value]),
        thread_(original_),
        analysis_(program, id),
        allocation_register_(original_.registers.size()) {}

  // The loops that have pure iterations.
  std::vector<EliminatedLoop> run(ThreadId id) {
    std::vector<EliminatedLoop> result;
    for (const LoopPurity& purity : analysis_.run()) {
      const auto loop = source_loop(original_, analysis_.flow(), natural_loop(purity.header));
      if (purity.stops.empty() || !loop) continue;
      result.push_back({id, *loop, purity.is_always_pure});
      insert_stops(purity, *loop);
    }
    if (!result.empty()) write_code();
    return result;
  }

  Thread take() { return std::move(thread_); }

 private:
  using Instructions = std::vector<Instruction>;

  [[nodiscard]] const NaturalLoop& natural_loop(InstructionIndex header) const {
    return *std::ranges::find(analysis_.flow().loops(), header, &NaturalLoop::header);
  }

  RegisterId new_register() {
    thread_.registers.push_back({});
    return RegisterId(thread_.registers.size() - 1);
  }
  ExprId constant(Value value) { return thread_.expressions.constant(value); }

  void insert_stops(const LoopPurity& purity, std::uint32_t loop) {
    const NaturalLoop& natural = natural_loop(purity.header);
    std::optional<RegisterId> has_repeated;  // the paper's "took internal backedge"
    std::optional<RegisterId> is_repeated;
    for (const PureStop& stop : purity.stops) {
      if (stop.minds_inner_loops && !has_repeated) {
        has_repeated = note_inner_loops(purity);
      }
      const TermWriter::Holders holders = holders_at(natural, stop);
      TermWriter writer(analysis_.terms(), thread_.expressions, holders);
      ExprId condition = writer.none_of(stop.ways);
      if (stop.minds_inner_loops) {
        const ExprId repeated = thread_.expressions.register_value(*has_repeated);
        condition = thread_.expressions.binary(Operator::Or, repeated, condition);
      }
      if (stop.minds_repetition) {
        if (!is_repeated) is_repeated = note_repetition(natural);
        const ExprId repeated = thread_.expressions.register_value(*is_repeated);
        condition = thread_.expressions.binary(Operator::Or, repeated, condition);
      }
      const InstructionIndex near = stop.place ? stop.place->from : purity.header;
      const Instruction assume{Assume{condition, loop}, original_.code[near].source};
      (stop.place ? on_edge_[*stop.place] : stops_before_[purity.header]).push_back(assume);
    }
  }

  // A register that is 0 as long as no inner loop has been repeated in this iteration.
  RegisterId note_inner_loops(const LoopPurity& purity) {
    const RegisterId reg = new_register();
    const SourceRange source = original_.code[purity.header].source;
    at_start_[purity.header].push_back({Assign{reg, constant(0)}, source});
    for (const Place& edge : purity.inner_back_edges) {
      on_edge_[edge].push_back({Assign{reg, constant(1)}, original_.code[edge.from].source});
    }
    return reg;
  }

  // A register that is 0 in the first iteration.
  RegisterId note_repetition(const NaturalLoop& loop) {
    const RegisterId reg = new_register();
    for (const InstructionIndex from : analysis_.flow().predecessors(loop.header)) {
      const Value value = loop.contains[from] ? 1 : 0;
      on_edge_[{from, loop.header}].push_back(
          {Assign{reg, constant(value)}, original_.code[from].source});
    }
    return reg;
  }

  // For each value that the stop speaks of, a register that holds it there. What may have been
  // overwritten by then is copied when it comes up.
  TermWriter::Holders holders_at(const NaturalLoop& loop, const PureStop& stop) {
    TermWriter::Holders holders;
    TermTable& terms = analysis_.terms();
    std::vector<InstructionIndex> reads;
    std::vector<RegisterId> registers;
    for (const Conjunction& way : stop.ways) {
      for (const Literal& literal : way.literals) {
        terms.collect_reads(literal.term, reads);
        terms.collect_registers(literal.term, registers);
      }
    }
    for (const InstructionIndex at : reads) {
      const RegisterId target = written_at(at);
      const bool is_lost = is_overwritten(loop, target, at, false, *stop.place);
      holders[analysis_.read_by(at)] =
          is_lost ? copy_of(target, copies_after_[at], held_[{at, target}]) : target;
    }
    for (const RegisterId reg : registers) {
      const InstructionIndex header = loop.header;
      const bool is_lost = stop.place && is_overwritten(loop, reg, header, true, *stop.place);
      holders[terms.register_value(reg)] =
          is_lost ? copy_of(reg, at_start_[header], held_at_start_[{header, reg}]) : reg;
    }
    return holders;
  }

  RegisterId copy_of(RegisterId reg, Instructions& where, std::optional<RegisterId>& copy) {
    if (!copy) {
      copy = new_register();
      const ExprId value = thread_.expressions.register_value(reg);
      where.push_back({Assign{*copy, value}, original_.source});
    }
    return *copy;
  }

  [[nodiscard]] RegisterId written_at(InstructionIndex at) const {
    return effects_of(original_.code[at], original_.expressions, allocation_register_).writes;
  }

  // Whether some instruction that comes after `from` in the iteration, or `from` itself if it
  // `counts`, writes `reg` on the way to `place`.
  [[nodiscard]] bool is_overwritten(const NaturalLoop& loop, RegisterId reg, InstructionIndex from,
                                    bool counts, Place place) const {
    const std::vector<bool> is_after = reachable(loop, from);
    for (InstructionIndex at = 0; at < original_.code.size(); ++at) {
      if (!is_after[at] || (at == from && !counts) || written_at(at) != reg) continue;
      if (reachable(loop, at)[place.from]) return true;
    }
    return false;
  }

  // What comes after `from`, itself included, in the same iteration, as long as no inner loop is
  // repeated: after that the stop does not count.
  [[nodiscard]] std::vector<bool> reachable(const NaturalLoop& loop, InstructionIndex from) const {
    std::vector<bool> is_reached(original_.code.size(), false);
    std::vector<InstructionIndex> open{from};
    is_reached[from] = true;
    while (!open.empty()) {
      const InstructionIndex at = open.back();
      open.pop_back();
      for (const InstructionIndex to : analysis_.flow().successors(at)) {
        const bool goes_back = analysis_.flow().is_back_edge(at, to);
        if (is_reached[to] || !loop.contains[to] || goes_back) continue;
        is_reached[to] = true;
        open.push_back(to);
      }
    }
    return is_reached;
  }

  // ---- Writing the code again

  void write_code() {
    Instructions code;
    std::vector<InstructionIndex> start_of(original_.code.size());
    std::map<Place, InstructionIndex> start_on;  // of what is inserted on a jump
    for (InstructionIndex at = 0; at < original_.code.size(); ++at) {
      start_of[at] = static_cast<InstructionIndex>(code.size());
      append(code, at_start_, at);
      append(code, stops_before_, at);
      code.push_back(original_.code[at]);
      const bool is_jump = std::holds_alternative<Jump>(original_.code[at].body) ||
                           std::holds_alternative<Branch>(original_.code[at].body);
      if (!is_jump) {
        append(code, on_edge_, Place{at, at + 1});
        append(code, copies_after_, at);
        continue;
      }
      for (const InstructionIndex to : analysis_.flow().successors(at)) {
        const Place edge{at, to};
        if (!on_edge_.contains(edge)) continue;
        start_on[edge] = static_cast<InstructionIndex>(code.size());
        append(code, on_edge_, edge);
        code.push_back({Jump{to}, original_.code[at].source});
        detours_.push_back(code.size() - 1);
      }
    }
    retarget(code, start_of, start_on);
    thread_.code = std::move(code);
  }

  template <typename Key>
  static void append(Instructions& code, const std::map<Key, Instructions>& inserted, Key key) {
    const auto found = inserted.find(key);
    if (found == inserted.end()) return;
    code.insert(code.end(), found->second.begin(), found->second.end());
  }

  void retarget(Instructions& code, const std::vector<InstructionIndex>& start_of,
                const std::map<Place, InstructionIndex>& start_on) const {
    std::vector<bool> is_detour(code.size(), false);
    for (const std::size_t at : detours_) is_detour[at] = true;
    InstructionIndex old = 0;  // the instruction of the original whose jumps are looked at
    for (InstructionIndex at = 0; at < code.size(); ++at) {
      while (old + 1 < start_of.size() && start_of[old + 1] <= at) ++old;
      const auto moved = [&](InstructionIndex to) {
        const auto on_the_way = is_detour[at] ? start_on.end() : start_on.find({old, to});
        return on_the_way != start_on.end() ? on_the_way->second : start_of[to];
      };
      std::visit(overloaded{[&](Jump& i) { i.target = moved(i.target); },
                            [&](Branch& i) {
                              i.if_true = moved(i.if_true);
                              i.if_false = moved(i.if_false);
                            },
                            [&](CallMarker& i) { i.end = start_of[i.end]; }, [](auto&) {}},
                 code[at].body);
    }
  }

  const Thread& original_;
  Thread thread_;
  PurityAnalysis analysis_;
  RegisterId allocation_register_;
  // What is inserted: before headers, on the way from one instruction to another, and after
  // reads, behind what is on that way. A stop follows the read that it waits for at once, so that
  // the two can become an await.
  std::map<InstructionIndex, Instructions> at_start_;
  std::map<InstructionIndex, Instructions> stops_before_;
  std::map<Place, Instructions> on_edge_;
  std::map<InstructionIndex, Instructions> copies_after_;
  // The registers that keep what a read delivered, or what a register held at a header.
  using Copies = std::map<std::pair<InstructionIndex, RegisterId>, std::optional<RegisterId>>;
  Copies held_;
  Copies held_at_start_;
  std::vector<std::size_t> detours_;  // inserted jumps, whose targets are still original ones
};

}  // namespace

PurityElimination eliminate_pure_iterations(const Program& program) {
  PurityElimination result{program, {}};
  for (std::size_t t = 0; t < program.threads.size(); ++t) {
    ThreadRewriter rewriter(program, ThreadId(t));
    const std::vector<EliminatedLoop> loops = rewriter.run(ThreadId(t));
    if (loops.empty()) continue;
    result.loops.insert(result.loops.end(), loops.begin(), loops.end());
    result.program.threads[t] = rewriter.take();
  }
  return result;
}

}  // namespace drover::passes
