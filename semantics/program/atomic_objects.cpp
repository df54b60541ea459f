#include "semantics/program/atomic_objects.h"

#include <algorithm>
#include <cstddef>
#include <iterator>
#include <utility>

#include "semantics/program/address.h"
#include "semantics/program/location_table.h"
#include "semantics/program/operands.h"
#include "support/overloaded.h"
#include "support/reach.h"

namespace drover {

namespace {

struct Bounds {
  Value first = 0;
  Value last = 0;
};

// Returns the bounds of an offset added to an address, if they are small and obvious.
std::optional<Bounds> bounds_of(const ExpressionPool& pool, ExprId id) {
  constexpr Value Limit = address::MaxCells;
  const ExpressionNode& node = pool[id];
  const auto checked = [](Value first, Value last) -> std::optional<Bounds> {
    if (first < 0 || last >= Limit) return std::nullopt;
    return Bounds{first, last};
  };
  switch (node.op) {
    case Operator::Constant: return checked(node.value, node.value);
    case Operator::Guard:
      if (static_cast<Guard>(node.index) == Guard::Index) return checked(0, node.value - 1);
      return std::nullopt;
    case Operator::Multiply:
    case Operator::Add: {
      const auto a = bounds_of(pool, node.a);
      const auto b = bounds_of(pool, node.b);
      if (!a || !b) return std::nullopt;
      // Both are below 2^24: no overflow.
      if (node.op == Operator::Multiply) return checked(a->first * b->first, a->last * b->last);
      return checked(a->first + b->first, a->last + b->last);
    }
    default: return std::nullopt;
  }
}

bool may_be_address(Operator op) {
  return op != Operator::Not && op != Operator::And && op != Operator::Or &&
         (op < Operator::Less || op > Operator::NotEqual);
}

// By instruction: true if the thread has not spawned any thread yet.
std::vector<bool> before_spawns(const Thread& thread) {
  const auto for_each_next = [&](InstructionIndex at, const auto& visit) {
    for (const InstructionIndex to : successors_of(thread.code[at], at)) visit(to);
  };
  std::vector<InstructionIndex> after_spawns;
  for (InstructionIndex at = 0; at < thread.code.size(); ++at) {
    if (!std::holds_alternative<Spawn>(thread.code[at].body)) continue;
    for_each_next(at, [&](InstructionIndex to) { after_spawns.push_back(to); });
  }
  std::vector<bool> is_before = reached_from(after_spawns, thread.code.size(), for_each_next);
  is_before.flip();
  return is_before;
}

}  // namespace

AtomicObjects::AtomicObjects(const Program& program) {
  for (const SharedObject& object : program.objects) {
    is_atomic_.emplace_back(std::max<std::size_t>(object.initial.size(), 1), !object.is_non_atomic);
  }
  find_pointers(program);
  const auto roots = std::ranges::count_if(program.threads, [](const Thread& thread) {
    return thread.role == ThreadRole::Worker && !thread.origin;
  });
  for (std::size_t t = 0; t < program.threads.size(); ++t) {
    const Thread& thread = program.threads[t];
    if (thread.role != ThreadRole::Worker) continue;
    const bool may_be_alone = roots == 1 && !thread.origin;
    note_accesses(
        thread, ThreadId(t),
        may_be_alone ? before_spawns(thread) : std::vector<bool>(thread.code.size(), false));
  }
}

void AtomicObjects::note_accesses(const Thread& thread, ThreadId id,
                                  const std::vector<bool>& is_alone) {
  ObjectSet touched(memory_.size(), 0);  // objects that may be accessed at an unknown cell
  const auto note = [&](ExprId address, Mode mode) {
    if (mode != Mode::Na) return;
    if (const auto span = span_of(thread.expressions, address)) {
      std::vector<bool>& cells = is_atomic_[span->object];
      const auto first = static_cast<std::ptrdiff_t>(span->first);
      const auto end = std::min(static_cast<std::ptrdiff_t>(span->last) + 1, std::ssize(cells));
      if (first < end) std::fill(cells.begin() + first, cells.begin() + end, false);
      return;
    }
    collect(thread.expressions, address, registers_[id.value], touched);
  };
  for (std::size_t at = 0; at < thread.code.size(); ++at) {
    if (is_alone[at]) continue;
    if (const auto* load = std::get_if<Load>(&thread.code[at].body)) {
      note(load->address, load->mode);
    } else if (const auto* store = std::get_if<Store>(&thread.code[at].body)) {
      note(store->address, store->mode);
    }
  }
  for (std::size_t object = 0; object < is_atomic_.size(); ++object) {
    if (has_bit(touched, object)) is_atomic_[object].assign(is_atomic_[object].size(), false);
  }
}

// ---- Points-to analysis ----------------------------------------------------------------------

void AtomicObjects::collect(const ExpressionPool& pool, ExprId id,
                            const std::vector<ObjectSet>& registers, ObjectSet& out) const {
  if (id.is_none()) return;
  const ExpressionNode& node = pool[id];
  if (node.op == Operator::Constant) {
    const auto object = address::shared_object(node.value, is_atomic_.size());
    if (object) insert_bit(out, *object);
    return;
  }
  if (node.op == Operator::Register) {
    if (node.reg.value >= registers.size()) {  // added by a pass
      std::fill(out.begin(), out.end(), ~BitWord{0});
      return;
    }
    const ObjectSet& known = registers[node.reg.value];
    for (std::size_t i = 0; i < out.size(); ++i) out[i] |= known[i];
    return;
  }
  if (!may_be_address(node.op)) return;
  if (node.op == Operator::ElementAddress) insert_bit(out, node.index);
  collect(pool, node.a, registers, out);
  collect(pool, node.b, registers, out);
  collect(pool, node.c, registers, out);
}

void AtomicObjects::find_pointers(const Program& program) {
  const std::size_t words = words_for(program.objects.size());
  memory_.assign(words, 0);
  for (const SharedObject& object : program.objects) {
    for (const Value value : object.initial) {
      if (const auto target = shared_object_at(value, program)) insert_bit(memory_, *target);
    }
  }
  for (const Thread& thread : program.threads) {
    registers_.emplace_back(thread.registers.size(), ObjectSet(words, 0));
  }
  for (bool has_changed = true; has_changed;) {
    has_changed = false;
    for (std::size_t t = 0; t < program.threads.size(); ++t) {
      has_changed |= find_pointers(program.threads[t], registers_[t]);
    }
  }
}

// Runs one round; true if it found something new.
bool AtomicObjects::find_pointers(const Thread& thread, std::vector<ObjectSet>& registers) {
  bool has_changed = false;
  const auto add = [&](ObjectSet& to, const ObjectSet& from) {
    for (std::size_t i = 0; i < to.size(); ++i) {
      has_changed |= (from[i] & ~to[i]) != 0;
      to[i] |= from[i];
    }
  };
  ObjectSet found(memory_.size());
  const auto add_value = [&](ObjectSet& to, ExprId value) {
    std::fill(found.begin(), found.end(), BitWord{0});
    collect(thread.expressions, value, registers, found);
    add(to, found);
  };
  for (std::uint32_t i = 0; i < thread.parameter_count; ++i) add(registers[i], memory_);
  for (const Instruction& instruction : thread.code) {
    const InstructionBody& body = instruction.body;
    if (const RegisterId target = target_of(body);
        !target.is_none() && (reads(body) || is_one_of<Join>(body))) {
      add(registers[target.value], memory_);
    }
    std::visit(overloaded{
                   [&](const Assign& i) { add_value(registers[i.target.value], i.value); },
                   [&](const Store& i) { add_value(memory_, i.value); },
                   [&](const ReadModifyWrite& i) {
                     add_value(memory_, i.operand);
                     if (i.desired) add_value(memory_, *i.desired);
                   },
                   [&](const CompareAndSwap& i) { add_value(memory_, i.desired); },
                   [&](const AwaitExchange& i) { add_value(memory_, i.desired); },
                   [&](const Spawn& i) {
                     for (const ExprId argument : i.arguments) add_value(memory_, argument);
                   },
                   [](const auto& /*other*/) {},
               },
               body);
  }
  if (thread.result) add(memory_, registers[thread.result->value]);
  return has_changed;
}

std::vector<bool> AtomicObjects::objects_of(ThreadId thread, const ExpressionPool& pool,
                                            ExprId address) const {
  ObjectSet found(memory_.size(), 0);
  collect(pool, address, registers_[thread.value], found);
  std::vector<bool> result(is_atomic_.size(), false);
  for (std::size_t object = 0; object < result.size(); ++object) {
    result[object] = has_bit(found, object);
  }
  return result;
}

// ---- Questions -----------------------------------------------------------------------------

std::optional<AtomicObjects::Span> AtomicObjects::span_of(const ExpressionPool& pool,
                                                          ExprId id) const {
  const ExpressionNode& node = pool[id];
  if (const auto object = object_of(node)) {
    if (node.op == Operator::ElementAddress) return Span{*object, 0, address::MaxCells - 1};
    return Span{*object, address::cell(node.value), address::cell(node.value)};
  }
  if (node.op == Operator::Guard && static_cast<Guard>(node.index) == Guard::Access) {
    return span_of(pool, node.a);
  }
  if (node.op != Operator::Add) return std::nullopt;
  const auto base = span_of(pool, node.a);
  const auto offset = bounds_of(pool, node.b);
  if (!base || !offset) return std::nullopt;
  const Value last = Value{base->last} + offset->last;
  if (last >= Value{address::MaxCells}) return std::nullopt;
  return Span{base->object, base->first + static_cast<std::uint32_t>(offset->first),
              static_cast<std::uint32_t>(last)};
}

bool AtomicObjects::is_atomic(const ExpressionPool& pool, ExprId address, Mode mode) const {
  if (mode == Mode::Na) return false;
  const auto span = span_of(pool, address);
  if (!span) return false;
  const std::vector<bool>& cells = is_atomic_[span->object];
  const std::size_t end = std::min<std::size_t>(std::size_t{span->last} + 1, cells.size());
  for (std::size_t cell = span->first; cell < end; ++cell) {
    if (!cells[cell]) return false;
  }
  return true;
}

bool AtomicObjects::is_harmless(const ExpressionPool& pool, ExprId address, Mode mode) const {
  const ExpressionNode& node = pool[address];
  return node.op == Operator::Constant && is_atomic(pool, address, mode) &&
         address::cell(node.value) < is_atomic_[address::object(node.value)].size();
}

std::optional<std::size_t> AtomicObjects::object_of(const ExpressionNode& address) const {
  if (address.op == Operator::ElementAddress) return address.index;
  if (address.op != Operator::Constant) return std::nullopt;
  return address::shared_object(address.value, is_atomic_.size());
}

}  // namespace drover
