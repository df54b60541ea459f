#pragma once

#include <cstddef>
#include <optional>
#include <string>

#include "semantics/program/label.h"
#include "semantics/program/topology.h"

namespace drover {

// Returns the level of the scope of an event in the machine; nothing if it has none.
[[nodiscard]] std::optional<std::size_t> scope_of(const Label& label, const Topology& topology);

// The same of an operation's tags.
[[nodiscard]] std::optional<std::size_t> scope_of(const TagSet& tags, const Topology& topology);

// Tags with the scope of a level in place of their own, if they have one.
[[nodiscard]] TagSet with_scope(const TagSet& tags, std::size_t level, const Topology& topology);

// Tags whose scope is that of the level `to`, if it was that of the level `from`.
[[nodiscard]] TagSet with_scope(const TagSet& tags, std::size_t from, std::size_t to,
                                const Topology& topology);

// Returns the place of a thread as tests write it, the innermost level first: `cta 0, gpu 1`.
[[nodiscard]] std::string place_text(ThreadId thread, const Topology& topology);

}  // namespace drover
