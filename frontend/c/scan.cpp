#include "frontend/c/scan.h"

namespace drover::c {

namespace {

// Returns the begin of the first token at or after an offset; the end of the text if there is none.
std::size_t next_token(std::string_view text, std::size_t at) {
  while (at < text.size()) {
    const std::string_view rest = text.substr(at);
    if (is_blank(text[at])) {
      ++at;
    } else if (rest.starts_with("//")) {
      while (at < text.size() && (text[at] != '\n' || text[at - 1] == '\\')) ++at;
    } else if (rest.starts_with("/*")) {
      const std::size_t end = text.find("*/", at + 2);
      at = end == std::string_view::npos ? text.size() : end + 2;
    } else {
      return at;
    }
  }
  return text.size();
}

}  // namespace

std::size_t token_end(std::string_view text, std::size_t at) {
  if (is_word_character(text[at])) {
    while (at < text.size() && is_word_character(text[at])) ++at;
    return at;
  }
  if (text[at] == '"' || text[at] == '\'') {
    const char quote = text[at++];
    while (at < text.size() && text[at] != quote && text[at] != '\n') {
      at += text[at] == '\\' ? 2 : 1;
    }
    return std::min(at + 1, text.size());
  }
  return at + 1;
}

std::vector<TextSpan> tokens_of(std::string_view text, std::size_t at) {
  std::vector<TextSpan> tokens;
  for (at = next_token(text, at); at < text.size();) {
    tokens.push_back({at, token_end(text, at)});
    at = next_token(text, tokens.back().end);
  }
  return tokens;
}

std::vector<TextSpan> tokens_of_line(std::string_view line) {
  const std::size_t end = line.find("*/");
  const bool is_in_comment =
      end != std::string_view::npos && line.substr(0, end).find("/*") == std::string_view::npos;
  std::vector<TextSpan> tokens = tokens_of(line, is_in_comment ? end + 2 : 0);
  if (!tokens.empty() && line.substr(tokens.back().begin) == "\\") tokens.pop_back();
  return tokens;
}

}  // namespace drover::c
