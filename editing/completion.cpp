#include "editing/requests.h"

#include <array>
#include <filesystem>
#include <set>

#include "editing/places.h"
#include "editing/word_meanings.h"
#include "explorer/cat/code.h"
#include "explorer/cat/embedded.h"

namespace drover::editing {

namespace {

// Collects each label once. Short-lived.
class Completions {
 public:
  explicit Completions(const Analysis& analysis) : analysis_(analysis) {}

  void add(std::string label, CompletionKind kind, std::string detail) {
    if (!seen_.insert(label).second) return;
    all_.push_back({std::move(label), kind, std::move(detail)});
  }
  void add_words(std::span<const WordMeaning> words, CompletionKind kind) {
    for (const WordMeaning& each : words) add(std::string(each.word), kind, std::string(each.form));
  }
  template <typename Predicate>
  void add_symbols(CompletionKind kind, const Predicate& is_wanted) {
    for (const Symbol& symbol : analysis_.symbols.symbols) {
      if (is_wanted(symbol)) add(symbol.name, kind, kind_words(symbol));
    }
  }
  void add_symbols_at(std::size_t offset) {
    add_symbols(CompletionKind::Name, [&](const Symbol& symbol) {
      return is_visible(symbol, offset) && symbol.kind != SymbolKind::Field &&
             symbol.kind != SymbolKind::Label && symbol.kind != SymbolKind::Axiom;
    });
  }
  [[nodiscard]] std::vector<Completion> take() { return std::move(all_); }

 private:
  static bool is_visible(const Symbol& symbol, std::size_t offset) {
    const bool is_everywhere = symbol.scope.is_empty();
    return is_everywhere || (symbol.scope.begin <= offset && offset <= symbol.scope.end);
  }

  const Analysis& analysis_;
  std::set<std::string> seen_;
  std::vector<Completion> all_;
};

// The words before the current word.
struct Before {
  std::string_view last;
  std::string_view second;
  std::string_view third;
};

Before before(const Place& place, std::string_view text, std::size_t offset) {
  std::size_t at = place.at;
  const bool types_word = place.is_inside && place.tokens[at].kind != TokenKind::Operator &&
                          place.tokens[at].begin < offset;
  const bool is_behind_operator = place.is_inside && place.tokens[at].kind == TokenKind::Operator &&
                                  place.tokens[at].end == offset;
  if (is_behind_operator && !types_word) ++at;
  const auto of = [&](std::size_t back) {
    return at >= back ? place.of(text, at - back) : std::string_view();
  };
  return {of(1), of(2), of(3)};
}

void complete_core(const Analysis& analysis, const Place& place, std::size_t offset,
                   Completions& out) {
  const Before words = before(place, analysis.source.text(), offset);
  const bool is_second_mode = words.last == "," && words.third == "@";
  const bool is_place = words.last == "@" && words.third == "thread";
  if (is_place || words.last == ".")
    return out.add_words(vocabulary("scopes"), CompletionKind::Mode);
  if (words.last == "@" || is_second_mode)
    return out.add_words(vocabulary("modes"), CompletionKind::Mode);
  struct Following {
    std::string_view word;
    SymbolKind wanted;
  };
  constexpr std::array<Following, 4> Followings{{{"->", SymbolKind::Field},
                                                 {"alloc", SymbolKind::Struct},
                                                 {"break", SymbolKind::Label},
                                                 {"continue", SymbolKind::Label}}};
  for (const auto& [word, wanted] : Followings) {
    if (words.last != word) continue;
    const bool is_field = wanted == SymbolKind::Field;
    return out.add_symbols(is_field ? CompletionKind::Field : CompletionKind::Name,
                           [kind = wanted](const Symbol& symbol) { return symbol.kind == kind; });
  }
  if (words.last == ":") {
    const std::string thread(words.second);
    return out.add_symbols(CompletionKind::Name, [&](const Symbol& symbol) {
      return symbol.kind == SymbolKind::Register && !symbol.owner.empty() &&
             thread.starts_with(symbol.owner);
    });
  }
  out.add_symbols_at(offset);
  out.add_words(vocabulary("core"), CompletionKind::Keyword);
}

void complete_litmus(const Analysis& analysis, const Place& place, std::size_t offset,
                     Completions& out) {
  const Before words = before(place, analysis.source.text(), offset);
  if (place.language == Language::State && words.last == ":") {
    const std::string thread =
        (words.second.starts_with('P') ? "" : "P") + std::string(words.second);
    return out.add_symbols(CompletionKind::Name,
                           [&](const Symbol& symbol) { return symbol.owner == thread; });
  }
  out.add_symbols_at(offset);
  if (place.language == Language::State) {
    out.add_words(vocabulary("state"), CompletionKind::Keyword);
  } else if (code_language(analysis.architecture) == Language::C) {
    for (std::string& name : functions_of(analysis.architecture)) {
      out.add(std::move(name), CompletionKind::Function, "");
    }
    if (analysis.architecture != "LKMM") {
      out.add_words(vocabulary("memory_orders"), CompletionKind::Mode);
    }
    if (analysis.architecture == "OPENCL")
      out.add_words(vocabulary("opencl"), CompletionKind::Mode);
  } else {
    out.add_words(instructions_of(analysis.architecture), CompletionKind::Instruction);
  }
}

void complete_include(const Analysis& analysis, Completions& out) {
  for (const cat::EmbeddedText& each : cat::embedded_texts()) {
    out.add(std::string(each.name) + ".cat", CompletionKind::File, "part of Drover");
  }
  const std::filesystem::path folder = std::filesystem::path(analysis.source.name()).parent_path();
  std::error_code error;
  for (std::filesystem::directory_iterator at(folder.empty() ? "." : folder, error), end;
       !error && at != end; at.increment(error)) {
    if (at->path().extension() != ".cat") continue;
    out.add(at->path().filename().string(), CompletionKind::File, "beside this file");
  }
}

void complete_cat(const Analysis& analysis, const Place& place, Completions& out) {
  const std::string_view text = analysis.source.text();
  const bool is_string = place.is_inside && place.tokens[place.at].kind == TokenKind::String;
  if (is_string && place.at > 0 && place.of(text, place.at - 1) == "include") {
    return complete_include(analysis, out);
  }
  out.add_symbols(CompletionKind::Name, [](const Symbol& symbol) {
    return symbol.kind == SymbolKind::Definition || symbol.kind == SymbolKind::Procedure;
  });
  for (const cat::BaseDescription& base : cat::base_descriptions()) {
    out.add(std::string(base.name), CompletionKind::Name, std::string(base.meaning));
  }
  out.add_words(vocabulary("cat"), CompletionKind::Keyword);
  for (const std::string& word : cat_keywords()) out.add(word, CompletionKind::Keyword, "");
}

}  // namespace

std::vector<Completion> complete_at(const Analysis& analysis, std::size_t offset) {
  const auto place = place_at(analysis, offset);
  if (!place || place->is_comment) return {};
  Completions out(analysis);
  switch (analysis.kind) {
    case FileKind::Core: complete_core(analysis, *place, offset, out); break;
    case FileKind::Litmus: complete_litmus(analysis, *place, offset, out); break;
    case FileKind::Cat: complete_cat(analysis, *place, out); break;
    case FileKind::C: break;
  }
  return out.take();
}

}  // namespace drover::editing
