#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "LitmusCParser.h"
#include "LitmusStateParser.h"
#include "LitmusTableParser.h"
#include "frontend/block_recovery.h"
#include "frontend/syntax_recovery.h"

// Resumption points after a syntax error in a section of a litmus file. Private to the parsers.
namespace drover::litmus {

// Returns the number of a thread in the name of its column or function, `P0`.
[[nodiscard]] std::optional<std::uint32_t> thread_number(const std::string& name);

// Resumes at the next statement or thread of a C program.
struct CLanguage {
  using Parser = drover_grammar::LitmusCParser;

  static constexpr std::size_t RuleItem = Parser::RuleThread;

  static bool is_item_ahead(Parser& parser);
  static bool is_statement_word(std::size_t type);
  static bool has_body(std::size_t word);
};
using CRecovery = BlockRecovery<CLanguage>;

// Resumes at the next cell of the table, or the next row.
class TableRecovery : public SyntaxRecovery {
 protected:
  bool resume(antlr4::Parser& parser) final;
  bool resume_list(antlr4::Parser& parser) final;

 private:
  bool resume_cell(antlr4::Parser& parser);
  bool resume_behind_row(antlr4::Parser& parser);
};

// Resumes at the next item of the initial state, or the next part after the program.
class StateRecovery : public SyntaxRecovery {
 protected:
  bool resume(antlr4::Parser& parser) final;
  bool resume_list(antlr4::Parser& parser) final;
};

}  // namespace drover::litmus
