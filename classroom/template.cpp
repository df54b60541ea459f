// Templates: texts with holes. An answer is the contents of the holes, or the whole text with
// filled holes. A whole text is compared with the template, token by token: the fixed parts must
// occur in order, and the tokens between them fill the holes. Of several matches, the one with the
// shortest holes counts, the first hole first.
#include "classroom/template.h"

#include <algorithm>

#include "classroom/tokens.h"
#include "support/format.h"

namespace drover::classroom {

namespace {

constexpr std::string_view Open = "[[";
constexpr std::string_view Close = "]]";

// One item of a template: a token, or a hole.
struct TemplateItem {
  std::string token;
  std::string hole;
};

std::vector<TemplateItem> items_of(const Subject& subject) {
  std::vector<TemplateItem> items;
  for (const Piece& piece : pieces_of(subject.text)) {
    if (!piece.hole.empty()) items.push_back({"", piece.hole});
    if (!piece.hole.empty()) continue;
    for (const Token& token : tokens_of(piece.text, subject.language)) {
      items.push_back({std::string(token.text), ""});
    }
  }
  return items;
}

// Matches tokens with a template, with backtracking over the lengths of holes.
class Matcher {
 public:
  Matcher(const std::vector<TemplateItem>& items, const std::vector<Token>& tokens)
      : items_(items), tokens_(tokens), hole_begins_(items.size()), hole_ends_(items.size()) {}

  bool match(std::size_t item = 0, std::size_t token = 0) {
    for (; item < items_.size() && items_[item].hole.empty(); ++item, ++token) {
      const bool fits = token < tokens_.size() && tokens_[token].text == items_[item].token;
      if (fits) continue;
      note_failure(item, token);
      return false;
    }
    if (item == items_.size()) {
      if (token == tokens_.size()) return true;
      note_failure(item, token);
      return false;
    }
    for (std::size_t end = token; end <= tokens_.size() && steps_ < MaxSteps; ++end, ++steps_) {
      hole_begins_[item] = token;
      hole_ends_[item] = end;
      if (match(item + 1, end)) return true;
    }
    return false;
  }

  [[nodiscard]] std::size_t hole_begin(std::size_t item) const { return hole_begins_[item]; }
  [[nodiscard]] std::size_t hole_end(std::size_t item) const { return hole_ends_[item]; }
  // Return the template's item and the token at which matching failed.
  [[nodiscard]] std::size_t failed_item() const { return failed_item_; }
  [[nodiscard]] std::size_t failed_token() const { return failed_token_; }

 private:
  // Keeps the failure furthest into the template; of several, the first.
  void note_failure(std::size_t item, std::size_t token) {
    if (has_failed_ && item <= failed_item_) return;
    has_failed_ = true;
    failed_item_ = item;
    failed_token_ = token;
  }

  static constexpr std::size_t MaxSteps = 100'000;
  const std::vector<TemplateItem>& items_;
  const std::vector<Token>& tokens_;
  std::vector<std::size_t> hole_begins_;
  std::vector<std::size_t> hole_ends_;
  std::size_t steps_ = 0;
  bool has_failed_ = false;
  std::size_t failed_item_ = 0;
  std::size_t failed_token_ = 0;
};

// Returns a choice as program text: `rel`, or `fence@rel;`, or nothing.
std::string text_of_choice(const Hole& hole, const std::string& choice) {
  if (hole.kind != HoleKind::Fence) return choice;
  return choice == "-" ? "" : format("fence@{};", choice);
}

// Returns the choice whose text has these tokens, or the text itself.
std::string choice_of(const Hole& hole, Language language, const std::string& text) {
  const auto words = [&](std::string_view of) {
    std::string out;
    for (const Token& token : tokens_of(of, language)) out += std::string(token.text) + ' ';
    return out;
  };
  for (const Choice& choice : hole.choices) {
    if (words(text_of_choice(hole, choice.text)) == words(text)) return choice.text;
  }
  return text;
}

// Puts an expression in parentheses, so that it stays one expression. A comment at its end must not
// extend beyond the hole.
std::string text_in_hole(const Hole& hole, const std::string& text) {
  const std::string_view end = text.find("//") == std::string::npos ? "" : "\n";
  const bool is_expression = hole.kind == HoleKind::Expression;
  return is_expression ? format("({}{})", text, end) : format("{}{}", text, end);
}

}  // namespace

std::vector<Piece> pieces_of(std::string_view text) {
  std::vector<Piece> pieces;
  std::size_t from = 0;
  while (from < text.size()) {
    const std::size_t open = text.find(Open, from);
    const std::size_t close = open == text.npos ? open : text.find(Close, open);
    if (close == text.npos) break;
    if (open > from) pieces.push_back({std::string(text.substr(from, open - from)), "", from});
    const std::size_t end = close + Close.size();
    pieces.push_back({std::string(text.substr(open, end - open)),
                      std::string(text.substr(open + Open.size(), close - open - Open.size())),
                      open});
    from = end;
  }
  if (from < text.size()) pieces.push_back({std::string(text.substr(from)), "", from});
  return pieces;
}

bool has_holes(std::string_view text) {
  return std::ranges::any_of(pieces_of(text), [](const Piece& each) { return !each.hole.empty(); });
}

std::string fill(const Exercise& exercise, std::string_view text, const Filling& filling) {
  std::string out;
  for (const Piece& piece : pieces_of(text)) {
    const Hole* hole = piece.hole.empty() ? nullptr : exercise.find_hole(piece.hole);
    const auto value = filling.find(piece.hole);
    if (hole == nullptr || value == filling.end()) {
      out += piece.text;
    } else {
      out += hole->is_choice() ? text_of_choice(*hole, value->second)
                               : text_in_hole(*hole, value->second);
    }
  }
  return out;
}

bool is_whole_template(const Subject& subject, std::string_view answer) {
  const std::vector<TemplateItem> items = items_of(subject);
  const std::vector<Token> tokens = tokens_of(answer, subject.language);
  constexpr std::size_t Enough = 2;
  if (items.size() < Enough || tokens.size() < Enough) return false;
  for (std::size_t i = 0; i < Enough; ++i) {
    if (!items[i].hole.empty() || items[i].token != tokens[i].text) return false;
  }
  return true;
}

std::optional<Filling> match_template(const Exercise& exercise, const Subject& subject,
                                      const SourceBuffer& answer, DiagnosticSink& sink) {
  const std::vector<TemplateItem> items = items_of(subject);
  const std::vector<Token> tokens = tokens_of(answer.text(), subject.language);
  Matcher matcher(items, tokens);
  if (!matcher.match()) {
    const std::size_t at = matcher.failed_token();
    const std::string expected = matcher.failed_item() < items.size()
                                     ? format("`{}`", items[matcher.failed_item()].token)
                                     : "nothing more";
    const std::size_t end = answer.text().size();
    const SourceRange range =
        at < tokens.size()
            ? answer.range(tokens[at].begin, tokens[at].begin + tokens[at].text.size())
            : answer.range(end, end);
    sink.report(DiagnosticKind::AnswerTemplate, range,
                {format("the exercise has {} here, not {}", expected,
                        at < tokens.size() ? format("`{}`", tokens[at].text) : "the end")})
        .with_hint(format("`drover exercise show {}` prints what it was", exercise.name));
    return std::nullopt;
  }
  Filling filling;
  for (std::size_t i = 0; i < items.size(); ++i) {
    const Hole* hole = items[i].hole.empty() ? nullptr : exercise.find_hole(items[i].hole);
    if (hole == nullptr) continue;
    std::string text;
    if (matcher.hole_end(i) > matcher.hole_begin(i)) {
      const Token& last = tokens[matcher.hole_end(i) - 1];
      const std::size_t begin = tokens[matcher.hole_begin(i)].begin;
      text = answer.text().substr(begin, last.begin + last.text.size() - begin);
    }
    filling[hole->name] = choice_of(*hole, subject.language, text);
  }
  return filling;
}

std::string why_not_in_hole(const Hole& hole, Language language, std::string_view text) {
  constexpr std::string_view Opening = "([{";
  constexpr std::string_view Closing = ")]}";
  std::string open;
  if (has_open_comment(text, language)) return "a comment or a string in it has no end";
  for (const Token& token : tokens_of(text, language)) {
    const char c = token.text.front();
    if (hole.kind == HoleKind::Expression && (c == ';' || c == '{') && language == Language::Core) {
      return format("it has to be an expression, which has no `{}`", c);
    }
    if (Opening.find(c) != Opening.npos) open += Closing[Opening.find(c)];
    if (Closing.find(c) == Closing.npos) continue;
    if (open.empty() || open.back() != c) return format("its `{}` closes nothing in it", c);
    open.pop_back();
  }
  return open.empty() ? "" : format("a `{}` is missing in it", open.back());
}

std::vector<std::string> banned_words(const Exercise& exercise, Language language,
                                      std::string_view text) {
  std::vector<std::string> found;
  for (const Token& token : tokens_of(text, language)) {
    const std::string word(token.text);
    const bool is_banned = std::ranges::find(exercise.banned, word) != exercise.banned.end();
    if (is_banned && std::ranges::find(found, word) == found.end()) found.push_back(word);
  }
  return found;
}

}  // namespace drover::classroom
