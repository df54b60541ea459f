#include "semantics/passes/spawn_finder.h"

#include <algorithm>
#include <cstddef>
#include <functional>
#include <optional>
#include <set>
#include <utility>
#include <vector>

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

// Runs one thread on partly known registers, from one spawn to the next. A short-lived worker.
class SpawnFinder {
 public:
  SpawnFinder(const Program& program, ThreadId thread, std::uint32_t max_spawns,
              const IsQuiet& is_quiet)
      : program_(program),
        thread_(program.threads[thread.value]),
        run_(thread_),
        liveness_(program, thread),
        max_(max_spawns),
        is_quiet_(is_quiet),
        live_before_(thread_.code.size()) {
    find_ways_on();
  }

  ThreadSpawns find(const KnownValues& arguments) {
    registers_.assign(thread_.registers.size(), Value{0});
    std::ranges::copy(arguments, registers_.begin());
    std::set<State> starts;  // after the last spawn
    if (leads_on_[0]) starts.insert(State{.live = live_registers(0)});
    std::map<std::set<State>, std::uint32_t> serials;  // by the states before them
    for (; serial_ <= max_ && !starts.empty(); ++serial_) {
      const auto [earlier, is_new] = serials.try_emplace(std::move(starts), serial_);
      if (!is_new) {
        repeat_from(earlier->second);
        break;
      }
      known_.clear();
      for (const State& each : earlier->first) enter(each);
      while (!open_.empty()) {
        const State state = std::move(open_.back());
        open_.pop_back();
        step(state);
      }
      starts = std::exchange(after_spawn_, {});
    }
    return std::move(found_);
  }

 private:
  // For the order of spawns and joins: the number of threads spawned since all earlier ones were
  // joined, the number of those joined, and whether the thread has done something since its last
  // spawn.
  struct Order {
    std::uint32_t open = 0;
    std::uint32_t joined = 0;
    bool has_acted = false;

    auto operator<=>(const Order&) const = default;
  };
  struct State {
    InstructionIndex at = 0;
    Order order = {};
    KnownValues live = {};  // of the registers that are live before the instruction

    auto operator<=>(const State&) const = default;
  };
  // States at one instruction, since the last spawn. Beyond the limit, differing registers become
  // unknown; in long runs the limit is lower.
  static constexpr std::size_t MaxStates = 256;
  static constexpr std::size_t MaxStatesOfLongRuns = 8;
  static constexpr std::size_t LongRun = 200'000;
  struct Known {
    std::set<KnownValues> states;
    KnownValues least;  // common to all states
  };

  // Returns the registers that are live before an instruction. Dead ones make no difference.
  const std::vector<std::size_t>& live_before(InstructionIndex at) {
    std::optional<std::vector<std::size_t>>& live = live_before_[at];
    if (!live) {
      live.emplace();
      for (std::size_t reg = 0; reg < registers_.size(); ++reg) {
        if (liveness_.is_live_before(at, reg)) live->push_back(reg);
      }
    }
    return *live;
  }
  [[nodiscard]] KnownValues live_registers(InstructionIndex at) {
    KnownValues out;
    for (const std::size_t reg : live_before(at)) out.push_back(registers_[reg]);
    return out;
  }
  void load_registers(const State& state) {
    std::ranges::fill(registers_, Value{0});
    auto next = state.live.begin();
    for (const std::size_t reg : live_before(state.at)) registers_[reg] = *next++;
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
    for (InstructionIndex at = 0; at < flow.size(); ++at) {
      joins_paths_.push_back(at == 0 || flow.predecessors(at).size() > 1);
    }
  }

  // Every loop has an instruction where paths join: states are kept there only.
  void enter(State state) {
    if (!joins_paths_[state.at]) {
      open_.push_back(std::move(state));
      return;
    }
    Known& known = known_[{state.at, state.order}];
    if (known.states.empty()) known.least = state.live;
    for (std::size_t i = 0; i < state.live.size(); ++i) {
      if (known.least[i] != state.live[i]) known.least[i] = std::nullopt;
    }
    const std::size_t limit = steps_ < LongRun ? MaxStates : MaxStatesOfLongRuns;
    if (known.states.size() >= limit) state.live = known.least;
    if (known.states.insert(state.live).second) open_.push_back(std::move(state));
  }
  // The thread goes on as it did before an earlier spawn: spawns repeat from there on.
  void repeat_from(std::uint32_t earlier) {
    const std::uint32_t period = serial_ - earlier;
    for (; serial_ < max_; ++serial_) {
      const auto first = found_.spawns.lower_bound({serial_ - period, 0});
      const auto last = found_.spawns.lower_bound({serial_ - period + 1, 0});
      const std::vector<decltype(ThreadSpawns::spawns)::value_type> repeated(first, last);
      for (const auto& [spawn, each] : repeated) found_.spawns[{serial_, spawn.second}] = each;
    }
  }
  // Returns the value read, if no thread writes the cell.
  [[nodiscard]] KnownValue value_in(ExprId address) {
    if (!constants_) constants_.emplace(program_);
    return constants_->value_at(thread_.expressions, address);
  }

  // Checks the order of spawns and joins.
  void note_order(Order& order, const Instruction& instruction) {
    if (!is_quiet_) return;
    // Ending after some of the joins differs from waiting for another thread.
    const bool is_end = std::holds_alternative<Finish>(instruction.body);
    if (is_end && order.joined > 0 && order.joined < order.open) found_.joins_apart = true;
    if (!may_be_event(instruction.body)) return;
    if (std::holds_alternative<Join>(instruction.body)) {
      if (++order.joined > order.open) found_.joins_apart = true;
      order.joined = std::min(order.joined, order.open);
      order.has_acted = true;
      return;
    }
    const bool is_spawn = std::holds_alternative<Spawn>(instruction.body);
    if (!is_spawn && is_quiet_(instruction)) return;
    if (order.joined > 0 && order.joined < order.open) found_.joins_apart = true;
    if (order.joined == order.open) order.joined = order.open = 0;
    if (!is_spawn) order.has_acted = true;
  }

  void step(const State& state) {
    ++steps_;
    load_registers(state);
    const Instruction& instruction = thread_.code[state.at];
    Order order = state.order;
    note_order(order, instruction);
    const auto* assume = std::get_if<Assume>(&instruction.body);
    const auto* assertion = std::get_if<Assert>(&instruction.body);
    if (assume != nullptr && is_false(assume->condition)) return;
    if (assertion != nullptr && is_false(assertion->condition)) return;
    const auto* spawn = std::get_if<Spawn>(&instruction.body);
    if (spawn != nullptr && !note_spawn(order, *spawn)) return;
    run_.pass(state.at, registers_);
    if (const auto* load = std::get_if<Load>(&instruction.body)) {
      registers_[load->target.value] = value_in(load->address);
    }
    for (const InstructionIndex next : run_.ways_on(state.at, registers_)) {
      if (!leads_on_[next]) continue;
      State there{.at = next, .order = order, .live = live_registers(next)};
      if (spawn != nullptr) {
        after_spawn_.insert(std::move(there));
      } else {
        enter(std::move(there));
      }
    }
  }
  [[nodiscard]] bool is_false(ExprId condition) {
    return run_.value_of(condition, registers_) == Value{0};
  }

  // False if the limit of spawns is reached.
  bool note_spawn(Order& order, const Spawn& instruction) {
    if (serial_ >= max_) return false;
    KnownValues arguments;
    for (const ExprId argument : instruction.arguments) {
      arguments.push_back(run_.value_of(argument, registers_));
    }
    const auto [found, is_new] =
        found_.spawns.try_emplace({serial_, instruction.routine}, FoundSpawn{arguments});
    KnownValues& known = found->second.arguments;
    for (std::size_t i = 0; !is_new && i < arguments.size(); ++i) {
      if (known[i] != arguments[i]) known[i] = std::nullopt;
    }
    found->second.is_apart |= order.has_acted;
    if (is_quiet_) ++order.open;
    order.has_acted = false;
    return true;
  }

  const Program& program_;
  const Thread& thread_;
  KnownRun run_;
  std::optional<ConstantCells> constants_;  // created on first use
  Liveness liveness_;
  std::uint32_t max_;
  const IsQuiet& is_quiet_;
  std::vector<bool> leads_on_;     // by instruction: leads to one that affects the result
  std::vector<bool> joins_paths_;  // by instruction: several ways lead there
  std::vector<std::optional<std::vector<std::size_t>>> live_before_;  // those asked for
  KnownValues registers_;     // in the state of the current step
  std::uint32_t serial_ = 0;  // of the next spawn
  std::map<std::pair<InstructionIndex, Order>, Known> known_;
  std::vector<State> open_;
  std::set<State> after_spawn_;  // with the next serial number
  std::size_t steps_ = 0;
  ThreadSpawns found_;
};

}  // namespace

ThreadSpawns find_spawns(const Program& program, ThreadId thread, const KnownValues& arguments,
                         std::uint32_t max_spawns, const IsQuiet& is_quiet) {
  return SpawnFinder(program, thread, max_spawns, is_quiet).find(arguments);
}

}  // namespace drover::passes
