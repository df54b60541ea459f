#include "semantics/passes/spawned_threads.h"

#include <algorithm>
#include <cstddef>
#include <deque>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "semantics/automaton/liveness.h"
#include "semantics/program/address.h"
#include "semantics/program/control_flow.h"
#include "semantics/program/instruction_effects.h"
#include "support/format.h"
#include "support/overloaded.h"

namespace drover::passes {

namespace {

using KnownValue = std::optional<Value>;  // nothing: it may be any
using KnownValues = std::vector<KnownValue>;

// Spawns of one thread: serial number and routine, and what is known of the arguments.
using FoundSpawns = std::map<std::pair<std::uint32_t, std::uint32_t>, KnownValues>;

// Runs one thread on what is known of its registers. A short-lived worker.
class SpawnFinder {
 public:
  SpawnFinder(const Program& program, ThreadId thread, std::uint32_t max_spawns)
      : thread_(program.threads[thread.value]),
        liveness_(program, thread),
        max_(max_spawns),
        leads_to_spawn_(thread_.code.size(), false) {
    find_ways_to_spawns();
  }

  FoundSpawns find(const KnownValues& arguments) {
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
    KnownValues registers;

    auto operator<=>(const State&) const = default;
  };
  // States at one instruction with one number of spawns. Where there are more than so many, what
  // differs among them is taken to be unknown.
  static constexpr std::size_t MaxStates = 256;
  struct Known {
    std::set<KnownValues> states;
    KnownValues least;  // what all of them have in common
  };

  // Registers that nobody will read do not make a difference.
  void clear_dead(State& state) const {
    for (std::size_t reg = 0; reg < state.registers.size(); ++reg) {
      if (!liveness_.is_live_before(state.at, reg)) state.registers[reg] = Value{0};
    }
  }

  // Behind the last spawn there is nothing to find, however many states there are.
  void find_ways_to_spawns() {
    const ControlFlow flow(thread_);
    for (bool has_changed = true; has_changed;) {
      has_changed = false;
      for (std::size_t i = thread_.code.size(); i-- > 0;) {
        if (leads_to_spawn_[i]) continue;
        const auto at = static_cast<InstructionIndex>(i);
        const bool leads = std::holds_alternative<Spawn>(thread_.code[i].body) ||
                           std::ranges::any_of(flow.successors(at), [&](InstructionIndex next) {
                             return next < leads_to_spawn_.size() && leads_to_spawn_[next];
                           });
        leads_to_spawn_[i] = leads;
        has_changed |= leads;
      }
    }
  }

  void reach(State state) {
    if (!leads_to_spawn_[state.at]) return;
    clear_dead(state);
    Known& known = known_[{state.at, state.spawns}];
    if (known.states.empty()) known.least = state.registers;
    for (std::size_t reg = 0; reg < state.registers.size(); ++reg) {
      if (known.least[reg] != state.registers[reg]) known.least[reg] = std::nullopt;
    }
    if (known.states.size() >= MaxStates) state.registers = known.least;
    if (known.states.insert(state.registers).second) open_.push_back(std::move(state));
  }
  void go_on(State state) {
    ++state.at;
    reach(std::move(state));
  }
  void go_on_with(State state, RegisterId target, KnownValue value) {
    state.registers[target.value] = value;
    go_on(std::move(state));
  }

  // Nothing if the value is not known, or there is none.
  [[nodiscard]] KnownValue value_of(const State& state, ExprId expression) const {
    std::vector<RegisterId> used;
    thread_.expressions.collect_registers(expression, used);
    std::vector<Value> registers(state.registers.size(), 0);
    for (const RegisterId reg : used) {
      if (!state.registers[reg.value]) return std::nullopt;
      registers[reg.value] = *state.registers[reg.value];
    }
    const Evaluation evaluation = evaluate(thread_.expressions, expression, registers);
    return evaluation.faulted ? std::nullopt : KnownValue(evaluation.value);
  }

  void step(State state) {
    const Instruction& instruction = thread_.code[state.at];
    std::visit(overloaded{
                   [&](const Assign& i) {
                     const KnownValue value = value_of(state, i.value);
                     go_on_with(std::move(state), i.target, value);
                   },
                   [&](const Jump& i) {
                     state.at = i.target;
                     reach(std::move(state));
                   },
                   [&](const Branch& i) { branch(std::move(state), i); },
                   [&](const CallMarker& i) {
                     State skipped = state;
                     skipped.at = i.end;
                     reach(std::move(skipped));
                     go_on(std::move(state));
                   },
                   [&](const Assume& i) {
                     if (value_of(state, i.condition) != Value{0}) go_on(std::move(state));
                   },
                   [&](const Assert& i) {
                     if (value_of(state, i.condition) != Value{0}) go_on(std::move(state));
                   },
                   [&](const Spawn& i) { spawn(std::move(state), i); },
                   [](const Fail&) {},
                   [](const BlockInstruction&) {},
                   [](const Finish&) {},
                   // Loops are followed as far as they go.
                   [&](const LoopStart&) { go_on(std::move(state)); },
                   [&](const LoopIteration&) { go_on(std::move(state)); },
                   [&](const auto&) {
                     const RegisterId target = effects_of(instruction, thread_.expressions,
                                                          liveness_.allocation_register())
                                                   .writes;
                     if (target.is_none()) {
                       go_on(std::move(state));
                     } else {
                       go_on_with(std::move(state), target, std::nullopt);
                     }
                   },
               },
               instruction.body);
  }

  void branch(State state, const Branch& instruction) {
    const KnownValue condition = value_of(state, instruction.condition);
    for (const bool taken : {true, false}) {
      if (condition && (*condition != 0) != taken) continue;
      State next = state;
      next.at = taken ? instruction.if_true : instruction.if_false;
      reach(std::move(next));
    }
  }

  void spawn(State state, const Spawn& instruction) {
    if (state.spawns >= max_) return;
    KnownValues arguments;
    for (const ExprId argument : instruction.arguments) {
      arguments.push_back(value_of(state, argument));
    }
    const auto [found, is_new] = found_.try_emplace({state.spawns, instruction.routine}, arguments);
    for (std::size_t i = 0; !is_new && i < arguments.size(); ++i) {
      if (found->second[i] != arguments[i]) found->second[i] = std::nullopt;
    }
    ++state.spawns;
    go_on_with(std::move(state), instruction.target, std::nullopt);
  }

  const Thread& thread_;
  Liveness liveness_;
  std::uint32_t max_;
  std::vector<bool> leads_to_spawn_;  // by instruction
  std::map<std::pair<InstructionIndex, std::uint32_t>, Known> known_;
  std::vector<State> open_;
  FoundSpawns found_;
};

bool is_static(const Thread& thread) { return !thread.origin; }

// `worker#1`, `worker#1.2`; with the name of the parent where several threads may be it.
std::string name_of(const Program& program, const SpawnOrigin& origin) {
  const auto workers = std::ranges::count_if(program.threads, [](const Thread& thread) {
    return is_static(thread) && thread.role == ThreadRole::Worker;
  });
  std::string path = std::to_string(origin.serial + 1);
  const Thread* parent = &program.threads[origin.parent.value];
  for (; parent->origin; parent = &program.threads[parent->origin->parent.value]) {
    path = format("{}.{}", parent->origin->serial + 1, path);
  }
  if (workers > 1) path = format("{}.{}", parent->name, path);
  return format("{}#{}", program.routines[origin.routine].name, path);
}

// Takes the final block away, and spawned threads that were there before.
std::optional<Thread> take_apart(Program& program) {
  std::optional<Thread> last;
  if (!program.threads.empty() && program.threads.back().role == ThreadRole::Final) {
    last = std::move(program.threads.back());
    program.threads.pop_back();
  }
  while (!program.threads.empty() && !is_static(program.threads.back())) {
    program.threads.pop_back();
  }
  return last;
}

}  // namespace

void add_spawned_threads(Program& program, std::uint32_t max_threads) {
  if (program.routines.empty()) return;
  const std::size_t size_before = program.threads.size();
  std::optional<Thread> last = take_apart(program);
  std::vector<KnownValues> arguments(program.threads.size());
  std::uint32_t spawned = 0;
  for (std::size_t t = 0; t < program.threads.size(); ++t) {
    if (program.threads[t].role != ThreadRole::Worker) continue;
    // Those of one thread at most; which of them there is room for is decided here.
    const FoundSpawns found = SpawnFinder(program, ThreadId(t), max_threads).find(arguments[t]);
    for (const auto& [spawn, values] : found) {
      if (spawned == max_threads || program.threads.size() + 1 >= address::MaxThreads) break;
      ++spawned;
      const SpawnOrigin origin{ThreadId(t), spawn.first, spawn.second};
      Thread thread = program.routines[spawn.second];
      thread.name = name_of(program, origin);
      thread.origin = origin;
      program.threads.push_back(std::move(thread));
      arguments.push_back(values);
    }
  }
  if (!last) return;
  for (Observable& observable : program.observables) {
    const bool is_of_last =
        observable.is_register && observable.thread == ThreadId(size_before - 1);
    if (is_of_last) observable.thread = ThreadId(program.threads.size());
  }
  program.threads.push_back(*std::move(last));
}

}  // namespace drover::passes
