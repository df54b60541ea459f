#include "frontend/core_recovery.h"

namespace drover {

bool CoreLanguage::is_item_word(std::size_t type) {
  switch (type) {
    case Parser::CONST:
    case Parser::SHARED:
    case Parser::STRUCT:
    case Parser::FN:
    case Parser::THREAD:
    case Parser::REQUIRE:
    case Parser::OBJECT:
    case Parser::EXISTS:
    case Parser::FORBID:
    case Parser::FORALL: return true;
    default: return false;
  }
}

bool CoreLanguage::is_item_ahead(Parser& parser) {
  const std::size_t type = peek(parser);
  // `init:r` may be part of a condition.
  if (type == Parser::INIT || type == Parser::FINAL) return peek(parser, 2) == Parser::LBRACE;
  return is_item_word(type);
}

bool CoreLanguage::is_statement_word(std::size_t type) {
  switch (type) {
    case Parser::IF:
    case Parser::WHILE:
    case Parser::DO:
    case Parser::BREAK:
    case Parser::CONTINUE:
    case Parser::RETURN:
    case Parser::FENCE:
    case Parser::LOCK:
    case Parser::UNLOCK:
    case Parser::ASSUME:
    case Parser::ASSERT:
    case Parser::ERROR:
    case Parser::BLOCK:
    case Parser::FREE:
    case Parser::STORE: return true;
    default: return false;
  }
}

bool CoreLanguage::has_body(std::size_t word) {
  return word == Parser::THREAD || word == Parser::FN || word == Parser::INIT ||
         word == Parser::FINAL;
}

}  // namespace drover
