#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "explorer/cat/general/event_view.h"
#include "semantics/program/tag.h"

// The names that a model may use before any file defines one, by architecture: one table. A tag of
// an event is a set with its name; a new tag, or a relation that a dialect's instructions give, is
// a row here.
namespace drover::cat::general {

enum class Source : std::uint8_t {
  Events,  // it follows from the events
  Edges,   // from reads-from or final writes, too
};

struct Predefined {
  std::string_view name;
  bool (*is_defined)(std::string_view architecture);
  Source source;
  Value (*make)(const EventView& view);
};

// nullptr where the architecture has no such name.
[[nodiscard]] const Predefined* find_predefined(std::string_view name,
                                                std::string_view architecture);
// The tag whose events are the set of this name, where events of the architecture may have it.
[[nodiscard]] std::optional<Tag> find_tag(std::string_view name, std::string_view architecture);
// Those of an architecture.
[[nodiscard]] std::vector<std::string> predefined_names(std::string_view architecture);

}  // namespace drover::cat::general
