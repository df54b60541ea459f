#include "editing/line_writer.h"

#include <algorithm>

namespace drover::editing {

namespace {

std::string_view without_end_spaces(std::string_view text) {
  const std::size_t last = text.find_last_not_of(" \t\r\f");
  return text.substr(0, last == std::string_view::npos ? 0 : last + 1);
}

}  // namespace

void LineWriter::put(std::string_view text) {
  out_ += text;
  column_ += width_of(text);
  widest_ = std::max(widest_, column_);
}

void LineWriter::end_line() {
  if (is_line_empty()) return;
  while (!out_.empty() && (out_.back() == ' ' || out_.back() == '\t')) out_.pop_back();
  out_ += '\n';
  column_ = 0;
}

void LineWriter::start_at(std::size_t column) {
  if (column > column_) put(std::string(column - column_, ' '));
}

void LineWriter::begin_line(std::size_t indent, std::size_t breaks, std::size_t source_offset) {
  end_line();
  const bool is_first = out_.empty();
  if (breaks > 1 && may_be_blank_ && !is_first) out_ += '\n';
  may_be_blank_ = true;
  start_at(indent);
  shift_ = static_cast<std::ptrdiff_t>(indent) -
           static_cast<std::ptrdiff_t>(column_of(source_, source_offset));
}

// Moves the lines of a comment together.
void LineWriter::write_block_comment(const Token& token) {
  const std::string_view text = token.of(source_);
  const auto moved = static_cast<std::ptrdiff_t>(column_) -
                     static_cast<std::ptrdiff_t>(column_of(source_, token.begin));
  std::size_t at = 0;
  while (true) {
    const std::size_t end = std::min(text.find('\n', at), text.size());
    const std::string_view line = without_end_spaces(text.substr(at, end - at));
    if (at == 0) {
      put(line);
    } else {
      const std::size_t indent = std::min(line.find_first_not_of(" \t"), line.size());
      const auto column = static_cast<std::ptrdiff_t>(column_of(line, indent)) + moved;
      if (!line.empty()) start_at(static_cast<std::size_t>(std::max<std::ptrdiff_t>(column, 0)));
      put(line.substr(indent));
    }
    if (end == text.size()) return;
    out_ += '\n';
    column_ = 0;
    at = end + 1;
  }
}

void LineWriter::write(const Token& token) {
  if (token.kind == TokenKind::BlockComment) {
    write_block_comment(token);
  } else if (token.kind == TokenKind::LineComment) {
    put(without_end_spaces(token.of(source_)));
  } else {
    put(token.of(source_));
  }
  source_end_ = token.end;
}

// Writes a comment at the end of a line, at its old column if possible.
void LineWriter::trailing_comment(const Token& comment) {
  constexpr std::size_t Least = 2;
  const auto wanted = static_cast<std::ptrdiff_t>(column_of(source_, comment.begin)) + shift_;
  const auto least = static_cast<std::ptrdiff_t>(column_ + Least);
  start_at(static_cast<std::size_t>(std::max(wanted, least)));
  write(comment);
}

bool LineWriter::comments(const Piece& piece, std::size_t count, std::size_t indent) {
  bool must_break = false;
  for (std::size_t i = 0; i < count; ++i) {
    const Token& comment = piece.comments[i];
    const bool is_last = i + 1 == piece.comments.size();
    const std::size_t breaks = is_last ? piece.token.breaks : piece.comments[i + 1].breaks;
    const bool is_end = i + 1 == count && (piece.is_end || count < piece.comments.size());
    const bool ends_line = comment.kind == TokenKind::LineComment || breaks > 0 || is_end;
    if (comment.breaks > 0 || is_line_empty()) {
      begin_line(indent, comment.breaks, comment.begin);
      write(comment);
    } else if (ends_line) {
      trailing_comment(comment);
    } else {
      if (has_gap_before(comment.begin)) put(" ");
      write(comment);
    }
    must_break = ends_line;
  }
  return must_break;
}

void LineWriter::same_line(const Piece& piece, Gap gap, std::size_t otherwise) {
  const bool must_break = comments(piece, piece.comments.size(), otherwise);
  if (must_break) {
    begin_line(otherwise, piece.token.breaks, piece.token.begin);
  } else if (!piece.comments.empty()) {
    if (has_gap_before(piece.token.begin)) put(" ");
  } else if (gap == Gap::Space && !is_line_empty()) {
    put(" ");
  }
  write(piece.token);
}

void LineWriter::new_line(const Piece& piece, Indents indents) {
  // Comments before the token on its line stay with it.
  const std::vector<Token>& all = piece.comments;
  std::size_t first = all.size();
  std::size_t breaks = piece.token.breaks;
  while (first > 0 && breaks == 0 && all[first - 1].kind == TokenKind::BlockComment) {
    breaks = all[--first].breaks;
  }
  comments(piece, first, indents.comments);
  begin_line(indents.token, breaks, first < all.size() ? all[first].begin : piece.token.begin);
  for (std::size_t i = first; i < all.size(); ++i) {
    write(all[i]);
    const std::size_t next = i + 1 < all.size() ? all[i + 1].begin : piece.token.begin;
    if (has_gap_before(next)) put(" ");
  }
  write(piece.token);
}

void LineWriter::go_back(const Mark& mark) {
  out_.resize(mark.size);
  column_ = mark.column;
  widest_ = mark.widest;
  shift_ = mark.shift;
  source_end_ = mark.source_end;
  may_be_blank_ = mark.may_be_blank;
}

std::string LineWriter::take() {
  end_line();
  return std::move(out_);
}

}  // namespace drover::editing
