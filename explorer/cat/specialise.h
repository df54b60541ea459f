#pragma once

#include <cstdint>
#include <functional>

#include "explorer/cat/code.h"

namespace drover::cat {

// What is known of a set of events in the graphs of a program.
enum class SetExtent : std::uint8_t { Some, NoEvent, EveryEvent };

// Returns code whose checks have the same values in all graphs where the sets have the extent that
// `extent_of` says; the checks are in the same order. Relations that are empty there are left out,
// and restrictions to every event. The result has no definitions and no names but of nodes.
[[nodiscard]] Code specialised(const Code& code,
                               const std::function<SetExtent(NodeIndex)>& extent_of);

}  // namespace drover::cat
