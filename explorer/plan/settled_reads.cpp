#include "explorer/plan/settled_reads.h"

#include <algorithm>
#include <cstdint>
#include <iterator>
#include <map>
#include <optional>
#include <set>
#include <utility>
#include <variant>

#include "semantics/passes/purity/new_dependencies.h"
#include "semantics/program/operands.h"

namespace drover {

namespace {

// A read is named by its instruction, and stands for the last event of that. One name stands for
// all earlier events of instructions, which nothing settles.
using Reads = std::set<InstructionIndex>;

// The unsettled reads that a value may be computed from, and reads that it is computed from on
// every way.
struct Origins {
  Reads possible;
  Reads certain;

  bool operator==(const Origins&) const = default;
};

// An instruction needs a read, which may have come to it in a register.
struct Need {
  InstructionIndex read = 0;
  InstructionIndex by = 0;
  RegisterId in;

  auto operator<=>(const Need&) const = default;
};

struct State {
  std::map<RegisterId, Origins> registers;
  // Of instructions since the last event; and the registers that by now were computed from what the
  // instruction had in its register, whichever read that came from.
  std::map<Need, std::set<RegisterId>> needs;

  bool operator==(const State&) const = default;

  // Where two ways meet.
  void merge(const State& other) {
    for (auto& [reg, origins] : registers) {
      const auto same = other.registers.find(reg);
      const Reads none;
      const Reads& certain = same == other.registers.end() ? none : same->second.certain;
      std::erase_if(origins.certain,
                    [&](InstructionIndex each) { return !certain.contains(each); });
    }
    for (const auto& [reg, origins] : other.registers) {
      const auto [same, is_new] = registers.try_emplace(reg);
      same->second.possible.insert(origins.possible.begin(), origins.possible.end());
    }
    for (const auto& [need, carriers] : other.needs) add(needs, need, carriers);
  }

  using Needs = std::map<Need, std::set<RegisterId>>;
  static void add(Needs& needs, const Need& need, const std::set<RegisterId>& carriers) {
    const auto [same, is_new] = needs.try_emplace(need, carriers);
    if (is_new) return;
    std::erase_if(same->second, [&](RegisterId each) { return !carriers.contains(each); });
  }
};

class SettledReads {
 public:
  SettledReads(const Thread& thread, const SettlingRules& rules, const NeededRegisters& needed)
      : thread_(thread), rules_(rules), needed_(needed), states_(thread.code.size()) {}

  const Instruction* find() {
    reach(0, State());
    while (!left_.empty() && found_ == nullptr) {
      const InstructionIndex at = *left_.begin();
      left_.erase(left_.begin());
      State state = *states_[at];
      pass(at, state);
      for (const InstructionIndex next : successors_of(thread_.code[at], at)) reach(next, state);
    }
    return found_;
  }

 private:
  void reach(InstructionIndex at, const State& state) {
    if (at >= thread_.code.size()) return;
    if (!states_[at]) {
      states_[at] = state;
    } else {
      State merged = *states_[at];
      merged.merge(state);
      if (merged == *states_[at]) return;
      states_[at] = std::move(merged);
    }
    left_.insert(at);
  }

  void pass(InstructionIndex at, State& state) {
    const Instruction& instruction = thread_.code[at];
    const InstructionBody& body = instruction.body;
    if (may_be_event(body)) {
      const ExprId address = addressed_by(body);
      if (rules_.by_dependencies && !address.is_none()) settle(address, state);
      if (std::holds_alternative<FenceInstruction>(body)) pass_fence(instruction, state);
      if (!state.needs.empty()) found_ = &thread_.code[state.needs.begin()->first.by];
    }
    const ExprId* const condition = passes::lasting_condition(body);
    if (rules_.by_dependencies && condition != nullptr) settle(*condition, state);
    for (const RegisterId reg : needed_(at)) {
      for (const InstructionIndex read : origins_of(reg, state).possible) {
        state.needs.insert_or_assign(Need{read, at, reg}, std::set<RegisterId>{reg});
      }
    }
    const RegisterId target = written_by(body);
    if (target.is_none()) return;
    carry(body, target, state);
    if (reads(body)) {
      note_read(at, state);
      state.registers[target] = read_by(at, state);
    } else if (const auto* assign = std::get_if<Assign>(&body)) {
      Origins origins = origins_of(assign->value, state);
      // The value depends on events whose instructions are not looked for.
      if (assign->from_events > 0) origins.possible.insert(earlier());
      state.registers[target] = std::move(origins);
    } else {
      state.registers.erase(target);
    }
    // The condition of an await is one of a branch.
    const auto* wait = std::get_if<Await>(&body);
    if (rules_.by_dependencies && wait != nullptr) settle(wait->condition, state);
  }
  void pass_fence(const Instruction& fence, State& state) {
    if (!rules_.by_fence) return;
    settle_all(state, [&](InstructionIndex read) {
      return read != earlier() && rules_.by_fence(thread_.code[read], fence);
    });
  }

  [[nodiscard]] InstructionIndex earlier() const {
    return static_cast<InstructionIndex>(thread_.code.size());
  }
  // The events of the instruction so far are no longer its last.
  void note_read(InstructionIndex at, State& state) const {
    for (auto& [reg, origins] : state.registers) {
      if (origins.possible.erase(at) > 0) origins.possible.insert(earlier());
      origins.certain.erase(at);
    }
    State::Needs needs;
    for (const auto& [each, carriers] : state.needs) {
      const InstructionIndex read = each.read == at ? earlier() : each.read;
      State::add(needs, {read, each.by, each.in}, carriers);
    }
    state.needs = std::move(needs);
  }
  [[nodiscard]] Origins read_by(InstructionIndex at, const State& state) const {
    Origins origins;
    // The result of a compare-and-swap says whether the two were equal, or may be the one that was
    // expected.
    if (const auto* swap = std::get_if<CompareAndSwap>(&thread_.code[at].body)) {
      origins = origins_of(swap->expected, state);
      if (swap->result != CasResult::Success) origins.certain.clear();
    }
    if (!rules_.at_once || !rules_.at_once(thread_.code[at])) origins.possible.insert(at);
    origins.certain.insert(at);
    return origins;
  }
  [[nodiscard]] static Origins origins_of(RegisterId reg, const State& state) {
    const auto found = state.registers.find(reg);
    return found == state.registers.end() ? Origins() : found->second;
  }
  [[nodiscard]] Origins origins_of(ExprId value, const State& state) const {
    std::vector<RegisterId> registers;
    thread_.expressions.collect_registers(value, registers);
    Origins origins;
    for (const RegisterId reg : registers) {
      const Origins of = origins_of(reg, state);
      origins.possible.insert(of.possible.begin(), of.possible.end());
      origins.certain.insert(of.certain.begin(), of.certain.end());
    }
    return origins;
  }

  // The register gets a value, perhaps from what an instruction needs.
  void carry(const InstructionBody& body, RegisterId target, State& state) const {
    const auto* assign = std::get_if<Assign>(&body);
    for (auto& [need, carriers] : state.needs) {
      const bool carries = assign != nullptr && mentions_any(assign->value, carriers);
      carriers.erase(target);
      if (carries) carriers.insert(target);
    }
  }
  [[nodiscard]] bool mentions_any(ExprId value, const std::set<RegisterId>& registers) const {
    return thread_.expressions.mentions_any(
        value, [&](RegisterId reg) { return registers.contains(reg); });
  }

  // Whichever reads a register came from on the way to here, a branch on it settles these.
  void settle(ExprId value, State& state) const {
    const Reads certain = origins_of(value, state).certain;
    settle_all(state, [&](InstructionIndex read) { return certain.contains(read); });
    std::vector<RegisterId> registers;
    thread_.expressions.collect_registers(value, registers);
    for (const RegisterId reg : registers) {
      const auto found = state.registers.find(reg);
      if (found != state.registers.end()) found->second.possible.clear();
    }
    std::erase_if(state.needs, [&](const auto& each) { return mentions_any(value, each.second); });
  }
  template <typename IsSettled>
  static void settle_all(State& state, const IsSettled& is_settled) {
    for (auto& [reg, origins] : state.registers) std::erase_if(origins.possible, is_settled);
    std::erase_if(state.needs, [&](const auto& each) { return is_settled(each.first.read); });
  }

  const Thread& thread_;
  const SettlingRules& rules_;
  const NeededRegisters& needed_;
  std::vector<std::optional<State>> states_;  // before each instruction that is reached
  std::set<InstructionIndex> left_;
  const Instruction* found_ = nullptr;
};

}  // namespace

ExprId addressed_by(const InstructionBody& body) {
  const auto* free = std::get_if<Deallocate>(&body);
  return free == nullptr ? accessed_by(body) : free->address;
}

const Instruction* find_unsettled(const Thread& thread, const SettlingRules& rules,
                                  const NeededRegisters& needed) {
  return SettledReads(thread, rules, needed).find();
}

}  // namespace drover
