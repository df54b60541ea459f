#include "frontend/check_program.h"

#include <algorithm>
#include <set>
#include <utility>

#include "frontend/ast_walk.h"
#include "frontend/check_body.h"
#include "frontend/check_context.h"
#include "frontend/parse.h"
#include "frontend/suggestion.h"
#include "support/format.h"

namespace drover {

namespace {

using namespace ast;

constexpr std::uint64_t MaxCells = 4'000'000;

// Checks all declarations in order, then the bodies, then the conditions.
class ProgramChecker {
 public:
  ProgramChecker(const Ast& ast, CheckedProgram& program,
                 std::span<const ConstantOverride> overrides,
                 const std::set<std::string>* lost_names, DiagnosticSink& sink)
      : context_{.ast = ast, .program = program, .sink = sink},
        ast_(ast),
        program_(program),
        overrides_(overrides),
        lost_names_(lost_names),
        sink_(sink) {}

  void run() {
    program_.resolutions.resize(ast_.expression_count());
    for (const Item& item : ast_.items) {
      std::visit([&](const auto& node) { declare(node); }, item.node);
    }
    check_overrides();
    for (const Item& item : ast_.items) {
      if (const auto* object = std::get_if<ObjectItem>(&item.node)) check_object(*object);
    }
    check_functions();
    check_recursion();
    check_scopes(context_);
    for (const Item& item : ast_.items) check_threads(item);
    collect_threads();
    for (const Item& item : ast_.items) {
      const auto* condition = std::get_if<ConditionItem>(&item.node);
      if (condition != nullptr) check_condition(context_, condition->condition);
    }
  }

 private:
  // ---- Declarations

  // Reports a second name of a kind. False if there was a first.
  bool check_new(const Identifier& name, DiagnosticKind kind,
                 std::map<std::string, SourceRange>& seen) {
    const auto [place, is_new] = seen.try_emplace(name.text, name.range);
    if (!is_new) {
      sink_.report(kind, name.range, {name.text}).with_note(place->second, "first declared here");
    }
    return is_new;
  }
  // Declares a global. False, and a diagnostic, if its name is taken.
  bool declare_global(const Identifier& name, GlobalKind kind, std::size_t index) {
    const Global global{kind, static_cast<std::uint32_t>(index), name.range};
    const auto [place, is_new] = context_.globals.try_emplace(name.text, global);
    if (!is_new) {
      sink_.report(DiagnosticKind::DuplicateName, name.range, {name.text})
          .with_note(place->second.range, "first declared here");
    }
    return is_new;
  }

  void declare(const ConstItem& n) {
    // Evaluated first: a constant must not mention itself.
    std::optional<std::int64_t> value = evaluate_constant(context_, n.value);
    if (!declare_global(n.name, GlobalKind::Constant, program_.constants.size())) return;
    const auto forced = std::ranges::find(overrides_, n.name.text, &ConstantOverride::name);
    if (forced != overrides_.end()) value = forced->value;
    program_.constants.push_back({n.name.text, value.value_or(0), n.name.range});
    context_.is_constant_known.push_back(value.has_value());
  }

  void declare(const SharedItem& n) {
    for (const SharedDeclarator& declarator : n.declarators) {
      SharedInfo info{.name = declarator.name.text,
                      .is_array = !declarator.size.is_none(),
                      .is_non_atomic = n.is_non_atomic,
                      .initial = initial_values(declarator),
                      .range = declarator.name.range};
      if (!declare_global(declarator.name, GlobalKind::Shared, program_.shared.size())) continue;
      program_.shared.push_back(std::move(info));
    }
  }

  // Returns the initial values of a declaration; none after an error.
  std::vector<std::int64_t> initial_values(const SharedDeclarator& n) {
    std::vector<std::int64_t> values;
    bool is_good = true;
    for (const ExprId id : n.initial) {
      const std::optional<std::int64_t> value = evaluate_constant(context_, id);
      is_good = is_good && value.has_value();
      values.push_back(value.value_or(0));
    }
    const std::optional<std::size_t> size = cell_count(n);
    if (!size || !check_initialiser(n, *size) || !is_good) return {};
    total_cells_ += *size;
    if (total_cells_ > MaxCells) {
      sink_.report(DiagnosticKind::TooManyCells, n.name.range,
                   {format("{} or more", total_cells_), std::to_string(MaxCells)});
      total_cells_ = 0;
      return {};
    }
    values.resize(*size);
    return values;
  }

  std::optional<std::size_t> cell_count(const SharedDeclarator& n) {
    if (n.size.is_none()) return 1;
    const std::optional<std::int64_t> size = evaluate_constant(context_, n.size);
    if (!size) return std::nullopt;
    if (*size < 1 || *size > MaxArraySize) {
      sink_.report(DiagnosticKind::BadArraySize, ast_[n.size].range,
                   {std::to_string(*size), std::to_string(MaxArraySize)});
      return std::nullopt;
    }
    return static_cast<std::size_t>(*size);
  }

  bool check_initialiser(const SharedDeclarator& n, std::size_t size) {
    const bool is_array = !n.size.is_none();
    if (is_array && !n.has_braces && !n.initial.empty()) {
      sink_
          .report(DiagnosticKind::InitialiserShape, ast_[n.initial.front()].range,
                  {format("array `{}` needs its initial values in braces", n.name.text)})
          .with_hint("write `{…}`");
      return false;
    }
    if (!is_array && n.has_braces) {
      sink_.report(
          DiagnosticKind::InitialiserShape, n.name.range,
          {format("`{}` is not an array and has one initial value, without braces", n.name.text)});
      return false;
    }
    if (n.initial.size() > size) {
      sink_.report(DiagnosticKind::TooManyInitialisers, ast_[n.initial[size]].range,
                   {std::to_string(n.initial.size()), counted(size, "cell")});
      return false;
    }
    return true;
  }

  void declare(const StructItem& n) {
    StructInfo info{.name = n.name.text, .fields = {}, .range = n.name.range};
    std::map<std::string, SourceRange> seen;
    for (const StructFieldDeclaration& field : n.members) {
      if (!check_new(field.name, DiagnosticKind::DuplicateField, seen)) continue;
      info.fields.push_back({field.name.text, field.is_non_atomic});
    }
    if (n.members.empty()) sink_.report(DiagnosticKind::EmptyStruct, n.name.range, {n.name.text});
    if (!declare_global(n.name, GlobalKind::Struct, program_.structs.size())) return;
    program_.structs.push_back(std::move(info));
  }

  void declare(const FunctionItem& n) {
    if (!declare_global(n.name, GlobalKind::Function, program_.functions.size())) return;
    program_.functions.push_back({.name = n.name.text,
                                  .parameter_count = n.parameters.size(),
                                  .registers = {},
                                  .returns_value = returns_value(ast_, n.body),
                                  .body = n.body,
                                  .range = n.name.range});
    function_items_.push_back(&n);
  }

  void declare(const InitItem& /*n*/) {}
  void declare(const FinalItem& /*n*/) {}
  void declare(const ThreadItem& /*n*/) {}
  void declare(const ConditionItem& /*n*/) {}
  void declare(const ObjectItem& n) {
    check_new(n.name, DiagnosticKind::DuplicateName, object_ranges_);
  }

  // ---- Objects

  void check_object(const ObjectItem& n) {
    SpecifiedObject object{.name = n.name.text, .source = n.name.range};
    if (!n.promise.is_absent()) {
      const auto promise = promise_named(n.promise.text);
      if (!promise) {
        sink_.report(DiagnosticKind::UnknownPromise, n.promise.range, {n.promise.text})
            .with_hint("the promises are `none`, `v`, `vi`, `vr`, `vir` and `all`");
      }
      object.promise = promise.value_or(Promise::None);
    }
    if (n.kind.is_absent()) {
      for (const FunctionItem& function : n.functions) check_specification(object, function);
      for (const ObjectEntry& entry : n.entries) add_operation(object, entry.key, Method::Read);
    } else if (const ObjectKindInfo* kind = find_object_kind(n.kind.text)) {
      object.kind = kind->kind;
      for (const ObjectEntry& entry : n.entries) check_entry(object, *kind, entry);
    } else {
      std::vector<std::string> names;
      for (const ObjectKindInfo& each : object_kinds()) names.emplace_back(each.name);
      sink_.report(DiagnosticKind::UnknownObjectKind, n.kind.range, {n.kind.text})
          .with_hint(format("there are {}; or write the specification: `object {} {{ … }}`",
                            quoted_list(names), n.name.text));
    }
    set_callers(object, n.singles, Callers::One);
    set_callers(object, n.owned, Callers::Owner);
    program_.objects.push_back(std::move(object));
  }

  void set_callers(SpecifiedObject& object, const std::vector<Identifier>& functions,
                   Callers callers) {
    for (const Identifier& function : functions) {
      const auto found = std::ranges::find(object.operations, function.text,
                                           &SpecifiedObject::Operation::function);
      if (found == object.operations.end()) {
        sink_.report(DiagnosticKind::UnknownOperation, function.range, {function.text});
      } else {
        found->callers = callers;
      }
    }
  }

  // Adds an operation, if there is such a function.
  const FunctionInfo* add_operation(SpecifiedObject& object, const Identifier& function,
                                    Method method) {
    const auto found = std::ranges::find(program_.functions, function.text, &FunctionInfo::name);
    if (found == program_.functions.end()) {
      sink_.report(DiagnosticKind::UnknownOperation, function.range, {function.text});
      return nullptr;
    }
    if (!operations_.insert(function.text).second) {
      sink_.report(DiagnosticKind::SharedOperation, function.range, {function.text});
      return nullptr;
    }
    object.operations.push_back({function.text, method});
    return &*found;
  }

  void check_specification(SpecifiedObject& object, const FunctionItem& specification) {
    const FunctionInfo* function = add_operation(object, specification.name, Method::Read);
    if (function == nullptr || function->parameter_count == specification.parameters.size()) return;
    sink_.report(DiagnosticKind::OperationParameters, specification.name.range,
                 {function->name, counted(specification.parameters.size(), "parameter"),
                  std::to_string(function->parameter_count)});
  }

  // `enqueue`, `insert = enqueue`, or a variant: `capacity = 2`.
  void check_entry(SpecifiedObject& object, const ObjectKindInfo& kind, const ObjectEntry& entry) {
    const MethodInfo* method = find_method(kind, entry.key.text);
    if (!entry.value.is_none() && method == nullptr) return check_variant(object, kind, entry);
    if (method == nullptr) return report_no_method(kind, entry.key);
    Identifier function = entry.key;
    if (!entry.value.is_none()) {
      const Expression& value = ast_[entry.value];
      const auto* name = std::get_if<Name>(&value.node);
      function = {name == nullptr ? "" : name->name, value.range};
    }
    add_operation(object, function, method->method);
  }

  void report_no_method(const ObjectKindInfo& kind, const Identifier& name) {
    std::vector<std::string> names;
    for (const MethodInfo& method : kind.methods) {
      names.emplace_back(method.names.substr(0, method.names.find(' ')));
    }
    sink_.report(DiagnosticKind::UnknownMethod, name.range, {name.text, std::string(kind.name)})
        .with_hint(format("write which operation it is, `insert = {}`; there are {}", name.text,
                          quoted_list(names)));
  }

  void check_variant(SpecifiedObject& object, const ObjectKindInfo& kind,
                     const ObjectEntry& entry) {
    const std::optional<std::int64_t> value = evaluate_constant(context_, entry.value);
    ObjectVariant& variant = object.variant;
    const std::string& word = entry.key.text;
    if (word == "empty") {
      variant.empty = value.value_or(0);
    } else if (word == "initial") {
      variant.initial = value.value_or(0);
    } else if (word == "capacity") {
      variant.capacity = value;
    } else if (word == "relaxed") {
      variant.relaxed = value.value_or(1);
    } else if (word == "spurious") {
      variant.is_spurious = value.value_or(0) != 0;
    } else if (word == "size") {
      variant.size = value.value_or(0);
    } else {
      report_no_method(kind, entry.key);
    }
  }

  void check_overrides() {
    for (const ConstantOverride& forced : overrides_) {
      const Global* global = context_.find_global(forced.name);
      if (global != nullptr && global->kind == GlobalKind::Constant) continue;
      if (lost_names_ != nullptr && lost_names_->contains(forced.name)) continue;
      const auto constants = context_.global_names({GlobalKind::Constant});
      std::string hint = did_you_mean(forced.name, constants);
      if (!hint.empty()) hint += " ";
      hint += constants.empty() ? "this program has no constants"
                                : format("the constants are {}", quoted_list(constants));
      sink_.report(DiagnosticKind::OverrideOfNoConstant, {}, {forced.name}).with_hint(hint);
    }
  }

  // A local name must not hide a global name: a reader could not tell a load from a register.
  void check_free(const Identifier& name) {
    const Global* global = context_.find_global(name.text);
    if (global == nullptr) return;
    sink_.report(DiagnosticKind::NameTaken, name.range, {name.text, word_for(global->kind)})
        .with_note(global->range, "declared here");
  }

  // ---- Functions

  void check_functions() {
    for (std::size_t i = 0; i < function_items_.size(); ++i) {
      const FunctionItem& item = *function_items_[i];
      Body body{.kind = BodyKind::Function, .name = item.name.text, .block = item.body};
      std::map<std::string, SourceRange> seen;
      for (const Identifier& parameter : item.parameters) {
        check_free(parameter);
        if (!check_new(parameter, DiagnosticKind::DuplicateParameter, seen)) continue;
        body.parameters.push_back(parameter.text);
      }
      BodyResult result = check_body(context_, body);
      program_.functions[i].registers = std::move(result.registers);
      calls_.push_back(std::move(result.calls));
      spawns_.push_back(std::move(result.spawns));
    }
  }

  // Code that runs before or after all threads must not spawn threads, neither itself nor in the
  // functions that it calls.
  void check_no_spawns(const std::string& block, const BodyResult& result) {
    constexpr const char* Hint = "spawn it from a thread";
    for (const CallSite& spawn : result.spawns) {
      sink_.report(DiagnosticKind::SpawnOutsideThread, spawn.range, {block}).with_hint(Hint);
    }
    for (const CallSite& call : result.calls) {
      std::vector<std::uint32_t> open{call.callee};
      std::set<std::uint32_t> seen{call.callee};
      while (!open.empty()) {
        const std::uint32_t function = open.back();
        open.pop_back();
        if (!spawns_[function].empty()) {
          sink_.report(DiagnosticKind::SpawnOutsideThread, call.range, {block})
              .with_hint(Hint)
              .with_note(spawns_[function].front().range, "spawned here");
          break;
        }
        for (const CallSite& inner : calls_[function]) {
          if (seen.insert(inner.callee).second) open.push_back(inner.callee);
        }
      }
    }
  }

  // Searches the calls depth first with an explicit stack: chains of calls may be long.
  void check_recursion() {
    enum class State : std::uint8_t { New, Open, Done };
    std::vector<State> states(calls_.size(), State::New);
    struct Visit {
      std::uint32_t function = 0;
      std::size_t next_call = 0;
    };
    for (std::uint32_t root = 0; root < calls_.size(); ++root) {
      if (states[root] != State::New) continue;
      std::vector<Visit> path = {{root, 0}};
      states[root] = State::Open;
      while (!path.empty()) {
        Visit& visit = path.back();
        if (visit.next_call == calls_[visit.function].size()) {
          states[visit.function] = State::Done;
          path.pop_back();
          continue;
        }
        const CallSite call = calls_[visit.function][visit.next_call++];
        if (states[call.callee] == State::New) {
          states[call.callee] = State::Open;
          path.push_back({call.callee, 0});
        } else if (states[call.callee] == State::Open) {
          std::string cycle;
          const auto start = std::ranges::find(path, call.callee, &Visit::function);
          for (auto each = start; each != path.end(); ++each) {
            cycle += program_.functions[each->function].name + " → ";
          }
          sink_
              .report(DiagnosticKind::Recursion, call.range,
                      {cycle + program_.functions[call.callee].name})
              .with_hint("functions are inlined: use a loop");
        }
      }
    }
  }

  // ---- Threads

  void check_threads(const Item& item) {
    if (const auto* init = std::get_if<InitItem>(&item.node)) {
      check_block(init->body, BodyRole::Init, item.range);
    } else if (const auto* last = std::get_if<FinalItem>(&item.node)) {
      check_block(last->body, BodyRole::Final, item.range);
    } else if (const auto* thread = std::get_if<ThreadItem>(&item.node)) {
      check_thread(*thread);
    }
  }

  void check_block(StmtId block, BodyRole role, SourceRange range) {
    const bool is_init = role == BodyRole::Init;
    const std::string name = is_init ? "init" : "final";
    SourceRange word = range;
    word.end = word.begin + static_cast<std::uint32_t>(name.size());
    const Body body{
        .kind = is_init ? BodyKind::Init : BodyKind::Final, .name = name, .block = block};
    BodyResult result = check_body(context_, body);
    check_no_spawns(name, result);
    std::optional<ThreadInfo>& slot = is_init ? init_ : final_;
    if (slot) {
      sink_.report(DiagnosticKind::DuplicateBlock, word, {name})
          .with_note(slot->range, "the first is here");
      return;
    }
    slot = ThreadInfo{.name = name,
                      .role = role,
                      .registers = std::move(result.registers),
                      .body = block,
                      .range = word};
  }

  void check_thread(const ThreadItem& n) {
    const bool is_family = !n.variable.is_absent();
    if (is_family) check_free(n.variable);
    const Body body{.kind = BodyKind::Thread,
                    .name = n.name.text,
                    .block = n.body,
                    .family_variable = n.variable.text};
    const BodyResult result = check_body(context_, body);
    has_thread_item_ = true;
    ThreadInfo thread{.name = n.name.text,
                      .role = BodyRole::Worker,
                      .registers = result.registers,
                      .body = n.body,
                      .range = n.name.range};
    if (!is_family) {
      check_places(context_, n, thread);
      return add_worker(thread);
    }
    const std::optional<std::int64_t> first = evaluate_constant(context_, n.first);
    const std::optional<std::int64_t> last = evaluate_constant(context_, n.last);
    if (first && last && check_range(n, *first, *last)) {
      for (std::int64_t value = *first; value <= *last; ++value) {
        thread.name = n.name.text + std::to_string(value);
        thread.family_value = value;
        check_places(context_, n, thread);
        add_worker(thread);
      }
    }
  }

  // True if the family may be expanded.
  bool check_range(const ThreadItem& n, std::int64_t first, std::int64_t last) {
    if (first > last) {
      empty_families_.push_back({&n, first, last});
      return false;
    }
    if (first < 0) {
      sink_.report(DiagnosticKind::NegativeFamily, ast_[n.first].range, {std::to_string(first)});
      return false;
    }
    // The operands are not negative: no overflow.
    const std::uint64_t count =
        static_cast<std::uint64_t>(last - first) + 1 + static_cast<std::uint64_t>(workers_.size());
    if (count > MaxThreads) {
      sink_.report(DiagnosticKind::TooManyThreads, n.name.range,
                   {std::to_string(count), std::to_string(MaxThreads)});
      return false;
    }
    return true;
  }

  // A family of N threads with N = 0 may be empty, unless no thread is left.
  void check_empty_families() {
    for (const auto& [item, first, last] : empty_families_) {
      const bool is_named = mentions_constant(item->first) || mentions_constant(item->last);
      if (is_named && last == first - 1 && !workers_.empty()) continue;
      sink_.report(DiagnosticKind::EmptyFamily, ast_[item->first].range,
                   {item->name.text, std::to_string(first), std::to_string(last)});
    }
  }
  [[nodiscard]] bool mentions_constant(ExprId root) const {
    bool is_found = false;
    for_each_expression(ast_, root, [&](ExprId id) {
      is_found = is_found || std::holds_alternative<Name>(ast_[id].node);
    });
    return is_found;
  }

  void add_worker(const ThreadInfo& thread) {
    const Identifier name{thread.name, thread.range};
    if (!check_new(name, DiagnosticKind::DuplicateThread, thread_ranges_)) return;
    workers_.push_back(thread);
    if (workers_.size() > MaxThreads) {
      sink_.report(DiagnosticKind::TooManyThreads, thread.range,
                   {format("more than {}", MaxThreads), std::to_string(MaxThreads)});
      workers_.pop_back();
    }
  }

  void collect_threads() {
    check_empty_families();
    if (lost_names_ == nullptr && !has_thread_item_ && !init_ && !final_) {
      sink_.report(DiagnosticKind::NoThreads, {}).with_hint("write `thread t { … }`");
    }
    if (init_) program_.threads.push_back(*std::move(init_));
    std::ranges::move(workers_, std::back_inserter(program_.threads));
    if (final_) program_.threads.push_back(*std::move(final_));
  }

  CheckContext context_;
  const Ast& ast_;
  CheckedProgram& program_;
  std::span<const ConstantOverride> overrides_;
  const std::set<std::string>* lost_names_;  // null if the program is whole
  DiagnosticSink& sink_;

  std::uint64_t total_cells_ = 0;
  std::vector<const FunctionItem*> function_items_;  // parallel to CheckedProgram::functions
  std::vector<std::vector<CallSite>> calls_;         // as function_items_
  std::vector<std::vector<CallSite>> spawns_;        // as function_items_
  std::optional<ThreadInfo> init_;
  std::optional<ThreadInfo> final_;
  struct EmptyFamily {
    const ThreadItem* item = nullptr;
    std::int64_t first = 0;
    std::int64_t last = 0;
  };
  std::vector<EmptyFamily> empty_families_;
  std::vector<ThreadInfo> workers_;
  std::map<std::string, SourceRange> thread_ranges_;
  std::map<std::string, SourceRange> object_ranges_;
  std::set<std::string> operations_;  // of all objects
  bool has_thread_item_ = false;
};

}  // namespace

namespace {

// Returns the tree with the specifications in place of the operations; nothing if none is code.
std::optional<Ast> with_specifications(const Ast& ast) {
  Ast out = ast;
  std::vector<Item> states;
  bool has_some = false;
  for (Item& item : out.items) {
    auto* object = std::get_if<ObjectItem>(&item.node);
    if (object == nullptr || object->functions.empty()) continue;
    has_some = true;
    for (SharedItem& state : object->states) states.push_back({std::move(state), item.range});
    for (FunctionItem& specification : object->functions) {
      object->entries.push_back({specification.name, {}});
      for (Item& other : out.items) {
        auto* function = std::get_if<FunctionItem>(&other.node);
        if (function == nullptr || function->name != specification.name) continue;
        *function = std::move(specification);
        break;
      }
    }
    object->states.clear();
    object->functions.clear();
  }
  if (!has_some) return std::nullopt;
  out.items.insert(out.items.begin(), states.begin(), states.end());
  return out;
}

}  // namespace

std::optional<CheckedProgram> check_program(Ast ast, std::span<const ConstantOverride> overrides,
                                            DiagnosticSink& sink) {
  CheckedProgram program;
  program.ast = std::move(ast);
  const std::size_t errors_before = sink.error_count();
  ProgramChecker(program.ast, program, overrides, nullptr, sink).run();
  if (sink.error_count() == errors_before) check_registers(program, sink);
  if (sink.error_count() > errors_before) return std::nullopt;
  if (std::optional<Ast> sequential = with_specifications(program.ast)) {
    auto checked = check_program(*std::move(sequential), overrides, sink);
    if (!checked) return std::nullopt;
    program.sequential = std::make_shared<const CheckedProgram>(*std::move(checked));
  }
  return program;
}

bool CheckedProgram::is_operation(const std::string& function) const {
  return std::ranges::any_of(objects, [&](const SpecifiedObject& object) {
    return std::ranges::find(object.operations, function, &SpecifiedObject::Operation::function) !=
           object.operations.end();
  });
}

std::optional<CheckedProgram> read_program(const SourceBuffer& source,
                                           std::span<const ConstantOverride> overrides,
                                           DiagnosticSink& sink) {
  ParseResult parsed = parse_partly(source, sink);
  if (parsed.is_whole) return check_program(std::move(parsed.ast), overrides, sink);
  // Only for the diagnostics. The other items may have declared the lost names.
  CheckedProgram program;
  program.ast = std::move(parsed.ast);
  ProgramChecker(program.ast, program, overrides, &parsed.lost_names, sink).run();
  return std::nullopt;
}

}  // namespace drover
