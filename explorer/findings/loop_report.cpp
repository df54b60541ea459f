#include "explorer/findings/loop_report.h"

#include <algorithm>
#include <optional>

#include "semantics/program/control_flow.h"
#include "semantics/program/operands.h"

namespace drover {

namespace {

// True if the instruction's result may depend on other threads.
bool reads_memory(const Instruction& instruction) {
  return reads(instruction.body) || std::holds_alternative<Join>(instruction.body);
}

// By register: true if its value may depend on memory.
std::vector<bool> find_read_registers(const Thread& thread) {
  std::vector<bool> is_read(thread.registers.size() + 2, false);  // and the two counts
  for (bool has_changed = true; has_changed;) {
    has_changed = false;
    for (InstructionIndex at = 0; at < thread.code.size(); ++at) {
      const Effects effects = effects_of(thread, at);
      if (effects.writes.is_none() || is_read[effects.writes.value]) continue;
      const bool depends =
          reads_memory(thread.code[at]) ||
          std::ranges::any_of(effects.reads, [&](RegisterId reg) { return is_read[reg.value]; });
      if (!depends) continue;
      is_read[effects.writes.value] = true;
      has_changed = true;
    }
  }
  return is_read;
}

// The counting loops: every iteration tests a condition on registers that do not depend on reads,
// and every repeating iteration recomputes them, whatever it reads.
class BoundedLoops {
 public:
  explicit BoundedLoops(const Thread& thread)
      : thread_(thread), flow_(thread), is_read_(find_read_registers(thread)) {}

  [[nodiscard]] bool contains(const NaturalLoop& loop) const {
    for (InstructionIndex at = 0; at < thread_.code.size(); ++at) {
      const auto* branch = std::get_if<Branch>(&thread_.code[at].body);
      if (branch == nullptr || !loop.contains[at]) continue;
      const bool may_leave = !loop.contains[branch->if_true] || !loop.contains[branch->if_false];
      if (may_leave && is_in_every_iteration(loop, at) && counts(loop, branch->condition)) {
        return true;
      }
    }
    return false;
  }
  [[nodiscard]] const ControlFlow& flow() const { return flow_; }

 private:
  [[nodiscard]] bool is_in_every_iteration(const NaturalLoop& loop, InstructionIndex at) const {
    return std::ranges::all_of(loop.back_edges,
                               [&](InstructionIndex from) { return flow_.dominates(at, from); });
  }

  [[nodiscard]] bool counts(const NaturalLoop& loop, ExprId condition) const {
    std::vector<RegisterId> registers;
    thread_.expressions.collect_registers(condition, registers);
    bool has_step = false;
    for (const RegisterId reg : registers) {
      if (is_read_[reg.value]) return false;
      for (InstructionIndex at = 0; at < thread_.code.size(); ++at) {
        if (!loop.contains[at] || !writes(at, reg)) continue;
        if (!is_in_every_iteration(loop, at) || is_in_inner_loop(loop, at)) return false;
        has_step = true;
      }
    }
    return has_step;
  }

  [[nodiscard]] bool writes(InstructionIndex at, RegisterId reg) const {
    return written_by(thread_.code[at].body) == reg;
  }

  [[nodiscard]] bool is_in_inner_loop(const NaturalLoop& loop, InstructionIndex at) const {
    return std::ranges::any_of(flow_.loops(), [&](const NaturalLoop& inner) {
      return inner.header != loop.header && loop.contains[inner.header] && inner.contains[at];
    });
  }

  const Thread& thread_;
  ControlFlow flow_;
  std::vector<bool> is_read_;
};

// By loop: true if its own condition bounds it wherever it is repeated.
std::vector<bool> find_bounded_loops(const Program& program) {
  std::vector<bool> is_bounded(program.loops.size(), true);
  for (const Thread& thread : program.threads) {
    if (thread.code.empty()) continue;
    const BoundedLoops bounded(thread);
    for (const NaturalLoop& loop : bounded.flow().loops()) {
      const auto index = source_loop(thread, bounded.flow(), loop);
      if (index && !bounded.contains(loop)) is_bounded[*index] = false;
    }
  }
  return is_bounded;
}

PureIterations pure_iterations_of(const Program& reduced, std::uint32_t loop) {
  PureIterations found = PureIterations::None;
  const auto is_spin = [&](const auto* wait) { return wait != nullptr && wait->spin_loop == loop; };
  for (const Thread& thread : reduced.threads) {
    for (const Instruction& instruction : thread.code) {
      if (is_spin(std::get_if<Assume>(&instruction.body))) return PureIterations::Stopped;
      if (is_spin(std::get_if<Await>(&instruction.body)) ||
          is_spin(std::get_if<AwaitExchange>(&instruction.body))) {
        found = PureIterations::Awaited;
      }
    }
  }
  return found;
}

// By loop: true if it has no events in any thread.
std::vector<bool> find_loops_without_events(const Program& program) {
  std::vector<bool> is_local(program.loops.size(), true);
  for (const Thread& thread : program.threads) {
    const std::vector<bool> here = find_local_loops(thread);
    for (InstructionIndex at = 0; at < thread.code.size(); ++at) {
      const auto* iteration = std::get_if<LoopIteration>(&thread.code[at].body);
      if (iteration != nullptr && !here[at]) is_local[iteration->loop] = false;
    }
  }
  return is_local;
}

// Facts about the loops of a program, independent of the exploration. A short-lived worker.
class LoopFacts {
 public:
  LoopFacts(const Program& program, std::span<const passes::EliminatedLoop> pure_loops)
      : is_bounded_(find_bounded_loops(program)), is_local_(find_loops_without_events(program)) {
    pure_.assign(pure_loops.begin(), pure_loops.end());
    // A run that does not leave out pure iterations has them too: they are found here.
    if (pure_.empty()) pure_ = passes::eliminate_pure_iterations(program).loops;
  }

  [[nodiscard]] bool has_pure_iterations(std::uint32_t loop) const {
    return std::ranges::find(pure_, loop, &passes::EliminatedLoop::loop) != pure_.end();
  }
  [[nodiscard]] bool only_waits(std::uint32_t loop) const {
    return has_pure_iterations(loop) &&
           std::ranges::all_of(pure_, [&](const passes::EliminatedLoop& other) {
             return other.loop != loop || other.is_always_pure;
           });
  }
  [[nodiscard]] bool is_bounded(std::uint32_t loop) const {
    return is_bounded_[loop] && !has_pure_iterations(loop);
  }
  [[nodiscard]] bool has_events(std::uint32_t loop) const { return !is_local_[loop]; }

 private:
  std::vector<bool> is_bounded_;
  std::vector<bool> is_local_;
  std::vector<passes::EliminatedLoop> pure_;
};

}  // namespace

std::vector<LoopReport> report_loops(const Program& program, const Program& reduced,
                                     std::span<const passes::EliminatedLoop> pure_loops,
                                     std::span<const std::uint32_t> iterations,
                                     std::span<const CutLoop> cut_loops) {
  std::vector<LoopReport> reports;
  if (program.loops.empty()) return reports;
  const LoopFacts facts(program, pure_loops);
  for (std::uint32_t loop = 0; loop < program.loops.size(); ++loop) {
    LoopReport report;
    report.loop = loop;
    report.pure_iterations = pure_iterations_of(reduced, loop);
    report.only_waits = facts.only_waits(loop);
    report.has_events = facts.has_events(loop);
    // Recursive calls are not counted.
    const bool is_recursion = program.loops[loop].recursion_depth > 0;
    if (loop < iterations.size() && !is_recursion) report.iterations = iterations[loop];
    const bool is_cut = std::ranges::find(cut_loops, loop, &CutLoop::loop) != cut_loops.end();
    if (is_cut) {
      report.fate = LoopFate::Cut;
    } else if (report.only_waits && report.pure_iterations != PureIterations::None) {
      const bool is_await = report.pure_iterations == PureIterations::Awaited;
      report.fate = is_await ? LoopFate::Await : LoopFate::Pure;
    } else {
      report.fate = facts.is_bounded(loop) ? LoopFate::Bounded : LoopFate::Unrolled;
    }
    reports.push_back(report);
  }
  return reports;
}

}  // namespace drover
