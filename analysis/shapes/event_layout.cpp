#include "analysis/shapes/event_layout.h"

#include <algorithm>
#include <optional>

namespace drover::shapes {

EventLayout::EventLayout(const Shape& shape)
    : writes(location_count(shape)),
      is_accessed(writes.size()),
      thread_count(shape.threads.size()) {
  for (std::size_t t = 0; t < shape.threads.size(); ++t) {
    std::optional<std::uint8_t> last_read;
    for (const ShapeInstruction& at : shape.threads[t]) {
      const auto instruction = static_cast<std::uint8_t>(instructions.size());
      instructions.push_back(at.kind);
      ShapeEvent event{
          static_cast<std::uint8_t>(t), instruction, at.kind, false, false, at.location};
      if (at.dependency != Dependency::None && last_read) {
        event.dependency = at.dependency;
        event.source = *last_read;
        has_dependencies = true;
      }
      if (is_read(at.kind)) {
        last_read = static_cast<std::uint8_t>(events.size());
        reads.push_back(*last_read);
        events.push_back(event);
        events.back().is_read = true;
      }
      if (is_write(at.kind)) {
        writes[at.location].push_back(static_cast<std::uint8_t>(events.size()));
        events.push_back(event);
        events.back().is_write = true;
      }
      if (at.kind == InstructionKind::Fence) {
        events.push_back(event);
      } else {
        is_accessed[at.location] = true;
      }
    }
    if (!shape.threads[t].empty()) {
      last_of_thread.push_back(static_cast<std::uint8_t>(events.size() - 1));
    }
  }
  accessed_count = static_cast<std::size_t>(std::ranges::count(is_accessed, true));
}

}  // namespace drover::shapes
