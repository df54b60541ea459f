#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "frontend/c/preprocessor/token.h"

// [C11 6.10.3]. Private to the preprocessor.
namespace drover::c::preprocessor {

// The source of the tokens that are expanded.
class TokenSource {
 public:
  // Call: the tokens are, or could be, arguments of a macro.
  enum class Reading : std::uint8_t { Text, Call };

  virtual ~TokenSource() = default;
  virtual Token read(Reading reading) = 0;
  // Call when the first token of a line of the text is taken.
  virtual void start_line(std::uint32_t line) = 0;
  [[nodiscard]] virtual std::string file_name() const = 0;
  [[nodiscard]] virtual std::size_t include_level() const = 0;
};

class Expander {
 public:
  Expander(Names& names, TokenSource& source) : names_(names), source_(source) {}

  // Returns the next token with macros expanded, a padding, or the end.
  Token next();
  // Returns the line of the last token of next(): of the macro use, if it comes from one.
  [[nodiscard]] std::uint32_t line() const { return line_; }
  // Returns the columns of the last outermost macro use: its name and arguments, up to the end of
  // the line.
  [[nodiscard]] Columns use() const { return use_; }

  // Returns the tokens of a directive, expanded, without paddings. A token that `ask` replaces is
  // not expanded; `ask` may read more tokens of the directive.
  using Ask = std::function<std::optional<Token>(const Token& token, const Token*& at)>;
  Tokens expand_directive(const Tokens& tokens, const Ask& ask);

 private:
  struct Context {
    Name* macro = nullptr;
    Tokens tokens;
    std::size_t at = 0;
  };
  struct Argument {
    Tokens tokens;
    bool is_absent = false;  // of the variadic parameter: there is not even a comma
    std::optional<Tokens> expanded;
    std::optional<Token> text;
  };
  using Arguments = std::vector<Argument>;

  Token read_source();
  void unread(const Token& token);
  void push(Name* macro, Tokens tokens);
  void pop();

  bool enter(Name& name, const Token& token);
  bool enter_builtin(const Name& name, const Token& token);
  std::optional<Arguments> read_call(const Macro& macro);
  std::optional<Arguments> read_arguments(const Macro& macro);
  Tokens replaced(const Macro& macro, Arguments& arguments, const Token& token);
  void add_argument(const Macro& macro, const Token* parameter, Argument& argument, Tokens& out);
  const Tokens& expanded(Argument& argument);
  Token text_of(const Argument& argument, const Token& parameter);
  void paste(Token left);
  void spend(std::size_t tokens);

  Names& names_;
  TokenSource& source_;
  std::vector<Context> contexts_;
  std::optional<Token> unread_;  // put back to the source
  bool is_from_source_ = false;  // the last token was
  std::uint32_t line_ = 0;
  std::uint32_t use_line_ = 0;  // line of the outermost macro use
  Columns use_ = {};
  std::uint32_t unexpanded_depth_ = 0;  // > 0: names are not expanded
  TokenSource::Reading reading_ = TokenSource::Reading::Text;
  bool reads_arguments_ = false;      // after the opening parenthesis
  std::uint32_t argument_depth_ = 0;  // > 0: an argument is being expanded
  bool is_directive_ = false;
  std::uint64_t counter_ = 0;
  std::uint64_t spent_ = 0;
};

}  // namespace drover::c::preprocessor
