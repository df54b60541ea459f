#include "frontend/syntax_recovery.h"

#include <algorithm>
#include <string>
#include <utility>

#include "support/check.h"

namespace drover {

using antlr4::Token;

void SyntaxRecovery::recover(antlr4::Parser* parser, std::exception_ptr e) {
  if (!resume(*parser)) std::rethrow_exception(std::move(e));
}

Token* SyntaxRecovery::recoverInline(antlr4::Parser* parser) {
  throw antlr4::InputMismatchException(parser);
}

void SyntaxRecovery::sync(antlr4::Parser* parser) {
  if (inErrorRecoveryMode(parser)) return;
  if (const std::optional<std::size_t> end = missing_end(*parser)) {
    beginErrorCondition(parser);
    expected_ = antlr4::misc::IntervalSet::of(static_cast<ssize_t>(*end));
    report(*parser, *parser->getCurrentToken(), expected_);
    throw antlr4::InputMismatchException(parser);
  }
  const antlr4::atn::ATN& atn = parser->getATN();
  antlr4::atn::ATNState* state = atn.states[parser->getState()];
  const antlr4::misc::IntervalSet& next = atn.nextTokens(state);
  if (next.contains(Token::EPSILON) || next.contains(peek(*parser))) return;
  switch (state->getStateType()) {
    case antlr4::atn::ATNState::BLOCK_START:
    case antlr4::atn::ATNState::STAR_BLOCK_START:
    case antlr4::atn::ATNState::PLUS_BLOCK_START:
    case antlr4::atn::ATNState::STAR_LOOP_ENTRY:
    case antlr4::atn::ATNState::PLUS_LOOP_BACK:
    case antlr4::atn::ATNState::STAR_LOOP_BACK: break;
    default: return;
  }
  antlr4::InputMismatchException mismatch(parser);
  reportError(parser, mismatch);
  if (!resume_list(*parser)) throw mismatch;
}

void SyntaxRecovery::reportNoViableAlternative(antlr4::Parser* parser,
                                               const antlr4::NoViableAltException& e) {
  expected_ = {};
  report(*parser, *e.getOffendingToken(), expected_);
}

void SyntaxRecovery::reportInputMismatch(antlr4::Parser* parser,
                                         const antlr4::InputMismatchException& e) {
  expected_ = e.getExpectedTokens();
  report(*parser, *e.getOffendingToken(), expected_);
}

std::size_t peek(antlr4::Parser& parser, std::size_t ahead) {
  return parser.getTokenStream()->LA(static_cast<ssize_t>(ahead));
}

bool is_at_end(antlr4::Parser& parser) { return peek(parser) == Token::EOF; }

bool is_first_in_line(antlr4::Parser& parser) {
  const Token* previous = parser.getTokenStream()->LT(-1);
  return previous == nullptr || previous->getLine() != parser.getCurrentToken()->getLine();
}

bool has_begun(antlr4::Parser& parser) {
  return parser.getContext()->start->getTokenIndex() < parser.getCurrentToken()->getTokenIndex();
}

std::size_t open_brackets(antlr4::Parser& parser, std::size_t open, std::size_t close) {
  std::size_t depth = 0;
  const std::size_t end = parser.getCurrentToken()->getTokenIndex();
  for (std::size_t i = parser.getContext()->start->getTokenIndex(); i < end; ++i) {
    const std::size_t type = parser.getTokenStream()->get(i)->getType();
    if (type == open) ++depth;
    if (type == close && depth > 0) --depth;
  }
  return depth;
}

void set_state_before(antlr4::Parser& parser, std::size_t rule) {
  const std::size_t caller = parser.getContext()->getRuleIndex();
  const auto calls = [&](const antlr4::atn::ATNState* state) {
    if (state == nullptr || state->ruleIndex != caller || state->transitions.size() != 1) {
      return false;
    }
    const auto* call = dynamic_cast<const antlr4::atn::RuleTransition*>(state->transitions.front());
    return call != nullptr && call->target->ruleIndex == rule;
  };
  const auto& states = parser.getATN().states;
  const auto found = std::ranges::find_if(states, calls);
  DROVER_CHECK(found != states.end(), "only what the rule at hand consists of is read in it");
  parser.setState((*found)->stateNumber);
}

bool is_behind_bad_characters(const Token& token, std::span<Token* const> tokens) {
  std::size_t index = token.getTokenIndex();
  const auto behind = std::ranges::lower_bound(tokens, index, {}, &Token::getTokenIndex);
  for (auto at = behind; at != tokens.begin();) {
    const Token& before = **--at;
    if (before.getTokenIndex() + 1 != index) return true;
    index = before.getTokenIndex();
    const std::string text = before.getText();
    if (text == ";" || text == "{" || text == "}" || text == "|") return false;
  }
  return index != 0;
}

bool is_sound(antlr4::tree::ParseTree& tree) {
  if (dynamic_cast<antlr4::tree::ErrorNode*>(&tree) != nullptr) return false;
  const auto* rule = dynamic_cast<antlr4::ParserRuleContext*>(&tree);
  if (rule != nullptr && rule->exception != nullptr) return false;
  return std::ranges::all_of(tree.children, [](auto* child) { return is_sound(*child); });
}

}  // namespace drover
