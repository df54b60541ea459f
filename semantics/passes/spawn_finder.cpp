#include "semantics/passes/spawn_finder.h"

#include <algorithm>
#include <cstddef>
#include <functional>
#include <optional>
#include <set>
#include <tuple>

#include "semantics/automaton/liveness.h"
#include "semantics/program/address.h"
#include "semantics/program/atomic_objects.h"
#include "semantics/program/control_flow.h"
#include "semantics/program/location_table.h"
#include "semantics/program/operands.h"
#include "support/reach.h"

namespace drover::passes {

namespace {

// Shared variables that are never written, such as sizes in a C program: they keep their initial
// values. AtomicObjects tells which objects a write may change.
class ConstantCells {
 public:
  // `program` must outlive it. Routines of threads that are not spawned yet count too.
  explicit ConstantCells(const Program& program)
      : locations_(program), is_written_(program.objects.size(), false) {
    Program all = program;
    all.threads.insert(all.threads.end(), program.routines.begin(), program.routines.end());
    const AtomicObjects objects(all);
    for (std::size_t t = 0; t < all.threads.size(); ++t) {
      const Thread& thread = all.threads[t];
      for (const Instruction& instruction : thread.code) {
        if (!may_write(instruction.body)) continue;
        const std::vector<bool> written =
            objects.objects_of(ThreadId(t), thread.expressions, accessed_by(instruction.body));
        std::transform(written.begin(), written.end(), is_written_.begin(), is_written_.begin(),
                       std::logical_or<>());
      }
    }
  }

  // Returns the value at an address; nothing if it is unknown.
  [[nodiscard]] KnownValue value_at(const ExpressionPool& pool, ExprId address) {
    const ExpressionNode* node = &pool[address];
    const bool has_size =
        node->op == Operator::Guard && static_cast<Guard>(node->index) == Guard::Access;
    if (has_size) node = &pool[node->a];
    if (node->op != Operator::Constant) return std::nullopt;
    const auto object = address::shared_object(node->value, is_written_.size());
    if (!object || is_written_[*object]) return std::nullopt;
    const LocationId location = locations_.find_or_add(node->value);
    return location.is_none() ? std::nullopt : KnownValue(locations_.initial_value(location));
  }

 private:
  LocationTable locations_;
  std::vector<bool> is_written_;  // by shared object
};

// Runs one thread on partly known registers. A short-lived worker.
class SpawnFinder {
 public:
  SpawnFinder(const Program& program, ThreadId thread, std::uint32_t max_spawns,
              const IsQuiet& is_quiet)
      : program_(program),
        thread_(program.threads[thread.value]),
        run_(thread_),
        liveness_(program, thread),
        max_(max_spawns),
        is_quiet_(is_quiet) {
    find_ways_on();
  }

  ThreadSpawns find(const KnownValues& arguments) {
    State start;
    start.registers.assign(thread_.registers.size(), Value{0});
    std::ranges::copy(arguments, start.registers.begin());
    reach(std::move(start));
    while (!open_.empty()) {
      State state = std::move(open_.back());
      open_.pop_back();
      step(std::move(state));
    }
    return std::move(found_);
  }

 private:
  struct State {
    InstructionIndex at = 0;
    std::uint32_t spawns = 0;  // so far
    // For the order of spawns and joins: the number of threads spawned since all earlier ones were
    // joined, the number of those joined, and whether the thread has done something since its last
    // spawn.
    std::uint32_t open = 0;
    std::uint32_t joined = 0;
    bool has_acted = false;
    KnownValues registers = {};
  };
  // States at one instruction with one number of spawns. Beyond the limit, differing registers
  // become unknown.
  static constexpr std::size_t MaxStates = 256;
  struct Known {
    std::set<KnownValues> states;
    KnownValues least;  // common to all states
  };

  // Dead registers make no difference.
  void clear_dead(State& state) const {
    for (std::size_t reg = 0; reg < state.registers.size(); ++reg) {
      if (!liveness_.is_live_before(state.at, reg)) state.registers[reg] = Value{0};
    }
  }

  // True if an instruction affects the result.
  [[nodiscard]] bool is_of_interest(const Instruction& instruction) const {
    if (std::holds_alternative<Spawn>(instruction.body)) return true;
    if (!is_quiet_) return false;
    if (std::holds_alternative<Finish>(instruction.body)) return true;
    return may_be_event(instruction.body) &&
           (std::holds_alternative<Join>(instruction.body) || !is_quiet_(instruction));
  }
  // Marks the instructions that lead to one of interest: other instructions are not followed,
  // however many states there are.
  void find_ways_on() {
    const ControlFlow flow(thread_);
    std::vector<InstructionIndex> wanted;
    for (InstructionIndex at = 0; at < thread_.code.size(); ++at) {
      if (is_of_interest(thread_.code[at])) wanted.push_back(at);
    }
    leads_on_ = reached_from(wanted, flow.size(), [&](InstructionIndex at, const auto& visit) {
      for (const InstructionIndex before : flow.predecessors(at)) visit(before);
    });
  }

  void reach(State state) {
    if (!leads_on_[state.at]) return;
    clear_dead(state);
    Known& known = known_[{state.at, state.spawns, state.open, state.joined, state.has_acted}];
    if (known.states.empty()) known.least = state.registers;
    for (std::size_t reg = 0; reg < state.registers.size(); ++reg) {
      if (known.least[reg] != state.registers[reg]) known.least[reg] = std::nullopt;
    }
    if (known.states.size() >= MaxStates) state.registers = known.least;
    if (known.states.insert(state.registers).second) open_.push_back(std::move(state));
  }
  // Returns the value read, if no thread writes the cell.
  [[nodiscard]] KnownValue value_in(ExprId address) {
    if (!constants_) constants_.emplace(program_);
    return constants_->value_at(thread_.expressions, address);
  }

  // Checks the order of spawns and joins.
  void note_order(State& state, const Instruction& instruction) {
    if (!is_quiet_) return;
    // Ending after some of the joins differs from waiting for another thread.
    const bool is_end = std::holds_alternative<Finish>(instruction.body);
    if (is_end && state.joined > 0 && state.joined < state.open) found_.joins_apart = true;
    if (!may_be_event(instruction.body)) return;
    if (std::holds_alternative<Join>(instruction.body)) {
      if (++state.joined > state.open) found_.joins_apart = true;
      state.joined = std::min(state.joined, state.open);
      state.has_acted = true;
      return;
    }
    const bool is_spawn = std::holds_alternative<Spawn>(instruction.body);
    if (!is_spawn && is_quiet_(instruction)) return;
    if (state.joined > 0 && state.joined < state.open) found_.joins_apart = true;
    if (state.joined == state.open) state.joined = state.open = 0;
    if (!is_spawn) state.has_acted = true;
  }

  void step(State state) {
    const Instruction& instruction = thread_.code[state.at];
    note_order(state, instruction);
    const auto* assume = std::get_if<Assume>(&instruction.body);
    const auto* assertion = std::get_if<Assert>(&instruction.body);
    if (assume != nullptr && is_false(state, assume->condition)) return;
    if (assertion != nullptr && is_false(state, assertion->condition)) return;
    if (const auto* spawn = std::get_if<Spawn>(&instruction.body)) {
      if (!note_spawn(state, *spawn)) return;
    }
    run_.pass(state.at, state.registers);
    if (const auto* load = std::get_if<Load>(&instruction.body)) {
      state.registers[load->target.value] = value_in(load->address);
    }
    for (const InstructionIndex next : run_.ways_on(state.at, state.registers)) {
      State there = state;
      there.at = next;
      reach(std::move(there));
    }
  }
  [[nodiscard]] bool is_false(const State& state, ExprId condition) {
    return run_.value_of(condition, state.registers) == Value{0};
  }

  // False if the limit of spawns is reached.
  bool note_spawn(State& state, const Spawn& instruction) {
    if (state.spawns >= max_) return false;
    KnownValues arguments;
    for (const ExprId argument : instruction.arguments) {
      arguments.push_back(run_.value_of(argument, state.registers));
    }
    const auto [found, is_new] =
        found_.spawns.try_emplace({state.spawns, instruction.routine}, FoundSpawn{arguments});
    KnownValues& known = found->second.arguments;
    for (std::size_t i = 0; !is_new && i < arguments.size(); ++i) {
      if (known[i] != arguments[i]) known[i] = std::nullopt;
    }
    found->second.is_apart |= state.has_acted;
    if (is_quiet_) ++state.open;
    state.has_acted = false;
    ++state.spawns;
    return true;
  }

  const Program& program_;
  const Thread& thread_;
  KnownRun run_;
  std::optional<ConstantCells> constants_;  // created on first use
  Liveness liveness_;
  std::uint32_t max_;
  const IsQuiet& is_quiet_;
  std::vector<bool> leads_on_;  // by instruction: leads to one that affects the result
  std::map<std::tuple<InstructionIndex, std::uint32_t, std::uint32_t, std::uint32_t, bool>, Known>
      known_;
  std::vector<State> open_;
  ThreadSpawns found_;
};

}  // namespace

ThreadSpawns find_spawns(const Program& program, ThreadId thread, const KnownValues& arguments,
                         std::uint32_t max_spawns, const IsQuiet& is_quiet) {
  return SpawnFinder(program, thread, max_spawns, is_quiet).find(arguments);
}

}  // namespace drover::passes
