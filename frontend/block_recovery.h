#pragma once

#include <algorithm>

#include "frontend/syntax_recovery.h"

// Private to the parsers.
namespace drover {

// Resumes after a syntax error in a language of items, blocks and statements: at the next
// statement, at the body of a statement or item with a faulty head, or at the next item.
//
// `Language` provides the parser, the rule of items, and
//   is_item_ahead(parser)    true if an item begins here: inside a body, its `}` is missing
//   is_statement_word(type)  true if the token only begins statements
//   has_body(word)           true if an item that begins with this word has a block
template <typename Language>
class BlockRecovery : public SyntaxRecovery {
 protected:
  bool resume(antlr4::Parser& parser) final {
    auto& own = dynamic_cast<Parser&>(parser);
    switch (parser.getContext()->getRuleIndex()) {
      case Parser::RuleStatement:
        // The end of the body is missing: no statement of it can resume.
        if (is_over(own)) return false;
        resume_statement(own);
        return true;
      case Language::RuleItem: resume_item(own); return true;
      case Parser::RuleProgram: return true;
      default: return false;
    }
  }

  bool resume_list(antlr4::Parser& parser) final {
    auto& own = dynamic_cast<Parser&>(parser);
    switch (parser.getContext()->getRuleIndex()) {
      case Parser::RuleBlock: skip_to_statement(own); return true;
      case Parser::RuleProgram: skip_to_item(own); return true;
      default: return false;
    }
  }

  std::optional<std::size_t> missing_end(antlr4::Parser& parser) final {
    const bool is_in_block = parser.getContext()->getRuleIndex() == Parser::RuleBlock;
    if (!is_in_block || !Language::is_item_ahead(dynamic_cast<Parser&>(parser)))
      return std::nullopt;
    return Parser::RBRACE;
  }

 private:
  using Parser = typename Language::Parser;

  static bool is_over(Parser& parser) {
    return is_at_end(parser) || Language::is_item_ahead(parser);
  }

  static bool may_begin_statement(Parser& parser) {
    const antlr4::atn::ATN& atn = parser.getATN();
    const std::size_t type = peek(parser);
    return type != Parser::INTEGER &&
           atn.nextTokens(atn.ruleToStartState[Parser::RuleStatement]).contains(type);
  }

  template <typename Child>
  static bool has_child(Parser& parser) {
    return std::ranges::any_of(parser.getContext()->children, [](antlr4::tree::ParseTree* child) {
      return dynamic_cast<Child*>(child) != nullptr;
    });
  }

  static std::size_t open_parentheses(Parser& parser) {
    return open_brackets(parser, Parser::LPAREN, Parser::RPAREN);
  }

  void resume_statement(Parser& parser) {
    const std::size_t word = parser.getContext()->start->getType();
    const bool has_head = word == Parser::IF || word == Parser::WHILE || word == Parser::FOR;
    const bool is_in_head =
        has_head && !has_child<typename Parser::StatementContext>(parser) && has_begun(parser);
    if (is_in_head) {
      resume_behind_head(parser);
    } else {
      skip_statement(parser);
    }
  }

  // Resumes in the parentheses of `if`, `while` or `for`: their body may have errors of its own.
  void resume_behind_head(Parser& parser) {
    const bool is_for = parser.getContext()->start->getType() == Parser::FOR;
    std::size_t depth = open_parentheses(parser);
    while (!is_over(parser)) {
      const std::size_t type = peek(parser);
      const bool is_end = type == Parser::LBRACE || type == Parser::RBRACE ||
                          (type == Parser::SEMICOLON && !(is_for && depth > 0));
      if (is_end) break;
      parser.consume();
      if (type == Parser::LPAREN) ++depth;
      if (type == Parser::RPAREN && depth > 0 && --depth == 0) break;
    }
    if (is_over(parser)) return;
    start_afresh(parser);
    if (peek(parser) != Parser::RBRACE) read_statement(parser);
    if (peek(parser) != Parser::ELSE) return;
    parser.consume();
    read_statement(parser);
  }

  static void read_statement(Parser& parser) {
    set_state_before(parser, Parser::RuleStatement);
    parser.statement();
  }

  // True if the next statement begins at the current token, where a statement failed.
  [[nodiscard]] bool begins_here(Parser& parser) const {
    if (!has_begun(parser) || open_parentheses(parser) > 0) return false;
    if (is_first_in_line(parser)) return may_begin_statement(parser);
    return expected().contains(std::size_t{Parser::SEMICOLON}) &&
           Language::is_statement_word(peek(parser));
  }

  void skip_statement(Parser& parser) {
    if (begins_here(parser)) return start_afresh(parser);
    bool has_skipped = has_begun(parser);
    while (!is_over(parser)) {
      const std::size_t type = peek(parser);
      const bool is_word = is_first_in_line(parser) && Language::is_statement_word(type);
      const bool is_next =
          type == Parser::RBRACE || (has_skipped && (type == Parser::LBRACE || is_word));
      if (is_next) return start_afresh(parser);
      parser.consume();
      if (type == Parser::SEMICOLON) return start_afresh(parser);
      has_skipped = true;
    }
  }

  // Skips to the next statement after something else in a block.
  void skip_to_statement(Parser& parser) {
    // The code after an `else` without `if` may be correct.
    if (peek(parser) == Parser::ELSE) {
      parser.consume();
    } else if (!is_over(parser)) {
      parser.consume();
      skip_statement(parser);
    }
    while (!is_over(parser) && peek(parser) != Parser::RBRACE && !may_begin_statement(parser)) {
      parser.consume();
    }
    if (!is_over(parser)) start_afresh(parser);
  }

  void resume_item(Parser& parser) {
    const bool has_body = Language::has_body(parser.getContext()->start->getType());
    std::size_t depth = open_brackets(parser, Parser::LBRACE, Parser::RBRACE);
    if (!has_begun(parser) && !is_at_end(parser)) parser.consume();
    while (!is_over(parser)) {
      const std::size_t type = peek(parser);
      const bool is_body =
          type == Parser::LBRACE && has_body && !has_child<typename Parser::BlockContext>(parser);
      if (is_body) {
        start_afresh(parser);
        if (read_block(parser)) break;
        continue;
      }
      parser.consume();
      if (type == Parser::LBRACE) ++depth;
      if (type == Parser::RBRACE && depth <= 1) break;
      if (type == Parser::RBRACE) --depth;
      if (type == Parser::SEMICOLON && depth == 0) break;
    }
    if (!has_body && peek(parser) == Parser::SEMICOLON) parser.consume();
    start_afresh(parser);
  }

  // Reads a block. True if its end was found.
  bool read_block(Parser& parser) {
    set_state_before(parser, Parser::RuleBlock);
    try {
      parser.block();
      return true;
    } catch (const antlr4::RecognitionException&) {
      return false;
    }
  }

  void skip_to_item(Parser& parser) {
    while (!is_over(parser)) parser.consume();
    start_afresh(parser);
  }
};

}  // namespace drover
