#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "drawing/execution_picture.h"
#include "drawing/picture.h"
#include "explorer/findings/exploration_result.h"
#include "explorer/graph/graph_names.h"
#include "explorer/histories/history_check.h"
#include "explorer/models/memory_model.h"
#include "semantics/program/program.h"

// The calls of a history as intervals: time goes from left to right, each thread has a row.
namespace drover::drawing {

struct CallInterval {
  std::string text;
  std::size_t thread = 0;
  // In steps of time. A call that the client orders before another ends before that one begins.
  std::size_t begin = 0;
  std::optional<std::size_t> end;    // nothing: it has not returned
  std::optional<std::size_t> point;  // where it takes effect, in a legal order
};

struct HistoryPicture {
  std::vector<std::string> threads;
  std::vector<CallInterval> calls;
  std::size_t steps = 0;
};

// Places the calls of a fault. If they have a legal order, whose promises are not kept, each has
// its place in it as a point.
[[nodiscard]] HistoryPicture picture_of(const histories::HistoryFault& fault,
                                        const SpecifiedObject& object, const GraphNames& names);

// Returns the calls that an error is about; nothing if it is not about calls.
[[nodiscard]] std::optional<HistoryPicture> picture_of(const ReportedError& error,
                                                       const ExplorationResult& result,
                                                       const MemoryModel& model,
                                                       ClientOrders clients);
// Returns the calls of an object in an execution, with points if they have a legal order. Nothing
// if there are none, or the model does not order them.
[[nodiscard]] std::optional<HistoryPicture> picture_of_calls(const ExecutionGraph& graph,
                                                             const ExplorationResult& result,
                                                             const MemoryModel& model,
                                                             std::size_t object);

// Returns lines, each ended.
[[nodiscard]] std::string history_as_text(const HistoryPicture& picture);
[[nodiscard]] std::string history_as_svg(const HistoryPicture& picture);

// Draws the calls of several objects, one below the other.
[[nodiscard]] WrittenPicture draw_calls(const std::vector<HistoryPicture>& pictures,
                                        PictureFormat format);

}  // namespace drover::drawing
