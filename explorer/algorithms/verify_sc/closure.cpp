// The closure of a VSC instance, [RVF] §4.2 (2): applies its conditions to each read until nothing
// changes. Each step orders two unordered operations, so there are at most as many steps as pairs;
// in practice two or three rounds suffice.

#include "explorer/algorithms/verify_sc/closure.h"

#include <algorithm>

namespace drover::vsc {

namespace {

class Closure {
 public:
  Closure(VscInstance& instance, std::vector<OrderEdge>* steps)
      : instance_(instance),
        order_(instance.order()),
        steps_(steps),
        visible_(words_for(instance.capacity())) {}

  std::optional<ClosureConflict> run() {
    do {
      has_changed_ = false;
      for (const VscIndex reader : instance_.readers()) {
        if (instance_.is_settled(reader)) continue;
        visible_good_writes(instance_, reader, visible_);
        apply(reader);
        if (conflict_) return conflict_;
      }
    } while (has_changed_);
    return std::nullopt;
  }

 private:
  void apply(VscIndex reader) {
    // (1) A visible good write is left.
    if (std::ranges::all_of(visible_, [](std::uint64_t word) { return word == 0; })) {
      conflict_ = {reader, std::nullopt};
      return;
    }
    // (2) The read comes after the least of its visible good writes.
    const VscIndex least = extreme(Direction::After);
    if (least != NoOperation) order(least, reader, OrderReason::FirstSource, reader);
    // (3) Other writes before the read come before the greatest of them.
    const VscIndex greatest = extreme(Direction::Before);
    if (greatest != NoOperation) {
      for_each_other_write(reader, [&](VscIndex other) {
        if (order_.is_before(other, reader)) {
          order(other, greatest, OrderReason::LastSource, reader);
        }
      });
    }
    // (4) Other writes after all of them come after the read.
    for_each_other_write(reader, [&](VscIndex other) {
      if (is_subset(visible_, order_.before(other))) {
        order(reader, other, OrderReason::AfterSources, reader);
      }
    });
    if (!conflict_ && greatest != NoOperation && greatest == least) settle(reader, least);
  }

  // If there is one visible good write, and every other write comes before it or after the read,
  // the conditions hold and remain true: orders are never removed, and a write that hides the
  // visible one would have to come between it and the read.
  void settle(VscIndex reader, VscIndex source) {
    bool is_settled = true;
    for_each_other_write(reader, [&](VscIndex other) {
      is_settled =
          is_settled && (order_.is_before(other, source) || order_.is_before(reader, other));
    });
    if (is_settled) instance_.settle(reader);
  }

  enum class Direction : std::uint8_t { Before, After };

  // Returns the visible write that all others precede, or follow; NoOperation if there is none.
  [[nodiscard]] VscIndex extreme(Direction others_come) const {
    VscIndex found = NoOperation;
    for_each_bit(visible_, [&](std::size_t candidate) {
      if (found != NoOperation) return;
      const ConstBitRow others =
          others_come == Direction::After ? order_.after(candidate) : order_.before(candidate);
      bool has_all = true;
      for (std::size_t i = 0; i < visible_.size(); ++i) {
        const BitWord own = i == candidate / BitsPerWord ? bit_in_word(candidate) : 0;
        has_all = has_all && (visible_[i] & ~others[i] & ~own) == 0;
      }
      if (has_all) found = static_cast<VscIndex>(candidate);
    });
    return found;
  }

  // Visits the writes of the reader's variable that it must not read from, except the reader
  // itself.
  template <typename Visit>
  void for_each_other_write(VscIndex reader, Visit visit) const {
    const ConstBitRow writers = instance_.writers(instance_.operation(reader).variable);
    const ConstBitRow good = instance_.good_writes(reader);
    for (std::size_t i = 0; i < writers.size(); ++i) {
      for_each_bit_of_word(writers[i] & ~good[i], i, [&](std::size_t bit) {
        const auto other = static_cast<VscIndex>(bit);
        if (other != reader) visit(other);
      });
    }
  }

  void order(VscIndex before, VscIndex after, OrderReason rule, VscIndex reader) {
    if (conflict_ || order_.is_before(before, after)) return;
    const OrderEdge step{before, after, rule, reader};
    if (order_.is_before(after, before)) {
      conflict_ = {reader, step};
      return;
    }
    order_.add(before, after);
    has_changed_ = true;
    if (steps_ != nullptr) steps_->push_back(step);
  }

  VscInstance& instance_;
  PartialOrder& order_;
  std::vector<OrderEdge>* steps_;
  std::vector<std::uint64_t> visible_;
  std::optional<ClosureConflict> conflict_;
  bool has_changed_ = false;
};

}  // namespace

// [RVF] §2.2: a write is visible to a read unless it follows the read, or another write of the
// variable comes between the two.
void visible_good_writes(const VscInstance& instance, VscIndex reader, BitRow result) {
  const PartialOrder& order = instance.order();
  const ConstBitRow good = instance.good_writes(reader);
  const ConstBitRow before = order.before(reader);
  const ConstBitRow after = order.after(reader);
  const ConstBitRow writers = instance.writers(instance.operation(reader).variable);
  for (std::size_t i = 0; i < result.size(); ++i) result[i] = good[i] & ~after[i];
  for_each_bit(result, [&](std::size_t write) {
    const ConstBitRow later = order.after(write);
    std::uint64_t hiding = 0;
    for (std::size_t i = 0; i < later.size(); ++i) hiding |= later[i] & before[i] & writers[i];
    if (hiding != 0) erase_bit(result, write);
  });
}

std::optional<ClosureConflict> close(VscInstance& instance, std::vector<OrderEdge>* steps) {
  return Closure(instance, steps).run();
}

}  // namespace drover::vsc
