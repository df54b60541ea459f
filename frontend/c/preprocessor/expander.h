#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "frontend/c/preprocessor/token.h"

// [C11 6.10.3]. Private to the preprocessor.
namespace drover::c::preprocessor {

// Where the tokens come from that are expanded, and what the expander wants to know of it.
class TokenSource {
 public:
  // Whether the tokens are arguments of a macro, or could be.
  enum class Reading : std::uint8_t { Text, Call };

  virtual ~TokenSource() = default;
  virtual Token read(Reading reading) = 0;
  // The first token of a line of the text is taken.
  virtual void start_line(std::uint32_t line) = 0;
  [[nodiscard]] virtual std::string file_name() const = 0;
  [[nodiscard]] virtual std::size_t include_level() const = 0;
};

class Expander {
 public:
  Expander(Names& names, TokenSource& source) : names_(names), source_(source) {}

  // The next token of the text with macros expanded; paddings, too; or the end.
  Token next();
  // Where the last token of next() is: that of the macro's use, if it comes from one.
  [[nodiscard]] std::uint32_t line() const { return line_; }

  // The tokens of a directive, expanded, without paddings. What `ask` gives something else for is
  // not expanded: it may read more tokens of the directive.
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
    bool is_absent = false;  // of the parameter for all others: there is not even a comma
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
  std::optional<Token> unread_;  // of the source
  bool is_from_source_ = false;  // the last token
  std::uint32_t line_ = 0;
  std::uint32_t use_line_ = 0;          // of the outermost macro
  std::uint32_t unexpanded_depth_ = 0;  // > 0: names are not expanded
  TokenSource::Reading reading_ = TokenSource::Reading::Text;
  bool reads_arguments_ = false;      // behind the parenthesis
  std::uint32_t argument_depth_ = 0;  // > 0: an argument is being expanded
  bool is_directive_ = false;
  std::uint64_t counter_ = 0;
  std::uint64_t spent_ = 0;
};

}  // namespace drover::c::preprocessor
