#include <algorithm>
#include <array>
#include <string_view>
#include <utility>

#include "frontend/c/unit_builder.h"
#include "support/format.h"

namespace drover::c {

StatementId UnitBuilder::add(Statement statement) {
  unit_.statements.push_back(std::move(statement));
  return StatementId(unit_.statements.size() - 1);
}

StatementId UnitBuilder::expression_statement(NodeId node, SourceRange at) {
  Statement statement;
  statement.kind = StatementKind::Expression;
  statement.place = at;
  statement.node = node;
  note_use(node, Use::None);
  return add(std::move(statement));
}

// Who gives the value of an expression.
void UnitBuilder::note_use(NodeId id, Use use) {
  if (id.is_none()) return;
  const Node node = (*this)[id];
  switch (node.kind) {
    case NodeKind::Call:
    case NodeKind::Builtin: unit_.nodes[id.value].is_unused = use == Use::None; break;
    case NodeKind::Convert:
    case NodeKind::StatementExpression: note_use(node.a, use); break;
    case NodeKind::Comma:
    case NodeKind::And:
    case NodeKind::Or: note_use(node.b, use); break;
    case NodeKind::Conditional:
      note_use(node.b, use);
      note_use(node.c, use);
      break;
    default: break;
  }
}

StatementId UnitBuilder::add_loop(Statement statement, Grammar::StatementContext& body) {
  const StatementId id = add(std::move(statement));
  note_body(&body, id, false);
  note_end(body, id);
  return id;
}

StatementId UnitBuilder::add_labelled(Statement statement, Grammar::StatementContext* body) {
  const StatementId id = add(std::move(statement));
  note_body(body, id, false);
  return id;
}

std::uint32_t UnitBuilder::open_scope() {
  scopes_.emplace_back();
  return std::exchange(scope_, ++last_scope_);
}

void UnitBuilder::close_scope(std::uint32_t outer) {
  scopes_.pop_back();
  scope_ = outer;
}

StatementId UnitBuilder::build_block(Grammar::BlockContext& tree) {
  Statement block;
  block.kind = StatementKind::Block;
  block.place = place(tree);
  const std::uint32_t outer = open_scope();
  block.scope = scope_;
  const std::vector<std::uint32_t> begins = build_items(tree, block.list);
  close_scope(outer);
  const StatementId id = add(std::move(block));
  note_rooms(tree, id, begins);
  return id;
}

std::vector<std::uint32_t> UnitBuilder::build_items(Grammar::BlockContext& tree,
                                                    std::vector<StatementId>& out) {
  std::vector<std::uint32_t> begins;
  for (auto* item : tree.blockItem()) {
    begins.push_back(static_cast<std::uint32_t>(out.size()));
    if (item->declaration() != nullptr) {
      build_declaration(*item->declaration(), out);
    } else if (item->staticAssertion() != nullptr) {
      check_static_assertion(*item->staticAssertion());
    } else {
      out.push_back(build_statement(*item->statement()));
    }
  }
  return begins;
}

void UnitBuilder::build_declaration(Grammar::DeclarationContext& tree,
                                    std::vector<StatementId>& out) {
  const Specifiers specifiers = build_specifiers(tree.specifier());
  for (auto* each : tree.initDeclarator()) declare_local(specifiers, *each, out);
}

StatementId UnitBuilder::build_optional(Grammar::StatementContext* tree, SourceRange at) {
  if (tree != nullptr) return build_statement(*tree);
  Statement empty;
  empty.place = at;
  return add(std::move(empty));
}

NodeId UnitBuilder::build_condition(Grammar::CommaExpressionContext& tree) {
  const NodeId value = build_value(tree);
  if (!unit_.types.is_scalar(type_of(value))) {
    error(place(tree), format("a condition of type `{}`", unit_.types.name(type_of(value))));
  }
  return value;
}

StatementId UnitBuilder::build_statement(Grammar::StatementContext& tree) {
  if (auto* block = dynamic_cast<Grammar::BlockStatementContext*>(&tree)) {
    return build_block(*block->block());
  }
  if (auto* expression = dynamic_cast<Grammar::ExpressionStatementContext*>(&tree)) {
    if (expression->commaExpression() == nullptr) return build_optional(nullptr, place(tree));
    return expression_statement(build_value(*expression->commaExpression()), place(tree));
  }
  if (auto* branch = dynamic_cast<Grammar::IfStatementContext*>(&tree)) return build_if(*branch);
  if (auto* loop = dynamic_cast<Grammar::WhileStatementContext*>(&tree)) return build_while(*loop);
  if (auto* loop = dynamic_cast<Grammar::DoStatementContext*>(&tree)) return build_do(*loop);
  if (auto* loop = dynamic_cast<Grammar::ForStatementContext*>(&tree)) return build_for(*loop);
  if (auto* choice = dynamic_cast<Grammar::SwitchStatementContext*>(&tree)) {
    return build_switch(*choice);
  }
  if (auto* one_case = dynamic_cast<Grammar::CaseStatementContext*>(&tree)) {
    return build_case(*one_case);
  }
  if (auto* result = dynamic_cast<Grammar::ReturnStatementContext*>(&tree)) {
    return build_return(*result);
  }
  if (auto* assembly = dynamic_cast<Grammar::AssemblyStatementContext*>(&tree)) {
    return build_assembly(*assembly->assembly(), place(tree));
  }
  return build_label_or_jump(tree);
}

StatementId UnitBuilder::build_if(Grammar::IfStatementContext& tree) {
  Statement out;
  out.kind = StatementKind::If;
  out.place = place(tree);
  out.node = build_condition(*tree.commaExpression());
  out.first = build_statement(*tree.statement(0));
  if (tree.statement(1) != nullptr) out.second = build_statement(*tree.statement(1));
  const StatementId id = add(std::move(out));
  note_body(tree.statement(0), id, false);
  note_body(tree.statement(1), id, true);
  return id;
}

StatementId UnitBuilder::build_while(Grammar::WhileStatementContext& tree) {
  Statement out;
  out.kind = StatementKind::While;
  out.place = place(tree);
  out.node = build_condition(*tree.commaExpression());
  out.first = build_statement(*tree.statement());
  return add_loop(std::move(out), *tree.statement());
}

StatementId UnitBuilder::build_do(Grammar::DoStatementContext& tree) {
  Statement out;
  out.kind = StatementKind::DoWhile;
  out.place = place(tree);
  out.first = build_statement(*tree.statement());
  out.node = build_condition(*tree.commaExpression());
  return add_loop(std::move(out), *tree.statement());
}

StatementId UnitBuilder::build_switch(Grammar::SwitchStatementContext& tree) {
  Statement out;
  out.kind = StatementKind::Switch;
  out.place = place(tree);
  const NodeId value = build_value(*tree.commaExpression());
  if (!unit_.types.is_integer(type_of(value)))
    error(out.place, "a `switch` over something that is not an integer");
  out.node = converted(value, unit_.types.promoted(type_of(value)), out.place);
  out.first = build_statement(*tree.statement());
  return add(std::move(out));
}

StatementId UnitBuilder::build_label_or_jump(Grammar::StatementContext& tree) {
  Statement out;
  out.place = place(tree);
  if (auto* otherwise = dynamic_cast<Grammar::DefaultStatementContext*>(&tree)) {
    out.kind = StatementKind::Default;
    out.first = build_optional(otherwise->statement(), out.place);
    return add_labelled(std::move(out), otherwise->statement());
  }
  if (auto* label = dynamic_cast<Grammar::LabelStatementContext*>(&tree)) {
    out.kind = StatementKind::Label;
    out.text = label->IDENTIFIER()->getText();
    out.first = build_optional(label->statement(), out.place);
    return add_labelled(std::move(out), label->statement());
  }
  if (auto* jump = dynamic_cast<Grammar::GotoStatementContext*>(&tree)) {
    out.kind = StatementKind::Goto;
    out.text = jump->IDENTIFIER()->getText();
  } else if (dynamic_cast<Grammar::ComputedGotoContext*>(&tree) != nullptr) {
    unsupported(out.place, "a jump to a computed label is", "use `switch`");
  } else if (dynamic_cast<Grammar::BreakStatementContext*>(&tree) != nullptr) {
    out.kind = StatementKind::Break;
  } else if (dynamic_cast<Grammar::ContinueStatementContext*>(&tree) != nullptr) {
    out.kind = StatementKind::Continue;
  }
  return add(std::move(out));
}

namespace {

// Instructions that order every access before them with every access after them.
constexpr std::array<std::string_view, 8> FullBarriers{
    "mfence", "sync", "dmb ish", "dmb sy", "dsb ish", "dsb sy", "fence rw,rw", "fence rw, rw"};
// Those that do nothing but take time.
constexpr std::array<std::string_view, 5> Pauses{"", "nop", "pause", "rep; nop", "yield"};

// An instruction without blanks and ends of lines around it.
std::string trimmed(const std::string& text) {
  const std::string_view blanks = " \t\n;";
  const std::size_t first = text.find_first_not_of(blanks);
  if (first == std::string::npos) return "";
  return text.substr(first, text.find_last_not_of(blanks) - first + 1);
}

}  // namespace

// What has no operands and is a barrier, or nothing at all. (That the compiler keeps accesses on
// their side is nothing here: they are in the order in which they are written.)
StatementId UnitBuilder::build_assembly(Grammar::AssemblyContext& tree, SourceRange at) {
  Statement out;
  out.place = at;
  bool has_operands = false;
  bool is_template = true;
  std::string text;
  for (auto* part : tree.balanced()) {
    antlr4::Token* token = part->getStart();
    const bool is_text = token->getType() == Grammar::STRING;
    if (is_template && is_text) text += decoded_text(token->getText()).value_or("?");
    is_template &= is_text;
    const std::string word = token->getText();
    has_operands |= !is_text && word != ":" && word != ",";
  }
  text = trimmed(text);
  const auto is_one_of = [&](const auto& known) {
    return std::ranges::find(known, text) != known.end();
  };
  if (!has_operands && is_one_of(Pauses)) return add(std::move(out));
  if (!has_operands && is_one_of(FullBarriers)) {
    Node fence;
    fence.kind = NodeKind::Builtin;
    fence.type = void_type();
    fence.place = at;
    fence.builtin.builtin = Builtin::Fence;
    return expression_statement(add(std::move(fence)), at);
  }
  unsupported(at, "`asm` is",
              "leave it out, or write it in C; only barriers without operands are accepted");
  return add(std::move(out));
}

StatementId UnitBuilder::build_for(Grammar::ForStatementContext& tree) {
  Statement out;
  out.kind = StatementKind::For;
  out.place = place(tree);
  const std::uint32_t outer = open_scope();
  out.scope = scope_;
  if (tree.declaration() != nullptr) {
    build_declaration(*tree.declaration(), out.list);
  } else if (tree.start != nullptr && dynamic_cast<Grammar::CommaExpressionContext*>(tree.start)) {
    out.list.push_back(expression_statement(build_value(*tree.start), out.place));
  }
  if (tree.condition != nullptr) out.node = build_condition(*tree.condition);
  if (tree.step != nullptr) out.step = build_value(*tree.step);
  note_use(out.step, Use::None);
  out.first = build_statement(*tree.statement());
  close_scope(outer);
  return add_loop(std::move(out), *tree.statement());
}

StatementId UnitBuilder::build_case(Grammar::CaseStatementContext& tree) {
  Statement out;
  out.kind = StatementKind::Case;
  out.place = place(tree);
  out.value = required_constant(*tree.expression(0), "the value of a `case`");
  out.last = tree.expression(1) == nullptr
                 ? out.value
                 : required_constant(*tree.expression(1), "the value of a `case`");
  out.first = build_optional(tree.statement(), out.place);
  return add_labelled(std::move(out), tree.statement());
}

StatementId UnitBuilder::build_return(Grammar::ReturnStatementContext& tree) {
  Statement out;
  out.kind = StatementKind::Return;
  out.place = place(tree);
  const TypeId result = unit_.types[current().type].target;
  if (tree.commaExpression() != nullptr) {
    const NodeId value = build_value(*tree.commaExpression());
    if (unit_.types.is_void(result)) {
      if (!unit_.types.is_void(type_of(value))) {
        error(out.place, format("`{}` returns nothing, but a value is given", current().name));
      }
      out.node = value;
    } else {
      out.node = converted(value, unit_.types.unqualified(result), out.place);
    }
  }
  return add(std::move(out));
}

}  // namespace drover::c
