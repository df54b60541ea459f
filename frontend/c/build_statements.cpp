#include <algorithm>
#include <array>
#include <string_view>
#include <utility>

#include "frontend/c/unit_builder.h"
#include "support/format.h"
#include "support/overloaded.h"
#include "support/text.h"

namespace drover::c {

StatementId UnitBuilder::add(Statement statement) {
  unit_.statements.push_back(std::move(statement));
  return StatementId(unit_.statements.size() - 1);
}

StatementId UnitBuilder::expression_statement(NodeId node, SourceRange at) {
  Statement statement{.kind = StatementKind::Expression, .place = at, .node = node};
  note_use(node, Use::None);
  return add(std::move(statement));
}

// Tells the calls that produce the value of an expression whether it is used.
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
  statement.first = build_optional(body, statement.place);
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
  Statement block{.kind = StatementKind::Block, .place = place(tree)};
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
    const std::size_t kept = pending_.size();
    if (item->declaration() != nullptr) {
      build_declaration(*item->declaration(), out);
    } else if (item->staticAssertion() != nullptr) {
      check_static_assertion(*item->staticAssertion());
    } else {
      out.push_back(build_statement(*item->statement()));
    }
    insert_pending(kept, out, begins.back());
  }
  return begins;
}

void UnitBuilder::insert_pending(std::size_t kept, std::vector<StatementId>& out, std::size_t at) {
  out.insert(out.begin() + static_cast<std::ptrdiff_t>(at),
             pending_.begin() + static_cast<std::ptrdiff_t>(kept), pending_.end());
  pending_.resize(kept);
}

StatementId UnitBuilder::build_statement(Grammar::StatementContext& tree) {
  const std::size_t kept = pending_.size();
  const StatementId built = build_bare_statement(tree);
  if (pending_.size() == kept) return built;
  Statement block{.kind = StatementKind::Block, .place = place(tree), .list = {built}};
  insert_pending(kept, block.list, 0);
  return add(std::move(block));
}

void UnitBuilder::build_declaration(Grammar::DeclarationContext& tree,
                                    std::vector<StatementId>& out) {
  const Specifiers specifiers = build_specifiers(tree.specifier());
  for (auto* each : tree.initDeclarator()) declare_local(specifiers, *each, out);
}

StatementId UnitBuilder::build_optional(Grammar::StatementContext* tree, SourceRange at) {
  if (tree != nullptr) return build_statement(*tree);
  return add(Statement{.place = at});
}

NodeId UnitBuilder::build_condition(Grammar::CommaExpressionContext& tree) {
  return condition_of(build_value(tree), place(tree));
}

StatementId UnitBuilder::build_bare_statement(Grammar::StatementContext& tree) {
  const SourceRange at = place(tree);
  return match(
      tree, [&](Grammar::BlockStatementContext& block) { return build_block(*block.block()); },
      [&](Grammar::ExpressionStatementContext& expression) {
        if (expression.commaExpression() == nullptr) return build_optional(nullptr, at);
        return expression_statement(build_value(*expression.commaExpression()), at);
      },
      [&](Grammar::IfStatementContext& branch) { return build_if(branch); },
      [&](Grammar::WhileStatementContext& loop) { return build_while(loop); },
      [&](Grammar::DoStatementContext& loop) { return build_do(loop); },
      [&](Grammar::ForStatementContext& loop) { return build_for(loop); },
      [&](Grammar::SwitchStatementContext& choice) { return build_switch(choice); },
      [&](Grammar::CaseStatementContext& one_case) { return build_case(one_case); },
      [&](Grammar::ReturnStatementContext& result) { return build_return(result); },
      [&](Grammar::AssemblyStatementContext& assembly) {
        return build_assembly(*assembly.assembly(), at);
      },
      [&](Grammar::DefaultStatementContext& label) {
        return add_labelled({.kind = StatementKind::Default, .place = at}, label.statement());
      },
      [&](Grammar::LabelStatementContext& label) {
        return add_labelled(
            {.kind = StatementKind::Label, .place = at, .text = label.IDENTIFIER()->getText()},
            label.statement());
      },
      [&](Grammar::GotoStatementContext& jump) {
        return add(Statement{
            .kind = StatementKind::Goto, .place = at, .text = jump.IDENTIFIER()->getText()});
      },
      [&](Grammar::ComputedGotoContext& /*jump*/) {
        return expression_statement(
            unsupported_node(at, "a jump to a computed label is", "use `switch`"), at);
      },
      [&](Grammar::BreakStatementContext& /*jump*/) {
        return add(Statement{.kind = StatementKind::Break, .place = at});
      },
      [&](Grammar::ContinueStatementContext& /*jump*/) {
        return add(Statement{.kind = StatementKind::Continue, .place = at});
      });
}

StatementId UnitBuilder::build_if(Grammar::IfStatementContext& tree) {
  Statement out{.kind = StatementKind::If,
                .place = place(tree),
                .node = build_condition(*tree.commaExpression()),
                .first = build_statement(*tree.statement(0))};
  if (tree.statement(1) != nullptr) out.second = build_statement(*tree.statement(1));
  const StatementId id = add(std::move(out));
  note_body(tree.statement(0), id, false);
  note_body(tree.statement(1), id, true);
  return id;
}

StatementId UnitBuilder::build_while(Grammar::WhileStatementContext& tree) {
  Statement out{.kind = StatementKind::While,
                .place = place(tree),
                .node = build_condition(*tree.commaExpression()),
                .first = build_statement(*tree.statement())};
  return add_loop(std::move(out), *tree.statement());
}

StatementId UnitBuilder::build_do(Grammar::DoStatementContext& tree) {
  Statement out{.kind = StatementKind::DoWhile,
                .place = place(tree),
                .first = build_statement(*tree.statement())};
  out.node = build_condition(*tree.commaExpression());
  return add_loop(std::move(out), *tree.statement());
}

StatementId UnitBuilder::build_switch(Grammar::SwitchStatementContext& tree) {
  Statement out{.kind = StatementKind::Switch, .place = place(tree)};
  const NodeId value = build_value(*tree.commaExpression());
  if (!types_.is_integer(type_of(value)))
    error(out.place, "a `switch` over something that is not an integer");
  out.node = converted(value, types_.promoted(type_of(value)), out.place);
  out.first = build_statement(*tree.statement());
  return add(std::move(out));
}

StatementId UnitBuilder::build_for(Grammar::ForStatementContext& tree) {
  Statement out{.kind = StatementKind::For, .place = place(tree)};
  const std::uint32_t outer = open_scope();
  out.scope = scope_;
  if (tree.declaration() != nullptr) {
    build_declaration(*tree.declaration(), out.list);
  } else if (tree.start != nullptr) {
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
  Statement out{.kind = StatementKind::Case,
                .place = place(tree),
                .value = required_constant(*tree.expression(0), "the value of a `case`")};
  out.last = tree.expression(1) == nullptr
                 ? out.value
                 : required_constant(*tree.expression(1), "the value of a `case`");
  return add_labelled(std::move(out), tree.statement());
}

StatementId UnitBuilder::build_return(Grammar::ReturnStatementContext& tree) {
  Statement out{.kind = StatementKind::Return, .place = place(tree)};
  const TypeId result = types_[current().type].target;
  if (tree.commaExpression() != nullptr) {
    const NodeId value = build_value(*tree.commaExpression());
    if (types_.is_void(result)) {
      if (!types_.is_void(type_of(value))) {
        error(out.place, format("`{}` returns nothing, but a value is given", current().name));
      }
      out.node = value;
    } else {
      out.node = converted(value, types_.unqualified(result), out.place);
    }
  }
  return add(std::move(out));
}

}  // namespace drover::c
