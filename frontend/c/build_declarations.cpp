#include <algorithm>

#include "frontend/c/unit_builder.h"
#include "support/format.h"

namespace drover::c {

UnitBuilder::UnitBuilder(const SourceBuffer& text, const SectionOffsets& offsets,
                         const LineMap& map, Attributes& attributes,
                         const std::vector<std::string>& left_out, DiagnosticSink& sink)
    : offsets_(offsets), map_(map), attributes_(attributes), left_out_(left_out), sink_(sink) {
  scopes_.emplace_back();
  read_pragmas(text);
}

// ---- Names, places, complaints --------------------------------------------------------

SourceRange UnitBuilder::place(antlr4::ParserRuleContext& tree) const {
  return map_.place(offsets_.range(tree));
}
SourceRange UnitBuilder::place(antlr4::Token& token) const {
  return map_.place(offsets_.range(token));
}

void UnitBuilder::error(SourceRange at, std::string text, std::string hint) {
  sink_.report(DiagnosticKind::CError, at, {std::move(text)}).with_hint(std::move(hint));
}

void UnitBuilder::unsupported(SourceRange at, std::string text, std::string hint) {
  sink_.report(DiagnosticKind::CUnsupported, at, {std::move(text)}).with_hint(std::move(hint));
}

Symbol* UnitBuilder::find(std::string_view name) {
  for (auto scope = scopes_.rbegin(); scope != scopes_.rend(); ++scope) {
    const auto found = scope->names.find(name);
    if (found != scope->names.end()) return &found->second;
  }
  return nullptr;
}

TypeId* UnitBuilder::find_tag(std::string_view tag) {
  for (auto scope = scopes_.rbegin(); scope != scopes_.rend(); ++scope) {
    const auto found = scope->tags.find(tag);
    if (found != scope->tags.end()) return &found->second;
  }
  return nullptr;
}

void UnitBuilder::declare(const std::string& name, Symbol symbol, SourceRange at) {
  const auto [known, is_new] = scopes_.back().names.try_emplace(name, symbol);
  if (is_new) return;
  const bool is_same_type = known->second.kind == SymbolKind::Type &&
                            symbol.kind == SymbolKind::Type &&
                            types_.is_compatible(known->second.type, symbol.type);
  const bool is_same_kind =
      known->second.kind == symbol.kind &&
      (symbol.kind == SymbolKind::Function || symbol.kind == SymbolKind::Global);
  if (!is_same_type && !is_same_kind) error(at, format("redeclaration of `{}`", name));
  known->second = symbol;
}

// ---- Declarations -----------------------------------------------------------------------

Unit UnitBuilder::build(Grammar::TranslationUnitContext& tree) {
  const auto externals = tree.externalDeclaration();
  for (auto* each : externals) {
    auto* external = exactly<Grammar::ExternalContext>(each);
    if (external == nullptr || external->block() == nullptr) continue;
    Grammar::DeclaratorContext* declarator = external->initDeclarator(0)->declarator();
    while (declarator != nullptr && declarator->directDeclarator() != nullptr) {
      auto* named = exactly<Grammar::NamedDeclaratorContext>(declarator->directDeclarator());
      auto* nested = exactly<Grammar::NestedDeclaratorContext>(declarator->directDeclarator());
      if (named != nullptr) defined_.insert(named->IDENTIFIER()->getText());
      declarator = nested == nullptr ? nullptr : nested->declarator();
    }
  }
  for (auto* each : externals) {
    if (sink_.is_full()) break;
    build_external(*each);
  }
  check_bodies();
  report_attributes();
  return std::move(unit_);
}

void UnitBuilder::build_external(Grammar::ExternalDeclarationContext& tree) {
  match(
      tree, [&](Grammar::ExternalContext& external) { declare(external); },
      [&](Grammar::BareExternalContext& bare) { build_specifiers(bare.specifier()); },
      [&](Grammar::ExternalAssertionContext& assertion) {
        check_static_assertion(*assertion.staticAssertion());
      },
      [&](Grammar::ExternalAssemblyContext& assembly) {
        unsupported(place(assembly), "`asm` is", "leave it out, or write it in C");
      },
      [](Grammar::EmptyExternalContext& /*nothing*/) {});
}

void UnitBuilder::declare(Grammar::ExternalContext& external) {
  const Specifiers specifiers = build_specifiers(external.specifier());
  if (external.block() == nullptr) {
    for (auto* each : external.initDeclarator()) declare_global(specifiers, *each);
    return;
  }
  auto& first = *external.initDeclarator(0);
  const Declarator declarator = build_declarator(first.declarator(), specifiers.type, place(first));
  const Demands demands = demands_of(specifiers, first.declarator());
  demanded(declarator.type, demands, DeclaredAs::Function);
  define_function(specifiers, declarator, demands, *external.block());
}

void UnitBuilder::check_static_assertion(Grammar::StaticAssertionContext& tree) {
  const auto value = constant(build_value(*tree.expression()));
  if (!value) error(place(tree), "the condition of a static assertion is not constant");
  if (value == 0) error(place(tree), "a static assertion does not hold");
}

bool UnitBuilder::declare_no_object(const Specifiers& specifiers, Declarator& declarator,
                                    const Demands& demands, DeclaredAs object) {
  const bool is_function = types_.is_function(declarator.type);
  const DeclaredAs as = specifiers.is_typedef ? DeclaredAs::Type
                        : is_function         ? DeclaredAs::Function
                                              : object;
  declarator.type = demanded(declarator.type, demands, as);
  if (specifiers.is_typedef) {
    declare_type(declarator);
  } else if (is_function) {
    note_function(declare_function(declarator), demands);
  }
  return as != object;
}

void UnitBuilder::declare_type(const Declarator& declarator) {
  if (types_.is_record(declarator.type)) {
    Record& record = types_.record(types_[declarator.type].record);
    if (record.name().empty()) record.alias = declarator.name;
  }
  declare(declarator.name, {.kind = SymbolKind::Type, .type = declarator.type}, declarator.place);
}

std::uint32_t UnitBuilder::declare_function(const Declarator& declarator) {
  const auto known = std::ranges::find(unit_.functions, declarator.name, &Function::name);
  const auto index = static_cast<std::uint32_t>(known - unit_.functions.begin());
  if (known == unit_.functions.end()) {
    unit_.functions.push_back(
        {.name = declarator.name, .type = declarator.type, .place = declarator.place});
  } else if (known->body.is_none() && types_[declarator.type].has_prototype) {
    known->type = declarator.type;
  }
  const Symbol symbol{
      .kind = SymbolKind::Function, .type = unit_.functions[index].type, .index = index};
  scopes_.front().names.insert_or_assign(declarator.name, symbol);
  if (!is_global_scope()) declare(declarator.name, symbol, declarator.place);
  return index;
}

void UnitBuilder::define_function(const Specifiers& specifiers, const Declarator& declarator,
                                  const Demands& demands, Grammar::BlockContext& body) {
  if (specifiers.is_typedef || !types_.is_function(declarator.type) || !declarator.parameters) {
    error(declarator.place, format("`{}` has a body, but is not a function", declarator.name));
    return;
  }
  if (types_[declarator.type].is_variadic) {
    unsupported(declarator.place,
                format("`{}` with a variable number of arguments is", declarator.name),
                "give it the parameters that it needs");
    return;
  }
  const std::uint32_t index = declare_function(declarator);
  note_function(index, demands);
  const bool is_from_header = map_.is_from_header(body.start->getStartIndex());
  Function& function = unit_.functions[index];
  if (!function.body.is_none() && !function.is_from_header) {
    error(declarator.place, format("a second body for `{}`", declarator.name));
    return;
  }
  if (is_from_header && !function.body.is_none()) return;
  function.type = declarator.type;
  function.place = declarator.place;
  function.is_from_header = is_from_header;
  function.variables.clear();
  function_ = index;
  scope_ = 0;
  scopes_.emplace_back();
  for (const Parameter& parameter : *declarator.parameters) {
    complete(parameter.type, parameter.place, "a parameter");
    const std::uint32_t variable = add_variable(parameter.name, parameter.type, parameter.place);
    if (parameter.name.empty()) continue;
    declare(parameter.name, {.kind = SymbolKind::Local, .type = parameter.type, .index = variable},
            parameter.place);
  }
  current().parameter_count = current().variables.size();
  const std::size_t first_node = unit_.nodes.size();
  const std::size_t first_statement = unit_.statements.size();
  const StatementId built = build_block(body);
  current().body = built;
  if (current().name == "main") add_main_arguments(first_node);
  finish_function(first_node);
  check_labels(first_statement);
  scopes_.pop_back();
  function_.reset();
}

// Adds argv and envp if `main` uses them: argv has only the program's name, envp nothing.
void UnitBuilder::add_main_arguments(std::size_t first_node) {
  constexpr std::string_view Name = "program";
  const TypeId text = types_.pointer_to(types_.basic(TypeKind::Char));
  const auto is_mentioned = [&](std::uint32_t parameter) {
    return std::any_of(
        unit_.nodes.begin() + static_cast<std::ptrdiff_t>(first_node), unit_.nodes.end(),
        [&](const Node& node) { return node.kind == NodeKind::Local && node.index == parameter; });
  };
  const auto add_global = [&](std::string name, TypeId type) {
    unit_.globals.push_back(
        {.name = std::move(name), .type = type, .place = current().place, .is_defined = true});
    return static_cast<std::uint32_t>(unit_.globals.size() - 1);
  };
  unit_.main_arguments.assign(current().parameter_count, std::nullopt);
  for (std::uint32_t i = 1; i < current().parameter_count; ++i) {
    if (!types_.is_pointer(current().variables[i].type) || !is_mentioned(i)) continue;
    const bool is_argv = i == 1;
    const std::uint32_t list =
        add_global(is_argv ? "argv" : "envp", types_.array_of(text, is_argv ? 2 : 1));
    unit_.main_arguments[i] = list;
    if (!is_argv) continue;
    const std::uint32_t name =
        add_global("argv[0]", types_.array_of(types_.basic(TypeKind::Char), Name.size() + 1));
    for (std::size_t at = 0; at < Name.size(); ++at) {
      unit_.globals[name].initial.push_back(
          {.offset = at, .value = Name[at], .type = types_.basic(TypeKind::Char)});
    }
    unit_.globals[list].initial.push_back({.offset = 0, .value = 0, .global = name, .type = text});
  }
}

void UnitBuilder::check_labels(std::size_t first_statement) {
  std::set<std::string> labels;
  const std::span statements = std::span(unit_.statements).subspan(first_statement);
  for (const Statement& each : statements) {
    if (each.kind == StatementKind::Label && !labels.insert(each.text).second) {
      error(each.place, format("a second label `{}`", each.text));
    }
  }
  for (const Statement& each : statements) {
    if (each.kind == StatementKind::Goto && !labels.contains(each.text)) {
      error(each.place, format("there is no label `{}`", each.text));
    }
  }
}

// Marks the variables that need an address. A variable does not if its address goes only to a
// builtin that writes a single value there.
void UnitBuilder::finish_function(std::size_t first_node) {
  const auto root_of = [&](NodeId id) {
    while ((*this)[id].kind == NodeKind::Member || (*this)[id].kind == NodeKind::Element) {
      id = (*this)[id].a;
    }
    return id;
  };
  for (std::size_t i = first_node; i < unit_.nodes.size(); ++i) {
    const Node& node = unit_.nodes[i];
    if (node.kind != NodeKind::AddressOf || excused_.contains(static_cast<std::uint32_t>(i))) {
      continue;
    }
    const Node& root = (*this)[root_of(node.a)];
    if (root.kind == NodeKind::Local) current().variables[root.index].is_in_memory = true;
  }
  for (Variable& variable : current().variables) {
    variable.is_in_memory |= !types_.is_scalar(variable.type);
  }
  for (std::size_t i = first_node; i < unit_.nodes.size(); ++i) {
    Node& node = unit_.nodes[i];
    if (node.kind == NodeKind::Local) {
      node.is_in_memory = current().variables[node.index].is_in_memory;
    }
  }
}

void UnitBuilder::declare_global(const Specifiers& specifiers,
                                 Grammar::InitDeclaratorContext& tree) {
  Declarator declarator =
      build_declarator(tree.declarator(), specifiers.type, place(*tree.declarator()));
  if (declarator.name.empty()) {
    error(declarator.place, "a declaration without a name");
    return;
  }
  const Demands demands = demands_of(specifiers, tree.declarator());
  if (declare_no_object(specifiers, declarator, demands, DeclaredAs::Static)) return;
  if (const Symbol* known = find(declarator.name);
      known != nullptr && known->kind == SymbolKind::Global) {
    Global& global = unit_.globals[known->index];
    if (!types_.is_compatible(global.type, declarator.type)) {
      error(declarator.place, format("redeclaration of `{}` with another type", declarator.name));
      return;
    }
    if (!types_.size_of(global.type)) global.type = declarator.type;
    const std::uint32_t index = known->index;
    global.is_defined |= !specifiers.is_extern || tree.initializer() != nullptr;
    if (tree.initializer() == nullptr) return;
    const std::uint32_t fresh =
        add_static(specifiers, declarator, declarator.name, tree.initializer());
    unit_.globals[index].type = unit_.globals[fresh].type;
    unit_.globals[index].initial = unit_.globals[fresh].initial;
    unit_.globals.pop_back();
    scopes_.front().names.find(declarator.name)->second.type = unit_.globals[index].type;
    return;
  }
  declare(declarator.name,
          {.kind = SymbolKind::Global,
           .type = declarator.type,
           .index = static_cast<std::uint32_t>(unit_.globals.size())},
          declarator.place);
  const std::uint32_t index =
      add_static(specifiers, declarator, declarator.name, tree.initializer());
  unit_.globals[index].is_defined = !specifiers.is_extern || tree.initializer() != nullptr;
  if (Symbol* symbol = find(declarator.name)) symbol->type = unit_.globals[index].type;
}

std::uint32_t UnitBuilder::add_static(const Specifiers& specifiers, const Declarator& declarator,
                                      const std::string& name,
                                      Grammar::InitializerContext* initial) {
  const auto index = static_cast<std::uint32_t>(unit_.globals.size());
  unit_.globals.push_back({.name = name,
                           .type = declarator.type,
                           .place = declarator.place,
                           .is_thread_local = specifiers.is_thread_local,
                           .is_defined = true});
  if (initial == nullptr) return index;
  TypeId type = declarator.type;
  const std::vector<InitialItem> items = build_initialiser(type, *initial);
  unit_.globals[index].type = type;
  add_initial(unit_.globals[index], items, format("the initial value of `{}`", name));
  return index;
}

void UnitBuilder::add_initial(Global& global, const std::vector<InitialItem>& items,
                              const std::string& what) {
  for (const InitialItem& item : items) {
    if (item.value.is_none()) continue;
    auto value = static_value(item.value);
    if (!value) {
      error(place_of(item.value), format("{} is not constant", what));
      continue;
    }
    value->offset = item.offset;
    value->type = item.type;
    global.initial.push_back(*value);
  }
}

void UnitBuilder::declare_local(const Specifiers& specifiers, Grammar::InitDeclaratorContext& tree,
                                std::vector<StatementId>& out) {
  const SourceRange at = place(*tree.declarator());
  TypeId base = specifiers.type;
  if (specifiers.is_auto_type) {
    if (tree.initializer() == nullptr || tree.initializer()->expression() == nullptr) {
      error(at, "`__auto_type` needs a value to take the type of");
      return;
    }
    base = types_.unqualified(type_of(build_value(*tree.initializer()->expression())));
  }
  Declarator declarator = build_declarator(tree.declarator(), base, at);
  const Demands demands = demands_of(specifiers, tree.declarator());
  const bool is_static = specifiers.is_extern || specifiers.is_static || specifiers.is_thread_local;
  const DeclaredAs object = is_static ? DeclaredAs::Static : DeclaredAs::Local;
  if (declare_no_object(specifiers, declarator, demands, object)) return;
  if (specifiers.is_extern) {
    auto& globals = scopes_.front().names;
    if (!globals.contains(declarator.name)) {
      const std::uint32_t index = add_static(specifiers, declarator, declarator.name, nullptr);
      unit_.globals[index].is_defined = false;
      globals[declarator.name] = {
          .kind = SymbolKind::Global, .type = declarator.type, .index = index};
    }
    scopes_.back().names.insert_or_assign(declarator.name, globals.at(declarator.name));
    return;
  }
  if (is_static) {
    const std::string shown = format("{}.{}", current().name, declarator.name);
    const std::uint32_t index = add_static(specifiers, declarator, shown, tree.initializer());
    declare(declarator.name,
            {.kind = SymbolKind::Global, .type = unit_.globals[index].type, .index = index}, at);
    return;
  }
  const std::uint32_t variable = add_variable(declarator.name, declarator.type, at);
  declare(declarator.name, {.kind = SymbolKind::Local, .type = declarator.type, .index = variable},
          at);
  std::vector<InitialItem> items;
  if (tree.initializer() != nullptr) {
    items = build_initialiser(declarator.type, *tree.initializer());
    current().variables[variable].type = declarator.type;
    find(declarator.name)->type = declarator.type;
  }
  complete(declarator.type, at, format("`{}`", declarator.name));
  if (demands.cleanup != nullptr) {
    const NodeId call = cleanup_call(variable, *demands.cleanup);
    current().variables[variable].cleanup = call;
  }
  Statement statement{.kind = tree.initializer() == nullptr ? StatementKind::Declaration
                                                            : StatementKind::Initialise,
                      .place = place(tree),
                      .items = std::move(items),
                      .variable = variable};
  out.push_back(add(std::move(statement)));
}

TypeId UnitBuilder::complete(TypeId type, SourceRange at, std::string_view what) {
  if (types_.size_of(type)) return type;
  error(at, format("{} has the incomplete type `{}`", what, types_.name(type)));
  return int_type();
}

std::uint32_t UnitBuilder::add_variable(std::string name, TypeId type, SourceRange at) {
  current().variables.push_back(
      {.name = std::move(name), .type = type, .place = at, .scope = scope_});
  return static_cast<std::uint32_t>(current().variables.size() - 1);
}

// Checks that every used function and variable is defined.
void UnitBuilder::check_bodies() {
  for (Global& global : unit_.globals) {
    if (types_.size_of(global.type) || !global.is_defined) continue;
    const Type& type = types_[global.type];
    if (type.kind == TypeKind::Array && types_.size_of(type.target)) {
      global.type = types_.array_of(type.target, 1);  // [C11 6.9.2p5]
    } else {
      complete(global.type, global.place, format("`{}`", global.name));
    }
  }
  std::set<std::uint32_t> told;
  for (const Node& node : unit_.nodes) {
    if (node.kind == NodeKind::Global && !unit_.globals[node.index].is_defined &&
        told.insert(node.index).second) {
      error(node.place,
            format("`{}` is declared, but not defined here", unit_.globals[node.index].name),
            "one file is checked as a whole: include the one that defines it");
    }
  }
}

}  // namespace drover::c
