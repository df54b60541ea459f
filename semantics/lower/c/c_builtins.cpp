#include <algorithm>
#include <cctype>
#include <limits>

#include "semantics/lower/c/c_thread.h"
#include "semantics/program/rmw_operator.h"
#include "support/check.h"
#include "support/format.h"

namespace drover::lowering {

using c::Builtin;
using c::NodeKind;

namespace {

// Returns the tag of a machine's barrier: `fence r,rw` has Fence.r.rw. Empty if no model has one.
TagSet tags_of_barrier(std::string_view instruction) {
  const auto plain = [](unsigned char c) {
    return std::isalnum(c) != 0 ? static_cast<char>(std::tolower(c)) : '.';
  };
  if (instruction.empty()) return {};
  for (std::size_t i = 0; i < TagCount; ++i) {
    const auto tag = static_cast<Tag>(i);
    if (std::ranges::equal(instruction, tag_name(tag), {}, plain, plain)) return TagSet::of(tag);
  }
  return {};
}

}  // namespace

Mode mode_of_order(c::MemoryOrder order) {
  switch (order) {
    case c::MemoryOrder::Relaxed: return Mode::Rlx;
    case c::MemoryOrder::Consume:  // treated as acquire, as compilers do
    case c::MemoryOrder::Acquire: return Mode::Acq;
    case c::MemoryOrder::Release: return Mode::Rel;
    case c::MemoryOrder::AcqRel: return Mode::AcqRel;
    case c::MemoryOrder::SeqCst: return Mode::Sc;
  }
  DROVER_UNREACHABLE("all orders have a case");
}

CThreadLowering::Place CThreadLowering::pointed_place(c::NodeId pointer) {
  return {.address = lower_value(pointer), .type = types()[node(pointer).type].target};
}

CThreadLowering::Place CThreadLowering::out_place(c::NodeId pointer) {
  // `(void **)&x` is `&x`; an array is its first element.
  while (node(pointer).kind == NodeKind::Convert &&
         types().is_pointer(node(node(pointer).a).type)) {
    pointer = node(pointer).a;
  }
  const c::Node& argument = node(pointer);
  Place place =
      argument.kind == NodeKind::AddressOf ? lower_place(argument.a) : pointed_place(pointer);
  place.type = types()[argument.type].target;
  return place;
}

// Reads the value at an address passed to a builtin.
ExprId CThreadLowering::given_at(c::NodeId pointer, const Place& place) {
  const ExprId value = load(place, Mode::Na);
  const c::Node& argument = node(pointer);
  const bool is_variable =
      place.reg && argument.kind == NodeKind::AddressOf && node(argument.a).kind == NodeKind::Local;
  return is_variable ? read_register(argument, node(argument.a), value) : value;
}

ExprId CThreadLowering::lower_builtin(const c::Node& call) {
  switch (family_of(call.builtin.builtin)) {
    case c::BuiltinFamily::Access:
    case c::BuiltinFamily::Fence:
      return call.builtin.builtin == Builtin::CompareExchange ? lower_compare_exchange(call)
                                                              : lower_atomic(call);
    case c::BuiltinFamily::Wait: return lower_wait(call);
    case c::BuiltinFamily::Thread: return lower_thread_call(call);
    case c::BuiltinFamily::Allocation:
    case c::BuiltinFamily::Memory: return lower_memory_call(call);
    default: return lower_other_call(call);
  }
}

ExprId CThreadLowering::lower_other_call(const c::Node& call) {
  switch (call.builtin.builtin) {
    case Builtin::AtomicBegin: lower_section(true); break;
    case Builtin::AtomicEnd: lower_section(false); break;
    case Builtin::Assert: {
      const ExprId condition = lower_value(call.list[0]);
      emit(Assert{condition, "assertion failed: " + call.text});
      break;
    }
    case Builtin::Misuse: emit(Fail{call.text}); break;
    case Builtin::BadMemory: emit(Fail{call.text, ErrorKind::Memory}); break;
    case Builtin::BadThread: emit(Fail{call.text, ErrorKind::Thread}); break;
    case Builtin::Abort: emit(Fail{"the program aborts"}); break;
    case Builtin::Unreachable: emit(Fail{"code that was declared unreachable is reached"}); break;
    case Builtin::Exit:
      for (const c::NodeId argument : call.list) lower_unused(argument);
      if (!is_main_) {
        emit(Fail{"exit: it would end the other threads, which is not supported",
                  ErrorKind::Unsupported});
      } else {
        jump(call.builtin.runs_handlers ? *exit_ : *finish_);
      }
      break;
    case Builtin::Assume: emit(Assume{lower_value(call.list[0])}); break;
    case Builtin::OperationBegin:
    case Builtin::OperationEnd: {
      OperationMark mark{.is_begin = call.builtin.builtin == Builtin::OperationBegin,
                         .operation = call.text,
                         .values = {}};
      for (const c::NodeId value : call.list) mark.values.push_back(saved(lower_value(value)));
      emit(std::move(mark));
      break;
    }
    case Builtin::Nondeterministic: return lower_choice_of_number(call);
    case Builtin::Time: context_.note_clock(folding_.at); break;
    case Builtin::Note:
      context_.sink.report(DiagnosticKind::CAttribute, folding_.at, {call.text});
      break;
    case Builtin::WakesSpuriously: return lower_spurious_wakeup();
    case Builtin::TimesOut:
      if (context_.wakes_spuriously) context_.assume(Assumption::WakesSpuriouslyOnce);
      return chosen_once();
    case Builtin::Hold: note_held(lower_value(call.list[0])); break;
    case Builtin::Release: return note_released(lower_value(call.list[0]));
    case Builtin::VariableArguments: return frame().arguments.value_or(constant(0));
    case Builtin::IsMentioned: return constant(context_.is_mentioned(call.text) ? 1 : 0);
    case Builtin::Format: return lower_text(call);
    case Builtin::OfBits: return bit_function(call);
    case Builtin::RotateLeft:
    case Builtin::RotateRight: return rotated(call);
    case Builtin::AddOverflows:
    case Builtin::SubtractOverflows:
    case Builtin::MultiplyOverflows: return lower_overflow(call);
    case Builtin::Ignore:
      for (const c::NodeId argument : call.list) lower_unused(argument);
      break;
    case Builtin::Sleep:
      for (const c::NodeId argument : call.list) lower_unused(argument);
      call_helper("__drover_cancellation_point", {});
      break;
    case Builtin::Print:
      for (const c::NodeId argument : call.list) lower_unused(argument);
      if (call.value >= 0) return constant(call.value);
      if (call.is_unused) break;
      lower_unsupported(format("the value of `{}`, whose text is not known here, is", call.text),
                        "nothing is printed: leave the value alone, or print constants");
      break;
    default: break;
  }
  return constant(0);
}

// The values are those of the list, or numbers from call.value on.
ExprId CThreadLowering::lower_choice_of_number(const c::Node& call) {
  if (call.list.size() == 1) return lower_value(call.list[0]);
  const ExprId chosen = in_temporary(Choose{.target = {}, .count = call.index});
  if (call.list.empty()) return sum(chosen, call.value);
  ExprId value = lower_value(call.list.back());
  for (std::size_t i = call.list.size() - 1; i-- > 0;) {
    value =
        folding_.select(is_equal(chosen, static_cast<Value>(i)), lower_value(call.list[i]), value);
  }
  return value;
}

ExprId CThreadLowering::lower_update(const c::BuiltinUse& use, const Place& place, RmwOperator op,
                                     ExprId operand, const Ordered& order) {
  const bool is_pointer = types().is_pointer(place.type);
  const ExprId kept = folding_.may_fault(operand) ? saved(operand) : operand;
  const auto combine = operator_of(op);
  const auto combined = [&](ExprId before) {
    if (use.extreme != c::Extreme::None) return extreme(use.extreme, before, kept, place.type);
    if (!combine) return kept;
    const ExprId result = folding_.binary(*combine, before, kept);
    if (use.is_nand) return wrap(folding_.unary(Operator::Complement, result), place.type);
    return is_addition(op) ? wrap(result, place.type) : result;
  };
  if (use.extreme != c::Extreme::None || use.is_nand) {
    const ExprId old = lower_change(place, combined, order);
    return use.gives_new ? combined(old) : old;
  }
  const RegisterId old = builder_.temporary();
  ReadModifyWrite update{.target = old,
                         .op = op,
                         .address = access_address(place),
                         .operand = is_addition(op) ? kept : to_cell(kept, place.type)};
  if (is_addition(op) && !is_pointer) {
    const unsigned bits = types().bits_of(place.type);
    const bool has_sign = !types().is_unsigned(place.type) || context_.has_both_signs(bits);
    if (bits < 64) update.view = view_of(bits, !has_sign);
  }
  emit_ordered(order, [&](Mode mode) {
    update.mode = mode;
    update.site = site_of(place, mode);
    emit(update);
  });
  const ExprId before = from_cell(value_of(old), place.type);
  return use.gives_new ? combined(before) : before;
}

ExprId CThreadLowering::lower_change(const Place& place,
                                     const std::function<ExprId(ExprId)>& desired,
                                     const Ordered& order) {
  const RegisterId old = builder_.temporary();
  const ExprId before = from_cell(value_of(old), place.type);
  const ExprId after = to_cell(desired(before), place.type);
  const ExprId address = access_address(place);
  const bool may_fault = folding_.may_fault(after);
  emit_ordered(order, [&](Mode mode) {
    if (may_fault) {
      emit(AwaitExchange{.target = old,
                         .address = address,
                         .condition = constant(1),
                         .desired = after,
                         .mode = mode,
                         .failure_mode = default_failure_mode(mode)});
      return;
    }
    emit(ReadModifyWrite{.target = old,
                         .op = RmwOperator::Exchange,
                         .address = address,
                         .operand = constant(0),
                         .mode = mode,
                         .desired = after,
                         .site = site_of(place, mode)});
  });
  // If the new value cannot be computed, nothing is written: this evaluation reports the fault.
  if (may_fault) saved(after);
  return before;
}

// Returns the greater, or the lesser, of two values of a type.
ExprId CThreadLowering::extreme(c::Extreme which, ExprId a, ExprId b, c::TypeId type) {
  const bool is_unsigned = types().is_unsigned(type) || which == c::Extreme::UnsignedMaximum ||
                           which == c::Extreme::UnsignedMinimum;
  const unsigned bits = types().bits_of(type);
  const auto compared = [&](ExprId value) {
    if (!is_unsigned) return value;
    if (bits < 64) {
      const Value mask = (Value{1} << bits) - 1;
      return folding_.binary(Operator::BitAnd, value, mask);
    }
    return folding_.binary(Operator::BitXor, value, constant(std::numeric_limits<Value>::min()));
  };
  const bool is_greater = which == c::Extreme::Maximum || which == c::Extreme::UnsignedMaximum;
  const ExprId is_first = is_less(compared(a), compared(b));
  return is_greater ? folding_.select(is_first, b, a) : folding_.select(is_first, a, b);
}

// One lock protects all sections.
void CThreadLowering::lower_section(bool begins) {
  const ExprId lock = constant(context_.section_lock());
  if (!begins) {
    emit(Store{lock, constant(0), Mode::Rel});
    return;
  }
  const RegisterId seen = builder_.temporary();
  emit(AwaitExchange{seen, lock, is_equal(value_of(seen), 0), constant(1), Mode::Acq,
                     default_failure_mode(Mode::Acq)});
}

CThreadLowering::Ordered CThreadLowering::order_of(const c::Node& call, bool is_failure) {
  const c::NodeId computed = is_failure ? call.b : call.a;
  const c::MemoryOrder constant_order =
      is_failure ? call.builtin.failure_order : call.builtin.order;
  if (computed.is_none()) {
    if (constant_order == c::MemoryOrder::Consume) context_.assume(Assumption::ConsumeAcquires);
    return mode_of_order(constant_order);
  }
  const Ordered order(saved(lower_value(computed)), call.builtin.builtin, is_failure);
  const auto value = known(*order.order);
  if (!value || !misfit_of(order.builtin, *value, is_failure).empty()) return order;
  const auto named = static_cast<c::MemoryOrder>(*value);
  return mode_of_order(is_failure ? of_failed(named) : named);
}

// An order that is not constant gets a case for each value that the access allows.
void CThreadLowering::emit_ordered(const Ordered& order, const std::function<void(Mode)>& access) {
  if (!order.order) return access(order.mode);
  const Target end = builder_.make_target();
  for (const c::MemoryOrder each :
       {c::MemoryOrder::Relaxed, c::MemoryOrder::Consume, c::MemoryOrder::Acquire,
        c::MemoryOrder::Release, c::MemoryOrder::AcqRel, c::MemoryOrder::SeqCst}) {
    const auto number = static_cast<Value>(each);
    if (!misfit_of(order.builtin, number, order.is_failure).empty()) continue;
    when(is_equal(*order.order, number), [&] {
      access(mode_of_order(order.is_failure ? of_failed(each) : each));
      jump(end);
    });
  }
  emit(Fail{"the memory order of this access is none, or none that it may have"});
  builder_.place(end);
}

ExprId CThreadLowering::lower_atomic(const c::Node& call) {
  switch (call.builtin.builtin) {
    case Builtin::Fence: {
      const Ordered order = order_of(call, false);
      emit_ordered(order, [&](Mode mode) {
        const TagSet tags = tags_of_barrier(call.text);
        if (mode != Mode::Rlx || call.builtin.is_room || !tags.is_empty()) {
          emit(FenceInstruction{.mode = mode, .tags = tags});
        }
      });
      return constant(0);
    }
    case Builtin::LoadInto:
    case Builtin::StoreFrom:
    case Builtin::ExchangeInto: return lower_between_places(call);
    default: return lower_ordered_access(call);
  }
}

// __atomic_load, __atomic_store, __atomic_exchange: values are in memory, and their types may
// differ from the cell's in signedness.
ExprId CThreadLowering::lower_between_places(const c::Node& call) {
  Place cell = pointed_place(call.list[0]);
  cell.type = call.computed;
  cell.address = saved(cell.address);
  const auto put = [&](c::NodeId pointer, ExprId value) {
    const Place place = out_place(pointer);
    store(place, convert(value, cell.type, place.type), Mode::Na);
  };
  if (call.builtin.builtin == Builtin::LoadInto) {
    put(call.list[1], load(cell, order_of(call, false)));
    return constant(0);
  }
  const Place source = out_place(call.list[1]);
  const ExprId given = convert(given_at(call.list[1], source), source.type, cell.type);
  const Ordered order = order_of(call, false);
  if (call.builtin.builtin == Builtin::StoreFrom) {
    store(cell, given, order);
    return constant(0);
  }
  put(call.list[2], lower_update({}, cell, RmwOperator::Exchange, given, order));
  return constant(0);
}

ExprId CThreadLowering::lower_ordered_access(const c::Node& call) {
  // The order is evaluated after the arguments, and must not change them.
  const NodeEffects of_order = context_.effects(call.a);
  std::vector<ExprId> values = lower_in_order(call.list);
  if (of_order.changes || of_order.touches) {
    for (ExprId& value : values) value = saved(value);
  }
  const Ordered order = order_of(call, false);
  const Place cell{.address = values[0], .type = call.computed};
  const auto barrier = [&] {
    if (call.builtin.is_full_barrier) emit(FenceInstruction{Mode::Sc});
  };
  barrier();
  ExprId result = constant(0);
  switch (call.builtin.builtin) {
    case Builtin::AtomicLoad: result = load(cell, order); break;
    case Builtin::AtomicStore: store(cell, values[1], order); break;
    case Builtin::AtomicInit: store(cell, values[1], Mode::Na); break;
    case Builtin::AtomicExchange:
      result = lower_update(call.builtin, cell, RmwOperator::Exchange, values[1], order);
      break;
    case Builtin::FlagTestAndSet:
      result = truth(lower_update(call.builtin, cell, RmwOperator::Exchange, constant(1), order));
      break;
    case Builtin::FlagClear: store(cell, constant(0), order); break;
    case Builtin::AtomicUpdate: {
      const ExprId operand = call.is_pointer_step ? scaled(values[1], call.value) : values[1];
      result = lower_update(call.builtin, cell, call.builtin.op, operand, order);
      break;
    }
    case Builtin::CompareAndSwap: {
      const RegisterId old = builder_.temporary();
      const bool gives_success = call.builtin.gives_success;
      CompareAndSwap swap{old,
                          gives_success ? CasResult::Success : CasResult::OldValue,
                          access_address(cell),
                          to_cell(values[1], cell.type),
                          to_cell(values[2], cell.type),
                          order.mode,
                          default_failure_mode(order.mode)};
      swap.site = site_of(cell, order.mode);
      emit(swap);
      result = gives_success ? value_of(old) : from_cell(value_of(old), cell.type);
      break;
    }
    default: break;
  }
  barrier();
  return result;
}

// On success the expected value equals the one found: it may be assigned in either case, if no
// other thread could see that.
ExprId CThreadLowering::lower_compare_exchange(const c::Node& call) {
  NodeEffects later = context_.effects(call.list[2]);
  for (const c::NodeId part : {call.a, call.b, call.c}) {
    later.changes |= context_.effects(part).changes;
    later.touches |= context_.effects(part).touches;
  }
  ExprId address = lower_value(call.list[0]);
  if (later.changes || (later.touches && folding_.may_fault(address))) address = saved(address);
  Place expected_place = out_place(call.list[1]);
  if (!expected_place.reg) expected_place.address = saved(expected_place.address);
  ExprId desired = lower_value(call.list[2]);
  if (!call.a.is_none() || !call.b.is_none() || !call.c.is_none()) desired = saved(desired);
  const ExprId is_weak =
      call.c.is_none() ? constant(call.builtin.is_weak ? 1 : 0) : saved(lower_value(call.c));
  const Ordered order = order_of(call, false);
  const Ordered failure_order = order_of(call, true);
  const Place cell{.address = address, .type = call.computed};
  const ExprId given = given_at(call.list[1], expected_place);
  const ExprId expected = to_cell(convert(given, expected_place.type, cell.type), cell.type);
  const ExprId written = to_cell(desired, cell.type);
  const RegisterId old = builder_.temporary();
  const RegisterId success = builder_.temporary();
  const Target done = builder_.make_target();
  const bool may_fail_spuriously = context_.fails_spuriously && known(is_weak) != 0;
  if (known(is_weak) != 0) {
    context_.assume(may_fail_spuriously ? Assumption::FailsSpuriouslyOnce
                                        : Assumption::NeverFailsSpuriously);
  }
  if (may_fail_spuriously) {
    when(is_weak,
         [&] { lower_spurious_failure(cell, expected, failure_order, old, success, done); });
  }
  const ExprId guarded_address = access_address(cell);
  emit_ordered(order, [&](Mode mode) {
    emit_ordered(failure_order, [&](Mode failure_mode) {
      CompareAndSwap swap{old,  CasResult::OldValue, guarded_address, expected, written,
                          mode, failure_mode};
      swap.site = site_of(cell, mode);
      emit(swap);
    });
  });
  emit(Assign{success, is_equal(value_of(old), expected)});
  if (may_fail_spuriously) builder_.place(done);
  const ExprId found = convert(from_cell(value_of(old), cell.type), cell.type, expected_place.type);
  if (expected_place.reg) {
    emit(Assign{*expected_place.reg, found});
    return value_of(success);
  }
  unless(value_of(success), [&] { store(expected_place, found, Mode::Na); });
  return value_of(success);
}

// [C11 7.17.7.4p4]: a weak compare-exchange may fail although it finds the expected value. Each one
// in the text does so at most once per thread: endless retries show nothing more.
void CThreadLowering::lower_spurious_failure(const Place& cell, ExprId expected,
                                             const Ordered& order, RegisterId old,
                                             RegisterId success, Target done) {
  const RegisterId has_failed = builder_.named_register("", false);
  const RegisterId choice = builder_.temporary();
  unless(value_of(has_failed), [&] {
    emit(Choose{choice, 2});
    when(value_of(choice), [&] {
      emit(Assign{has_failed, constant(1)});
      emit_ordered(order, [&](Mode mode) { emit(load_of(old, cell, mode)); });
      // A failure because of the value is not a separate case.
      unless(is_equal(value_of(old), expected),
             [&] { emit(BlockInstruction{.is_dropped = true}); });
      emit(Assign{success, constant(0)});
      jump(done);
    });
  });
}

// A thread may wake up spuriously. Each wait in the text allows this at most once per thread:
// endless waits show nothing more.
ExprId CThreadLowering::lower_spurious_wakeup() {
  context_.assume(context_.wakes_spuriously ? Assumption::WakesSpuriouslyOnce
                                            : Assumption::NeverWakesSpuriously);
  return context_.wakes_spuriously && !waits_plainly_ ? chosen_once() : constant(0);
}

// Returns a choice of 0 or 1. Each one in the text is 1 at most once per thread.
ExprId CThreadLowering::chosen_once() {
  const RegisterId was_chosen = builder_.named_register("", false);
  const RegisterId chosen = builder_.temporary();
  emit(Assign{chosen, constant(0)});
  unless(value_of(was_chosen), [&] {
    emit(Choose{chosen, 2});
    when(value_of(chosen), [&] { emit(Assign{was_chosen, constant(1)}); });
  });
  return value_of(chosen);
}

// A thread keeps the addresses of the shared locks it holds in its own registers. If it holds more
// than fit, its unlocks are not checked.
void CThreadLowering::note_held(ExprId address) {
  constexpr std::size_t MostHeld = 8;
  if (held_.empty()) {
    for (std::size_t i = 0; i < MostHeld; ++i) held_.push_back(builder_.named_register("", false));
    holds_more_ = builder_.named_register("", false);
  }
  const ExprId kept = saved(address);
  const Target end = builder_.make_target();
  for (const RegisterId reg : held_) {
    unless(truth(value_of(reg)), [&] {
      emit(Assign{reg, kept});
      jump(end);
    });
  }
  emit(Assign{holds_more_, constant(1)});
  builder_.place(end);
}

ExprId CThreadLowering::note_released(ExprId address) {
  if (held_.empty()) return constant(0);
  const ExprId kept = saved(address);
  const RegisterId is_held = builder_.temporary();
  const Target end = builder_.make_target();
  emit(Assign{is_held, constant(1)});
  for (const RegisterId reg : held_) {
    when(is_equal(value_of(reg), kept), [&] {
      emit(Assign{reg, constant(0)});
      jump(end);
    });
  }
  emit(Assign{is_held, value_of(holds_more_)});
  builder_.place(end);
  return value_of(is_held);
}

ExprId CThreadLowering::lower_wait(const c::Node& call) {
  const std::vector<ExprId> values = lower_in_order(call.list);
  const Place cell{.address = values[0], .type = call.computed};
  const RegisterId seen = builder_.temporary();
  const ExprId now = from_cell(value_of(seen), cell.type);
  const auto seen_is = [&](Operator op, Value value) {
    return folding_.binary(op, now, constant(value));
  };
  const auto seen_is_given = [&](std::size_t i) { return is_equal(now, values[i]); };
  // Waits for the condition, and writes in the same step.
  const auto take = [&](ExprId condition, ExprId desired) {
    emit(AwaitExchange{seen, access_address(cell), condition, desired, Mode::Acq,
                       default_failure_mode(Mode::Acq)});
  };
  const auto written = [&](ExprId value) { return to_cell(value, cell.type); };
  switch (call.builtin.builtin) {
    case Builtin::Lock: take(seen_is_given(1), written(values[2])); break;
    case Builtin::LockOr:
      take(folding_.binary(Operator::Or, seen_is(Operator::Equal, 0), seen_is_given(2)),
           written(values[1]));
      break;
    case Builtin::LockShared: {
      constexpr Value LeastOwner = Value{1} << 32;
      take(seen_is(Operator::Less, LeastOwner), written(sum(now, 1)));
      break;
    }
    case Builtin::LockKind: {
      const ExprId is_free = seen_is(Operator::Less, 3);
      const auto seen_is_own = [&](Value kind) { return is_equal(now, sum(values[1], kind)); };
      const ExprId is_own = folding_.binary(Operator::Or, seen_is_own(1), seen_is_own(2));
      const ExprId owned = sum(values[1], now);
      take(folding_.binary(Operator::Or, is_free, is_own), folding_.select(is_free, owned, now));
      break;
    }
    case Builtin::Take: take(seen_is(Operator::NotEqual, 0), written(difference(now, 1))); break;
    case Builtin::Claim: take(seen_is(Operator::NotEqual, 1), values[1]); break;
    case Builtin::WaitWhile:
      emit(Await{seen, access_address(cell), folding_.binary(Operator::NotEqual, now, values[1]),
                 Mode::Acq});
      break;
    default: emit(Await{seen, access_address(cell), seen_is_given(1), Mode::Acq}); break;
  }
  return now;
}

}  // namespace drover::lowering
