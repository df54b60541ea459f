#include "semantics/passes/purity/idle_code.h"

#include <algorithm>
#include <limits>
#include <optional>
#include <utility>
#include <vector>

#include "semantics/passes/purity/register_ranges.h"
#include "semantics/program/code_edit.h"
#include "semantics/program/control_flow.h"
#include "semantics/program/operands.h"
#include "support/bit_set.h"
#include "support/reach.h"

namespace drover::passes {

namespace {

// Larger threads are left as they are: the search takes time in the square of their code.
constexpr std::size_t MaxCode = 5000;

// The dominators of the reversed flow, from a node behind all ends of the thread.
Dominators reversed(const ControlFlow& flow) {
  const auto end = static_cast<InstructionIndex>(flow.size());
  std::vector<std::vector<InstructionIndex>> successors(flow.size() + 1);
  for (InstructionIndex at = 0; at < flow.size(); ++at) {
    if (!flow.is_reached(at)) continue;
    for (const InstructionIndex to : flow.successors(at)) successors[to].push_back(at);
    if (flow.successors(at).empty()) successors[end].push_back(at);
  }
  return {std::move(successors), end};
}

std::optional<Operator> contrary_if(bool is_contrary, Operator op) {
  return is_contrary ? contrary_of(op) : std::optional(op);
}

// Finds local loops that end whatever the values of registers are when they begin: Lemma 37
// (docs/proofs.md). Holds references.
class EndingLoops {
 public:
  EndingLoops(const Thread& thread, const ControlFlow& flow, const RegisterRanges& ranges)
      : thread_(thread), flow_(flow), ranges_(ranges) {}

  // True if some condition that every iteration tests ends the loop at last.
  [[nodiscard]] bool ends(const NaturalLoop& loop) const {
    for (InstructionIndex at = 0; at < thread_.code.size(); ++at) {
      const auto* branch = std::get_if<Branch>(&thread_.code[at].body);
      if (branch == nullptr || !is_in_every_iteration(loop, at)) continue;
      const bool leaves_if_true = !loop.contains[branch->if_true];
      if (leaves_if_true == !loop.contains[branch->if_false]) continue;
      if (fails_at_last(loop, at, branch->condition, leaves_if_true)) return true;
    }
    return false;
  }

 private:
  // True if counting makes the condition for staying fail.
  [[nodiscard]] bool fails_at_last(const NaturalLoop& loop, InstructionIndex at, ExprId condition,
                                   bool is_contrary) const {
    const ExpressionNode& node = thread_.expressions[condition];
    if (node.op == Operator::Not) return fails_at_last(loop, at, node.a, !is_contrary);
    if (!is_comparison(node.op)) {
      return !is_contrary && meets(loop, at, condition, {0, 0});
    }
    const Operator stays = *contrary_if(is_contrary, node.op);
    if (is_strict(stays) && meets_other(loop, at, node)) return true;
    switch (stays) {
      case Operator::Less:
      case Operator::LessEqual:
        return counts_towards(loop, at, node.a, node.b, Direction::Up) ||
               counts_towards(loop, at, node.b, node.a, Direction::Down);
      case Operator::Greater:
      case Operator::GreaterEqual:
        return counts_towards(loop, at, node.a, node.b, Direction::Down) ||
               counts_towards(loop, at, node.b, node.a, Direction::Up);
      default: return false;
    }
  }

  // True for comparisons that fail if both sides are equal.
  static bool is_strict(Operator op) {
    return op == Operator::Less || op == Operator::Greater || op == Operator::NotEqual;
  }
  // True if one side of a comparison does not change, and the other equals it some time.
  [[nodiscard]] bool meets_other(const NaturalLoop& loop, InstructionIndex at,
                                 const ExpressionNode& comparison) const {
    const auto [a, b] = compared(comparison);
    return (is_fixed(loop, b) && meets(loop, at, a, ranges_.range_of(at, b))) ||
           (is_fixed(loop, a) && meets(loop, at, b, ranges_.range_of(at, a)));
  }
  // Returns the sides, also those of an unsigned comparison: `a ^ least < b ^ least`.
  [[nodiscard]] std::pair<ExprId, ExprId> compared(const ExpressionNode& comparison) const {
    constexpr Value Sign = std::numeric_limits<Value>::min();
    const ExpressionNode& a = thread_.expressions[comparison.a];
    const ExpressionNode& b = thread_.expressions[comparison.b];
    const auto flips = [&](const ExpressionNode& side) {
      return side.op == Operator::BitXor && thread_.expressions.known(side.b) == Sign;
    };
    if (flips(a) && flips(b)) return {a.a, b.a};
    return {comparison.a, comparison.b};
  }

  enum class Direction : std::uint8_t { Up, Down };

  // True if `counted` grows (or falls) by a constant in every iteration, and `bound` does not
  // change.
  [[nodiscard]] bool counts_towards(const NaturalLoop& loop, InstructionIndex at, ExprId counted,
                                    ExprId bound, Direction direction) const {
    if (!is_fixed(loop, bound)) return false;
    const auto sum = ranges_.sum_of(at, counted);
    if (!sum) return false;
    const auto step = only_write(loop, counter_of(loop, at, sum->reg));
    if (!step) return false;
    const auto& assign = std::get<Assign>(thread_.code[*step].body);
    const auto next = ranges_.sum_of(*step, assign.value);
    return next && counter_of(loop, *step, next->reg) == assign.target &&
           (direction == Direction::Up ? next->added > 0 : next->added < 0);
  }

  // True if `counted` takes all values one after the other, so that it equals each value of
  // `others` some time.
  [[nodiscard]] bool meets(const NaturalLoop& loop, InstructionIndex at, ExprId counted,
                           RegisterRanges::Range others) const {
    const ExpressionNode& node = thread_.expressions[counted];
    if (node.op != Operator::Register) return false;
    const auto step = only_write(loop, counter_of(loop, at, node.reg));
    if (!step) return false;
    const auto& assign = std::get<Assign>(thread_.code[*step].body);
    const auto next = ranges_.wrapped_sum_of(*step, assign.value);
    return next && counter_of(loop, *step, next->reg) == assign.target &&
           (next->added == 1 || next->added == -1) && next->domain.first <= others.first &&
           others.last <= next->domain.last;
  }

  // Returns the register of which `reg` is a copy, made in every iteration before `at`; else `reg`.
  [[nodiscard]] RegisterId counter_of(const NaturalLoop& loop, InstructionIndex at,
                                      RegisterId reg) const {
    const auto copy = only_write(loop, reg);
    if (!copy || !flow_.dominates(*copy, at)) return reg;
    const ExpressionNode& copied =
        thread_.expressions[std::get<Assign>(thread_.code[*copy].body).value];
    return copied.op == Operator::Register ? copied.reg : reg;
  }

  // Returns the only instruction of the loop that writes the register, if every iteration executes
  // it once.
  [[nodiscard]] std::optional<InstructionIndex> only_write(const NaturalLoop& loop,
                                                           RegisterId reg) const {
    std::optional<InstructionIndex> found;
    for (InstructionIndex at = 0; at < thread_.code.size(); ++at) {
      if (!loop.contains[at] || written_by(thread_.code[at].body) != reg) continue;
      const bool is_once = !found && std::holds_alternative<Assign>(thread_.code[at].body) &&
                           is_in_every_iteration(loop, at) && !is_in_inner_loop(loop, at);
      if (!is_once) return std::nullopt;
      found = at;
    }
    return found;
  }

  [[nodiscard]] bool is_fixed(const NaturalLoop& loop, ExprId expression) const {
    for (InstructionIndex at = 0; at < thread_.code.size(); ++at) {
      if (!loop.contains[at]) continue;
      const RegisterId written = written_by(thread_.code[at].body);
      if (!written.is_none() && thread_.expressions.mentions(expression, written)) return false;
    }
    return true;
  }

  [[nodiscard]] bool is_in_every_iteration(const NaturalLoop& loop, InstructionIndex at) const {
    return loop.contains[at] && std::ranges::all_of(loop.back_edges, [&](InstructionIndex from) {
             return flow_.dominates(at, from);
           });
  }
  [[nodiscard]] bool is_in_inner_loop(const NaturalLoop& loop, InstructionIndex at) const {
    return std::ranges::any_of(flow_.loops(), [&](const NaturalLoop& inner) {
      return inner.header != loop.header && loop.contains[inner.header] && inner.contains[at];
    });
  }

  const Thread& thread_;
  const ControlFlow& flow_;
  const RegisterRanges& ranges_;
};

// Finds and removes the idle code of one thread. A short-lived worker.
class IdleCode {
 public:
  IdleCode(const Program& program, ThreadId id, Liberties liberties)
      : thread_(program.threads[id.value]),
        loops_(program.loops),
        flow_(thread_),
        behind_(reversed(flow_)),
        liberties_(liberties) {
    for (const Observable& observable : program.observables) {
      if (observable.is_register && observable.thread == id) at_end_.push_back(observable.reg);
    }
    if (thread_.result) at_end_.push_back(*thread_.result);
  }

  Thread run() {
    Thread result = thread_;
    if (!flow_.is_reducible() || !find_waits()) return result;
    ranges_.emplace(thread_, flow_);
    find_candidates();
    find_live();
    while (keep_needed_branches()) find_live();
    CodeEdit edit(thread_.code);
    remove_idle(edit);
    if (!edit.is_empty()) result.code = edit.apply().code;
    return result;
  }

 private:
  using RegisterSet = std::vector<BitWord>;

  [[nodiscard]] const InstructionBody& body(InstructionIndex at) const {
    return thread_.code[at].body;
  }
  [[nodiscard]] InstructionIndex size() const {
    return static_cast<InstructionIndex>(thread_.code.size());
  }

  // Marks the instructions in loops with events; false if there are none.
  bool find_waits() {
    is_in_wait_.assign(size(), false);
    bool has_found = false;
    for (const NaturalLoop& loop : flow_.loops()) {
      bool has_event = false;
      for (InstructionIndex at = 0; at < size(); ++at) {
        has_event = has_event || (loop.contains[at] && may_be_event(body(at)));
      }
      for (InstructionIndex at = 0; has_event && at < size(); ++at) {
        if (loop.contains[at]) is_in_wait_[at] = true;
      }
      has_found |= has_event;
    }
    return has_found;
  }

  // Assumes that all branches and assignments that may be idle are.
  void find_candidates() {
    is_idle_.assign(size(), false);
    const std::vector<bool> is_read =
        liberties_.adds_dependencies ? std::vector<bool>() : find_read_registers();
    for (InstructionIndex at = 0; at < size(); ++at) {
      if (!flow_.is_reached(at)) continue;
      if (const auto* assign = std::get_if<Assign>(&body(at))) {
        const bool is_plain = !assign->picked_by && assign->from_events == 0;
        const bool passes = !ranges_->may_fault(at, assign->value) ||
                            (is_in_wait_[at] && ranges_->is_counter_step(at));
        is_idle_[at] = is_plain && passes;
      } else if (const auto* branch = std::get_if<Branch>(&body(at))) {
        const bool depends = thread_.expressions.mentions_any(
            branch->condition,
            [&](RegisterId reg) { return !is_read.empty() && is_read[reg.value]; });
        is_idle_[at] = is_in_wait_[at] && branch->flow == Flow::Onward && !depends &&
                       behind_.is_reached(at) && behind_.closest(at) < size() &&
                       !ranges_->may_fault(at, branch->condition);
      }
    }
  }

  // By register: true if its value may depend on a read.
  [[nodiscard]] std::vector<bool> find_read_registers() const {
    std::vector<bool> is_read(thread_.registers.size() + 2, false);  // and the two counts
    for (bool has_grown = true; has_grown;) {
      has_grown = false;
      for (InstructionIndex at = 0; at < size(); ++at) {
        const Effects effects = effects_of(thread_, at);
        if (effects.writes.is_none() || is_read[effects.writes.value]) continue;
        const auto* assign = std::get_if<Assign>(&body(at));
        const bool is_local = std::holds_alternative<LoopStart>(body(at)) ||
                              (assign != nullptr && assign->from_events == 0 && !assign->picked_by);
        const bool depends =
            std::ranges::any_of(effects.reads, [&](RegisterId reg) { return is_read[reg.value]; });
        if (is_local && !depends) continue;
        is_read[effects.writes.value] = true;
        has_grown = true;
      }
    }
    return is_read;
  }

  // Computes the live registers after each instruction, where idle instructions read nothing.
  void find_live() {
    const std::size_t words = words_for(thread_.registers.size() + 2);
    std::vector<RegisterSet> before(size(), RegisterSet(words, 0));
    live_after_.assign(size(), RegisterSet(words, 0));
    for (bool has_grown = true; has_grown;) {
      has_grown = false;
      for (InstructionIndex at = size(); at-- > 0;) {
        RegisterSet live(words, 0);
        if (std::holds_alternative<Finish>(body(at))) {
          for (const RegisterId reg : at_end_) insert_bit(live, reg.value);
        }
        for (const InstructionIndex to : flow_.successors(at)) {
          for (std::size_t i = 0; i < words; ++i) live[i] |= before[to][i];
        }
        live_after_[at] = live;
        const Effects effects = effects_of(thread_, at);
        const bool is_needed = !is_idle_now(at);
        if (!effects.writes.is_none()) erase_bit(live, effects.writes.value);
        if (is_needed) {
          for (const RegisterId reg : effects.reads) insert_bit(live, reg.value);
        }
        if (live == before[at]) continue;
        before[at] = std::move(live);
        has_grown = true;
      }
    }
  }

  // An assignment is idle as long as its target is not live.
  [[nodiscard]] bool is_idle_now(InstructionIndex at) const {
    if (!is_idle_[at]) return false;
    const auto* assign = std::get_if<Assign>(&body(at));
    return assign == nullptr || !has_bit(live_after_[at], assign->target.value);
  }

  // True if some branches turn out to be needed.
  bool keep_needed_branches() {
    bool has_changed = false;
    for (InstructionIndex at = 0; at < size(); ++at) {
      if (!is_idle_[at] || !std::holds_alternative<Branch>(body(at)) || is_free(at)) continue;
      is_idle_[at] = false;
      has_changed = true;
    }
    return has_changed;
  }

  // True if nothing but idle code and loops that end come between the branch and the place where
  // its sides meet.
  [[nodiscard]] bool is_free(InstructionIndex branch) const {
    const InstructionIndex meeting = behind_.closest(branch);
    const std::vector<bool> is_between = reached_from<InstructionIndex>(
        {branch}, size(), [&](InstructionIndex at, const auto& visit) {
          for (const InstructionIndex to : flow_.successors(at)) {
            if (to != meeting) visit(to);
          }
        });
    for (InstructionIndex at = 0; at < size(); ++at) {
      if (!is_between[at]) continue;
      if (!is_idle_now(at) && !is_silent(at, is_between)) return false;
      for (const InstructionIndex to : flow_.successors(at)) {
        if (to == meeting || !is_between[to] || !flow_.is_back_edge(at, to)) continue;
        if (!ends(to)) return false;
      }
    }
    return true;
  }

  // Counting the iterations of a loop has no effect if the loop ends, and is removed with it.
  [[nodiscard]] bool is_silent(InstructionIndex at, const std::vector<bool>& is_between) const {
    const auto* iteration = std::get_if<LoopIteration>(&body(at));
    if (iteration == nullptr) return is_one_of<Jump, LoopStart>(body(at));
    const auto innermost = std::ranges::find_if(
        flow_.loops(), [&](const NaturalLoop& loop) { return loop.contains[at]; });
    return loops_[iteration->loop].recursion_depth == 0 && innermost != flow_.loops().end() &&
           is_between[innermost->header];
  }

  [[nodiscard]] bool ends(InstructionIndex header) const {
    return EndingLoops(thread_, flow_, *ranges_)
        .ends(*std::ranges::find(flow_.loops(), header, &NaturalLoop::header));
  }

  void remove_idle(CodeEdit& edit) const {
    std::vector<bool> is_jump(size(), false);  // an idle branch
    for (InstructionIndex at = 0; at < size(); ++at) {
      is_jump[at] = is_idle_[at] && std::holds_alternative<Branch>(body(at));
    }
    const std::vector<bool> is_kept =
        reached_from<InstructionIndex>({0}, size(), [&](InstructionIndex at, const auto& visit) {
          if (is_jump[at]) return visit(behind_.closest(at));
          for (const InstructionIndex to : flow_.successors(at)) visit(to);
        });
    for (InstructionIndex at = 0; at < size(); ++at) {
      if (!flow_.is_reached(at)) continue;
      const auto* assign = std::get_if<Assign>(&body(at));
      const bool is_idle = is_in_wait_[at] && assign != nullptr && is_idle_now(at);
      if (is_jump[at] && is_kept[at]) {
        edit.replace(at, {Jump{behind_.closest(at)}});
      } else if (!is_kept[at] || is_idle || is_unused_start(at, is_kept)) {
        edit.erase(at);
      }
    }
  }

  // True for the start of a loop whose iterations are not counted any more.
  [[nodiscard]] bool is_unused_start(InstructionIndex at, const std::vector<bool>& is_kept) const {
    const auto* start = std::get_if<LoopStart>(&body(at));
    if (start == nullptr || !is_in_wait_[at]) return false;
    for (InstructionIndex other = 0; other < size(); ++other) {
      const auto* iteration = std::get_if<LoopIteration>(&body(other));
      if (iteration != nullptr && is_kept[other] && iteration->counter == start->counter)
        return false;
    }
    return true;
  }

  const Thread& thread_;
  const std::vector<LoopInfo>& loops_;
  ControlFlow flow_;
  Dominators behind_;
  std::optional<RegisterRanges> ranges_;
  Liberties liberties_;
  std::vector<RegisterId> at_end_;  // live when the thread finishes
  std::vector<bool> is_in_wait_;    // by instruction: in a loop with events
  // By instruction: nothing depends on it, as far as is known. An assignment is idle only if its
  // target is not live, too.
  std::vector<bool> is_idle_;
  std::vector<RegisterSet> live_after_;
};

}  // namespace

Thread without_idle_code(const Program& program, ThreadId thread, Liberties liberties) {
  const Thread& code = program.threads[thread.value];
  const bool has_loops = has_any<LoopIteration>(code);
  if (!has_loops || code.code.size() > MaxCode) return code;
  return IdleCode(program, thread, liberties).run();
}

}  // namespace drover::passes
