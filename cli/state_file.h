#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "analysis/orders/search_state.h"
#include "analysis/suite/find_suite.h"
#include "cli/command_line.h"
#include "explorer/crew/exploration_state.h"
#include "explorer/models/memory_model.h"
#include "mapping/mapping.h"

namespace drover::cli {

// Names and values that a run's state depends on.
using RunIdentity = std::vector<std::pair<std::string, std::string>>;

// `given`: the mapping on the command line, or null.
[[nodiscard]] RunIdentity identity_of(const CheckCommand& command, std::string_view source,
                                      const MemoryModel& model, const mapping::Mapping* given);

// Returns the identity as one text.
[[nodiscard]] std::string identity_text(const RunIdentity& identity);

// Identity of `relax` and `repair`. `cost`: the cost of answers, in words.
[[nodiscard]] RunIdentity identity_of(const OrdersCommand& command, std::string_view source,
                                      const MemoryModel& model, const std::string& cost);

// Identity of `models suite`. `text`: of the model.
[[nodiscard]] RunIdentity identity_of(const SuiteCommand& command, std::string_view text);

// Writes a run's state to a file, atomically. Readers detect damaged files and states of other
// runs. Returns why writing failed. Empty on success.
[[nodiscard]] std::string write_state(const std::string& path, const RunIdentity& identity,
                                      const ExplorationState& state);
[[nodiscard]] std::string write_state(const std::string& path, const RunIdentity& identity,
                                      const orders::SearchState& state);
[[nodiscard]] std::string write_state(const std::string& path, const RunIdentity& identity,
                                      const suite::SuiteState& state);

// Returns `magic`, `bytes` and a digest of both, as one text.
[[nodiscard]] std::string sealed_text(std::string_view magic, std::string_view bytes);
// Returns the bytes of a sealed text that begins with `magic`. Nothing if it is damaged or cut.
[[nodiscard]] std::optional<std::string_view> unsealed_bytes(std::string_view text,
                                                             std::string_view magic);

template <class State>
struct ReadState {
  std::optional<State> state;
  std::string complaint;  // set if there is no state
};
// `State`: ExplorationState, orders::SearchState, or suite::SuiteState.
template <class State>
[[nodiscard]] ReadState<State> read_state(const std::string& path, const RunIdentity& identity);
template <>
ReadState<ExplorationState> read_state(const std::string& path, const RunIdentity& identity);
template <>
ReadState<orders::SearchState> read_state(const std::string& path, const RunIdentity& identity);
template <>
ReadState<suite::SuiteState> read_state(const std::string& path, const RunIdentity& identity);

}  // namespace drover::cli
