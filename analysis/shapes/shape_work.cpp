#include "analysis/shapes/shape_work.h"

namespace drover::shapes {

double work_of(const EventLayout& layout) {
  double work = 1;
  for (const std::uint8_t read : layout.reads) {
    work *= static_cast<double>(layout.writes[layout.events[read].location].size()) + 1;
  }
  for (const auto& writes : layout.writes) {
    for (std::size_t i = 2; i <= writes.size(); ++i) work *= static_cast<double>(i);
  }
  return work;
}

double total_work(std::size_t max_events, const ShapeRules& rules) {
  constexpr std::size_t MaxCounted = 5;
  double total = 0;
  double before = 0;  // total of the previous size
  double work = 0;    // total of this size
  for (std::size_t events = 1; events <= max_events; ++events) {
    if (events > MaxCounted) {
      const double growth = work / before;
      before = work;
      work *= growth;
    } else {
      before = work;
      work = 0;
      for_each_shape(events, rules, [&](const Shape& shape) {
        work += work_of(EventLayout(shape));
        return true;
      });
    }
    total += work;
  }
  return total;
}

}  // namespace drover::shapes
