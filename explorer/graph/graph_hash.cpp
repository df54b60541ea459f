#include "explorer/graph/graph_hash.h"

#include <algorithm>
#include <cstddef>
#include <limits>
#include <utility>

#include "support/hash.h"

namespace drover {

namespace {

// Instead of a thread: an initial write, or no source yet.
constexpr std::uint32_t Initial = std::numeric_limits<std::uint32_t>::max();
constexpr std::uint32_t NoWriter = Initial - 1;

// An event is identified by thread and serial number, which do not depend on insertion order.
// Initial writes need no location: it is that of the read, or of their coherence order. A
// short-lived worker: holds references to its arguments.
class FormBuilder {
 public:
  FormBuilder(const ExecutionGraph& graph, std::span<const ThreadId> order)
      : graph_(graph), order_(order), place_of_(order.size()) {
    for (std::size_t i = 0; i < order.size(); ++i) {
      place_of_[order[i].value] = static_cast<std::uint32_t>(i);
    }
    form_.reserve(3 * graph.size() + graph.thread_count());
  }

  std::vector<std::uint32_t> build(CoherencePart coherence) {
    append_threads();
    if (coherence == CoherencePart::Included) append_coherence();
    return std::move(form_);
  }

 private:
  using Place = std::pair<std::uint32_t, std::uint32_t>;  // thread, index

  [[nodiscard]] Place place_of(const Event& event) const {
    return {place_of_[event.thread.value], event.index};
  }

  void append_event(const Event& event) {
    if (event.is_initial()) {
      form_.push_back(Initial);
      return;
    }
    const auto [thread, index] = place_of(event);
    form_.push_back(thread);
    form_.push_back(index);
  }

  void append_threads() {
    for (const ThreadId thread : order_) {
      const std::span<const EventId> events = graph_.events_of(thread);
      form_.push_back(static_cast<std::uint32_t>(events.size()));
      for (const EventId id : events) {
        const Event& event = graph_.event(id);
        form_.push_back(static_cast<std::uint32_t>(event.label.kind));
        if (event.label.kind == LabelKind::Choose) append_value(event.value);
        if (!event.label.is_read()) continue;
        if (!event.reads_from.is_none()) {
          append_event(graph_.event(event.reads_from));
          continue;
        }
        // The value may be fixed before the source is.
        form_.push_back(NoWriter);
        append_value(event.value);
      }
    }
  }

  void append_value(Value value) {
    const auto bits = static_cast<std::uint64_t>(value);
    form_.push_back(static_cast<std::uint32_t>(bits));
    form_.push_back(static_cast<std::uint32_t>(bits >> 32));
  }

  // Locations are ordered by their least writer, which identifies them without their ids.
  void append_coherence() {
    std::vector<std::pair<Place, LocationId>> locations;
    for (const LocationId location : graph_.locations()) {
      const std::span<const EventId> order = graph_.coherence(location);
      if (order.size() < 2) continue;
      Place least{Initial, Initial};
      for (const EventId write : order.subspan(1)) {
        least = std::min(least, place_of(graph_.event(write)));
      }
      locations.emplace_back(least, location);
    }
    std::ranges::sort(locations);
    for (const auto& [least, location] : locations) {
      const std::span<const EventId> order = graph_.coherence(location).subspan(1);
      form_.push_back(static_cast<std::uint32_t>(order.size()));
      for (const EventId write : order) append_event(graph_.event(write));
    }
  }

  const ExecutionGraph& graph_;
  std::span<const ThreadId> order_;
  std::vector<std::uint32_t> place_of_;  // by thread
  std::vector<std::uint32_t> form_;
};

}  // namespace

std::vector<std::uint32_t> canonical_form(const ExecutionGraph& graph, CoherencePart coherence) {
  std::vector<ThreadId> order;
  for (std::size_t t = 0; t < graph.thread_count(); ++t) order.emplace_back(t);
  return canonical_form(graph, coherence, order);
}

std::vector<std::uint32_t> canonical_form(const ExecutionGraph& graph, CoherencePart coherence,
                                          std::span<const ThreadId> order) {
  return FormBuilder(graph, order).build(coherence);
}

GraphHash hash_form(std::span<const std::uint32_t> form) {
  std::size_t high = form.size();
  std::size_t low = 0;
  for (const std::uint32_t number : form) {
    add_to_hash(high, number);
    add_to_hash(low, high);
  }
  return {high, low};
}

GraphHash hash_graph(const ExecutionGraph& graph, CoherencePart coherence) {
  return hash_form(canonical_form(graph, coherence));
}

}  // namespace drover
