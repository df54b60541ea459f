#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "drawing/compose.h"
#include "explorer/graph/execution_graph.h"
#include "explorer/graph/graph_names.h"
#include "explorer/models/memory_model.h"
#include "report/report_data.h"

namespace drover::report {

// Draws executions, as long as the page does not become too large.
class DrawingRoom {
 public:
  // Events of the largest execution that is drawn.
  static constexpr std::size_t MaxNodes = 250;

  // With room for this many bytes of pictures.
  explicit DrawingRoom(std::size_t max_bytes) : max_bytes_(max_bytes) {}

  // `request.relations` are chosen here: rf, co and fr, and in a second picture some of those that
  // the model defines.
  [[nodiscard]] Drawing draw(const ExecutionGraph& graph, const GraphNames& names,
                             const MemoryModel& model, drawing::PictureRequest request);
  // Whether something was not drawn to keep the page small.
  [[nodiscard]] bool is_full() const { return is_full_; }

 private:
  std::size_t max_bytes_;
  std::size_t bytes_ = 0;
  bool is_full_ = false;
};

}  // namespace drover::report
