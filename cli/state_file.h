#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "analysis/orders/search_state.h"
#include "cli/command_line.h"
#include "explorer/crew/exploration_state.h"
#include "explorer/models/memory_model.h"
#include "mapping/mapping.h"

namespace drover::cli {

// What a run is about, as far as its state depends on it: names, and what they stand for.
using RunIdentity = std::vector<std::pair<std::string, std::string>>;

// `given`: the mapping that the command line names; null where it names none.
[[nodiscard]] RunIdentity identity_of(const CheckCommand& command, std::string_view source,
                                      const MemoryModel& model, const mapping::Mapping* given);

// All of it as one text.
[[nodiscard]] std::string identity_text(const RunIdentity& identity);

// The same of `relax` and `repair`. `cost`: what the answers cost, in words.
[[nodiscard]] RunIdentity identity_of(const OrdersCommand& command, std::string_view source,
                                      const MemoryModel& model, const std::string& cost);

// The state of a run as a file: atomically, and so that what is damaged, or belongs to another run,
// is not taken for it. Gives an empty text, or why it could not be written.
[[nodiscard]] std::string write_state(const std::string& path, const RunIdentity& identity,
                                      const ExplorationState& state);
[[nodiscard]] std::string write_state(const std::string& path, const RunIdentity& identity,
                                      const orders::SearchState& state);

template <class State>
struct ReadState {
  std::optional<State> state;
  std::string complaint;  // if there is none
};
// `State`: ExplorationState, or orders::SearchState.
template <class State>
[[nodiscard]] ReadState<State> read_state(const std::string& path, const RunIdentity& identity);

}  // namespace drover::cli
