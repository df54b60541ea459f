#include "analysis/compare/outcome_search.h"

#include <utility>

namespace drover::compare {

void OutcomeSearch::search(std::array<const MemoryModel*, 2> models,
                           const shapes::ShapeRules& rules, SearchedOutcomes& out) {
  const auto goes_on = [this] { return may_go_on(); };
  out.orders = {check_order(*models[0], goes_on), check_order(*models[1], goes_on)};
  const auto& [first, second] = out.orders;
  if (!first.is_monotone || !second.is_monotone) order_ = ModeOrder::Unknown;
  const bool is_restrictable = first.is_restrictable && second.is_restrictable;
  OutcomeTables tables(
      models, is_restrictable ? OutcomeTables::Filter::ByLocation : OutcomeTables::Filter::None,
      goes_on);
  const auto search_shape = [&](const shapes::Shape& shape) {
    control_.begin_shape(shapes::event_count(shape));
    const shapes::EventLayout layout(shape);
    begin(layout);
    const bool is_searched = tables.for_each(shape, layout, [&](const Outcome& outcome) {
      ++out.outcomes;
      look_at(shape, layout, outcome);
      return !is_done() && may_go_on();
    });
    control_.end_shape(shapes::work_of(layout));
    return is_searched;
  };
  control_.set_total(shapes::total_work(limits_.max_events, rules));
  for (std::size_t events = 1; events <= limits_.max_events && !is_done(); ++events) {
    if (for_each_shape(events, rules, search_shape)) out.searched_events = events;
  }
  out.end = control_.end();
  out.shapes = control_.shapes();
  out.seconds = control_.seconds();
}

std::optional<shapes::ModeAssignment> find_distinguishing_modes(const shapes::EventLayout& layout,
                                                                ModeOrder order,
                                                                const AllowsModes& a,
                                                                const AllowsModes& b) {
  std::optional<shapes::ModeAssignment> found;
  if (order == ModeOrder::Unknown) {
    for_each_assignment(layout.instructions, [&](const shapes::ModeAssignment& modes) {
      if (!b(modes) && a(modes)) found = modes;
      return !found;
    });
    return found;
  }
  if (b(shapes::strongest_modes(layout.instructions))) return std::nullopt;
  if (!a(shapes::weakest_modes(layout.instructions))) return std::nullopt;
  const auto is_forbidden = [&](const shapes::ModeAssignment& modes) { return !b(modes); };
  for (shapes::ModeAssignment& modes :
       shapes::weakest_forbidden(layout.instructions, is_forbidden)) {
    if (a(modes)) return std::move(modes);
  }
  return std::nullopt;
}

}  // namespace drover::compare
