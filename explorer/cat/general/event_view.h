#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "explorer/cat/general/value.h"
#include "explorer/graph/base_values.h"

namespace drover::cat::general {

// What kind of program an execution is of, where models can tell.
enum class Family : std::uint8_t {
  Core,     // programs of the core language
  C,        // a read-modify-write is one event, which reads and writes
  Kernel,   // the Linux kernel's: it is two events, one after the other
  Machine,  // it is two events of one instruction, not ordered by the program
};
[[nodiscard]] Family family_of(std::string_view architecture);

// An execution as herd's models see it: which events there are, and what the names that are
// defined before any file is read stand for (predefined.cpp).
class EventView {
 public:
  // An architecture is the first word of a litmus test, or empty for the core language.
  explicit EventView(std::string architecture);

  void set_events(const ExecutionGraph& graph);
  // Reads-from and final writes, over the same events.
  void set_edges(const ExecutionGraph& graph);

  [[nodiscard]] const std::string& architecture() const { return architecture_; }
  [[nodiscard]] Family family() const { return family_; }
  [[nodiscard]] const ExecutionGraph& graph() const { return base_.graph(); }
  // Base sets and relations, between its events.
  [[nodiscard]] const BaseValues& base() const { return base_; }
  // The number of events.
  [[nodiscard]] std::size_t size() const { return base_.size(); }
  // The event of the graph that an event is, its first half where there are two.
  [[nodiscard]] EventId original(EventId event) const { return base_.original(event); }

  struct Found {
    Value value;
    bool is_static = true;  // it is the same for all executions with these events
  };
  // Nothing where the architecture has no such name.
  [[nodiscard]] std::optional<Found> find(std::string_view name);

 private:
  std::string architecture_;
  Family family_;
  BaseValues base_;
  std::map<std::string, Value, std::less<>> of_events_;
  std::map<std::string, Value, std::less<>> of_edges_;
};

}  // namespace drover::cat::general
