#include "semantics/passes/purity/eliminate.h"

#include <algorithm>
#include <map>
#include <optional>
#include <utility>

#include "semantics/passes/purity/idle_code.h"
#include "semantics/passes/purity/purity_analysis.h"
#include "semantics/program/code_edit.h"
#include "semantics/program/operands.h"
#include "support/check.h"
#include "support/reach.h"

namespace drover::passes {

namespace {

// Writes conditions on terms as expressions over the registers that hold them.
class TermWriter {
 public:
  using Holders = std::map<TermId, RegisterId>;

  TermWriter(const TermTable& terms, ExpressionPool& pool, const Holders& holders)
      : terms_(terms), pool_(pool), holders_(holders) {}

  // Returns the condition that none of the ways is taken.
  ExprId none_of(const std::vector<Conjunction>& ways) {
    return joined(Operator::And, ways, [&](const Conjunction& way) { return not_taken(way); });
  }

 private:
  // Joins the conditions of parts, of which there is one at least.
  ExprId joined(Operator op, const auto& parts, const auto& condition_of) {
    ExprId all;
    for (const auto& part : parts) {
      const ExprId one = condition_of(part);
      all = all.is_none() ? one : pool_.binary(op, all, one);
    }
    return all;
  }
  ExprId not_taken(const Conjunction& way) {
    if (way.literals.empty()) return pool_.constant(0);
    return joined(Operator::Or, way.literals,
                  [&](const Literal& literal) { return is_in(literal.term, ~literal.values); });
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

  // Tests that the term is in one of the ranges, or outside all of them.
  ExprId all_or_any(TermId id, const ValueSet& values, Operator op) {
    return joined(op, values.ranges(), [&](const ValueSet::Range& range) {
      return op == Operator::Or ? is_in(id, range) : is_outside(id, range);
    });
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

// Inserts the stops into the code of one thread. A short-lived worker.
class ThreadRewriter {
 public:
  ThreadRewriter(const Program& program, const AtomicObjects& objects, ThreadId id,
                 Liberties liberties)
      : original_(program.threads[id.value]),
        thread_(original_),
        facts_(analyse_purity(program, objects, id, liberties)) {}

  // Returns the loops with pure iterations.
  std::vector<EliminatedLoop> run(ThreadId id) {
    std::vector<EliminatedLoop> result;
    for (const LoopPurity& purity : facts_.loops) {
      const auto loop = source_loop(original_, facts_.flow, natural_loop(purity.header));
      if (purity.stops.empty() || !loop) continue;
      result.push_back({id, *loop, purity.is_always_pure});
      insert_stops(purity, *loop);
    }
    for (const auto& [header, stop] : stops_at_headers_) edit_.insert_before(header, stop);
    if (!result.empty()) thread_.code = edit_.apply().code;
    return result;
  }

  Thread take() { return std::move(thread_); }

 private:
  [[nodiscard]] const NaturalLoop& natural_loop(InstructionIndex header) const {
    return *std::ranges::find(facts_.flow.loops(), header, &NaturalLoop::header);
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
      TermWriter writer(facts_.terms, thread_.expressions, holders);
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
      const Instruction assume{Assume{condition, loop, stop.is_endless},
                               original_.code[near].source};
      if (stop.place) {
        edit_.insert_between(stop.place->from, stop.place->to, assume);
      } else {
        stops_at_headers_.emplace_back(purity.header, assume);
      }
    }
  }

  // Returns a register that is 0 until an inner loop repeats in this iteration.
  RegisterId note_inner_loops(const LoopPurity& purity) {
    const RegisterId reg = new_register();
    const SourceRange source = original_.code[purity.header].source;
    edit_.insert_before(purity.header, {Assign{reg, constant(0)}, source});
    for (const Place& edge : purity.inner_back_edges) {
      edit_.insert_between(edge.from, edge.to,
                           {Assign{reg, constant(1)}, original_.code[edge.from].source});
    }
    return reg;
  }

  // Returns a register that is 0 in the first iteration.
  RegisterId note_repetition(const NaturalLoop& loop) {
    const RegisterId reg = new_register();
    for (const InstructionIndex from : facts_.flow.predecessors(loop.header)) {
      const Value value = loop.contains[from] ? 1 : 0;
      edit_.insert_between(from, loop.header,
                           {Assign{reg, constant(value)}, original_.code[from].source});
    }
    return reg;
  }

  // Returns, for each value in the stop's condition, a register that holds it there. A value that
  // may be overwritten is copied when it is defined.
  TermWriter::Holders holders_at(const NaturalLoop& loop, const PureStop& stop) {
    TermWriter::Holders holders;
    TermTable& terms = facts_.terms;
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
      holders[read_by(facts_.terms, original_, at)] = is_lost ? held_after(at, target) : target;
    }
    for (const RegisterId reg : registers) {
      const InstructionIndex header = loop.header;
      const bool is_lost = stop.place && is_overwritten(loop, reg, header, true, *stop.place);
      holders[terms.register_value(reg)] = is_lost ? held_at_start(header, reg) : reg;
    }
    return holders;
  }

  // Returns a register that keeps the value of `reg` after a read, or at a header.
  RegisterId held_after(InstructionIndex at, RegisterId reg) {
    const auto [copy, is_new] = held_after_.try_emplace({at, reg});
    if (is_new) edit_.insert_after(at, copied(reg, copy->second));
    return copy->second;
  }
  RegisterId held_at_start(InstructionIndex header, RegisterId reg) {
    const auto [copy, is_new] = held_at_start_.try_emplace({header, reg});
    if (is_new) edit_.insert_before(header, copied(reg, copy->second));
    return copy->second;
  }
  Instruction copied(RegisterId reg, RegisterId& copy) {
    copy = new_register();
    return {Assign{copy, thread_.expressions.register_value(reg)}, original_.source};
  }

  [[nodiscard]] RegisterId written_at(InstructionIndex at) const {
    return written_by(original_.code[at].body);
  }

  // True if an instruction after `from` in the iteration, or `from` itself if it `counts`, writes
  // `reg` on a path to `place`.
  [[nodiscard]] bool is_overwritten(const NaturalLoop& loop, RegisterId reg, InstructionIndex from,
                                    bool counts, Place place) const {
    const std::vector<bool> is_after = reachable(loop, from);
    for (InstructionIndex at = 0; at < original_.code.size(); ++at) {
      if (!is_after[at] || (at == from && !counts) || written_at(at) != reg) continue;
      if (reachable(loop, at)[place.from]) return true;
    }
    return false;
  }

  // Returns the instructions after `from`, itself included, in the same iteration before an inner
  // loop repeats: after that the stop does not apply.
  [[nodiscard]] std::vector<bool> reachable(const NaturalLoop& loop, InstructionIndex from) const {
    const auto& flow = facts_.flow;
    const auto for_each_next = [&](InstructionIndex at, const auto& visit) {
      for (const InstructionIndex to : flow.successors(at)) {
        if (loop.contains[to] && !flow.is_back_edge(at, to)) visit(to);
      }
    };
    return reached_from<InstructionIndex>({from}, flow.size(), for_each_next);
  }

  const Thread& original_;
  Thread thread_;
  PurityFacts facts_;
  // A stop immediately follows its read, so that both can become an await: copies of the value come
  // after it. Stops at a header come after the bookkeeping there.
  CodeEdit edit_{original_.code};
  std::vector<std::pair<InstructionIndex, Instruction>> stops_at_headers_;
  using Copies = std::map<std::pair<InstructionIndex, RegisterId>, RegisterId>;
  Copies held_after_;
  Copies held_at_start_;
};

}  // namespace

PurityElimination eliminate_pure_iterations(const Program& program, Liberties liberties) {
  PurityElimination result{program, {}};
  Program lean = program;
  for (std::size_t t = 0; t < program.threads.size(); ++t) {
    lean.threads[t] = without_idle_code(program, ThreadId(t), liberties);
  }
  const AtomicObjects objects(lean);
  for (std::size_t t = 0; t < program.threads.size(); ++t) {
    ThreadRewriter rewriter(lean, objects, ThreadId(t), liberties);
    const std::vector<EliminatedLoop> loops = rewriter.run(ThreadId(t));
    if (loops.empty()) continue;
    result.loops.insert(result.loops.end(), loops.begin(), loops.end());
    result.program.threads[t] = rewriter.take();
  }
  return result;
}

}  // namespace drover::passes
