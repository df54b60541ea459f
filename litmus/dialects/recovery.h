#pragma once

#include "LitmusCParser.h"
#include "LitmusStateParser.h"
#include "LitmusTableParser.h"
#include "frontend/block_recovery.h"
#include "frontend/syntax_recovery.h"

// Where reading continues after a syntax error in a section of a litmus file. Private to the
// parsers.
namespace drover::litmus {

// With the next statement or thread of a C program.
struct CLanguage {
  using Parser = drover_grammar::LitmusCParser;

  static constexpr std::size_t RuleItem = Parser::RuleThread;

  static bool is_item_ahead(Parser& parser);
  static bool is_statement_word(std::size_t type);
  static bool has_body(std::size_t word);
};
using CRecovery = BlockRecovery<CLanguage>;

// With the next cell of the table, or the next row.
class TableRecovery : public SyntaxRecovery {
 protected:
  bool resume(antlr4::Parser& parser) final;
  bool resume_list(antlr4::Parser& parser) final;
};

// With the next item of the initial state, or the next part of what is after the program.
class StateRecovery : public SyntaxRecovery {
 protected:
  bool resume(antlr4::Parser& parser) final;
  bool resume_list(antlr4::Parser& parser) final;
};

}  // namespace drover::litmus
