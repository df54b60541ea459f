#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "analysis/explain/outcome.h"
#include "explorer/graph/graph_names.h"
#include "report/report_input.h"

namespace drover::report {

// The part of a final state (the values of Program::observables) that is an outcome: all of it, or
// the part that a litmus test shows.
class ShownState {
 public:
  explicit ShownState(const ReportInput& input);

  // False if the filter of a litmus test discards the state.
  [[nodiscard]] bool counts(const std::vector<Value>& state) const;
  [[nodiscard]] std::vector<Value> project(const std::vector<Value>& state) const;

  // Inverts `project`. Nothing if the projection omits too much.
  [[nodiscard]] std::optional<std::vector<Value>> whole(const std::vector<Value>& shown) const;

  // Returns the indices of the input's questions that the state answers with yes.
  [[nodiscard]] std::vector<std::size_t> questions(const std::vector<Value>& shown) const;

  // Returns the names of the shown values.
  [[nodiscard]] std::vector<std::string> observables() const;

  // Returns the values of a projected state as texts.
  [[nodiscard]] static std::vector<std::string> values(const std::vector<Value>& shown,
                                                       const GraphNames& names);
  [[nodiscard]] std::string text(const std::vector<Value>& shown, const GraphNames& names) const;
  [[nodiscard]] explain::Outcome outcome(const std::vector<Value>& shown,
                                         const GraphNames& names) const;

 private:
  const ReportInput& input_;
  std::vector<std::uint32_t> observables_;
};

}  // namespace drover::report
