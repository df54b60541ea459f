#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <random>

#include "analysis/shapes/edit_candidate.h"
#include "explorer/models/memory_model.h"

namespace drover::audit {

// Generates random graphs near consistency: each grows event by event and stays consistent.
class RandomGraphs {
 public:
  RandomGraphs(const MemoryModel& model, std::uint64_t seed, std::size_t max_events)
      : model_(model), random_(seed), max_events_(max_events) {}

  // Grows one graph and calls `visit`, until it returns false, on
  // - each intermediate graph, and its variant with the last event added maximally;
  // - the last graph with each of its reads redirected to another write.
  // Returns true if all were visited.
  bool grow_one(const std::function<bool(const shapes::ShapedCandidate&)>& visit);

 private:
  std::size_t pick(std::size_t count) { return static_cast<std::size_t>(random_() % count); }
  shapes::AddedEvent pick_event(const shapes::ShapedCandidate& at, std::size_t locations);
  shapes::Dependency pick_dependency(const shapes::ShapedCandidate& at,
                                     const shapes::AddedEvent& event);
  [[nodiscard]] static shapes::AddedEvent maximal(const shapes::ShapedCandidate& at,
                                                  shapes::AddedEvent event);
  void choose_place(const shapes::ShapedCandidate& at, shapes::AddedEvent& event);
  [[nodiscard]] bool is_consistent(const shapes::ShapedCandidate& at) const;
  bool redirect_reads(const shapes::ShapedCandidate& at,
                      const std::function<bool(const shapes::ShapedCandidate&)>& visit);

  const MemoryModel& model_;
  std::mt19937_64 random_;
  std::size_t max_events_;
};

}  // namespace drover::audit
