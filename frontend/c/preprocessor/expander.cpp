// The expansion of macros [C11 6.10.3].
//
// The expansion of a macro is put before the unread tokens: a stack of contexts above the token
// source. A macro is disabled while its context is on the stack. A name read while it is disabled
// is never expanded afterwards [C11 6.10.3.4 p2]. An ended context is popped when the next token is
// read. This decides the cases that the standard leaves open: the name of a macro is the last token
// of a context, and its arguments follow the context. GCC's rule is the same.
//
// Arguments are expanded if the parameter is neither an operand of `#` nor of `##` [6.10.3.1], only
// once, and only if they are used. `#` [6.10.3.2] takes them as written, with one space for white
// space. `##` [6.10.3.3] is a flag of its left operand and is applied when that is read. GNU C: a
// comma before `## __VA_ARGS__` is removed if there are no such arguments, not even empty ones;
// otherwise it is an ordinary comma.
//
// A padding is read at the begin and end of a context and around an expanded argument: tokens there
// were not adjacent. It records whether white space preceded the original token, which `#` needs.
// Directives do not need it.
#include "frontend/c/preprocessor/expander.h"

#include <utility>

#include "frontend/c/preprocessor/define.h"
#include "frontend/c/preprocessor/lexer.h"
#include "frontend/c/preprocessor/predefined.h"

namespace drover::c::preprocessor {

namespace {

// Macros can expand without reasonable bounds.
constexpr std::uint64_t MaxTokens = 8'000'000;
constexpr std::uint32_t MaxNestedArguments = 150;

Token padding_of(const Token& token) {
  Token padding{.kind = TokenKind::Padding, .flags = Token::HasSource};
  if (token.has(Token::White)) padding.set(Token::White);
  return padding;
}
Token plain_padding() { return {.kind = TokenKind::Padding}; }

class ListSource final : public TokenSource {
 public:
  ListSource(const Tokens& tokens, const Expander::Ask& ask, TokenSource& outer)
      : at_(tokens.data()), end_(tokens.data() + tokens.size()), ask_(ask), outer_(outer) {}
  Token read(Reading /*reading*/) final {
    if (at_ == end_) return {};
    const Token token = *at_++;
    if (const std::optional<Token> other = ask_(token, at_)) return *other;
    return token;
  }
  void start_line(std::uint32_t /*line*/) final {}
  [[nodiscard]] std::string file_name() const final { return outer_.file_name(); }
  [[nodiscard]] std::size_t include_level() const final { return outer_.include_level(); }

 private:
  const Token* at_;
  const Token* end_;
  const Expander::Ask& ask_;
  TokenSource& outer_;
};

}  // namespace

void Expander::spend(std::size_t tokens) {
  spent_ += tokens;
  if (spent_ > MaxTokens) throw NotOurs{"too many tokens"};
}

Token Expander::read_source() {
  is_from_source_ = true;
  if (unread_) return *std::exchange(unread_, std::nullopt);
  Token token = source_.read(reading_);
  if (reads_arguments_ && token.has(Token::LineStart)) token.set(Token::White);
  return token;
}

// Puts back the last token of next().
void Expander::unread(const Token& token) {
  if (is_from_source_) {
    if (token.kind != TokenKind::End) unread_ = token;
  } else {
    --contexts_.back().at;
  }
}

void Expander::push(Name* macro, Tokens tokens) {
  spend(tokens.size() + 1);
  if (macro != nullptr) macro->is_disabled = true;
  contexts_.push_back({.macro = macro, .tokens = std::move(tokens)});
}

void Expander::pop() {
  if (contexts_.back().macro != nullptr) contexts_.back().macro->is_disabled = false;
  contexts_.pop_back();
}

Token Expander::next() {
  for (;;) {
    spend(1);
    Token token;
    if (contexts_.empty()) {
      token = read_source();
      line_ = token.line;
      const bool is_text = reading_ == TokenSource::Reading::Text;
      if (is_text && token.has(Token::LineStart)) source_.start_line(token.line);
    } else if (Context& context = contexts_.back(); context.at < context.tokens.size()) {
      token = context.tokens[context.at++];
      is_from_source_ = false;
      line_ = use_line_;
      if (token.has(Token::PasteLeft)) {
        paste(token);
        if (is_directive_) continue;
        return padding_of(token);
      }
    } else {
      pop();
      if (is_directive_) continue;
      return plain_padding();
    }
    if (token.kind != TokenKind::Name || token.has(Token::NoExpand)) return token;
    Name& name = *token.name;
    if (name.kind == NameKind::Foreign) throw NotOurs{"a name that the compiler knows"};
    if (name.macro == nullptr && name.kind == NameKind::Plain) return token;
    if (name.is_disabled) {
      token.set(Token::NoExpand);
      return token;
    }
    if (unexpanded_depth_ > 0) return token;
    if (contexts_.empty()) {
      use_line_ = token.line;
      use_ = token.columns;
    }
    const bool was_from_source = is_from_source_;
    const std::uint32_t line = line_;
    if (!enter(name, token)) {
      is_from_source_ = was_from_source;
      line_ = line;
      return token;
    }
    if (!is_directive_) return padding_of(token);
  }
}

// Pushes the expansion of a name. False for a macro with parameters if no arguments follow.
bool Expander::enter(Name& name, const Token& token) {
  if (name.kind == NameKind::Predefined && name.macro == nullptr) {
    name.macro = define(predefined_macro(name.text)->definition, names_);
  }
  if (name.macro == nullptr) return enter_builtin(name, token);
  const Macro& macro = *name.macro;
  Arguments arguments;
  if (macro.is_function) {
    std::optional<Arguments> read = read_call(macro);
    if (!read) return false;
    arguments = *std::move(read);
  }
  push(&name, replaced(macro, arguments, token));
  return true;
}

// [C11 6.10.8.1]. `__LINE__` is the line of the enclosing macro use, if any; in an argument that is
// expanded early, the line of its own use.
bool Expander::enter_builtin(const Name& name, const Token& token) {
  Token value{.kind = TokenKind::Number, .line = token.line};
  if (token.has(Token::White)) value.set(Token::White);
  switch (name.kind) {
    case NameKind::Line: value.text = names_.keep(std::to_string(token.line)); break;
    case NameKind::Counter: value.text = names_.keep(std::to_string(counter_++)); break;
    case NameKind::Level: value.text = names_.keep(std::to_string(source_.include_level())); break;
    case NameKind::File:
      value.kind = TokenKind::String;
      value.text = names_.keep(preprocessor::quoted(source_.file_name()));
      break;
    case NameKind::Plain:
    case NameKind::Predefined:
    case NameKind::Foreign: throw NotOurs{"a name that the compiler knows"};
  }
  push(nullptr, {value});
  return true;
}

// ---- Arguments

std::optional<Expander::Arguments> Expander::read_call(const Macro& macro) {
  const auto reading = std::exchange(reading_, TokenSource::Reading::Call);
  ++unexpanded_depth_;
  std::optional<Token> padding;
  Token token;
  for (token = next(); token.kind == TokenKind::Padding; token = next()) {
    if (!padding || !token.has(Token::HasSource)) padding = token;
  }
  std::optional<Arguments> arguments;
  if (token.is("(")) {
    arguments = read_arguments(macro);
  } else {
    unread(token);
    if (padding) push(nullptr, {*padding});
  }
  --unexpanded_depth_;
  reading_ = reading;
  return arguments;
}

// [C11 6.10.3 p10-12]
std::optional<Expander::Arguments> Expander::read_arguments(const Macro& macro) {
  const bool was_reading = std::exchange(reads_arguments_, true);
  Arguments arguments;
  Token token;
  do {
    Tokens& tokens = arguments.emplace_back().tokens;
    const bool takes_commas = macro.is_variadic && arguments.size() == macro.parameters.size();
    std::size_t depth = 0;
    for (token = next();; token = next()) {
      if (token.kind == TokenKind::End) throw NotOurs{"arguments without an end"};
      if (token.kind == TokenKind::Padding && tokens.empty()) continue;
      if (token.is("(")) ++depth;
      if (token.is(")") && depth-- == 0) break;
      if (token.is(",") && depth == 0 && !takes_commas) break;
      tokens.push_back(token);
    }
    while (!tokens.empty() && tokens.back().kind == TokenKind::Padding) tokens.pop_back();
  } while (!token.is(")"));
  reads_arguments_ = was_reading;
  if (is_from_source_) use_.end = token.line == use_line_ ? token.columns.end : EndOfLine;
  const std::size_t wanted = macro.parameters.size();
  const bool is_empty = arguments.size() == 1 && arguments[0].tokens.empty();
  if (wanted == 0 && is_empty) arguments.clear();
  if (macro.is_variadic && arguments.size() + 1 == wanted) {
    arguments.emplace_back().is_absent = true;
  } else if (macro.is_variadic && is_empty) {
    arguments.back().is_absent = true;
  }
  if (arguments.size() != wanted) throw NotOurs{"a wrong number of arguments"};
  return arguments;
}

// ---- Replacement

Tokens Expander::replaced(const Macro& macro, Arguments& arguments, const Token& token) {
  Tokens out;
  out.reserve(macro.replacement.size());
  for (const Token& each : macro.replacement) {
    if (each.kind == TokenKind::Parameter) {
      add_argument(macro, &each, arguments[each.parameter], out);
    } else {
      out.push_back(each);
    }
  }
  // From now on, all tokens are at the use of the macro, but arguments in its line stay in place.
  for (Token& each : out) {
    if (each.line != token.line) each.columns = {};
    each.line = token.line;
  }
  return out;
}

void Expander::add_argument(const Macro& macro, const Token* parameter, Argument& argument,
                            Tokens& out) {
  const bool is_first = parameter == macro.replacement.data();
  const bool is_pasted_left = !is_first && parameter[-1].has(Token::PasteLeft);
  const bool is_pasted_right = parameter->has(Token::PasteLeft);
  // A comma before `## __VA_ARGS__` may be removed.
  const bool may_lose_comma = is_pasted_left && !out.empty() && out.back().is(",") &&
                              macro.is_variadic &&
                              parameter->parameter + std::size_t{1} == macro.parameters.size();
  if (!is_directive_ && !is_first && !is_pasted_left) out.push_back(padding_of(*parameter));
  const std::size_t before = out.size();
  if (parameter->has(Token::Stringify)) {
    if (!argument.text) argument.text = text_of(argument, *parameter);
    out.push_back(*argument.text);
  } else {
    const bool is_operand = is_pasted_left || is_pasted_right;
    const Tokens& tokens = is_operand ? argument.tokens : expanded(argument);
    spend(tokens.size());
    out.insert(out.end(), tokens.begin(), tokens.end());
  }
  const bool is_empty = out.size() == before;
  if (may_lose_comma && argument.is_absent) {
    out.pop_back();
  } else if (may_lose_comma || (is_empty && is_pasted_left && before > 0)) {
    out[before - 1].set(Token::PasteLeft, is_pasted_right);
  }
  if (!is_empty && is_pasted_right) out.back().set(Token::PasteLeft);
  if (!is_directive_ && !is_pasted_right) out.push_back(plain_padding());
}

const Tokens& Expander::expanded(Argument& argument) {
  if (argument.expanded) return *argument.expanded;
  if (++argument_depth_ > MaxNestedArguments) throw NotOurs{"arguments of arguments"};
  Tokens tokens = argument.tokens;
  tokens.push_back({});
  push(nullptr, std::move(tokens));
  Tokens out;
  for (Token token = next(); token.kind != TokenKind::End; token = next()) out.push_back(token);
  pop();
  --argument_depth_;
  argument.expanded = std::move(out);
  return *argument.expanded;
}

// [C11 6.10.3.2]
Token Expander::text_of(const Argument& argument, const Token& parameter) {
  std::string out = "\"";
  std::optional<Token> source;  // the first padding with a source token
  for (const Token& token : argument.tokens) {
    if (token.kind == TokenKind::Padding) {
      const bool is_plain = !token.has(Token::HasSource);
      if (!source || (is_plain && !source->has(Token::White))) source = token;
      if (is_plain && !source->has(Token::HasSource)) source.reset();
      continue;
    }
    const bool is_white = source.value_or(token).has(Token::White);
    if (out.size() > 1 && is_white) out += ' ';
    source.reset();
    const bool is_literal = token.kind == TokenKind::String || token.kind == TokenKind::Character;
    for (const char c : token.text) {
      if (is_literal && (c == '"' || c == '\\')) out += '\\';
      out += c;
    }
  }
  Token token{.kind = TokenKind::String, .line = parameter.line, .text = names_.keep(out + "\"")};
  if (parameter.has(Token::White)) token.set(Token::White);
  return token;
}

// [C11 6.10.3.3]
void Expander::paste(Token left) {
  Context& context = contexts_.back();
  for (bool goes_on = true; goes_on && context.at < context.tokens.size();) {
    const Token& right = context.tokens[context.at++];
    if (right.kind == TokenKind::Padding) break;
    goes_on = right.has(Token::PasteLeft);
    const std::string_view text = names_.keep(std::string(left.text) + std::string(right.text));
    spend(text.size() / 16);
    const std::optional<Token> pasted = lex_one(text, names_);
    if (!pasted) throw NotOurs{"`##` that does not make a token"};
    if (pasted->text == "__VA_ARGS__") throw NotOurs{"__VA_ARGS__ from `##`"};
    Token token = *pasted;
    token.flags = static_cast<std::uint8_t>(left.flags & Token::White);
    token.line = left.line;
    token.columns = {};
    left = token;
  }
  left.clear(Token::PasteLeft);
  push(nullptr, {left});
}

// ---- Directives

Tokens Expander::expand_directive(const Tokens& tokens, const Ask& ask) {
  ListSource list(tokens, ask, source_);
  Expander inner(names_, list);
  inner.is_directive_ = true;
  inner.counter_ = counter_;
  inner.spent_ = spent_;
  Tokens out;
  for (Token token = inner.next(); token.kind != TokenKind::End; token = inner.next()) {
    out.push_back(token);
  }
  counter_ = inner.counter_;
  spent_ = inner.spent_;
  return out;
}

}  // namespace drover::c::preprocessor
