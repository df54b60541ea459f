#pragma once

#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "explorer/cat/general/interpreter.h"
#include "explorer/cat/model_file.h"
#include "explorer/models/memory_model.h"

namespace drover {

// A memory model in full cat, interpreted as herd does. It chooses coherence and other values
// itself (`with … from`): graphs have only the final writes of observed locations, and an execution
// of the program counts once for each choice that passes the checks (ExecutionGraph::choice).
class GeneralModel : public MemoryModel {
 public:
  GeneralModel(std::string name, std::string title, std::string text,
               std::shared_ptr<const cat::Script> script, const ModelFamily* family);

  [[nodiscard]] std::string_view summary() const override { return title_; }
  // Only axioms outside procedures and loops.
  [[nodiscard]] std::vector<AxiomDescription> axioms() const override;
  [[nodiscard]] bool is_consistent(const ExecutionGraph& graph) const override;
  [[nodiscard]] std::optional<Violation> find_violation(const ExecutionGraph& graph) const override;
  [[nodiscard]] std::optional<Relation> relation(const ExecutionGraph& graph,
                                                 std::string_view name) const override;
  [[nodiscard]] std::unique_ptr<GraphChecker> make_checker() const override;
  [[nodiscard]] std::vector<std::string> relation_names() const override;
  [[nodiscard]] std::vector<std::string> shown_relations() const override;
  [[nodiscard]] Relation happens_before(const ExecutionGraph& graph) const override;
  [[nodiscard]] std::vector<RaisedFlag> raised_flags(const ExecutionGraph& graph) const override;
  [[nodiscard]] std::shared_ptr<const MemoryModel> instance() const override {
    return std::make_shared<const GeneralModel>(info().name, title_, info().text, script_, nullptr);
  }
  [[nodiscard]] std::optional<std::string> complaint() const override;

  // Returns the failure of the model on some execution, if any.
  [[nodiscard]] std::optional<cat::Failure> try_on(const ExecutionGraph& graph) const;

 private:
  class Checker;
  // Returns the number of passing choices; notes failures of the model.
  std::size_t count_ways(cat::general::Interpreter& interpreter, const ExecutionGraph& graph) const;
  using ChoiceVisitor =
      std::function<void(cat::general::Interpreter& interpreter,
                         const std::vector<cat::general::Interpreter::Flag>& flags)>;
  void visit_choice(const ExecutionGraph& graph, const ChoiceVisitor& visit) const;
  void note(const cat::Failure& failure) const;

  std::string title_;
  std::shared_ptr<const cat::Script> script_;
  mutable std::mutex mutex_;
  mutable std::optional<std::string> complaint_;
};

// Adds a failure to the diagnostics of its file.
void report_failure(const cat::Failure& failure, DiagnosticSink& sink);

}  // namespace drover
