#include "litmus/possible_addresses.h"

#include <algorithm>
#include <map>
#include <optional>
#include <utility>

#include "semantics/program/address.h"
#include "semantics/program/location_table.h"
#include "semantics/program/operands.h"
#include "semantics/program/rmw_operator.h"
#include "support/overloaded.h"

namespace drover::litmus {

namespace {

constexpr std::size_t MaxValues = 16;

PossibleValues unknown_like(bool may_be_address) {
  return may_be_address ? PossibleValues::anything() : PossibleValues::number();
}

// Returns the size of an access of a machine; 0 for other instructions.
std::uint32_t bytes_of(const InstructionBody& body) {
  return std::visit(
      [](const auto& i) -> std::uint32_t {
        if constexpr (requires { i.bytes; }) return i.bytes;
        return 0;
      },
      body);
}

// Collects the registers that decide an expression: x ^ x is 0 for any x.
void collect_deciding(const ExpressionPool& pool, ExprId id, std::vector<RegisterId>& out) {
  if (id.is_none()) return;
  const ExpressionNode& node = pool[id];
  if (node.op == Operator::Register) out.push_back(node.reg);
  const bool folds = node.op == Operator::BitXor || node.op == Operator::Subtract;
  if (folds && is_same_expression(pool, node.a, pool, node.b)) return;
  const auto is_zero = [&](ExprId each) { return !each.is_none() && pool.known(each) == Value{0}; };
  const bool erases = node.op == Operator::BitAnd || node.op == Operator::Multiply;
  if (erases && (is_zero(node.a) || is_zero(node.b))) return;
  collect_deciding(pool, node.a, out);
  collect_deciding(pool, node.b, out);
  collect_deciding(pool, node.c, out);
}

// A short-lived worker: holds references.
class Propagation {
 public:
  Propagation(const Program& program, const std::vector<bool>& is_torn)
      : program_(program),
        is_torn_(is_torn),
        slots_(program.threads.size()),
        slot_count_(program.threads.size(), 0),
        needs_memory_(!is_torn.empty()) {
    for (std::size_t t = 0; t < program.threads.size(); ++t) {
      slots_[t].assign(program.threads[t].registers.size(), NoSlot);
    }
    for (bool grows = true; grows;) {
      grows = false;
      for (std::size_t t = 0; t < program_.threads.size(); ++t) grows |= find_relevant(t);
    }
  }

  std::vector<SizedAccess> run() {
    for (has_grown_ = true; has_grown_;) {
      has_grown_ = false;
      for (std::size_t t = 0; t < program_.threads.size(); ++t) follow(t);
    }
    std::vector<SizedAccess> all;
    for (auto& [place, access] : accesses_) all.push_back(std::move(access));
    return all;
  }

 private:
  using State = std::vector<PossibleValues>;  // by slot
  static constexpr std::size_t NoSlot = static_cast<std::size_t>(-1);

  // ---- The registers that addresses depend on. Only these have a slot.

  [[nodiscard]] std::size_t slot_of(RegisterId reg) const {
    return reg.is_none() || reg.value >= slots_[t_].size() ? NoSlot : slots_[t_][reg.value];
  }
  // True if the register is new.
  bool give_slot(RegisterId reg) {
    if (reg.is_none() || slot_of(reg) != NoSlot) return false;
    slots_[t_][reg.value] = slot_count_[t_]++;
    return true;
  }
  bool find_relevant(std::size_t t) {
    t_ = t;
    bool grows = false;
    const Thread& thread = program_.threads[t];
    const auto need = [&](ExprId expression) {
      std::vector<RegisterId> used;
      collect_deciding(thread.expressions, expression, used);
      for (const RegisterId reg : used) grows |= give_slot(reg);
    };
    for (const Instruction& instruction : thread.code) {
      const InstructionBody& body = instruction.body;
      const ExprId address = accessed_by(body);
      if (!address.is_none()) need(address);
      const RegisterId target = target_of(body);
      const bool is_used = slot_of(target) != NoSlot;
      if (const auto* assign = std::get_if<Assign>(&body)) {
        if (is_used) need(assign->value);
      } else if (is_used && reads(body) && !std::exchange(needs_memory_, true)) {
        grows = true;
      }
      if (!needs_memory_ || !may_write(body)) continue;
      for_each_operand(body, [&](ExprId each, bool) { need(each); });
      // The value read decides the value written.
      grows |= give_slot(target);
    }
    return grows;
  }

  // ---- Threads

  void follow(std::size_t t) {
    const Thread& thread = program_.threads[t];
    thread_ = &thread;
    t_ = t;
    std::vector<std::optional<State>> at(thread.code.size());
    at.front() = State(slot_count_[t], PossibleValues::only(0));
    bool goes_back = true;
    const auto arrive = [&](InstructionIndex from, InstructionIndex to) {
      if (!at[to]) {
        at[to] = state_;
      } else if (!merge(*at[to], state_)) {
        return;
      }
      goes_back |= to <= from;
    };
    while (std::exchange(goes_back, false)) {
      for (InstructionIndex i = 0; i < thread.code.size(); ++i) {
        if (!at[i]) continue;
        state_ = *at[i];
        pass(thread.code[i].body, i);
        for (const InstructionIndex next : successors_of(thread.code[i], i)) arrive(i, next);
      }
    }
  }

  static bool merge(State& into, const State& from) {
    bool has_changed = false;
    for (std::size_t slot = 0; slot < into.size(); ++slot) {
      if (into[slot] == from[slot]) continue;
      const PossibleValues before = into[slot];
      into[slot].add(from[slot]);
      has_changed |= into[slot] != before;
    }
    return has_changed;
  }

  void pass(const InstructionBody& body, InstructionIndex at) {
    const auto put = [&](RegisterId target, const PossibleValues& values) {
      if (slot_of(target) != NoSlot) state_[slot_of(target)] = values;
    };
    std::visit(overloaded{
                   [&](const Assign& i) {
                     if (slot_of(i.target) != NoSlot) put(i.target, value_of(i.value));
                   },
                   [&](const Load& i) { put(i.target, accessed(body, at, nullptr)); },
                   [&](const Store& i) {
                     const PossibleValues written = value_of(i.value);
                     accessed(body, at, &written);
                   },
                   [&](const ReadModifyWrite& i) {
                     const PossibleValues operand = value_of(i.operand);
                     const PossibleValues old = accessed(body, at, nullptr);
                     put(i.target, old);
                     const PossibleValues written =
                         i.desired ? value_of(*i.desired) : combined(i.op, old, operand);
                     accessed(body, at, &written);
                   },
                   [&](const CompareAndSwap& i) {
                     const PossibleValues written = value_of(i.desired);
                     put(i.target, i.result == CasResult::OldValue ? accessed(body, at, nullptr)
                                                                   : PossibleValues::number());
                     accessed(body, at, &written);
                   },
                   [&](const Choose& i) {
                     PossibleValues all;
                     for (Value each = 0; each < Value{i.count}; ++each) all.values.push_back(each);
                     put(i.target, all);
                   },
                   [&](const auto&) { put(target_of(body), PossibleValues::anything()); },
               },
               body);
  }

  // ---- Expressions

  [[nodiscard]] PossibleValues value_of(ExprId expression) const {
    std::vector<RegisterId> used;
    collect_deciding(thread_->expressions, expression, used);
    std::ranges::sort(used);
    used.erase(std::unique(used.begin(), used.end()), used.end());
    bool is_known = true;
    bool may_be_address = false;
    std::size_t count = 1;
    for (const RegisterId reg : used) {
      if (slot_of(reg) == NoSlot) return PossibleValues::anything();
      const PossibleValues& values = state_[slot_of(reg)];
      if (values.is_known() && values.values.empty()) return {};  // nothing is read there
      is_known &= values.is_known();
      may_be_address |= values.may_be_address();
      count *= std::max<std::size_t>(values.values.size(), 1);
      if (count > MaxValues * MaxValues) is_known = false;
      if (!is_known) count = 1;
    }
    if (!is_known) return unknown_like(may_be_address || has_addresses(expression));
    PossibleValues out;
    std::vector<Value> registers(thread_->registers.size(), 0);
    std::vector<Value> found;
    for (std::size_t way = 0; way < count; ++way) {
      std::size_t left = way;
      for (const RegisterId reg : used) {
        const std::vector<Value>& values = state_[slot_of(reg)].values;
        registers[reg.value] = values[left % values.size()];
        left /= values.size();
      }
      const Evaluation result = evaluate(thread_->expressions, expression, registers);
      if (!result.faulted) found.push_back(result.value);
    }
    for (const Value each : found) out.add(PossibleValues::only(each));
    return out;
  }
  [[nodiscard]] bool has_addresses(ExprId id) const {
    if (id.is_none()) return false;
    const ExpressionNode& node = thread_->expressions[id];
    if (node.op == Operator::Constant) return address::is_shared(node.value);
    if (node.op >= Operator::Less && node.op <= Operator::NotEqual) return false;
    if (node.op == Operator::Select) return has_addresses(node.b) || has_addresses(node.c);
    return has_addresses(node.a) || has_addresses(node.b) || has_addresses(node.c);
  }

  static PossibleValues combined(RmwOperator op, const PossibleValues& old,
                                 const PossibleValues& operand) {
    if (op == RmwOperator::Exchange) return operand;
    if (!old.is_known() || !operand.is_known()) {
      return unknown_like(old.may_be_address() || operand.may_be_address());
    }
    PossibleValues out;
    for (const Value a : old.values) {
      for (const Value b : operand.values) out.add(PossibleValues::only(apply(op, a, b)));
    }
    return out;
  }

  // ---- Memory

  // Notes an access, and what it writes. Returns what it may read.
  PossibleValues accessed(const InstructionBody& body, InstructionIndex at,
                          const PossibleValues* written) {
    const PossibleValues addresses = value_of(accessed_by(body));
    const std::uint32_t bytes = bytes_of(body);
    if (bytes != 0) {
      SizedAccess& access = accesses_[{t_, at}];
      access.thread = t_;
      access.at = at;
      access.bytes = bytes;
      access.addresses.add(addresses);
      if (written != nullptr) access.written.add(*written);
    }
    if (!needs_memory_) return PossibleValues::anything();
    if (written == nullptr) return cut(read(addresses), bytes);
    const PossibleValues stored = cut(*written, bytes);
    if (!addresses.is_known()) grow(anywhere_, stored);
    for (const Value each : addresses.values) grow(memory_[each], stored);
    return {};
  }
  void grow(PossibleValues& values, const PossibleValues& by) {
    const PossibleValues before = values;
    values.add(by);
    has_grown_ |= values != before;
  }
  static PossibleValues cut(PossibleValues values, std::uint32_t bytes) {
    if (bytes == 0 || bytes >= sizeof(Value)) return values;
    const Value mask = (Value{1} << (8 * bytes)) - 1;
    PossibleValues out{values.unknown, {}};
    for (const Value each : values.values) {
      out.add(PossibleValues::only(address::is_shared(each) ? each : each & mask));
    }
    return out;
  }

  [[nodiscard]] PossibleValues read(const PossibleValues& addresses) const {
    PossibleValues out = anywhere_;
    if (!addresses.is_known()) {
      for (const auto& [address, values] : memory_) out.add(values);
      for (const SharedObject& object : program_.objects) {
        for (const Value each : object.initial) out.add(PossibleValues::only(each));
      }
      return out;
    }
    for (const Value each : addresses.values) {
      const auto object = shared_object_at(each, program_);
      if (!object) continue;
      if (*object < is_torn_.size() && is_torn_[*object]) out.add(PossibleValues::number());
      const std::vector<Value>& initial = program_.objects[*object].initial;
      if (address::cell(each) < initial.size()) {
        out.add(PossibleValues::only(initial[address::cell(each)]));
      }
      if (const auto known = memory_.find(each); known != memory_.end()) out.add(known->second);
    }
    return out;
  }

  const Program& program_;
  const std::vector<bool>& is_torn_;
  std::vector<std::vector<std::size_t>> slots_;  // by thread and register
  std::vector<std::size_t> slot_count_;          // by thread
  bool needs_memory_ = false;                    // some address depends on a value that is read
  bool has_grown_ = false;
  std::map<Value, PossibleValues> memory_;  // what threads write, by address
  PossibleValues anywhere_;                 // what they write to unknown addresses
  std::map<std::pair<std::size_t, InstructionIndex>, SizedAccess> accesses_;
  const Thread* thread_ = nullptr;  // that is followed
  std::size_t t_ = 0;               // its index
  State state_;                     // before the instruction
};

}  // namespace

bool PossibleValues::may_be_address() const {
  return unknown == Unknown::Anything ||
         std::ranges::any_of(values, [](Value each) { return address::is_shared(each); });
}

void PossibleValues::add(const PossibleValues& others) {
  if (is_known() && others.is_known()) {
    for (const Value each : others.values) {
      const auto place = std::ranges::lower_bound(values, each);
      if (place == values.end() || *place != each) values.insert(place, each);
    }
    if (values.size() <= MaxValues) return;
  }
  *this = unknown_like(may_be_address() || others.may_be_address());
}

std::vector<SizedAccess> sized_accesses(const Program& program, const std::vector<bool>& is_torn) {
  const auto has_size = [](const Instruction& each) { return bytes_of(each.body) != 0; };
  const bool is_sized = std::ranges::any_of(program.threads, [&](const Thread& thread) {
    return std::ranges::any_of(thread.code, has_size);
  });
  if (!is_sized) return {};
  return Propagation(program, is_torn).run();
}

}  // namespace drover::litmus
