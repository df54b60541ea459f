#include "frontend/c/attributes.h"

#include <map>
#include <string>
#include <vector>

#include "CParser.h"

namespace drover::c {

namespace {

using Grammar = drover_grammar::CParser;

// Walks over the tokens and tracks the type names in scope. A type name is redeclared as something
// else if a type ends before it: `int T`, `struct s T`, `T T`.
class TypeNames {
 public:
  explicit TypeNames(const Attributes& attributes)
      : tokens_(attributes.seen()), arguments_(attributes.arguments()) {
    scopes_.emplace_back()["__builtin_va_list"] = true;
  }

  void mark() {
    std::size_t argument = 0;
    for (at_ = 0; at_ < tokens_.size(); ++at_) {
      for (; argument < arguments_.size() && arguments_[argument].before == at_; ++argument) {
        mark_argument(*arguments_[argument].token);
      }
      step();
    }
  }

 private:
  [[nodiscard]] std::size_t type(std::size_t index) const {
    return index < tokens_.size() ? tokens_[index]->getType() : antlr4::Token::EOF;
  }

  void mark_argument(antlr4::Token& token) const {
    if (token.getType() != Grammar::IDENTIFIER || !is_type(token.getText())) return;
    static_cast<antlr4::WritableToken&>(token).setType(Grammar::TYPEDEF_NAME);
  }

  void step() {
    switch (type(at_)) {
      case Grammar::LBRACE:
        scopes_.push_back(next_scope_);
        next_scope_.clear();
        break;
      case Grammar::RBRACE:
        if (scopes_.size() > 1) scopes_.pop_back();
        break;
      case Grammar::SEMICOLON: next_scope_.clear(); break;
      case Grammar::TYPEDEF: is_typedef_ = true, depth_ = 0, has_type_ = false; break;
      case Grammar::IDENTIFIER: identifier(); break;
      default: break;
    }
    if (is_typedef_) follow_typedef();
  }

  void identifier() {
    const std::string name = tokens_[at_]->getText();
    if (!is_type(name) || !may_be_type()) {
      if (declares() && is_type(name)) hide(name);
      return;
    }
    if (ends_type()) {
      hide(name);
      return;
    }
    static_cast<antlr4::WritableToken*>(tokens_[at_])->setType(Grammar::TYPEDEF_NAME);
  }

  // False after `.`, `->`, `struct` and similar tokens, and for labels: other kinds of names.
  [[nodiscard]] bool may_be_type() const {
    if (at_ == 0) return true;
    const std::size_t before = type(at_ - 1);
    return before != Grammar::DOT && before != Grammar::ARROW && before != Grammar::GOTO &&
           !is_tag_word(before);
  }
  static bool is_tag_word(std::size_t type) {
    return type == Grammar::STRUCT || type == Grammar::UNION || type == Grammar::ENUM;
  }

  // True if a type ends before the name, so that the name is declared.
  [[nodiscard]] bool ends_type() const {
    if (at_ == 0) return false;
    std::size_t before = at_ - 1;
    while (before > 0 && type(before) == Grammar::STAR) --before;
    const bool has_star = before != at_ - 1;
    switch (type(before)) {
      case Grammar::BASIC_TYPE:
      case Grammar::TYPEDEF_NAME:
      case Grammar::FLOATING_TYPE: return !has_star || declares();
      case Grammar::IDENTIFIER: return before > 0 && is_tag_word(type(before - 1));
      default: return false;
    }
  }

  // True if the next token may follow a declared name.
  [[nodiscard]] bool declares() const {
    switch (type(at_ + 1)) {
      case Grammar::SEMICOLON:
      case Grammar::ASSIGN:
      case Grammar::COMMA:
      case Grammar::LBRACKET:
      case Grammar::RPAREN: return at_ > 0 && is_declaration_ahead_of_name();
      default: return false;
    }
  }
  [[nodiscard]] bool is_declaration_ahead_of_name() const {
    std::size_t before = at_ - 1;
    while (before > 0 && type(before) == Grammar::STAR) --before;
    return type(before) == Grammar::BASIC_TYPE || type(before) == Grammar::TYPEDEF_NAME;
  }

  // Finds the names that a typedef declares: the first identifier of each declarator.
  void follow_typedef() {
    switch (type(at_)) {
      case Grammar::LBRACE: ++braces_; break;
      case Grammar::RBRACE:
        --braces_;
        has_type_ = true;
        break;
      case Grammar::LPAREN: ++depth_; break;
      case Grammar::RPAREN: --depth_; break;
      default: break;
    }
    if (braces_ > 0) return;
    switch (type(at_)) {
      case Grammar::SEMICOLON:
        is_typedef_ = false;
        has_name_ = false;
        return;
      case Grammar::COMMA:
        if (depth_ == 0) has_name_ = false;
        return;
      case Grammar::BASIC_TYPE:
      case Grammar::FLOATING_TYPE:
      case Grammar::TYPEDEF_NAME:
      case Grammar::TYPEOF:
      case Grammar::ATOMIC: has_type_ = true; return;
      case Grammar::IDENTIFIER: typedef_identifier(); return;
      default: return;
    }
  }
  void typedef_identifier() {
    if (at_ > 0 && is_tag_word(type(at_ - 1))) {
      has_type_ = true;
      return;
    }
    if (!has_type_ || has_name_) return;
    has_name_ = true;
    scopes_.back()[tokens_[at_]->getText()] = true;
  }

  [[nodiscard]] bool is_type(const std::string& name) const {
    for (auto scope = scopes_.rbegin(); scope != scopes_.rend(); ++scope) {
      const auto found = scope->find(name);
      if (found != scope->end()) return found->second;
    }
    return false;
  }
  // Hides a type name. A parameter hides it in the following body.
  void hide(const std::string& name) {
    const bool is_parameter = type(at_ + 1) == Grammar::RPAREN || type(at_ + 1) == Grammar::COMMA;
    if (is_parameter) next_scope_[name] = false;
    if (!is_parameter || type(at_ + 1) == Grammar::COMMA) {
      if (scopes_.size() > 1) scopes_.back()[name] = false;
    }
  }

  using Scope = std::map<std::string, bool>;  // true: a type
  const Tokens& tokens_;
  const std::vector<Attributes::Argument>& arguments_;
  std::vector<Scope> scopes_;
  Scope next_scope_;
  std::size_t at_ = 0;
  bool is_typedef_ = false;
  bool has_type_ = false;
  bool has_name_ = false;
  int depth_ = 0;
  int braces_ = 0;
};

}  // namespace

void mark_type_names(const Attributes& attributes) { TypeNames(attributes).mark(); }

}  // namespace drover::c
