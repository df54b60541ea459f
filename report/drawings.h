#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "drawing/compose.h"
#include "explorer/graph/execution_graph.h"
#include "explorer/graph/graph_names.h"
#include "explorer/models/memory_model.h"
#include "report/report_command.h"
#include "report/report_data.h"

namespace drover::report {

// A model, and its place among the runs.
struct PlacedModel {
  std::size_t place = 0;
  const MemoryModel* model = nullptr;
};

enum class Need : std::uint8_t { Always, WhereThereIsRoom };

// An execution that is drawn, and under which models.
struct DrawnExecution {
  const ExecutionGraph& graph;
  const GraphNames& names;
  const std::vector<PlacedModel>& models;
  const drawing::PictureRequest& request;
};

// Draws executions, as long as the page does not become too large.
class DrawingRoom {
 public:
  // Events of the largest execution that is drawn.
  static constexpr std::size_t MaxNodes = 250;

  // With room for this many bytes of pictures, and so many seconds from the first of them.
  // `annotate`, if there is one, gives what else is to be known of each execution that is drawn.
  DrawingRoom(std::size_t max_bytes, double max_seconds, Annotate annotate = {})
      : max_bytes_(max_bytes), max_seconds_(max_seconds), annotate_(std::move(annotate)) {}

  // `request.relations` are chosen here, by each of `models`: rf, co, fr and what it asks to be
  // shown, and in a second picture some of those that it defines. Models whose pictures are the
  // same have one together.
  [[nodiscard]] Drawing draw(const ExecutionGraph& graph, const GraphNames& names,
                             const std::vector<PlacedModel>& models,
                             const drawing::PictureRequest& request, Need need);
  // Whether there is time for it, and it is not too large: what is not is not looked at closely.
  [[nodiscard]] bool may_draw(const ExecutionGraph& graph) {
    return obstacle(graph, Need::Always).empty();
  }
  // Whether something was not drawn to keep the page small.
  [[nodiscard]] bool is_full() const { return is_full_; }

 private:
  struct Composed;
  using Clock = std::chrono::steady_clock;

  // Why an execution is not drawn; empty: it is.
  [[nodiscard]] std::string obstacle(const ExecutionGraph& graph, Need need);
  [[nodiscard]] bool is_time_over();
  [[nodiscard]] DrawnRelations write(const Composed& composed, const std::string& known);

  std::size_t max_bytes_;
  double max_seconds_;
  std::optional<Clock::time_point> begin_;
  Annotate annotate_;
  std::size_t bytes_ = 0;
  bool is_full_ = false;
};

}  // namespace drover::report
