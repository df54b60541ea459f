#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "explorer/models/memory_model.h"
#include "semantics/program/program.h"

// Programs that a search has found, as texts that are run again before they are shown.
namespace drover::cli {

// Makes a name valid for files and litmus tests.
[[nodiscard]] std::string plain_name(std::string_view name);
// Reads a core program that a search found. Throws if it is not well-formed.
[[nodiscard]] std::shared_ptr<const Program> found_program(const std::string& core);
// True if the reference algorithm reaches the condition of a program, or of a litmus test.
[[nodiscard]] bool reaches(const Program& program, const MemoryModel& model);
[[nodiscard]] bool litmus_reaches(const std::string& text, const MemoryModel& model);
// Throws if there is no text: a program that is found can be printed.
[[nodiscard]] std::string printed(const std::optional<std::string>& text);
// Throws unless the search was right about `name`.
void confirm(bool is_so, const std::string& name);

}  // namespace drover::cli
