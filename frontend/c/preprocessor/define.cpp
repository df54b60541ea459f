#include "frontend/c/preprocessor/define.h"

#include <algorithm>
#include <utility>

#include "frontend/c/preprocessor/lexer.h"

namespace drover::c::preprocessor {

namespace {

// A short-lived worker.
class Definition {
 public:
  explicit Definition(std::span<const Token> tokens, Names& names)
      : tokens_(tokens), variable_(&names.get("__VA_ARGS__")) {}

  Macro macro() {
    const bool is_function = has_next() && next().is("(") && !next().has(Token::White);
    if (is_function) {
      macro_.is_function = true;
      ++at_;
      parameters();
    } else if (has_next() && !next().has(Token::White)) {
      throw NotOurs{"no space behind the name of a macro"};
    }
    while (has_next()) add(tokens_[at_++]);
    if (is_pasting_) throw NotOurs{"`##` at the end"};
    if (!macro_.replacement.empty()) macro_.replacement.front().clear(Token::White);
    return std::move(macro_);
  }

 private:
  [[nodiscard]] bool has_next() const { return at_ < tokens_.size(); }
  [[nodiscard]] const Token& next() const {
    if (!has_next()) throw NotOurs{"a definition without an end"};
    return tokens_[at_];
  }

  void parameters() {
    if (next().is(")")) {
      ++at_;
      return;
    }
    for (;;) {
      const Token& token = next();
      ++at_;
      if (token.is("...")) {
        add_parameter(*variable_);
        return end_parameters();
      }
      if (token.kind != TokenKind::Name || token.name == variable_) {
        throw NotOurs{"a parameter without a name"};
      }
      add_parameter(*token.name);
      if (next().is("...")) {  // GNU C
        ++at_;
        return end_parameters();
      }
      const bool is_end = next().is(")");
      if (!is_end && !next().is(",")) throw NotOurs{"no comma between parameters"};
      ++at_;
      if (is_end) return;
    }
  }
  void add_parameter(Name& name) {
    if (std::ranges::find(macro_.parameters, &name) != macro_.parameters.end()) {
      throw NotOurs{"a parameter twice"};
    }
    macro_.parameters.push_back(&name);
  }
  void end_parameters() {
    macro_.is_variadic = true;
    if (!next().is(")")) throw NotOurs{"parameters behind ..."};
    ++at_;
  }

  void add(Token token) {
    Tokens& out = macro_.replacement;
    token.clear(Token::LineStart);
    token.columns = {};
    if (token.is_paste()) {
      if (out.empty() || is_pasting_ || is_hash_) throw NotOurs{"`##` without an operand"};
      out.back().set(Token::PasteLeft);
      is_pasting_ = true;
      return;
    }
    is_pasting_ = false;
    if (token.kind == TokenKind::Name) {
      const auto found = std::ranges::find(macro_.parameters, token.name);
      if (found != macro_.parameters.end()) {
        token.kind = TokenKind::Parameter;
        token.parameter = static_cast<std::uint16_t>(found - macro_.parameters.begin());
      } else if (token.name == variable_) {
        throw NotOurs{"__VA_ARGS__ in a macro without"};
      } else if (token.name->text == "__VA_OPT__") {
        throw NotOurs{"__VA_OPT__"};
      }
    }
    if (is_hash_) {
      if (token.kind != TokenKind::Parameter) throw NotOurs{"`#` without a parameter"};
      token.set(Token::Stringify);
      token.clear(Token::White);
      if (out.back().has(Token::White)) token.set(Token::White);
      out.back() = token;
      is_hash_ = false;
      return;
    }
    is_hash_ = macro_.is_function && token.is_hash();
    out.push_back(token);
    if (is_hash_ && at_ == tokens_.size()) throw NotOurs{"`#` without a parameter"};
  }

  std::span<const Token> tokens_;
  Name* variable_;
  std::size_t at_ = 1;  // after the name
  Macro macro_;
  bool is_pasting_ = false;  // after `##`
  bool is_hash_ = false;     // after `#`
};

// [C11 6.10.3 p1-2]
bool is_same(const Macro& one, const Macro& other) {
  const auto are_same = [](const Token& left, const Token& right) {
    constexpr int Matters = Token::White | Token::PasteLeft | Token::Stringify;
    return left.kind == right.kind && left.text == right.text &&
           left.parameter == right.parameter && (left.flags & Matters) == (right.flags & Matters);
  };
  return one.is_function == other.is_function && one.is_variadic == other.is_variadic &&
         one.parameters == other.parameters &&
         std::ranges::equal(one.replacement, other.replacement, are_same);
}

bool is_ours(const Name& name) {
  return name.kind == NameKind::Plain && name.text != "defined" && name.text != "__VA_ARGS__";
}

}  // namespace

void define(std::span<const Token> tokens, Names& names) {
  if (tokens.empty() || tokens[0].kind != TokenKind::Name) throw NotOurs{"a macro without a name"};
  Name& name = *tokens[0].name;
  if (!is_ours(name)) throw NotOurs{"a macro of the compiler is defined"};
  Macro macro = Definition(tokens, names).macro();
  if (name.macro != nullptr && !is_same(*name.macro, macro)) throw NotOurs{"another definition"};
  if (name.macro == nullptr) name.macro = names.keep(std::move(macro));
}

const Macro* define(std::string_view text, Names& names) {
  Tokens tokens = lex(text, names).tokens;
  tokens.pop_back();  // the end token
  return names.keep(Definition(tokens, names).macro());
}

bool is_macro(const Name& name) {
  if (name.kind == NameKind::Foreign) throw NotOurs{"a name that the compiler may define"};
  if (name.text == "__VA_ARGS__" || name.text == "defined")
    throw NotOurs{"not the name of a macro"};
  return name.kind != NameKind::Plain || name.macro != nullptr;
}

void undefine(Name& name) {
  if (!is_ours(name)) throw NotOurs{"a macro of the compiler is undefined"};
  name.macro = nullptr;
}

}  // namespace drover::c::preprocessor
