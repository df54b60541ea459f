#include "semantics/lower/c/c_thread.h"

#include <algorithm>
#include <cstdint>
#include <optional>
#include <set>
#include <utility>
#include <vector>

#include "semantics/lower/c/c_pieces.h"
#include "semantics/lower/folding_expressions.h"
#include "semantics/program/code_edit.h"
#include "semantics/program/code_writer.h"
#include "semantics/program/control_flow.h"
#include "semantics/program/known_values.h"
#include "semantics/program/operands.h"
#include "support/bit_set.h"
#include "support/overloaded.h"
#include "support/reach.h"

namespace drover::lowering {

namespace {

// Limit on instructions times registers: beyond it, tidying costs more than it gains.
constexpr std::size_t MaxTidied = 8'000'000;
constexpr int MaxRounds = 4;

// Returns the target of an instruction whose expressions do not mention it.
RegisterId* simple_target(InstructionBody& body) {
  return std::visit(overloaded{
                        [](Assign& i) { return &i.target; },
                        [](Load& i) { return &i.target; },
                        [](ReadModifyWrite& i) { return i.desired ? nullptr : &i.target; },
                        [](CompareAndSwap& i) { return &i.target; },
                        [](Choose& i) { return &i.target; },
                        [](Spawn& i) { return &i.target; },
                        [](Join& i) { return &i.target; },
                        [](Self& i) { return &i.target; },
                        [](auto& /*other*/) -> RegisterId* { return nullptr; },
                    },
                    body);
}

// A worker for one thread.
class Tidying {
 public:
  Tidying(Thread& thread, const IsCell& is_cell, MergedLoads* merged)
      : thread_(thread),
        run_(thread),
        is_cell_(is_cell),
        merged_(merged),
        folding_(thread.expressions) {}

  void run() {
    for (int round = 0; round < MaxRounds; ++round) {
      bool has_changed = fold_constants();
      has_changed |= straighten();
      has_changed |= join_copies();
      if (!has_changed) break;
    }
    if (merge_repeated_loads()) straighten();
  }

 private:
  [[nodiscard]] std::size_t size() const { return thread_.code.size(); }

  // ---- Known values ------------------------------------------------------------------------

  struct State {
    bool is_reached = false;
    KnownValues registers;
  };

  // Computes the known registers before each straight-line piece.
  std::vector<State> find_known(const Pieces& pieces) {
    std::vector<State> before(size());
    before[0].is_reached = true;
    before[0].registers.assign(thread_.registers.size(), Value{0});
    for (std::uint32_t i = 0; i < thread_.parameter_count; ++i) before[0].registers[i].reset();
    // Goes in text order, so that where paths meet, all but the backward ones have arrived.
    std::set<InstructionIndex> open{0};
    KnownValues now;
    while (!open.empty()) {
      InstructionIndex at = *open.begin();
      open.erase(open.begin());
      now = before[at].registers;
      run_.pass(at, now);
      while (const auto next = pieces.next_of(at)) {
        at = *next;
        run_.pass(at, now);
      }
      for (const InstructionIndex to : run_.ways_on(at, now)) {
        if (arrive(before[to], now)) open.insert(to);
      }
    }
    return before;
  }
  // Merges the arriving values; true if less is known than before.
  static bool arrive(State& at, const KnownValues& registers) {
    if (!at.is_reached) {
      at.is_reached = true;
      at.registers = registers;
      return true;
    }
    bool has_changed = false;
    for (std::size_t reg = 0; reg < registers.size(); ++reg) {
      if (!at.registers[reg] || at.registers[reg] == registers[reg]) continue;
      at.registers[reg].reset();
      has_changed = true;
    }
    return has_changed;
  }

  bool fold_constants() {
    const Pieces pieces(thread_.code);
    std::vector<State> before = find_known(pieces);
    bool has_changed = false;
    for (InstructionIndex leader = 0; leader < size(); ++leader) {
      if (!pieces.is_leader(leader) || !before[leader].is_reached) continue;
      KnownValues& now = before[leader].registers;
      for (std::optional<InstructionIndex> at = leader; at; at = pieces.next_of(*at)) {
        has_changed |= fold(*at, now);
        run_.pass(*at, now);
      }
    }
    return has_changed;
  }

  // Substitutes known values in an instruction.
  bool fold(InstructionIndex at, KnownValues& registers) {
    bool has_changed = false;
    InstructionBody& body = thread_.code[at].body;
    const RegisterId target = target_of(body);
    for_each_operand(body, [&](ExprId& id, bool sees_target) {
      KnownValue kept;
      if (sees_target && !target.is_none()) kept = std::exchange(registers[target.value], {});
      const ExprId folded = with_constants(id, registers);
      if (sees_target && !target.is_none()) registers[target.value] = kept;
      has_changed |= folded != id;
      id = folded;
    });
    const auto* branch = std::get_if<Branch>(&body);
    if (branch == nullptr) return has_changed;
    const auto condition = folding_.known(branch->condition);
    if (!condition) return has_changed;
    body = Jump{*condition != 0 ? branch->if_true : branch->if_false};
    return true;
  }

  ExprId with_constants(ExprId id, const KnownValues& registers) {
    if (id.is_none()) return id;
    const ExpressionNode node = thread_.expressions[id];
    const Here here(folding_, node.source);
    if (node.op == Operator::Register) {
      const KnownValue& known = registers[node.reg.value];
      return known ? folding_.constant(*known) : id;
    }
    const ExprId a = with_constants(node.a, registers);
    const ExprId b = with_constants(node.b, registers);
    const ExprId c = with_constants(node.c, registers);
    const bool is_access =
        node.op == Operator::Guard && static_cast<Guard>(node.index) == Guard::Access;
    if (is_access) {
      const auto address = folding_.known(a);
      if (address && is_cell_(*address, static_cast<std::uint32_t>(node.value))) return a;
    }
    if (a == node.a && b == node.b && c == node.c) return id;
    if (is_unary(node.op)) return folding_.unary(node.op, a);
    switch (node.op) {
      case Operator::Guard: return folding_.guarded(static_cast<Guard>(node.index), node.value, a);
      case Operator::Select: return folding_.select(a, b, c);
      case Operator::And:
      case Operator::Or: {
        const auto left = folding_.known(a);
        if (!left) return folding_.binary(node.op, a, b);
        const bool is_or = node.op == Operator::Or;
        if (is_or == (*left != 0)) return folding_.constant(is_or ? 1 : 0);
        return folding_.binary(Operator::NotEqual, b, folding_.constant(0));
      }
      case Operator::ElementAddress:
      case Operator::Observed: return id;
      default:
        return node.index == AddressBits ? folding_.binary_of_address(node.op, a, b)
                                         : folding_.binary(node.op, a, b);
    }
  }

  // ---- Jumps and unreachable code -------------------------------------------------------------

  InstructionIndex end_of_jumps(InstructionIndex to) const {
    for (int steps = 0; steps < 100; ++steps) {
      const auto* jump = std::get_if<Jump>(&thread_.code[to].body);
      if (jump == nullptr || jump->target == to) return to;
      to = jump->target;
    }
    return to;
  }

  bool straighten() {
    for (Instruction& instruction : thread_.code) {
      if (auto* jump = std::get_if<Jump>(&instruction.body)) {
        jump->target = end_of_jumps(jump->target);
      } else if (auto* branch = std::get_if<Branch>(&instruction.body)) {
        branch->if_true = end_of_jumps(branch->if_true);
        branch->if_false = end_of_jumps(branch->if_false);
        const bool is_idle = branch->if_true == branch->if_false &&
                             !thread_.expressions.may_fault(branch->condition);
        if (is_idle) instruction.body = Jump{branch->if_true};
      }
    }
    const std::vector<bool> is_reached =
        reached_from<InstructionIndex>({0}, size(), [&](InstructionIndex at, const auto& visit) {
          for (const InstructionIndex to : successors_of(thread_.code[at], at)) visit(to);
        });
    // Unreachable assertions are kept, so that they are reported as never reached.
    const auto last = static_cast<InstructionIndex>(size() - 1);
    const auto is_kept = [&](InstructionIndex at) {
      return is_reached[at] || at == last || std::holds_alternative<Assert>(thread_.code[at].body);
    };
    CodeEdit edit(thread_.code);
    InstructionIndex next = last;  // the next kept instruction
    for (InstructionIndex at = last; at-- > 0;) {
      if (!is_kept(at)) {
        edit.erase(at);
        continue;
      }
      const auto* jump = std::get_if<Jump>(&thread_.code[at].body);
      if (jump != nullptr && jump->target == next) {
        edit.erase(at);
        continue;  // its predecessors lead to `next` as well
      }
      next = at;
    }
    if (edit.is_empty()) return false;
    thread_.code = edit.apply().code;
    return true;
  }

  // ---- Copies ----------------------------------------------------------------------------------

  using RegisterSet = std::vector<BitWord>;

  // Computes the live registers before each instruction.
  std::vector<RegisterSet> find_live() const {
    const std::size_t words = words_for(thread_.registers.size() + 2);
    std::vector<RegisterSet> live(size(), RegisterSet(words, 0));
    std::vector<Effects> effects;
    effects.reserve(size());
    for (InstructionIndex at = 0; at < size(); ++at) effects.push_back(effects_of(thread_, at));
    for (bool has_changed = true; has_changed;) {
      has_changed = false;
      for (auto at = static_cast<InstructionIndex>(size()); at-- > 0;) {
        RegisterSet now(words, 0);
        for (const InstructionIndex to : successors_of(thread_.code[at], at)) {
          for (std::size_t i = 0; i < words; ++i) now[i] |= live[to][i];
        }
        if (!effects[at].writes.is_none()) erase_bit(now, effects[at].writes.value);
        for (const RegisterId reg : effects[at].reads) insert_bit(now, reg.value);
        const bool is_end = std::holds_alternative<Finish>(thread_.code[at].body);
        if (is_end && thread_.result) insert_bit(now, thread_.result->value);
        if (now == live[at]) continue;
        live[at] = std::move(now);
        has_changed = true;
      }
    }
    return live;
  }

  bool join_copies() {
    const std::vector<RegisterSet> live = find_live();
    std::vector<bool> is_target(size(), false);
    for (const Instruction& instruction : thread_.code) {
      for_each_target(instruction.body, [&](InstructionIndex to) { is_target[to] = true; });
    }
    CodeEdit edit(thread_.code);
    for (InstructionIndex at = 0; at + 1 < size(); ++at) {
      auto* assign = std::get_if<Assign>(&thread_.code[at].body);
      const bool is_dead = assign != nullptr && !has_bit(live[at + 1], assign->target.value);
      if (is_dead && !thread_.expressions.may_fault(assign->value)) {
        edit.erase(at);
        continue;
      }
      // A register that is assigned only to be copied to another one.
      auto* copy = std::get_if<Assign>(&thread_.code[at + 1].body);
      RegisterId* target = simple_target(thread_.code[at].body);
      if (copy == nullptr || target == nullptr || target->is_none() || is_target[at + 1] ||
          at + 2 >= size()) {
        continue;
      }
      const RegisterId given = *target;
      const bool is_used_later = copy->target != given && has_bit(live[at + 2], given.value);
      if (is_used_later) continue;
      const ExpressionNode& value = thread_.expressions[copy->value];
      if (value.op == Operator::Register && value.reg == given && copy->target != given) {
        *target = copy->target;
        edit.erase(at + 1);
        ++at;
        continue;
      }
      // `t := i; i := t + 1`
      if (assign == nullptr) continue;
      const ExpressionNode& first = thread_.expressions[assign->value];
      if (first.op != Operator::Register || first.reg == given) continue;
      copy->value = thread_.expressions.with_registers_replaced(copy->value, [&](ExprId id) {
        return thread_.expressions[id].reg == given ? assign->value : id;
      });
      edit.erase(at);
      ++at;
    }
    if (edit.is_empty()) return false;
    thread_.code = edit.apply().code;
    return true;
  }

  // ---- Duplicate loads ------------------------------------------------------------------------

  // Returns the load that is the last effect before a place, coming from `from`.
  std::optional<InstructionIndex> load_before(const ControlFlow& flow,
                                              InstructionIndex from) const {
    InstructionIndex at = from;
    while (true) {
      const InstructionBody& body = thread_.code[at].body;
      if (std::holds_alternative<Load>(body)) return at;
      const bool is_silent =
          std::holds_alternative<Jump>(body) || std::holds_alternative<LoopStart>(body);
      if (!is_silent || flow.predecessors(at).size() != 1) return std::nullopt;
      at = flow.predecessors(at).front();
      if (flow.successors(at).size() != 1) return std::nullopt;
    }
  }

  bool merge_repeated_loads() {
    const ControlFlow flow(thread_);
    CodeEdit edit(thread_.code);
    for (const NaturalLoop& loop : flow.loops()) {
      std::optional<InstructionIndex> first;
      std::optional<InstructionIndex> again;
      bool is_simple = flow.predecessors(loop.header).size() == 2;
      for (const InstructionIndex from : flow.predecessors(loop.header)) {
        std::optional<InstructionIndex>& found = loop.contains[from] ? again : first;
        is_simple = is_simple && !found && flow.successors(from).size() == 1;
        if (is_simple) found = load_before(flow, from);
      }
      if (!is_simple || !first || !again) continue;
      const auto& a = std::get<Load>(thread_.code[*first].body);
      const auto& b = std::get<Load>(thread_.code[*again].body);
      const bool is_same =
          a.target == b.target && a.mode == b.mode && a.tags == b.tags &&
          is_same_expression(thread_.expressions, a.address, thread_.expressions, b.address);
      if (!is_same) continue;
      if (merged_ != nullptr) {
        merged_->emplace_back(thread_.code[*first].source, thread_.code[*again].source);
      }
      edit.erase(*first);
      edit.erase(*again);
      edit.insert_before(loop.header, thread_.code[*again]);
    }
    if (edit.is_empty()) return false;
    thread_.code = edit.apply().code;
    return true;
  }

  Thread& thread_;
  KnownRun run_;
  const IsCell& is_cell_;
  MergedLoads* merged_;
  FoldingExpressions folding_;
};

}  // namespace

void tidy(Thread& thread, const IsCell& is_cell, MergedLoads* merged) {
  if (thread.code.size() * thread.registers.size() > MaxTidied) return;
  Tidying(thread, is_cell, merged).run();
}

void tidy_again(Program& program) {
  const IsCell none = [](Value /*address*/, std::uint32_t /*size*/) { return false; };
  for (Thread& thread : program.threads) tidy(thread, none, nullptr);
}

}  // namespace drover::lowering
