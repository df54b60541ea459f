#include "semantics/lower/c/c_thread.h"
#include "support/format.h"

namespace drover::lowering {

using c::Builtin;
using c::NodeKind;

namespace {

// Begins the message of a Fail that stands for what is not supported.
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
      const RegisterId result = builder_.temporary();
      emit(Join{result, handle}, at);
      if (place) store(*place, value_of(result, at), Mode::Na, at);
      return has_place ? constant(0, at) : value_of(result, at);
    }
    case Builtin::ExitThread: {
      const ExprId value = lower_value(call.list[0]);
      emit(Assign{thread_result_, value}, at);
      jump(*thread_end_, at);
      return constant(0, at);
    }
    default: {
      const RegisterId self = builder_.temporary();
      emit(Self{self}, at);
      return value_of(self, at);
    }
  }
}

ExprId CThreadLowering::lower_create(const c::Node& call, SourceRange at) {
  const bool has_place = !call.list[0].is_none();
  c::NodeId started = call.list[1];
  while (node(started).kind == NodeKind::Convert) started = node(started).a;
  const bool is_direct = node(started).kind == NodeKind::FunctionName;
  std::optional<Place> place;
  if (has_place) place = out_place(call.list[0]);
  if (place && !place->reg) place->address = saved(place->address, at);
  const ExprId pointer = is_direct ? ExprId() : saved(lower_value(started), at);
  const ExprId argument = saved(lower_value(call.list[2]), at);
  const RegisterId handle = builder_.temporary();
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
    emit(Fail{"a thread is to run what is not a function"}, at);
    builder_.place(end);
  }
  if (place) store(*place, value_of(handle, at), Mode::Na, at);
  return has_place ? constant(0, at) : value_of(handle, at);
}

// ---- Memory --------------------------------------------------------------------------------

ExprId CThreadLowering::lower_memory_call(c::NodeId /*id*/, const c::Node& call, SourceRange at) {
  const bool has_type = has_allocated_type_ && types().size_of(allocated_type_).has_value();
  const c::TypeId type = allocated_type_;
  has_allocated_type_ = false;
  switch (call.builtin.builtin) {
    case Builtin::Allocate:
    case Builtin::AllocateZeroed:
    case Builtin::AllocateAligned: {
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
      const RegisterId target = builder_.temporary();
      const std::int32_t layout =
          has_type
              ? context_.layout_of(type,
                                   types().is_record(type) && !types().record_of(type).tag.empty()
                                       ? types().record_of(type).tag
                                       : types().name(type),
                                   !is_zeroed)
              : context_.layout_of_bytes(!is_zeroed);
      emit(Allocate{target, size, layout}, at);
      return value_of(target, at);
    }
    case Builtin::Free: emit(Deallocate{lower_value(call.list[0])}, at); return constant(0, at);
    case Builtin::Copy:
    case Builtin::Fill: {
      if (call.value < 0) return lower_unsupported(call, at);
      const std::vector<ExprId> values = lower_in_order(call.list);
      const ExprId to = saved(values[0], at);
      const ExprId from = saved(values[1], at);
      const auto size = static_cast<Value>(types().size_of(call.computed).value_or(1));
      for (Value offset = 0; offset < call.value && !context_.is_too_large; offset += size) {
        const ExprId shift = constant(offset, at);
        const ExprId target = folding_.binary(Operator::Add, to, shift, at);
        if (call.builtin.builtin == Builtin::Copy) {
          copy_scalars(target, folding_.binary(Operator::Add, from, shift, at), call.computed, at);
          continue;
        }
        std::vector<c::Scalar> scalars;
        types().collect_scalars(call.computed, "", 0, MaxCInstructions, scalars);
        for (const c::Scalar& scalar : scalars) {
          const Place place{
              .reg = {},
              .address = folding_.binary(Operator::Add, target,
                                         constant(static_cast<Value>(scalar.offset), at), at),
              .type = scalar.type};
          store(place, wrap(from, scalar.type, at), Mode::Na, at);
        }
      }
      return to;
    }
    case Builtin::Compare: return lower_memory_comparison(call, at);
    default: return constant(0, at);
  }
}

// An error where it is reached by the code, which is known when the thread has been tidied.
ExprId CThreadLowering::lower_unsupported(const c::Node& call, SourceRange at) {
  emit(Fail{UnsupportedMark + call.text}, at);
  return constant(0, at);
}

// The sign of the first difference, byte by byte: known for equality, and for bytes in full.
ExprId CThreadLowering::lower_memory_comparison(const c::Node& call, SourceRange at) {
  if (call.value < 0) return lower_unsupported(call, at);
  const std::vector<ExprId> values = lower_in_order(call.list);
  const ExprId left = saved(values[0], at);
  const ExprId right = saved(values[1], at);
  const RegisterId result = builder_.temporary();
  const Target end = builder_.make_target();
  const auto size = static_cast<Value>(types().size_of(call.computed).value_or(1));
  std::vector<c::Scalar> scalars;
  types().collect_scalars(call.computed, "", 0, MaxCInstructions, scalars);
  emit(Assign{result, constant(0, at)}, at);
  for (Value offset = 0; offset < call.value && !context_.is_too_large; offset += size) {
    for (const c::Scalar& scalar : scalars) {
      const std::size_t mark = builder_.temporaries_mark();
      const ExprId shift = constant(offset + static_cast<Value>(scalar.offset), at);
      const ExprId a = load({.reg = {},
                             .address = folding_.binary(Operator::Add, left, shift, at),
                             .type = scalar.type},
                            Mode::Na, at);
      const ExprId b = load({.reg = {},
                             .address = folding_.binary(Operator::Add, right, shift, at),
                             .type = scalar.type},
                            Mode::Na, at);
      const Target differs = builder_.make_target();
      const Target next = builder_.make_target();
      branch(folding_.binary(Operator::NotEqual, a, b, at), differs, next, at);
      builder_.place(differs);
      emit(Assign{result, folding_.select(folding_.binary(Operator::Less, a, b, at),
                                          constant(-1, at), constant(1, at), at)},
           at);
      jump(end, at);
      builder_.place(next);
      builder_.release_temporaries(mark);
    }
  }
  builder_.place(end);
  return value_of(result, at);
}

}  // namespace drover::lowering
