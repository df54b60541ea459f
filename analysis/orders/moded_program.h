#pragma once

// A program, and an execution of it, with other modes.

#include <cstddef>
#include <functional>
#include <map>
#include <memory>
#include <utility>
#include <vector>

#include "analysis/orders/sites.h"
#include "explorer/graph/execution_graph.h"
#include "semantics/program/program.h"

namespace drover::orders {

// Which sites are at a place of the source: one, or a compare-and-swap and its failure.
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
  // Fences that are not there must be in the program, with mode rlx.
  ModedProgram(Program program, std::vector<Site> sites);

  [[nodiscard]] const std::vector<Site>& sites() const { return sites_; }
  [[nodiscard]] const Program& original() const { return program_; }

  // From now on, the compiled program is explored instead of the program itself. What
  // modes do to an execution is then seen by exploring again only.
  using Compiler = std::function<Program(const Program&)>;
  void compile_by(Compiler compiler) { compiler_ = std::move(compiler); }
  [[nodiscard]] bool is_compiled() const { return static_cast<bool>(compiler_); }

  // The program to explore.
  [[nodiscard]] std::shared_ptr<const Program> with(const Assignment& assignment) const;
  // The program itself.
  [[nodiscard]] std::shared_ptr<const Program> source_with(const Assignment& assignment) const;

  // The same execution of the program with other modes, whether a model allows it or not.
  [[nodiscard]] ExecutionGraph with(const ExecutionGraph& graph,
                                    const Assignment& assignment) const;

  // The same execution without the fences that are not there. `kept` are the events of before, in
  // order.
  [[nodiscard]] ExecutionGraph without_missing_fences(const ExecutionGraph& graph,
                                                      const Assignment& assignment,
                                                      std::vector<EventId>& kept) const;

  // Whether the modes of the events of a graph are those of an assignment, and so it is known which
  // of them would change with which site.
  [[nodiscard]] bool is_of(const ExecutionGraph& graph, const Assignment& assignment) const;

 private:
  void change(Instruction& instruction, const Assignment& assignment) const;
  void change(Label& label, Mode declared, const Assignment& assignment) const;
  [[nodiscard]] const Site* find(const SourceRange& source, SiteKind kind,
                                 std::size_t& index) const;

  Program program_;
  std::vector<Site> sites_;
  SiteIndex index_;
  Compiler compiler_;
  std::map<std::pair<std::uint32_t, std::uint32_t>, bool> fixed_;  // sources without a site
};

}  // namespace drover::orders
