#include <algorithm>

#include "frontend/c/unit_builder.h"
#include "support/format.h"

namespace drover::c {

UnitBuilder::UnitBuilder(const SourceBuffer& text, const LineMap& map,
                         const std::vector<ParsedFile>& files,
                         const std::vector<std::string>& left_out, const ReadingOptions& options,
                         OtherTags& other_tags, DiagnosticSink& sink)
    : map_(map),
      files_(files),
      left_out_(left_out),
      options_(options),
      sink_(sink),
      other_tags_(other_tags) {
  unit_.options = options;
  va_list_ = make_va_list();
  read_pragmas(text);
}

// struct { void *__drover_next; }
TypeId UnitBuilder::make_va_list() {
  const RecordId record = types_.add_record({.tag = "__builtin_va_list"});
  types_.record(record).members.push_back(
      {.name = "__drover_next", .type = types_.pointer_to(void_type())});
  types_.lay_out(record);
  return types_.of_record(record);
}

// ---- Names, places, complaints --------------------------------------------------------

SourceRange UnitBuilder::place(antlr4::ParserRuleContext& tree) const {
  return map_.place(offsets_->range(tree));
}
SourceRange UnitBuilder::place(antlr4::Token& token) const {
  return map_.place(offsets_->range(token));
}

void UnitBuilder::error(SourceRange at, std::string text, std::string hint) {
  sink_.report(DiagnosticKind::CError, at, {std::move(text)}).with_hint(std::move(hint));
}

void UnitBuilder::unsupported(SourceRange at, std::string text, std::string hint) {
  if (function_) {
    Statement statement{.kind = StatementKind::Expression, .place = at};
    statement.node = unsupported_node(at, std::move(text), std::move(hint));
    pending_.push_back(add(std::move(statement)));
    return;
  }
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
  if (header_names_ != nullptr && is_global_scope())
    header_names_->names.emplace_back(name, symbol);
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

void UnitBuilder::build_external(Grammar::ExternalDeclarationContext& tree) {
  match(
      tree, [&](Grammar::ExternalContext& external) { declare(external); },
      [&](Grammar::BareExternalContext& bare) { build_specifiers(bare.specifier()); },
      [&](Grammar::ExternalAssertionContext& assertion) {
        check_static_assertion(*assertion.staticAssertion());
      },
      [&](Grammar::ImplicitExternalContext& external) {  // before C99: returns an int
        Specifiers specifiers;
        specifiers.type = int_type();
        auto& declarator = *external.declarator();
        specifiers.place = place(declarator);
        define(build_declarator(&declarator, specifiers.type, specifiers.place), specifiers,
               declarator, external.declaration(), *external.block());
      },
      [&](Grammar::ExternalAssemblyContext& assembly) {
        warn(place(assembly), "`asm` outside functions is ignored");
      },
      [](Grammar::EmptyExternalContext& /*nothing*/) {});
}

void UnitBuilder::declare(Grammar::ExternalContext& external) {
  is_definition_ = external.block() != nullptr;
  const Specifiers specifiers = build_specifiers(external.specifier());
  is_definition_ = false;
  if (external.block() == nullptr) {
    for (auto* each : external.initDeclarator()) declare_global(specifiers, *each);
    return;
  }
  auto& first = *external.initDeclarator(0);
  define(build_declarator(first.declarator(), specifiers.type, place(first)), specifiers,
         *first.declarator(), external.declaration(), *external.block());
}

void UnitBuilder::define(Declarator declarator, const Specifiers& specifiers,
                         Grammar::DeclaratorContext& tree,
                         const std::vector<Grammar::DeclarationContext*>& parameters,
                         Grammar::BlockContext& body) {
  take_parameters(declarator, parameters);
  const Demands demands = demands_of(specifiers, &tree);
  demanded(declarator.type, demands, DeclaredAs::Function);
  define_function(specifiers, declarator, demands, body);
}

// [C11 6.9.1p6]
void UnitBuilder::take_parameters(Declarator& declarator,
                                  const std::vector<Grammar::DeclarationContext*>& declarations) {
  for (auto* each : declarations) {
    const Specifiers specifiers = build_specifiers(each->specifier());
    for (auto* one : each->initDeclarator()) {
      const Declarator made = build_declarator(one->declarator(), specifiers.type, place(*one));
      const bool is_known = declarator.parameters &&
                            std::ranges::find(*declarator.parameters, made.name,
                                              &Parameter::name) != declarator.parameters->end();
      if (!is_known) {
        error(made.place, format("`{}` is declared here, but is no parameter", made.name));
        continue;
      }
      TypeId type = made.type;
      if (types_.is_array(type)) type = types_.pointer_to(types_[type].target);
      if (types_.is_function(type)) type = types_.pointer_to(type);
      std::ranges::find(*declarator.parameters, made.name, &Parameter::name)->type = type;
    }
  }
  Type type = types_[declarator.type];
  if (type.kind != TypeKind::Function || type.has_prototype || !declarator.parameters) return;
  for (const Parameter& each : *declarator.parameters) type.parameters.push_back(each.type);
  type.has_prototype = !type.parameters.empty();
  declarator.type = types_.intern(type);
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
    note_function(declare_function(specifiers, declarator), demands);
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

std::uint32_t UnitBuilder::declare_function(const Specifiers& specifiers,
                                            const Declarator& declarator) {
  const std::optional<std::uint32_t> known = linked_function(specifiers, declarator);
  const std::uint32_t index = known.value_or(static_cast<std::uint32_t>(unit_.functions.size()));
  if (!known) {
    unit_.functions.push_back(
        {.name = declarator.name, .type = declarator.type, .place = declarator.place});
    if (!specifiers.is_static) {
      externals_.try_emplace(
          declarator.name,
          External{.is_function = true, .index = index, .file = file_, .place = declarator.place});
    }
  } else if (unit_.functions[index].body.is_none() && types_[declarator.type].has_prototype) {
    unit_.functions[index].type = declarator.type;
  }
  const Symbol symbol{
      .kind = SymbolKind::Function, .type = unit_.functions[index].type, .index = index};
  scopes_.front().names.insert_or_assign(declarator.name, symbol);
  if (header_names_ != nullptr) header_names_->names.emplace_back(declarator.name, symbol);
  if (!is_global_scope()) declare(declarator.name, symbol, declarator.place);
  return index;
}

// Before C99: a function that is called without a declaration returns an int.
void UnitBuilder::declare_implicitly(const std::string& name, SourceRange at) {
  warn(at, format("`{}` is called without a declaration: it is taken to return an int", name));
  const TypeId type =
      types_.intern({.kind = TypeKind::Function, .target = int_type(), .has_prototype = false});
  declare_function({.type = int_type(), .place = at}, {.name = name, .type = type, .place = at});
}

void UnitBuilder::define_function(const Specifiers& specifiers, const Declarator& declarator,
                                  const Demands& demands, Grammar::BlockContext& body) {
  if (specifiers.is_typedef || !types_.is_function(declarator.type) || !declarator.parameters) {
    error(declarator.place, format("`{}` has a body, but is not a function", declarator.name));
    return;
  }
  const std::uint32_t index = declare_function(specifiers, declarator);
  note_function(index, demands);
  const bool is_inline = definitions_[file_].inline_only.contains(declarator.name);
  // The definition of another file is called, as C allows.
  if (is_inline && externally_defined_.contains(declarator.name)) return;
  const bool is_from_header = map_.is_from_header(offsets_->range(*body.start).begin);
  Function& function = unit_.functions[index];
  const auto external = externals_.find(declarator.name);
  const bool is_external = external != externals_.end() && external->second.index == index &&
                           external->second.is_function;
  if (!function.body.is_none() && !function.is_from_header) {
    if (is_inline && is_external && external->second.file != file_) return;
    sink_
        .report(DiagnosticKind::CError, declarator.place,
                {format("a second body for `{}`", declarator.name)})
        .with_note(function.place, "the first one");
    return;
  }
  if (is_from_header && !function.body.is_none()) return;
  if (is_external) {
    external->second.file = file_;
    external->second.place = declarator.place;
  }
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
  settle_choices(first_node, first_statement);
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
  using enum External::Defined;
  const External::Defined defined = tree.initializer() != nullptr ? Fully
                                    : specifiers.is_extern        ? No
                                                                  : Tentatively;
  if (const auto known = linked_global(specifiers, declarator)) {
    const std::uint32_t index = *known;
    Global& global = unit_.globals[index];
    if (!types_.is_compatible(global.type, declarator.type)) {
      error(declarator.place, format("redeclaration of `{}` with another type", declarator.name));
      return;
    }
    if (!types_.size_of(global.type)) global.type = declarator.type;
    global.is_defined |= defined != No;
    note_definition(declarator.name, defined, declarator.place);
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
  const std::string name =
      specifiers.is_static ? name_of_static(declarator.name, declarator.place) : declarator.name;
  if (!specifiers.is_static) {
    externals_.try_emplace(declarator.name,
                           External{.index = static_cast<std::uint32_t>(unit_.globals.size()),
                                    .defined = defined,
                                    .file = file_,
                                    .place = declarator.place});
  }
  const std::uint32_t index = add_static(specifiers, declarator, name, tree.initializer());
  // Preprocessed text declares the streams of the library.
  const bool is_stream =
      declarator.name == "stdin" || declarator.name == "stdout" || declarator.name == "stderr";
  unit_.globals[index].is_defined = defined != No || is_stream;
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
  if (types_.is_variable_length(declarator.type) && function_) {
    error(declarator.place, format("`{}` is static, and its length is not constant", name));
  }
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
    if (is_unsupported(item.value)) {
      global.refusal = (*this)[item.value].index;
      continue;
    }
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
    if (!globals.contains(declarator.name) && !linked_global(specifiers, declarator)) {
      const std::uint32_t index = add_static(specifiers, declarator, declarator.name, nullptr);
      externals_.try_emplace(declarator.name,
                             External{.index = index, .file = file_, .place = declarator.place});
      unit_.globals[index].is_defined = false;
      globals[declarator.name] = {
          .kind = SymbolKind::Global, .type = declarator.type, .index = index};
    }
    scopes_.back().names.insert_or_assign(declarator.name, globals.at(declarator.name));
    return;
  }
  if (is_static) {
    const std::string shown = name_of_static(format("{}.{}", current().name, declarator.name), at);
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
  if (!types_.is_variable_length(declarator.type)) {
    complete(declarator.type, at, format("`{}`", declarator.name));
  } else {
    const NodeId size = computed_size(declarator.type, at);
    current().variables[variable].size = size;
  }
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

// Completes the types of variables.
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
}

}  // namespace drover::c
