#pragma once

#include <cstdint>
#include <functional>
#include <optional>

#include "explorer/cat/code.h"

namespace drover::cat {

// What is known of a set of events in the graphs of a program.
enum class SetExtent : std::uint8_t { Some, NoEvent, EveryEvent };

// Returns code whose checks have the same values in all graphs where the sets have the extent that
// `extent_of` says; the checks are in the same order. Relations that are empty there are left out,
// and restrictions to every event. The result has no definitions and no names but of nodes.
[[nodiscard]] Code specialised(const Code& code,
                               const std::function<SetExtent(NodeIndex)>& extent_of);

// Returns code with larger relations: those of a `let rec` that are within po are po. What its
// axioms allow, those of `code` allow, in graphs in which no event reads from a later one of its
// thread (Lemma 79, docs/proofs.md). Nothing if there is no such relation, or if one is subtracted.
[[nodiscard]] std::optional<Code> coarsened(const Code& code);

}  // namespace drover::cat
