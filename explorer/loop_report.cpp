#include "explorer/loop_report.h"

#include <algorithm>
#include <optional>

#include "semantics/program/control_flow.h"
#include "semantics/program/instruction_effects.h"
#include "support/overloaded.h"

namespace drover {

namespace {

// Whether an instruction delivers what other threads may have a hand in.
bool reads_memory(const Instruction& instruction) {
  return std::visit(
      overloaded{[](const Load&) { return true; }, [](const ReadModifyWrite&) { return true; },
                 [](const CompareAndSwap&) { return true; }, [](const Await&) { return true; },
                 [](const AwaitExchange&) { return true; }, [](const auto&) { return false; }},
      instruction.body);
}

// By register: whether its value may depend on memory.
std::vector<bool> find_read_registers(const Thread& thread) {
  const RegisterId allocation_register(thread.registers.size());
  std::vector<bool> is_read(thread.registers.size() + 1, false);
  for (bool has_changed = true; has_changed;) {
    has_changed = false;
    for (const Instruction& instruction : thread.code) {
      const Effects effects = effects_of(instruction, thread.expressions, allocation_register);
      if (effects.writes.is_none() || is_read[effects.writes.value]) continue;
      const bool depends =
          reads_memory(instruction) ||
          std::ranges::any_of(effects.reads, [&](RegisterId reg) { return is_read[reg.value]; });
      if (!depends) continue;
      is_read[effects.writes.value] = true;
      has_changed = true;
    }
  }
  return is_read;
}

// The loops whose every iteration tests a condition on the thread's own computations, which may
// end them.
class BoundedLoops {
 public:
  explicit BoundedLoops(const Thread& thread)
      : thread_(thread), flow_(thread), is_read_(find_read_registers(thread)) {}

  [[nodiscard]] bool contains(const NaturalLoop& loop) const {
    for (InstructionIndex at = 0; at < thread_.code.size(); ++at) {
      const auto* branch = std::get_if<Branch>(&thread_.code[at].body);
      if (branch == nullptr || !loop.contains[at]) continue;
      const bool may_leave = !loop.contains[branch->if_true] || !loop.contains[branch->if_false];
      const bool is_always_met = std::ranges::all_of(
          loop.back_edges, [&](InstructionIndex from) { return flow_.dominates(at, from); });
      if (may_leave && is_always_met && is_own(branch->condition)) return true;
    }
    return false;
  }
  [[nodiscard]] const ControlFlow& flow() const { return flow_; }

 private:
  [[nodiscard]] bool is_own(ExprId condition) const {
    std::vector<RegisterId> registers;
    thread_.expressions.collect_registers(condition, registers);
    return !registers.empty() &&
           std::ranges::none_of(registers, [&](RegisterId reg) { return is_read_[reg.value]; });
  }

  const Thread& thread_;
  ControlFlow flow_;
  std::vector<bool> is_read_;
};

// By loop: whether it is bounded by its own condition wherever it is repeated at all.
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
  for (const Thread& thread : reduced.threads) {
    for (const Instruction& instruction : thread.code) {
      std::visit(overloaded{[&](const Assume& i) {
                              if (i.spin_loop == loop) found = PureIterations::Stopped;
                            },
                            [&](const Await& i) {
                              if (i.spin_loop == loop && found == PureIterations::None) {
                                found = PureIterations::Awaited;
                              }
                            },
                            [&](const AwaitExchange& i) {
                              if (i.spin_loop == loop && found == PureIterations::None) {
                                found = PureIterations::Awaited;
                              }
                            },
                            [](const auto&) {}},
                 instruction.body);
    }
  }
  return found;
}

}  // namespace

std::vector<LoopReport> report_loops(const Program& program, const Program& reduced,
                                     std::span<const passes::EliminatedLoop> pure_loops,
                                     const ProgramAutomata& automata,
                                     std::span<const CutLoop> cut_loops) {
  std::vector<LoopReport> reports;
  const std::vector<bool> is_bounded = find_bounded_loops(program);
  for (std::uint32_t loop = 0; loop < program.loops.size(); ++loop) {
    LoopReport report;
    report.loop = loop;
    report.pure_iterations = pure_iterations_of(reduced, loop);
    for (std::size_t t = 0; t < automata.thread_count(); ++t) {
      report.iterations =
          std::max(report.iterations, automata.thread(ThreadId(t)).iterations(loop));
    }
    const auto is_same = [&](const auto& other) { return other.loop == loop; };
    const bool is_repeated =
        std::ranges::any_of(pure_loops, [&](const passes::EliminatedLoop& other) {
          return other.loop == loop && !other.is_always_pure;
        });
    if (std::ranges::any_of(cut_loops, is_same)) {
      report.fate = LoopFate::Cut;
    } else if (report.pure_iterations == PureIterations::Awaited && !is_repeated) {
      report.fate = LoopFate::Await;
    } else if (report.pure_iterations == PureIterations::Stopped && !is_repeated) {
      report.fate = LoopFate::Pure;
    } else {
      report.fate = is_bounded[loop] ? LoopFate::Bounded : LoopFate::Unrolled;
    }
    reports.push_back(report);
  }
  return reports;
}

}  // namespace drover
