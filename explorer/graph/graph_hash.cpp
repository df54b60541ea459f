#include "explorer/graph/graph_hash.h"

#include <algorithm>
#include <cstddef>
#include <limits>
#include <utility>

namespace drover {

namespace {

// Where a thread would be: an initial write, or no writer yet.
constexpr std::uint32_t Initial = std::numeric_limits<std::uint32_t>::max();
constexpr std::uint32_t NoWriter = Initial - 1;

// An event by thread and serial number, which do not depend on insertion order. Initial
// writes need no location: it is that of the read, or of the coherence order they are in.
void append_event(std::vector<std::uint32_t>& form, const Event& event) {
  if (event.is_initial()) {
    form.push_back(Initial);
    return;
  }
  form.push_back(event.thread.value);
  form.push_back(event.index);
}

void append_threads(std::vector<std::uint32_t>& form, const ExecutionGraph& graph) {
  for (std::size_t t = 0; t < graph.thread_count(); ++t) {
    const std::span<const EventId> order = graph.events_of(ThreadId(t));
    form.push_back(static_cast<std::uint32_t>(order.size()));
    for (const EventId id : order) {
      const Event& event = graph.event(id);
      form.push_back(static_cast<std::uint32_t>(event.label.kind));
      if (!event.label.is_read()) continue;
      if (!event.reads_from.is_none()) {
        append_event(form, graph.event(event.reads_from));
        continue;
      }
      // The value may be fixed before the writer is.
      const auto value = static_cast<std::uint64_t>(event.value);
      form.push_back(NoWriter);
      form.push_back(static_cast<std::uint32_t>(value));
      form.push_back(static_cast<std::uint32_t>(value >> 32));
    }
  }
}

// Locations in the order of their least writer, which names them apart from their ids.
void append_coherence(std::vector<std::uint32_t>& form, const ExecutionGraph& graph) {
  using Place = std::pair<std::uint32_t, std::uint32_t>;  // thread, index
  std::vector<std::pair<Place, LocationId>> locations;
  for (const LocationId location : graph.locations()) {
    const std::span<const EventId> order = graph.coherence(location);
    if (order.size() < 2) continue;
    Place least{Initial, Initial};
    for (const EventId write : order.subspan(1)) {
      const Event& event = graph.event(write);
      least = std::min(least, Place{event.thread.value, event.index});
    }
    locations.emplace_back(least, location);
  }
  std::ranges::sort(locations);
  for (const auto& [least, location] : locations) {
    const std::span<const EventId> order = graph.coherence(location).subspan(1);
    form.push_back(static_cast<std::uint32_t>(order.size()));
    for (const EventId write : order) append_event(form, graph.event(write));
  }
}

// The finaliser of MurmurHash3: every bit of `x` changes half of the result.
std::uint64_t mix(std::uint64_t x) {
  x ^= x >> 33;
  x *= 0xff51afd7ed558ccdULL;
  x ^= x >> 33;
  x *= 0xc4ceb9fe1a85ec53ULL;
  return x ^ (x >> 33);
}

}  // namespace

std::vector<std::uint32_t> canonical_form(const ExecutionGraph& graph, CoherencePart coherence) {
  std::vector<std::uint32_t> form;
  form.reserve(3 * graph.size() + graph.thread_count());
  append_threads(form, graph);
  if (coherence == CoherencePart::Included) append_coherence(form, graph);
  return form;
}

GraphHash hash_form(std::span<const std::uint32_t> form) {
  GraphHash hash{0x9e3779b97f4a7c15ULL, 0xd1b54a32d192ed03ULL};
  for (const std::uint32_t number : form) {
    hash.high = mix(hash.high ^ number) + hash.low;
    hash.low = mix(hash.low + number * 0xa0761d6478bd642fULL) ^ (hash.high << 1);
  }
  hash.high = mix(hash.high ^ form.size());
  hash.low = mix(hash.low + hash.high);
  return hash;
}

GraphHash hash_graph(const ExecutionGraph& graph, CoherencePart coherence) {
  return hash_form(canonical_form(graph, coherence));
}

}  // namespace drover
