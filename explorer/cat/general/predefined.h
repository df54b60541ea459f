#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "explorer/cat/general/event_view.h"
#include "semantics/program/tag.h"

// The predefined names of a model, by architecture, in one table. A tag of an event is a set with
// its name; a new tag, or a relation from a dialect's instructions, is a row here.
namespace drover::cat::general {

enum class Source : std::uint8_t {
  Events,  // depends on the events
  Edges,   // also depends on reads-from or final writes
};

struct Predefined {
  std::string_view name;
  bool (*is_defined)(std::string_view architecture);
  Source source;
  Value (*make)(const EventView& view);
};

// Null if the architecture has no such name.
[[nodiscard]] const Predefined* find_predefined(std::string_view name,
                                                std::string_view architecture);
// Returns the tag whose events form the set of this name; nothing if events of the architecture
// cannot have it.
[[nodiscard]] std::optional<Tag> find_tag(std::string_view name, std::string_view architecture);
// Returns the names of an architecture.
[[nodiscard]] std::vector<std::string> predefined_names(std::string_view architecture);

}  // namespace drover::cat::general
