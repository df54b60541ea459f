#include "explorer/crew/exploration_state.h"

namespace drover {

void ExplorationState::write(ByteWriter& out) const {
  findings.write(out);
  out.put(finished.size());
  for (const auto& [place, found] : finished) {
    place.write(out);
    found.write(out);
  }
  out.put(items.size());
  for (const work::Item& item : items) write_item(out, item);
  out.put(error_at ? 1 : 0);
  if (error_at) error_at->write(out);
  out.put(is_fallback ? 1 : 0);
  out.put(obstacle ? static_cast<std::uint64_t>(*obstacle) + 1 : 0);
}

ExplorationState ExplorationState::read(ByteReader& in) {
  ExplorationState state;
  state.findings = Findings::read(in);
  state.finished.resize(in.get_count());
  for (auto& [place, found] : state.finished) {
    place = work::Place::read(in);
    found = Findings::read(in);
  }
  state.items.resize(in.get_count());
  for (work::Item& item : state.items) item = work::read_item(in);
  if (in.get_below(2) == 1) state.error_at = work::Place::read(in);
  state.is_fallback = in.get_below(2) == 1;
  constexpr std::uint64_t MaxObstacles = 64;
  if (const std::uint64_t obstacle = in.get_below(MaxObstacles); obstacle > 0) {
    state.obstacle = static_cast<ReductionObstacle>(obstacle - 1);
  }
  return state;
}

ExplorationState whole_exploration() {
  ExplorationState state;
  state.items.push_back({.place = {}, .width = 0, .is_whole = true, .bytes = {}});
  return state;
}

}  // namespace drover
