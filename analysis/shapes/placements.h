#pragma once

#include <cstdint>
#include <functional>

#include "analysis/shapes/shape.h"
#include "support/scope_words.h"

namespace drover::shapes {

// Calls `visit` on the shape with its threads at all places of a machine, once up to the numbers of
// places, until it returns false; true if all were visited. All instructions have the widest scope.
bool for_each_placement(const Shape& shape, const ScopeWords& machine,
                        const std::function<bool(const Shape&)>& visit);

enum class Scopes : std::uint8_t { Narrower, Wider };

// Calls `visit` on the shape with its narrowest (or widest) scopes, and, wherever `visit` returns
// true, on those that are one step wider (or narrower). Each shape once.
void for_each_scoping(const Shape& shape, Scopes towards,
                      const std::function<bool(const Shape&)>& visit);

}  // namespace drover::shapes
