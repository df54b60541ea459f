// Scopes of accesses and places of threads: the words of one machine.
#include <limits>
#include <span>
#include <string>
#include <type_traits>
#include <variant>
#include <vector>

#include "frontend/ast_walk.h"
#include "frontend/check_context.h"
#include "frontend/suggestion.h"
#include "support/format.h"
#include "support/text.h"

namespace drover {

namespace {

using namespace ast;

class ScopeChecker {
 public:
  explicit ScopeChecker(CheckContext& context) : context_(context), ast_(context.ast) {
    for (const ScopeWords& each : ScopeMachines) machines_.push_back(&each);
  }

  void run() {
    for (const Item& item : ast_.items) {
      const auto* thread = std::get_if<ThreadItem>(&item.node);
      if (thread == nullptr) continue;
      for (const PlaceEntry& place : thread->places) check_level(place.level);
    }
    for (std::size_t i = 0; i < ast_.expression_count(); ++i) check_modes(ast_[ExprId(i)].node);
    for (std::size_t i = 0; i < ast_.statement_count(); ++i) check_modes(ast_[StmtId(i)].node);
    if (first_ != nullptr) context_.program.scopes = machines_.front();
  }

 private:
  template <typename Node>
  void check_modes(const Node& node) {
    std::visit(
        [&](const auto& alternative) {
          std::apply([&](const auto&... part) { (check_part(part), ...); }, alternative.fields());
          // The scope is that of the whole operation.
          if constexpr (requires { alternative.failure_mode; }) {
            const Identifier& scope = alternative.failure_mode.scope;
            if (!scope.is_absent()) {
              misplaced(scope, "the mode of a failure has no scope of its own");
            }
          }
        },
        node);
  }
  template <typename Part>
  void check_part(const Part& part) {
    if constexpr (std::is_same_v<Part, ModeName>) {
      if (part.scope.is_absent()) return;
      if (part.text == "na") misplaced(part.scope, "a non-atomic access has no scope");
      check_word(part.scope, "scope", &ScopeWords::has);
    }
  }
  void misplaced(const Identifier& word, const char* reason) {
    context_.sink.report(DiagnosticKind::MisplacedScope, word.range, {reason});
  }

  void check_level(const Identifier& level) {
    for (const ScopeWords& each : ScopeMachines) {
      if (level.text != each.storage.front()) continue;
      context_.sink
          .report(DiagnosticKind::MisplacedScope, level.range,
                  {format("all threads are in one `{}`", level.text)})
          .with_hint(format("threads have numbers at the levels {}",
                            quoted_list(words_of(each.levels().subspan(1)))));
      return;
    }
    check_word(level, "level", &ScopeWords::has_place);
  }
  // Leaves the machines that have the word.
  void check_word(const Identifier& word, const char* what,
                  bool (ScopeWords::*has)(std::string_view) const) {
    std::vector<const ScopeWords*> left;
    bool is_known = false;
    for (const ScopeWords& each : ScopeMachines) is_known |= (each.*has)(word.text);
    for (const ScopeWords* each : machines_) {
      if ((each->*has)(word.text)) left.push_back(each);
    }
    if (!is_known) return complain(word, what);
    if (left.empty()) {
      context_.sink.report(DiagnosticKind::MixedScopes, word.range, {first_->text, word.text})
          .with_hint(all_words())
          .with_note(first_->range, format("`{}` is here", first_->text));
      return;
    }
    // Names the word that decided.
    if (first_ == nullptr || left.size() < machines_.size()) first_ = &word;
    machines_ = std::move(left);
  }
  void complain(const Identifier& word, const char* what) {
    std::vector<std::string> known;
    for (const ScopeWords& each : ScopeMachines) {
      for (const std::string_view name : each.levels()) known.emplace_back(name);
    }
    Hint hint = did_you_mean(word.text, known);
    if (!hint.empty()) hint.text += " ";
    hint.text += all_words();
    context_.sink.report(DiagnosticKind::UnknownScope, word.range, {what, word.text})
        .with_hint(std::move(hint));
  }

  [[nodiscard]] static std::vector<std::string> words_of(std::span<const std::string_view> words) {
    return {words.begin(), words.end()};
  }
  [[nodiscard]] static std::string all_words() {
    return "the scopes of " + joined(ScopeMachines, "; of ", [](const ScopeWords& each) {
             return format("{} are {}", each.machine, quoted_list(words_of(each.levels())));
           });
  }

  CheckContext& context_;
  const Ast& ast_;
  std::vector<const ScopeWords*> machines_;  // those that have all words so far
  const Identifier* first_ = nullptr;
};

}  // namespace

void check_scopes(CheckContext& context) { ScopeChecker(context).run(); }

void check_places(CheckContext& context, const ThreadItem& item, ThreadInfo& thread) {
  const ScopeWords* scopes = context.program.scopes;
  if (scopes == nullptr) return;
  thread.places.assign(scopes->count, 0);
  std::vector<bool> is_given(scopes->count, false);
  std::optional<FamilyValue> family;
  if (thread.family_value) family = {item.variable.text, *thread.family_value};
  for (const PlaceEntry& place : item.places) {
    const auto level = static_cast<std::size_t>(
        std::ranges::find(scopes->levels(), place.level.text) - scopes->levels().begin());
    if (level == scopes->count) continue;  // was reported
    if (is_given[level]) {
      context.sink.report(DiagnosticKind::MisplacedScope, place.level.range,
                          {format("the level `{}` is given twice", place.level.text)});
    }
    is_given[level] = true;
    const auto number = evaluate_constant(context, place.number, family);
    if (!number) continue;
    if (*number < 0 || *number > std::numeric_limits<std::uint32_t>::max()) {
      context.sink.report(DiagnosticKind::PlaceNumber, context.ast[place.number].range,
                          {std::to_string(*number)});
      continue;
    }
    thread.places[level] = static_cast<std::uint32_t>(*number);
  }
}

}  // namespace drover
