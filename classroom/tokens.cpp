#include "classroom/tokens.h"

#include <algorithm>
#include <cctype>

namespace drover::classroom {

namespace {

bool is_word(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; }

// Scans a text once.
class Scanner {
 public:
  Scanner(std::string_view text, Language language) : text_(text), language_(language) {}

  void scan() {
    while (at_ < text_.size()) {
      if (std::isspace(static_cast<unsigned char>(text_[at_])) != 0) {
        ++at_;
      } else if (!skip_comment()) {
        take();
      }
    }
  }

  [[nodiscard]] std::vector<Token>& tokens() { return tokens_; }
  [[nodiscard]] bool is_open() const { return is_open_; }

 private:
  // Skips a comment of cat, which may contain others.
  void skip_nested() {
    std::size_t depth = 0;
    do {
      const std::string_view two = text_.substr(at_, 2);
      if (two == "(*") ++depth;
      if (two == "*)") --depth;
      at_ += two == "(*" || two == "*)" ? 2 : 1;
    } while (depth > 0 && at_ < text_.size());
    is_open_ = is_open_ || depth > 0;
  }

  // Skips past `close`, or to the end.
  void skip_to(std::string_view close) {
    const std::size_t found = text_.find(close, at_ + 2);
    is_open_ = is_open_ || found == text_.npos;
    at_ = found == text_.npos ? text_.size() : found + close.size();
  }

  bool skip_comment() {
    const std::string_view two = text_.substr(at_, 2);
    if (two == "//") {
      at_ = std::min(text_.find('\n', at_), text_.size());
    } else if (two == "(*" && language_ == Language::Cat) {
      skip_nested();
    } else if (two == "(*" && language_ == Language::Litmus) {
      skip_to("*)");
    } else if (two == "/*" && language_ != Language::Cat) {
      skip_to("*/");
    } else {
      return false;
    }
    return true;
  }

  void take() {
    const std::size_t begin = at_;
    if (text_[at_] == '"') {
      // A string ends on its line. In cat, `\` is an ordinary character.
      const auto is_inside = [&] {
        return at_ < text_.size() && text_[at_] != '"' && text_[at_] != '\n';
      };
      for (++at_; is_inside(); ++at_) {
        const bool is_escape = text_[at_] == '\\' && language_ != Language::Cat;
        if (is_escape && at_ + 1 < text_.size() && text_[at_ + 1] != '\n') ++at_;
      }
      is_open_ = is_open_ || at_ >= text_.size() || text_[at_] != '"';
      at_ = std::min(at_ + 1, text_.size());
    } else if (is_word(text_[at_])) {
      while (at_ < text_.size() && is_word(text_[at_])) ++at_;
    } else {
      ++at_;
    }
    tokens_.push_back({text_.substr(begin, at_ - begin), begin});
  }

  std::string_view text_;
  Language language_;
  std::size_t at_ = 0;
  bool is_open_ = false;
  std::vector<Token> tokens_;
};

}  // namespace

std::vector<Token> tokens_of(std::string_view text, Language language) {
  Scanner scanner(text, language);
  scanner.scan();
  return std::move(scanner.tokens());
}

bool has_open_comment(std::string_view text, Language language) {
  Scanner scanner(text, language);
  scanner.scan();
  return scanner.is_open();
}

}  // namespace drover::classroom
