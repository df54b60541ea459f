#pragma once

#include <cstddef>
#include <string>

#include "explorer/exploration_result.h"
#include "explorer/models/memory_model.h"

namespace drover::cli {

// `check --picture FILE`: the first error's execution; those of further errors go to FILE-2, ….
struct ErrorPictures {
  std::string note;       // for the report: where they are
  std::string complaint;  // empty if all went well
};
[[nodiscard]] ErrorPictures draw_errors(const ExplorationResult& result, const MemoryModel& model,
                                        const std::string& program, const std::string& path);

// `a.svg` as `a-3.svg`.
[[nodiscard]] std::string numbered(const std::string& path, std::size_t number);

}  // namespace drover::cli
