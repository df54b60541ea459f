// The names of a core program, from its tokens alone, so that incomplete programs have names, too.
// A name's position determines its kind, see docs/language.md; an undeclared name is a register of
// its body.

#include <algorithm>
#include <cctype>
#include <map>
#include <set>

#include "editing/symbol_builder.h"
#include "editing/symbols.h"
#include "editing/tokens.h"

namespace drover::editing {

namespace {

// Finds declarations first, then uses of names. Short-lived.
class CoreIndexer : TokenReader {
 public:
  explicit CoreIndexer(std::string_view text) : TokenReader(text) {
    for (const Token& token : scan(text, {0, text.size()}, Language::Core)) {
      if (token.is_comment()) {
        builder_.fold(text, token.begin, token.end);
      } else {
        tokens_.push_back(token);
      }
    }
  }

  SymbolIndex run() {
    find_items();
    for (const Item& item : items_) declare(item);
    // Conditions come last: they use the registers of bodies.
    for (const Item& item : items_) {
      if (!is_condition(item)) resolve(item);
    }
    for (const Item& item : items_) {
      if (is_condition(item)) resolve(item);
    }
    return builder_.take();
  }

 private:
  // Tokens [begin, end); `open` is the brace of the body, if there is one.
  struct Item {
    std::size_t begin = 0;
    std::size_t end = 0;
    std::size_t open = 0;  // `end`: no body
    std::string owner;     // the name of the body
  };

  [[nodiscard]] bool is_name(std::size_t at) const {
    return has_kind(at, TokenKind::Name) && !is_core_keyword(of(at));
  }
  static bool begins_item(std::string_view word) {
    static const std::set<std::string_view> words{"const", "shared", "struct", "fn",     "init",
                                                  "final", "thread", "exists", "forbid", "forall"};
    return words.contains(word);
  }

  // ---- Items

  void find_items() {
    std::size_t at = 0;
    while (at < tokens_.size()) {
      const std::size_t end = end_of_item(at);
      Item item{at, end, end, ""};
      for (std::size_t i = at; i < end && item.open == end; ++i) {
        if (is(i, "{") && !is(i - 1, "=")) item.open = i;
      }
      if (is(at, "fn") || is(at, "thread") || is(at, "struct")) item.owner = of(at + 1);
      if (is(at, "init") || is(at, "final")) item.owner = of(at);
      items_.push_back(std::move(item));
      at = end;
    }
  }

  // Returns the index after `;` or `}`; or of a word that begins the next item, if something is
  // missing.
  [[nodiscard]] std::size_t end_of_item(std::size_t at) const {
    std::size_t depth = 0;
    bool has_body = false;
    for (std::size_t i = at; i < tokens_.size(); ++i) {
      const bool is_stray = i > at && begins_item(of(i)) && tokens_[i].breaks > 0 &&
                            is_at_line_start(i) && !(is(i - 1, "require"));
      if (is_stray) return i;
      if (is(i, "{")) {
        has_body = has_body || (depth == 0 && !is(i - 1, "="));
        ++depth;
      }
      if (is(i, "}") && depth > 0 && --depth == 0 && has_body)
        return is(i + 1, ";") ? i + 2 : i + 1;
      if (is(i, ";") && depth == 0) return i + 1;
    }
    return tokens_.size();
  }
  [[nodiscard]] bool is_at_line_start(std::size_t at) const {
    return tokens_[at].begin == 0 || text_[tokens_[at].begin - 1] == '\n';
  }

  [[nodiscard]] Section section_of(std::size_t token) const {
    return {tokens_[token].begin, tokens_[token].end};
  }
  [[nodiscard]] Section section_of(std::size_t begin, std::size_t end) const {
    return {tokens_[begin].begin, tokens_[std::max(end, begin + 1) - 1].end};
  }

  void define(std::size_t at, const std::string& key, SymbolKind kind, const std::string& owner,
              Section declaration, Section scope) {
    const std::size_t symbol =
        builder_.symbol(key, {std::string(of(at)), kind, owner, scope, declaration});
    builder_.occurs(tokens_[at], symbol, true);
    defined_.insert(at);
  }
  void define_global(std::size_t at, SymbolKind kind, Section declaration) {
    define(at, "global " + std::string(of(at)), kind, "", declaration, {0, text_.size()});
  }

  OutlineItem outline_of(const Item& item, std::size_t name, SymbolKind kind,
                         const std::string& detail) const {
    return {std::string(of(name)), detail, kind, section_of(item.begin, item.end),
            section_of(name)};
  }

  void declare(const Item& item) {
    const std::string_view word = of(item.begin);
    const std::size_t name = item.begin + 1;
    if (item.open < item.end) {
      builder_.fold(text_, tokens_[item.open].begin, section_of(item.begin, item.end).end);
    }
    const Section header = section_of(item.begin, std::min(item.open, item.end));
    auto& outline = builder_.index().outline;
    static const std::map<std::string_view, SymbolKind> kinds{{"const", SymbolKind::Constant},
                                                              {"struct", SymbolKind::Struct},
                                                              {"fn", SymbolKind::Function},
                                                              {"thread", SymbolKind::Thread}};
    if (const auto kind = kinds.find(word); kind != kinds.end()) {
      if (!is_name(name)) return;
      const bool shows_body = word == "struct" || word == "const";
      define_global(name, kind->second, shows_body ? section_of(item.begin, item.end) : header);
      outline.push_back(outline_of(item, name, kind->second, std::string(word)));
      if (word == "struct") declare_fields(item, outline.back());
      if (word == "fn") declare_parameters(item);
      const bool is_family = word == "thread" && is(name + 1, "(") && is_name(name + 2);
      if (!is_family || !is(name + 3, "in")) return;
      families_.insert(std::string(of(name)));
      define(name + 2, local_key(item.owner, of(name + 2)), SymbolKind::FamilyVariable, item.owner,
             header, section_of(item.begin, item.end));
    } else if (word == "shared") {
      declare_shared(item);
    } else if (word == "init" || word == "final") {
      outline.push_back(outline_of(item, item.begin, SymbolKind::Thread, ""));
    } else if (is_condition(item)) {
      outline.push_back(outline_of(item, item.begin, SymbolKind::Axiom, ""));
      const Section whole = outline.back().whole;
      outline.back().detail = text_.substr(whole.begin, whole.end - whole.begin);
    }
  }

  void declare_shared(const Item& item) {
    std::size_t depth = 0;
    bool is_due = true;
    for (std::size_t i = item.begin + 1; i < item.end; ++i) {
      if (opens(of(i))) ++depth;
      if (closes(of(i)) && depth > 0) --depth;
      if (depth > 0) continue;
      if (is(i, ",")) is_due = true;
      if (!is_due || !is_name(i)) continue;
      is_due = false;
      define_global(i, SymbolKind::Shared, section_of(item.begin, item.end));
      builder_.index().outline.push_back(outline_of(item, i, SymbolKind::Shared, "shared"));
    }
  }

  // Equal field names of several structs are one name: `p->next` does not tell which.
  void declare_fields(const Item& item, OutlineItem& outline) {
    for (std::size_t i = item.open + 1; i < item.end; ++i) {
      if (!is_name(i)) continue;
      define(i, field_key(of(i)), SymbolKind::Field, item.owner, section_of(item.begin, item.end),
             {0, text_.size()});
      outline.children.push_back(
          {std::string(of(i)), "", SymbolKind::Field, section_of(i), section_of(i)});
    }
  }

  void declare_parameters(const Item& item) {
    for (std::size_t i = item.begin + 2; i < item.open; ++i) {
      if (!is_name(i)) continue;
      define(i, local_key(item.owner, of(i)), SymbolKind::Parameter, item.owner,
             section_of(item.begin, std::min(item.open, item.end)),
             section_of(item.begin, item.end));
    }
  }

  // ---- Uses

  static std::string local_key(std::string_view owner, std::string_view name) {
    return "local " + std::string(owner) + " " + std::string(name);
  }
  static std::string field_key(std::string_view name) { return "field " + std::string(name); }
  static std::string label_key(std::string_view owner, std::string_view name) {
    return "label " + std::string(owner) + " " + std::string(name);
  }

  void use(std::size_t at, const std::string& key) {
    if (const std::size_t* symbol = builder_.find(key)) {
      builder_.occurs(tokens_[at], *symbol, false);
    }
  }

  [[nodiscard]] bool is_condition(const Item& item) const {
    const std::string_view word = of(item.begin);
    return word == "exists" || word == "forbid" || word == "forall" || word == "require";
  }

  void resolve(const Item& item) {
    const std::string_view word = of(item.begin);
    const bool is_body = word == "fn" || word == "thread" || word == "init" || word == "final";
    const bool is_about_states = is_condition(item);
    for (std::size_t i = item.begin; i < item.end; ++i) {
      if (!is_name(i) || defined_.contains(i)) continue;
      if (is_about_states && is(i + 1, ":") && is_name(i + 2)) {
        use_thread(i);
        continue;
      }
      if (is_about_states && is(i - 1, ":")) {
        use_register(i);
      } else if (is_body && i > item.open) {
        use_in_body(i, item);
      } else if (word == "thread") {
        use_in_header(i, item);
      } else {
        use(i, "global " + std::string(of(i)));
      }
    }
    if (is_about_states) resolve_blocks_of_condition(item);
  }

  // The range of a family, and places: `@ cta i, gpu 1`.
  void use_in_header(std::size_t at, const Item& item) {
    if (is(at - 1, "@") || is(at - 1, ",")) return;
    const std::string local = local_key(item.owner, of(at));
    use(at, builder_.find(local) != nullptr ? local : "global " + std::string(of(at)));
  }

  // Resolves `init:r` and `final:r`.
  void resolve_blocks_of_condition(const Item& item) {
    for (std::size_t i = item.begin; i + 2 < item.end; ++i) {
      const bool is_block = is(i, "init") || is(i, "final");
      if (is_block && is(i + 1, ":") && is_name(i + 2)) use(i + 2, local_key(of(i), of(i + 2)));
    }
  }

  // Returns the thread of a name in a condition; threads of a family have a number after the name.
  [[nodiscard]] std::string thread_named(std::string_view name) const {
    const std::size_t* symbol = builder_.find("global " + std::string(name));
    if (symbol != nullptr) return std::string(name);
    std::string_view family = name;
    while (!family.empty() && std::isdigit(static_cast<unsigned char>(family.back())) != 0) {
      family.remove_suffix(1);
      if (families_.contains(std::string(family))) return std::string(family);
    }
    return "";
  }

  void use_thread(std::size_t at) {
    const std::string thread = thread_named(of(at));
    const std::size_t* symbol = builder_.find("global " + thread);
    if (thread.empty() || symbol == nullptr) return;
    builder_.occurs(tokens_[at].begin, tokens_[at].begin + thread.size(), *symbol, false);
  }
  void use_register(std::size_t at) {
    if (at < 2 || !is_name(at - 2)) return;
    const std::string thread = thread_named(of(at - 2));
    if (!thread.empty()) use(at, local_key(thread, of(at)));
  }

  [[nodiscard]] bool begins_statement(std::size_t at) const {
    const std::string_view before = of(at - 1);
    return before == ";" || before == "{" || before == "}" || before == ":" || before == ")" ||
           before == "else" || before == "do";
  }
  [[nodiscard]] bool is_mode(std::size_t at) const {
    if (is(at - 1, "@") || is(at - 1, ".")) return true;
    const bool is_second =
        is(at - 1, ",") && at > 3 && is(at - 3, "@") && is_core_keyword(of(at - 4));
    const bool is_behind_pin = is(at - 1, ",") && at > 4 && is(at - 2, "!") && is(at - 4, "@") &&
                               is_core_keyword(of(at - 5));
    return is_second || is_behind_pin;
  }

  void use_in_body(std::size_t at, const Item& item) {
    const std::string name(of(at));
    if (is_mode(at)) return;
    if (is(at - 1, "->")) return use(at, field_key(name));
    const bool is_jump = is(at - 1, "break") || is(at - 1, "continue");
    const bool is_label = is(at + 1, ":") && begins_statement(at);
    if (is_jump || is_label) return use_label(at, item, is_label);
    const bool is_called = is(at + 1, "(") || is(at - 1, "alloc");
    if (is_called) return use(at, "global " + name);
    const std::string local = local_key(item.owner, name);
    const bool is_known_local = builder_.find(local) != nullptr;
    if (!is_known_local && builder_.find("global " + name) != nullptr) {
      return use(at, "global " + name);
    }
    const std::size_t symbol = builder_.symbol(
        local, {name, SymbolKind::Register, item.owner, section_of(item.begin, item.end)});
    const bool is_first_assignment = is(at + 1, ":=") && assigned_.insert(symbol).second;
    const bool is_register = builder_.index().symbols[symbol].kind == SymbolKind::Register;
    builder_.occurs(tokens_[at], symbol, is_register && is_first_assignment);
  }

  void use_label(std::size_t at, const Item& item, bool is_definition) {
    const std::size_t symbol = builder_.symbol(
        label_key(item.owner, of(at)),
        {std::string(of(at)), SymbolKind::Label, item.owner, section_of(item.begin, item.end)});
    builder_.occurs(tokens_[at], symbol, is_definition);
  }

  std::vector<Item> items_;
  std::set<std::string> families_;
  std::set<std::size_t> defined_;   // tokens of definitions
  std::set<std::size_t> assigned_;  // registers with a known first assignment
  SymbolBuilder builder_;
};

}  // namespace

SymbolIndex core_symbols(std::string_view text) { return CoreIndexer(text).run(); }

}  // namespace drover::editing
