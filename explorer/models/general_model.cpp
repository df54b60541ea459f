#include "explorer/models/general_model.h"

#include <algorithm>
#include <functional>
#include <mutex>
#include <utility>
#include <variant>
#include <vector>

#include "explorer/cat/general/interpreter.h"
#include "explorer/graph/base_values.h"
#include "explorer/models/cat_model.h"
#include "frontend/diagnostic_printer.h"
#include "support/format.h"

namespace drover {

using cat::Failure;
using cat::general::Interpreter;

namespace {

// Calls `visit(instruction, file)` on the top-level instructions of the model's own files.
void for_each_instruction(
    const cat::Script& script,
    const std::function<void(const cat::Instruction& instruction, std::size_t file)>& visit) {
  std::vector<std::size_t> open;
  const std::function<void(std::size_t)> walk = [&](std::size_t file) {
    const auto& ast = script.files[file]->ast;
    if (!ast || std::ranges::find(open, file) != open.end()) return;
    open.push_back(file);
    for (const cat::Instruction& each : ast->instructions) {
      if (const auto* include = std::get_if<cat::Include>(&each.body)) {
        const auto found = script.includes.find({file, include->file.text});
        if (found != script.includes.end()) walk(found->second);
      } else {
        visit(each, file);
      }
    }
    open.pop_back();
  };
  for (const std::size_t file : script.order) walk(file);
}

// Calls `visit(check, instruction, file)` on the axioms among these.
template <typename Visit>
void for_each_axiom(const cat::Script& script, const Visit& visit) {
  for_each_instruction(script, [&](const cat::Instruction& instruction, std::size_t file) {
    const auto* check = std::get_if<cat::Check>(&instruction.body);
    if (check != nullptr && check->role == cat::CheckRole::Axiom) visit(*check, instruction, file);
  });
}

std::string name_of(const cat::Check& check, std::size_t number) {
  return check.name ? check.name->text : format("check-{}", number);
}

// True if the graph has spinlocks of the kernel, which models from files do not see.
bool has_locks(const ExecutionGraph& graph) {
  return std::ranges::any_of(graph.events(), [](const Event& event) {
    return event.label.tags.contains(Tag::LockRead) || event.label.tags.contains(Tag::LockWrite) ||
           event.label.tags.contains(Tag::Unlock) || event.label.tags.contains(Tag::LockFailed) ||
           event.label.tags.contains(Tag::ReadLocked) ||
           event.label.tags.contains(Tag::ReadUnlocked);
  });
}

// True if a read reads from a write that spawn and join put after it; every model forbids that.
bool reads_from_later(const ExecutionGraph& graph) {
  BaseValues base;
  base.set_events(graph, UpdateEvents::AsInGraph);
  return !(base.relation(Base::Rf) & inverse(base.relation(Base::Sync))).is_empty();
}

class GeneralModel : public MemoryModel {
 public:
  GeneralModel(std::string name, std::string title, std::string text,
               std::shared_ptr<const cat::Script> script, const ModelFamily* family)
      : MemoryModel({.name = std::move(name),
                     .text = std::move(text),
                     .candidates = script->architecture.empty() ? Candidates::Supported
                                                                : Candidates::SelfSupporting,
                     .family = family,
                     .facts = ModelFacts{.chooses_coherence = true,
                                         .has_flags = true,
                                         .needs_dependencies = true}}),
        title_(std::move(title)),
        script_(std::move(script)) {}

  [[nodiscard]] std::string_view summary() const override { return title_; }
  // Only axioms outside procedures and loops.
  [[nodiscard]] std::vector<AxiomDescription> axioms() const override {
    std::vector<AxiomDescription> out;
    for_each_axiom(*script_, [&](const cat::Check& check, const cat::Instruction& instruction,
                                 std::size_t file) {
      const cat::ModelFile& source = *script_->files[file];
      AxiomDescription axiom;
      axiom.name = name_of(check, out.size() + 1);
      axiom.formula = format("{} {}", test_word(check.test, check.is_negated),
                             text_of(source, check.expression.range));
      axiom.citation = comment_before(source, instruction.range);

      axiom.test = check.is_negated ? std::nullopt : std::optional(check.test);
      out.push_back(std::move(axiom));
    });
    return out;
  }
  [[nodiscard]] bool is_consistent(const ExecutionGraph& graph) const override {
    Interpreter interpreter(script_);
    interpreter.set_events(graph);
    return count_ways(interpreter, graph) > 0;
  }
  // Returns the check that the last choice failed. Its relation is not decomposed.
  [[nodiscard]] std::optional<Violation> find_violation(
      const ExecutionGraph& graph) const override {
    Interpreter interpreter(script_);
    interpreter.set_events(graph);
    if (count_ways(interpreter, graph) > 0) return std::nullopt;
    Violation violation;
    violation.axiom = "choice";
    std::size_t position = 0;
    for_each_axiom(*script_, [&](const cat::Check& check, const cat::Instruction& /*instruction*/,
                                 std::size_t /*file*/) {
      if (&check == interpreter.failed_check()) {
        violation.axiom = name_of(check, position + 1);
        violation.position = position;
      }
      ++position;
    });
    return violation;
  }
  [[nodiscard]] std::optional<Relation> relation(const ExecutionGraph& graph,
                                                 std::string_view name) const override {
    std::optional<Relation> found;
    visit_choice(graph, [&](Interpreter& interpreter, const auto& /*flags*/) {
      found = interpreter.relation(name);
    });
    return found;
  }
  [[nodiscard]] std::unique_ptr<GraphChecker> make_checker() const override {
    return std::make_unique<Checker>(*this);
  }
  [[nodiscard]] std::vector<std::string> relation_names() const override {
    std::vector<std::string> names{"po", "rf", "co", "fr", "rmw", "addr", "data", "ctrl", "loc"};
    for_each_instruction(*script_, [&](const cat::Instruction& instruction, std::size_t /*file*/) {
      const auto* let = std::get_if<cat::Let>(&instruction.body);
      if (let == nullptr) return;
      for (const cat::Binding& binding : let->bindings) {
        const bool is_new = std::ranges::find(names, binding.name.text) == names.end();
        if (!binding.parameters && is_new) names.push_back(binding.name.text);
      }
    });
    return names;
  }
  [[nodiscard]] std::vector<std::string> shown_relations() const override {
    std::vector<std::string> shown{"rf", "co", "fr"};
    for_each_instruction(*script_, [&](const cat::Instruction& instruction, std::size_t /*file*/) {
      if (const auto* show = std::get_if<cat::Show>(&instruction.body)) {
        for (const cat::ShownRelation& each : show->relations) {
          if (each.name || each.expression.kind != cat::ExpressionKind::Name) continue;
          const std::string& name = each.expression.name.text;
          if (std::ranges::find(shown, name) == shown.end()) shown.push_back(name);
        }
      } else if (const auto* unshow = std::get_if<cat::Unshow>(&instruction.body)) {
        for (const cat::Name& each : unshow->names) std::erase(shown, each.text);
      }
    });
    return shown;
  }
  // Returns the model's hb, with program order and reads-from; without hb these alone.
  [[nodiscard]] Relation happens_before(const ExecutionGraph& graph) const override {
    BaseValues base;
    base.set_events(graph, UpdateEvents::AsInGraph);
    Relation out = base.relation(Base::Po) | base.relation(Base::Sync) | base.relation(Base::Rf);
    if (const auto own = relation(graph, "hb")) out |= *own;
    out.close_transitively();
    return out;
  }
  [[nodiscard]] std::vector<RaisedFlag> raised_flags(const ExecutionGraph& graph) const override {
    std::vector<RaisedFlag> raised;
    visit_choice(graph, [&](Interpreter& /*interpreter*/, const auto& flags) {
      for (const Interpreter::Flag& flag : flags) {
        raised.push_back({flag.name, flag.makes_undefined, flag.events});
      }
    });
    return raised;
  }
  [[nodiscard]] std::shared_ptr<const MemoryModel> instance() const override {
    return std::make_shared<const GeneralModel>(info().name, title_, info().text, script_, nullptr);
  }
  [[nodiscard]] std::optional<std::string> complaint() const override {
    const std::lock_guard lock(mutex_);
    return complaint_;
  }

 private:
  class Checker : public GraphChecker {
   public:
    explicit Checker(const GeneralModel& model) : model_(model), interpreter_(model.script_) {}

    void set_events(const ExecutionGraph& graph) override {
      interpreter_.set_events(graph);
      if (model_.script_->architecture == "LKMM" && has_locks(graph)) {
        model_.note({model_.script_->order.back(),
                     {DiagnosticKind::CatAssertion,
                      {},
                      {"no spinlocks: models from files do not see them"},
                      "",
                      {},
                      false,
                      {}}});
      }
    }
    bool may_become_consistent(const ExecutionGraph& /*graph*/) override { return true; }
    bool is_consistent(const ExecutionGraph& graph) override { return count_choices(graph) > 0; }
    std::size_t count_choices(const ExecutionGraph& graph) override {
      return model_.count_ways(interpreter_, graph);
    }

   private:
    const GeneralModel& model_;
    Interpreter interpreter_;
  };
  // Returns the number of passing choices; notes failures of the model.
  std::size_t count_ways(Interpreter& interpreter, const ExecutionGraph& graph) const {
    if (reads_from_later(graph)) return 0;
    std::size_t ways = 0;
    const auto failure =
        interpreter.run(graph, [&](const std::vector<Interpreter::Flag>& /*flags*/) {
          ++ways;
          return true;
        });
    if (!failure) return ways;
    note(*failure);
    return 0;
  }
  using ChoiceVisitor =
      std::function<void(cat::general::Interpreter& interpreter,
                         const std::vector<cat::general::Interpreter::Flag>& flags)>;
  // Runs the model with the choices of this graph.
  void visit_choice(const ExecutionGraph& graph, const ChoiceVisitor& visit) const {
    Interpreter interpreter(script_);
    interpreter.set_events(graph);
    std::size_t way = 0;
    const auto failure = interpreter.run(graph, [&](const std::vector<Interpreter::Flag>& flags) {
      if (way++ != graph.choice()) return true;
      visit(interpreter, flags);
      return false;
    });
    if (failure) note(*failure);
  }
  void note(const Failure& failure) const {
    const std::lock_guard lock(mutex_);
    if (complaint_) return;
    DiagnosticSink sink;
    report_failure(failure, sink);
    const SourceBuffer& source = script_->files[failure.file]->source;
    complaint_ = render(sink, source.name(), &source);
  }

  std::string title_;
  std::shared_ptr<const cat::Script> script_;
  mutable std::mutex mutex_;
  mutable std::optional<std::string> complaint_;
};

}  // namespace

void report_failure(const Failure& failure, DiagnosticSink& sink) {
  sink.report(failure.diagnostic.kind, failure.diagnostic.range) = failure.diagnostic;
}

std::unique_ptr<const MemoryModel> make_general_model(std::string name, std::string title,
                                                      std::string text,
                                                      std::shared_ptr<const cat::Script> script,
                                                      const ModelFamily* family) {
  return std::make_unique<const GeneralModel>(std::move(name), std::move(title), std::move(text),
                                              std::move(script), family);
}

std::optional<Failure> try_on(const std::shared_ptr<const cat::Script>& script,
                              const ExecutionGraph& graph) {
  Interpreter interpreter(script);
  interpreter.set_events(graph);
  return interpreter.run(graph,
                         [](const std::vector<Interpreter::Flag>& /*flags*/) { return true; });
}

}  // namespace drover
