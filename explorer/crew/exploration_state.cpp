#include "explorer/crew/exploration_state.h"

#include "support/byte_fields.h"

namespace drover {

void transfer(auto& archive, Is<ExplorationState> auto& s) {
  archive(s.findings, s.finished, s.items, s.error_at, s.is_fallback, s.obstacle);
}

void ExplorationState::write(ByteWriter& out) const {
  Saving archive(out);
  transfer(archive, *this);
}

ExplorationState ExplorationState::read(ByteReader& in) {
  ExplorationState state;
  Loading archive(in);
  transfer(archive, state);
  return state;
}

ExplorationState whole_exploration() {
  ExplorationState state;
  state.items.push_back({.place = {}, .width = 0, .is_whole = true, .bytes = {}});
  return state;
}

}  // namespace drover
