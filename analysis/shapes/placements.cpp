#include "analysis/shapes/placements.h"

#include <algorithm>
#include <set>
#include <utility>
#include <vector>

namespace drover::shapes {

namespace {

// Chooses the number of each thread at each level, the outer levels first: that of an earlier
// thread of the same place, or the next one.
class PlacementSearch {
 public:
  PlacementSearch(const Shape& shape, const ScopeWords& machine,
                  const std::function<bool(const Shape&)>& visit)
      : shape_(shape), levels_(machine.count), visit_(visit) {
    shape_.machine = &machine;
    shape_.places.assign(shape.threads.size(), std::vector<std::uint32_t>(levels_, 0));
    for (auto& thread : shape_.threads) {
      for (ShapeInstruction& at : thread) at.scope = 0;
    }
  }

  bool run() { return choose(1, 0); }

 private:
  bool choose(std::size_t level, std::size_t thread) {
    if (level == levels_) return visit_(shape_);
    if (thread == shape_.places.size()) return choose(level + 1, 0);
    std::uint32_t next = 0;
    for (std::size_t t = 0; t < thread; ++t) {
      if (is_same_place(t, thread, level)) next = std::max(next, shape_.places[t][level] + 1);
    }
    for (std::uint32_t number = 0; number <= next; ++number) {
      shape_.places[thread][level] = number;
      if (!choose(level, thread + 1)) return false;
    }
    shape_.places[thread][level] = 0;
    return true;
  }
  // True if two threads share all levels outside `level`.
  [[nodiscard]] bool is_same_place(std::size_t a, std::size_t b, std::size_t level) const {
    const auto& one = shape_.places[a];
    return std::equal(one.begin(), one.begin() + static_cast<std::ptrdiff_t>(level),
                      shape_.places[b].begin());
  }

  Shape shape_;
  std::size_t levels_;
  const std::function<bool(const Shape&)>& visit_;
};

}  // namespace

bool for_each_placement(const Shape& shape, const ScopeWords& machine,
                        const std::function<bool(const Shape&)>& visit) {
  return PlacementSearch(shape, machine, visit).run();
}

void for_each_scoping(const Shape& shape, Scopes towards,
                      const std::function<bool(const Shape&)>& visit) {
  const auto narrowest = static_cast<std::uint8_t>(shape.machine->count - 1);
  const std::uint8_t first = towards == Scopes::Narrower ? 0 : narrowest;
  const std::uint8_t last = towards == Scopes::Narrower ? narrowest : 0;
  Shape begin = shape;
  for (auto& thread : begin.threads) {
    for (ShapeInstruction& at : thread) at.scope = first;
  }
  std::set<std::vector<std::vector<ShapeInstruction>>> known{begin.threads};
  std::vector<Shape> left{std::move(begin)};
  while (!left.empty()) {
    Shape here = std::move(left.back());
    left.pop_back();
    if (!visit(here)) continue;
    for (auto& thread : here.threads) {
      for (ShapeInstruction& at : thread) {
        if (at.scope == last) continue;
        const std::uint8_t kept = at.scope;
        at.scope = static_cast<std::uint8_t>(towards == Scopes::Narrower ? kept + 1 : kept - 1);
        if (known.insert(here.threads).second) left.push_back(here);
        at.scope = kept;
      }
    }
  }
}

}  // namespace drover::shapes
