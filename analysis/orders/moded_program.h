#pragma once

// A program, and its executions, with changed modes.

#include <cstddef>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "analysis/orders/sites.h"
#include "explorer/graph/execution_graph.h"
#include "semantics/program/program.h"

namespace drover::orders {

// The sites at a source place: one, or a compare-and-swap and its failure.
class SiteIndex {
 public:
  explicit SiteIndex(const std::vector<Site>& sites);
  [[nodiscard]] const std::vector<std::size_t>& at(const SourceRange& source) const;

 private:
  std::map<std::pair<std::uint32_t, std::uint32_t>, std::vector<std::size_t>> sites_;
  std::vector<std::size_t> none_;
};

class ModedProgram {
 public:
  // `program` must contain the new fences, with mode rlx.
  ModedProgram(Program program, std::vector<Site> sites);

  [[nodiscard]] const std::vector<Site>& sites() const { return sites_; }
  [[nodiscard]] const Program& original() const { return program_; }

  // From now on, `with` returns the compiled program.
  using Compiler = std::function<Program(const Program&)>;
  void compile_by(Compiler compiler) { compiler_ = std::move(compiler); }
  // True if only a new exploration shows the effect of modes: events are those of a machine, or
  // have scopes.
  [[nodiscard]] bool explores_again() const {
    return static_cast<bool>(compiler_) || program_.topology != nullptr;
  }

  // Returns the program to explore.
  [[nodiscard]] std::shared_ptr<const Program> with(const Assignment& assignment) const;
  // Returns the program itself, not compiled.
  [[nodiscard]] std::shared_ptr<const Program> source_with(const Assignment& assignment) const;

  // Returns the same execution with other modes, consistent or not.
  [[nodiscard]] ExecutionGraph with(const ExecutionGraph& graph,
                                    const Assignment& assignment) const;

  // Returns the same execution without missing fences. `kept` receives the remaining events, in
  // order.
  [[nodiscard]] ExecutionGraph without_missing_fences(const ExecutionGraph& graph,
                                                      const Assignment& assignment,
                                                      std::vector<EventId>& kept) const;

  // True if the modes of a graph's events are those of an assignment, so that it is known which
  // events change with which site.
  [[nodiscard]] bool is_of(const ExecutionGraph& graph, const Assignment& assignment) const;

 private:
  void change(Instruction& instruction, const Assignment& assignment) const;
  void set_scope(Instruction& instruction, const Assignment& assignment) const;
  void change(Label& label, Mode declared, const Assignment& assignment) const;
  [[nodiscard]] std::optional<std::size_t> find(const SourceRange& source, SiteKind kind) const;
  // Returns the mode that a site at a place has with an assignment.
  [[nodiscard]] std::optional<Mode> mode_of(const SourceRange& source, SiteKind kind,
                                            const Assignment& assignment) const;

  Program program_;
  std::vector<Site> sites_;
  SiteIndex index_;
  Compiler compiler_;
  std::map<std::pair<std::uint32_t, std::uint32_t>, bool> fixed_;  // source places without a site
};

}  // namespace drover::orders
