
#include <algorithm>
#include <optional>
#include <span>
#include <string>
#include <utility>

#include "frontend/ast_builder.h"
#include "frontend/syntax_recovery.h"

namespace drover {

namespace {

using antlr4::Token;
using drover_grammar::CoreParser;

// An item and all tokens up to the next item: some may belong to no item.
struct Part {
  CoreParser::ItemContext* item = nullptr;  // null for the tokens before the first item
  std::span<Token* const> tokens;
  std::size_t item_size = 0;  // number of tokens of the item itself
  std::optional<ast::Item> built;
  bool is_lost = false;
};

// Finds the items that depend on items with errors. If a lost item may have declared a name, every
// item that mentions the name is lost too.
class LossFinder {
 public:
  explicit LossFinder(std::vector<Part>& parts) : parts_(parts) {}

  std::set<std::string> run() {
    for (const Part& part : parts_) {
      if (part.is_lost) lose(part);
    }
    bool has_changed = true;
    while (has_changed) {
      has_changed = false;
      for (Part& part : parts_) {
        if (part.is_lost || !depends_on_lost(part)) continue;
        part.is_lost = has_changed = true;
        lose(part);
      }
    }
    return std::move(names_);
  }

 private:
  void lose(const Part& part) {
    lose_names(part.tokens.subspan(part.item_size));
    if (part.item_size < part.tokens.size()) is_register_lost_ = true;
    if (part.item == nullptr) return;
    const auto tokens = part.tokens.first(part.item_size);
    switch (part.item->start->getType()) {
      case CoreParser::CONST:
      case CoreParser::SHARED:
      case CoreParser::STRUCT: lose_names(tokens); break;
      // The parameters are local.
      case CoreParser::FN: lose_names(tokens.first(std::min<std::size_t>(2, tokens.size()))); break;
      case CoreParser::THREAD:
      case CoreParser::INIT:
      case CoreParser::FINAL: is_register_lost_ = true; break;
      default: break;
    }
  }
  void lose_names(std::span<Token* const> tokens) {
    for (const Token* token : tokens) {
      if (token->getType() == CoreParser::ID) names_.insert(token->getText());
    }
  }

  [[nodiscard]] bool depends_on_lost(const Part& part) const {
    return std::ranges::any_of(part.tokens, [&](const Token* token) {
      const std::size_t type = token->getType();
      if (type == CoreParser::THREAD_COLON) return is_register_lost_;
      return type == CoreParser::ID && names_.contains(token->getText());
    });
  }

  std::vector<Part>& parts_;
  std::set<std::string> names_;
  bool is_register_lost_ = false;
};

std::vector<Part> split(CoreParser::ProgramContext& tree, const Tokens& tokens) {
  std::vector<Part> parts(1);
  const std::span<Token* const> all(tokens);
  const auto position = [&](std::size_t index) {
    const auto found = std::ranges::lower_bound(tokens, index, {}, &Token::getTokenIndex);
    return static_cast<std::size_t>(found - tokens.begin());
  };
  std::size_t begin = 0;
  for (CoreParser::ItemContext* item : tree.item()) {
    const std::size_t at = position(item->start->getTokenIndex());
    parts.back().tokens = all.subspan(begin, at - begin);
    begin = at;
    const bool has_end = item->stop != nullptr && item->stop->getType() != Token::EOF;
    const std::size_t end = has_end ? position(item->stop->getTokenIndex()) + 1 : tokens.size();
    parts.push_back({item, {}, std::max(end, at) - at, {}, false});
  }
  parts.back().tokens = all.subspan(begin);
  for (Part& part : parts) part.item_size = std::min(part.item_size, part.tokens.size());
  return parts;
}

}  // namespace

ParseResult build_intact_items(CoreParser::ProgramContext& tree, const Tokens& tokens,
                               const SectionOffsets& offsets, DiagnosticSink& sink) {
  std::vector<Part> parts = split(tree, tokens);
  ParseResult result;
  for (Part& part : parts) {
    if (part.item != nullptr && is_sound(*part.item))
      part.built = build_item(*part.item, offsets, result.ast, sink);
  }
  result.is_whole = !sink.has_errors();
  // After an unterminated comment, the lost text is unknown.
  const bool is_cut = std::ranges::any_of(sink.diagnostics(), [](const Diagnostic& diagnostic) {
    return diagnostic.kind == DiagnosticKind::UnterminatedComment;
  });
  if (is_cut) return {.ast = {}, .is_whole = result.is_whole, .lost_names = {}};
  if (!result.is_whole) {
    std::size_t end = std::string::npos;
    for (std::size_t i = parts.size(); i-- > 0;) {
      Part& part = parts[i];
      const std::size_t begin =
          part.item == nullptr ? 0 : offsets.range(*part.tokens.front()).begin;
      part.is_lost = sink.has_error_between(begin, end) || (part.item != nullptr && !part.built) ||
                     part.item_size < part.tokens.size();
      end = begin;
    }
    result.lost_names = LossFinder(parts).run();
  }
  for (Part& part : parts) {
    if (part.built && !part.is_lost) result.ast.items.push_back(*std::move(part.built));
  }
  return result;
}

}  // namespace drover
