#pragma once

#include <cstddef>
#include <exception>
#include <optional>
#include <span>

#include "antlr4-runtime.h"

// Private to the parsers.
namespace drover {

// The recovery of a parser after a syntax error. ANTLR's recovery guesses in the middle of an
// expression and reports its guesses. This recovery abandons the phrase with the error (a
// statement, an item, a cell of a table) and continues after it: one message for one mistake. An
// abandoned phrase keeps its `exception` in the tree.
class SyntaxRecovery : public antlr4::DefaultErrorStrategy {
 public:
  void recover(antlr4::Parser* parser, std::exception_ptr e) final;
  antlr4::Token* recoverInline(antlr4::Parser* parser) final;
  void sync(antlr4::Parser* parser) final;

 protected:
  // Called when the current rule has failed at the current token. Skips to a token where its caller
  // can continue and returns true; or returns false and leaves the error to the caller.
  virtual bool resume(antlr4::Parser& parser) = 0;
  // Called before an element of a list, and after the last, in the current rule: the current token
  // can neither begin an element nor end the list, which has been reported. Skips to a token that
  // can, if there is one. False if the rule is not such a list.
  virtual bool resume_list(antlr4::Parser& parser) = 0;
  // In a rule that continues with a list: returns the token that should have ended the list, if the
  // current token surely belongs elsewhere, although the grammar accepts it in the list.
  virtual std::optional<std::size_t> missing_end(antlr4::Parser& /*parser*/) {
    return std::nullopt;
  }
  virtual void report(antlr4::Parser& parser, const antlr4::Token& token,
                      const antlr4::misc::IntervalSet& expected) = 0;

  void reportNoViableAlternative(antlr4::Parser* parser,
                                 const antlr4::NoViableAltException& e) final;
  void reportInputMismatch(antlr4::Parser* parser, const antlr4::InputMismatchException& e) final;

  // Makes the next error independent of the last error.
  void start_afresh(antlr4::Parser& parser) { endErrorCondition(&parser); }
  // Returns the expected tokens at the last error, as far as they are known.
  [[nodiscard]] const antlr4::misc::IntervalSet& expected() const { return expected_; }

 private:
  antlr4::misc::IntervalSet expected_;
};

// Returns the type of the token `ahead` tokens on; 1 is the current token.
[[nodiscard]] std::size_t peek(antlr4::Parser& parser, std::size_t ahead = 1);
[[nodiscard]] bool is_at_end(antlr4::Parser& parser);
// True if the current token is the first of its line.
[[nodiscard]] bool is_first_in_line(antlr4::Parser& parser);
// True if the current rule has consumed a token.
[[nodiscard]] bool has_begun(antlr4::Parser& parser);
// Returns the number of `open` tokens of the current rule without their `close`.
[[nodiscard]] std::size_t open_brackets(antlr4::Parser& parser, std::size_t open,
                                        std::size_t close);
// Call before the parser function of a phrase in the current rule: ANTLR predicts by the tokens
// that may follow the phrase, and looks them up in the state of the parser.
void set_state_before(antlr4::Parser& parser, std::size_t rule);
// True if invalid characters, which have been reported and which the parser does not see, explain
// an error in the rest of the statement. `tokens` are the tokens that the parser sees.
[[nodiscard]] bool is_behind_bad_characters(const antlr4::Token& token,
                                            std::span<antlr4::Token* const> tokens);
// True if the tree was read without errors.
[[nodiscard]] bool is_sound(antlr4::tree::ParseTree& tree);

}  // namespace drover
