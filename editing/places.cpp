#include "editing/places.h"

#include "litmus/dialects/sections.h"

namespace drover::editing {

namespace {

struct Part {
  Section section;
  Language language = Language::Core;
};

std::optional<Part> part_at(const Analysis& analysis, std::size_t offset) {
  const Section whole{0, analysis.source.text().size()};
  if (analysis.kind == FileKind::Core) return Part{whole, Language::Core};
  if (analysis.kind == FileKind::Cat) return Part{whole, Language::Cat};
  if (analysis.kind == FileKind::C) return std::nullopt;
  const auto sections = litmus::split_sections(analysis.source);
  if (!sections || offset < sections->init.begin) return std::nullopt;
  if (offset <= sections->init.end) return Part{sections->init, Language::State};
  if (offset < sections->condition.begin || sections->condition.is_empty()) {
    return Part{sections->program, code_language(sections->architecture)};
  }
  return Part{sections->condition, Language::State};
}

}  // namespace

std::optional<Place> place_at(const Analysis& analysis, std::size_t offset) {
  const auto part = part_at(analysis, offset);
  if (!part) return std::nullopt;
  Place place{part->language, {}, 0, false, false};
  bool is_found = false;
  for (const Token& token : scan(analysis.source.text(), part->section, part->language)) {
    if (token.is_comment()) {
      const bool is_line = token.kind == TokenKind::LineComment;
      const bool is_in =
          token.begin < offset && (offset < token.end || (is_line && offset == token.end));
      place.is_comment = place.is_comment || is_in;
      continue;
    }
    place.tokens.push_back(token);
    // Between two tokens, a name takes precedence.
    const bool touches = token.begin <= offset && offset <= token.end;
    const bool is_word = token.kind != TokenKind::Operator;
    if (touches && (!is_found || is_word)) {
      place.at = place.tokens.size() - 1;
      place.is_inside = true;
      is_found = true;
    } else if (!is_found && token.end < offset) {
      place.at = place.tokens.size();
    }
  }
  return place;
}

}  // namespace drover::editing
