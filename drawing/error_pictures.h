#pragma once

#include <functional>
#include <string>
#include <vector>

#include "explorer/exploration_result.h"
#include "explorer/models/memory_model.h"
#include "semantics/program/error_kind.h"

namespace drover::drawing {

struct ErrorPicture {
  ErrorKind kind{};
  std::string path;
};

struct ErrorPictures {
  std::vector<ErrorPicture> written;
  std::string complaint;  // empty if all went well
};

// What the picture of an error says about it.
using ErrorCaption = std::function<std::string(const ReportedError&)>;

// Draws the execution of each error. The first goes to `path`, whose ending says the format, those
// of further errors to PATH-2, ….
[[nodiscard]] ErrorPictures draw_errors(const ExplorationResult& result, const MemoryModel& model,
                                        const std::string& program, const std::string& path,
                                        const ErrorCaption& caption);

}  // namespace drover::drawing
