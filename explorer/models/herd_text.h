#pragma once

#include <optional>
#include <string>

#include "explorer/models/memory_model.h"

namespace drover {

// Returns a built-in model as a cat file for herd7, under which herd gives the same answers: it has
// herd's names, and what they leave out. Nothing for the model of the Linux kernel, whose events
// herd gets from the kernel's own files.
[[nodiscard]] std::optional<std::string> herd_text(const MemoryModel& model);

}  // namespace drover
