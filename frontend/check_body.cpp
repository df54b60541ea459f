#include "frontend/check_body.h"

#include <algorithm>
#include <optional>
#include <set>
#include <unordered_map>

#include "frontend/ast_printer.h"
#include "frontend/ast_walk.h"
#include "frontend/intrinsics.h"
#include "frontend/suggestion.h"
#include "support/format.h"
#include "support/overloaded.h"

namespace drover {

namespace {

using namespace ast;

class BodyChecker {
 public:
  BodyChecker(CheckContext& context, const Body& body)
      : context_(context), ast_(context.ast), sink_(context.sink), body_(body) {}

  BodyResult run() {
    collect_registers();
    check_statement(body_.block);
    return std::move(result_);
  }

 private:
  SourceRange range(ExprId id) const { return ast_[id].range; }

  // ---- Registers

  void add_register(const std::string& name) {
    const auto index = static_cast<std::uint32_t>(result_.registers.size());
    if (registers_.try_emplace(name, index).second) result_.registers.push_back(name);
  }

  void collect_registers() {
    for (const std::string& parameter : body_.parameters) add_register(parameter);
    for_each_statement(ast_, body_.block, [&](StmtId id) {
      const auto* assign = std::get_if<Assign>(&ast_[id].node);
      const auto* name =
          assign != nullptr ? std::get_if<Name>(&ast_[assign->target].node) : nullptr;
      if (name == nullptr || name->name == body_.family_variable) return;
      if (context_.find_global(name->name) == nullptr) add_register(name->name);
    });
  }

  // ---- Statements

  void check_statement(StmtId id) {
    if (id.is_none()) return;
    std::visit([&](const auto& node) { check_node(node, ast_[id].range); }, ast_[id].node);
  }

  // Checks the parts of a statement without rules of its own.
  template <typename Node>
  void check_node(const Node& n, SourceRange /*range*/) {
    for_each_part(n, [&](auto part) {
      if constexpr (std::is_same_v<decltype(part), StmtId>) {
        check_statement(part);
      } else {
        check_value(part);
      }
    });
  }
  void check_node(const Assign& n, SourceRange /*range*/) {
    check_target(n.target);
    check_value(n.value);
  }
  void check_node(const Store& n, SourceRange /*range*/) {
    check_mode(n.mode, ModeUse::Store, sink_);
    check_bare_place(n.place, "store");
    check_value(n.value);
  }
  void check_node(const Evaluate& n, SourceRange at) {
    const ExpressionNode& node = ast_[n.expression].node;
    if (const auto* call = std::get_if<Call>(&node)) return check_call(*call, n.expression);
    check_value(n.expression);
    if (is_one_of<Load, ReadModifyWrite, CompareAndSwap, Await, AwaitExchange, Spawn, Join>(node)) {
      return;
    }
    Diagnostic& diagnostic = sink_.report(DiagnosticKind::NoEffect, at);
    const auto* binary = std::get_if<Binary>(&node);
    if (binary != nullptr && binary->op == Operator::Equal) {
      Hint hint("did you mean `:=`?", "==", {":="});
      hint.at = at;
      hint.at.begin = ast_[binary->left].range.end;
      hint.at.end = ast_[binary->right].range.begin;
      diagnostic.with_hint(std::move(hint));
    } else if (mode_of_place(node) != nullptr) {
      diagnostic.with_hint("a load that stands alone is written `load(…)`");
    } else if (is_one_of<AllocateStruct, AllocateCells>(node)) {
      diagnostic.with_hint("assign the address: `p := alloc …`");
    }
  }
  void check_node(const Fence& n, SourceRange /*range*/) {
    check_mode(n.mode, ModeUse::Fence, sink_);
  }
  void check_node(const Lock& n, SourceRange /*range*/) { check_atomic_place(n.place, "lock"); }
  void check_node(const Unlock& n, SourceRange /*range*/) { check_atomic_place(n.place, "unlock"); }
  void check_node(const MarkedCall& n, SourceRange /*range*/) {
    if (const auto* call = std::get_if<Call>(&ast_[n.call].node)) {
      return check_call(*call, n.call);
    }
    check_value(n.call);
  }
  void check_node(const While& n, SourceRange /*range*/) {
    check_value(n.condition);
    check_loop_body(n.body);
  }
  void check_node(const DoWhile& n, SourceRange /*range*/) {
    check_loop_body(n.body);
    check_value(n.condition);
  }
  void check_node(const For& n, SourceRange /*range*/) {
    check_statement(n.start);
    if (!n.condition.is_none()) check_value(n.condition);
    check_statement(n.step);
    check_loop_body(n.body);
  }
  void check_loop_body(StmtId body) {
    ++loop_depth_;
    check_statement(body);
    --loop_depth_;
  }
  void check_node(const Labelled& n, SourceRange /*range*/) {
    if (const Label* outer = find_label(n.label.text)) {
      sink_.report(DiagnosticKind::DuplicateLabel, n.label.range, {n.label.text})
          .with_note(outer->range, "the outer one is here");
    }
    const bool is_loop = !std::holds_alternative<Block>(ast_[n.body].node);
    labels_.push_back({n.label.text, n.label.range, is_loop});
    check_statement(n.body);
    labels_.pop_back();
  }
  void check_node(const Break& n, SourceRange at) { check_jump("break", n.label, at); }
  void check_node(const Continue& n, SourceRange at) {
    if (!check_jump("continue", n.label, at) || n.label.is_absent()) return;
    const Label& label = *find_label(n.label.text);
    if (label.is_loop) return;
    sink_.report(DiagnosticKind::ContinueOfBlock, n.label.range, {n.label.text})
        .with_hint(format("`break {}` leaves it", n.label.text))
        .with_note(label.range, "the label is here");
  }
  bool check_jump(const std::string& word, const Identifier& label, SourceRange at) {
    if (label.is_absent()) {
      if (loop_depth_ == 0) sink_.report(DiagnosticKind::OutsideLoop, at, {word});
      return loop_depth_ > 0;
    }
    if (find_label(label.text) != nullptr) return true;
    std::vector<std::string> names;
    for (const Label& each : labels_) names.push_back(each.name);
    sink_
        .report(DiagnosticKind::UndefinedLabel, label.range,
                {word, label.text, word == "break" ? "block or loop" : "loop"})
        .with_hint(did_you_mean(label.text, names));
    return false;
  }
  void check_node(const Return& n, SourceRange at) {
    if (n.value.is_none()) return;
    check_value(n.value);
    if (body_.kind == BodyKind::Function) return;
    const std::string what =
        body_.kind == BodyKind::Thread ? format("thread `{}`", body_.name) : body_.name;
    sink_.report(DiagnosticKind::ReturnValueInThread, at, {what}).with_hint("`return;` ends it");
  }

  // ---- Assignment

  void check_target(ExprId id) {
    const ExpressionNode& node = ast_[id].node;
    if (const auto* name = std::get_if<Name>(&node)) return check_assigned_name(*name, id);
    if (mode_of_place(node) == nullptr) {
      sink_.report(DiagnosticKind::NotAssignable, range(id), {describe(context_, id)});
      return;
    }
    check_mode(*mode_of_place(node), ModeUse::Store, sink_);
    check_address(id);
  }

  void check_assigned_name(const Name& n, ExprId id) {
    if (n.name == body_.family_variable) {
      sink_.report(DiagnosticKind::AssignToConstant, range(id), {"the family's variable", n.name})
          .with_hint("it is a constant in each thread");
      return;
    }
    if (registers_.contains(n.name)) return resolve_register(n, id);
    const Global* global = context_.find_global(n.name);
    if (global->kind != GlobalKind::Shared) {
      sink_.report(DiagnosticKind::AssignToConstant, range(id), {word_for(global->kind), n.name})
          .with_note(global->range, "declared here");
      return;
    }
    check_mode(n.mode, ModeUse::Store, sink_);
    resolve_shared(n, id, *global);
  }

  // ---- Values

  void check_value(ExprId id) {
    std::visit([&](const auto& node) { check_value_node(node, id); }, ast_[id].node);
  }

  // Checks the operands of an expression without rules of its own.
  template <typename Node>
  void check_value_node(const Node& n, ExprId /*id*/) {
    for_each_part(n, [&](ExprId operand) { check_value(operand); });
  }
  void check_value_node(const Name& n, ExprId id) {
    if (resolve_local(n, id)) return;
    const Global* global = context_.find_global(n.name);
    if (global == nullptr && n.name == "self") {
      check_no_mode(n, id, "a thread");
      context_.resolution(id).kind = NameKind::Self;
      return;
    }
    if (global == nullptr) return report_undefined(n, id);
    switch (global->kind) {
      case GlobalKind::Constant:
        check_no_mode(n, id, "a constant");
        context_.resolution(id) = {.kind = NameKind::Constant, .index = global->index};
        return;
      case GlobalKind::Shared:
        check_mode(n.mode, ModeUse::Load, sink_);
        resolve_shared(n, id, *global);
        return;
      case GlobalKind::Function:
        sink_.report(DiagnosticKind::NotAValue, range(id), {"function", n.name})
            .with_hint(format("a call is written `{}(…)`", n.name));
        return;
      case GlobalKind::Struct:
        sink_.report(DiagnosticKind::NotAValue, range(id), {"struct", n.name})
            .with_hint(format("`alloc {}` makes one", n.name));
        return;
    }
  }
  void check_value_node(const Index& n, ExprId id) { check_read(n.mode, id); }
  void check_value_node(const Field& n, ExprId id) { check_read(n.mode, id); }
  void check_value_node(const Dereference& n, ExprId id) { check_read(n.mode, id); }
  void check_read(const ModeName& mode, ExprId place) {
    check_mode(mode, ModeUse::Load, sink_);
    check_address(place);
  }
  void check_value_node(const AddressOf& n, ExprId /*id*/) {
    // The address of an array is the address of its first element.
    if (const auto* name = std::get_if<Name>(&ast_[n.place].node)) {
      const Global* global = context_.find_global(name->name);
      const bool is_array = !is_local(name->name) && global != nullptr &&
                            global->kind == GlobalKind::Shared &&
                            context_.program.shared[global->index].is_array;
      if (is_array && name->mode.is_absent()) {
        context_.resolution(n.place) = {.kind = NameKind::SharedArray, .index = global->index};
        return;
      }
    }
    check_bare_place(n.place, "&");
  }
  void check_value_node(const Binary& n, ExprId id) {
    check_value(n.left);
    check_value(n.right);
    const bool is_division = n.op == Operator::Divide || n.op == Operator::Remainder;
    if (is_division && constant_value(context_, n.right) == 0) {
      sink_.report(DiagnosticKind::ConstantDivisionByZero, range(id));
    }
  }
  void check_value_node(const Call& n, ExprId id) {
    check_call(n, id);
    if (context_.resolution(id).kind == NameKind::Intrinsic) return;
    const Global* global = context_.find_global(n.function.text);
    if (global == nullptr || global->kind != GlobalKind::Function) return;
    const FunctionInfo& function = context_.program.functions[global->index];
    if (function.returns_value) return;
    sink_.report(DiagnosticKind::NoReturnValue, range(id), {n.function.text})
        .with_note(function.range, "declared here");
  }
  void check_value_node(const Load& n, ExprId /*id*/) {
    check_mode(n.mode, ModeUse::Load, sink_);
    check_bare_place(n.place, "load");
  }
  void check_value_node(const ReadModifyWrite& n, ExprId /*id*/) {
    check_mode(n.mode, ModeUse::ReadModifyWrite, sink_);
    check_atomic_place(n.place, std::string(names_of(n.op).core));
    check_value(n.operand);
    if (n.bits.is_none()) return;
    check_value(n.bits);
    const auto bits = constant_value(context_, n.bits);
    const bool is_width = bits && (*bits == 8 || *bits == 16 || *bits == 32 || *bits == 64 ||
                                   *bits == -8 || *bits == -16 || *bits == -32 || *bits == -64);
    if (!is_width) {
      sink_.report(DiagnosticKind::NotAWidth, range(n.bits))
          .with_hint("8, 16, 32 or 64 for signed numbers, -8, -16, -32 or -64 for unsigned ones");
    }
  }
  void check_value_node(const CompareAndSwap& n, ExprId /*id*/) {
    check_mode(n.mode, ModeUse::ReadModifyWrite, sink_);
    check_mode(n.failure_mode, ModeUse::FailedCas, sink_);
    check_atomic_place(n.place, n.result == CasResult::Success ? "cas" : "cmpxchg");
    check_value(n.expected);
    check_value(n.desired);
  }
  void check_value_node(const Await& n, ExprId /*id*/) {
    check_mode(n.mode, ModeUse::Await, sink_);
    check_value(n.condition);
    check_await(n.condition, "await");
  }
  void check_value_node(const AwaitExchange& n, ExprId /*id*/) {
    check_mode(n.mode, ModeUse::ReadModifyWrite, sink_);
    check_mode(n.failure_mode, ModeUse::Await, sink_);
    check_value(n.condition);
    check_value(n.desired);
    AwaitedPlaces places = check_await(n.condition, "xchgawait");
    // The new value may name the location, too; it is the value read.
    if (!places.is_broken) collect_awaited(n.desired, places);
  }
  void check_value_node(const AllocateStruct& n, ExprId id) {
    const Global* global = context_.find_global(n.structure.text);
    if (global != nullptr && global->kind == GlobalKind::Struct) {
      context_.resolution(id).index = global->index;
      return;
    }
    sink_.report(DiagnosticKind::UndefinedStruct, n.structure.range, {n.structure.text})
        .with_hint(did_you_mean(n.structure.text, context_.global_names({GlobalKind::Struct})));
  }
  void check_value_node(const Spawn& n, ExprId id) {
    if (const auto index = check_callee(n.function, n.arguments, id)) {
      result_.spawns.push_back({*index, range(id)});
    }
  }
  void check_value_node(const ThreadRegister& /*n*/, ExprId id) {
    sink_.report(DiagnosticKind::NotAValue, range(id), {"register", print(ast_, id)})
        .with_hint("registers of other threads are for conditions over final states");
  }

  void check_call(const Call& n, ExprId id) {
    const IntrinsicInfo* intrinsic = find_intrinsic(n.function.text);
    if (intrinsic != nullptr && context_.find_global(n.function.text) == nullptr) {
      return check_intrinsic(n, *intrinsic, id);
    }
    if (const auto index = check_callee(n.function, n.arguments, id)) {
      result_.calls.push_back({*index, range(id)});
    }
  }
  void check_intrinsic(const Call& n, const IntrinsicInfo& intrinsic, ExprId id) {
    context_.resolution(id) = {.kind = NameKind::Intrinsic,
                               .index = static_cast<std::uint32_t>(intrinsic.intrinsic)};
    for (const ExprId argument : n.arguments) check_value(argument);
    if (n.arguments.size() != intrinsic.arguments) {
      sink_.report(DiagnosticKind::WrongArity, range(id),
                   {n.function.text, counted(intrinsic.arguments, "argument"),
                    std::to_string(n.arguments.size())});
      return;
    }
    if (!intrinsic.has_bound) return;
    const auto bound = constant_value(context_, n.arguments.back());
    const bool is_bound = bound && *bound > 0 && *bound <= intrinsic.most;
    if (!is_bound) {
      sink_.report(DiagnosticKind::NotABound, range(n.arguments.back()),
                   {n.function.text, std::to_string(intrinsic.most)});
    }
  }
  // Returns the function that is called or spawned; nothing if there is none of that name.
  std::optional<std::uint32_t> check_callee(const Identifier& name,
                                            const std::vector<ExprId>& arguments, ExprId id) {
    for (const ExprId argument : arguments) check_value(argument);
    const Global* global = context_.find_global(name.text);
    if (global == nullptr || global->kind != GlobalKind::Function) {
      sink_.report(DiagnosticKind::UndefinedFunction, name.range, {name.text})
          .with_hint(did_you_mean(name.text, context_.global_names({GlobalKind::Function})));
      return std::nullopt;
    }
    context_.resolution(id).index = global->index;
    const FunctionInfo& function = context_.program.functions[global->index];
    if (function.parameter_count != arguments.size()) {
      sink_
          .report(DiagnosticKind::WrongArity, range(id),
                  {name.text, counted(function.parameter_count, "argument"),
                   std::to_string(arguments.size())})
          .with_note(function.range, "declared here");
    }
    return global->index;
  }

  // ---- Names

  bool is_local(const std::string& name) const {
    return name == body_.family_variable || registers_.contains(name);
  }
  bool resolve_local(const Name& n, ExprId id) {
    if (n.name == body_.family_variable) {
      check_no_mode(n, id, "a constant");
      context_.resolution(id).kind = NameKind::FamilyVariable;
      return true;
    }
    if (!registers_.contains(n.name)) return false;
    resolve_register(n, id);
    return true;
  }
  void resolve_register(const Name& n, ExprId id) {
    check_no_mode(n, id, "a register");
    context_.resolution(id) = {.kind = NameKind::Register, .index = registers_.at(n.name)};
  }
  void resolve_shared(const Name& n, ExprId id, const Global& global) {
    if (context_.program.shared[global.index].is_array) {
      sink_.report(DiagnosticKind::NotAValue, range(id), {"array", n.name})
          .with_hint(format("`{0}[i]` is an element, `&{0}[0]` its address", n.name));
      return;
    }
    context_.resolution(id) = {.kind = NameKind::SharedScalar, .index = global.index};
  }
  void check_no_mode(const Name& n, ExprId id, const std::string& what) {
    if (n.mode.is_absent()) return;
    Diagnostic& diagnostic = sink_.report(DiagnosticKind::ModeOnNonPlace, n.mode.range, {what});
    if (what != "a register") return;
    // An assignment to a misspelt shared variable makes the name a register.
    Hint hint = did_you_mean(n.name, context_.global_names({GlobalKind::Shared}));
    if (hint.empty()) hint = format("the cell it points to is `*{}@{}`", n.name, n.mode.text);
    // The diagnostic is at the mode; the name precedes it.
    hint.at = range(id);
    hint.at.end = n.mode.range.begin;
    diagnostic.with_hint(std::move(hint));
  }
  void report_undefined(const Name& n, ExprId id) {
    // The search for similar names is slow for many names, and further diagnostics are not shown.
    if (sink_.is_full() || !undefined_.insert(n.name).second) return;
    std::vector<std::string> names = result_.registers;
    if (!body_.family_variable.empty()) names.push_back(body_.family_variable);
    const auto globals = context_.global_names({GlobalKind::Constant, GlobalKind::Shared});
    names.insert(names.end(), globals.begin(), globals.end());
    Hint hint = did_you_mean(n.name, names);
    if (hint.empty() && (n.name == "null" || n.name == "NULL" || n.name == "nullptr")) {
      hint = "null is `0`";
    }
    if (hint.empty()) hint = "a register is assigned somewhere in the same body";
    sink_.report(DiagnosticKind::UndefinedName, range(id), {n.name}).with_hint(hint);
  }

  // ---- Places

  // Checks the expressions that compute the address of an Index, Field or Dereference.
  void check_address(ExprId id) {
    const ExpressionNode& node = ast_[id].node;
    if (const auto* index = std::get_if<Index>(&node)) return check_index(*index);
    if (const auto* field = std::get_if<Field>(&node)) return check_field(*field, id);
    if (const auto* pointer = std::get_if<Dereference>(&node)) return check_value(pointer->pointer);
  }

  void check_index(const Index& n) {
    const auto* name = std::get_if<Name>(&ast_[n.base].node);
    const Global* global =
        name != nullptr && !is_local(name->name) ? context_.find_global(name->name) : nullptr;
    const bool is_array = global != nullptr && global->kind == GlobalKind::Shared &&
                          context_.program.shared[global->index].is_array;
    if (!is_array) {
      check_value(n.base);
      check_value(n.index);
      return;
    }
    if (!name->mode.is_absent()) {
      sink_.report(DiagnosticKind::MisplacedMode, name->mode.range, {"an array has no mode"})
          .with_hint(format("write `{}[…]@{}`", name->name, name->mode.text));
    }
    context_.resolution(n.base) = {.kind = NameKind::SharedArray, .index = global->index};
    check_value(n.index);
    check_bounds(context_, n.index, global->index);
  }

  void check_field(const Field& n, ExprId id) {
    check_value(n.base);
    std::vector<std::string> names;
    const StructInfo* owner = nullptr;
    for (const StructInfo& structure : context_.program.structs) {
      for (std::size_t offset = 0; offset < structure.fields.size(); ++offset) {
        const FieldInfo& field = structure.fields[offset];
        names.push_back(field.name);
        if (field.name != n.field.text) continue;
        const Resolution found{.index = static_cast<std::uint32_t>(offset),
                               .is_non_atomic = field.is_non_atomic};
        Resolution& known = context_.resolution(id);
        const bool differs = owner != nullptr && (known.index != found.index ||
                                                  known.is_non_atomic != found.is_non_atomic);
        if (differs) {
          sink_
              .report(DiagnosticKind::AmbiguousField, n.field.range,
                      {n.field.text, owner->name, structure.name})
              .with_hint("rename the field of one of them")
              .with_note(owner->range, "the one is declared here")
              .with_note(structure.range, "the other is declared here");
          return;
        }
        owner = &structure;
        known = found;
      }
    }
    if (owner != nullptr) return;
    sink_.report(DiagnosticKind::UndefinedField, n.field.range, {n.field.text})
        .with_hint(did_you_mean(n.field.text, names));
  }

  // Checks the location of an operation: it must have no mode of its own.
  void check_bare_place(ExprId id, const std::string& word) {
    const ExpressionNode& node = ast_[id].node;
    const ModeName* mode = mode_of_place(node);
    if (mode != nullptr && !mode->is_absent()) {
      Diagnostic& diagnostic =
          sink_.report(DiagnosticKind::MisplacedMode, mode->range,
                       {format("the place of `{}` has no mode of its own", word)});
      if (word != "&" && word != "lock" && word != "unlock") {
        diagnostic.with_hint(format("write `{}@{}(…)`", word, mode->text));
      }
    }
    const auto* name = std::get_if<Name>(&node);
    if (mode == nullptr || (name != nullptr && !is_shared(name->name))) {
      if (name != nullptr && !is_local(name->name) && context_.find_global(name->name) == nullptr) {
        return report_undefined(*name, id);
      }
      Diagnostic& diagnostic = sink_.report(DiagnosticKind::NotAPlace, range(id),
                                            {format("`{}`", word), describe(context_, id)});
      if (name != nullptr && is_local(name->name) && word != "&") {
        diagnostic.with_hint(format("the cell it points to is `*{}`", name->name));
      }
      return;
    }
    if (name != nullptr) return resolve_shared(*name, id, *context_.find_global(name->name));
    check_address(id);
  }

  bool is_shared(const std::string& name) const {
    const Global* global = context_.find_global(name);
    return !is_local(name) && global != nullptr && global->kind == GlobalKind::Shared;
  }

  void check_atomic_place(ExprId id, const std::string& word) {
    check_bare_place(id, word);
    check_atomic(id, word);
  }
  void check_atomic(ExprId id, const std::string& word) {
    if (!is_non_atomic(id)) return;
    sink_.report(DiagnosticKind::NonAtomicRmw, range(id), {format("`{}`", word), print(ast_, id)})
        .with_hint("declare it without `na`");
  }
  // True if the location is statically known to be non-atomic.
  bool is_non_atomic(ExprId id) const {
    const ExpressionNode& node = ast_[id].node;
    if (std::holds_alternative<Field>(node)) return context_.resolution(id).is_non_atomic;
    const auto* index = std::get_if<Index>(&node);
    const Resolution& name = context_.resolution(index != nullptr ? index->base : id);
    const bool is_variable =
        name.kind == NameKind::SharedScalar || name.kind == NameKind::SharedArray;
    return is_variable && context_.program.shared[name.index].is_non_atomic;
  }

  // ---- Awaits

  struct AwaitedPlaces {
    std::string word;  // keyword of the await
    ExprId first;
    bool is_broken = false;
  };

  // An await names one bare location, any number of times; also registers and constants.
  AwaitedPlaces check_await(ExprId condition, const std::string& word) {
    AwaitedPlaces places{.word = word, .first = {}};
    collect_awaited(condition, places);
    if (places.is_broken) return places;
    if (places.first.is_none()) {
      places.is_broken = true;
      sink_.report(DiagnosticKind::AwaitWithoutPlace, range(condition))
          .with_hint("a condition on registers alone is for `assume`");
      return places;
    }
    check_atomic(places.first, word);
    return places;
  }

  void collect_awaited(ExprId id, AwaitedPlaces& places) {
    const ExpressionNode& node = ast_[id].node;
    if (is_access(id)) return add_awaited(id, places);
    const Resolution& resolution = context_.resolution(id);
    const bool is_number =  // a function on numbers
        resolution.kind == NameKind::Intrinsic &&
        !info_of(static_cast<Intrinsic>(resolution.index)).is_instruction;
    const bool is_pure =
        is_number || is_one_of<IntegerLiteral, Name, AddressOf, Unary, Binary, Conditional>(node);
    if (!is_pure) {
      places.is_broken = true;
      sink_.report(DiagnosticKind::AwaitNotPure, range(id), {describe(context_, id)})
          .with_hint("it may mention one place, registers and constants");
      return;
    }
    // `&place` does not access the location, only the values that compute its address.
    const auto* address = std::get_if<AddressOf>(&node);
    for_each_child(ast_[address != nullptr ? address->place : id].node, [&](auto child) {
      if constexpr (std::is_same_v<decltype(child), ExprId>) collect_awaited(child, places);
    });
  }

  void add_awaited(ExprId id, AwaitedPlaces& places) {
    const ModeName& mode = *mode_of_place(ast_[id].node);
    if (!mode.is_absent()) {
      places.is_broken = true;
      sink_
          .report(DiagnosticKind::MisplacedMode, mode.range,
                  {"the place in an await has no mode of its own"})
          .with_hint(format("write `{}@{}(…)`", places.word, mode.text));
    }
    for_each_child(ast_[id].node, [&](auto child) {
      if constexpr (std::is_same_v<decltype(child), ExprId>) {
        AwaitedPlaces inner{.word = places.word, .first = {}};
        collect_awaited(child, inner);
        if (inner.is_broken) places.is_broken = true;
        if (!inner.first.is_none()) report_several(inner.first, places);
      }
    });
    if (places.first.is_none()) {
      places.first = id;
    } else if (!is_same(ast_, places.first, id)) {
      report_several(id, places);
    }
  }

  void report_several(ExprId id, AwaitedPlaces& places) {
    places.is_broken = true;
    sink_.report(DiagnosticKind::AwaitSeveralPlaces, range(id))
        .with_hint("load the other one into a register first");
  }

  // True if a location is used as a value and so reads memory. The base of an element does not.
  bool is_access(ExprId id) const {
    const ExpressionNode& node = ast_[id].node;
    if (std::holds_alternative<Name>(node)) {
      return context_.resolution(id).kind == NameKind::SharedScalar;
    }
    return mode_of_place(node) != nullptr;
  }

  // A labelled statement around the current statement.
  struct Label {
    std::string name;
    SourceRange range;
    bool is_loop = false;
  };
  [[nodiscard]] const Label* find_label(const std::string& name) const {
    const auto found = std::ranges::find(labels_, name, &Label::name);
    return found == labels_.end() ? nullptr : &*found;
  }

  CheckContext& context_;
  const Ast& ast_;
  DiagnosticSink& sink_;
  const Body& body_;
  BodyResult result_;
  std::unordered_map<std::string, std::uint32_t> registers_;
  std::set<std::string> undefined_;  // already reported
  std::vector<Label> labels_;
  std::size_t loop_depth_ = 0;
};

}  // namespace

BodyResult check_body(CheckContext& context, const Body& body) {
  return BodyChecker(context, body).run();
}

bool returns_value(const Ast& ast, ast::StmtId block) {
  bool found = false;
  for_each_statement(ast, block, [&](StmtId id) {
    const auto* result = std::get_if<Return>(&ast[id].node);
    found = found || (result != nullptr && !result->value.is_none());
  });
  return found;
}

}  // namespace drover
