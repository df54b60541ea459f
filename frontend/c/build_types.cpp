#include <algorithm>
#include <array>
#include <limits>
#include <utility>

#include "frontend/c/unit_builder.h"
#include "support/format.h"

namespace drover::c {

namespace {

constexpr std::uint64_t MaxObjectSize = std::uint64_t{1} << 24;

void add_word(const std::string& word, Qualifiers& out) {
  out.is_const |= word.find("const") != std::string::npos;
  out.is_volatile |= word.find("volatile") != std::string::npos;
}

void note_storage(const Grammar::StorageContext& tree, Specifiers& out) {
  switch (tree.op->getType()) {
    case Grammar::TYPEDEF: out.is_typedef = true; break;
    case Grammar::EXTERN: out.is_extern = true; break;
    case Grammar::STATIC: out.is_static = true; break;
    case Grammar::THREAD_LOCAL: out.is_thread_local = true; break;
    case Grammar::INLINE: out.is_inline = true; break;
    case Grammar::NORETURN: out.demands.is_noreturn = true; break;
    default: break;
  }
}

}  // namespace

Specifiers UnitBuilder::build_specifiers(const std::vector<Grammar::SpecifierContext*>& trees) {
  Specifiers out;
  Qualifiers qualifiers;
  std::vector<std::string> words;
  std::optional<TypeId> type;
  out.place = place(*trees.front());
  for (auto* tree : trees) {
    take_before(tree->getStart(), out.demands);
    match(
        *tree, [&](Grammar::StorageContext& storage) { note_storage(storage, out); },
        [&](Grammar::QualifierContext& qualifier) { add_word(qualifier.getText(), qualifiers); },
        [&](Grammar::AtomicQualifierContext& /*word*/) { qualifiers.is_atomic = true; },
        [&](Grammar::AlignmentContext& alignment) {
          out.demands.strict_alignment =
              std::max(out.demands.strict_alignment, build_alignment(alignment));
          out.demands.place = place(*tree);
        },
        [&](Grammar::BasicTypeContext& basic) { words.push_back(basic.getText()); },
        [&](Grammar::FloatingTypeContext& floating) { words.push_back(floating.getText()); },
        [&](Grammar::AutoTypeContext& /*word*/) {
          out.is_auto_type = true;
          type = int_type();
        },
        [&](antlr4::ParserRuleContext& other) { type = named_type(other); });
  }
  take_behind(trees.back()->getStop(), out.demands);
  if (!words.empty()) {
    if (type) error(out.place, "two types in one declaration");
    type = basic_type(words, out.place);
  }
  if (!type) {
    if (!is_definition_) error(out.place, "a declaration without a type");
    type = int_type();
  }
  out.type = types_.qualified(*type, qualifiers);
  return out;
}

TypeId UnitBuilder::named_type(antlr4::ParserRuleContext& tree) {
  return match(
      tree, [&](Grammar::NamedTypeContext& name) { return type_of_name(name); },
      [&](Grammar::StructDefinitionContext& record) { return build_record(record); },
      [&](Grammar::StructReferenceContext& record) {
        return record_named(record.IDENTIFIER()->getText(), record.op->getType() == Grammar::UNION,
                            false);
      },
      [&](Grammar::EnumDefinitionContext& definition) { return build_enum(definition); },
      [&](Grammar::EnumReferenceContext& reference) { return enum_named(reference); },
      [&](Grammar::AtomicTypeContext& atomic) {
        return types_.qualified(build_type(*atomic.typeName()), {.is_atomic = true});
      },
      [&](Grammar::TypeofTypeContext& of) { return type_of_operand(of); });
}

TypeId UnitBuilder::type_of_name(Grammar::NamedTypeContext& tree) {
  const Symbol* symbol = find(tree.getText());
  if (symbol != nullptr && symbol->kind == SymbolKind::Type) return symbol->type;
  error(place(tree), format("`{}` is not a type here", tree.getText()));
  return int_type();
}

TypeId UnitBuilder::type_of_operand(Grammar::TypeofTypeContext& tree) {
  if (tree.typeName() != nullptr) return build_type(*tree.typeName());
  const TypeId type = type_of_unevaluated([&] { return build_comma(*tree.commaExpression()); });
  // The alignment of an object is not part of its type.
  if (types_[type].is_alignment_of_object) return types_.aligned(type, 0, false);
  return type;
}

TypeId UnitBuilder::enum_named(Grammar::EnumReferenceContext& tree) {
  const std::string tag = tree.IDENTIFIER()->getText();
  if (const TypeId* known = find_tag(tag)) return *known;
  error(place(tree), format("undefined enum `{}`", tag));
  return int_type();
}

// [C11 6.7.2p2]
TypeId UnitBuilder::basic_type(const std::vector<std::string>& words, SourceRange at) {
  const auto count = [&](std::string_view word) {
    return std::ranges::count_if(words, [&](const std::string& each) {
      return each == word ||
             (word == "signed" && each.find("signed") != std::string::npos && each != "unsigned");
    });
  };
  const bool is_unsigned = count("unsigned") > 0;
  using enum TypeKind;
  const bool is_complex = count("_Complex") + count("__complex__") > 0;
  if (count("float") > 0) return types_.basic(is_complex ? ComplexFloat : Float);
  if (is_complex) return types_.basic(count("long") > 0 ? ComplexLongDouble : ComplexDouble);
  if (count("double") > 0) return types_.basic(count("long") > 0 ? LongDouble : Double);
  if (count("_Float128") + count("__float128") > 0) return types_.basic(Float128);
  if (count("__uint128_t") > 0) return types_.basic(UnsignedInt128);
  if (count("__int128") + count("__int128_t") > 0) {
    return types_.basic(is_unsigned ? UnsignedInt128 : Int128);
  }
  const auto longs = count("long");
  const auto pick = [&](TypeKind with_sign, TypeKind without) {
    return types_.basic(is_unsigned ? without : with_sign);
  };
  if ((is_unsigned && count("signed") > 0) || longs > 2 ||
      (count("void") + count("_Bool") > 0 && words.size() > 1)) {
    error(at, "these words do not form a type");
    return int_type();
  }
  if (count("void") > 0) return void_type();
  if (count("_Bool") > 0) return types_.basic(TypeKind::Bool);
  if (count("char") > 0) {
    if (count("signed") > 0) return types_.basic(TypeKind::SignedChar);
    return pick(TypeKind::Char, TypeKind::UnsignedChar);
  }
  if (count("short") > 0) return pick(TypeKind::Short, TypeKind::UnsignedShort);
  if (longs == 2) return pick(TypeKind::LongLong, TypeKind::UnsignedLongLong);
  if (longs == 1) return pick(TypeKind::Long, TypeKind::UnsignedLong);
  return pick(TypeKind::Int, TypeKind::UnsignedInt);
}

TypeId UnitBuilder::record_named(const std::string& tag, bool is_union, bool is_new_here) {
  const TypeId* known = find_tag(tag);
  if (known != nullptr && (!is_new_here || scopes_.back().tags.contains(tag))) return *known;
  const std::optional<TypeId> other = record_of_other_file(tag, is_union);
  const TypeId type =
      other ? *other : types_.of_record(types_.add_record({.tag = tag, .is_union = is_union}));
  scopes_.back().tags.insert_or_assign(tag, type);
  if (is_global_scope() && !other) tagged_records_[tag].push_back(type);
  if (header_names_ != nullptr) header_names_->tags.emplace_back(tag, type);
  return type;
}

TypeId UnitBuilder::build_record(Grammar::StructDefinitionContext& tree) {
  const bool is_union = tree.op->getType() == Grammar::UNION;
  std::string tag;
  TypeId type;
  if (tree.IDENTIFIER() != nullptr) {
    tag = tree.IDENTIFIER()->getText();
    type = record_named(tag, is_union, true);
    const bool is_complete = types_.is_record(type) && types_.record_of(type).is_complete;
    if (is_complete && is_of_other_file(type)) {
      // The members decide whether it is the type of the other file.
      type = types_.of_record(types_.add_record({.tag = tag, .is_union = is_union}));
    } else if (!types_.is_record(type) || is_complete) {
      error(place(tree), format("redefinition of `{}`", tag));
      return type;
    }
  } else {
    type = types_.of_record(types_.add_record({.tag = "", .is_union = is_union}));
  }
  const RecordId record = types_[type].record;
  Demands demands = demands_of_tag(tree.op, tree.IDENTIFIER());
  for (auto* member : tree.member()) {
    if (auto* declaration = exactly<Grammar::MemberDeclarationContext>(member)) {
      add_members(record, *declaration);
    } else if (auto* assertion = exactly<Grammar::MemberAssertionContext>(member)) {
      check_static_assertion(*assertion->staticAssertion());
    }
  }
  take_behind(tree.getStop(), demands);
  Record& made = types_.record(record);
  made.alignment = std::max<std::uint64_t>(demands.alignment, 1);
  made.is_transparent |= demands.is_transparent;
  made.most_alignment = pack_at(*tree.getStop());
  for (Member& member : made.members) {
    const bool is_separator = member.bits && member.bits->width == 0;  // aligned like its type
    member.is_packed |= demands.is_packed && !is_separator;
  }
  types_.lay_out(record);
  if (map_.is_from_header(offsets_->range(*tree.op).begin)) header_records_.insert(record);
  return shared_record(type, tag, place(tree));
}

void UnitBuilder::add_members(RecordId record, Grammar::MemberDeclarationContext& tree) {
  const Specifiers specifiers = build_specifiers(tree.specifier());
  const auto declarators = tree.memberDeclarator();
  if (declarators.empty()) {  // an anonymous struct or union
    if (types_.is_record(specifiers.type)) {
      const std::uint32_t alignment =
          std::max(specifiers.demands.alignment, specifiers.demands.strict_alignment);
      types_.record(record).members.push_back(
          {"", specifiers.type, 0, alignment, specifiers.demands.is_packed});
    }
    return;
  }
  for (auto* each : declarators) {
    const SourceRange at = place(*each);
    if (each->expression() != nullptr) {
      add_bits(record, specifiers, *each);
      continue;
    }
    Declarator declarator = build_declarator(each->declarator(), specifiers.type, at);
    const Demands demands = demands_of(specifiers, each->declarator());
    declarator.type = demanded(declarator.type, demands, DeclaredAs::Member);
    const Type& type = types_[declarator.type];
    const bool is_flexible = type.kind == TypeKind::Array && !type.count;
    if (!is_flexible) complete(declarator.type, at, format("the member `{}`", declarator.name));
    if (types_.find_member(record, declarator.name)) {
      error(at, format("a second member `{}`", declarator.name));
    }
    const std::uint32_t alignment = std::max(demands.alignment, demands.strict_alignment);
    types_.record(record).members.push_back(
        {declarator.name, declarator.type, 0, alignment, demands.is_packed});
  }
}

void UnitBuilder::add_bits(RecordId record, const Specifiers& specifiers,
                           Grammar::MemberDeclaratorContext& tree) {
  const SourceRange at = place(tree);
  const Declarator declarator = build_declarator(tree.declarator(), specifiers.type, at);
  Demands demands = demands_of(specifiers, tree.declarator());
  take_behind(tree.getStop(), demands);
  const std::int64_t width = required_constant(*tree.expression(), "the width of a bit-field");
  if (!types_.is_integer(declarator.type)) {
    error(at, format("a bit-field of type `{}`", types_.name(declarator.type)));
    return;
  }
  const bool is_bool = types_.kind(declarator.type) == TypeKind::Bool;
  const std::int64_t most = is_bool ? 1 : types_.bits_of(declarator.type);
  if (width < 0 || width > most || (width == 0 && !declarator.name.empty())) {
    error(at, format("a bit-field of {} bits, of type `{}`", width, types_.name(declarator.type)));
    return;
  }
  if (!declarator.name.empty() && types_.find_member(record, declarator.name)) {
    error(at, format("a second member `{}`", declarator.name));
  }
  types_.record(record).members.push_back(
      {.name = declarator.name,
       .type = declarator.type,
       .alignment = std::max(demands.alignment, demands.strict_alignment),
       .is_packed = demands.is_packed,
       .bits = Bits{.width = static_cast<std::uint32_t>(width)}});
}

// The type of an enum: the smallest integer type of at least `bits` bits that holds these values.
TypeId UnitBuilder::smallest_type(unsigned bits, std::int64_t least, std::int64_t greatest) {
  using enum TypeKind;
  constexpr std::array<TypeKind, 3> WithSign{SignedChar, Short, Int};
  constexpr std::array<TypeKind, 3> Without{UnsignedChar, UnsignedShort, UnsignedInt};
  for (std::size_t i = 0; i < 3; ++i) {
    if (8U << i < bits) continue;
    const std::int64_t half = std::int64_t{1} << ((8U << i) - 1);
    if (least >= 0 && greatest < 2 * half) return types_.basic(Without.at(i));
    if (least < 0 && least >= -half && greatest < half) return types_.basic(WithSign.at(i));
  }
  return types_.basic(least < 0 ? Long : UnsignedLong);
}

TypeId UnitBuilder::build_enum(Grammar::EnumDefinitionContext& tree) {
  std::int64_t value = 0;
  std::int64_t least = 0;
  std::int64_t greatest = 0;
  const auto is_int = [](std::int64_t each) { return each == static_cast<std::int32_t>(each); };
  for (auto* each : tree.enumerator()) {
    bool is_above = value == std::numeric_limits<std::int64_t>::min();
    if (each->expression() != nullptr) {
      const NodeId node = build_value(*each->expression());
      value = required_constant(node, "the value of an enumerator");
      is_above = value < 0 && types_.is_unsigned(type_of(node));
    }
    if (is_above) {
      unsupported(place(*each), "an enumerator above 2^63 - 1 is", "define it as a macro");
    }
    least = std::min(least, value);
    greatest = std::max(greatest, value);
    declare(each->IDENTIFIER()->getText(),
            {.kind = SymbolKind::Constant,
             .type = is_int(value) ? int_type() : types_.basic(TypeKind::Long),
             .value = value},
            place(*each));
    value = static_cast<std::int64_t>(static_cast<std::uint64_t>(value) + 1);
  }
  Demands demands = demands_of_tag(tree.ENUM()->getSymbol(), tree.IDENTIFIER());
  take_behind(tree.getStop(), demands);
  // As in the system's compiler: unsigned if no value is negative. An enumerator has that type if
  // it does not fit into an `int`.
  TypeId type = smallest_type(demands.is_packed ? 8 : 32, least, greatest);
  for (auto* each : tree.enumerator()) {
    Symbol& symbol = scopes_.back().names.find(each->IDENTIFIER()->getText())->second;
    if (!is_int(symbol.value)) symbol.type = type;
  }
  if (demands.alignment != 0) type = types_.aligned(type, demands.alignment, false);
  if (tree.IDENTIFIER() != nullptr) {
    scopes_.back().tags.insert_or_assign(tree.IDENTIFIER()->getText(), type);
    if (header_names_ != nullptr)
      header_names_->tags.emplace_back(tree.IDENTIFIER()->getText(), type);
  }
  return type;
}

TypeId UnitBuilder::build_type(Grammar::TypeNameContext& tree) {
  const Specifiers specifiers = build_specifiers(tree.specifier());
  const TypeId type = build_declarator(tree.declarator(), specifiers.type, place(tree)).type;
  return demanded(type, demands_of(specifiers, tree.declarator()), DeclaredAs::Type);
}

TypeId UnitBuilder::apply_pointers(const std::vector<Grammar::PointerContext*>& trees,
                                   TypeId type) {
  for (auto* pointer : trees) {
    type = types_.pointer_to(type);
    Qualifiers qualifiers;
    qualifiers.is_atomic = !pointer->ATOMIC().empty();
    for (auto* word : pointer->QUALIFIER()) add_word(word->getText(), qualifiers);
    type = types_.qualified(type, qualifiers);
  }
  return type;
}

Declarator UnitBuilder::build_declarator(Grammar::DeclaratorContext* tree, TypeId base,
                                         SourceRange at) {
  Declarator out{.name = "", .type = base, .place = at};
  if (tree == nullptr) return out;
  out.type = apply_pointers(tree->pointer(), base);
  if (tree->directDeclarator() == nullptr) return out;
  const auto apply = [&](const std::vector<Grammar::DeclaratorSuffixContext*>& suffixes) {
    for (auto suffix = suffixes.rbegin(); suffix != suffixes.rend(); ++suffix) {
      out.parameters.reset();
      out.type = apply_suffix(**suffix, out.type, out);
    }
  };
  auto* direct = tree->directDeclarator();
  if (auto* named = exactly<Grammar::NamedDeclaratorContext>(direct)) {
    apply(named->declaratorSuffix());
    out.name = named->IDENTIFIER()->getText();
    out.place = place(*named->IDENTIFIER()->getSymbol());
  } else if (auto* nested = exactly<Grammar::NestedDeclaratorContext>(direct)) {
    apply(nested->declaratorSuffix());
    const auto parameters = out.parameters;
    Declarator inner = build_declarator(nested->declarator(), out.type, at);
    if (!inner.parameters && inner.type == out.type) inner.parameters = parameters;
    return inner;
  } else if (auto* nameless = exactly<Grammar::NamelessDeclaratorContext>(direct)) {
    apply(nameless->declaratorSuffix());
  }
  return out;
}

TypeId UnitBuilder::apply_suffix(Grammar::DeclaratorSuffixContext& tree, TypeId type,
                                 Declarator& out) {
  if (auto* array = exactly<Grammar::ArraySuffixContext>(tree)) {
    std::optional<std::uint64_t> count;
    if (array->expression() != nullptr) {
      const std::size_t nodes = unit_.nodes.size();
      const NodeId size = build_value(*array->expression());
      const auto value = constant(size);
      if (!value) {
        const TypeId made = array_of_length(size, type, place(*array));
        if (in_parameters_) unit_.nodes.resize(nodes);
        return made;
      }
      if (*value < 0) error(place(*array), format("an array of {} elements", *value));
      count = static_cast<std::uint64_t>(std::max<std::int64_t>(*value, 0));
      const std::uint64_t element = types_.size_of(type).value_or(1);
      if (*count > MaxObjectSize || *count * element > MaxObjectSize) {
        error(place(*array), format("an array of {} bytes: at most {} are possible",
                                    *count * element, MaxObjectSize));
        count = 1;
      }
      if (element % types_.alignment_of(type) != 0) {
        error(place(*array), format("elements of {} bytes that are aligned to {}", element,
                                    types_.alignment_of(type)));
      }
    }
    return types_.array_of(type, count);
  }
  if (auto* names = exactly<Grammar::NamesSuffixContext>(tree)) {  // an old-style definition
    out.parameters.emplace();
    for (auto* name : names->IDENTIFIER()) {
      out.parameters->push_back({name->getText(), int_type(), place(*name->getSymbol())});
    }
    return types_.intern({.kind = TypeKind::Function, .target = type, .has_prototype = false});
  }
  if (exactly<Grammar::StarSuffixContext>(tree) != nullptr) return types_.array_of(type, {});
  auto& function = static_cast<Grammar::FunctionSuffixContext&>(tree);
  const std::vector<Parameter> parameters = build_parameters(function);
  Type made{.kind = TypeKind::Function, .target = type};
  for (const Parameter& parameter : parameters) {
    made.parameters.push_back(types_.unqualified(parameter.type));
  }
  made.is_variadic = function.ELLIPSIS() != nullptr;
  made.has_prototype = !function.parameter().empty();
  out.parameters = parameters;
  return types_.intern(made);
}

// Declares the variable that holds the length of an array, which is evaluated here. Parameters
// have no such variable: only a pointer to the array is left of most.
TypeId UnitBuilder::array_of_length(NodeId size, TypeId element, SourceRange at) {
  Type array{.kind = TypeKind::Array, .target = element, .length = UnknownLength};
  if (!in_parameters_ && !function_) {
    error(at, "an array of variable length outside a function");
  }
  if (in_parameters_ || !function_) return types_.intern(array);
  if (!types_.is_integer(type_of(size))) error(at, "the length of an array is an integer");
  const std::uint32_t variable = add_variable("(length)", types_.basic(TypeKind::Long), at);
  Statement statement{.kind = StatementKind::Initialise, .place = at, .variable = variable};
  statement.items.push_back({.type = types_.basic(TypeKind::Long), .value = as_index(size, at)});
  pending_.push_back(add(std::move(statement)));
  array.length = variable + 1;
  return types_.intern(array);
}

std::vector<Parameter> UnitBuilder::build_parameters(Grammar::FunctionSuffixContext& tree) {
  std::vector<Parameter> out;
  // The lengths of arrays may name parameters before them.
  const bool is_outermost = !std::exchange(in_parameters_, true);
  scopes_.emplace_back();
  for (auto* each : tree.parameter()) {
    const Specifiers specifiers = build_specifiers(each->specifier());
    const Declarator declarator =
        build_declarator(each->declarator(), specifiers.type, place(*each));
    TypeId type = demanded(declarator.type, demands_of(specifiers, each->declarator()),
                           DeclaredAs::Parameter);
    if (types_.is_void(type) && tree.parameter().size() == 1) break;
    if (types_.is_array(type)) type = types_.pointer_to(types_[type].target);
    if (types_.is_function(type)) type = types_.pointer_to(type);
    out.push_back({declarator.name, type, declarator.place});
    if (!declarator.name.empty()) {
      scopes_.back().names.insert_or_assign(declarator.name,
                                            Symbol{.kind = SymbolKind::Local, .type = type});
    }
  }
  const auto tags = std::move(scopes_.back().tags);
  scopes_.pop_back();
  scopes_.back().tags.insert(tags.begin(), tags.end());
  if (is_outermost) in_parameters_ = false;
  return out;
}

}  // namespace drover::c
