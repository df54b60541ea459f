#pragma once

#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "explorer/cat/code.h"
#include "explorer/cat/evaluator.h"
#include "explorer/cat/forms.h"
#include "explorer/models/memory_model.h"

namespace drover {

// Idle evaluators for reuse: models have no state, evaluators do.
class EvaluatorPool {
 public:
  struct Return {
    EvaluatorPool* pool;
    void operator()(cat::Evaluator* evaluator) const { pool->give_back(evaluator); }
  };
  using Lease = std::unique_ptr<cat::Evaluator, Return>;

  // The code must be the same in every call, and outlive the pool.
  [[nodiscard]] Lease borrow(const cat::Code& code);

 private:
  void give_back(cat::Evaluator* evaluator);

  std::mutex mutex_;
  std::vector<std::unique_ptr<cat::Evaluator>> free_;
};

// A parsed cat text.
struct CatText {
  std::string text;
  std::shared_ptr<const cat::Code> code;
};

[[nodiscard]] ModelFacts facts_of(const cat::Code& code);

// The name of a test in cat.
[[nodiscard]] std::string test_word(cat::Test test, bool is_negated);

// A memory model written in cat. Two names have a special meaning:
//   hb   happens-before, which decides races and memory errors. If the model does not mention
//        `sync`, spawn and join and program order are added to it; without hb it is
//        (po | sync | rf)+.
//   co   if the model defines it, graphs have no coherence order.
// A model that does not mention `sync` gets an axiom for it: rf, co and fr do not contradict spawn
// and join.
class CatModel : public MemoryModel {
 public:
  CatModel(ModelInfo info, std::shared_ptr<const cat::Code> code);
  // Reads the text when it is needed; the traits must have the facts of every run. Most
  // runs of built-in models never need the text, and reading it takes longer than they do.
  CatModel(ModelInfo info, std::function<CatText()> read);

  [[nodiscard]] std::string_view summary() const override { return code()->title; }
  [[nodiscard]] std::string_view text() const override { return text_now().text; }
  [[nodiscard]] const cat::Code* code() const override { return text_now().code.get(); }
  [[nodiscard]] std::vector<AxiomDescription> axioms() const override;
  [[nodiscard]] bool is_consistent(const ExecutionGraph& graph) const override;
  [[nodiscard]] std::unique_ptr<GraphChecker> make_checker() const override;
  [[nodiscard]] std::optional<Violation> find_violation(const ExecutionGraph& graph) const override;
  [[nodiscard]] std::vector<Violation> find_violations(const ExecutionGraph& graph) const override;
  [[nodiscard]] bool is_consistent_without(const ExecutionGraph& graph,
                                           const CycleEdge& edge) const override;
  [[nodiscard]] std::optional<Relation> relation(const ExecutionGraph& graph,
                                                 std::string_view name) const override;
  [[nodiscard]] std::optional<Relation> axiom_relation(const ExecutionGraph& graph,
                                                       std::size_t position) const override;
  [[nodiscard]] std::vector<std::string> relation_names() const override;
  [[nodiscard]] std::vector<std::string> shown_relations() const override { return code()->shown; }
  [[nodiscard]] Relation happens_before(const ExecutionGraph& graph) const override;
  [[nodiscard]] std::vector<RaisedFlag> raised_flags(const ExecutionGraph& graph) const override;
  [[nodiscard]] bool is_coherence_maximal(const ExecutionGraph& graph,
                                          EventId write) const override;

 private:
  [[nodiscard]] std::vector<Violation> violations(const ExecutionGraph& graph,
                                                  bool only_first) const;
  [[nodiscard]] std::optional<cat::NodeIndex> find_relation(std::string_view name) const;
  [[nodiscard]] const CatText& text_now() const;
  // An evaluator set to the events and edges of a graph; if coherence is partial and the graph has
  // none, of a copy with the orders that the model chooses.
  struct Evaluation {
    std::shared_ptr<const ExecutionGraph> copy;
    EvaluatorPool::Lease evaluator;

    cat::Evaluator* operator->() const { return evaluator.get(); }
    cat::Evaluator& operator*() const { return *evaluator; }
  };
  [[nodiscard]] Evaluation evaluator_of(const ExecutionGraph& graph,
                                        const cat::MissingPair* missing = nullptr) const;

  std::function<CatText()> read_;  // null: already read
  mutable std::once_flag is_read_;
  mutable CatText text_;
  mutable EvaluatorPool evaluators_;
};

}  // namespace drover
