#include <algorithm>
#include <set>
#include <utility>
#include <variant>

#include "editing/symbol_builder.h"
#include "editing/symbols.h"
#include "editing/tokens.h"
#include "support/format.h"
#include "support/overloaded.h"
#include "support/text.h"

namespace drover::editing {

namespace {

// Visits the instructions of a model in order. Short-lived.
class CatIndexer {
 public:
  explicit CatIndexer(const cat::ModelReading& reading) : reading_(reading) {}

  SymbolIndex run() {
    for (std::size_t i = 0; i <= reading_.own_file && i < reading_.files.size(); ++i) run_file(i);
    own_text_ = reading_.files[reading_.own_file]->source.text();
    find_folds();
    find_names_in_broken_text();
    return builder_.take();
  }

 private:
  using Scope = std::vector<std::pair<std::string, std::size_t>>;

  [[nodiscard]] bool is_own() const { return file_ == reading_.own_file; }

  void run_file(std::size_t file) {
    if (!visited_.insert(file).second) return;
    const std::size_t before = std::exchange(file_, file);
    if (reading_.files[file]->ast) instructions(reading_.files[file]->ast->instructions, true);
    file_ = before;
  }

  // ---- Names

  std::size_t define(const cat::Name& name, SymbolKind kind, const SourceRange& declaration) {
    const auto& file = *reading_.files[file_];
    Symbol symbol{
        .name = name.text, .kind = kind, .declaration = {declaration.begin, declaration.end}};
    if (!is_own()) {
      symbol.file = file.source.name();
      symbol.is_embedded = file.folder.empty();
    }
    const std::size_t made = builder_.symbol(format("{}", ++count_), std::move(symbol));
    if (is_own() && name.range.line > 0)
      builder_.occurs(name.range.begin, name.range.end, made, true);
    if (kind != SymbolKind::Axiom && name.text != "_") scope_.emplace_back(name.text, made);
    return made;
  }

  void use(const cat::Name& name) {
    if (!is_own()) return;
    use(name.text, name.range.begin);
  }
  // The innermost definition of the name.
  void use(const std::string& name, std::size_t begin) {
    const auto found = std::ranges::find(scope_.rbegin(), scope_.rend(), name,
                                         &std::pair<std::string, std::size_t>::first);
    if (found != scope_.rend()) builder_.occurs(begin, begin + name.size(), found->second, false);
  }

  void local(const cat::Name& name, const SourceRange& declaration) {
    if (!name.text.empty()) define(name, SymbolKind::Local, declaration);
  }

  // ---- Instructions

  void instructions(const std::vector<cat::Instruction>& list, bool is_top) {
    for (const cat::Instruction& each : list) instruction(each, is_top);
  }

  void instruction(const cat::Instruction& given, bool is_top) {
    std::visit(overloaded{
                   [&](const cat::Let& let) { run_let(let, given, is_top); },
                   [&](const cat::Check& check) { run_check(check, given); },
                   [&](const cat::Show& show) {
                     for (const auto& each : show.relations) expression(each.expression);
                   },
                   [&](const cat::Unshow& unshow) {
                     for (const cat::Name& each : unshow.names) use(each);
                   },
                   [&](const cat::Include& include) { run_include(include); },
                   [&](const cat::With& with) {
                     expression(with.source);
                     introduce(with.name, SymbolKind::Definition, given.range, "with");
                   },
                   [&](const cat::Procedure& procedure) { run_procedure(procedure, given); },
                   [&](const cat::Call& call) {
                     use(call.procedure);
                     for (const auto& each : call.arguments) expression(each);
                     if (call.name) define(*call.name, SymbolKind::Axiom, given.range);
                   },
                   [&](const cat::ForAll& all) {
                     expression(all.source);
                     const std::size_t mark = scope_.size();
                     local(all.element, given.range);
                     instructions(all.body, false);
                     scope_.resize(mark);
                   },
                   [&](const cat::Conditional& conditional) {
                     guard(conditional.guard);
                     instructions(conditional.then, false);
                     instructions(conditional.otherwise, false);
                   },
                   [&](const cat::MatchBlock& match) {
                     expression(match.subject);
                     for (std::size_t i = 0; i < match.blocks.size(); ++i) {
                       const std::size_t mark = scope_.size();
                       pattern(match.patterns[i], given.range);
                       instructions(match.blocks[i], false);
                       scope_.resize(mark);
                     }
                   },
                   [&](const cat::Enumeration& enumeration) {
                     introduce(enumeration.name, SymbolKind::Definition, given.range, "enum");
                   },
                   [](const cat::Declaration&) {},
               },
               given.body);
  }

  void run_let(const cat::Let& let, const cat::Instruction& given, bool is_top) {
    bindings(let.bindings, let.is_recursive, SymbolKind::Definition, given.range);
    if (let.when) expression(let.when->expression);
    if (!is_top) return;
    for (const cat::Binding& each : let.bindings) {
      for (const cat::Name& name : each.names.empty() ? std::vector{each.name} : each.names) {
        const bool is_function = each.parameters.has_value();
        outline(name, is_function ? SymbolKind::Procedure : SymbolKind::Definition, given.range,
                let.is_recursive ? "let rec" : "let");
      }
    }
  }

  void run_check(const cat::Check& check, const cat::Instruction& given) {
    expression(check.expression);
    if (check.name) introduce(*check.name, SymbolKind::Axiom, given.range, "check");
  }

  void run_include(const cat::Include& include) {
    const auto found = reading_.includes.find({file_, include.file.text});
    if (found != reading_.includes.end()) run_file(found->second);
  }

  void run_procedure(const cat::Procedure& procedure, const cat::Instruction& given) {
    introduce(procedure.name, SymbolKind::Procedure, given.range, "procedure");
    const std::size_t mark = scope_.size();
    for (const cat::Name& each : procedure.parameters) local(each, given.range);
    instructions(procedure.body, false);
    scope_.resize(mark);
  }

  void bindings(const std::vector<cat::Binding>& list, bool is_recursive, SymbolKind kind,
                const SourceRange& range) {
    const auto define_all = [&] {
      for (const cat::Binding& each : list) {
        if (each.names.empty()) {
          define(each.name, kind, range);
        } else {
          for (const cat::Name& name : each.names) define(name, kind, range);
        }
      }
    };
    if (is_recursive) define_all();
    for (const cat::Binding& each : list) {
      const std::size_t mark = scope_.size();
      if (each.parameters) {
        for (const cat::Name& parameter : *each.parameters) local(parameter, range);
      }
      expression(each.value);
      scope_.resize(mark);
    }
    if (!is_recursive) define_all();
  }

  void pattern(const cat::Pattern& given, const SourceRange& range) {
    if (given.kind == cat::PatternKind::Tag) return;
    for (const cat::Name* each : {&given.before, &given.element, &given.rest}) local(*each, range);
  }

  // ---- Expressions

  void expression(const cat::Expression& given) {
    const std::size_t mark = scope_.size();
    switch (given.kind) {
      case cat::ExpressionKind::Name:
      case cat::ExpressionKind::Application: use(given.name); break;
      case cat::ExpressionKind::Let:
        bindings(given.bindings, given.is_recursive, SymbolKind::Local, given.range);
        break;
      case cat::ExpressionKind::Function:
        for (const cat::Name& each : given.parameters) local(each, given.range);
        break;
      default: break;
    }
    for (const cat::Guard& each : given.guards) guard(each);
    const bool is_match = given.kind == cat::ExpressionKind::Match;
    for (std::size_t i = 0; i < given.operands.size(); ++i) {
      const std::size_t inner = scope_.size();
      if (is_match && i > 0) pattern(given.patterns[i - 1], given.range);
      expression(given.operands[i]);
      scope_.resize(inner);
    }
    scope_.resize(mark);
  }

  void guard(const cat::Guard& given) {
    for (const cat::Guard& each : given.parts) guard(each);
    for (const cat::Expression& each : given.operands) expression(each);
  }

  // ---- The outline, and unparsed text

  void outline(const cat::Name& name, SymbolKind kind, const SourceRange& whole,
               std::string_view detail) {
    if (!is_own()) return;
    builder_.index().outline.push_back({name.text,
                                        std::string(detail),
                                        kind,
                                        {whole.begin, whole.end},
                                        {name.range.begin, name.range.end}});
  }

  void introduce(const cat::Name& name, SymbolKind kind, const SourceRange& whole,
                 std::string_view detail) {
    define(name, kind, whole);
    outline(name, kind, whole, detail);
  }

  void find_folds() {
    for (const Token& token : scan(own_text_, {0, own_text_.size()}, Language::Cat)) {
      if (token.is_comment()) builder_.fold(own_text_, token.begin, token.end);
    }
    const auto& ast = reading_.files[reading_.own_file]->ast;
    if (!ast) return;
    for (const cat::Instruction& each : ast->instructions) {
      builder_.fold(own_text_, each.range.begin, each.range.end);
    }
  }

  // In instructions with syntax errors, a name refers to its last definition.
  void find_names_in_broken_text() {
    const auto& file = *reading_.files[reading_.own_file];
    if (!file.sink.has_errors()) return;
    std::set<std::size_t> known;
    for (const Occurrence& each : builder_.index().occurrences) known.insert(each.begin);
    const auto is_read = [&](std::size_t offset) {
      return file.ast && std::ranges::any_of(file.ast->instructions, [&](const auto& each) {
               return each.range.begin <= offset && offset < each.range.end;
             });
    };
    for (const Token& token : scan(own_text_, {0, own_text_.size()}, Language::Cat)) {
      const std::string name(token.of(own_text_));
      const bool is_asked = token.kind == TokenKind::Name && !is_cat_keyword(name) &&
                            !known.contains(token.begin) && !is_read(token.begin);
      if (is_asked) use(name, token.begin);
    }
  }

  const cat::ModelReading& reading_;
  std::string own_text_;
  std::size_t file_ = 0;
  std::size_t count_ = 0;
  std::set<std::size_t> visited_;
  Scope scope_;
  SymbolBuilder builder_;
};

}  // namespace

const std::vector<std::string>& cat_keywords() {
  static const std::vector<std::string> words = words_of(
      "let rec and in fun try with from as flag undefined_unless acyclic irreflexive empty "
      "show unshow include procedure call end when assert forall do if then else match enum "
      "instructions default events debug variant not subset begin");
  return words;
}

bool is_cat_keyword(std::string_view word) {
  return std::ranges::find(cat_keywords(), word) != cat_keywords().end();
}

SymbolIndex cat_symbols(const cat::ModelReading& reading) {
  if (reading.files.empty()) return {};
  return CatIndexer(reading).run();
}

}  // namespace drover::editing
