#include <algorithm>
#include <utility>

#include "semantics/lower/c/c_thread.h"
#include "semantics/program/address.h"
#include "semantics/program/value.h"
#include "support/format.h"

namespace drover::lowering {

CThreadLowering::CThreadLowering(CContext& context, std::string name, SourceRange place)
    : context_(context),
      builder_(std::move(name), ThreadRole::Worker, place),
      folding_(builder_.expressions()) {}

std::optional<Thread> CThreadLowering::run(std::uint32_t index, bool is_routine) {
  const c::Function& run = context_.unit.functions[index];
  const Here here(folding_, run.place);
  is_main_ = !is_routine;
  std::vector<ExprId> arguments;
  if (is_routine) {
    for (std::size_t i = 0; i < run.parameter_count; ++i) {
      const RegisterId reg = builder_.named_register(run.variables[i].name, true);
      arguments.push_back(value_of(reg));
    }
  } else {
    arguments = main_arguments(run);
  }
  thread_result_ = builder_.named_register("result", false);
  thread_end_ = builder_.make_target();
  exit_ = builder_.make_target();
  finish_ = builder_.make_target();
  allocate_thread_locals();
  if (!is_routine) call_all(context_.constructors(), index);
  add_frame(index).result = thread_result_;
  enter_function(index, arguments);
  leave_function();
  if (is_routine) {
    end_routine();
  } else {
    end_main(index);
  }
  if (context_.is_too_large) return std::nullopt;
  Thread thread = builder_.finish(folding_.at);
  if (is_routine) {
    thread.parameter_count = static_cast<std::uint32_t>(run.parameter_count);
    thread.result = thread_result_;
  }
  move_private_memory_to_registers(thread, context_.out.structs);
  tidy(
      thread, [&](Value address, std::uint32_t size) { return context_.is_cell(address, size); },
      context_.merged_loads);
  report_unsupported(thread);
  return thread;
}

CThreadLowering::Frame& CThreadLowering::add_frame(std::uint32_t function, SourceRange at) {
  const std::uint32_t caller = at.call;
  Frame& added = frames_.emplace_back();
  added.function = function;
  added.called_at = folding_.at;
  added.end = builder_.make_target();
  if (context_.unit.functions[function].is_from_header && at.line != 0) {
    added.place = at;
    added.call = caller;
    return added;
  }
  CodePlaces& places = context_.out.places;
  places.calls.push_back({function, at});
  added.call = static_cast<std::uint32_t>(places.calls.size());
  return added;
}

void CThreadLowering::note_action(SourceRange at) {
  const auto own = std::ranges::find_if(frames_.rbegin(), frames_.rend(),
                                        [](const Frame& frame) { return !frame.place; });
  if (own == frames_.rend() || own->call != at.call) return;
  if (own->actions == 0 || own->last_action != at) ++own->actions;
  own->last_action = at;
}

// main(argc, argv, envp): the only argument is the name of the program.
std::vector<ExprId> CThreadLowering::main_arguments(const c::Function& main) {
  std::vector<ExprId> arguments;
  for (std::size_t i = 0; i < main.parameter_count; ++i) {
    const auto& given = context_.unit.main_arguments;
    const bool is_list = i < given.size() && given[i];
    arguments.push_back(
        constant(is_list ? context_.address_of_global(*given[i]) : (i == 0 ? 1 : 0)));
  }
  return arguments;
}

// Calls functions without arguments, and ignores their results: around `main`.
void CThreadLowering::call_all(const std::vector<std::uint32_t>& functions, std::uint32_t main) {
  for (const std::uint32_t called : functions) {
    add_frame(main);
    const c::TypeId type = types()[context_.unit.functions[called].type].target;
    inline_call(called, {}, type, std::nullopt);
    frames_.pop_back();
  }
}

void CThreadLowering::allocate_thread_locals() {
  if (context_.thread_local_size == 0) return;
  thread_locals_ = builder_.named_register("thread_local", false);
  emit(Allocate{thread_locals_, constant(context_.thread_local_size),
                context_.thread_local_layout()});
  for (const auto& [global, offset] : context_.thread_locals) {
    for (const c::StaticValue& value : context_.unit.globals[global].initial) {
      const ExprId address =
          sum(value_of(thread_locals_), constant(offset + static_cast<Value>(value.offset)));
      const ExprId given = constant(context_.value_of(value));
      if (value.type.is_none()) {
        emit(Store{address, given, Mode::Na});
      } else {
        emit(store_of({.address = address, .type = value.type}, given, Mode::Na));
      }
    }
  }
}

// [C11 6.2.4p4]
void CThreadLowering::free_thread_locals() {
  if (context_.thread_local_size > 0) emit(Deallocate{value_of(thread_locals_)});
}

void CThreadLowering::end_routine() {
  builder_.place(*thread_end_);
  call_helper("__drover_run_destructors", {});
  call_helper("__drover_leave_robust", {});
  call_helper("__drover_note_end", {});
  free_thread_locals();
  builder_.place(*exit_);
  builder_.place(*finish_);
}

// [C11 5.1.2.2.3, 7.22.4.4]: returning from main calls `exit`. The main thread ends like others
// only if it calls pthread_exit; when the last thread ends, the program ends as if by `exit`.
void CThreadLowering::end_main(std::uint32_t main) {
  if (ends_thread_) {
    jump(*exit_);
    builder_.place(*thread_end_);
    call_helper("__drover_run_destructors", {});
    free_thread_locals();
    if (context_.creates_threads) jump(*finish_);
  }
  builder_.place(*exit_);
  call_helper("__drover_run_exit_functions", {});
  call_all(context_.final_functions(), main);
  builder_.place(*finish_);
}

bool CThreadLowering::is_in_header() const {
  return std::ranges::any_of(frames_, [&](const Frame& each) {
    return context_.unit.functions[each.function].is_from_header;
  });
}

bool CThreadLowering::is_running(std::string_view function) const {
  return std::ranges::any_of(frames_, [&](const Frame& each) {
    return context_.unit.functions[each.function].name == function;
  });
}

void CThreadLowering::call_helper(std::string_view name, std::span<const ExprId> arguments) {
  const auto function = context_.helper(name);
  if (!function) return;
  add_frame(0);
  inline_call(*function, arguments, types()[context_.unit.functions[*function].type].target,
              std::nullopt);
  frames_.pop_back();
}

// Creates the variables of the new frame, and lowers the body.
void CThreadLowering::enter_function(std::uint32_t index, std::span<const ExprId> arguments) {
  const c::Function& entered = context_.unit.functions[index];
  frame().slots.resize(entered.variables.size());
  const bool is_named = frames_.size() == 1;
  for (std::uint32_t i = 0; i < entered.variables.size(); ++i) {
    const c::Variable& variable = entered.variables[i];
    Slot& slot = frame().slots[i];
    slot.is_in_memory = variable.is_in_memory;
    const bool is_parameter = i < entered.parameter_count;
    if (is_parameter && !slot.is_in_memory && i < arguments.size() &&
        context_.is_never_assigned(index, i)) {
      // A register that never changes, or a constant, needs no copy.
      const ExpressionNode& value = builder_.expressions()[arguments[i]];
      const bool is_fixed =
          value.op == Operator::Constant || (is_named && value.op == Operator::Register);
      if (is_fixed) {
        slot.value = arguments[i];
        continue;
      }
    }
    slot.reg = is_named && !variable.name.empty()
                   ? builder_.named_register(variable.name, !slot.is_in_memory)
                   : builder_.temporary();
    if (slot.is_in_memory && !context_.lifetimes.is_exact[index][i]) {
      allocate(i);
      frame().allocated.push_back(slot.reg);
    }
    const bool is_empty =
        !slot.is_in_memory && !is_parameter && context_.unwritten.is_early[index][i];
    if (is_empty) emit(Assign{slot.reg, constant(UnwrittenValue)});
    if (is_parameter && i < arguments.size()) bind_parameter(i, arguments[i]);
  }
  lower(entered.body);
  const c::TypeId result = types()[entered.type].target;
  if (!frame().result.is_none() && !types().is_void(result)) {
    // The function ends without a `return`.
    const bool is_missing = context_.unwritten.may_fall_off[index];
    emit(Assign{frame().result, constant(is_missing ? UnwrittenValue : 0)});
  }
}

void CThreadLowering::bind_parameter(std::uint32_t index, ExprId value) {
  const c::Variable& variable = function().variables[index];
  const Slot slot = frame().slots[index];
  if (!slot.is_in_memory) {
    emit(Assign{slot.reg, value});
    return;
  }
  if (types().is_record(variable.type)) {
    copy_scalars(value_of(slot.reg), value, variable.type);
    return;
  }
  store_initial({.address = value_of(slot.reg), .type = variable.type}, value);
}

void CThreadLowering::leave_function() {
  builder_.place(frame().end);
  if (function().is_noreturn) {
    emit(Fail{format("`{}` returns, but is declared `noreturn`", function().name)});
  }
  for (const RegisterId reg : frame().allocated) emit(Deallocate{value_of(reg)});
  for (const RegisterId reg : frame().blocks) {
    emit(Deallocate{value_of(reg)});
    emit(Assign{reg, constant(0)});
  }
  const std::uint32_t actions = frame().actions;
  if (actions > 1) context_.out.places.functions[frame().function].is_wrapper = false;
  frames_.pop_back();
  if (actions > 0) note_action(folding_.at);
}

void CThreadLowering::cut_recursion(std::uint32_t index) {
  const std::uint32_t loop = context_.recursion_of(index, folding_.at);
  const RegisterId counter = builder_.temporary();
  constexpr Value Many = Value{1} << 40;
  emit(Assign{counter, constant(Many)});
  emit(LoopIteration{loop, counter});
}

ExprId CThreadLowering::inline_call(std::uint32_t index, std::span<const ExprId> arguments,
                                    c::TypeId type, std::optional<ExprId> record_place) {
  const c::Function& called = context_.unit.functions[index];
  const bool has_value = types().is_scalar(type);
  const RegisterId result = has_value ? builder_.temporary() : RegisterId::none();
  const auto depth = std::ranges::count(frames_, index, &Frame::function);
  const auto passed = std::exchange(passed_arguments_, std::nullopt);
  if (called.body.is_none()) {
    refuse_if_reached(DiagnosticKind::CNoBody, called.name,
                      OtherFile + ", or write a body that does what matters here");
    return constant(0);
  }
  ++context_.code_size;
  if (context_.is_too_large || context_.code_size > context_.max_code || frames_.size() > 1000) {
    context_.is_too_large = true;
    return constant(0);
  }
  if (depth >= static_cast<std::ptrdiff_t>(context_.max_recursion)) {
    cut_recursion(index);
    return constant(0);
  }
  // Functions with this prefix are atomic sections; nested ones are part of the outer section.
  const bool is_section =
      called.name.starts_with("__VERIFIER_atomic_") &&
      std::ranges::none_of(frames_, [&](const Frame& frame) {
        return context_.unit.functions[frame.function].name.starts_with("__VERIFIER_atomic_");
      });
  const std::size_t mark = builder_.temporaries_mark();
  const bool is_operation = context_.is_operation(called.name);
  if (is_operation) mark_begin(called, arguments);
  if (is_section) lower_section(true);
  Frame& entered = add_frame(index, folding_.at);
  entered.result = result;
  entered.result_place = record_place;
  entered.arguments = passed;
  enter_function(index, arguments);
  leave_function();
  if (passed) emit(Deallocate{*passed});
  if (is_section) lower_section(false);
  if (is_operation) mark_end(called, result);
  builder_.release_temporaries(mark);
  return has_value ? value_of(result) : constant(0);
}

// The memory behind a pointer is not an argument of the operation.
void CThreadLowering::mark_begin(const c::Function& called, std::span<const ExprId> arguments) {
  OperationMark begin{.is_begin = true, .operation = called.name, .values = {}};
  for (std::size_t i = 0; i < called.parameter_count && i < arguments.size(); ++i) {
    const c::TypeId type = called.variables[i].type;
    if (types().is_integer(type)) begin.values.push_back(saved(arguments[i]));
  }
  emit(std::move(begin));
}

void CThreadLowering::mark_end(const c::Function& called, RegisterId result) {
  OperationMark end{.is_begin = false, .operation = called.name, .values = {}};
  if (!result.is_none()) end.values.push_back(value_of(result));
  emit(std::move(end));
}

std::vector<ExprId> CThreadLowering::lower_arguments(Nodes nodes, std::uint32_t index) {
  std::vector<ExprId> values = lower_in_order(nodes);
  const c::Function& called = context_.unit.functions[index];
  for (std::size_t i = 0; i < values.size(); ++i) {
    // A surplus argument that may fault is still evaluated.
    const bool is_dropped = i >= called.parameter_count;
    if (is_dropped && folding_.may_fault(values[i])) saved_at(nodes[i], values[i]);
  }
  return values;
}

void CThreadLowering::pass_arguments(const c::Node& call, std::uint32_t index,
                                     std::span<const ExprId> values) {
  const c::Function& called = context_.unit.functions[index];
  if (!called.reads_arguments) return;
  constexpr Value SlotBytes = 8;
  const std::size_t first = std::min(called.parameter_count, values.size());
  const auto count = static_cast<Value>(values.size() - first);
  const RegisterId block = builder_.temporary();
  emit(Allocate{block, constant(std::max<Value>(SlotBytes * count, 1)),
                context_.layout_of_bytes(true, Lifetime::Function)});
  for (std::size_t i = first; i < values.size(); ++i) {
    const c::TypeId type = node(call.list[i]).type;
    if (!types().is_scalar(type) || scalar_size(types(), type) > SlotBytes) {
      lower_unsupported(format("an argument of type `{}` for `...` is", types().name(type)),
                        "pass its address");
      continue;
    }
    const ExprId address = sum(value_of(block), SlotBytes * static_cast<Value>(i - first));
    store_initial({.address = address, .type = type}, values[i]);
  }
  passed_arguments_ = value_of(block);
}

ExprId CThreadLowering::lower_call(c::NodeId id, std::optional<ExprId> record_place) {
  const c::Node& call = node(id);
  const Here here(folding_, shown(call.place));
  if (call.a.is_none()) {
    const std::vector<ExprId> arguments = lower_arguments(call.list, call.index);
    pass_arguments(call, call.index, arguments);
    const ExprId value = inline_call(call.index, arguments, call.type, record_place);
    return result_of(call, value, context_.unwritten.may_fall_off[call.index]);
  }
  std::vector<c::NodeId> parts{call.a};
  parts.insert(parts.end(), call.list.begin(), call.list.end());
  std::vector<ExprId> values = lower_in_order(parts);
  for (ExprId& value : values) value = saved(value);
  return call_through(call, values[0], std::span(values).subspan(1), record_place);
}

void CThreadLowering::for_each_callee(c::NodeId called, ExprId pointer,
                                      const std::function<bool(const c::Function&)>& fits,
                                      const std::function<void(std::uint32_t)>& act,
                                      std::string message) {
  const Target end = builder_.make_target();
  const Callees::Functions callees = context_.callees(frame().function, called);
  for (std::uint32_t i = 0; i < context_.unit.functions.size(); ++i) {
    const c::Function& candidate = context_.unit.functions[i];
    if (!has_bit(callees, i) || !context_.is_reached(i)) continue;
    if (candidate.body.is_none()) {
      when(is_equal(pointer, context_.address_of_function(i)), [&] {
        emit(Fail{format("`{}`, which has no body, is called through a pointer", candidate.name),
                  ErrorKind::Unsupported});
      });
      continue;
    }
    if (!fits(candidate)) continue;
    when(is_equal(pointer, context_.address_of_function(i)), [&] {
      act(i);
      jump(end);
    });
  }
  emit(Fail{std::move(message)});
  builder_.place(end);
}

ExprId CThreadLowering::call_through(const c::Node& call, ExprId pointer,
                                     std::span<const ExprId> arguments,
                                     std::optional<ExprId> record_place) {
  const c::TypeId type = types()[node(call.a).type].target;
  const bool has_value = types().is_scalar(call.type);
  const RegisterId result = builder_.temporary();
  bool may_be_missing = false;
  const auto fits = [&](const c::Function& candidate) {
    const bool takes_more = types()[candidate.type].is_variadic;
    return (takes_more ? candidate.parameter_count <= call.list.size()
                       : candidate.parameter_count == call.list.size()) &&
           types().is_compatible(types()[candidate.type].target, types()[type].target);
  };
  const auto inline_it = [&](std::uint32_t function) {
    may_be_missing |= context_.unwritten.may_fall_off[function];
    const std::size_t mark = builder_.temporaries_mark();
    pass_arguments(call, function, arguments);
    const ExprId value = inline_call(function, arguments, call.type, record_place);
    if (has_value) emit(Assign{result, value});
    builder_.release_temporaries(mark);
  };
  for_each_callee(call.a, pointer, fits, inline_it,
                  "call through a pointer that is not the address of a function of this type");
  if (!has_value) return constant(0);
  return result_of(call, value_of(result), may_be_missing);
}

// [C11 6.9.1p12]
ExprId CThreadLowering::result_of(const c::Node& call, ExprId value, bool may_be_missing) {
  if (call.is_unused || !may_be_missing || !types().is_scalar(call.type)) return value;
  const std::string name = call.a.is_none()
                               ? format("`{}`", context_.unit.functions[call.index].name)
                               : std::string("the function");
  return checked(value,
                 format("the value of a call is used, but {} ended without a `return`", name));
}

// ---- Scopes ----------------------------------------------------------------------------------

void CThreadLowering::allocate(std::uint32_t index) {
  const c::Variable& variable = function().variables[index];
  const std::string name = variable.name.empty() ? "(value)" : variable.name;
  const std::uint64_t size = types().size_of(variable.type).value_or(1);
  emit(Allocate{frame().slots[index].reg,
                constant(static_cast<Value>(std::max<std::uint64_t>(size, 1))),
                context_.layout_of(variable.type, name, true,
                                   context_.lifetime_of(frame().function, index))});
}

// [C11 6.7.6.2p5]. The memory is freed at the end of the block.
void CThreadLowering::allocate_computed(std::uint32_t index) {
  const c::Variable& variable = function().variables[index];
  const ExprId size = saved(lower_value(variable.size));
  when(folding_.binary(Operator::LessEqual, size, 0), [&] {
    emit(Fail{format("`{}` has less than one element", variable.name), ErrorKind::Memory});
  });
  check_size(size);
  c::TypeId element = variable.type;
  while (types().is_array(element)) element = types()[element].target;
  emit(Allocate{frame().slots[index].reg, size,
                context_.layout_of(element, variable.name, true, Lifetime::Function)});
  frame().live.push_back({.variable = index, .is_cleanup = false});
}

std::size_t CThreadLowering::enter_scope(std::uint32_t scope) {
  const std::size_t outside = frame().live.size();
  for (const std::uint32_t variable : context_.lifetimes.exact_of(scope)) {
    allocate(variable);
    frame().live.push_back({.variable = variable, .is_cleanup = false});
  }
  return outside;
}

void CThreadLowering::leave_scope(std::size_t outside) {
  unwind(outside);
  frame().live.resize(outside);
}

void CThreadLowering::unwind(std::size_t outside) {
  const std::vector<Live> live = frame().live;
  for (std::size_t i = live.size(); i-- > outside;) {
    const std::size_t mark = builder_.temporaries_mark();
    if (live[i].is_cleanup) {
      lower_unused(function().variables[live[i].variable].cleanup);
    } else {
      emit(Deallocate{value_of(frame().slots[live[i].variable].reg)});
    }
    builder_.release_temporaries(mark);
  }
}

void CThreadLowering::change_live(const std::vector<Live>& there) {
  const std::vector<Live>& here = frame().live;
  const auto differs = std::ranges::mismatch(here, there);
  const auto common = static_cast<std::size_t>(differs.in1 - here.begin());
  unwind(common);
  for (std::size_t i = common; i < there.size(); ++i) {
    const c::Variable& variable = function().variables[there[i].variable];
    if (there[i].is_cleanup || !variable.size.is_none()) {
      lower_unsupported(format("a jump past the declaration of `{}`, which {}, is", variable.name,
                               there[i].is_cleanup ? "has a cleanup" : "has a variable length"),
                        "declare it before the jump, or in a block of its own");
    } else {
      allocate(there[i].variable);
    }
  }
}

}  // namespace drover::lowering
