#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <random>

#include "explorer/models/memory_model.h"
#include "explorer/shapes/edit_candidate.h"

namespace drover {

// Random graphs near consistency: each grows event by event, keeping consistent.
class RandomGraphs {
 public:
  RandomGraphs(const MemoryModel& model, std::uint64_t seed, std::size_t max_events)
      : model_(model), random_(seed), max_events_(max_events) {}

  // Grows one graph and calls `visit`, until it answers false, on
  //   - each graph on the way, and each as it would be had its last event been added maximally;
  //   - the last graph with each of its reads reading from another write.
  // Answers whether all were visited.
  bool grow_one(const std::function<bool(const ShapedCandidate&)>& visit);

 private:
  std::size_t pick(std::size_t count) { return static_cast<std::size_t>(random_() % count); }
  AddedEvent pick_event(const ShapedCandidate& at, std::size_t locations);
  Dependency pick_dependency(const ShapedCandidate& at, const AddedEvent& event);
  [[nodiscard]] static AddedEvent maximal(const ShapedCandidate& at, AddedEvent event);
  void choose_place(const ShapedCandidate& at, AddedEvent& event);
  [[nodiscard]] bool is_consistent(const ShapedCandidate& at) const;
  bool redirect_reads(const ShapedCandidate& at,
                      const std::function<bool(const ShapedCandidate&)>& visit);

  const MemoryModel& model_;
  std::mt19937_64 random_;
  std::size_t max_events_;
};

}  // namespace drover
