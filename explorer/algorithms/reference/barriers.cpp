#include "explorer/algorithms/reference/barriers.h"

#include <algorithm>
#include <optional>
#include <vector>

namespace drover::reference {

namespace {

// A barrier that some thread has reached.
struct Reached {
  std::uint32_t site = 0;
  Value resource = 0;
  BarrierWay way = BarrierWay::Stops;
};

std::vector<Reached> reached_barriers(const ExecutionGraph& graph, std::size_t ended) {
  std::vector<Reached> out;
  for (std::size_t t = 0; t < ended; ++t) {
    for (const EventId id : graph.events_of(ThreadId(t))) {
      const Event& event = graph.event(id);
      if (!event.label.is_of_barrier) continue;
      out.push_back({event.label.detail, event.label.value, static_cast<BarrierWay>(event.value)});
    }
  }
  return out;
}

}  // namespace

bool barriers_fit(const ExecutionGraph& graph, std::size_t ended) {
  const Topology& topology = *graph.topology();
  const std::vector<Reached> reached = reached_barriers(graph, ended);
  const std::size_t level = topology.depth_of(topology.barrier_level);
  const auto belongs = [&](const BarrierSite& of, const BarrierSite& other) {
    return of.instance == other.instance && of.has_resource == other.has_resource &&
           topology.share(of.thread, other.thread, level);
  };
  return std::ranges::all_of(reached, [&](const Reached& here) {
    const BarrierSite& site = topology.barriers[here.site];
    std::size_t missing = 0;  // barriers that their thread, at its end, did not reach
    std::size_t open = 0;     // those of threads that have not ended
    std::size_t arrived = 0;
    std::size_t synchronising = 0;
    for (std::uint32_t i = 0; i < topology.barriers.size(); ++i) {
      const BarrierSite& other = topology.barriers[i];
      if (!belongs(site, other)) continue;
      const auto found = std::ranges::find(reached, i, &Reached::site);
      if (found != reached.end()) {
        if (site.has_resource && found->resource != here.resource) continue;
        ++arrived;
        if (found->way == BarrierWay::Synchronises) ++synchronising;
        continue;
      }
      // A resource that is not a constant is unknown where the thread does not come.
      const bool may_be_equal =
          !site.has_resource || !other.resource || *other.resource == here.resource;
      if (!may_be_equal) continue;
      if (other.thread.value >= ended) {
        ++open;
      } else if (!site.has_resource || other.resource) {
        ++missing;
      }
    }
    const bool stops = here.way == BarrierWay::Stops;
    if (!site.quorum) return stops ? missing + open > 0 : missing == 0;
    if (stops) return arrived < *site.quorum;
    return arrived + open >= *site.quorum && synchronising + open >= *site.quorum;
  });
}

}  // namespace drover::reference
