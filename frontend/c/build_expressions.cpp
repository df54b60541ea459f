#include <algorithm>
#include <charconv>
#include <cstdlib>

#include "frontend/c/unit_builder.h"
#include "frontend/suggestion.h"
#include "support/format.h"

namespace drover::c {

namespace {

Operator operator_of(std::size_t token) {
  switch (token) {
    case Grammar::STAR:
    case Grammar::MUL_ASSIGN: return Operator::Multiply;
    case Grammar::SLASH:
    case Grammar::DIV_ASSIGN: return Operator::Divide;
    case Grammar::PERCENT:
    case Grammar::MOD_ASSIGN: return Operator::Remainder;
    case Grammar::PLUS:
    case Grammar::ADD_ASSIGN: return Operator::Add;
    case Grammar::MINUS:
    case Grammar::SUB_ASSIGN: return Operator::Subtract;
    case Grammar::SHIFT_LEFT:
    case Grammar::SHL_ASSIGN: return Operator::ShiftLeft;
    case Grammar::SHIFT_RIGHT:
    case Grammar::SHR_ASSIGN: return Operator::ShiftRight;
    case Grammar::LESS: return Operator::Less;
    case Grammar::LESS_EQUAL: return Operator::LessEqual;
    case Grammar::GREATER: return Operator::Greater;
    case Grammar::GREATER_EQUAL: return Operator::GreaterEqual;
    case Grammar::EQUAL: return Operator::Equal;
    case Grammar::NOT_EQUAL: return Operator::NotEqual;
    case Grammar::AMPERSAND:
    case Grammar::AND_ASSIGN: return Operator::BitAnd;
    case Grammar::CARET:
    case Grammar::XOR_ASSIGN: return Operator::BitXor;
    default: return Operator::BitOr;
  }
}

// Returns a character of a literal; moves `at` past it.
char decoded_character(std::string_view text, std::size_t& at) {
  if (text[at] != '\\' || at + 1 >= text.size()) return text[at++];
  const char letter = text[at + 1];
  at += 2;
  switch (letter) {
    case 'n': return '\n';
    case 't': return '\t';
    case 'r': return '\r';
    case 'a': return '\a';
    case 'b': return '\b';
    case 'f': return '\f';
    case 'v': return '\v';
    case 'e': return '\x1b';
    default: break;
  }
  const bool is_hex = letter == 'x';
  if (!is_hex && (letter < '0' || letter > '7')) return letter;
  const std::string_view digits = is_hex ? text.substr(at) : text.substr(at - 1, 3);
  unsigned value = 0;
  const char* end = digits.data() + digits.size();
  at = static_cast<std::size_t>(std::from_chars(digits.data(), end, value, is_hex ? 16 : 8).ptr -
                                text.data());
  return static_cast<char>(value);
}

}  // namespace

std::optional<std::string> decoded_text(std::string_view literal) {
  if (literal.starts_with("u8")) literal.remove_prefix(2);
  if (literal.size() < 2 || (literal[0] != '"' && literal[0] != '\'')) return std::nullopt;
  literal = literal.substr(1, literal.size() - 2);
  std::string out;
  for (std::size_t at = 0; at < literal.size();) out += decoded_character(literal, at);
  return out;
}

std::string UnitBuilder::decoded(Grammar::TextContext& tree) {
  std::string out;
  for (auto* part : tree.STRING()) out += decoded_text(part->getText()).value_or("");
  return out;
}

NodeId UnitBuilder::build_comma(Grammar::CommaExpressionContext& tree) {
  const auto parts = tree.expression();
  NodeId out = build_expression(*parts[0]);
  for (std::size_t i = 1; i < parts.size(); ++i) {
    Node node{.kind = NodeKind::Comma, .place = place(tree), .a = value_of(out)};
    note_use(node.a, Use::None);
    node.b = build_value(*parts[i]);
    node.type = type_of(node.b);
    out = add(std::move(node));
  }
  return out;
}

NodeId UnitBuilder::build_expression(Grammar::ExpressionContext& tree) {
  const SourceRange at = place(tree);
  const auto type_of_value = [&](Grammar::ExpressionContext* operand) {
    return type_of_unevaluated([&] { return build_expression(*operand); });
  };
  const auto number = [&](std::uint64_t value) {
    return integer(static_cast<std::int64_t>(value), size_type(), at);
  };
  return match(
      tree, [&](Grammar::NameContext& name) { return build_name(name); },
      [&](Grammar::IntegerContext& literal) { return build_integer(literal); },
      [&](Grammar::ParenthesisContext& inner) { return build_comma(*inner.commaExpression()); },
      [&](Grammar::BinaryContext& binary) { return build_binary(binary); },
      [&](Grammar::MemberAccessContext& member) { return build_member(member); },
      [&](Grammar::CallContext& call) { return build_call(call); },
      [&](Grammar::AssignmentContext& assignment) { return build_assignment(assignment); },
      [&](Grammar::PrefixContext& prefix) { return build_unary(prefix); },
      [&](Grammar::IndexContext& index) { return build_index(index); },
      [&](Grammar::PostfixStepContext& step) {
        return build_step(*step.expression(), step.op->getType(), true, at);
      },
      [&](Grammar::PrefixStepContext& step) {
        return build_step(*step.expression(), step.op->getType(), false, at);
      },
      [&](Grammar::CastContext& cast) {
        const TypeId type = types_.unqualified(build_type(*cast.typeName()));
        return converted(build_value(*cast.expression()), type, at);
      },
      [&](Grammar::ConditionalContext& choice) { return build_conditional(choice); },
      [&](Grammar::SizeOfTypeContext& size) {
        return build_size(build_type(*size.typeName()), at);
      },
      [&](Grammar::SizeOfValueContext& size) {
        return build_size(type_of_value(size.expression()), at);
      },
      [&](Grammar::AlignOfTypeContext& align) {
        return number(types_.alignment_of(build_type(*align.typeName())));
      },
      [&](Grammar::AlignOfValueContext& align) {
        return number(types_.alignment_of(type_of_value(align.expression())));
      },
      [&](Grammar::CharacterContext& character) { return build_character(character); },
      [&](Grammar::TextContext& text) { return build_text(text); },
      [&](Grammar::StatementExpressionContext& statement) {
        return build_statement_expression(statement);
      },
      [&](Grammar::CompoundLiteralContext& literal) { return build_compound_literal(literal); },
      [&](Grammar::GenericContext& generic) { return build_generic(generic); },
      [&](Grammar::OffsetOfContext& offset) { return build_offset(offset); },
      [&](Grammar::TypesCompatibleContext& types) {
        const TypeId left = types_.unqualified(build_type(*types.typeName(0)));
        const TypeId right = types_.unqualified(build_type(*types.typeName(1)));
        return int_node(left == right ? 1 : 0, at);
      },
      [&](Grammar::ChooseExpressionContext& choose) {
        const auto which = required_constant(*choose.expression(0), "the first argument");
        return build_expression(*choose.expression(which != 0 ? 1 : 2));
      },
      [&](Grammar::FloatingContext& literal) { return build_floating(literal); },
      [&](Grammar::VariableArgumentContext& argument) {
        return build_variable_argument(argument);
      });
}

// Drops the nodes of the expression.
TypeId UnitBuilder::type_of_unevaluated(const std::function<NodeId()>& build) {
  const std::size_t nodes = unit_.nodes.size();
  const std::size_t pending = pending_.size();
  const NodeId built = build();
  const TypeId type = type_of(built);
  if ((*this)[built].kind == NodeKind::BitField) error(place_of(built), "a bit-field has no size");
  pending_.resize(pending);
  if (function_) {
    unit_.nodes.resize(nodes);
    std::erase_if(open_choices_, [&](const OpenChoice& each) { return each.node.value >= nodes; });
  }
  return type;
}

NodeId UnitBuilder::build_floating(Grammar::FloatingContext& tree) {
  const std::string text = tree.getText();
  TypeKind kind = TypeKind::Double;
  const bool is_hex = text.size() > 1 && (text[1] == 'x' || text[1] == 'X');
  const char last = text.back();
  const bool has_exponent = text.find_first_of(is_hex ? "pP" : "eE") != std::string::npos;
  if ((last == 'f' || last == 'F') && (!is_hex || has_exponent)) kind = TypeKind::Float;
  if (last == 'l' || last == 'L') kind = TypeKind::LongDouble;
  return floating(std::strtod(text.c_str(), nullptr), types_.basic(kind), place(tree));
}

// *(T *)(list.next += 8): each argument has a slot of eight bytes.
NodeId UnitBuilder::build_variable_argument(Grammar::VariableArgumentContext& tree) {
  const SourceRange at = place(tree);
  constexpr std::int64_t SlotBytes = 8;
  const TypeId type = build_type(*tree.typeName());
  const NodeId list = build_expression(*tree.expression());
  const NodeId next = next_argument(list, at);
  if (next.is_none()) return error_node(at, "`va_arg` needs a `va_list`");
  if (!types_.is_scalar(type) || types_.size_of(type).value_or(0) > SlotBytes) {
    return unsupported_node(at, format("`va_arg` of type `{}` is", types_.name(type)),
                            "pass its address", type);
  }
  Node step{.kind = NodeKind::Step,
            .type = types_.unqualified(type_of(next)),
            .place = at,
            .a = next,
            .value = SlotBytes,
            .is_postfix = true,
            .is_pointer_step = true};
  const NodeId slot = add(std::move(step));
  return dereferenced(converted(slot, types_.pointer_to(type), at), at);
}

NodeId UnitBuilder::next_argument(NodeId list, SourceRange at) {
  const TypeId type = type_of(list);
  const auto next = types_.is_record(type)
                        ? types_.find_member(types_[type].record, "__drover_next")
                        : std::nullopt;
  return next && is_lvalue(list) ? member_place(list, *next, next->type, at) : NodeId::none();
}

NodeId UnitBuilder::build_size(TypeId type, SourceRange at) {
  if (types_.is_void(type) || types_.is_function(type)) {  // GNU C
    return integer(1, size_type(), at);
  }
  if (types_.is_variable_length(type)) return computed_size(type, at);
  complete(type, at, "the operand of `sizeof`");
  return integer(static_cast<std::int64_t>(types_.size_of(type).value_or(1)), size_type(), at);
}

NodeId UnitBuilder::computed_size(TypeId type, SourceRange at) {
  const std::uint32_t length = types_[type].length;
  if (length == 0) {
    return integer(static_cast<std::int64_t>(types_.size_of(type).value_or(1)), size_type(), at);
  }
  if (length == UnknownLength || !function_ || length > current().variables.size()) {
    return unsupported_node(at, "an array whose length is a parameter's is",
                            "give it a constant length, or compute the index", size_type());
  }
  const NodeId count = converted(value_of(local(length - 1, at)), size_type(), at);
  return arithmetic(Operator::Multiply, count, computed_size(types_[type].target, at), at);
}

NodeId UnitBuilder::build_name(Grammar::NameContext& tree) {
  const std::string name = tree.getText();
  const SourceRange at = place(tree);
  const Symbol* symbol = find(name);
  Node node{.place = at};
  // The address of a builtin is that of a function of our headers that calls it.
  const bool may_be_builtin = symbol == nullptr || symbol->kind == SymbolKind::Function;
  if (may_be_builtin && !defined_.contains(name)) {
    const Symbol* called = find(std::string(CalledBuiltin) + name);
    if (called != nullptr) symbol = called;
  }
  if (symbol == nullptr || symbol->kind == SymbolKind::Type) {
    const bool is_function_name =
        name == "__func__" || name == "__FUNCTION__" || name == "__PRETTY_FUNCTION__";
    if (is_function_name && function_) return text_node(current().name, at);
    if (find_builtin(name) != nullptr) {
      return unsupported_node(at, format("the address of `{}` is", name),
                              "write a function that calls it, and use that one's address");
    }
    Diagnostic& diagnostic = sink_.report(DiagnosticKind::CUndeclared, at, {name});
    {
      std::vector<std::string> names = left_out_;
      for (const auto& [known, meaning] : scopes_.front().names) names.push_back(known);
      std::ranges::sort(names);
      for (std::size_t i = 1; i < scopes_.size(); ++i) {
        for (const auto& [known, meaning] : scopes_[i].names) names.push_back(known);
      }
      diagnostic.with_hint(did_you_mean(name, names));
    }
    return int_node(0, at);
  }
  node.type = symbol->type;
  node.index = symbol->index;
  switch (symbol->kind) {
    case SymbolKind::Local: node.kind = NodeKind::Local; break;
    case SymbolKind::Global: node.kind = NodeKind::Global; break;
    case SymbolKind::Function:
      node.kind = NodeKind::FunctionName;
      unit_.functions[symbol->index].is_address_used = true;
      break;
    case SymbolKind::Constant: return integer(symbol->value, symbol->type, at);
    case SymbolKind::Type: break;
  }
  if (types_[node.type].qualifiers.is_volatile &&
      !map_.is_from_header(offsets_->range(*tree.start).begin)) {
    warn_of_volatile(symbol->kind == SymbolKind::Local ? current().variables[symbol->index].place
                                                       : unit_.globals[symbol->index].place,
                     name);
  }
  return add(std::move(node));
}

// [C11 6.4.4.1p5]: the first type that can hold the value.
NodeId UnitBuilder::build_integer(Grammar::IntegerContext& tree) {
  const SourceRange at = place(tree);
  std::string text = tree.getText();
  int longs = 0;
  bool is_unsigned = false;
  while (std::string_view("uUlL").find(text.back()) != std::string_view::npos) {
    if (text.back() == 'u' || text.back() == 'U') is_unsigned = true;
    if (text.back() == 'l' || text.back() == 'L') ++longs;
    text.pop_back();
  }
  int base = 10;
  std::string digits = text;
  if (text.size() > 2 && (text[1] == 'x' || text[1] == 'X'))
    base = 16, digits = text.substr(2);
  else if (text.size() > 2 && (text[1] == 'b' || text[1] == 'B'))
    base = 2, digits = text.substr(2);
  else if (text.size() > 1 && text[0] == '0')
    base = 8, digits = text.substr(1);
  std::uint64_t value = 0;
  const char* end = digits.data() + digits.size();
  const auto [stop, failure] = std::from_chars(digits.data(), end, value, base);
  if (failure != std::errc() || stop != end) {
    sink_.report(failure == std::errc::result_out_of_range ? DiagnosticKind::LiteralOutOfRange
                                                           : DiagnosticKind::InvalidNumber,
                 at, {tree.getText()});
    return int_node(0, at);
  }
  const auto type = [&](TypeKind kind) {
    return integer(static_cast<std::int64_t>(value), types_.basic(kind), at);
  };
  const bool may_be_unsigned = is_unsigned || base != 10;
  if (longs == 0 && !is_unsigned && value <= 0x7FFFFFFFU) return type(TypeKind::Int);
  if (longs == 0 && may_be_unsigned && value <= 0xFFFFFFFFU) return type(TypeKind::UnsignedInt);
  const bool fits = value <= 0x7FFFFFFFFFFFFFFFU;
  if (longs < 2) return type(!is_unsigned && fits ? TypeKind::Long : TypeKind::UnsignedLong);
  return type(!is_unsigned && fits ? TypeKind::LongLong : TypeKind::UnsignedLongLong);
}

NodeId UnitBuilder::build_character(Grammar::CharacterContext& tree) {
  const SourceRange at = place(tree);
  const auto text = decoded_text(tree.getText());
  if (!text || text->size() != 1) {
    return unsupported_node(at, "a character constant of a kind other than `'a'` is",
                            "write its number");
  }
  return int_node(static_cast<signed char>(text->front()), at);
}

NodeId UnitBuilder::build_text(Grammar::TextContext& tree) {
  const SourceRange at = place(tree);
  for (auto* part : tree.STRING()) {
    if (!decoded_text(part->getText())) unsupported(at, "a wide string is", "use an ordinary one");
  }
  return text_node(decoded(tree), at);
}

NodeId UnitBuilder::text_node(const std::string& text, SourceRange at) {
  const auto [known, is_new] =
      texts_.try_emplace(text, static_cast<std::uint32_t>(unit_.globals.size()));
  if (is_new) {
    const TypeId character = types_.basic(TypeKind::Char);
    Global global{.name = format("\"{}\"", text.size() > 20 ? text.substr(0, 17) + "..." : text),
                  .type = types_.array_of(character, text.size() + 1),
                  .place = at,
                  .is_defined = true};
    for (std::size_t i = 0; i < text.size(); ++i) {
      if (text[i] != 0)
        global.initial.push_back({.offset = i, .value = text[i], .type = character});
    }
    unit_.globals.push_back(std::move(global));
  }
  return add(Node{.kind = NodeKind::Global,
                  .type = unit_.globals[known->second].type,
                  .place = at,
                  .index = known->second});
}

NodeId UnitBuilder::build_statement_expression(Grammar::StatementExpressionContext& tree) {
  const SourceRange at = place(tree);
  Node node{.kind = NodeKind::StatementExpression, .type = void_type(), .place = at};
  if (!function_) return error_node(at, "a statement outside a function");
  Statement block{.kind = StatementKind::Block, .place = at};
  const std::uint32_t outer = open_scope();
  block.scope = scope_;
  build_items(*tree.block(), block.list);
  close_scope(outer);
  if (!block.list.empty() && unit_[block.list.back()].kind == StatementKind::Expression) {
    node.a = unit_[block.list.back()].node;
    note_use(node.a, Use::Some);
    node.type = type_of(node.a);
    block.list.pop_back();
  }
  node.statement = add(std::move(block));
  return add(std::move(node));
}

NodeId UnitBuilder::build_compound_literal(Grammar::CompoundLiteralContext& tree) {
  const SourceRange at = place(tree);
  TypeId type = build_type(*tree.typeName());
  if (!function_) {  // static storage: a global of its own
    const auto index = static_cast<std::uint32_t>(unit_.globals.size());
    unit_.globals.push_back({.name = "(literal)", .type = type, .place = at, .is_defined = true});
    std::vector<InitialItem> items;
    if (types_.is_scalar(type)) {
      InitialList list;
      initialise_braced(type, 0, *tree.initializerList(), list);
      for (auto& [offset, item] : list.items) items.push_back(item);
    } else {
      items = build_list(type, *tree.initializerList());
    }
    unit_.globals[index].type = type;
    add_initial(unit_.globals[index], items, "the initial value");
    return add(Node{.kind = NodeKind::Global, .type = type, .place = at, .index = index});
  }
  Statement statement{.kind = StatementKind::Initialise, .place = at};
  InitialList list;
  if (types_.is_scalar(type)) {
    initialise_braced(type, 0, *tree.initializerList(), list);
    for (auto& [offset, item] : list.items) statement.items.push_back(item);
  } else {
    statement.items = build_list(type, *tree.initializerList());
  }
  complete(type, at, "a literal");
  statement.variable = add_variable("(literal)", type, at);
  Node node{
      .kind = NodeKind::Initialised, .type = type, .place = at, .a = local(statement.variable, at)};
  current().variables[statement.variable].is_in_memory = true;
  node.statement = add(std::move(statement));
  return add(std::move(node));
}

NodeId UnitBuilder::build_generic(Grammar::GenericContext& tree) {
  const TypeId type = types_.unqualified(type_of(build_value(*tree.expression())));
  Grammar::AssociationContext* fallback = nullptr;
  for (auto* each : tree.association()) {
    if (each->typeName() == nullptr) {
      fallback = each;
    } else if (types_.is_compatible(build_type(*each->typeName()), type)) {
      return build_expression(*each->expression());
    }
  }
  if (fallback != nullptr) return build_expression(*fallback->expression());
  error(place(tree), format("`_Generic` has nothing for the type `{}`", types_.name(type)));
  return int_node(0, place(tree));
}

NodeId UnitBuilder::build_offset(Grammar::OffsetOfContext& tree) {
  const SourceRange at = place(tree);
  TypeId type = build_type(*tree.typeName());
  std::uint64_t offset = 0;
  const auto step = [&](const std::string& name) {
    const auto member =
        types_.is_record(type) ? types_.find_member(types_[type].record, name) : std::nullopt;
    if (!member) {
      error(at, format("`{}` has no member `{}`", types_.name(type), name));
      return;
    }
    if (member->bits) error(at, "a bit-field has no offset");
    offset += member->offset;
    type = member->type;
  };
  step(tree.memberPath()->IDENTIFIER()->getText());
  for (auto* each : tree.memberPath()->memberStep()) {
    if (each->IDENTIFIER() != nullptr) {
      step(each->IDENTIFIER()->getText());
      continue;
    }
    const auto index = required_constant(*each->expression(), "an index");
    if (!types_.is_array(type)) {
      return error_node(at, format("`{}` has no elements", types_.name(type)));
    }
    type = types_[type].target;
    offset += static_cast<std::uint64_t>(index) * types_.size_of(type).value_or(1);
  }
  return integer(static_cast<std::int64_t>(offset), size_type(), at);
}

NodeId UnitBuilder::build_unary(Grammar::PrefixContext& tree) {
  const SourceRange at = place(tree);
  const std::size_t op = tree.op->getType();
  if (op == Grammar::AND) {
    return unsupported_node(at, "the address of a label, for a computed `goto`, is", "use `switch`",
                            types_.pointer_to(void_type()));
  }
  const NodeId operand = build_expression(*tree.expression());
  if (op == Grammar::AMPERSAND) {
    if (types_.is_function(type_of(operand))) return value_of(operand);
    if (is_unsupported(operand)) return address_of(operand, at);
    if (!is_lvalue(operand)) return error_node(at, "only an object in memory has an address");
    if ((*this)[operand].kind == NodeKind::Dereference) {
      const NodeId pointer = (*this)[operand].a;
      return pointer;  // [C11 6.5.3.2p3]
    }
    return address_of(operand, at);
  }
  NodeId value = value_of(operand);
  Node node{.place = at, .a = value};
  if (op == Grammar::STAR) {
    if (is_unsupported(value)) {
      const bool is_pointer = types_.is_pointer(type_of(value));
      return converted(value, is_pointer ? types_[type_of(value)].target : int_type(), at);
    }
    if (!types_.is_pointer(type_of(value))) {
      error(at, format("a value of type `{}` is not a pointer", types_.name(type_of(value))));
      return value;
    }
    return dereferenced(value, at);
  }
  if (op == Grammar::NOT) {
    node.a = condition_of(value, at);
    node.kind = NodeKind::Not;
    node.type = int_type();
    return add(std::move(node));
  }
  if (types_.is_opaque(type_of(value)) && op == Grammar::MINUS) {
    if (const auto known = known_floating(value)) return floating(-*known, type_of(value), at);
  }
  if (!types_.is_number(type_of(value))) {
    return error_node(at, format("an operand of type `{}` where an integer is needed",
                                 types_.name(type_of(value))));
  }
  node.type = types_.promoted(type_of(value));
  node.a = converted(value, node.type, at);
  if (op == Grammar::PLUS) return node.a;
  node.kind = op == Grammar::MINUS ? NodeKind::Negate : NodeKind::Complement;
  return add(std::move(node));
}

NodeId UnitBuilder::build_step(Grammar::ExpressionContext& operand, std::size_t op, bool is_postfix,
                               SourceRange at) {
  const NodeId target = build_expression(operand);
  if (is_unsupported(target)) return target;
  if (types_.is_opaque(type_of(target)) && types_.is_atomic(type_of(target))) {
    return unknown_value(at, "an atomic step", type_of(target), type_of(target));
  }
  if (!is_lvalue(target) || !types_.is_scalar(type_of(target))) {
    return error_node(at, "the operand of `++` or `--` is not a variable");
  }
  Node node{.kind = NodeKind::Step,
            .type = types_.unqualified(type_of(target)),
            .place = at,
            .a = target,
            .value = op == Grammar::INCREMENT ? 1 : -1,
            .is_postfix = is_postfix};
  if (types_.is_pointer(node.type)) {
    node.is_pointer_step = true;
    node.value *= step_of(types_[node.type].target, at);
  }
  return add(std::move(node));
}

NodeId UnitBuilder::build_binary(Grammar::BinaryContext& tree) {
  const SourceRange at = place(tree);
  const std::size_t token = tree.op->getType();
  const NodeId left = build_value(*tree.expression(0));
  const NodeId right = build_value(*tree.expression(1));
  if (token == Grammar::AND || token == Grammar::OR) {
    Node node{.kind = token == Grammar::AND ? NodeKind::And : NodeKind::Or,
              .type = int_type(),
              .place = at,
              .a = condition_of(left, place_of(left)),
              .b = condition_of(right, place_of(right))};
    return add(std::move(node));
  }
  const Operator op = operator_of(token);
  if (is_comparison(op)) return comparison(op, left, right, at);
  const bool is_left = types_.is_pointer(type_of(left));
  const bool is_right = types_.is_pointer(type_of(right));
  if (op == Operator::Subtract && is_left && is_right) {
    Node node{.kind = NodeKind::PointerDifference,
              .type = types_.basic(TypeKind::Long),
              .place = at,
              .a = left,
              .b = right,
              .value = step_of(types_[type_of(left)].target, at)};
    if (node.value != step_of(types_[type_of(right)].target, at) || node.value == 0) {
      return error_node(
          at, "the difference of pointers to different types, or to something without a size");
    }
    return add(std::move(node));
  }
  if (op == Operator::Add && is_left != is_right &&
      types_.is_integer(type_of(is_left ? right : left))) {
    return pointer_sum(is_left ? left : right, is_left ? right : left, false, at);
  }
  if (op == Operator::Subtract && is_left && types_.is_integer(type_of(right))) {
    return pointer_sum(left, right, true, at);
  }
  return arithmetic(op, left, right, at);
}

NodeId UnitBuilder::build_conditional(Grammar::ConditionalContext& tree) {
  const SourceRange at = place(tree);
  NodeId condition = build_value(*tree.expression(0));
  Node node{.kind = NodeKind::Conditional, .place = at};
  NodeId if_true;
  if (tree.commaExpression() != nullptr) {
    if_true = build_value(*tree.commaExpression());
  } else {  // GNU C: `a ?: b` evaluates a once
    condition = condition_of(condition, at);
    const std::uint32_t variable = add_variable("", type_of(condition), at);
    condition = assigned(local(variable, at), condition, at);
    if_true = value_of(local(variable, at));
  }
  NodeId if_false = build_value(*tree.expression(1));
  const TypeId left = type_of(if_true);
  const TypeId right = type_of(if_false);
  if (types_.is_number(left) && types_.is_number(right)) {
    node.type = types_.common(left, right);
  } else if (types_.is_void(left) || types_.is_void(right)) {
    node.type = void_type();
  } else if (types_.is_pointer(left) && types_.is_pointer(right)) {
    // [C11 6.5.15p6]: a null pointer constant takes the other type.
    const bool is_null = (*this)[if_true].kind == NodeKind::Integer;
    node.type = is_null || types_.is_void(types_[left].target) ? right : left;
    if (types_.is_void(types_[right].target) && (*this)[if_false].kind != NodeKind::Integer) {
      node.type = right;
    }
  } else {
    node.type = types_.is_pointer(left) ? left : right;
    if (types_.is_record(left)) node.type = left;
  }
  node.a = condition_of(condition, at);
  node.b = converted(if_true, node.type, at);
  node.c = converted(if_false, node.type, at);
  return add(std::move(node));
}

NodeId UnitBuilder::build_assignment(Grammar::AssignmentContext& tree) {
  const SourceRange at = place(tree);
  const NodeId target = build_expression(*tree.expression(0));
  const NodeId value = build_value(*tree.expression(1));
  if (tree.op->getType() == Grammar::ASSIGN) return assigned(target, value, at);
  return compound_assign(operator_of(tree.op->getType()), target, value, at);
}

NodeId UnitBuilder::build_index(Grammar::IndexContext& tree) {
  const SourceRange at = place(tree);
  NodeId base = build_expression(*tree.expression());
  NodeId index = build_value(*tree.commaExpression());
  if (is_unsupported(base)) return base;
  const bool is_array = is_lvalue(base) && types_.is_array(type_of(base)) &&
                        !types_.is_variable_length(types_[type_of(base)].target);
  if (is_array && types_.is_integer(type_of(index))) {
    return add(Node{.kind = NodeKind::Element,
                    .type = types_[type_of(base)].target,
                    .place = at,
                    .a = base,
                    .b = as_index(index, at)});
  }
  if (types_.kind(type_of(base)) == TypeKind::Vector) {
    return unknown_value(at, "an element of a value", type_of(base), types_[type_of(base)].target);
  }
  base = value_of(base);
  if (types_.is_pointer(type_of(index))) std::swap(base, index);
  if (!types_.is_pointer(type_of(base)) || !types_.is_integer(type_of(index))) {
    return error_node(at, "only arrays and pointers have elements");
  }
  return dereferenced(pointer_sum(base, index, false, at), at);
}

NodeId UnitBuilder::build_member(Grammar::MemberAccessContext& tree) {
  const SourceRange at = place(tree);
  const std::string name = tree.IDENTIFIER()->getText();
  NodeId base = build_expression(*tree.expression());
  if (is_unsupported(base) && !types_.is_record(type_of(base))) return base;
  if (tree.op->getType() == Grammar::ARROW) {
    base = value_of(base);
    if (!types_.is_pointer(type_of(base))) {
      return error_node(at, format("`->` after a value of type `{}`, which is not a pointer",
                                   types_.name(type_of(base))));
    }
    base = dereferenced(base, at);
  }
  const TypeId type = type_of(base);
  const auto member = member_of(type, name, at);
  if (!member) return int_node(0, at);
  Qualifiers qualifiers = types_[type].qualifiers;
  qualifiers.is_atomic = false;
  const TypeId of_member = types_.qualified(member->type, qualifiers);
  if (types_.is_atomic(type)) {
    return unsupported_node(at, "a member of an atomic struct is", "make the members atomic",
                            of_member);
  }
  if (is_unsupported(base)) return converted(base, of_member, at);
  if (!is_lvalue(base)) base = in_memory(base);
  if (types_[member->type].qualifiers.is_volatile) warn_of_volatile(at, name);
  return member_place(base, *member, of_member, at);
}

void UnitBuilder::warn_of_volatile(SourceRange at, const std::string& name) {
  if (options_.volatile_access) return;
  sink_.report(DiagnosticKind::CVolatile, at, {name})
      .with_hint(
          "--volatile relaxed takes them as relaxed atomics, --volatile plain as they are now");
}

std::optional<Member> UnitBuilder::member_of(TypeId type, const std::string& name, SourceRange at) {
  auto member =
      types_.is_record(type) ? types_.use_member(types_[type].record, name) : std::nullopt;
  if (!member) error(at, format("`{}` has no member `{}`", types_.name(type), name));
  return member;
}

NodeId UnitBuilder::build_call(Grammar::CallContext& tree) {
  const SourceRange at = place(tree);
  const auto parts = tree.expression();
  auto* name = exactly<Grammar::NameContext>(parts[0]);
  if (name != nullptr) {
    const std::string text = name->getText();
    const Symbol* symbol = find(text);
    const bool may_be_builtin = symbol == nullptr || symbol->kind == SymbolKind::Function;
    const BuiltinInfo* builtin = may_be_builtin ? find_builtin(text) : nullptr;
    if (builtin != nullptr && (builtin->use.replaces_body || !defined_.contains(text))) {
      return build_builtin(*builtin, tree);
    }
    if (symbol == nullptr && externally_defined_.contains(text)) {
      declare_implicitly(text, place(*name));
    } else if (symbol == nullptr) {
      return refused({.what = text,
                      .hint = "declare and define it, or include the file that does",
                      .is_function = true},
                     TypeId::none(), place(*name));
    }
  }
  const auto arguments = [&] {
    std::vector<NodeId> values;
    for (std::size_t i = 1; i < parts.size(); ++i) values.push_back(build_value(*parts[i]));
    return values;
  };
  const Symbol* symbol = name == nullptr ? nullptr : find(name->getText());
  if (symbol != nullptr && symbol->kind == SymbolKind::Function) {
    return call_of(symbol->index, arguments(), at);
  }
  const NodeId callee = build_value(*parts[0]);
  if (is_unsupported(callee)) return callee;
  const TypeId type = type_of(callee);
  if (!types_.is_pointer(type) || !types_.is_function(types_[type].target)) {
    return error_node(at, format("a value of type `{}` cannot be called", types_.name(type)));
  }
  if ((*this)[callee].kind == NodeKind::FunctionName) {
    return call_of((*this)[callee].index, arguments(), at);
  }
  return call_of(callee, types_[type].target, 0, arguments(), at);
}

NodeId UnitBuilder::call_of(NodeId callee, TypeId function, std::uint32_t index,
                            std::vector<NodeId> arguments, SourceRange at) {
  const Type type = types_[function];
  const bool is_right = type.is_variadic ? arguments.size() >= type.parameters.size()
                                         : arguments.size() == type.parameters.size();
  if (type.has_prototype && !is_right) {
    return error_node(
        at, format("{} arguments for {} parameters", arguments.size(), type.parameters.size()));
  }
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    const TypeId to =
        i < type.parameters.size()                              ? type.parameters[i]
        : types_.kind(type_of(arguments[i])) == TypeKind::Float ? types_.basic(TypeKind::Double)
        : types_.is_integer(type_of(arguments[i])) ? types_.promoted(type_of(arguments[i]))
                                                   : type_of(arguments[i]);
    arguments[i] = converted(arguments[i], to, place_of(arguments[i]));
    // The struct result of a call or `?:` is put into memory first.
    if (types_.is_record(type_of(arguments[i])) && function_) {
      arguments[i] = value_of(in_memory(arguments[i]));
    }
  }
  return add(Node{.kind = NodeKind::Call,
                  .type = types_.unqualified(type.target),
                  .place = at,
                  .a = callee,
                  .index = index,
                  .list = std::move(arguments)});
}

}  // namespace drover::c
