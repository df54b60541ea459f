#pragma once

#include <cstddef>
#include <functional>
#include <span>
#include <string>
#include <vector>

#include "drawing/selection.h"
#include "explorer/findings/exploration_result.h"
#include "explorer/models/memory_model.h"
#include "semantics/program/error_kind.h"

namespace drover::drawing {

struct ErrorPicture {
  ErrorKind kind{};
  std::string path;
};

struct ErrorPictures {
  std::vector<ErrorPicture> written;
  std::string complaint;  // empty on success
};

// Returns the caption of an error's picture.
using ErrorCaption = std::function<std::string(const ReportedError&)>;

// The drawn errors of a result, and the errors that a drawn error represents. Both omit errors
// without an execution.
struct DrawnErrors {
  std::vector<std::size_t> drawn;
  std::vector<std::size_t> left_out;
};
[[nodiscard]] DrawnErrors errors_to_draw(std::span<const ReportedError> errors, ErrorChoice choice);

// Draws the execution of each error selected by `choice`. The first goes to `path`, whose ending
// gives the format, further errors to PATH-2, ….
[[nodiscard]] ErrorPictures draw_errors(const ExplorationResult& result, const MemoryModel& model,
                                        const std::string& program, const std::string& path,
                                        ErrorChoice choice, const ErrorCaption& caption);

}  // namespace drover::drawing
