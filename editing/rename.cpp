#include "editing/requests.h"

#include <algorithm>
#include <map>

#include "editing/tokens.h"
#include "support/format.h"

namespace drover::editing {

namespace {

Renaming refused(std::string why) { return {{}, std::move(why)}; }

// True if the text is one name, and not a reserved word.
bool is_valid_name(const std::string& name, const Analysis& analysis) {
  const Language language = analysis.kind == FileKind::Cat                        ? Language::Cat
                            : analysis.kind == FileKind::Core                     ? Language::Core
                            : code_language(analysis.architecture) == Language::C ? Language::C
                                                                                  : Language::State;
  const std::vector<Token> tokens = scan(name, {0, name.size()}, language);
  const bool is_name = tokens.size() == 1 && tokens[0].kind == TokenKind::Name &&
                       tokens[0].begin == 0 && tokens[0].end == name.size();
  if (!is_name) return false;
  return analysis.kind == FileKind::Core  ? !is_core_keyword(name)
         : analysis.kind == FileKind::Cat ? !is_cat_keyword(name)
                                          : true;
}

std::string with_name(const std::string& text, const std::vector<Section>& places,
                      const std::string& name) {
  std::string out;
  std::size_t at = 0;
  for (const Section& place : places) {
    out += text.substr(at, place.begin - at) + name;
    at = place.end;
  }
  return out + text.substr(at);
}

// True if both have the same symbols at the same places, apart from their names.
bool has_same_names(const SymbolIndex& a, const SymbolIndex& b) {
  if (a.occurrences.size() != b.occurrences.size()) return false;
  std::map<std::size_t, std::size_t> forth;
  std::map<std::size_t, std::size_t> back;
  for (std::size_t i = 0; i < a.occurrences.size(); ++i) {
    const std::size_t left = a.occurrences[i].symbol;
    const std::size_t right = b.occurrences[i].symbol;
    if (forth.try_emplace(left, right).first->second != right) return false;
    if (back.try_emplace(right, left).first->second != left) return false;
    if (a.symbols[left].kind != b.symbols[right].kind) return false;
  }
  return true;
}

}  // namespace

Renaming can_rename(const Analysis& analysis, std::size_t offset) {
  const Occurrence* found = analysis.symbols.at(offset);
  if (found == nullptr) return refused("there is no name here that could be changed");
  const Symbol& symbol = analysis.symbols.symbols[found->symbol];
  if (symbol.kind == SymbolKind::MachineRegister) {
    return refused(format("`{}` is a register of the machine", symbol.name));
  }
  if (symbol.kind == SymbolKind::Thread && analysis.kind == FileKind::Litmus) {
    return refused("the threads of a litmus test are P0, P1, …");
  }
  if (!symbol.file.empty()) {
    return refused(format("`{}` is defined in `{}`", symbol.name, symbol.file));
  }
  Renaming out;
  for (const Occurrence& each : analysis.symbols.of(found->symbol)) {
    out.places.push_back({each.begin, each.end});
  }
  return out;
}

Renaming rename(const Analysis& analysis, std::size_t offset, const std::string& name) {
  Renaming out = can_rename(analysis, offset);
  if (!out.refusal.empty()) return out;
  if (!is_valid_name(name, analysis)) return refused(format("`{}` cannot be a name", name));
  const std::string text = with_name(analysis.source.text(), out.places, name);
  const Analysis after = analyse(analysis.source.name(), text, analysis.kind);
  if (!has_same_names(analysis.symbols, after.symbols)) {
    return refused(format("with the name `{}`, something would mean something else", name));
  }
  const auto errors = [](const Analysis& each) {
    return std::ranges::count(each.diagnostics, Severity::Error, &Diagnostic::severity);
  };
  if (errors(after) > errors(analysis)) {
    const auto first = std::ranges::find(after.diagnostics, Severity::Error, &Diagnostic::severity);
    return refused(format("with the name `{}`: {}", name, first->message()));
  }
  return out;
}

}  // namespace drover::editing
