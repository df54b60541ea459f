#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "cli/command_line.h"
#include "frontend/diagnostic_printer.h"

namespace drover::cli {

enum class Stream : std::uint8_t { Output, Error };

[[nodiscard]] bool is_terminal(Stream stream);
// Overrides the system's answer, for a process whose output a launcher passes on. Call before any
// output.
void assume_terminal(Stream stream, bool is_terminal);
// Turns output off or on.
void be_silent(bool is_silent);
[[nodiscard]] bool is_input_terminal();
// Returns the columns of a line on standard output: the terminal's (COLUMNS comes first), or 100.
[[nodiscard]] std::size_t output_columns();
[[nodiscard]] Colour colour_for(Stream stream, ColourChoice choice);
void write(Stream stream, std::string_view text);
// True if output was lost: the disk is full, or the stream is closed.
[[nodiscard]] bool has_failed(Stream stream);

}  // namespace drover::cli
