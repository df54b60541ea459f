#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "explorer/graph/graph_names.h"
#include "explorer/histories/history_check.h"
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

// Returns lines, each ended.
[[nodiscard]] std::string history_as_text(const HistoryPicture& picture);
[[nodiscard]] std::string history_as_svg(const HistoryPicture& picture);

}  // namespace drover::drawing
