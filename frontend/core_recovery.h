#pragma once

#include "CoreParser.h"
#include "frontend/block_recovery.h"

// Private to the parser.
namespace drover {

struct CoreLanguage {
  using Parser = drover_grammar::CoreParser;

  static constexpr std::size_t RuleItem = Parser::RuleItem;

  // True for words that only begin items.
  static bool is_item_word(std::size_t type);
  static bool is_item_ahead(Parser& parser);
  static bool is_statement_word(std::size_t type);
  static bool has_body(std::size_t word);
};

using CoreRecovery = BlockRecovery<CoreLanguage>;

}  // namespace drover
