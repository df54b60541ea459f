#pragma once

#include <vector>

#include "explorer/histories/sequential_object.h"

namespace drover::histories {

// The specifications of built-in objects.
class BuiltInObject : public SequentialObject {
 public:
  explicit BuiltInObject(SpecifiedObject object) : object_(std::move(object)) {}

  [[nodiscard]] ObjectState initial() const override;
  void step(const ObjectState& state, const Call& call, std::size_t index,
            std::vector<StepTaken>& out) override;

 private:
  SpecifiedObject object_;
};

}  // namespace drover::histories
