#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "analysis/explain/outcome.h"
#include "explorer/graph/graph_names.h"
#include "report/report_input.h"

namespace drover::report {

// Which part of a final state (the values of Program::observables) is an outcome: all of it, or
// what a litmus test shows.
class ShownState {
 public:
  explicit ShownState(const ReportInput& input);

  // Whether a state counts: the filter of a litmus test discards some.
  [[nodiscard]] bool counts(const std::vector<Value>& state) const;
  [[nodiscard]] std::vector<Value> project(const std::vector<Value>& state) const;

  // The state that `project` was given; nothing where it leaves out too much to say.
  [[nodiscard]] std::optional<std::vector<Value>> whole(const std::vector<Value>& shown) const;

  // The questions of the input that it answers with yes, by their places.
  [[nodiscard]] std::vector<std::size_t> questions(const std::vector<Value>& shown) const;

  // What it speaks of.
  [[nodiscard]] std::vector<std::string> observables() const;

  // Of what `project` gives.
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
