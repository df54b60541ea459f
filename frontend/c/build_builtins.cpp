#include <algorithm>

#include "frontend/c/unit_builder.h"
#include "support/format.h"

namespace drover::c {

std::optional<MemoryOrder> UnitBuilder::order_of(NodeId node, Builtin builtin, bool is_failure) {
  if (!types_.is_integer(type_of(node))) {
    error(place_of(node), "a memory order is an integer");
    return MemoryOrder::SeqCst;
  }
  const auto value = constant(node);
  if (!value) return std::nullopt;
  if (const std::string_view why = misfit_of(builtin, *value, is_failure); !why.empty()) {
    error(place_of(node), std::string(why), std::string(hint_for(builtin, is_failure)));
    return MemoryOrder::SeqCst;
  }
  const auto order = static_cast<MemoryOrder>(*value);
  if (!is_failure || of_failed(order) == order) return order;
  sink_.report(DiagnosticKind::COrder, place_of(node),
               {order == MemoryOrder::Release ? "relaxed" : "acquire"});
  return of_failed(order);
}

TypeId UnitBuilder::pointee(NodeId pointer, SourceRange at) {
  const TypeId type = type_of(pointer);
  if (types_.is_pointer(type)) return types_[type].target;
  error(at, format("a pointer is needed, not a value of type `{}`", types_.name(type)));
  return int_type();
}

// A memory order that is not constant is evaluated at the access.
void UnitBuilder::take_orders(const BuiltinInfo& info, std::vector<NodeId>& arguments, Node& node) {
  if (info.orders == 0) return;
  const auto take = [&](std::size_t index, MemoryOrder& known, NodeId& computed, bool is_failure) {
    const NodeId argument = arguments[index];
    const auto order = order_of(argument, info.use.builtin, is_failure);
    known = order.value_or(MemoryOrder::SeqCst);
    if (!order) computed = argument;
  };
  take(info.arguments, node.builtin.order, node.a, false);
  if (info.orders > 1) take(info.arguments + 1U, node.builtin.failure_order, node.b, true);
  arguments.resize(info.arguments);
}

NodeId UnitBuilder::build_builtin(const BuiltinInfo& info, Grammar::CallContext& tree) {
  const SourceRange at = place(tree);
  Node node{.kind = NodeKind::Builtin, .type = int_type(), .place = at, .builtin = info.use};
  if (info.use.builtin == Builtin::Refused) {
    return unsupported_node(at, format("`{}` is", info.name), std::string(info.hint));
  }
  const auto parts = tree.expression();
  const std::size_t given = parts.size() - 1;
  const std::size_t needed = std::size_t{info.arguments} + info.orders;
  const bool may_have_more =
      info.use.builtin == Builtin::Print || info.use.builtin == Builtin::Ignore ||
      info.use.builtin == Builtin::Assert || info.use.builtin == Builtin::Nondeterministic ||
      info.use.builtin == Builtin::CompareAndSwap || info.use.builtin == Builtin::Expect ||
      info.use.builtin == Builtin::SystemCall || info.use.builtin == Builtin::OperationBegin ||
      info.use.builtin == Builtin::OperationEnd ||
      (info.use.builtin == Builtin::Format && !info.name.starts_with('v')) ||
      (info.use.builtin == Builtin::Exit && info.arguments > 1);
  if (given < needed || (given > needed && !may_have_more)) {
    const bool is_assert = info.use.builtin == Builtin::Assert && given >= 1;
    if (!is_assert) {
      return error_node(at, format("`{}` takes {} arguments, not {}", info.name, needed, given));
    }
  }
  if (info.use.builtin == Builtin::IsMentioned) {
    auto* name = exactly<Grammar::NameContext>(parts[1]);
    node.text = name == nullptr ? "" : name->getText();
    return add(std::move(node));
  }
  std::vector<NodeId> arguments;
  // The probability of an expectation may be a floating number.
  const std::size_t built = info.use.builtin == Builtin::Expect ? needed : given;
  for (std::size_t i = 1; i <= built; ++i) arguments.push_back(build_value(*parts[i]));
  take_orders(info, arguments, node);
  const BuiltinFamily family = family_of(info.use.builtin);
  if (family == BuiltinFamily::Access || family == BuiltinFamily::Wait) {
    return atomic_access(info, std::move(arguments), std::move(node));
  }
  convert_arguments(info, arguments, node);
  switch (family) {
    case BuiltinFamily::Thread: return thread_call(info, std::move(arguments), std::move(node));
    case BuiltinFamily::Allocation:
    case BuiltinFamily::Memory: return memory_call(info, std::move(arguments), std::move(node));
    default: return other_call(info, std::move(arguments), std::move(node), tree);
  }
}

// Gives the result and the arguments the types of the signature. `node.computed` is the type of the
// value of an atomic access.
void UnitBuilder::convert_arguments(const BuiltinInfo& info, std::vector<NodeId>& arguments,
                                    Node& node) {
  const auto type_for = [&](char letter) {
    switch (letter) {
      case 'v': return void_type();
      case 'b': return types_.basic(TypeKind::Bool);
      case 'i': return int_type();
      case 'c': return types_.basic(TypeKind::Char);
      case 'u': return types_.basic(TypeKind::UnsignedChar);
      case 'k': return types_.basic(TypeKind::Short);
      case 'h': return types_.basic(TypeKind::UnsignedShort);
      case 'w': return types_.basic(TypeKind::UnsignedInt);
      case 'l': return types_.basic(TypeKind::Long);
      case 's': return size_type();
      case 'p': return types_.pointer_to(void_type());
      default: return node.computed;
    }
  };
  node.type = type_for(info.signature.front());
  const std::size_t count = std::min<std::size_t>(info.arguments, arguments.size());
  for (std::size_t i = 0; i < count; ++i) {
    const char letter = info.signature[i + 1];
    if (letter == 'n') {
      arguments[i] = condition_of(arguments[i], node.place);
    } else if (letter != '_' && letter != 'a') {
      arguments[i] = converted(arguments[i], type_for(letter), node.place);
    }
  }
}

void UnitBuilder::convert_operand(const BuiltinInfo& info, TypeId value,
                                  std::vector<NodeId>& arguments, Node& node) {
  if (!types_.is_pointer(value)) {
    arguments[1] = converted(arguments[1], value, node.place);
    return;
  }
  // The functions of C count elements, the compiler's count bytes.
  const bool counts_elements = info.name.starts_with("atomic_");
  node.value = counts_elements ? step_of(types_[value].target, node.place) : 1;
  node.is_pointer_step = true;
  arguments[1] = converted(arguments[1], types_.basic(TypeKind::Long), node.place);
}

void UnitBuilder::convert_places(const BuiltinInfo& info, TypeId value,
                                 std::vector<NodeId>& arguments, Node& node) {
  const SourceRange at = node.place;
  if (info.arguments == 4) {  // __atomic_compare_exchange[_n]: the fourth argument is `weak`
    const auto is_weak = constant(arguments[3]);
    node.builtin.is_weak = is_weak.value_or(1) != 0;
    if (!is_weak) node.c = converted(arguments[3], types_.basic(TypeKind::Bool), at);
    arguments.resize(3);
  }
  for (std::size_t i = 1; i < arguments.size(); ++i) {
    const bool is_place = !(info.use.builtin == Builtin::CompareExchange && i == 2) ||
                          info.name == "__atomic_compare_exchange";
    if (!is_place) {
      arguments[i] = converted(arguments[i], value, at);
      continue;
    }
    const TypeId held = pointed_to(arguments[i]);
    const bool fits = types_.is_void(held) || (types_.is_scalar(held) && !types_.is_opaque(held) &&
                                               scalar_bytes(held) == scalar_bytes(value));
    if (!fits) {
      pointee(arguments[i], at);
      error(place_of(arguments[i]), format("a pointer to `{}` where one to `{}` is needed",
                                           types_.name(held), types_.name(value)));
    }
    if ((*this)[arguments[i]].kind == NodeKind::AddressOf) excused_.insert(arguments[i].value);
    if (info.name == "__atomic_compare_exchange" && i == 2) {
      excused_.erase(arguments[i].value);
      arguments[i] = value_of(
          add(Node{.kind = NodeKind::Dereference, .type = value, .place = at, .a = arguments[i]}));
    }
  }
}

NodeId UnitBuilder::atomic_access(const BuiltinInfo& info, std::vector<NodeId> arguments,
                                  Node node) {
  const SourceRange at = node.place;
  const TypeId target = pointee(arguments[0], at);
  TypeId value = types_.unqualified(target);
  const bool is_flag =
      info.use.builtin == Builtin::FlagTestAndSet || info.use.builtin == Builtin::FlagClear;
  if (is_flag && types_.is_void(value)) value = types_.basic(TypeKind::Bool);
  // atomic_flag; and gcc sets and clears one byte, whatever the pointer is to.
  const bool is_larger =
      types_.is_integer(value) && scalar_bytes(value) > 1 && info.name != "__sync_lock_release";
  if (is_flag && (types_.is_record(value) || is_larger)) {
    value = types_.basic(TypeKind::UnsignedChar);
    arguments[0] = converted(arguments[0], types_.pointer_to(value), at);
  }
  if (!types_.is_integer(value) && !types_.is_pointer(value)) {
    return unsupported_node(
        at, format("an atomic access to a value of type `{}` is", types_.name(value)),
        "accesses are of integers and pointers");
  }
  node.computed = value;
  if (info.use.builtin == Builtin::CompareAndSwap) arguments.resize(3);
  convert_arguments(info, arguments, node);
  switch (info.use.builtin) {
    case Builtin::AtomicUpdate: convert_operand(info, value, arguments, node); break;
    case Builtin::CompareExchange:
    case Builtin::LoadInto:
    case Builtin::StoreFrom:
    case Builtin::ExchangeInto: convert_places(info, value, arguments, node); break;
    default: break;
  }
  node.list = std::move(arguments);
  return add(std::move(node));
}

NodeId UnitBuilder::thread_call(const BuiltinInfo& info, std::vector<NodeId> arguments, Node node) {
  const SourceRange at = node.place;
  if (info.use.builtin == Builtin::Create) {
    // pthread_create(place, attributes, function, argument), thrd_create(place, function,
    // argument), __VERIFIER_spawn(function, argument) -> handle. The attributes come last.
    if (info.name == "pthread_create") {
      std::rotate(arguments.begin() + 1, arguments.begin() + 2, arguments.end());
      arguments[3] = converted(arguments[3], types_.pointer_to(void_type()), at);
    } else if (info.name.starts_with("__VERIFIER")) {
      arguments.resize(2);
      arguments.insert(arguments.begin(), NodeId::none());
      node.type = size_type();
    }
    const TypeId function = type_of(arguments[1]);
    const bool is_function =
        types_.is_pointer(function) && types_.is_function(types_[function].target);
    if (!is_function && (*this)[arguments[1]].kind != NodeKind::Convert) {
      error(at, "a thread runs a function, and this is none");
    }
    arguments[2] = converted(arguments[2], types_.pointer_to(void_type()), at);
  }
  // 1: the thread's result is an int
  node.value = info.name == "thrd_create" || info.name == "thrd_join" ? 1 : 0;
  for (const NodeId argument : arguments) {
    const bool is_place = !argument.is_none() && (*this)[argument].kind == NodeKind::AddressOf;
    const bool is_out = info.use.builtin == Builtin::Create
                            ? argument == arguments[0]
                            : arguments.size() > 1 && argument == arguments[1];
    if (is_place && is_out) excused_.insert(argument.value);
  }
  node.list = std::move(arguments);
  return add(std::move(node));
}

TypeId UnitBuilder::pointed_to(NodeId argument) {
  while ((*this)[argument].kind == NodeKind::Convert &&
         types_.is_pointer(type_of((*this)[argument].a))) {
    argument = (*this)[argument].a;
  }
  const TypeId type = type_of(argument);
  return types_.is_pointer(type) ? types_[type].target : void_type();
}

bool UnitBuilder::convert_blocks(const BuiltinInfo& info, std::vector<NodeId>& arguments,
                                 Node& node) {
  const SourceRange at = node.place;
  const bool is_fill = info.use.builtin == Builtin::Fill;
  node.may_overlap = info.name.ends_with("memmove");
  node.computed = pointed_to(arguments[0]);
  if (types_.is_void(node.computed) && !is_fill) node.computed = pointed_to(arguments[1]);
  const auto size = constant(arguments[2]);
  const auto element = types_.size_of(node.computed);
  const TypeId other = is_fill ? node.computed : pointed_to(arguments[1]);
  const bool is_mixed = types_.size_of(other) && element &&
                        types_.holds_opaque(other) != types_.holds_opaque(node.computed);
  if (is_mixed) {
    node.text = format("`{}` between `{}` and `{}` is", info.name, types_.name(node.computed),
                       types_.name(other));
    node.value = -1;
    return true;
  }
  constexpr std::int64_t MaxBytes = std::int64_t{1} << 24;
  if (size && (*size < 0 || *size > MaxBytes)) {
    error(at, format("`{}` of more bytes than any object has", info.name));
    return false;
  }
  if (!element || *element == 0) {
    // No error yet: the call may be in a branch of a macro that is never taken. The lowering
    // reports it if it is reachable.
    node.text = format("`{}` of memory whose type is not known here is", info.name);
    node.value = -1;
    return true;
  }
  node.value = size ? *size : UnknownSize;
  return true;
}

NodeId UnitBuilder::length_call(std::vector<NodeId> arguments, SourceRange at) {
  if (const auto text = literal_of(arguments[0])) {
    return integer(static_cast<std::int64_t>(text->size()), size_type(), at);
  }
  const Symbol* counted = find("__drover_strlen");
  if (counted == nullptr) return error_node(at, "`strlen` is not declared", "include <string.h>");
  return call_of(counted->index, std::move(arguments), at);
}

NodeId UnitBuilder::memory_call(const BuiltinInfo& info, std::vector<NodeId> arguments, Node node) {
  const SourceRange at = node.place;
  switch (info.use.builtin) {
    case Builtin::Reallocate: {
      const TypeId given = type_of(arguments[0]);
      node.computed = types_.is_pointer(given) ? types_[given].target : void_type();
      node.value = UnknownSize;
      arguments[0] = converted(arguments[0], node.type, at);
      break;
    }
    case Builtin::Copy:
      // memcpy_s(to, room, from, size): the room comes last.
      if (arguments.size() == 4)
        std::rotate(arguments.begin() + 1, arguments.begin() + 2, arguments.end());
      [[fallthrough]];
    case Builtin::Fill:
    case Builtin::Compare:
      if (!convert_blocks(info, arguments, node)) return int_node(0, at);
      break;
    case Builtin::Length: return length_call(std::move(arguments), at);
    default: break;
  }
  node.list = std::move(arguments);
  return add(std::move(node));
}

void UnitBuilder::name_failure(const BuiltinInfo& info, std::vector<NodeId>& arguments, Node& node,
                               Grammar::CallContext& tree) {
  const bool is_assertion = info.use.builtin == Builtin::Assert;
  const std::size_t which = is_assertion ? 2 : 1;
  if (which < tree.expression().size()) {
    if (auto* text = exactly<Grammar::TextContext>(tree.expression(which))) {
      node.text = decoded(*text);
    }
  }
  if (!is_assertion) {
    arguments.clear();
    return;
  }
  arguments[0] = condition_of(arguments[0], node.place);
  arguments.resize(1);
  if (node.text.empty()) {
    const SourceRange written = place(*tree.expression(1));
    node.text = std::string(map_.sources().text(written));
  }
}

bool UnitBuilder::bound_choice(const std::vector<NodeId>& arguments, Node& node) {
  std::int64_t low = 0;
  std::int64_t high = 1;
  if (arguments.size() == 2) {
    const auto from = constant(arguments[0]);
    const auto to = constant(arguments[1]);
    if (!from || !to || *to < *from || *to - *from >= 1000) {
      error(node.place, "the bounds of a choice are constants, of at most 1000 values");
      return false;
    }
    low = *from;
    high = *to;
  }
  node.value = low;
  node.index = static_cast<std::uint32_t>(high - low + 1);
  return true;
}

// The third argument is a pointer to the result, or a number of its type.
bool UnitBuilder::take_result(const BuiltinInfo& info, const std::vector<NodeId>& arguments,
                              Node& node) {
  const NodeId last = arguments[2];
  const bool is_place = !info.name.ends_with("_p");
  node.computed = types_.unqualified(is_place ? pointee(last, node.place) : type_of(last));
  for (const TypeId type : {type_of(arguments[0]), type_of(arguments[1]), node.computed}) {
    if (types_.is_integer(type)) continue;
    error(node.place, format("`{}` of a value of type `{}`, which is no integer", info.name,
                             types_.name(type)));
    return false;
  }
  if (is_place && (*this)[last].kind == NodeKind::AddressOf) excused_.insert(last.value);
  return true;
}

// Numbers of system calls are those of <sys/syscall.h>.
NodeId UnitBuilder::system_call(std::vector<NodeId> arguments, SourceRange at) {
  constexpr std::int64_t Futex = 202;
  constexpr std::int64_t ThreadNumber = 186;
  constexpr std::int64_t MemoryBarrier = 324;
  const auto number = constant(arguments[0]);
  arguments.erase(arguments.begin());
  const bool is_known = number == Futex || number == ThreadNumber || number == MemoryBarrier;
  const Symbol* called = find(number == ThreadNumber ? "gettid" : "__drover_futex");
  if (number == MemoryBarrier) {  // as on a kernel without this call
    constexpr std::int64_t Lacking = -1;
    arguments = {int_node(0, at), int_node(Lacking, at)};
  }
  if (!is_known || called == nullptr) {
    return unsupported_node(
        at, "this system call is",
        "SYS_futex, SYS_gettid and SYS_membarrier of <sys/syscall.h> are supported");
  }
  const std::size_t needed = types_[unit_.functions[called->index].type].parameters.size();
  while (arguments.size() < needed) arguments.push_back(int_node(0, at));
  arguments.resize(needed);
  return call_of(called->index, std::move(arguments), at);
}

NodeId UnitBuilder::text_call(const BuiltinInfo& info, std::vector<NodeId> arguments, Node node,
                              Grammar::CallContext& tree) {
  const Symbol* helper = find("__drover_put");
  if (helper == nullptr) {
    return error_node(node.place, format("`{}` is not declared", info.name), "include <stdio.h>");
  }
  node.text = info.name;
  node.index = helper->index;
  for (int kind = static_cast<int>(TypeKind::Char);
       kind <= static_cast<int>(TypeKind::UnsignedLong); ++kind) {
    types_.basic(static_cast<TypeKind>(kind));
  }
  if (info.name.starts_with('v')) {
    const NodeId list = arguments.back();
    const NodeId next = (*this)[list].kind == NodeKind::Load
                            ? next_argument((*this)[list].a, node.place)
                            : NodeId::none();
    if (next.is_none()) {
      return error_node(node.place, format("`{}` needs a `va_list`", info.name));
    }
    arguments.back() = value_of(next);
  } else {
    check_format(*tree.expression(info.arguments), arguments, info.arguments, node.place);
  }
  node.list = std::move(arguments);
  return add(std::move(node));
}

NodeId UnitBuilder::other_call(const BuiltinInfo& info, std::vector<NodeId> arguments, Node node,
                               Grammar::CallContext& tree) {
  const SourceRange at = node.place;
  switch (info.use.builtin) {
    case Builtin::Assert:
    case Builtin::BadMemory:
    case Builtin::BadThread:
    case Builtin::Misuse:
    case Builtin::Note: name_failure(info, arguments, node, tree); break;
    case Builtin::Refuse: {
      const auto text = [&](std::size_t which) {
        auto* literal = exactly<Grammar::TextContext>(tree.expression(which));
        return literal == nullptr ? std::string() : decoded(*literal);
      };
      return unsupported_node(at, text(1), text(2));
    }
    case Builtin::OperationBegin:
    case Builtin::OperationEnd: {
      auto* name = exactly<Grammar::TextContext>(tree.expression(1));
      if (name == nullptr) return error_node(at, "the name of an operation is a string literal");
      node.text = decoded(*name);
      arguments.erase(arguments.begin());
      break;
    }
    case Builtin::Nondeterministic:
      if (!bound_choice(arguments, node)) return int_node(0, at);
      arguments.clear();
      break;
    case Builtin::Print:
      // The format is the last required argument, but for lists of arguments (`vprintf`).
      node.value = UnknownSize;
      node.text = info.name;
      if (!info.name.ends_with("printf") || info.name.starts_with('v')) break;
      node.value = check_format(*tree.expression(info.arguments), arguments, info.arguments, at)
                       .value_or(UnknownSize);
      break;
    case Builtin::Format: return text_call(info, std::move(arguments), std::move(node), tree);
    case Builtin::PrintOne:
      return converted(converted(arguments[0], types_.basic(TypeKind::UnsignedChar), at),
                       int_type(), at);
    case Builtin::IsLockFree: {
      const auto size = constant(arguments[0]);
      if (!size) {
        return unsupported_node(at, format("`{}` of a size that is not constant is", info.name),
                                "give it a number, or `sizeof`");
      }
      return int_node(size == 1 || size == 2 || size == 4 || size == 8 ? 1 : 0, at);
    }
    case Builtin::Expect: {
      if (constant(arguments[1])) return arguments[0];
      return add(Node{.kind = NodeKind::Comma,  // the expected value is evaluated as well
                      .type = type_of(arguments[0]),
                      .place = at,
                      .a = arguments[1],
                      .b = arguments[0]});
    }
    case Builtin::VariableArguments: {
      const NodeId list = arguments[0];
      const NodeId next = (*this)[list].kind == NodeKind::Load ? next_argument((*this)[list].a, at)
                                                               : NodeId::none();
      if (next.is_none() || !function_) return error_node(at, "`va_start` needs a `va_list`");
      current().reads_arguments = true;
      node.type = type_of(next);
      return converted(assigned(next, add(std::move(node)), at), void_type(), at);
    }
    case Builtin::IsConstant: return int_node(constant(arguments[0]) ? 1 : 0, at);
    case Builtin::AnyNumber: return any_number(info, arguments, std::move(node));
    case Builtin::Time: {
      if (!options_.nondet) break;
      return any_number(info, {}, std::move(node));
    }
    case Builtin::SystemCall: return system_call(std::move(arguments), at);
    case Builtin::AddOverflows:
    case Builtin::SubtractOverflows:
    case Builtin::MultiplyOverflows:
      if (!take_result(info, arguments, node)) return int_node(0, at);
      break;
    case Builtin::ObjectSize: {
      // Bit 1 of the kind asks for a lower bound.
      const bool is_least = (constant(arguments[1]).value_or(0) & 2) != 0;
      return integer(is_least ? 0 : -1, node.type, at);
    }
    case Builtin::OpaquePointer: {
      constexpr std::int64_t NoObject = 8;
      return integer(NoObject, node.type, at);
    }
    default: break;
  }
  node.list = std::move(arguments);
  return add(std::move(node));
}

}  // namespace drover::c
