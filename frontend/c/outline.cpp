#include "frontend/c/outline.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <vector>

#include "frontend/c/line_map.h"
#include "frontend/c/preprocessor/preprocessor.h"
#include "frontend/c/scan.h"

namespace drover::c {

namespace {

using Words = std::vector<std::string_view>;  // or signs

bool is_name(std::string_view token) {
  return !token.empty() && is_word_character(token[0]) && !is_digit(token[0]);
}

// Words before a parenthesis that is not of a function.
bool has_operand(std::string_view word) {
  constexpr std::array<std::string_view, 12> Operators{
      "__attribute__", "__attribute", "_Alignas",   "__asm__",  "__asm",    "asm",
      "_Atomic",       "typeof",      "__typeof__", "__typeof", "_Alignof", "sizeof"};
  return std::ranges::find(Operators, word) != Operators.end();
}

// The tokens of the user's text, without those of our headers.
Words tokens_of_user(std::string_view text) {
  Words out;
  bool is_header = false;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = std::min(text.find('\n', at), text.size());
    const std::string_view line = text.substr(at, end - at);
    at = end + 1;
    if (line.starts_with('#')) {
      const auto mark = line_mark_of(line);
      if (mark && !mark->file.empty()) {
        is_header = mark->file.starts_with(preprocessor::HeaderFolder);
      }
      continue;
    }
    if (is_header) continue;
    for (const TextSpan& token : tokens_of(line)) {
      out.push_back(line.substr(token.begin, token.size()));
    }
  }
  return out;
}

// A short-lived worker: reads one external declaration after the other.
class Reader {
 public:
  explicit Reader(const Words& tokens) : tokens_(tokens) {}

  Outline run() {
    while (at_ < tokens_.size()) read_declaration();
    for (const std::string& name : declared_) {
      if (used_.contains(name) && !out_.defined.contains(name)) out_.needed.insert(name);
    }
    return std::move(out_);
  }

 private:
  [[nodiscard]] std::string_view token(std::size_t at) const {
    return at < tokens_.size() ? tokens_[at] : "";
  }

  // Skips from a bracket to behind its partner; names in between are used.
  void skip() {
    int depth = 0;
    do {
      const std::string_view now = token(at_++);
      if (now == "(" || now == "{" || now == "[") ++depth;
      if (now == ")" || now == "}" || now == "]") --depth;
      if (is_name(now)) used_.insert(now);
    } while (depth > 0 && at_ < tokens_.size());
  }

  void read_declaration() {
    is_static_ = is_extern_ = is_typedef_ = false;
    begin_declarator();
    while (at_ < tokens_.size()) {
      const std::string_view now = token(at_);
      if (now == "static") is_static_ = true;
      if (now == "extern") is_extern_ = true;
      if (now == "typedef") is_typedef_ = true;
      if (now == "struct" || now == "union" || now == "enum") {
        ++at_;
        if (is_name(token(at_))) ++at_;
        if (token(at_) == "{") skip();
        name_ = {};
      } else if (now == ";") {
        ++at_;
        end_declarator(false);
        return;
      } else if (now == ",") {
        ++at_;
        end_declarator(false);
        begin_declarator();
      } else if (now == "{") {
        skip();
        if (is_function_ && !has_value_) {
          end_declarator(true);
          return;
        }
      } else if (now == "(") {
        read_parenthesis();
      } else if (now == "[") {
        skip();
      } else {
        if (now == "=") has_value_ = true;
        if (is_name(now) && has_value_) used_.insert(now);
        if (is_name(now) && !has_value_ && !is_function_) name_ = now;
        ++at_;
      }
    }
  }

  void read_parenthesis() {
    const std::string_view before = at_ == 0 ? "" : token(at_ - 1);
    if (has_value_ || is_function_ || has_operand(before)) return skip();
    if (token(at_ + 1) == "*") {  // a pointer to a function, or a function that returns one
      std::size_t name = at_ + 1;
      while (token(name) == "*" || token(name) == "const") ++name;
      name_ = token(name);
      is_function_ = token(name + 1) == "(";
      skip();
      if (token(at_) == "(") skip();
      return;
    }
    is_function_ = is_name(before);
    if (is_function_) name_ = before;
    skip();
  }

  void begin_declarator() {
    name_ = {};
    is_function_ = has_value_ = false;
  }

  void end_declarator(bool has_body) {
    if (!is_name(name_) || is_typedef_ || is_static_) return;
    const bool is_defined = has_body || has_value_ || (!is_function_ && !is_extern_);
    if (is_defined) {
      out_.defined.emplace(name_);
    } else {
      declared_.emplace(name_);
    }
  }

  const Words& tokens_;
  std::size_t at_ = 0;
  bool is_static_ = false;
  bool is_extern_ = false;
  bool is_typedef_ = false;
  std::string_view name_;
  bool is_function_ = false;
  bool has_value_ = false;
  std::set<std::string_view> used_;
  std::set<std::string, std::less<>> declared_;
  Outline out_;
};

}  // namespace

Outline outline_of(std::string_view text) { return Reader(tokens_of_user(text)).run(); }

}  // namespace drover::c
