#include "litmus/dialects/recovery.h"

#include <string>

namespace drover::litmus {

namespace {

using State = drover_grammar::LitmusStateParser;
using Table = drover_grammar::LitmusTableParser;

void skip_to_cell_end(antlr4::Parser& parser) {
  while (!is_at_end(parser) && peek(parser) != Table::BAR && peek(parser) != Table::SEMICOLON) {
    parser.consume();
  }
}

void skip_past_row(antlr4::Parser& parser) {
  while (!is_at_end(parser) && peek(parser) != Table::SEMICOLON) parser.consume();
  if (!is_at_end(parser)) parser.consume();
}

// For the initial state; its lists have no `;`.
void skip_to_semicolon(antlr4::Parser& parser) {
  while (!is_at_end(parser) && peek(parser) != State::SEMICOLON) parser.consume();
}
void skip_past_semicolons(antlr4::Parser& parser) {
  skip_to_semicolon(parser);
  while (peek(parser) == State::SEMICOLON) parser.consume();
}

bool is_part_ahead(antlr4::Parser& parser) {
  switch (peek(parser)) {
    case State::LOCATIONS:
    case State::FILTER:
    case State::FORALL:
    case State::EXISTS:
    case State::FINAL:
    case State::OBSERVED:
    case State::WITH: return true;
    case State::NOT: return peek(parser, 2) == State::EXISTS;
    default: return false;
  }
}

void skip_to_part(antlr4::Parser& parser) {
  if (!has_begun(parser) && !is_at_end(parser)) parser.consume();
  while (!is_at_end(parser) && !is_part_ahead(parser)) parser.consume();
}

}  // namespace

std::optional<std::uint32_t> thread_number(const std::string& name) {
  const bool is_numbered = name.size() > 1 && name.size() < 5 && name[0] == 'P' &&
                           name.find_first_not_of("0123456789", 1) == std::string::npos;
  if (!is_numbered) return std::nullopt;
  return static_cast<std::uint32_t>(std::stoul(name.substr(1)));
}

// ---- C ------------------------------------------------------------------------------

// True for `P0 (` at the start of a line: threads are not called, but a macro may be called P.
bool CLanguage::is_item_ahead(Parser& parser) {
  const std::size_t at = peek(parser) == Parser::VOID ? 2 : 1;
  if (peek(parser, at) != Parser::ID || peek(parser, at + 1) != Parser::LPAREN) return false;
  const std::string name = parser.getTokenStream()->LT(static_cast<ssize_t>(at))->getText();
  return thread_number(name) && is_first_in_line(parser);
}

bool CLanguage::is_statement_word(std::size_t type) {
  switch (type) {
    case Parser::IF:
    case Parser::WHILE:
    case Parser::DO:
    case Parser::FOR:
    case Parser::BREAK:
    case Parser::CONTINUE:
    case Parser::RETURN: return true;
    default: return false;
  }
}

bool CLanguage::has_body(std::size_t /*word*/) { return true; }

// ---- Tables ----------------------------------------------------------------------------

// In a cell: the error is inside, or at its end.
bool TableRecovery::resume_cell(antlr4::Parser& parser) {
  skip_to_cell_end(parser);
  if (!is_at_end(parser)) start_afresh(parser);
  return true;
}

bool TableRecovery::resume_behind_row(antlr4::Parser& parser) {
  skip_past_row(parser);
  start_afresh(parser);
  return true;
}

bool TableRecovery::resume(antlr4::Parser& parser) {
  switch (parser.getContext()->getRuleIndex()) {
    case Table::RuleCell: return resume_cell(parser);
    case Table::RuleHeading:
    case Table::RuleRow: return resume_behind_row(parser);
    default: return parser.getContext()->getRuleIndex() == Table::RuleProgram;
  }
}

bool TableRecovery::resume_list(antlr4::Parser& parser) {
  switch (parser.getContext()->getRuleIndex()) {
    case Table::RuleRow: return resume_cell(parser);
    case Table::RuleProgram: return resume_behind_row(parser);
    default: return false;
  }
}

// ---- Initial states and conditions --------------------------------------------------

bool StateRecovery::resume(antlr4::Parser& parser) {
  switch (parser.getContext()->getRuleIndex()) {
    case State::RuleInitItem:
      skip_to_semicolon(parser);
      start_afresh(parser);
      return true;
    case State::RuleItemEnd:
      skip_past_semicolons(parser);
      start_afresh(parser);
      return true;
    case State::RuleLocations:
    case State::RuleFilter:
    case State::RuleConstraint:
    case State::RuleKinds:
      skip_to_part(parser);
      if (!is_at_end(parser)) start_afresh(parser);
      return true;
    case State::RuleInit:
    case State::RuleCondition: return true;
    default: return false;
  }
}

bool StateRecovery::resume_list(antlr4::Parser& parser) {
  if (parser.getContext()->getRuleIndex() != State::RuleInit) return false;
  skip_past_semicolons(parser);
  start_afresh(parser);
  return true;
}

}  // namespace drover::litmus
