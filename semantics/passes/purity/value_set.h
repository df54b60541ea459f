#pragma once

#include <optional>
#include <vector>

#include "semantics/program/value.h"

namespace drover::passes {

// A set of values as disjoint ranges, so that conditions on one value can be joined, met and
// negated without loss: `a >= 4 && a != 4` is the one range that `a > 4` is.
class ValueSet {
 public:
  struct Range {
    Value first = 0;
    Value last = 0;

    bool operator==(const Range&) const = default;
  };

  static ValueSet all();
  static ValueSet none() { return {}; }
  static ValueSet only(Value value) { return range(value, value); }
  // All from `first` to `last`, both included; none if `first` is greater.
  static ValueSet range(Value first, Value last);
  static ValueSet less_than(Value bound);
  static ValueSet greater_than(Value bound);

  [[nodiscard]] bool is_empty() const { return ranges_.empty(); }
  [[nodiscard]] bool is_all() const { return *this == all(); }
  [[nodiscard]] bool contains(Value value) const;
  [[nodiscard]] bool contains(const ValueSet& other) const { return (*this & other) == other; }
  // The one value of a set that has one.
  [[nodiscard]] std::optional<Value> single() const;
  [[nodiscard]] const std::vector<Range>& ranges() const { return ranges_; }

  [[nodiscard]] ValueSet operator&(const ValueSet& other) const;
  [[nodiscard]] ValueSet operator|(const ValueSet& other) const;
  [[nodiscard]] ValueSet operator~() const;
  bool operator==(const ValueSet&) const = default;

 private:
  std::vector<Range> ranges_;  // ascending, with gaps between them
};

}  // namespace drover::passes
