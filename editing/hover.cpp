#include "editing/requests.h"

#include <algorithm>

#include "editing/places.h"
#include "editing/word_meanings.h"
#include "explorer/cat/code.h"
#include "explorer/cat/model_file.h"
#include "support/format.h"

namespace drover::editing {

namespace {

std::string code_block(std::string_view language, std::string_view text) {
  return format("```{}\n{}\n```", language, text);
}

std::string meaning_text(const WordMeaning& meaning, std::string_view language) {
  std::string out =
      meaning.form.empty() ? format("`{}`", meaning.word) : code_block(language, meaning.form);
  if (!meaning.text.empty())
    out += format("\n{}{}", meaning.form.empty() ? "\n" : "", meaning.text);
  return out;
}

// Returns the meaning of a word of a vocabulary.
std::optional<std::string> meaning_in(std::string_view name, std::string_view word,
                                      std::string_view language) {
  const WordMeaning* meaning = find_word(vocabulary(name), word);
  return meaning == nullptr ? std::nullopt : std::optional(meaning_text(*meaning, language));
}

const cat::ModelFile* file_of(const Analysis& analysis, const Symbol& symbol) {
  if (!analysis.model) return nullptr;
  if (symbol.file.empty()) return analysis.model->files[analysis.model->own_file].get();
  const auto found = std::ranges::find_if(
      analysis.model->files, [&](const auto& file) { return file->source.name() == symbol.file; });
  return found == analysis.model->files.end() ? nullptr : found->get();
}

std::string declaration_text(const Analysis& analysis, const Symbol& symbol) {
  const cat::ModelFile* file = file_of(analysis, symbol);
  const std::string& text = file != nullptr ? file->source.text() : analysis.source.text();
  if (symbol.declaration.end > text.size()) return "";
  return text.substr(symbol.declaration.begin, symbol.declaration.end - symbol.declaration.begin);
}

std::string symbol_text(const Analysis& analysis, const Symbol& symbol) {
  const std::string_view language = analysis.kind == FileKind::Cat ? "cat" : "drover";
  const std::string declared = declaration_text(analysis, symbol);
  std::string out = declared.empty() ? format("`{}`", symbol.name) : code_block(language, declared);
  out += format("\n{}{}", declared.empty() ? "\n" : "", kind_words(symbol));
  if (!symbol.file.empty()) {
    out += format(", defined in `{}`{}", symbol.file,
                  symbol.is_embedded ? ", which is part of Drover" : "");
  }
  const cat::ModelFile* file = file_of(analysis, symbol);
  if (file != nullptr && symbol.kind != SymbolKind::Local) {
    const SourceRange range = file->source.range(symbol.declaration.begin, symbol.declaration.end);
    const std::string comment = cat::comment_before(*file, range);
    if (!comment.empty()) out += format("\n\n{}", comment);
  }
  return out;
}

std::optional<std::string> core_text(const Place& place, std::string_view text,
                                     std::string_view word) {
  const bool is_mode = place.at > 0 && (place.of(text, place.at - 1) == "@" ||
                                        (place.of(text, place.at - 1) == "," && place.at > 2 &&
                                         place.of(text, place.at - 3) == "@"));
  auto mode = is_mode ? meaning_in("modes", word, "drover") : std::nullopt;
  if (!mode) mode = meaning_in("scopes", word, "drover");
  return mode ? mode : meaning_in("core", word, "drover");
}

std::optional<std::string> litmus_text(const Analysis& analysis, const Place& place,
                                       std::string_view word) {
  switch (place.language) {
    case Language::Table: return describe_instruction(analysis.architecture, word);
    case Language::C: {
      auto order = meaning_in("memory_orders", word, "c");
      if (!order && analysis.architecture == "OPENCL") order = meaning_in("opencl", word, "c");
      return order ? order : describe_function(analysis.architecture, word);
    }
    default: return meaning_in("state", word, "litmus");
  }
}

std::optional<std::string> cat_text(std::string_view word) {
  for (const cat::BaseDescription& base : cat::base_descriptions()) {
    if (base.name != word) continue;
    return format("`{}`\n\n{}: {}", word, base.kind == cat::ValueKind::Set ? "Set" : "Relation",
                  base.meaning);
  }
  return meaning_in("cat", word, "cat");
}

}  // namespace

std::string kind_words(const Symbol& symbol) {
  switch (symbol.kind) {
    case SymbolKind::Constant: return "constant";
    case SymbolKind::Shared: return "shared variable";
    case SymbolKind::Struct: return "struct";
    case SymbolKind::Field: return format("field of `{}`", symbol.owner);
    case SymbolKind::Function: return "function";
    case SymbolKind::Parameter: return format("parameter of `{}`", symbol.owner);
    case SymbolKind::FamilyVariable:
      return format("a constant in each thread of `{}`", symbol.owner);
    case SymbolKind::Register: return format("register of `{}`", symbol.owner);
    case SymbolKind::Thread: return "thread";
    case SymbolKind::Label: return format("label in `{}`", symbol.owner);
    case SymbolKind::Location: return "location";
    case SymbolKind::MachineRegister: return format("register of `{}`", symbol.owner);
    case SymbolKind::Definition: return "definition";
    case SymbolKind::Procedure: return "procedure";
    case SymbolKind::Local: return "local name";
    case SymbolKind::Axiom: return "name of a check";
  }
  return "";
}

std::optional<HoverText> hover_at(const Analysis& analysis, std::size_t offset) {
  const auto place = place_at(analysis, offset);
  if (!place || place->is_comment || !place->is_inside) return std::nullopt;
  const std::string& text = analysis.source.text();
  const Token& token = place->tokens[place->at];
  if (token.kind != TokenKind::Name) return std::nullopt;
  const Section range{token.begin, token.end};
  const Occurrence* found = analysis.symbols.at(offset);
  if (found != nullptr && found->begin == token.begin) {
    return HoverText{symbol_text(analysis, analysis.symbols.symbols[found->symbol]), range};
  }
  const std::string_view word = token.of(text);
  std::optional<std::string> meaning;
  switch (analysis.kind) {
    case FileKind::Core: meaning = core_text(*place, text, word); break;
    case FileKind::Litmus: meaning = litmus_text(analysis, *place, word); break;
    case FileKind::Cat: meaning = cat_text(word); break;
    case FileKind::C: break;
  }
  if (!meaning) return std::nullopt;
  return HoverText{*std::move(meaning), range};
}

}  // namespace drover::editing
