#include "editing/format_parts.h"

#include <algorithm>
#include <array>
#include <map>
#include <variant>
#include <vector>

#include "editing/line_writer.h"

namespace drover::editing {

namespace {

// End and nesting depth of an instruction.
struct Placed {
  std::size_t end = 0;
  std::size_t depth = 0;
};
using Instructions = std::map<std::size_t, Placed>;

void collect(const std::vector<cat::Instruction>& instructions, std::size_t depth,
             Instructions& out) {
  for (const cat::Instruction& each : instructions) {
    out.try_emplace(each.range.begin, Placed{each.range.end, depth});
    if (const auto* procedure = std::get_if<cat::Procedure>(&each.body)) {
      collect(procedure->body, depth + 1, out);
    } else if (const auto* all = std::get_if<cat::ForAll>(&each.body)) {
      collect(all->body, depth + 1, out);
    } else if (const auto* conditional = std::get_if<cat::Conditional>(&each.body)) {
      collect(conditional->then, depth + 1, out);
      collect(conditional->otherwise, depth + 1, out);
    } else if (const auto* match = std::get_if<cat::MatchBlock>(&each.body)) {
      for (const auto& block : match->blocks) collect(block, depth + 1, out);
    }
  }
}

constexpr std::array<std::string_view, 9> Spaced{"|", "&", "\\", "++", "||", "&&", "->", "=", "*"};
constexpr std::array<std::string_view, 6> Postfixes{"+", "?", "^-1", "^+", "^*", "*"};

// Short-lived.
class CatFormatter : PieceReader {
 public:
  CatFormatter(std::string_view text, const std::vector<Piece>& pieces, const cat::Ast& ast)
      : PieceReader(text, pieces), writer_(text) {
    collect(ast.instructions, 0, instructions_);
  }

  std::string run() {
    for (std::size_t i = 0; i + 1 < pieces_.size(); ++i) {
      const Piece& piece = pieces_[i];
      if (i > 0 && piece.token.breaks == 0 && !follows_line_end(piece)) {
        const bool has_space = wants_space(i);
        writer_.same_line(piece, has_space ? LineWriter::Gap::Space : LineWriter::Gap::None, Step);
      } else {
        const std::size_t column = column_for(piece.token.begin);
        writer_.new_line(piece, {.token = column, .comments = column});
      }
    }
    writer_.same_line(pieces_.back(), LineWriter::Gap::None, 0);
    return writer_.take();
  }

 private:
  static constexpr std::size_t Step = 2;

  static bool follows_line_end(const Piece& piece) {
    return std::ranges::any_of(piece.comments, [](const Token& comment) {
      return comment.kind == TokenKind::LineComment || comment.breaks > 0;
    });
  }

  // Returns the column of a line's beginning.
  [[nodiscard]] std::size_t column_for(std::size_t offset) const {
    const std::size_t here = column_of(text_, offset);
    auto around = instructions_.upper_bound(offset);
    while (around != instructions_.begin()) {
      --around;
      if (around->first == offset) return around->second.depth * Step;
      if (around->second.end <= offset) continue;
      // A continuation line keeps its distance from the instruction.
      const std::size_t first = column_of(text_, around->first);
      return here > first ? around->second.depth * Step + here - first
                          : around->second.depth * Step;
    }
    return 0;
  }

  [[nodiscard]] bool begins_operand(std::size_t at) const {
    if (at + 1 >= pieces_.size() || breaks(at) > 0) return false;
    if (kind(at) == TokenKind::Operator) return opens(of(at)) || is(at, "~") || is(at, "_");
    constexpr std::array<std::string_view, 8> Ends{"as",   "and", "in",   "when",
                                                   "with", "do",  "then", "end"};
    return !is_among(Ends, of(at));
  }

  // True for `r*`, not for `A * B`. If the line does not tell: as in the source.
  [[nodiscard]] bool is_postfix(std::size_t at) const {
    if (of(at).starts_with("^")) return true;
    if (of(at) != "*") return is_among(Postfixes, of(at));
    if (begins_operand(at + 1)) return false;
    const bool ends_line = at + 2 >= pieces_.size() || breaks(at + 1) > 0;
    return !ends_line || !has_gap(at);
  }

  [[nodiscard]] bool wants_space(std::size_t at) const {
    const std::string_view before = of(at - 1);
    const std::string_view token = of(at);
    if (opens(before) || before == "~") return false;
    if (closes(token) || token == "," || token == ";") return false;
    if (kind(at) == TokenKind::Operator && is_postfix(at)) return false;
    if (before == "," || before == ";") return true;
    if (is_among(Spaced, token) || (is_among(Spaced, before) && !is_postfix(at - 1))) return true;
    return !opens(token) || has_gap(at);
  }

  Instructions instructions_;
  LineWriter writer_;
};

}  // namespace

std::string format_cat(const SourceBuffer& source, const cat::Ast& ast) {
  const std::string& text = source.text();
  const Section whole{0, text.size()};
  return CatFormatter(text, pieces_of(scan(text, whole, Language::Cat), text.size()), ast).run();
}

}  // namespace drover::editing
