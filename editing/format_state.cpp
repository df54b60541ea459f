#include "editing/format_parts.h"

#include <algorithm>
#include <array>
#include <vector>

#include "editing/line_writer.h"

namespace drover::editing {

namespace {

constexpr std::array<std::string_view, 5> Connectives{"/\\", "\\/", "&&", "||", "=>"};
constexpr std::array<std::string_view, 4> Relations{"=", "==", "!=", "<>"};
constexpr std::array<std::string_view, 7> BeforeParenthesis{
    "exists", "forall", "final", "filter", "not", "observed", "Observed"};

// Spaces between the tokens of a state. `x=1` and `x = 1` are both usual and stay.
class StateSpacing : PieceReader {
 public:
  StateSpacing(std::string_view text, const std::vector<Piece>& pieces)
      : PieceReader(text, pieces) {}

  [[nodiscard]] LineWriter::Gap before(std::size_t index) const {
    return index > 0 && wants_space(index) ? LineWriter::Gap::Space : LineWriter::Gap::None;
  }

 private:
  [[nodiscard]] bool wants_space(std::size_t index) const {
    const std::string_view before = of(index - 1);
    const std::string_view token = of(index);
    if (is_among(Connectives, before) || is_among(Connectives, token)) return true;
    if (opens(before) || before == "~" || before == "&") return false;
    if (closes(token) || token == ";" || token == ",") return false;
    if (before == ":" || token == ":") return false;
    if (before == ";") return true;
    if (is_among(Relations, token)) return has_gap(index) || has_gap(index + 1);
    if (is_among(Relations, before)) return has_gap(index - 1) || has_gap(index);
    if (token == "(" && is_among(BeforeParenthesis, before)) return true;
    if (token == "~") return true;
    if (token == "*") return has_gap(index) && !has_gap(index + 1);
    if (before == "*") return is_declarator(index - 1) && (has_gap(index) || !has_gap(index - 1));
    const bool are_words = is_word(index - 1) && is_word(index);
    return are_words || has_gap(index);
  }
  [[nodiscard]] bool is_word(std::size_t index) const { return kind(index) != TokenKind::Operator; }
  // True for the star of a type, not for that of `*x`.
  [[nodiscard]] bool is_declarator(std::size_t index) const {
    return index > 0 && (is_word(index - 1) || of(index - 1) == ">");
  }
};

bool has_breaks(std::string_view text, const std::vector<Piece>& pieces) {
  return std::ranges::any_of(pieces, [&](const Piece& piece) {
    return piece.token.breaks > 0 || std::ranges::any_of(piece.comments, [&](const Token& comment) {
             return comment.breaks > 0 || comment.kind == TokenKind::LineComment ||
                    comment.of(text).find('\n') != std::string_view::npos;
           });
  });
}

}  // namespace

std::string format_init(std::string_view text, Section section) {
  const std::vector<Piece> pieces = pieces_of(scan(text, section, Language::State), section.end);
  if (pieces.size() == 1 && pieces.front().comments.empty()) return "{}\n";
  const bool is_open = has_breaks(text, pieces);
  const StateSpacing spacing(text, pieces);
  LineWriter writer(text);
  writer.put("{");
  writer.forbid_blank();
  for (std::size_t i = 0; i + 1 < pieces.size(); ++i) {
    const bool is_new = is_open && (i == 0 || pieces[i].token.breaks > 0);
    if (is_new) {
      writer.new_line(pieces[i], {});
    } else {
      writer.same_line(pieces[i], i == 0 ? LineWriter::Gap::Space : spacing.before(i), 0);
    }
  }
  writer.same_line(pieces.back(), LineWriter::Gap::None, 0);
  if (is_open) {
    writer.end_line();
  } else {
    writer.put(" ");
  }
  writer.put("}");
  return writer.take();
}

std::string format_condition(std::string_view text, Section section) {
  const std::vector<Piece> pieces = pieces_of(scan(text, section, Language::State), section.end);
  const StateSpacing spacing(text, pieces);
  LineWriter writer(text);
  if (pieces.size() == 1 && pieces.front().comments.empty()) return "";
  const std::size_t first = column_of(text, pieces.front().token.begin);
  for (std::size_t i = 0; i + 1 < pieces.size(); ++i) {
    if (i > 0 && pieces[i].token.breaks == 0) {
      writer.same_line(pieces[i], spacing.before(i), 2);
      continue;
    }
    // Continuation lines of a condition keep their distance from its first line.
    const std::size_t here = column_of(text, pieces[i].token.begin);
    const std::size_t column = here > first && i > 0 ? here - first : 0;
    writer.new_line(pieces[i], {.token = column, .comments = column});
  }
  writer.same_line(pieces.back(), LineWriter::Gap::None, 0);
  return writer.take();
}

}  // namespace drover::editing
