#include "explorer/graph/graph_hash.h"

#include <algorithm>
#include <cstddef>
#include <iterator>
#include <limits>
#include <tuple>
#include <utility>

#include "support/hash.h"

namespace drover {

namespace {

// Instead of a thread: an initial write, or no source yet.
constexpr std::uint32_t Initial = std::numeric_limits<std::uint32_t>::max();
constexpr std::uint32_t NoWriter = Initial - 1;

// An event is identified by thread and serial number, which do not depend on insertion order. In a
// thread whose order is left out, events are numbered by their places in the source, and those of
// one place in their order: unsequenced accesses differ in their places.
// Initial writes need no location: it is that of the read, or of their coherence order. A
// short-lived worker: holds references to its arguments.
class FormBuilder {
 public:
  FormBuilder(const ExecutionGraph& graph, std::span<const ThreadId> threads, OrderPart order)
      : graph_(graph),
        threads_(threads),
        place_of_(threads.size()),
        sorted_(graph.thread_count()),
        numbers_(graph.thread_count()) {
    for (std::size_t i = 0; i < threads.size(); ++i) {
      place_of_[threads[i].value] = static_cast<std::uint32_t>(i);
    }
    form_.reserve(3 * graph.size() + graph.thread_count());
    for (std::size_t t = 0; t < graph.thread_count(); ++t) {
      if (order == OrderPart::LeftOut && has_unsequenced(ThreadId(t))) sort_events(t);
    }
  }

  std::vector<std::uint32_t> build(CoherencePart coherence) {
    append_threads();
    if (coherence == CoherencePart::Included) append_coherence();
    return std::move(form_);
  }

 private:
  using Place = std::pair<std::uint32_t, std::uint32_t>;  // thread, index

  [[nodiscard]] Place place_of(const Event& event) const {
    const std::vector<std::uint32_t>& numbers = numbers_[event.thread.value];
    return {place_of_[event.thread.value], numbers.empty() ? event.index : numbers[event.index]};
  }

  [[nodiscard]] bool has_unsequenced(ThreadId thread) const {
    return std::ranges::any_of(graph_.events_of(thread),
                               [this](EventId id) { return graph_.event(id).label.is_of_order; });
  }

  void sort_events(std::size_t thread) {
    const std::span<const EventId> events = graph_.events_of(ThreadId(thread));
    std::vector<EventId>& sorted = sorted_[thread];
    std::ranges::copy_if(events, std::back_inserter(sorted),
                         [this](EventId id) { return !graph_.event(id).label.is_of_order; });
    std::ranges::stable_sort(sorted, {}, [this](EventId id) {
      const Label& label = graph_.event(id).label;
      return std::tuple(label.source.begin, label.source.end, label.kind);
    });
    numbers_[thread].resize(events.size());
    for (std::size_t i = 0; i < sorted.size(); ++i) {
      numbers_[thread][graph_.event(sorted[i]).index] = static_cast<std::uint32_t>(i);
    }
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
    for (const ThreadId thread : threads_) {
      const std::size_t t = thread.value;
      const bool is_sorted = !numbers_[t].empty();
      const std::span<const EventId> events = is_sorted ? sorted_[t] : graph_.events_of(thread);
      form_.push_back(static_cast<std::uint32_t>(events.size()));
      for (const EventId id : events) {
        const Event& event = graph_.event(id);
        if (is_sorted) form_.push_back(event.label.source.begin);
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
  std::span<const ThreadId> threads_;    // in the order of the form
  std::vector<std::uint32_t> place_of_;  // by thread
  // By thread, if it has unsequenced accesses: its events in the order of the form, and the number
  // of each.
  std::vector<std::vector<EventId>> sorted_;
  std::vector<std::vector<std::uint32_t>> numbers_;
  std::vector<std::uint32_t> form_;
};

}  // namespace

std::vector<std::uint32_t> canonical_form(const ExecutionGraph& graph, CoherencePart coherence,
                                          OrderPart order) {
  std::vector<ThreadId> threads;
  for (std::size_t t = 0; t < graph.thread_count(); ++t) threads.emplace_back(t);
  return FormBuilder(graph, threads, order).build(coherence);
}

std::vector<std::uint32_t> canonical_form(const ExecutionGraph& graph, CoherencePart coherence,
                                          std::span<const ThreadId> threads) {
  return FormBuilder(graph, threads, OrderPart::Included).build(coherence);
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

GraphHash hash_graph(const ExecutionGraph& graph, CoherencePart coherence, OrderPart order) {
  return hash_form(canonical_form(graph, coherence, order));
}

}  // namespace drover
