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
#include "report/model_runs.h"
#include "report/report_command.h"
#include "report/report_data.h"

namespace drover::report {

enum class Need : std::uint8_t { Always, WhereThereIsRoom };

// A drawn execution and its models.
struct DrawnExecution {
  const ExecutionGraph& graph;
  const GraphNames& names;
  const std::vector<PlacedModel>& models;
  const drawing::PictureRequest& request;
};

// Draws executions up to a limit on the page's size.
class DrawingRoom {
 public:
  // Events of the largest drawn execution.
  static constexpr std::size_t MaxNodes = 250;

  // Limits the bytes of pictures, and the seconds from the first picture on. `annotate`, if set,
  // returns additional data for each drawn execution.
  DrawingRoom(std::size_t max_bytes, double max_seconds, Annotate annotate = {})
      : max_bytes_(max_bytes), max_seconds_(max_seconds), annotate_(std::move(annotate)) {}

  // Chooses `request.relations` for each of `models`: rf, co, fr and the relations the model asks
  // for, and in a detailed picture some that it defines. Models with equal pictures share one.
  [[nodiscard]] Drawing draw(const ExecutionGraph& graph, const GraphNames& names,
                             const std::vector<PlacedModel>& models,
                             const drawing::PictureRequest& request, Need need);
  // True if time suffices and the execution is not too large.
  [[nodiscard]] bool may_draw(const ExecutionGraph& graph) {
    return obstacle(graph, Need::Always).empty();
  }
  // True if pictures were left out to keep the page small.
  [[nodiscard]] bool is_full() const { return is_full_; }

 private:
  struct Composed;
  using Clock = std::chrono::steady_clock;

  // Returns why an execution is not drawn. Empty if it is.
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
