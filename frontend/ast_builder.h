#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "CoreParser.h"
#include "frontend/antlr_section.h"
#include "frontend/ast.h"
#include "frontend/diagnostic.h"
#include "frontend/source.h"

// Private to the parser.
namespace drover {

// Converts ANTLR's trees of items to ours. The trees must have no syntax errors. A short-lived
// worker: holds references.
class AstBuilder {
 public:
  AstBuilder(const SectionOffsets& offsets, DiagnosticSink& sink)
      : offsets_(offsets), sink_(sink) {}

  // Builds an item. Adds its statements and expressions to the tree.
  ast::Item build_item(drover_grammar::CoreParser::ItemContext& item);
  // Returns the tree, without items yet.
  Ast take() { return std::move(ast_); }

 private:
  using Parser = drover_grammar::CoreParser;

  ast::ItemNode build_item_node(Parser::ItemContext& item);
  ast::SharedDeclarator build_declarator(Parser::SharedDeclaratorContext& declarator);
  ast::ItemNode build_struct(Parser::StructItemContext& item);
  ast::ItemNode build_function(Parser::FunctionItemContext& item);
  ast::ItemNode build_thread(Parser::ThreadItemContext& item);
  ast::ItemNode build_condition(Parser::ConditionItemContext& item);

  ast::StmtId build_block(Parser::BlockContext& block);
  // Builds a statement as a body: always a block.
  ast::StmtId build_body(Parser::StatementContext& statement);
  // None for the empty statement.
  ast::StmtId build_statement(Parser::StatementContext& statement);
  std::optional<ast::StatementNode> build_node(Parser::StatementContext& statement);
  ast::StatementNode build_if(Parser::IfStatementContext& statement);
  ast::StatementNode build_labelled(Parser::LabelledStatementContext& statement);
  ast::StatementNode build_word(Parser::WordStatementContext& statement);
  ast::StatementNode build_assert(Parser::AssertStatementContext& statement);
  ast::StatementNode build_marked_call(Parser::MarkedCallStatementContext& statement);
  ast::StmtId build_action(Parser::ActionContext& action);
  std::optional<std::string> unquote(const antlr4::Token& token);

  ast::ExprId build_expression(Parser::ExpressionContext& expression);
  ast::ExprId build_integer(Parser::IntegerContext& integer);
  ast::ExprId build_prefix(Parser::PrefixContext& prefix);
  ast::ExprId build_dereference(Parser::PrefixContext& prefix);
  ast::ExprId build_with_mode(Parser::WithModeContext& expression);
  ast::ExprId build_memory_operation(Parser::MemoryOperationContext& operation);
  std::vector<ast::ExprId> build_arguments(Parser::ArgumentsContext& arguments);
  bool check_operand_count(const std::string& word, std::size_t expected, std::size_t given,
                           SourceRange range);

  struct Modes {
    ast::ModeName mode, failure_mode;
  };
  Modes build_modes(Parser::ModesContext* modes);
  // For operations without a failure mode.
  ast::ModeName build_single_mode(Parser::ModesContext* modes, const std::string& word);
  ast::ModeName build_mode_name(Parser::ModeNameContext& name);

  ast::Identifier identifier(antlr4::tree::TerminalNode& node) const;
  // Empty if there is no node.
  ast::Identifier label(antlr4::tree::TerminalNode* node) const;
  SourceRange range_of(antlr4::ParserRuleContext& context) const { return offsets_.range(context); }

  const SectionOffsets& offsets_;
  DiagnosticSink& sink_;
  Ast ast_;
};

}  // namespace drover
