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
    case c::MemoryOrder::Consume:  // as compilers take it
    case c::MemoryOrder::Acquire: return Mode::Acq;
    case c::MemoryOrder::Release: return Mode::Rel;
    case c::MemoryOrder::AcqRel: return Mode::AcqRel;
    case c::MemoryOrder::SeqCst: return Mode::Sc;
  }
  DROVER_UNREACHABLE("all orders have a case");
}

namespace {

ValueView view_of(const c::TypeTable& types, c::TypeId type) {
  const bool is_unsigned = types.is_unsigned(type);
  switch (types.bits_of(type)) {
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
    case Builtin::Print:
      for (const c::NodeId argument : call.list) lower_unused(argument);
      break;
    default: break;
  }
  return constant(0, at);
}

ExprId CThreadLowering::lower_update(const c::Node& value, const Place& place, RmwOperator op,
                                     ExprId operand, bool gives_new, SourceRange at) {
  const RegisterId old = builder_.temporary();
  const bool is_pointer = types().is_pointer(place.type);
  const ExprId kept = folding_.may_fault(operand) ? saved(operand, at) : operand;
  ReadModifyWrite update{
      .target = old,
      .op = op,
      .address = access_address(place, at),
      .operand = kept,
      .mode = value.kind == NodeKind::Builtin ? mode_of_order(value.builtin.order) : Mode::Sc};
  const bool adds = op == RmwOperator::Add || op == RmwOperator::Subtract;
  if (adds && !is_pointer) update.view = view_of(types(), place.type);
  const auto combined = [&](ExprId before) -> ExprId {
    if (value.builtin.extreme != c::Extreme::None) {
      return extreme(value.builtin.extreme, before, kept, place.type, at);
    }
    switch (op) {
      case RmwOperator::Add:
        return wrap(folding_.binary(Operator::Add, before, kept, at), place.type, at);
      case RmwOperator::Subtract:
        return wrap(folding_.binary(Operator::Subtract, before, kept, at), place.type, at);
      case RmwOperator::And: return folding_.binary(Operator::BitAnd, before, kept, at);
      case RmwOperator::Or: return folding_.binary(Operator::BitOr, before, kept, at);
      case RmwOperator::Xor: return folding_.binary(Operator::BitXor, before, kept, at);
      case RmwOperator::Exchange: return kept;
    }
    return kept;
  };
  if (value.builtin.extreme != c::Extreme::None) {
    update.view = ValueView::Whole;
    update.desired = combined(value_of(old, at));
    emit(update, at);
    return gives_new ? combined(value_of(old, at)) : value_of(old, at);
  }
  if (value.builtin.is_nand) {
    const ExprId result =
        wrap(folding_.unary(Operator::Complement, combined(value_of(old, at)), at), place.type, at);
    update.desired = result;
    emit(update, at);
    return gives_new ? result : value_of(old, at);
  }
  emit(update, at);
  return gives_new ? combined(value_of(old, at)) : value_of(old, at);
}

// The greater, or the lesser, of two values of a type.
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

// A section is what one lock protects.
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

ExprId CThreadLowering::lower_atomic(const c::Node& call, SourceRange at) {
  const Mode mode = mode_of_order(call.builtin.order);
  if (call.builtin.builtin == Builtin::Fence) {
    if (mode != Mode::Rlx || call.builtin.is_room) emit(FenceInstruction{mode}, at);
    return constant(0, at);
  }
  const bool has_places = call.builtin.builtin == Builtin::LoadInto ||
                          call.builtin.builtin == Builtin::StoreFrom ||
                          call.builtin.builtin == Builtin::ExchangeInto;
  if (has_places) {
    Place cell = pointed_place(call.list[0]);
    cell.type = call.computed;
    cell.address = saved(cell.address, at);
    if (call.builtin.builtin == Builtin::LoadInto) {
      const ExprId value = load(cell, mode, at);
      store(out_place(call.list[1]), value, Mode::Na, at);
      return constant(0, at);
    }
    const ExprId given = load(out_place(call.list[1]), Mode::Na, at);
    if (call.builtin.builtin == Builtin::StoreFrom) {
      store(cell, given, mode, at);
      return constant(0, at);
    }
    const ExprId old = lower_update(call, cell, RmwOperator::Exchange, given, false, at);
    store(out_place(call.list[2]), old, Mode::Na, at);
    return constant(0, at);
  }
  const std::vector<ExprId> values = lower_in_order(call.list);
  const Place cell{.reg = {}, .address = values[0], .type = call.computed};
  switch (call.builtin.builtin) {
    case Builtin::AtomicLoad: return load(cell, mode, at);
    case Builtin::AtomicStore: store(cell, values[1], mode, at); break;
    case Builtin::AtomicInit: store(cell, values[1], Mode::Na, at); break;
    case Builtin::AtomicExchange:
      return lower_update(call, cell, RmwOperator::Exchange, values[1], false, at);
    case Builtin::FlagTestAndSet:
      return truth(lower_update(call, cell, RmwOperator::Exchange, constant(1, at), false, at), at);
    case Builtin::FlagClear: store(cell, constant(0, at), mode, at); break;
    case Builtin::AtomicUpdate: {
      const ExprId operand = call.is_pointer_step ? scaled(values[1], call.value, at) : values[1];
      return lower_update(call, cell, call.builtin.op, operand, call.builtin.gives_new, at);
    }
    case Builtin::CompareAndSwap: {
      const RegisterId result = builder_.temporary();
      emit(CompareAndSwap{result,
                          call.builtin.gives_success ? CasResult::Success : CasResult::OldValue,
                          access_address(cell, at), values[1], values[2], mode,
                          default_failure_mode(mode)},
           at);
      return value_of(result, at);
    }
    default: break;
  }
  return constant(0, at);
}

// On success the expected value is the one found: it may be assigned in any case, where no other
// thread could see that.
ExprId CThreadLowering::lower_compare_exchange(const c::Node& call, SourceRange at) {
  ExprId address = lower_value(call.list[0]);
  const NodeEffects desired_effects = context_.effects(call.list[2]);
  if (desired_effects.changes || (desired_effects.touches && folding_.may_fault(address))) {
    address = saved(address, at);
  }
  Place expected_place = out_place(call.list[1]);
  if (!expected_place.reg) expected_place.address = saved(expected_place.address, at);
  const ExprId desired = lower_value(call.list[2]);
  const ExprId expected = load(expected_place, Mode::Na, at);
  const Place cell{.reg = {}, .address = address, .type = call.computed};
  const RegisterId old = builder_.temporary();
  const RegisterId success = builder_.temporary();
  const Target done = builder_.make_target();
  const bool may_fail_spuriously = context_.fails_spuriously && call.builtin.is_weak;
  if (call.builtin.is_weak) {
    context_.assume(may_fail_spuriously ? Assumption::FailsSpuriouslyOnce
                                        : Assumption::NeverFailsSpuriously);
  }
  if (may_fail_spuriously) lower_spurious_failure(call, cell, expected, old, success, done, at);
  emit(CompareAndSwap{old, CasResult::OldValue, access_address(cell, at), expected, desired,
                      mode_of_order(call.builtin.order), mode_of_order(call.builtin.failure_order)},
       at);
  emit(Assign{success, folding_.binary(Operator::Equal, value_of(old, at), expected, at)}, at);
  if (may_fail_spuriously) builder_.place(done);
  if (expected_place.reg) {
    emit(Assign{*expected_place.reg, value_of(old, at)}, at);
    return value_of(success, at);
  }
  const Target failed = builder_.make_target();
  const Target end = builder_.make_target();
  branch(value_of(success, at), end, failed, at);
  builder_.place(failed);
  store(expected_place, value_of(old, at), Mode::Na, at);
  builder_.place(end);
  return value_of(success, at);
}

// [C11 7.17.7.4p4]: a weak one may fail although it has found what was expected. Each that the text
// has does so at most once in a thread: a loop that would try again forever shows nothing more.
void CThreadLowering::lower_spurious_failure(const c::Node& call, const Place& cell,
                                             ExprId expected, RegisterId old, RegisterId success,
                                             Target done, SourceRange at) {
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
  emit(Load{old, access_address(cell, at), mode_of_order(call.builtin.failure_order)}, at);
  branch(folding_.binary(Operator::Equal, value_of(old, at), expected, at), is_found, is_another,
         at);
  builder_.place(is_another);  // it fails for that reason: not a case of its own
  emit(BlockInstruction{.is_dropped = true}, at);
  builder_.place(is_found);
  emit(Assign{success, constant(0, at)}, at);
  jump(done, at);
  builder_.place(goes_on);
}

// A thread may wake although nobody has woken it. Each wait that the text has lets it do so at most
// once in a thread: a loop that would wait again forever shows nothing more.
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

// What a thread holds together with others is known to itself alone: registers keep the addresses.
// One that holds more than these is taken at its word.
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
  const auto seen_is = [&](Operator op, Value value) {
    return folding_.binary(op, value_of(seen, at), constant(value, at), at);
  };
  if (call.builtin.builtin == Builtin::LockShared) {
    constexpr Value LeastOwner = Value{1} << 32;
    emit(AwaitExchange{seen, access_address(cell, at), seen_is(Operator::Less, LeastOwner),
                       folding_.binary(Operator::Add, value_of(seen, at), constant(1, at), at),
                       Mode::Acq, default_failure_mode(Mode::Acq)},
         at);
    return value_of(seen, at);
  }
  if (call.builtin.builtin == Builtin::Take) {
    emit(AwaitExchange{seen, access_address(cell, at), seen_is(Operator::NotEqual, 0),
                       folding_.binary(Operator::Subtract, value_of(seen, at), constant(1, at), at),
                       Mode::Acq, default_failure_mode(Mode::Acq)},
         at);
    return value_of(seen, at);
  }
  if (call.builtin.builtin == Builtin::LockOr) {
    const ExprId is_other = folding_.binary(Operator::Equal, value_of(seen, at), values[2], at);
    emit(AwaitExchange{seen, access_address(cell, at),
                       folding_.binary(Operator::Or, seen_is(Operator::Equal, 0), is_other, at),
                       values[1], Mode::Acq, default_failure_mode(Mode::Acq)},
         at);
    return value_of(seen, at);
  }
  if (call.builtin.builtin == Builtin::LockKind) {
    const ExprId is_free = seen_is(Operator::Less, 3);
    const auto plus = [&](ExprId value) {
      return folding_.binary(Operator::Add, values[1], value, at);
    };
    const auto seen_is_own = [&](Value kind) {
      return folding_.binary(Operator::Equal, value_of(seen, at), plus(constant(kind, at)), at);
    };
    const ExprId is_own = folding_.binary(Operator::Or, seen_is_own(1), seen_is_own(2), at);
    emit(AwaitExchange{seen, access_address(cell, at),
                       folding_.binary(Operator::Or, is_free, is_own, at),
                       folding_.select(is_free, plus(value_of(seen, at)), value_of(seen, at), at),
                       Mode::Acq, default_failure_mode(Mode::Acq)},
         at);
    return value_of(seen, at);
  }
  if (call.builtin.builtin == Builtin::Claim) {
    emit(AwaitExchange{seen, access_address(cell, at), seen_is(Operator::NotEqual, 1), values[1],
                       Mode::Acq, default_failure_mode(Mode::Acq)},
         at);
    return value_of(seen, at);
  }
  const bool is_lock = call.builtin.builtin == Builtin::Lock;
  const Operator op =
      call.builtin.builtin == Builtin::WaitWhile ? Operator::NotEqual : Operator::Equal;
  const ExprId condition = folding_.binary(op, value_of(seen, at), values[1], at);
  if (is_lock) {
    emit(AwaitExchange{seen, access_address(cell, at), condition, values[2], Mode::Acq,
                       default_failure_mode(Mode::Acq)},
         at);
  } else {
    emit(Await{seen, access_address(cell, at), condition, Mode::Acq}, at);
  }
  return value_of(seen, at);
}

}  // namespace drover::lowering
