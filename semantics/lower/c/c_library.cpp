#include <limits>

#include "semantics/lower/c/c_thread.h"
#include "semantics/program/address.h"
#include "support/format.h"

namespace drover::lowering {

using c::Builtin;
using c::NodeKind;

namespace {

// Prefix of the message of a Fail that marks an unsupported construct.
constexpr const char* UnsupportedMark = "\1";

}  // namespace

void CThreadLowering::report_unsupported(const Thread& thread) {
  for (const Instruction& instruction : thread.code) {
    const auto* fail = std::get_if<Fail>(&instruction.body);
    if (fail == nullptr || !fail->message.starts_with(UnsupportedMark)) continue;
    const UnsupportedCode& code = context_.unsupported[std::stoul(fail->message.substr(1))];
    Diagnostic& told =
        context_.sink.report(code.kind, instruction.source, {code.text}).with_hint(code.hint);
    told.notes = code.calls;
  }
}

// Returns the calls that lead to this place, the outermost first.
std::vector<DiagnosticNote> CThreadLowering::calls_here() const {
  constexpr std::size_t Most = 8;
  std::vector<DiagnosticNote> calls;
  const auto& functions = context_.unit.functions;
  if (frames_.empty()) return calls;
  const c::Function& first = functions[frames_.front().function];
  if (!is_main_) {
    if (const auto created = context_.creation_of(frames_.front().function)) {
      calls.push_back({*created, format("a thread that runs `{}` is created", first.name)});
    }
  }
  for (std::size_t i = 1; i < frames_.size(); ++i) {
    const c::Function& called = functions[frames_[i].function];
    if (called.is_from_header) continue;
    const c::Function& caller = functions[frames_[i - 1].function];
    if (called.constructor || called.destructor) {
      calls.push_back({called.place, format("`{}` runs {} `main`", called.name,
                                            called.constructor ? "before" : "after")});
    } else {
      calls.push_back({frames_[i].called_at, format("`{}` calls `{}`", caller.name, called.name)});
    }
  }
  if (calls.size() > Most) calls.resize(Most);
  return calls;
}

// ---- Threads -------------------------------------------------------------------------------

ExprId CThreadLowering::lower_thread_call(const c::Node& call) {
  switch (call.builtin.builtin) {
    case Builtin::Create: return lower_create(call);
    case Builtin::Join: {
      const ExprId handle = lower_value(call.list[0]);
      const bool has_place = call.list.size() > 1;
      std::optional<Place> place;
      if (has_place && node(call.list[1]).kind != NodeKind::Integer) {
        const c::Node& pointer = node(call.list[1]);
        const bool is_null =
            pointer.kind == NodeKind::Convert && node(pointer.a).kind == NodeKind::Integer;
        if (!is_null) place = out_place(call.list[1]);
      }
      if (place && !place->reg) place->address = saved(place->address);
      emit(Assign{handle_register(), handle});
      const ExprId joined = value_of(handle_register());
      call_helper("__drover_join_point", std::vector{joined});
      call_helper("__drover_claim_thread", std::vector{joined, constant(1)});
      const ExprId result = in_temporary(Join{.target = {}, .thread = joined});
      if (place) store(*place, result, Mode::Na);
      return has_place ? constant(0) : result;
    }
    case Builtin::ExitThread: {
      const ExprId value = lower_value(call.list[0]);
      const bool is_last = is_main_ && context_.creates_threads;
      const bool has_handlers = context_.is_mentioned("atexit");
      if (is_last && (has_handlers || !context_.final_functions().empty())) {
        lower_unsupported(format("`pthread_exit` in main, in a program that {}, is",
                                 has_handlers ? "calls `atexit`" : "has destructors"),
                          "join the threads, and return");
      }
      ends_thread_ = true;
      emit(Assign{thread_result_, value});
      if (is_running("__drover_run_handlers")) {
        emit(Fail{"a handler of pthread_cleanup_push ends its thread", ErrorKind::Thread});
      } else {
        call_helper("__drover_run_handlers", {});
      }
      jump(*thread_end_);
      return constant(0);
    }
    case Builtin::Identity: {
      // The values next to an identity, on both sides, also belong to the thread.
      constexpr Value Middle = 16;
      const ExprId self = in_temporary(Self{.target = {}, .is_identity = true});
      return sum(self, Middle);
    }
    case Builtin::ThreadNumber: {
      constexpr Value Numbers = 8191;
      return folding_.binary(Operator::BitAnd, in_temporary(Self{}), Numbers);
    }
    default: return in_temporary(Self{});
  }
}

// Not a temporary: other values in it would count as threads when passes/symmetry.cpp looks for
// the registers that hold threads.
RegisterId CThreadLowering::handle_register() {
  if (handle_.is_none()) handle_ = builder_.named_register("", false);
  return handle_;
}

ExprId CThreadLowering::lower_create(const c::Node& call) {
  context_.assume(Assumption::ThreadsStart);
  const bool has_place = !call.list[0].is_none();
  c::NodeId started = call.list[1];
  while (node(started).kind == NodeKind::Convert) started = node(started).a;
  const bool is_direct = node(started).kind == NodeKind::FunctionName;
  std::optional<Place> place;
  if (has_place) place = out_place(call.list[0]);
  // A place that cannot change stays an expression, which shows to passes where the handle is kept.
  const bool may_change =
      context_.effects(started).changes || context_.effects(call.list[2]).changes;
  if (place && !place->reg && may_change) place->address = saved(place->address);
  const ExprId pointer = is_direct ? ExprId() : saved(lower_value(started));
  const ExprId argument = saved(lower_value(call.list[2]));
  const bool has_attributes = call.list.size() > 3;
  const ExprId attributes = has_attributes ? saved(lower_value(call.list[3])) : ExprId();
  const RegisterId handle = handle_register();
  const auto spawn = [&](std::uint32_t index) {
    const c::Function& run = context_.unit.functions[index];
    if (run.body.is_none()) {
      return refuse_if_reached(DiagnosticKind::CNoBody, run.name, OtherFile);
    }
    Spawn body{
        .target = handle, .routine = context_.routine_of(index, folding_.at), .arguments = {}};
    if (run.parameter_count > 0) body.arguments.push_back(argument);
    emit(std::move(body));
  };
  if (is_direct) {
    spawn(node(started).index);
  } else {
    for_each_callee(
        started, pointer,
        [](const c::Function& candidate) { return candidate.parameter_count <= 1; }, spawn,
        "a thread would run something that is not a function");
  }
  if (place) store(*place, value_of(handle), Mode::Na);
  if (has_attributes) {
    call_helper("__drover_note_created", std::vector{value_of(handle), attributes});
  }
  return has_place ? constant(0) : value_of(handle);
}

// ---- Memory --------------------------------------------------------------------------------

ExprId CThreadLowering::lower_memory_call(const c::Node& call) {
  const bool has_type = has_allocated_type_ && types().size_of(allocated_type_).has_value();
  const std::optional<c::TypeId> type = has_type ? std::optional(allocated_type_) : std::nullopt;
  has_allocated_type_ = false;
  switch (call.builtin.builtin) {
    case Builtin::Allocate:
    case Builtin::AllocateZeroed:
    case Builtin::AllocateAligned: return lower_allocation(call, type);
    case Builtin::AllocateForever:
    case Builtin::AllocateInFunction: {
      const bool is_freed = call.builtin.builtin == Builtin::AllocateInFunction;
      const RegisterId target =
          is_freed ? builder_.named_register("", false) : builder_.temporary();
      if (is_freed) frame().blocks.push_back(target);
      emit(Allocate{target, lower_value(call.list[0]),
                    type ? context_.layout_of(*type, types().name(*type), true, Lifetime::Function)
                         : context_.layout_of_bytes(true, Lifetime::Function)});
      return value_of(target);
    }
    case Builtin::Reallocate: return lower_reallocation(call, type);
    case Builtin::Free: lower_free(lower_value(call.list[0])); return constant(0);
    case Builtin::Copy:
    case Builtin::Fill: return lower_transfer(call);
    case Builtin::Compare: return lower_memory_comparison(call);
    default: return constant(0);
  }
}

ExprId CThreadLowering::lower_allocation(const c::Node& call, std::optional<c::TypeId> type) {
  context_.assume(Assumption::AllocationsSucceed);
  const std::vector<ExprId> values = lower_in_order(call.list);
  const bool is_zeroed = call.builtin.builtin == Builtin::AllocateZeroed;
  ExprId size = values[0];
  if (is_zeroed) size = folding_.binary(Operator::Multiply, values[0], values[1]);
  if (call.builtin.builtin == Builtin::AllocateAligned) {
    const ExprId alignment = saved(values[0]);
    size = saved(values[1]);
    const ExprId less = difference(alignment, 1);
    const ExprId is_power = is_equal(folding_.binary(Operator::BitAnd, alignment, less), 0);
    emit(Assert{both(truth(alignment), is_power),
                "aligned_alloc: the alignment is not a power of two"});
    emit(Assert{is_equal(folding_.binary(Operator::Remainder, size, alignment), 0),
                "aligned_alloc: the size is not a multiple of the alignment"});
  }
  return allocated_block(size, is_zeroed, type);
}

ExprId CThreadLowering::lower_transfer(const c::Node& call) {
  if (call.value == -1) {
    lower_unsupported(call.text);
    return constant(0);
  }
  const std::vector<ExprId> values = lower_in_order(call.list);
  const ExprId to = saved(values[0]);
  const ExprId from = saved(values[1]);
  const auto place_at = [&](ExprId base, ExprId offset, c::TypeId scalar) {
    return Place{.address = sum(base, offset), .type = scalar};
  };
  if (call.builtin.builtin == Builtin::Fill) {
    over_block(call, values[2], std::nullopt, [&](ExprId offset, c::TypeId scalar) {
      const bool is_number =
          types().is_integer(scalar) && types().kind(scalar) != c::TypeKind::Bool;
      if (!is_number && known(from) != 0) {
        return lower_unsupported("`memset` of pointers or of `_Bool` to something other than 0 is");
      }
      store(place_at(to, offset, scalar), repeated_byte(from, scalar), Mode::Na);
    });
    return to;
  }
  const ExprId size = saved(values[2]);
  const bool has_room = values.size() == 4;
  if (has_room) {
    when(is_below(values[3], size), [&] {
      emit(Fail{"`memcpy_s` of more bytes than there is room for", ErrorKind::Memory});
    });
  }
  if (!call.may_overlap) check_apart(call, to, from, size);
  if (!call.may_overlap || call.value == c::UnknownSize) {
    std::optional<ExprId> is_backward;
    if (call.may_overlap) is_backward = saved(is_less(from, to));
    over_block(call, size, is_backward, [&](ExprId offset, c::TypeId scalar) {
      copy_cell(sum(to, offset), sum(from, offset), scalar);
    });
    return has_room ? constant(0) : to;
  }
  // All of a possibly overlapping area is read before it is written.
  std::vector<std::pair<Place, RegisterId>> read;
  over_block(call, size, std::nullopt, [&](ExprId offset, c::TypeId scalar) {
    const RegisterId value = builder_.named_register("", false);
    Load load = load_of(value, place_at(from, offset, scalar), Mode::Na);
    load.may_read_nothing = true;
    emit(load);
    read.emplace_back(place_at(to, offset, scalar), value);
  });
  for (const auto& [place, value] : read) {
    emit(store_of(place, value_of(value), Mode::Na));
  }
  return to;
}

namespace {

// With `realloc`, this many bytes before a block hold its size: a power of two, so that blocks are
// aligned like their objects.
constexpr Value SizeOfHeader = 4096;

}  // namespace

ExprId CThreadLowering::allocated_block(ExprId size, bool is_zeroed,
                                        std::optional<c::TypeId> type) {
  const RegisterId target = builder_.temporary();
  if (context_.reallocates) {
    const ExprId bytes = saved(size);
    emit(Allocate{target, sum(bytes, SizeOfHeader),
                  context_.layout_of_bytes(!is_zeroed, Lifetime::UntilFreed, SizeOfHeader)});
    emit(Store{value_of(target), bytes, Mode::Na});
    return sum(value_of(target), SizeOfHeader);
  }
  std::int32_t layout = 0;
  if (type) {
    const bool has_name = types().is_record(*type) && !types().record_of(*type).name().empty();
    layout =
        context_.layout_of(*type, has_name ? types().record_of(*type).name() : types().name(*type),
                           !is_zeroed, Lifetime::UntilFreed);
  } else {
    layout = context_.layout_of_bytes(!is_zeroed, Lifetime::UntilFreed);
  }
  emit(Allocate{target, size, layout});
  return value_of(target);
}

void CThreadLowering::lower_free(ExprId address) {
  if (!context_.reallocates) {
    emit(Deallocate{address});
    return;
  }
  const ExprId pointer = saved(address);
  when(truth(pointer), [&] { emit(Deallocate{difference(pointer, SizeOfHeader)}); });
}

// [C11 7.22.3.5]: always allocates a new block, and copies the elements that fit into both.
ExprId CThreadLowering::lower_reallocation(const c::Node& call, std::optional<c::TypeId> type) {
  c::Node copied = call;
  if (types().is_void(call.computed)) copied.computed = type.value_or(call.computed);
  if (types().size_of(copied.computed).value_or(0) == 0) {
    lower_unsupported("`realloc` of memory whose type is not known here is");
    return constant(0);
  }
  context_.assume(Assumption::AllocationsSucceed);
  const std::vector<ExprId> values = lower_in_order(call.list);
  const ExprId old = saved(values[0]);
  const ExprId size = saved(values[1]);
  const ExprId made = saved(allocated_block(size, false, copied.computed));
  when(truth(old), [&] {
    const ExprId header = difference(old, SizeOfHeader);
    const ExprId old_size = in_temporary(Load{.target = {}, .address = header, .mode = Mode::Na});
    const ExprId least = folding_.select(is_less(old_size, size), old_size, size);
    over_block(copied, least, std::nullopt, [&](ExprId offset, c::TypeId scalar) {
      copy_cell(sum(made, offset), sum(old, offset), scalar);
    });
    emit(Deallocate{header});
  });
  return made;
}

// Refuses the program if the code is reachable, which is known after the thread is tidied.
void CThreadLowering::refuse_if_reached(DiagnosticKind kind, const std::string& text,
                                        const std::string& hint) {
  emit(Fail{UnsupportedMark + std::to_string(context_.unsupported.size())});
  context_.unsupported.push_back({.kind = kind, .text = text, .hint = hint, .calls = calls_here()});
}

void CThreadLowering::lower_unsupported(const std::string& what, const std::string& hint) {
  refuse_if_reached(DiagnosticKind::CUnsupported, what, hint);
}

void CThreadLowering::lower_unsupported(const std::string& what) {
  lower_unsupported(what,
                    "give it pointers to a type and a constant size that is a multiple of that "
                    "type's, or assign the members");
}

void CThreadLowering::lower_refusal(std::uint32_t index) {
  const c::Refusal& refusal = context_.unit.refusals[index];
  refuse_if_reached(refusal.is_function ? DiagnosticKind::CNoBody : DiagnosticKind::CUnsupported,
                    refusal.what, refusal.hint);
}

void CThreadLowering::refuse_overlap(c::TypeId type) {
  lower_unsupported(format(
      "a copy of `{}`, a union in which a number that is not computed overlaps another in part, is",
      types().name(type)));
}

void CThreadLowering::check_size(ExprId size) {
  const ExprId fits = both(folding_.binary(Operator::GreaterEqual, size, 0),
                           folding_.binary(Operator::LessEqual, size, Value{address::MaxCells}));
  unless(fits, [&] {
    emit(Fail{"the size of the block is larger than any object", ErrorKind::Memory});
  });
}

// [C11 7.24.2.1p2]. Different variables do not overlap.
void CThreadLowering::check_apart(const c::Node& call, ExprId to, ExprId from, ExprId size) {
  const auto object_of = [&](c::NodeId id) -> const c::Node* {
    while (node(id).kind == NodeKind::Convert) id = node(id).a;
    if (node(id).kind != NodeKind::AddressOf) return nullptr;
    id = node(id).a;
    while (node(id).kind == NodeKind::Member || node(id).kind == NodeKind::Element) id = node(id).a;
    const bool is_variable = node(id).kind == NodeKind::Local || node(id).kind == NodeKind::Global;
    return is_variable ? &node(id) : nullptr;
  };
  const c::Node* target = object_of(call.list[0]);
  const c::Node* source = object_of(call.list[1]);
  const bool are_others = target != nullptr && source != nullptr &&
                          (target->kind != source->kind || target->index != source->index);
  if (are_others) return;
  const ExprId ahead = difference(to, from);
  const ExprId behind = difference(from, to);
  const ExprId is_near = both(is_less(ahead, size), is_less(behind, size));
  when(both(folding_.binary(Operator::NotEqual, to, from), is_near), [&] {
    emit(Fail{"`memcpy` of blocks that overlap", ErrorKind::Memory});
  });
}

// Returns a scalar with this value in every byte.
ExprId CThreadLowering::repeated_byte(ExprId byte, c::TypeId scalar) {
  Value ones = 0;
  for (std::uint32_t i = 0; i < scalar_size(types(), scalar); ++i) ones = ones << 8 | 1;
  const ExprId product = folding_.binary(Operator::Multiply, byte, ones);
  return types().is_integer(scalar) ? wrap(product, scalar) : product;
}

// Calls `act` for each scalar of a block of `call.value` bytes with elements of type
// `call.computed`. If the size is known only at run time, emits a loop; a size that ends inside an
// element is then an error.
void CThreadLowering::over_block(const c::Node& call, ExprId size,
                                 std::optional<ExprId> is_backward,
                                 const std::function<void(ExprId, c::TypeId)>& act) {
  const auto stride = static_cast<Value>(types().size_of(call.computed).value_or(1));
  const auto cells = types().cells_of(call.computed, MaxCInstructions);
  if (!cells) return refuse_overlap(call.computed);
  const auto each = [&](ExprId base, Value end) {
    for (const c::Scalar& scalar : *cells) {
      const auto begin = static_cast<Value>(scalar.offset);
      if (begin >= end) continue;
      if (begin + static_cast<Value>(scalar_size(types(), scalar.type)) > end) {
        if (types().is_opaque(scalar.type)) {
          return lower_unsupported("a block that ends inside a number that is not computed is");
        }
        const c::TypeId byte = types().find_basic(c::TypeKind::UnsignedChar);
        for (Value at = begin; at < end; ++at) act(sum(base, constant(at)), byte);
        continue;
      }
      const std::size_t mark = builder_.temporaries_mark();
      const ExprId shift = constant(static_cast<Value>(scalar.offset));
      act(sum(base, shift), scalar.type);
      builder_.release_temporaries(mark);
    }
  };
  if (call.value != c::UnknownSize) {
    for (Value offset = 0; offset < call.value && !context_.is_too_large; offset += stride) {
      each(constant(offset), call.value - offset);
    }
    return;
  }
  const ExprId bytes = saved(size);
  check_size(bytes);
  if (stride > 1) {
    const ExprId rest = folding_.binary(Operator::Remainder, bytes, stride);
    when(rest, [&] {
      emit(Fail{"a block whose size is computed and which ends inside an element is not supported",
                ErrorKind::Unsupported});
    });
  }
  const std::uint32_t loop =
      context_.loop_of(folding_.at, {.source = folding_.at, .text = "over a block"});
  const RegisterId counter = builder_.temporary();
  const RegisterId offset = builder_.temporary();
  const Target head = builder_.make_target();
  emit(Assign{offset, constant(0)});
  emit(LoopStart{loop, counter});
  builder_.place(head);
  when(is_less(value_of(offset), bytes), [&] {
    emit(LoopIteration{loop, counter});
    ExprId base = value_of(offset);
    if (is_backward) {
      const ExprId last = difference(bytes, stride);
      base = folding_.select(*is_backward, difference(last, base), base);
    }
    each(base, stride);
    emit(Assign{offset, sum(value_of(offset), stride)});
    jump(head);
  });
}

// Returns the sign of the first differing byte.
ExprId CThreadLowering::lower_memory_comparison(const c::Node& call) {
  if (call.value == -1) {
    lower_unsupported(call.text);
    return constant(0);
  }
  const std::vector<ExprId> values = lower_in_order(call.list);
  const ExprId left = saved(values[0]);
  const ExprId right = saved(values[1]);
  const RegisterId result = builder_.temporary();
  const Target end = builder_.make_target();
  emit(Assign{result, constant(0)});
  over_block(call, values[2], std::nullopt, [&](ExprId offset, c::TypeId scalar) {
    const auto value_at = [&](ExprId base) {
      return load({.address = sum(base, offset), .type = scalar}, Mode::Na);
    };
    if (types().is_opaque(scalar)) {
      return lower_unsupported("`memcmp` of numbers whose values are not computed is");
    }
    const ExprId a = value_at(left);
    const ExprId b = value_at(right);
    when(folding_.binary(Operator::NotEqual, a, b), [&] {
      emit(Assign{result, folding_.select(lower_first(a, b, scalar), constant(-1), constant(1))});
      jump(end);
    });
  });
  builder_.place(end);
  return value_of(result);
}

// Tests whether the bytes of `a` come first, for two different values: compares the byte-reversed
// numbers, since machines with these sizes are little-endian.
ExprId CThreadLowering::lower_first(ExprId a, ExprId b, c::TypeId scalar) {
  const std::uint32_t size = scalar_size(types(), scalar);
  return is_below(reversed_bytes(a, size), reversed_bytes(b, size));
}

}  // namespace drover::lowering
