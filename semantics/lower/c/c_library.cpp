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
    context_.sink
        .report(DiagnosticKind::CUnsupported, instruction.source, {fail->message.substr(1)})
        .with_hint(
            "give it pointers to a type and a constant size that is a multiple of that type's, or "
            "assign the members");
  }
}

// ---- Threads -------------------------------------------------------------------------------

ExprId CThreadLowering::lower_thread_call(const c::Node& call, SourceRange at) {
  switch (call.builtin.builtin) {
    case Builtin::Create: return lower_create(call, at);
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
      if (place && !place->reg) place->address = saved(place->address, at);
      emit(Assign{handle_register(), handle}, at);
      const ExprId joined = value_of(handle_register(), at);
      call_helper("__drover_claim_thread", std::vector{joined, constant(1, at)}, at);
      const RegisterId result = builder_.temporary();
      emit(Join{result, joined}, at);
      if (place) store(*place, value_of(result, at), Mode::Na, at);
      return has_place ? constant(0, at) : value_of(result, at);
    }
    case Builtin::ExitThread: {
      const ExprId value = lower_value(call.list[0]);
      const bool is_last = is_main_ && context_.creates_threads();
      const bool has_handlers = context_.is_mentioned("atexit");
      if (is_last && (has_handlers || !context_.final_functions().empty())) {
        context_.sink
            .report(DiagnosticKind::CUnsupported, call.place,
                    {format("`pthread_exit` in main, in a program that {}, is",
                            has_handlers ? "calls `atexit`" : "has destructors")})
            .with_hint("join the threads, and return");
      }
      ends_thread_ = true;
      emit(Assign{thread_result_, value}, at);
      jump(*thread_end_, at);
      return constant(0, at);
    }
    case Builtin::Identity: {
      // The values next to an identity, on both sides, also belong to the thread.
      constexpr Value Middle = 16;
      const RegisterId self = builder_.temporary();
      emit(Self{self, true}, at);
      return folding_.binary(Operator::Add, value_of(self, at), constant(Middle, at), at);
    }
    default: {
      const RegisterId self = builder_.temporary();
      emit(Self{self}, at);
      return value_of(self, at);
    }
  }
}

// Not a temporary: other values in it would count as threads when passes/spawn_symmetry.h looks for
// the registers that hold threads.
RegisterId CThreadLowering::handle_register() {
  if (handle_.is_none()) handle_ = builder_.named_register("", false);
  return handle_;
}

ExprId CThreadLowering::lower_create(const c::Node& call, SourceRange at) {
  context_.assume(Assumption::ThreadsStart);
  const bool has_place = !call.list[0].is_none();
  c::NodeId started = call.list[1];
  while (node(started).kind == NodeKind::Convert) started = node(started).a;
  const bool is_direct = node(started).kind == NodeKind::FunctionName;
  std::optional<Place> place;
  if (has_place) place = out_place(call.list[0]);
  // Kept as an expression if it does not change: then it shows whose handle it is.
  const bool may_change =
      context_.effects(started).changes || context_.effects(call.list[2]).changes;
  if (place && !place->reg && may_change) place->address = saved(place->address, at);
  const ExprId pointer = is_direct ? ExprId() : saved(lower_value(started), at);
  const ExprId argument = saved(lower_value(call.list[2]), at);
  const bool has_attributes = call.list.size() > 3;
  const ExprId attributes = has_attributes ? saved(lower_value(call.list[3]), at) : ExprId();
  const RegisterId handle = handle_register();
  const auto spawn = [&](std::uint32_t index) {
    const c::Function& run = context_.unit.functions[index];
    Spawn body{.target = handle, .routine = context_.routine_of(index), .arguments = {}};
    if (run.parameter_count > 0) body.arguments.push_back(argument);
    emit(std::move(body), at);
  };
  if (is_direct) {
    spawn(node(started).index);
  } else {
    const Target end = builder_.make_target();
    for (std::uint32_t i = 0; i < context_.unit.functions.size(); ++i) {
      const c::Function& candidate = context_.unit.functions[i];
      const bool fits =
          candidate.is_address_used && !candidate.body.is_none() && candidate.parameter_count <= 1;
      if (!fits) continue;
      const Target then = builder_.make_target();
      const Target next = builder_.make_target();
      branch(folding_.binary(Operator::Equal, pointer,
                             constant(context_.address_of_function(i), at), at),
             then, next, at);
      builder_.place(then);
      spawn(i);
      jump(end, at);
      builder_.place(next);
    }
    emit(Fail{"a thread would run something that is not a function"}, at);
    builder_.place(end);
  }
  if (place) store(*place, value_of(handle, at), Mode::Na, at);
  if (has_attributes) {
    call_helper("__drover_note_created", std::vector{value_of(handle, at), attributes}, at);
  }
  return has_place ? constant(0, at) : value_of(handle, at);
}

// ---- Memory --------------------------------------------------------------------------------

ExprId CThreadLowering::lower_memory_call(c::NodeId /*id*/, const c::Node& call, SourceRange at) {
  const bool has_type = has_allocated_type_ && types().size_of(allocated_type_).has_value();
  const std::optional<c::TypeId> type = has_type ? std::optional(allocated_type_) : std::nullopt;
  has_allocated_type_ = false;
  switch (call.builtin.builtin) {
    case Builtin::Allocate:
    case Builtin::AllocateZeroed:
    case Builtin::AllocateAligned: return lower_allocation(call, type, at);
    case Builtin::AllocateForever: {
      const RegisterId target = builder_.temporary();
      emit(Allocate{target, lower_value(call.list[0]),
                    type ? context_.layout_of(*type, types().name(*type), true, Lifetime::Function)
                         : context_.layout_of_bytes(true, Lifetime::Function)},
           at);
      return value_of(target, at);
    }
    case Builtin::Reallocate: return lower_reallocation(call, type, at);
    case Builtin::Free: lower_free(lower_value(call.list[0]), at); return constant(0, at);
    case Builtin::Copy:
    case Builtin::Fill: return lower_transfer(call, at);
    case Builtin::Compare: return lower_memory_comparison(call, at);
    default: return constant(0, at);
  }
}

ExprId CThreadLowering::lower_allocation(const c::Node& call, std::optional<c::TypeId> type,
                                         SourceRange at) {
  context_.assume(Assumption::AllocationsSucceed);
  const std::vector<ExprId> values = lower_in_order(call.list);
  const bool is_zeroed = call.builtin.builtin == Builtin::AllocateZeroed;
  ExprId size = values[0];
  if (is_zeroed) size = folding_.binary(Operator::Multiply, values[0], values[1], at);
  if (call.builtin.builtin == Builtin::AllocateAligned) {
    const ExprId alignment = saved(values[0], at);
    size = saved(values[1], at);
    const ExprId less = folding_.binary(Operator::Subtract, alignment, constant(1, at), at);
    const ExprId is_power =
        folding_.binary(Operator::Equal, folding_.binary(Operator::BitAnd, alignment, less, at),
                        constant(0, at), at);
    emit(Assert{folding_.binary(Operator::And, truth(alignment, at), is_power, at),
                "aligned_alloc: the alignment is not a power of two"},
         at);
    emit(Assert{folding_.binary(Operator::Equal,
                                folding_.binary(Operator::Remainder, size, alignment, at),
                                constant(0, at), at),
                "aligned_alloc: the size is not a multiple of the alignment"},
         at);
  }
  return allocated_block(size, is_zeroed, type, at);
}

ExprId CThreadLowering::lower_transfer(const c::Node& call, SourceRange at) {
  if (call.value == -1) {
    lower_unsupported(call.text, at);
    return constant(0, at);
  }
  const std::vector<ExprId> values = lower_in_order(call.list);
  const ExprId to = saved(values[0], at);
  const ExprId from = saved(values[1], at);
  const auto place_at = [&](ExprId base, ExprId offset, c::TypeId scalar) {
    return Place{
        .reg = {}, .address = folding_.binary(Operator::Add, base, offset, at), .type = scalar};
  };
  if (call.builtin.builtin == Builtin::Fill) {
    over_block(call, values[2], at, std::nullopt, [&](ExprId offset, c::TypeId scalar) {
      const bool is_number =
          types().is_integer(scalar) && types().kind(scalar) != c::TypeKind::Bool;
      if (!is_number && known(from) != 0) {
        return lower_unsupported("`memset` of pointers or of `_Bool` to something other than 0 is",
                                 at);
      }
      store(place_at(to, offset, scalar), repeated_byte(from, scalar, at), Mode::Na, at);
    });
    return to;
  }
  const ExprId size = saved(values[2], at);
  if (!call.may_overlap) check_apart(call, to, from, size, at);
  if (!call.may_overlap || call.value == c::UnknownSize) {
    std::optional<ExprId> is_backward;
    if (call.may_overlap) is_backward = saved(folding_.binary(Operator::Less, from, to, at), at);
    over_block(call, size, at, is_backward, [&](ExprId offset, c::TypeId scalar) {
      copy_cell(folding_.binary(Operator::Add, to, offset, at),
                folding_.binary(Operator::Add, from, offset, at), scalar, at);
    });
    return to;
  }
  // All of a possibly overlapping area is read before it is written.
  std::vector<std::pair<Place, RegisterId>> read;
  over_block(call, size, at, std::nullopt, [&](ExprId offset, c::TypeId scalar) {
    const RegisterId value = builder_.named_register("", false);
    const ExprId address = access_address(place_at(from, offset, scalar), at);
    emit(Load{.target = value, .address = address, .mode = Mode::Na, .may_read_nothing = true}, at);
    read.emplace_back(place_at(to, offset, scalar), value);
  });
  for (const auto& [place, value] : read) {
    emit(Store{access_address(place, at), value_of(value, at), Mode::Na}, at);
  }
  return to;
}

namespace {

// With `realloc`, this many bytes before a block hold its size: a power of two, so that blocks are
// aligned like their objects.
constexpr Value SizeOfHeader = 4096;

}  // namespace

ExprId CThreadLowering::allocated_block(ExprId size, bool is_zeroed, std::optional<c::TypeId> type,
                                        SourceRange at) {
  const RegisterId target = builder_.temporary();
  if (context_.reallocates()) {
    const ExprId bytes = saved(size, at);
    emit(Allocate{target, folding_.binary(Operator::Add, bytes, constant(SizeOfHeader, at), at),
                  context_.layout_of_bytes(!is_zeroed, Lifetime::UntilFreed, SizeOfHeader)},
         at);
    emit(Store{value_of(target, at), bytes, Mode::Na}, at);
    return folding_.binary(Operator::Add, value_of(target, at), constant(SizeOfHeader, at), at);
  }
  std::int32_t layout = 0;
  if (type) {
    const bool has_tag = types().is_record(*type) && !types().record_of(*type).tag.empty();
    layout = context_.layout_of(*type, has_tag ? types().record_of(*type).tag : types().name(*type),
                                !is_zeroed, Lifetime::UntilFreed);
  } else {
    layout = context_.layout_of_bytes(!is_zeroed, Lifetime::UntilFreed);
  }
  emit(Allocate{target, size, layout}, at);
  return value_of(target, at);
}

void CThreadLowering::lower_free(ExprId address, SourceRange at) {
  if (!context_.reallocates()) {
    emit(Deallocate{address}, at);
    return;
  }
  const ExprId pointer = saved(address, at);
  const Target frees = builder_.make_target();
  const Target end = builder_.make_target();
  branch(truth(pointer, at), frees, end, at);
  builder_.place(frees);
  emit(Deallocate{folding_.binary(Operator::Subtract, pointer, constant(SizeOfHeader, at), at)},
       at);
  builder_.place(end);
}

// [C11 7.22.3.5]: always allocates a new block, and copies the elements that fit into both.
ExprId CThreadLowering::lower_reallocation(const c::Node& call, std::optional<c::TypeId> type,
                                           SourceRange at) {
  c::Node copied = call;
  if (types().is_void(call.computed)) copied.computed = type.value_or(call.computed);
  if (types().size_of(copied.computed).value_or(0) == 0) {
    lower_unsupported("`realloc` of memory whose type is not known here is", at);
    return constant(0, at);
  }
  context_.assume(Assumption::AllocationsSucceed);
  const std::vector<ExprId> values = lower_in_order(call.list);
  const ExprId old = saved(values[0], at);
  const ExprId size = saved(values[1], at);
  const ExprId made = saved(allocated_block(size, false, copied.computed, at), at);
  const Target copies = builder_.make_target();
  const Target end = builder_.make_target();
  branch(truth(old, at), copies, end, at);
  builder_.place(copies);
  const ExprId header = folding_.binary(Operator::Subtract, old, constant(SizeOfHeader, at), at);
  const RegisterId old_size = builder_.temporary();
  emit(Load{old_size, header, Mode::Na}, at);
  const ExprId is_less = folding_.binary(Operator::Less, value_of(old_size, at), size, at);
  const ExprId least = folding_.select(is_less, value_of(old_size, at), size, at);
  over_block(copied, least, at, std::nullopt, [&](ExprId offset, c::TypeId scalar) {
    copy_cell(folding_.binary(Operator::Add, made, offset, at),
              folding_.binary(Operator::Add, old, offset, at), scalar, at);
  });
  emit(Deallocate{header}, at);
  builder_.place(end);
  return made;
}

// An error if the code is reachable, which is known after the thread is tidied.
void CThreadLowering::lower_unsupported(const std::string& what, SourceRange at) {
  emit(Fail{UnsupportedMark + what}, at);
}

void CThreadLowering::refuse_overlap(c::TypeId type, SourceRange at) {
  lower_unsupported(
      format("a copy of `{}`, a union whose members overlap in part, is", types().name(type)), at);
}

void CThreadLowering::check_size(ExprId size, SourceRange at) {
  const Target is_fine = builder_.make_target();
  const Target is_wrong = builder_.make_target();
  const ExprId fits = folding_.binary(
      Operator::And, folding_.binary(Operator::GreaterEqual, size, constant(0, at), at),
      folding_.binary(Operator::LessEqual, size, constant(Value{address::MaxCells}, at), at), at);
  branch(fits, is_fine, is_wrong, at);
  builder_.place(is_wrong);
  emit(Fail{"the size of the block is larger than any object", ErrorKind::Memory}, at);
  builder_.place(is_fine);
}

// [C11 7.24.2.1p2]. Different variables do not overlap.
void CThreadLowering::check_apart(const c::Node& call, ExprId to, ExprId from, ExprId size,
                                  SourceRange at) {
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
  const ExprId ahead = folding_.binary(Operator::Subtract, to, from, at);
  const ExprId behind = folding_.binary(Operator::Subtract, from, to, at);
  const ExprId is_near =
      folding_.binary(Operator::And, folding_.binary(Operator::Less, ahead, size, at),
                      folding_.binary(Operator::Less, behind, size, at), at);
  const Target is_wrong = builder_.make_target();
  const Target is_fine = builder_.make_target();
  branch(folding_.binary(Operator::And, folding_.binary(Operator::NotEqual, to, from, at), is_near,
                         at),
         is_wrong, is_fine, at);
  builder_.place(is_wrong);
  emit(Fail{"`memcpy` of blocks that overlap", ErrorKind::Memory}, at);
  builder_.place(is_fine);
}

// Returns a scalar with this value in every byte.
ExprId CThreadLowering::repeated_byte(ExprId byte, c::TypeId scalar, SourceRange at) {
  Value ones = 0;
  for (std::uint32_t i = 0; i < scalar_size(types(), scalar); ++i) ones = ones << 8 | 1;
  const ExprId product = folding_.binary(Operator::Multiply, byte, constant(ones, at), at);
  return types().is_integer(scalar) ? wrap(product, scalar, at) : product;
}

// Calls `act` for each scalar of a block of `call.value` bytes with elements of type
// `call.computed`. If the size is known only at run time, emits a loop; a size that ends inside an
// element is then an error.
void CThreadLowering::over_block(const c::Node& call, ExprId size, SourceRange at,
                                 std::optional<ExprId> is_backward,
                                 const std::function<void(ExprId, c::TypeId)>& act) {
  const auto stride = static_cast<Value>(types().size_of(call.computed).value_or(1));
  const auto cells = types().cells_of(call.computed, MaxCInstructions);
  if (!cells) return refuse_overlap(call.computed, at);
  const auto each = [&](ExprId base, Value end) {
    for (const c::Scalar& scalar : *cells) {
      const auto begin = static_cast<Value>(scalar.offset);
      if (begin >= end) continue;
      if (begin + static_cast<Value>(scalar_size(types(), scalar.type)) > end) {
        return lower_unsupported("a block that ends inside a scalar is", at);
      }
      const std::size_t mark = builder_.temporaries_mark();
      const ExprId shift = constant(static_cast<Value>(scalar.offset), at);
      act(folding_.binary(Operator::Add, base, shift, at), scalar.type);
      builder_.release_temporaries(mark);
    }
  };
  if (call.value != c::UnknownSize) {
    for (Value offset = 0; offset < call.value && !context_.is_too_large; offset += stride) {
      each(constant(offset, at), call.value - offset);
    }
    return;
  }
  const ExprId bytes = saved(size, at);
  check_size(bytes, at);
  if (stride > 1) {
    const ExprId rest = folding_.binary(Operator::Remainder, bytes, constant(stride, at), at);
    emit(Assert{folding_.binary(Operator::Equal, rest, constant(0, at), at),
                "the block ends inside an element"},
         at);
  }
  const std::uint32_t loop = context_.loop_of_block(at);
  const RegisterId counter = builder_.temporary();
  const RegisterId offset = builder_.temporary();
  const Target head = builder_.make_target();
  const Target body = builder_.make_target();
  const Target exit = builder_.make_target();
  emit(Assign{offset, constant(0, at)}, at);
  emit(LoopStart{loop, counter}, at);
  builder_.place(head);
  branch(folding_.binary(Operator::Less, value_of(offset, at), bytes, at), body, exit, at);
  builder_.place(body);
  emit(LoopIteration{loop, counter}, at);
  ExprId base = value_of(offset, at);
  if (is_backward) {
    const ExprId last = folding_.binary(Operator::Subtract, bytes, constant(stride, at), at);
    base = folding_.select(*is_backward, folding_.binary(Operator::Subtract, last, base, at), base,
                           at);
  }
  each(base, stride);
  emit(Assign{offset,
              folding_.binary(Operator::Add, value_of(offset, at), constant(stride, at), at)},
       at);
  jump(head, at);
  builder_.place(exit);
}

// Returns the sign of the first differing byte.
ExprId CThreadLowering::lower_memory_comparison(const c::Node& call, SourceRange at) {
  if (call.value == -1) {
    lower_unsupported(call.text, at);
    return constant(0, at);
  }
  const std::vector<ExprId> values = lower_in_order(call.list);
  const ExprId left = saved(values[0], at);
  const ExprId right = saved(values[1], at);
  const RegisterId result = builder_.temporary();
  const Target end = builder_.make_target();
  emit(Assign{result, constant(0, at)}, at);
  over_block(call, values[2], at, std::nullopt, [&](ExprId offset, c::TypeId scalar) {
    const auto value_at = [&](ExprId base) {
      return load(
          {.reg = {}, .address = folding_.binary(Operator::Add, base, offset, at), .type = scalar},
          Mode::Na, at);
    };
    const ExprId a = value_at(left);
    const ExprId b = value_at(right);
    const Target differs = builder_.make_target();
    const Target next = builder_.make_target();
    branch(folding_.binary(Operator::NotEqual, a, b, at), differs, next, at);
    builder_.place(differs);
    emit(Assign{result, folding_.select(lower_first(a, b, scalar, at), constant(-1, at),
                                        constant(1, at), at)},
         at);
    jump(end, at);
    builder_.place(next);
  });
  builder_.place(end);
  return value_of(result, at);
}

// Tests whether the bytes of `a` come first, for two different values: compares the byte-reversed
// numbers, since machines with these sizes are little-endian.
ExprId CThreadLowering::lower_first(ExprId a, ExprId b, c::TypeId scalar, SourceRange at) {
  const auto turned = [&](ExprId value) {
    const std::uint32_t size = scalar_size(types(), scalar);
    ExprId sum = constant(0, at);
    for (std::uint32_t i = 0; i < size; ++i) {
      const ExprId byte = folding_.binary(
          Operator::BitAnd,
          folding_.binary(Operator::ShiftRight, value, constant(8 * static_cast<Value>(i), at), at),
          constant(0xff, at), at);
      const Value up = 8 * (static_cast<Value>(size) - 1 - static_cast<Value>(i));
      sum = folding_.binary(Operator::BitOr, sum,
                            folding_.binary(Operator::ShiftLeft, byte, constant(up, at), at), at);
    }
    // Eight bytes include the sign bit: flipping it gives the order of bytes.
    if (size < 8) return sum;
    return folding_.binary(Operator::BitXor, sum, constant(std::numeric_limits<Value>::min(), at),
                           at);
  };
  return folding_.binary(Operator::Less, turned(a), turned(b), at);
}

}  // namespace drover::lowering
