#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "cli/draw_command.h"
#include "semantics/program/program.h"
#include "semantics/program/value.h"

namespace drover::cli {

// A program to draw executions of.
struct DrawInput {
  Program program;
  std::string name;  // of the file without its ending, or of the litmus test
  std::string default_model;
  bool is_litmus = false;
  // Whether a final state, as values of Program::observables, is one that was asked for.
  std::function<bool(std::span<const Value>)> is_selected;
  // Whether it satisfies the (last) condition of the file itself; nothing where there is none.
  std::function<bool(std::span<const Value>)> is_witness;
};

struct LoadedInput {
  std::optional<DrawInput> input;  // nothing if there was an error
  std::string complaints;
};

// Reads what a command names. `outcome` is a condition on final states, empty for any: in the
// language of the file, and for litmus tests with C's operators too.
[[nodiscard]] LoadedInput load_input(const DrawCommand& command, const std::string& outcome);

}  // namespace drover::cli
