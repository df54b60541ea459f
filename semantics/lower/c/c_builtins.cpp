#include <limits>

#include "semantics/lower/c/c_thread.h"
#include "support/check.h"
#include "support/format.h"

namespace drover::lowering {

using c::Builtin;
using c::NodeKind;

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

namespace {

ValueView view_of(unsigned bits, bool is_unsigned) {
  switch (bits) {
    case 8: return is_unsigned ? ValueView::Unsigned8 : ValueView::Signed8;
    case 16: return is_unsigned ? ValueView::Unsigned16 : ValueView::Signed16;
    case 32: return is_unsigned ? ValueView::Unsigned32 : ValueView::Signed32;
    default: return ValueView::Whole;
  }
}

}  // namespace

CThreadLowering::Place CThreadLowering::pointed_place(c::NodeId pointer) {
  return {.reg = {}, .address = lower_value(pointer), .type = types()[node(pointer).type].target};
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
ExprId CThreadLowering::given_at(c::NodeId pointer, const Place& place, SourceRange at) {
  const ExprId value = load(place, Mode::Na, at);
  const c::Node& argument = node(pointer);
  const bool is_variable =
      place.reg && argument.kind == NodeKind::AddressOf && node(argument.a).kind == NodeKind::Local;
  return is_variable ? read_register(argument, node(argument.a), value, at) : value;
}

ExprId CThreadLowering::lower_builtin(c::NodeId id, const c::Node& call, SourceRange at) {
  switch (family_of(call.builtin.builtin)) {
    case c::BuiltinFamily::Access:
    case c::BuiltinFamily::Fence:
      return call.builtin.builtin == Builtin::CompareExchange ? lower_compare_exchange(call, at)
                                                              : lower_atomic(call, at);
    case c::BuiltinFamily::Wait: return lower_wait(call, at);
    case c::BuiltinFamily::Thread: return lower_thread_call(call, at);
    case c::BuiltinFamily::Allocation:
    case c::BuiltinFamily::Memory: return lower_memory_call(id, call, at);
    default: return lower_other_call(call, at);
  }
}

ExprId CThreadLowering::lower_other_call(const c::Node& call, SourceRange at) {
  switch (call.builtin.builtin) {
    case Builtin::AtomicBegin: lower_section(true, at); break;
    case Builtin::AtomicEnd: lower_section(false, at); break;
    case Builtin::Assert: {
      const ExprId condition = lower_value(call.list[0]);
      emit(Assert{condition, "assertion failed: " + call.text}, at);
      break;
    }
    case Builtin::Misuse: emit(Fail{call.text}, at); break;
    case Builtin::BadMemory: emit(Fail{call.text, ErrorKind::Memory}, at); break;
    case Builtin::BadThread: emit(Fail{call.text, ErrorKind::Thread}, at); break;
    case Builtin::Abort: emit(Fail{"the program aborts"}, at); break;
    case Builtin::Unreachable:
      emit(Fail{"code that was declared unreachable is reached"}, at);
      break;
    case Builtin::Exit:
      lower_unused(call.list[0]);
      if (context_.creates_threads()) {
        emit(Fail{"exit: it would end the other threads, which is not supported"}, at);
      } else {
        jump(call.builtin.runs_handlers ? *exit_ : *finish_, at);
      }
      break;
    case Builtin::Assume: emit(Assume{lower_value(call.list[0])}, at); break;
    case Builtin::Nondeterministic: {
      const RegisterId chosen = builder_.temporary();
      emit(Choose{chosen, call.index}, at);
      return folding_.binary(Operator::Add, value_of(chosen, at), constant(call.value, at), at);
    }
    case Builtin::WakesSpuriously: return lower_spurious_wakeup(at);
    case Builtin::Hold: note_held(lower_value(call.list[0]), at); break;
    case Builtin::Release: return note_released(lower_value(call.list[0]), at);
    case Builtin::IsMentioned: return constant(context_.is_mentioned(call.text) ? 1 : 0, at);
    case Builtin::Ignore:
      for (const c::NodeId argument : call.list) lower_unused(argument);
      break;
    case Builtin::Print:
      for (const c::NodeId argument : call.list) lower_unused(argument);
      if (call.value >= 0) return constant(call.value, at);
      if (!call.is_unused) context_.refuse_printed(call, at);
      break;
    default: break;
  }
  return constant(0, at);
}

ExprId CThreadLowering::lower_update(const c::BuiltinUse& use, const Place& place, RmwOperator op,
                                     ExprId operand, const Ordered& order, SourceRange at) {
  const bool is_pointer = types().is_pointer(place.type);
  const ExprId kept = folding_.may_fault(operand) ? saved(operand, at) : operand;
  const auto combined = [&](ExprId before) -> ExprId {
    if (use.extreme != c::Extreme::None) return extreme(use.extreme, before, kept, place.type, at);
    switch (op) {
      case RmwOperator::Add:
        return wrap(folding_.binary(Operator::Add, before, kept, at), place.type, at);
      case RmwOperator::Subtract:
        return wrap(folding_.binary(Operator::Subtract, before, kept, at), place.type, at);
      case RmwOperator::And: {
        const ExprId both = folding_.binary(Operator::BitAnd, before, kept, at);
        if (!use.is_nand) return both;
        return wrap(folding_.unary(Operator::Complement, both, at), place.type, at);
      }
      case RmwOperator::Or: return folding_.binary(Operator::BitOr, before, kept, at);
      case RmwOperator::Xor: return folding_.binary(Operator::BitXor, before, kept, at);
      case RmwOperator::Exchange: return kept;
    }
    return kept;
  };
  if (use.extreme != c::Extreme::None || use.is_nand) {
    const ExprId old = lower_change(place, combined, order, at);
    return use.gives_new ? combined(old) : old;
  }
  const RegisterId old = builder_.temporary();
  const bool adds = op == RmwOperator::Add || op == RmwOperator::Subtract;
  ReadModifyWrite update{.target = old,
                         .op = op,
                         .address = access_address(place, at),
                         .operand = adds ? kept : to_cell(kept, place.type, at)};
  if (adds && !is_pointer) {
    const unsigned bits = types().bits_of(place.type);
    update.view = view_of(bits, types().is_unsigned(place.type) && !context_.has_both_signs(bits));
  }
  emit_ordered(
      order,
      [&](Mode mode) {
        update.mode = mode;
        emit(update, at);
      },
      at);
  const ExprId before = from_cell(value_of(old, at), place.type, at);
  return use.gives_new ? combined(before) : before;
}

ExprId CThreadLowering::lower_change(const Place& place,
                                     const std::function<ExprId(ExprId)>& desired,
                                     const Ordered& order, SourceRange at) {
  const RegisterId old = builder_.temporary();
  const ExprId before = from_cell(value_of(old, at), place.type, at);
  const ExprId after = to_cell(desired(before), place.type, at);
  const ExprId address = access_address(place, at);
  const bool may_fault = folding_.may_fault(after);
  emit_ordered(
      order,
      [&](Mode mode) {
        if (may_fault) {
          emit(AwaitExchange{.target = old,
                             .address = address,
                             .condition = constant(1, at),
                             .desired = after,
                             .mode = mode,
                             .failure_mode = default_failure_mode(mode)},
               at);
          return;
        }
        emit(ReadModifyWrite{.target = old,
                             .op = RmwOperator::Exchange,
                             .address = address,
                             .operand = constant(0, at),
                             .mode = mode,
                             .desired = after},
             at);
      },
      at);
  // If the new value cannot be computed, nothing is written: this evaluation reports the fault.
  if (may_fault) saved(after, at);
  return before;
}

// Returns the greater, or the lesser, of two values of a type.
ExprId CThreadLowering::extreme(c::Extreme which, ExprId a, ExprId b, c::TypeId type,
                                SourceRange at) {
  const bool is_unsigned = types().is_unsigned(type) || which == c::Extreme::UnsignedMaximum ||
                           which == c::Extreme::UnsignedMinimum;
  const unsigned bits = types().bits_of(type);
  const auto compared = [&](ExprId value) {
    if (!is_unsigned) return value;
    if (bits < 64) {
      const Value mask = (Value{1} << bits) - 1;
      return folding_.binary(Operator::BitAnd, value, constant(mask, at), at);
    }
    return folding_.binary(Operator::BitXor, value, constant(std::numeric_limits<Value>::min(), at),
                           at);
  };
  const bool is_greater = which == c::Extreme::Maximum || which == c::Extreme::UnsignedMaximum;
  const ExprId is_less = folding_.binary(Operator::Less, compared(a), compared(b), at);
  return is_greater ? folding_.select(is_less, b, a, at) : folding_.select(is_less, a, b, at);
}

// One lock protects all sections.
void CThreadLowering::lower_section(bool begins, SourceRange at) {
  const ExprId lock = constant(context_.section_lock(), at);
  if (!begins) {
    emit(Store{lock, constant(0, at), Mode::Rel}, at);
    return;
  }
  const RegisterId seen = builder_.temporary();
  emit(AwaitExchange{seen, lock,
                     folding_.binary(Operator::Equal, value_of(seen, at), constant(0, at), at),
                     constant(1, at), Mode::Acq, default_failure_mode(Mode::Acq)},
       at);
}

CThreadLowering::Ordered CThreadLowering::order_of(const c::Node& call, bool is_failure,
                                                   SourceRange at) {
  const c::NodeId computed = is_failure ? call.b : call.a;
  const c::MemoryOrder constant_order =
      is_failure ? call.builtin.failure_order : call.builtin.order;
  if (computed.is_none()) {
    if (constant_order == c::MemoryOrder::Consume) context_.assume(Assumption::ConsumeAcquires);
    return mode_of_order(constant_order);
  }
  const Ordered order(saved(lower_value(computed), at), call.builtin.builtin, is_failure);
  const auto value = known(*order.order);
  if (!value || !misfit_of(order.builtin, *value, is_failure).empty()) return order;
  const auto named = static_cast<c::MemoryOrder>(*value);
  return mode_of_order(is_failure ? of_failed(named) : named);
}

// An order that is not constant gets a case for each value that the access allows.
void CThreadLowering::emit_ordered(const Ordered& order, const std::function<void(Mode)>& access,
                                   SourceRange at) {
  if (!order.order) return access(order.mode);
  const Target end = builder_.make_target();
  for (const c::MemoryOrder each :
       {c::MemoryOrder::Relaxed, c::MemoryOrder::Consume, c::MemoryOrder::Acquire,
        c::MemoryOrder::Release, c::MemoryOrder::AcqRel, c::MemoryOrder::SeqCst}) {
    const auto number = static_cast<Value>(each);
    if (!misfit_of(order.builtin, number, order.is_failure).empty()) continue;
    const Target then = builder_.make_target();
    const Target next = builder_.make_target();
    branch(folding_.binary(Operator::Equal, *order.order, constant(number, at), at), then, next,
           at);
    builder_.place(then);
    access(mode_of_order(order.is_failure ? of_failed(each) : each));
    jump(end, at);
    builder_.place(next);
  }
  emit(Fail{"the memory order of this access is none, or none that it may have"}, at);
  builder_.place(end);
}

ExprId CThreadLowering::lower_atomic(const c::Node& call, SourceRange at) {
  switch (call.builtin.builtin) {
    case Builtin::Fence: {
      const Ordered order = order_of(call, false, at);
      emit_ordered(
          order,
          [&](Mode mode) {
            if (mode != Mode::Rlx || call.builtin.is_room) emit(FenceInstruction{mode}, at);
          },
          at);
      return constant(0, at);
    }
    case Builtin::LoadInto:
    case Builtin::StoreFrom:
    case Builtin::ExchangeInto: return lower_between_places(call, at);
    default: return lower_ordered_access(call, at);
  }
}

// __atomic_load, __atomic_store, __atomic_exchange: values are in memory, and their types may
// differ from the cell's in signedness.
ExprId CThreadLowering::lower_between_places(const c::Node& call, SourceRange at) {
  Place cell = pointed_place(call.list[0]);
  cell.type = call.computed;
  cell.address = saved(cell.address, at);
  const auto put = [&](c::NodeId pointer, ExprId value) {
    const Place place = out_place(pointer);
    store(place, convert(value, cell.type, place.type, at), Mode::Na, at);
  };
  if (call.builtin.builtin == Builtin::LoadInto) {
    put(call.list[1], load(cell, order_of(call, false, at), at));
    return constant(0, at);
  }
  const Place source = out_place(call.list[1]);
  const ExprId given = convert(given_at(call.list[1], source, at), source.type, cell.type, at);
  const Ordered order = order_of(call, false, at);
  if (call.builtin.builtin == Builtin::StoreFrom) {
    store(cell, given, order, at);
    return constant(0, at);
  }
  put(call.list[2], lower_update({}, cell, RmwOperator::Exchange, given, order, at));
  return constant(0, at);
}

ExprId CThreadLowering::lower_ordered_access(const c::Node& call, SourceRange at) {
  // The order is evaluated after the arguments, and must not change them.
  const NodeEffects of_order = context_.effects(call.a);
  std::vector<ExprId> values = lower_in_order(call.list);
  if (of_order.changes || of_order.touches) {
    for (ExprId& value : values) value = saved(value, at);
  }
  const Ordered order = order_of(call, false, at);
  const Place cell{.reg = {}, .address = values[0], .type = call.computed};
  const auto barrier = [&] {
    if (call.builtin.is_full_barrier) emit(FenceInstruction{Mode::Sc}, at);
  };
  barrier();
  ExprId result = constant(0, at);
  switch (call.builtin.builtin) {
    case Builtin::AtomicLoad: result = load(cell, order, at); break;
    case Builtin::AtomicStore: store(cell, values[1], order, at); break;
    case Builtin::AtomicInit: store(cell, values[1], Mode::Na, at); break;
    case Builtin::AtomicExchange:
      result = lower_update(call.builtin, cell, RmwOperator::Exchange, values[1], order, at);
      break;
    case Builtin::FlagTestAndSet:
      result = truth(
          lower_update(call.builtin, cell, RmwOperator::Exchange, constant(1, at), order, at), at);
      break;
    case Builtin::FlagClear: store(cell, constant(0, at), order, at); break;
    case Builtin::AtomicUpdate: {
      const ExprId operand = call.is_pointer_step ? scaled(values[1], call.value, at) : values[1];
      result = lower_update(call.builtin, cell, call.builtin.op, operand, order, at);
      break;
    }
    case Builtin::CompareAndSwap: {
      const RegisterId old = builder_.temporary();
      const bool gives_success = call.builtin.gives_success;
      emit(CompareAndSwap{old, gives_success ? CasResult::Success : CasResult::OldValue,
                          access_address(cell, at), to_cell(values[1], cell.type, at),
                          to_cell(values[2], cell.type, at), order.mode,
                          default_failure_mode(order.mode)},
           at);
      result = gives_success ? value_of(old, at) : from_cell(value_of(old, at), cell.type, at);
      break;
    }
    default: break;
  }
  barrier();
  return result;
}

// On success the expected value equals the one found: it may be assigned in either case, if no
// other thread could see that.
ExprId CThreadLowering::lower_compare_exchange(const c::Node& call, SourceRange at) {
  NodeEffects later = context_.effects(call.list[2]);
  for (const c::NodeId part : {call.a, call.b, call.c}) {
    later.changes |= context_.effects(part).changes;
    later.touches |= context_.effects(part).touches;
  }
  ExprId address = lower_value(call.list[0]);
  if (later.changes || (later.touches && folding_.may_fault(address))) address = saved(address, at);
  Place expected_place = out_place(call.list[1]);
  if (!expected_place.reg) expected_place.address = saved(expected_place.address, at);
  ExprId desired = lower_value(call.list[2]);
  if (!call.a.is_none() || !call.b.is_none() || !call.c.is_none()) desired = saved(desired, at);
  const ExprId is_weak = call.c.is_none() ? constant(call.builtin.is_weak ? 1 : 0, at)
                                          : saved(lower_value(call.c), at);
  const Ordered order = order_of(call, false, at);
  const Ordered failure_order = order_of(call, true, at);
  const Place cell{.reg = {}, .address = address, .type = call.computed};
  const ExprId given = given_at(call.list[1], expected_place, at);
  const ExprId expected =
      to_cell(convert(given, expected_place.type, cell.type, at), cell.type, at);
  const ExprId written = to_cell(desired, cell.type, at);
  const RegisterId old = builder_.temporary();
  const RegisterId success = builder_.temporary();
  const Target done = builder_.make_target();
  const bool may_fail_spuriously = context_.fails_spuriously && known(is_weak) != 0;
  if (known(is_weak) != 0) {
    context_.assume(may_fail_spuriously ? Assumption::FailsSpuriouslyOnce
                                        : Assumption::NeverFailsSpuriously);
  }
  if (may_fail_spuriously) {
    const Target asks = builder_.make_target();
    const Target goes_on = builder_.make_target();
    branch(is_weak, asks, goes_on, at);
    builder_.place(asks);
    lower_spurious_failure(cell, expected, failure_order, old, success, done, at);
    builder_.place(goes_on);
  }
  const ExprId guarded_address = access_address(cell, at);
  emit_ordered(
      order,
      [&](Mode mode) {
        emit_ordered(
            failure_order,
            [&](Mode failure_mode) {
              emit(CompareAndSwap{old, CasResult::OldValue, guarded_address, expected, written,
                                  mode, failure_mode},
                   at);
            },
            at);
      },
      at);
  emit(Assign{success, folding_.binary(Operator::Equal, value_of(old, at), expected, at)}, at);
  if (may_fail_spuriously) builder_.place(done);
  const ExprId found =
      convert(from_cell(value_of(old, at), cell.type, at), cell.type, expected_place.type, at);
  if (expected_place.reg) {
    emit(Assign{*expected_place.reg, found}, at);
    return value_of(success, at);
  }
  const Target failed = builder_.make_target();
  const Target end = builder_.make_target();
  branch(value_of(success, at), end, failed, at);
  builder_.place(failed);
  store(expected_place, found, Mode::Na, at);
  builder_.place(end);
  return value_of(success, at);
}

// [C11 7.17.7.4p4]: a weak compare-exchange may fail although it finds the expected value. Each one
// in the text does so at most once per thread: endless retries show nothing more.
void CThreadLowering::lower_spurious_failure(const Place& cell, ExprId expected,
                                             const Ordered& order, RegisterId old,
                                             RegisterId success, Target done, SourceRange at) {
  const RegisterId has_failed = builder_.named_register("", false);
  const RegisterId choice = builder_.temporary();
  const Target ask = builder_.make_target();
  const Target fails = builder_.make_target();
  const Target is_found = builder_.make_target();
  const Target is_another = builder_.make_target();
  const Target goes_on = builder_.make_target();
  branch(value_of(has_failed, at), goes_on, ask, at);
  builder_.place(ask);
  emit(Choose{choice, 2}, at);
  branch(value_of(choice, at), fails, goes_on, at);
  builder_.place(fails);
  emit(Assign{has_failed, constant(1, at)}, at);
  const ExprId address = access_address(cell, at);
  emit_ordered(
      order,
      [&](Mode mode) {
        emit(Load{old, address, mode}, at);
      },
      at);
  branch(folding_.binary(Operator::Equal, value_of(old, at), expected, at), is_found, is_another,
         at);
  builder_.place(is_another);  // fails because of the value: not a separate case
  emit(BlockInstruction{.is_dropped = true}, at);
  builder_.place(is_found);
  emit(Assign{success, constant(0, at)}, at);
  jump(done, at);
  builder_.place(goes_on);
}

// A thread may wake up spuriously. Each wait in the text allows this at most once per thread:
// endless waits show nothing more.
ExprId CThreadLowering::lower_spurious_wakeup(SourceRange at) {
  context_.assume(context_.wakes_spuriously ? Assumption::WakesSpuriouslyOnce
                                            : Assumption::NeverWakesSpuriously);
  if (!context_.wakes_spuriously || waits_plainly_) return constant(0, at);
  const RegisterId has_woken = builder_.named_register("", false);
  const RegisterId wakes = builder_.temporary();
  const Target ask = builder_.make_target();
  const Target end = builder_.make_target();
  const Target is_first = builder_.make_target();
  emit(Assign{wakes, constant(0, at)}, at);
  branch(value_of(has_woken, at), end, ask, at);
  builder_.place(ask);
  emit(Choose{wakes, 2}, at);
  branch(value_of(wakes, at), is_first, end, at);
  builder_.place(is_first);
  emit(Assign{has_woken, constant(1, at)}, at);
  builder_.place(end);
  return value_of(wakes, at);
}

// A thread keeps the addresses of the shared locks it holds in its own registers. If it holds more
// than fit, its unlocks are not checked.
void CThreadLowering::note_held(ExprId address, SourceRange at) {
  constexpr std::size_t MostHeld = 8;
  if (held_.empty()) {
    for (std::size_t i = 0; i < MostHeld; ++i) held_.push_back(builder_.named_register("", false));
    holds_more_ = builder_.named_register("", false);
  }
  const ExprId kept = saved(address, at);
  const Target end = builder_.make_target();
  for (const RegisterId reg : held_) {
    const Target is_free = builder_.make_target();
    const Target next = builder_.make_target();
    branch(truth(value_of(reg, at), at), next, is_free, at);
    builder_.place(is_free);
    emit(Assign{reg, kept}, at);
    jump(end, at);
    builder_.place(next);
  }
  emit(Assign{holds_more_, constant(1, at)}, at);
  builder_.place(end);
}

ExprId CThreadLowering::note_released(ExprId address, SourceRange at) {
  if (held_.empty()) return constant(0, at);
  const ExprId kept = saved(address, at);
  const RegisterId is_held = builder_.temporary();
  const Target end = builder_.make_target();
  emit(Assign{is_held, constant(1, at)}, at);
  for (const RegisterId reg : held_) {
    const Target is_it = builder_.make_target();
    const Target next = builder_.make_target();
    branch(folding_.binary(Operator::Equal, value_of(reg, at), kept, at), is_it, next, at);
    builder_.place(is_it);
    emit(Assign{reg, constant(0, at)}, at);
    jump(end, at);
    builder_.place(next);
  }
  emit(Assign{is_held, value_of(holds_more_, at)}, at);
  builder_.place(end);
  return value_of(is_held, at);
}

ExprId CThreadLowering::lower_wait(const c::Node& call, SourceRange at) {
  const std::vector<ExprId> values = lower_in_order(call.list);
  const Place cell{.reg = {}, .address = values[0], .type = call.computed};
  const RegisterId seen = builder_.temporary();
  const ExprId now = from_cell(value_of(seen, at), cell.type, at);
  const auto seen_is = [&](Operator op, Value value) {
    return folding_.binary(op, now, constant(value, at), at);
  };
  const auto written = [&](ExprId value) { return to_cell(value, cell.type, at); };
  if (call.builtin.builtin == Builtin::LockShared) {
    constexpr Value LeastOwner = Value{1} << 32;
    emit(AwaitExchange{seen, access_address(cell, at), seen_is(Operator::Less, LeastOwner),
                       written(folding_.binary(Operator::Add, now, constant(1, at), at)), Mode::Acq,
                       default_failure_mode(Mode::Acq)},
         at);
    return now;
  }
  if (call.builtin.builtin == Builtin::Take) {
    emit(AwaitExchange{seen, access_address(cell, at), seen_is(Operator::NotEqual, 0),
                       written(folding_.binary(Operator::Subtract, now, constant(1, at), at)),
                       Mode::Acq, default_failure_mode(Mode::Acq)},
         at);
    return now;
  }
  if (call.builtin.builtin == Builtin::LockOr) {
    const ExprId is_other = folding_.binary(Operator::Equal, now, values[2], at);
    emit(AwaitExchange{seen, access_address(cell, at),
                       folding_.binary(Operator::Or, seen_is(Operator::Equal, 0), is_other, at),
                       written(values[1]), Mode::Acq, default_failure_mode(Mode::Acq)},
         at);
    return now;
  }
  if (call.builtin.builtin == Builtin::LockKind) {
    const ExprId is_free = seen_is(Operator::Less, 3);
    const auto plus = [&](ExprId value) {
      return folding_.binary(Operator::Add, values[1], value, at);
    };
    const auto seen_is_own = [&](Value kind) {
      return folding_.binary(Operator::Equal, now, plus(constant(kind, at)), at);
    };
    const ExprId is_own = folding_.binary(Operator::Or, seen_is_own(1), seen_is_own(2), at);
    emit(AwaitExchange{seen, access_address(cell, at),
                       folding_.binary(Operator::Or, is_free, is_own, at),
                       folding_.select(is_free, plus(now), now, at), Mode::Acq,
                       default_failure_mode(Mode::Acq)},
         at);
    return now;
  }
  if (call.builtin.builtin == Builtin::Claim) {
    emit(AwaitExchange{seen, access_address(cell, at), seen_is(Operator::NotEqual, 1), values[1],
                       Mode::Acq, default_failure_mode(Mode::Acq)},
         at);
    return now;
  }
  const bool is_lock = call.builtin.builtin == Builtin::Lock;
  const Operator op =
      call.builtin.builtin == Builtin::WaitWhile ? Operator::NotEqual : Operator::Equal;
  const ExprId condition = folding_.binary(op, now, values[1], at);
  if (is_lock) {
    emit(AwaitExchange{seen, access_address(cell, at), condition, written(values[2]), Mode::Acq,
                       default_failure_mode(Mode::Acq)},
         at);
  } else {
    emit(Await{seen, access_address(cell, at), condition, Mode::Acq}, at);
  }
  return now;
}

}  // namespace drover::lowering
