// The names of a litmus test, from its tokens: locations, and registers and labels of threads.

#include <algorithm>
#include <array>
#include <cctype>
#include <optional>
#include <set>

#include "editing/symbol_builder.h"
#include "editing/symbols.h"
#include "editing/tokens.h"
#include "editing/word_meanings.h"
#include "litmus/dialects/dialect.h"
#include "litmus/dialects/sections.h"
#include "support/format.h"

namespace drover::editing {

namespace {

constexpr std::array<std::string_view, 13> WordsOfStates{
    "locations", "filter", "forall", "exists", "final", "observed", "Observed",
    "and",       "with",   "true",   "false",  "not",   "cases"};
constexpr std::array<std::string_view, 13> CWords{
    "if",     "else",   "while", "do",      "for",   "break",   "continue",
    "return", "struct", "void",  "_Atomic", "const", "volatile"};

bool is_word_of_state(std::string_view word) { return is_among(WordsOfStates, word); }

// Returns the number of a thread: `0` in `0:EAX`, `P0` in `P0:r0`.
std::optional<std::size_t> thread_number(std::string_view word) {
  if (word.starts_with('P')) word.remove_prefix(1);
  constexpr std::size_t MaxDigits = 6;
  if (word.empty() || word.size() > MaxDigits) return std::nullopt;
  std::size_t number = 0;
  for (const char c : word) {
    if (std::isdigit(static_cast<unsigned char>(c)) == 0) return std::nullopt;
    number = 10 * number + static_cast<std::size_t>(c - '0');
  }
  return number;
}

// Short-lived.
class LitmusIndexer : TokenReader {
 public:
  LitmusIndexer(std::string_view text, const litmus::Sections& sections)
      : TokenReader(text),
        sections_(sections),
        dialect_(litmus::find_dialect(sections.architecture)),
        is_c_(code_language(sections.architecture) == Language::C) {}

  SymbolIndex run() {
    const Section heading{sections_.architecture_range.begin, sections_.architecture_range.end};
    builder_.index().outline.push_back({sections_.name,
                                        sections_.architecture,
                                        SymbolKind::Procedure,
                                        {0, text_.size()},
                                        heading});
    read(sections_.init, Language::State);
    state(true);
    read(sections_.condition, Language::State);
    const std::vector<Token> condition = tokens_;
    collect_locations();
    read(sections_.program, is_c_ ? Language::C : Language::Table);
    if (is_c_) {
      c_code();
    } else {
      table();
    }
    tokens_ = condition;
    state(false);
    return builder_.take();
  }

 private:
  void read(Section section, Language language) {
    tokens_.clear();
    for (const Token& token : scan(text_, section, language)) {
      if (!token.is_comment()) {
        tokens_.push_back(token);
      } else {
        builder_.fold(text_, token.begin, token.end);
      }
    }
  }
  [[nodiscard]] bool is_word(std::size_t at) const { return has_kind(at, TokenKind::Name); }

  // ---- Names

  // Notes a name; all are visible everywhere.
  void note(const Token& token, const std::string& key, Symbol symbol, bool is_definition) {
    symbol.scope = {0, text_.size()};
    builder_.occurs(token, builder_.symbol(key, std::move(symbol)), is_definition);
  }

  void location(const Token& token, bool is_definition) {
    const std::string written(token.of(text_));
    locations_.insert(written);
    note(token, "location " + written, {.name = written, .kind = SymbolKind::Location},
         is_definition);
  }

  // `W0` and `X0` are one register.
  void register_of(std::size_t thread, const Token& token, bool is_definition) {
    const std::string written(token.of(text_));
    const bool is_free = is_c_ || written.starts_with('%');
    const auto found =
        is_free || dialect_ == nullptr ? std::nullopt : dialect_->find_register(written);
    const std::string known = found ? found->name : written;
    const SymbolKind kind = is_free ? SymbolKind::Register : SymbolKind::MachineRegister;
    note(token, format("register {} {}", thread, known),
         {.name = known, .kind = kind, .owner = format("P{}", thread)}, is_definition);
  }

  void label(std::size_t thread, const Token& token, bool is_definition) {
    const std::string written(token.of(text_));
    note(token, format("label {} {}", thread, written),
         {.name = written, .kind = SymbolKind::Label, .owner = format("P{}", thread)},
         is_definition);
  }

  void thread_name(std::size_t thread, const Token& token, bool is_definition) {
    note(token, format("thread {}", thread),
         {.name = format("P{}", thread), .kind = SymbolKind::Thread}, is_definition);
  }

  // ---- States

  void state(bool is_init) {
    for (std::size_t i = 0; i < tokens_.size(); ++i) {
      if (is(i + 1, ":") && i + 2 < tokens_.size()) {
        const auto thread = thread_number(of(i));
        if (thread && is_word(i)) thread_name(*thread, tokens_[i], false);
        const bool is_register = thread && is_word(i + 2);
        if (is_register) register_of(*thread, tokens_[i + 2], is_init);
        if (thread) i += 2;
        continue;
      }
      if (is_location(i)) {
        const bool is_defined = is_init && !is(i - 1, "=");
        location(tokens_[i], is_defined);
      }
    }
  }

  // False for words of the language and of types: another name follows these.
  [[nodiscard]] bool is_location(std::size_t at) const {
    if (!is_word(at) || is_word_of_state(of(at))) return false;
    const std::string_view next = of(at + 1);
    if (next == "*" || next == "<" || next == ">" || next == ":") return false;
    const bool has_name_behind = is_word(at + 1) && !is_word_of_state(next) && next != "int";
    return !has_name_behind;
  }

  void collect_locations() {
    for (std::size_t i = 0; i < tokens_.size(); ++i) {
      const bool is_of_thread = is(i - 1, ":");
      if (!is_of_thread && is_location(i)) locations_.insert(std::string(of(i)));
    }
  }

  // ---- C

  void c_code() {
    std::size_t at = 0;
    while (at < tokens_.size()) {
      const auto thread = thread_number(of(at));
      std::size_t open = at + 1;
      if (is(open, "@")) {
        while (open < tokens_.size() && !is(open, "(") && !is(open, "{")) ++open;
      }
      if (!thread || !is_word(at) || !is(open, "(")) {
        ++at;
        continue;
      }
      at = c_thread(at, open, *thread);
    }
  }

  // `open`: the parenthesis of the parameters.
  std::size_t c_thread(std::size_t begin, std::size_t open, std::size_t thread) {
    thread_name(thread, tokens_[begin], true);
    std::set<std::string> parameters;
    std::size_t at = open + 1;
    for (; at < tokens_.size() && !is(at, ")") && !is(at, "{"); ++at) {
      const std::string_view next = of(at + 1);
      if (!is_word(at) || (next != "," && next != ")")) continue;
      parameters.insert(std::string(of(at)));
      location(tokens_[at], false);
    }
    while (at < tokens_.size() && !is(at, "{")) ++at;
    const std::size_t body = at;
    std::size_t depth = 0;
    for (; at < tokens_.size(); ++at) {
      if (is(at, "{")) ++depth;
      if (is(at, "}") && --depth == 0) break;
      c_name(at, thread, parameters);
    }
    const std::size_t last = std::min(at, tokens_.size() - 1);
    add_thread(tokens_[begin], tokens_[last].end, thread);
    if (body < tokens_.size()) builder_.fold(text_, tokens_[body].begin, tokens_[last].end);
    return at + 1;
  }

  void c_name(std::size_t at, std::size_t thread, const std::set<std::string>& parameters) {
    if (!is_word(at)) return;
    const std::string name(of(at));
    const std::string_view next = of(at + 1);
    const bool is_type = is_word(at + 1) || is_declarator(at);
    const bool is_reserved = is_among(CWords, name) ||
                             (sections_.architecture == "OPENCL" &&
                              std::ranges::find(vocabulary("opencl"), name, &WordMeaning::word) !=
                                  vocabulary("opencl").end());
    const bool is_order = name.starts_with("memory_order_") || name.starts_with("mo_");
    if (next == "(" || is_annotated(at) || is_type || is_reserved || is_order) return;
    if (parameters.contains(name)) return location(tokens_[at], false);
    const bool is_declared = is_word(at - 1) || (is(at - 1, "*") && is_declarator(at - 2));
    register_of(thread, tokens_[at], is_declared && !is(at - 1, "return") && !is(at - 1, "else"));
  }
  // True for `load{once}`.
  [[nodiscard]] bool is_annotated(std::size_t at) const {
    const bool is_function = is(at + 1, "{") && is(at + 3, "}");
    const bool is_inside = is(at - 1, "{") && is(at + 1, "}") && is_word(at - 2) &&
                           !is(at - 2, "do") && !is(at - 2, "else");
    return is_function || is_inside;
  }
  // True for `int` of `int *p` at the beginning of a statement.
  [[nodiscard]] bool is_declarator(std::size_t at) const {
    if (!is_word(at) || !is(at + 1, "*")) return false;
    const std::string_view before = at == 0 ? "{" : of(at - 1);
    const std::string_view name = of(at);
    const bool is_known = name == "int" || name == "atomic_int" || name == "long" ||
                          name == "void" || name.ends_with("_t");
    const bool begins = before == "{" || before == "}" || before == ";";
    return begins ? is_word(at + 2) : is_known;
  }

  // ---- Tables

  void table() {
    std::vector<std::size_t> threads;
    std::size_t at = 0;
    for (; at < tokens_.size() && !is(at, ";"); ++at) {
      const auto thread = thread_number(of(at));
      if (!is_word(at) || !thread) continue;
      threads.push_back(*thread);
      thread_name(*thread, tokens_[at], true);
      add_thread(tokens_[at], tokens_[at].end, *thread);
    }
    const std::vector<Cell> all = cells(at + 1, threads);
    for (const auto& [begin, end, thread] : all) {
      for (std::size_t i = begin; i + 1 < end && is(i + 1, ":"); i += 2) {
        labels_.insert(format("{} {}", thread, of(i)));
      }
    }
    for (const Cell& each : all) cell(each);
  }

  // Tokens [begin, end).
  struct Cell {
    std::size_t begin = 0;
    std::size_t end = 0;
    std::size_t thread = 0;
  };
  [[nodiscard]] std::vector<Cell> cells(std::size_t at,
                                        const std::vector<std::size_t>& threads) const {
    std::vector<Cell> out;
    std::size_t column = 0;
    std::size_t begin = at;
    for (; at < tokens_.size(); ++at) {
      const bool ends_row = is(at, ";") && !is(at - 1, "lock") && !is(at - 1, "LOCK");
      if (!is(at, "|") && !ends_row) continue;
      if (column < threads.size()) out.push_back({begin, at, threads[column]});
      column = ends_row ? 0 : column + 1;
      begin = at + 1;
    }
    const bool has_rest = begin < tokens_.size() && column < threads.size();
    if (has_rest) out.push_back({begin, tokens_.size(), threads[column]});
    return out;
  }

  void cell(const Cell& given) {
    const auto [begin, end, thread] = given;
    std::size_t at = begin;
    for (; at + 1 < end && is(at + 1, ":"); at += 2) label(thread, tokens_[at], true);
    while (at < end && (is(at, "lock") || is(at, "LOCK") || is(at, ";"))) ++at;
    // Visits the words after the mnemonic.
    for (++at; at < end; ++at) {
      if (!is_word(at)) continue;
      const std::string name(of(at));
      const bool is_in_brackets = is(at - 1, "[") && is(at + 1, "]");
      if (labels_.contains(format("{} {}", thread, name))) {
        label(thread, tokens_[at], false);
      } else if (is_register(name)) {
        register_of(thread, tokens_[at], false);
      } else if (locations_.contains(name) || is_in_brackets) {
        location(tokens_[at], false);
      }
    }
  }

  [[nodiscard]] bool is_register(const std::string& name) const {
    if (dialect_ == nullptr) return false;
    return name.starts_with('%') || dialect_->find_register(name);
  }

  // ---- The outline

  void add_thread(const Token& head, std::size_t end, std::size_t thread) {
    builder_.index().outline.front().children.push_back({format("P{}", thread),
                                                         "thread",
                                                         SymbolKind::Thread,
                                                         {head.begin, end},
                                                         {head.begin, head.end}});
  }

  const litmus::Sections& sections_;
  const litmus::Dialect* dialect_;
  bool is_c_;
  std::set<std::string> locations_;
  std::set<std::string> labels_;  // "thread name"
  SymbolBuilder builder_;
};

}  // namespace

SymbolIndex litmus_symbols(const SourceBuffer& source) {
  const auto sections = litmus::split_sections(source);
  return sections ? LitmusIndexer(source.text(), *sections).run() : SymbolIndex{};
}

}  // namespace drover::editing
