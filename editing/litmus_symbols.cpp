// The names of a litmus test, from its tokens: locations, and registers and labels of threads.

#include <algorithm>
#include <array>
#include <cctype>
#include <optional>
#include <set>

#include "editing/symbol_builder.h"
#include "editing/symbols.h"
#include "editing/tokens.h"
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
class LitmusIndexer {
 public:
  LitmusIndexer(std::string_view text, const litmus::Sections& sections)
      : text_(text),
        sections_(sections),
        dialect_(litmus::find_dialect(sections.architecture)),
        is_c_(sections.architecture == "C") {}

  SymbolIndex run() {
    const Section heading{sections_.architecture_range.begin, sections_.architecture_range.end};
    builder_.index().outline.push_back({sections_.name,
                                        sections_.architecture,
                                        SymbolKind::Procedure,
                                        {0, text_.size()},
                                        heading});
    state(take(sections_.init, Language::State), true);
    const std::vector<Token> condition = take(sections_.condition, Language::State);
    collect_locations(condition);
    if (is_c_) {
      c_code(take(sections_.program, Language::C));
    } else {
      table(take(sections_.program, Language::Table));
    }
    state(condition, false);
    return builder_.take();
  }

 private:
  std::vector<Token> take(Section section, Language language) {
    std::vector<Token> out;
    for (const Token& token : scan(text_, section, language)) {
      if (!token.is_comment()) {
        out.push_back(token);
      } else {
        builder_.fold(text_, token.begin, token.end);
      }
    }
    return out;
  }
  [[nodiscard]] std::string_view of(const std::vector<Token>& tokens, std::size_t at) const {
    return at < tokens.size() ? tokens[at].of(text_) : std::string_view();
  }

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
    const std::string known =
        is_free || dialect_ == nullptr ? written : dialect_->register_name(written);
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

  void state(const std::vector<Token>& tokens, bool is_init) {
    for (std::size_t i = 0; i < tokens.size(); ++i) {
      if (of(tokens, i + 1) == ":" && i + 2 < tokens.size()) {
        const auto thread = thread_number(of(tokens, i));
        if (thread && tokens[i].kind == TokenKind::Name) thread_name(*thread, tokens[i], false);
        const bool is_register = thread && tokens[i + 2].kind == TokenKind::Name;
        if (is_register) register_of(*thread, tokens[i + 2], is_init);
        if (thread) i += 2;
        continue;
      }
      if (is_location(tokens, i)) {
        const bool is_defined = is_init && (i == 0 || of(tokens, i - 1) != "=");
        location(tokens[i], is_defined);
      }
    }
  }

  // False for words of the language and of types: another name follows these.
  [[nodiscard]] bool is_location(const std::vector<Token>& tokens, std::size_t at) const {
    if (tokens[at].kind != TokenKind::Name || is_word_of_state(of(tokens, at))) return false;
    const std::string_view next = of(tokens, at + 1);
    if (next == "*" || next == "<" || next == ">" || next == ":") return false;
    const bool has_name_behind = at + 1 < tokens.size() && tokens[at + 1].kind == TokenKind::Name &&
                                 !is_word_of_state(next) && next != "int";
    return !has_name_behind;
  }

  void collect_locations(const std::vector<Token>& tokens) {
    for (std::size_t i = 0; i < tokens.size(); ++i) {
      const bool is_of_thread = i > 0 && of(tokens, i - 1) == ":";
      if (!is_of_thread && is_location(tokens, i)) locations_.insert(std::string(of(tokens, i)));
    }
  }

  // ---- C

  void c_code(const std::vector<Token>& tokens) {
    std::size_t at = 0;
    while (at < tokens.size()) {
      const auto thread = thread_number(of(tokens, at));
      if (!thread || tokens[at].kind != TokenKind::Name || of(tokens, at + 1) != "(") {
        ++at;
        continue;
      }
      at = c_thread(tokens, at, *thread);
    }
  }

  std::size_t c_thread(const std::vector<Token>& tokens, std::size_t begin, std::size_t thread) {
    thread_name(thread, tokens[begin], true);
    std::set<std::string> parameters;
    std::size_t at = begin + 2;
    for (; at < tokens.size() && of(tokens, at) != ")" && of(tokens, at) != "{"; ++at) {
      const std::string_view next = of(tokens, at + 1);
      if (tokens[at].kind != TokenKind::Name || (next != "," && next != ")")) continue;
      parameters.insert(std::string(of(tokens, at)));
      location(tokens[at], false);
    }
    while (at < tokens.size() && of(tokens, at) != "{") ++at;
    const std::size_t open = at;
    std::size_t depth = 0;
    for (; at < tokens.size(); ++at) {
      if (of(tokens, at) == "{") ++depth;
      if (of(tokens, at) == "}" && --depth == 0) break;
      c_name(tokens, at, thread, parameters);
    }
    const std::size_t last = std::min(at, tokens.size() - 1);
    add_thread(tokens[begin], tokens[last].end, thread);
    if (open < tokens.size()) builder_.fold(text_, tokens[open].begin, tokens[last].end);
    return at + 1;
  }

  void c_name(const std::vector<Token>& tokens, std::size_t at, std::size_t thread,
              const std::set<std::string>& parameters) {
    if (tokens[at].kind != TokenKind::Name) return;
    const std::string name(of(tokens, at));
    const std::string_view next = of(tokens, at + 1);
    const bool is_type = at + 1 < tokens.size() &&
                         (tokens[at + 1].kind == TokenKind::Name || is_declarator(tokens, at));
    const bool is_word = is_among(CWords, name);
    const bool is_order = name.starts_with("memory_order_") || name.starts_with("mo_");
    if (next == "(" || is_annotated(tokens, at) || is_type || is_word || is_order) return;
    if (parameters.contains(name)) return location(tokens[at], false);
    const bool is_declared =
        at > 0 && (tokens[at - 1].kind == TokenKind::Name ||
                   (of(tokens, at - 1) == "*" && is_declarator(tokens, at - 2)));
    register_of(thread, tokens[at],
                is_declared && of(tokens, at - 1) != "return" && of(tokens, at - 1) != "else");
  }
  // True for `load{once}`.
  [[nodiscard]] bool is_annotated(const std::vector<Token>& tokens, std::size_t at) const {
    const bool is_function = of(tokens, at + 1) == "{" && of(tokens, at + 3) == "}";
    const bool is_inside = at > 1 && of(tokens, at - 1) == "{" && of(tokens, at + 1) == "}" &&
                           tokens[at - 2].kind == TokenKind::Name && of(tokens, at - 2) != "do" &&
                           of(tokens, at - 2) != "else";
    return is_function || is_inside;
  }
  // True for `int` of `int *p` at the beginning of a statement.
  [[nodiscard]] bool is_declarator(const std::vector<Token>& tokens, std::size_t at) const {
    if (at >= tokens.size() || tokens[at].kind != TokenKind::Name || of(tokens, at + 1) != "*") {
      return false;
    }
    const std::string_view before = at == 0 ? "{" : of(tokens, at - 1);
    const std::string_view name = of(tokens, at);
    const bool is_known = name == "int" || name == "atomic_int" || name == "long" ||
                          name == "void" || name.ends_with("_t");
    const bool begins = before == "{" || before == "}" || before == ";";
    return begins ? tokens.size() > at + 2 && tokens[at + 2].kind == TokenKind::Name : is_known;
  }

  // ---- Tables

  void table(const std::vector<Token>& tokens) {
    std::vector<std::size_t> threads;
    std::size_t at = 0;
    for (; at < tokens.size() && of(tokens, at) != ";"; ++at) {
      const auto thread = thread_number(of(tokens, at));
      if (tokens[at].kind != TokenKind::Name || !thread) continue;
      threads.push_back(*thread);
      thread_name(*thread, tokens[at], true);
      add_thread(tokens[at], tokens[at].end, *thread);
    }
    find_labels(tokens, at + 1, threads);
    each_cell(tokens, at + 1, threads, [&](std::size_t begin, std::size_t end, std::size_t thread) {
      cell(tokens, begin, end, thread);
    });
  }

  template <typename Visitor>
  void each_cell(const std::vector<Token>& tokens, std::size_t at,
                 const std::vector<std::size_t>& threads, const Visitor& visit) {
    std::size_t column = 0;
    std::size_t begin = at;
    for (; at < tokens.size(); ++at) {
      const std::string_view token = of(tokens, at);
      const std::string_view before = at == 0 ? "" : of(tokens, at - 1);
      const bool ends_row = token == ";" && before != "lock" && before != "LOCK";
      if (token != "|" && !ends_row) continue;
      if (column < threads.size()) visit(begin, at, threads[column]);
      column = ends_row ? 0 : column + 1;
      begin = at + 1;
    }
    if (begin < tokens.size() && column < threads.size())
      visit(begin, tokens.size(), threads[column]);
  }

  void find_labels(const std::vector<Token>& tokens, std::size_t at,
                   const std::vector<std::size_t>& threads) {
    each_cell(tokens, at, threads, [&](std::size_t begin, std::size_t end, std::size_t thread) {
      for (std::size_t i = begin; i + 1 < end && of(tokens, i + 1) == ":"; i += 2) {
        labels_.insert(format("{} {}", thread, of(tokens, i)));
      }
    });
  }

  void cell(const std::vector<Token>& tokens, std::size_t begin, std::size_t end,
            std::size_t thread) {
    std::size_t at = begin;
    for (; at + 1 < end && of(tokens, at + 1) == ":"; at += 2) label(thread, tokens[at], true);
    while (at < end &&
           (of(tokens, at) == "lock" || of(tokens, at) == "LOCK" || of(tokens, at) == ";")) {
      ++at;
    }
    // Visits the words after the mnemonic.
    for (++at; at < end; ++at) {
      if (tokens[at].kind != TokenKind::Name) continue;
      const std::string name(of(tokens, at));
      const bool is_in_brackets = of(tokens, at - 1) == "[" && of(tokens, at + 1) == "]";
      if (labels_.contains(format("{} {}", thread, name))) {
        label(thread, tokens[at], false);
      } else if (is_register(name)) {
        register_of(thread, tokens[at], false);
      } else if (locations_.contains(name) || is_in_brackets) {
        location(tokens[at], false);
      }
    }
  }

  [[nodiscard]] bool is_register(const std::string& name) const {
    if (dialect_ == nullptr) return false;
    return name.starts_with('%') || dialect_->is_register(name) ||
           dialect_->is_register(dialect_->register_name(name));
  }

  // ---- The outline

  void add_thread(const Token& head, std::size_t end, std::size_t thread) {
    builder_.index().outline.front().children.push_back({format("P{}", thread),
                                                         "thread",
                                                         SymbolKind::Thread,
                                                         {head.begin, end},
                                                         {head.begin, head.end}});
  }

  std::string_view text_;
  const litmus::Sections& sections_;
  const litmus::Dialect* dialect_;
  bool is_c_;
  std::set<std::string> locations_;
  std::set<std::string> labels_;  // "thread name"
  SymbolBuilder builder_;
};

}  // namespace

SymbolIndex litmus_symbols(const SourceBuffer& source) {
  DiagnosticSink ignored;
  const auto sections = litmus::split_sections(source, ignored);
  return sections ? LitmusIndexer(source.text(), *sections).run() : SymbolIndex{};
}

}  // namespace drover::editing
