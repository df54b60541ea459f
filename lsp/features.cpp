#include "lsp/features.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <optional>
#include <system_error>

#include "editing/format.h"
#include "editing/requests.h"
#include "editing/tokens.h"
#include "frontend/fixes.h"
#include "lsp/commands.h"
#include "support/write_file.h"

namespace drover::lsp {

namespace {

using editing::Analysis;
using editing::Occurrence;
using editing::Symbol;
using editing::SymbolKind;

// Returns the protocol's number.
int symbol_number(SymbolKind kind) {
  switch (kind) {
    case SymbolKind::Constant: return 14;
    case SymbolKind::Struct: return 23;
    case SymbolKind::Field: return 8;
    case SymbolKind::Function:
    case SymbolKind::Procedure:
    case SymbolKind::Thread: return 12;
    case SymbolKind::Axiom: return 24;
    default: return 13;
  }
}

int completion_number(editing::CompletionKind kind) {
  switch (kind) {
    case editing::CompletionKind::Keyword: return 14;
    case editing::CompletionKind::Mode: return 20;
    case editing::CompletionKind::Name: return 6;
    case editing::CompletionKind::Function: return 3;
    case editing::CompletionKind::Field: return 5;
    case editing::CompletionKind::Instruction: return 24;
    case editing::CompletionKind::File: return 17;
  }
  return 1;
}

Json location_json(const Document& document, Section section) {
  return {{"uri", document.uri()}, {"range", document.range(section)}};
}

Json diagnostic_json(const Document& document, const Diagnostic& diagnostic) {
  std::string message = diagnostic.message();
  if (!diagnostic.hint.empty()) message += "\nhint: " + diagnostic.hint;
  Json out{{"range", document.range(diagnostic.range)},
           {"severity", diagnostic.severity() == Severity::Error ? 1 : 2},
           {"code", diagnostic_name(diagnostic.kind)},
           {"source", "drover"},
           {"message", message}};
  for (const DiagnosticNote& note : diagnostic.notes) {
    if (note.range.line == 0) continue;
    out["relatedInformation"].push_back(
        {{"location", {{"uri", document.uri()}, {"range", document.range(note.range)}}},
         {"message", note.text}});
  }
  return out;
}

std::optional<std::filesystem::path> cache_folder() {
  const char* cache = std::getenv("XDG_CACHE_HOME");  // NOLINT(concurrency-mt-unsafe)
  if (cache != nullptr && *cache == '/') return std::filesystem::path(cache);
  const char* home = std::getenv("HOME");  // NOLINT(concurrency-mt-unsafe)
  if (home == nullptr || *home != '/') return std::nullopt;
  return std::filesystem::path(home) / ".cache";
}

// Returns a built-in model file as a file that an editor can open, written into the user's cache
// folder on first use. Nothing if writing fails.
std::optional<std::string> library_file(std::string_view name, std::string_view text) {
  const auto cache = cache_folder();
  if (!cache) return std::nullopt;
  const std::filesystem::path folder = *cache / "drover" / "models";
  const std::filesystem::path path = folder / std::filesystem::path(name).filename();
  if (file_text(path) == text) return path.string();
  std::error_code error;
  std::filesystem::create_directories(folder, error);
  if (error || !write_whole_file(path, text).empty()) return std::nullopt;
  return path.string();
}

// Returns a place in a file that is not open.
Json place_in_file(const std::string& path, const std::string& text, Section section) {
  return {{"uri", uri_of_path(path)}, {"range", range_json(LineIndex(text), text, section)}};
}

// Returns the file of `include "file.cat"`.
Json included_file(const Document& document, std::size_t offset) {
  const Analysis& analysis = document.analysis();
  if (!analysis.model) return nullptr;
  const auto& own = *analysis.model->files[analysis.model->own_file];
  if (!own.ast) return nullptr;
  for (const cat::Instruction& each : own.ast->instructions) {
    const auto* include = std::get_if<cat::Include>(&each.body);
    if (include == nullptr || offset < each.range.begin || offset > each.range.end) continue;
    const auto found =
        analysis.model->includes.find({analysis.model->own_file, include->file.text});
    if (found == analysis.model->includes.end()) return nullptr;
    const auto& file = *analysis.model->files[found->second];
    const std::optional<std::string> path =
        file.folder.empty() ? library_file(file.source.name(), file.source.text())
                            : file.source.name();
    if (path) return place_in_file(*path, file.source.text(), {0, 0});
  }
  return nullptr;
}

Json definition_elsewhere(const Analysis& analysis, const Symbol& symbol) {
  const auto& files = analysis.model->files;
  const auto found = std::ranges::find_if(
      files, [&](const auto& file) { return file->source.name() == symbol.file; });
  if (found == files.end()) return nullptr;
  const std::string& text = (*found)->source.text();
  const std::optional<std::string> path =
      symbol.is_embedded ? library_file(symbol.file, text) : symbol.file;
  if (!path) return nullptr;
  const std::size_t name = text.find(symbol.name, symbol.declaration.begin);
  const std::size_t begin = std::min(name, symbol.declaration.begin + text.size());
  return place_in_file(*path, text, {begin, begin + symbol.name.size()});
}

Json flat_outline(const Document& document, const std::vector<editing::OutlineItem>& items) {
  Json out = Json::array();
  for (const editing::OutlineItem& item : items) {
    out.push_back({{"name", item.name},
                   {"kind", symbol_number(item.kind)},
                   {"location", location_json(document, item.whole)}});
    const Json children = flat_outline(document, item.children);
    for (const Json& child : children.items()) out.push_back(child);
  }
  return out;
}

Json outline_tree(const Document& document, const std::vector<editing::OutlineItem>& items) {
  return Json::list(items, [&](const editing::OutlineItem& item) {
    return Json{{"name", item.name},
                {"detail", item.detail},
                {"kind", symbol_number(item.kind)},
                {"range", document.range(item.whole)},
                {"selectionRange", document.range(item.named)},
                {"children", outline_tree(document, item.children)}};
  });
}

// Returns an edit of the lines that differ; lines before and after them stay.
Json smallest_edit(const Document& document, const std::string& before, const std::string& after) {
  std::size_t begin = 0;
  while (begin < before.size() && begin < after.size() && before[begin] == after[begin]) ++begin;
  while (begin > 0 && before[begin - 1] != '\n') --begin;
  std::size_t end = 0;
  while (end < before.size() - begin && end < after.size() - begin &&
         before[before.size() - 1 - end] == after[after.size() - 1 - end]) {
    ++end;
  }
  while (end > 0 && before[before.size() - end - 1] != '\n') --end;
  const std::string text = after.substr(begin, after.size() - end - begin);
  return Json::array(
      {{{"range", document.range(Section{begin, before.size() - end})}, {"newText", text}}});
}

std::size_t offset_in(const Document& document, const Json& params) {
  return document.offset_at(params.at("position"));
}

Answer hover(const Document& document, const Json& params) {
  const auto hover = editing::hover_at(document.analysis(), offset_in(document, params));
  if (!hover) return Json();
  return Json{{"contents", {{"kind", "markdown"}, {"value", hover->markdown}}},
              {"range", document.range(hover->range)}};
}

Answer completion(const Document& document, const Json& params) {
  Json items = Json::list(editing::complete_at(document.analysis(), offset_in(document, params)),
                          [&](const editing::Completion& each) {
                            return Json{{"label", each.label},
                                        {"kind", completion_number(each.kind)},
                                        {"detail", each.detail}};
                          });
  return Json{{"isIncomplete", false}, {"items", items}};
}

// Returns the places of the name at a position; nothing if there is no name.
std::optional<std::vector<Occurrence>> places_of_name(const Document& document,
                                                      const Json& params) {
  const editing::SymbolIndex& symbols = document.analysis().symbols;
  const Occurrence* found = symbols.at(offset_in(document, params));
  return found == nullptr ? std::nullopt : std::optional(symbols.of(found->symbol));
}

Answer definition(const Document& document, const Json& params) {
  const Analysis& analysis = document.analysis();
  const std::size_t offset = offset_in(document, params);
  const Occurrence* found = analysis.symbols.at(offset);
  if (found == nullptr) return included_file(document, offset);
  const Symbol& symbol = analysis.symbols.symbols[found->symbol];
  if (!symbol.file.empty()) return definition_elsewhere(analysis, symbol);
  Json out = Json::array();
  for (const Occurrence& each : analysis.symbols.of(found->symbol)) {
    if (each.is_definition) out.push_back(location_json(document, {each.begin, each.end}));
  }
  return out;
}

Answer references(const Document& document, const Json& params) {
  const auto places = places_of_name(document, params);
  if (!places) return Json();
  const bool with_definition = params.at("context").at("includeDeclaration").truth().value_or(true);
  Json out = Json::array();
  for (const Occurrence& each : *places) {
    if (each.is_definition && !with_definition) continue;
    out.push_back(location_json(document, {each.begin, each.end}));
  }
  return out;
}

Answer highlights(const Document& document, const Json& params) {
  const auto places = places_of_name(document, params);
  if (!places) return Json();
  return Json::list(*places, [&](const Occurrence& each) {
    return Json{{"range", document.range(Section{each.begin, each.end})}};
  });
}

Answer prepare_rename(const Document& document, const Json& params) {
  const std::size_t offset = offset_in(document, params);
  const editing::Renaming renaming = editing::can_rename(document.analysis(), offset);
  if (!renaming.refusal.empty()) return RpcError{RequestFailed, renaming.refusal};
  const Occurrence* found = document.analysis().symbols.at(offset);
  return document.range(Section{found->begin, found->end});
}

Answer rename(const Document& document, const Json& params) {
  const auto name = params.at("newName").text();
  if (!name) return RpcError{InvalidParams, "`newName` is missing"};
  const editing::Renaming renaming =
      editing::rename(document.analysis(), offset_in(document, params), *name);
  if (!renaming.refusal.empty()) return RpcError{RequestFailed, renaming.refusal};
  Json changes = Json::object();
  for (const Section& place : renaming.places) {
    changes[document.uri()].push_back({{"range", document.range(place)}, {"newText", *name}});
  }
  return Json{{"changes", std::move(changes)}};
}

Answer folds(const Document& document, const Json& /*params*/) {
  Json out = Json::array();
  for (const Section& fold : document.analysis().symbols.folds) {
    const Json range = document.range(fold);
    const auto first = range.at("start").at("line").whole_number();
    const auto last = range.at("end").at("line").whole_number();
    if (first && last && *first < *last) {
      out.push_back({{"startLine", *first}, {"endLine", *last}});
    }
  }
  return out;
}

// Types and modifiers of semantic tokens: indices into these lists.
constexpr std::array<std::string_view, 8> TokenTypes{
    "variable", "parameter", "property", "struct", "function", "class", "event", "modifier"};
constexpr std::array<std::string_view, 3> TokenModifiers{"declaration", "readonly", "static"};
constexpr unsigned IsDeclaration = 1;
constexpr unsigned IsReadonly = 2;
constexpr unsigned IsStatic = 4;

struct TokenLook {
  std::string_view type;
  unsigned modifiers = 0;
};

TokenLook look_of(SymbolKind kind) {
  switch (kind) {
    case SymbolKind::Constant:
    case SymbolKind::Definition: return {"variable", IsReadonly};
    case SymbolKind::Shared:
    case SymbolKind::Location: return {"variable", IsStatic};
    case SymbolKind::Register:
    case SymbolKind::MachineRegister: return {"variable"};
    case SymbolKind::Struct: return {"struct"};
    case SymbolKind::Field: return {"property"};
    case SymbolKind::Function:
    case SymbolKind::Procedure: return {"function"};
    case SymbolKind::Parameter:
    case SymbolKind::FamilyVariable:
    case SymbolKind::Local: return {"parameter"};
    case SymbolKind::Thread: return {"class"};
    case SymbolKind::Label:
    case SymbolKind::Axiom: return {"event"};
  }
  return {"variable"};
}

struct SemanticToken {
  std::size_t begin = 0;
  std::size_t end = 0;
  TokenLook look;
};

// Returns the names of the text, and the modes of a core program, by place.
std::vector<SemanticToken> semantic_tokens_of(const Analysis& analysis) {
  std::vector<SemanticToken> tokens;
  for (const Occurrence& each : analysis.symbols.occurrences) {
    TokenLook look = look_of(analysis.symbols.symbols[each.symbol].kind);
    if (each.is_definition) look.modifiers |= IsDeclaration;
    tokens.push_back({each.begin, each.end, look});
  }
  if (analysis.kind == editing::FileKind::Core) {
    const std::string& text = analysis.source.text();
    const auto all = editing::scan(text, {0, text.size()}, editing::Language::Core);
    for (std::size_t i = 1; i < all.size(); ++i) {
      const bool is_mode = all[i - 1].of(text) == "@" && all[i].kind == editing::TokenKind::Name;
      if (is_mode) tokens.push_back({all[i].begin, all[i].end, {"modifier"}});
    }
  }
  std::ranges::sort(tokens, {}, &SemanticToken::begin);
  return tokens;
}

// Five numbers per token: lines and characters since the token before, length, type, modifiers.
Answer semantic_tokens(const Document& document, const Json& /*params*/) {
  Json data = Json::array();
  std::int64_t last_line = 0;
  std::int64_t last_character = 0;
  std::size_t last_end = 0;
  for (const SemanticToken& each : semantic_tokens_of(document.analysis())) {
    const Json range = document.range(Section{each.begin, each.end});
    const auto number = [&](std::string_view end, std::string_view member) {
      return range.at(end).at(member).whole_number().value_or(0);
    };
    const std::int64_t line = number("start", "line");
    const std::int64_t character = number("start", "character");
    const std::int64_t length = number("end", "character") - character;
    if (number("end", "line") != line || each.begin < last_end) continue;
    last_end = each.end;
    data.push_back(line - last_line);
    data.push_back(line == last_line ? character - last_character : character);
    data.push_back(length);
    data.push_back(std::ranges::find(TokenTypes, each.look.type) - TokenTypes.begin());
    data.push_back(each.look.modifiers);
    last_line = line;
    last_character = character;
  }
  return Json{{"data", std::move(data)}};
}

Answer formatting(const Document& document, const Json& /*params*/) {
  DiagnosticSink ignored;
  const SourceBuffer& source = document.analysis().source;
  const auto formatted = editing::format_source(source, document.kind(), ignored);
  if (!formatted) return Json();
  if (*formatted == source.text()) return Json::array();
  return smallest_edit(document, source.text(), *formatted);
}

}  // namespace

const std::map<std::string_view, Feature>& features() {
  static const std::map<std::string_view, Feature> table{
      {"textDocument/hover", hover},
      {"textDocument/completion", completion},
      {"textDocument/definition", definition},
      {"textDocument/references", references},
      {"textDocument/documentHighlight", highlights},
      {"textDocument/prepareRename", prepare_rename},
      {"textDocument/rename", rename},
      {"textDocument/foldingRange", folds},
      {"textDocument/formatting", formatting},
      {"textDocument/semanticTokens/full", semantic_tokens},
  };
  return table;
}

Json token_legend() {
  return {
      {"tokenTypes", Json::list(TokenTypes, [](std::string_view each) { return each; })},
      {"tokenModifiers", Json::list(TokenModifiers, [](std::string_view each) { return each; })}};
}

Json diagnostics_json(const Document& document) {
  Json out = Json::list(document.analysis().diagnostics,
                        [&](const Diagnostic& each) { return diagnostic_json(document, each); });
  if (document.analysis().has_dropped) {
    constexpr int Information = 3;
    out.push_back({{"range", document.range(Section{0, 0})},
                   {"severity", Information},
                   {"source", "drover"},
                   {"message", "there are more errors than are shown"}});
  }
  return out;
}

Json outline_json(const Document& document, OutlineForm form) {
  const auto& items = document.analysis().symbols.outline;
  return form == OutlineForm::Tree ? outline_tree(document, items) : flat_outline(document, items);
}

Json text_edits_json(const Document& document, const std::string& after) {
  return smallest_edit(document, document.analysis().source.text(), after);
}

Json actions_json(const Document& document, const Json& range) {
  const Analysis& analysis = document.analysis();
  const std::size_t begin = document.offset_at(range.at("start"));
  const std::size_t end = document.offset_at(range.at("end"));
  Json out = Json::array();
  for (const Diagnostic& each : analysis.diagnostics) {
    const std::vector<Fix> fixes = fixes_of(each, analysis.source);
    for (const Fix& fix : fixes) {
      const bool touches_diagnostic = each.range.begin <= end && begin <= each.range.end;
      const bool touches_fix = fix.range.begin <= end && begin <= fix.range.end;
      if (!touches_diagnostic && !touches_fix) continue;
      Json changes = Json::object();
      changes[document.uri()] =
          Json::array({{{"range", document.range(fix.range)}, {"newText", fix.replacement}}});
      out.push_back({{"title", fix_title(fix, analysis.source)},
                     {"kind", "quickfix"},
                     {"diagnostics", Json::array({diagnostic_json(document, each)})},
                     {"isPreferred", fixes.size() == 1},
                     {"edit", {{"changes", changes}}}});
    }
  }
  return out;
}

}  // namespace drover::lsp
