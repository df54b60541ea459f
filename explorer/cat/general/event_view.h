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

// The kind of program, as far as models can tell.
enum class Family : std::uint8_t {
  Core,     // programs of the core language
  C,        // a read-modify-write is one event that reads and writes
  Kernel,   // Linux kernel: a read-modify-write is two events, one after the other
  Machine,  // a read-modify-write is two events of one instruction, not ordered by the program
};
[[nodiscard]] Family family_of(std::string_view architecture);

// An execution as herd's models see it: its events, and the values of the predefined names
// (predefined.cpp).
class EventView {
 public:
  // `architecture` is the first word of a litmus test, or empty for the core language.
  explicit EventView(std::string architecture);

  void set_events(const ExecutionGraph& graph);
  // Sets reads-from and final writes, over the same events.
  void set_edges(const ExecutionGraph& graph);

  [[nodiscard]] const std::string& architecture() const { return architecture_; }
  [[nodiscard]] Family family() const { return family_; }
  [[nodiscard]] const ExecutionGraph& graph() const { return base_.graph(); }
  // The base sets and relations of this view.
  [[nodiscard]] const BaseValues& base() const { return base_; }
  // The number of events.
  [[nodiscard]] std::size_t size() const { return base_.size(); }
  // Returns the graph event of an event; of two halves, the first.
  [[nodiscard]] EventId original(EventId event) const { return base_.original(event); }

  struct Found {
    Value value;
    bool is_static = true;  // the same for all executions with these events
  };
  // Nothing if the architecture has no such name.
  [[nodiscard]] std::optional<Found> find(std::string_view name);

 private:
  std::string architecture_;
  Family family_;
  BaseValues base_;
  std::map<std::string, Value, std::less<>> of_events_;
  std::map<std::string, Value, std::less<>> of_edges_;
};

}  // namespace drover::cat::general
