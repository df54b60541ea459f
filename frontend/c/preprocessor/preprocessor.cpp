// Directives and files [C11 6.10].
//
// The result equals GCC's output, token by token, or there is none: anything that GCC reports or
// treats in its own way ends the work (NotOurs), and the compiler runs instead. So this file has no
// messages. It has those predefined macros that other compilers for the same machine share; names
// that identify the compiler are left to the compiler. Work is bounded: larger inputs go to the
// compiler, which has limits of its own.
//
// Each file is read and lexed once. Lines of conditions that do not hold are skipped [6.10.1 p6],
// and their tokens may be anything.
#include "frontend/c/preprocessor/preprocessor.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <map>
#include <memory>
#include <span>
#include <utility>

#include "frontend/c/preprocessor/define.h"
#include "frontend/c/preprocessor/expander.h"
#include "frontend/c/preprocessor/lexer.h"
#include "frontend/c/preprocessor/printer.h"

namespace drover::c::preprocessor {

namespace {

constexpr std::size_t MaxIncludes = 190;  // nesting depth
constexpr std::size_t MaxFile = std::size_t{8} << 20;
constexpr std::size_t MaxEntered = 20'000;  // files in total

// A file with its text and tokens.
struct KnownFile {
  std::string path;
  std::string text;
  LexedFile lexed;
  bool is_once = false;
  bool was_entered = false;
};

// [C11 6.10.1 p6]
struct Conditional {
  bool was_skipping = false;  // in the enclosing conditional
  bool has_held = false;      // one of its conditions held
  bool has_else = false;
};

struct OpenFile {
  KnownFile* file = nullptr;
  std::size_t at = 0;
  std::string name;                   // `#line` can change it
  std::optional<std::string> folder;  // see Input
  std::int64_t line_difference = 0;
  Printer::Lines lines = Printer::Lines::OfFile;
  std::vector<Conditional> conditionals = {};
  bool is_skipping = false;

  [[nodiscard]] const Tokens& tokens() const { return file->lexed.tokens; }
};

std::string_view plain_string(const Token& token) {
  const bool is_plain = token.kind == TokenKind::String && token.text.starts_with('"') &&
                        token.text.find('\\') == std::string_view::npos && token.text.size() > 2;
  if (!is_plain) throw NotOurs{"a string in a directive"};
  return token.text.substr(1, token.text.size() - 2);
}

std::string folder_of(const std::string& path) { return path.substr(0, path.rfind('/') + 1); }

class Preprocessor final : private TokenSource {
 public:
  explicit Preprocessor(const Options& options)
      : options_(options), printer_(options.max_size), expander_(names_, *this) {}

  std::string run(const Input& input) {
    for (const std::string& definition : options_.definitions) command_line(definition);
    auto main = std::make_unique<KnownFile>();
    main->path = input.name;
    main->text = input.text;
    main->lexed = lex_file(main->text);
    main_ = std::move(main);
    enter(*main_, input.name, input.folder);
    enter_included();
    for (Token token = expander_.next(); token.kind != TokenKind::End; token = expander_.next()) {
      if (token.kind == TokenKind::Padding) {
        printer_.add_padding();
      } else {
        printer_.add(token, expander_.line(), expander_.use());
      }
    }
    return printer_.take();
  }

 private:
  // ---- Tokens for the expander

  Token read(Reading reading) final {
    for (;;) {
      OpenFile& file = open_.back();
      const Token& token = file.tokens()[file.at];
      if (token.kind == TokenKind::End) {
        if (!file.conditionals.empty()) throw NotOurs{"a condition without an end"};
        if (open_.size() == 1) return token_at(file, token);
        if (reading == Reading::Call) throw NotOurs{"a macro's arguments in two files"};
        open_.pop_back();
        printer_.enter_file(open_.back().name, open_.back().lines);
        continue;
      }
      const bool is_directive = token.has(Token::LineStart) && token.is_hash();
      if (is_directive) {
        if (reading == Reading::Call) throw NotOurs{"a directive in a macro's arguments"};
        directive();
        continue;
      }
      ++file.at;
      if (file.is_skipping) continue;
      if (token.kind == TokenKind::Strange) throw NotOurs{"a strange character"};
      return token_at(file, token);
    }
  }
  static Token token_at(const OpenFile& file, const Token& token) {
    Token out = token;
    out.line = static_cast<std::uint32_t>(token.line + file.line_difference);
    return out;
  }
  void start_line(std::uint32_t line) final { printer_.start_line(line); }
  [[nodiscard]] std::string file_name() const final { return open_.back().name; }
  [[nodiscard]] std::size_t include_level() const final {
    const bool is_before = open_.size() > 1 && open_[1].file == prelude_.get();
    if (is_before) throw NotOurs{"the level of an included file"};
    return open_.size() - 1;
  }

  // ---- Files

  LexedFile lex_file(std::string_view text) {
    if (text.size() > MaxFile) throw NotOurs{"a large file"};
    return lex(text, names_);
  }

  void enter(KnownFile& file, std::string name, std::optional<std::string> folder) {
    if (open_.size() > MaxIncludes) throw NotOurs{"files that include each other"};
    if (++entered_ > MaxEntered) throw NotOurs{"many files"};
    printer_.enter_file(name, Printer::Lines::OfFile);
    open_.push_back({.file = &file, .name = std::move(name), .folder = std::move(folder)});
    file.was_entered = true;
  }

  // The files that come before the input are included in quotes by a text in the working directory.
  void enter_included() {
    if (options_.included.empty()) return;
    prelude_ = std::make_unique<KnownFile>();
    prelude_->path = "<command-line>";
    for (const std::string& file : options_.included) {
      if (file.find_first_of("\"\\\n") != std::string::npos) throw NotOurs{"a file's name"};
      prelude_->text += "#include \"" + file + "\"\n";
    }
    prelude_->lexed = lex_file(prelude_->text);
    enter(*prelude_, prelude_->path, "");
  }

  // [C11 6.10.2]
  void include(std::span<const Token> tokens) {
    Tokens expanded;
    if (tokens.empty()) throw NotOurs{"an #include of nothing"};
    if (tokens[0].kind == TokenKind::Name) {
      expanded = expander_.expand_directive({tokens.begin(), tokens.end()}, nothing_else);
      tokens = expanded;
    }
    if (tokens.size() != 1) throw NotOurs{"an #include that is not one name"};
    const Token& token = tokens[0];
    const bool is_header = token.kind == TokenKind::HeaderName;
    const std::string name(is_header ? token.text.substr(1, token.text.size() - 2)
                                     : plain_string(token));
    KnownFile* file = find(name, is_header);
    if (file == nullptr) throw NotOurs{"a file that is not found"};
    if (file == main_.get()) throw NotOurs{"a file that includes itself"};
    if (file->is_once && file->was_entered) return;
    check_once(*file);
    enter(*file, file->path, folder_of(file->path));
  }

  KnownFile* find(const std::string& name, bool is_header) {
    if (name.empty() || name.find('\0') != std::string::npos) throw NotOurs{"a file's name"};
    if (name.starts_with('/')) return known(name);
    if (!is_header) {
      const bool is_in_header = open_.back().file->path.starts_with(HeaderFolder);
      if (!open_.back().folder || is_in_header) {
        // The compiler searches the folder of our headers.
        if (options_.header(name)) throw NotOurs{"a header in quotes"};
      } else if (KnownFile* file = known(*open_.back().folder + name)) {
        return file;
      }
      for (const std::string& folder : options_.quote_folders) {
        if (KnownFile* file = known(path_in(folder, name))) return file;
      }
    }
    for (const std::string& folder : options_.folders) {
      if (KnownFile* file = known(path_in(folder, name))) return file;
    }
    return known_header(name);
  }
  static std::string path_in(std::string folder, const std::string& name) {
    while (folder.size() > 1 && folder.ends_with('/')) folder.pop_back();
    return folder + "/" + name;
  }

  KnownFile* known(const std::string& path) {
    const auto found = files_.find(path);
    if (found != files_.end()) return found->second.get();
    if (!options_.read_file) throw NotOurs{"a file"};
    FoundFile file = options_.read_file(path);
    if (file.state == FoundFile::State::Unreadable) throw NotOurs{"a file that cannot be read"};
    if (file.state == FoundFile::State::Absent) {
      files_.emplace(path, nullptr);
      return nullptr;
    }
    return keep(path, std::move(file.text));
  }
  KnownFile* known_header(const std::string& name) {
    const std::optional<std::string_view> text = options_.header(name);
    if (!text) return nullptr;
    const std::string path = std::string(HeaderFolder) + name;
    const auto found = files_.find(path);
    if (found != files_.end()) return found->second.get();
    return keep(path, std::string(*text));
  }
  KnownFile* keep(const std::string& path, std::string text) {
    auto file = std::make_unique<KnownFile>();
    file->path = path;
    file->text = std::move(text);
    file->lexed = lex_file(file->text);
    return (files_[path] = std::move(file)).get();
  }

  // The compiler sometimes treats files with the same text and different names as one file.
  void check_once(const KnownFile& file) {
    for (const auto& [path, other] : files_) {
      const bool may_be_same = other != nullptr && other->is_once && other->path != file.path &&
                               other->text == file.text;
      if (may_be_same) throw NotOurs{"#pragma once in two files with the same text"};
    }
  }

  // ---- Directives

  void directive() {
    OpenFile& file = open_.back();
    const Token& hash = file.tokens()[file.at];
    const std::size_t begin = ++file.at;
    const auto goes_on = [&] {
      const Token& token = file.tokens()[file.at];
      return token.kind != TokenKind::End && !token.has(Token::LineStart);
    };
    while (goes_on()) ++file.at;
    if (file.at == begin) return;  // [6.10.7]
    line_.clear();
    for (std::size_t i = begin; i < file.at; ++i) {
      line_.push_back(token_at(file, file.tokens()[i]));
    }
    const std::string_view name = line_[0].kind == TokenKind::Name ? line_[0].text : "";
    const std::span<const Token> rest(line_.data() + 1, line_.size() - 1);
    if (conditional(name, rest) || file.is_skipping) return;
    for (const Token& token : line_) {
      if (token.kind == TokenKind::Strange) throw NotOurs{"a strange character"};
    }
    if (name == "define") {
      define(rest, names_);
    } else if (name == "undef") {
      undefine(only_name(rest));
    } else if (name == "include") {
      // The included file comes before the rest of this file.
      include(rest);
    } else if (name == "line") {
      change_line(rest, hash.line);
    } else if (name == "pragma") {
      pragma(rest);
    } else {
      throw NotOurs{"a directive"};
    }
  }

  static Name& only_name(std::span<const Token> tokens) {
    if (tokens.size() != 1 || tokens[0].kind != TokenKind::Name) {
      throw NotOurs{"a directive that takes one name"};
    }
    return *tokens[0].name;
  }

  // [C11 6.10.1]. True if the directive is a conditional.
  bool conditional(std::string_view name, std::span<const Token> rest) {
    OpenFile& file = open_.back();
    const bool is_skipped = file.is_skipping;
    if (name == "if") {
      open_conditional(!is_skipped && evaluate(rest));
    } else if (name == "ifdef") {
      open_conditional(!is_skipped && is_macro(only_name(rest)));
    } else if (name == "ifndef") {
      open_conditional(!is_skipped && !is_macro(only_name(rest)));
    } else if (name == "elif") {
      Conditional& last = last_conditional();
      if (last.has_else) throw NotOurs{"#elif behind #else"};
      const bool holds = !last.was_skipping && !last.has_held && evaluate(rest);
      file.is_skipping = last.was_skipping || !holds;
      last.has_held = last.has_held || holds;
    } else if (name == "else") {
      Conditional& last = last_conditional();
      if (last.has_else) throw NotOurs{"#else behind #else"};
      if (!last.was_skipping && !rest.empty()) throw NotOurs{"text behind #else"};
      last.has_else = true;
      file.is_skipping = last.was_skipping || last.has_held;
    } else if (name == "endif") {
      const Conditional last = last_conditional();
      if (!last.was_skipping && !rest.empty()) throw NotOurs{"text behind #endif"};
      file.is_skipping = last.was_skipping;
      file.conditionals.pop_back();
    } else {
      const bool is_new = name == "elifdef" || name == "elifndef";
      if (is_new) throw NotOurs{"#elifdef"};
      return false;
    }
    return true;
  }
  Conditional& last_conditional() {
    std::vector<Conditional>& all = open_.back().conditionals;
    if (all.empty()) throw NotOurs{"#endif without #if"};
    return all.back();
  }
  void open_conditional(bool holds) {
    OpenFile& file = open_.back();
    file.conditionals.push_back({.was_skipping = file.is_skipping, .has_held = holds});
    file.is_skipping = file.is_skipping || !holds;
  }

  bool evaluate(std::span<const Token> tokens) {
    for (const Token& token : tokens) {
      if (token.kind == TokenKind::Strange) throw NotOurs{"a strange character"};
    }
    const Tokens given(tokens.begin(), tokens.end());
    const Token* end = given.data() + given.size();
    const auto ask = [&](const Token& token, const Token*& at) -> std::optional<Token> {
      if (token.kind != TokenKind::Name) return std::nullopt;
      if (token.text == "defined") return answer(token, is_defined(at, end));
      if (token.text == "__has_include") return answer(token, has_include(at, end));
      return std::nullopt;
    };
    const Tokens expanded = expander_.expand_directive(given, ask);
    for (const Token& token : expanded) {
      if (token.text == "defined") throw NotOurs{"`defined` from a macro"};
    }
    return holds(expanded);
  }
  static Token answer(const Token& token, bool is_true) {
    return {.kind = TokenKind::Number, .line = token.line, .text = is_true ? "1" : "0"};
  }
  // `defined X` and `defined(X)`
  static bool is_defined(const Token*& at, const Token* end) {
    const bool has_parenthesis = at != end && at->is("(");
    if (has_parenthesis) ++at;
    if (at == end || at->kind != TokenKind::Name) throw NotOurs{"`defined` without a name"};
    const Name& name = *at++->name;
    if (has_parenthesis && (at == end || !at++->is(")"))) throw NotOurs{"`defined` without `)`"};
    return name.text == "__has_include" || is_macro(name);
  }
  bool has_include(const Token*& at, const Token* end) {
    const bool is_call = end - at >= 3 && at[0].is("(") && at[2].is(")");
    if (!is_call) throw NotOurs{"__has_include"};
    const Token& token = at[1];
    at += 3;
    const bool is_header = token.kind == TokenKind::HeaderName;
    const std::string name(is_header ? token.text.substr(1, token.text.size() - 2)
                                     : plain_string(token));
    return find(name, is_header) != nullptr;
  }

  // [C11 6.10.4]
  void change_line(std::span<const Token> tokens, std::uint32_t hash_line) {
    const Tokens expanded =
        expander_.expand_directive({tokens.begin(), tokens.end()}, nothing_else);
    if (expanded.empty() || expanded.size() > 2 || expanded[0].kind != TokenKind::Number) {
      throw NotOurs{"#line without a line"};
    }
    const std::string_view text = expanded[0].text;
    std::int64_t line = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), line);
    constexpr std::int64_t MaxLine = 1'000'000'000;
    const bool is_line =
        error == std::errc() && end == text.data() + text.size() && line > 0 && line < MaxLine;
    if (!is_line) throw NotOurs{"#line without a line"};
    OpenFile& file = open_.back();
    if (expanded.size() == 2) file.name = plain_string(expanded[1]);
    const auto& ends = file.file->lexed.line_ends;
    file.line_difference = line - (*std::ranges::lower_bound(ends, hash_line) + std::int64_t{1});
    printer_.enter_file(file.name, Printer::Lines::Renumbered);
    file.lines = Printer::Lines::Renumbered;
  }

  // [C11 6.10.6]. Pragmas other than `once` stay in the output, or are left to the compiler.
  void pragma(std::span<const Token> tokens) {
    constexpr std::array<std::string_view, 11> Meant{
        "GCC",        "clang", "push_macro", "pop_macro",     "poison", "system_header",
        "dependency", "omp",   "acc",        "include_alias", "STDC"};
    const std::string_view name =
        !tokens.empty() && tokens[0].kind == TokenKind::Name ? tokens[0].text : "";
    if (name == "once") {
      if (tokens.size() != 1 || open_.size() == 1) throw NotOurs{"#pragma once"};
      open_.back().file->is_once = true;
    } else if (name.empty() || std::ranges::find(Meant, name) != Meant.end()) {
      throw NotOurs{"#pragma"};
    } else {
      printer_.add_pragma(tokens);
    }
  }

  // `-D` and `-U`
  void command_line(const std::string& argument) {
    if (argument.size() < 3 || argument.find('\n') != std::string::npos) {
      throw NotOurs{"an option"};
    }
    std::string text = argument.substr(2);
    const bool is_definition = argument.starts_with("-D");
    if (is_definition) {
      const std::size_t equals = text.find('=');
      if (equals == std::string::npos) {
        text += " 1";
      } else {
        text[equals] = ' ';
      }
    }
    Tokens tokens = lex(names_.keep(std::move(text)), names_).tokens;
    tokens.pop_back();
    for (const Token& token : tokens) {
      if (token.kind == TokenKind::Strange) throw NotOurs{"an option"};
    }
    if (is_definition) {
      define(tokens, names_);
    } else {
      undefine(only_name(tokens));
    }
  }

  static std::optional<Token> nothing_else(const Token& /*token*/, const Token*& /*at*/) {
    return std::nullopt;
  }

  const Options& options_;
  Names names_;
  Printer printer_;
  Expander expander_;
  std::unique_ptr<KnownFile> main_;
  std::unique_ptr<KnownFile> prelude_;
  std::map<std::string, std::unique_ptr<KnownFile>> files_;  // by path; null: no such file
  std::vector<OpenFile> open_;
  std::size_t entered_ = 0;
  Tokens line_;  // of the directive
};

}  // namespace

Outcome run(const Input& input, const Options& options) {
  try {
    return {.text = Preprocessor(options).run(input), .reason = ""};
  } catch (const NotOurs& fault) {
    return {.text = std::nullopt, .reason = fault.reason};
  }
}

}  // namespace drover::c::preprocessor
