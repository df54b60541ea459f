#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "explorer/cat/value.h"
#include "explorer/graph/base_values.h"

namespace drover::cat::general {

// An execution as herd's models see it: its events, and the values of the predefined names.
class EventView {
 public:
  // `architecture` is the first word of a litmus test, or empty for the core language.
  explicit EventView(std::string architecture);

  void set_events(const ExecutionGraph& graph);
  // Sets reads-from and final writes, over the same events.
  void set_edges(const ExecutionGraph& graph);

  [[nodiscard]] const std::string& architecture() const { return architecture_; }
  [[nodiscard]] const ExecutionGraph& graph() const { return base_.graph(); }
  // The base sets and relations of this view.
  [[nodiscard]] const BaseValues& base() const { return base_; }
  [[nodiscard]] std::size_t size() const { return base_.size(); }
  // Returns the graph event of an event; of two halves, the first.
  [[nodiscard]] EventId original(EventId event) const { return base_.original(event); }

  struct Found {
    Value value;
    bool is_static = true;  // the same for all executions with these events
  };
  // Nothing if the architecture has no such name.
  [[nodiscard]] std::optional<Found> find(std::string_view name);
  // Returns the names that the architecture has.
  [[nodiscard]] std::vector<std::string> names() const;

 private:
  std::string architecture_;
  BaseValues base_;
  std::map<std::string, Found, std::less<>> known_;
};

}  // namespace drover::cat::general
