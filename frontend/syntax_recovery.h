#pragma once

#include <cstddef>
#include <exception>
#include <optional>
#include <span>

#include "antlr4-runtime.h"

// Private to the parsers.
namespace drover {

// How a parser continues after a syntax error. ANTLR's own way guesses in the middle of an
// expression and complains about its guesses; here the phrase with the error (a statement, an item,
// a cell of a table) is given up as a whole and reading continues after it: one message for one
// mistake. A phrase that is given up keeps its `exception` in the tree.
class SyntaxRecovery : public antlr4::DefaultErrorStrategy {
 public:
  void recover(antlr4::Parser* parser, std::exception_ptr e) final;
  antlr4::Token* recoverInline(antlr4::Parser* parser) final;
  void sync(antlr4::Parser* parser) final;

 protected:
  // The current rule has failed at the current token. Either skips to where its caller can go on,
  // and gives true, or leaves it to the caller.
  virtual bool resume(antlr4::Parser& parser) = 0;
  // Before an element of a list, and after the last, in the current rule: the current token can
  // neither begin one nor end the list, which has been reported. Skips to one that can, if there is
  // one. False if the rule is not such a list.
  virtual bool resume_list(antlr4::Parser& parser) = 0;
  // Where the current rule goes on with a list: the token that should have ended the list before
  // the current token, if the current token is surely not part of the list, although it might be.
  virtual std::optional<std::size_t> missing_end(antlr4::Parser& /*parser*/) {
    return std::nullopt;
  }
  virtual void report(antlr4::Parser& parser, const antlr4::Token& token,
                      const antlr4::misc::IntervalSet& expected) = 0;

  void reportNoViableAlternative(antlr4::Parser* parser,
                                 const antlr4::NoViableAltException& e) final;
  void reportInputMismatch(antlr4::Parser* parser, const antlr4::InputMismatchException& e) final;

  // The next error is not a consequence of the last one.
  void start_afresh(antlr4::Parser& parser) { endErrorCondition(&parser); }
  // The tokens that would have been right at the last error, as far as they are known.
  [[nodiscard]] const antlr4::misc::IntervalSet& expected() const { return expected_; }

 private:
  antlr4::misc::IntervalSet expected_;
};

// The type of the token `ahead` tokens on; 1 is the current one.
[[nodiscard]] std::size_t peek(antlr4::Parser& parser, std::size_t ahead = 1);
[[nodiscard]] bool is_at_end(antlr4::Parser& parser);
// Whether the current token is the first of its line.
[[nodiscard]] bool is_first_in_line(antlr4::Parser& parser);
// Whether the current rule has taken a token.
[[nodiscard]] bool has_begun(antlr4::Parser& parser);
// How many `open` of the current rule have not met their `close` yet.
[[nodiscard]] std::size_t open_brackets(antlr4::Parser& parser, std::size_t open,
                                        std::size_t close);
// To be called before a function of the parser is called for a phrase in the current rule: ANTLR
// predicts by what may follow the phrase, and looks that up in the state of the parser.
void set_state_before(antlr4::Parser& parser, std::size_t rule);
// Characters that are not tokens have been reported, and the parser does not see them. They are to
// blame for what it misses or does not expect in the rest of the statement. `tokens` are those that
// it sees.
[[nodiscard]] bool is_behind_bad_characters(const antlr4::Token& token,
                                            std::span<antlr4::Token* const> tokens);
// Whether the tree was read without errors.
[[nodiscard]] bool is_sound(antlr4::tree::ParseTree& tree);

}  // namespace drover
