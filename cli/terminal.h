#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "cli/command_line.h"
#include "frontend/diagnostic_printer.h"

namespace drover::cli {

enum class Stream : std::uint8_t { Output, Error };

[[nodiscard]] bool is_terminal(Stream stream);
// Where somebody else passes on what this process writes. Before anything is written.
void assume_terminal(Stream stream, bool is_terminal);
// Nothing is written any more, or again.
void be_silent(bool is_silent);
[[nodiscard]] bool is_input_terminal();
// How many columns lines for standard output may have: those of the terminal (COLUMNS comes
// first), or 100.
[[nodiscard]] std::size_t output_columns();
[[nodiscard]] Colour colour_for(Stream stream, ColourChoice choice);
void write(Stream stream, std::string_view text);
// Whether something that was written got lost: the disk is full, or the stream is closed.
[[nodiscard]] bool has_failed(Stream stream);

}  // namespace drover::cli
