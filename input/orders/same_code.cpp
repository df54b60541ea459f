
#include <string>

#include "input/orders/order_trials.h"
#include "semantics/lower/c/lower_c.h"
#include "semantics/program/code_edit.h"
#include "semantics/program/program_printer.h"

namespace drover::input {

namespace {

std::string code_of(Program program) {
  for (Thread& thread : program.threads) {
    CodeEdit edit(thread.code);
    for (std::size_t i = 0; i < thread.code.size(); ++i) {
      const auto* fence = std::get_if<FenceInstruction>(&thread.code[i].body);
      const bool is_nothing = fence != nullptr && fence->mode == Mode::Rlx &&
                              fence->tags == TagSet{} && !fence->address;
      if (is_nothing) edit.erase(static_cast<InstructionIndex>(i));
    }
    if (!edit.is_empty()) thread.code = edit.apply().code;
    for (Instruction& each : thread.code) each.source = {};
  }
  // Lowering joins adjacent instructions.
  lowering::tidy_again(program);
  return print_program(program);
}

// Prints the program with one mode for all atomic accesses and fences.
std::string code_without_modes(Program program) {
  for (Thread& thread : program.threads) {
    for (Instruction& each : thread.code) {
      const InstructionModes modes = modes_of(each);
      for (Mode* mode : {modes.mode, modes.failure_mode}) {
        if (mode != nullptr && *mode != Mode::Na) *mode = Mode::Rlx;
      }
    }
  }
  return print_program(program);
}

}  // namespace

bool is_same_code(const Program& a, const Program& b) { return code_of(a) == code_of(b); }

bool is_same_but_modes(const Program& a, const Program& b) {
  return code_without_modes(a) == code_without_modes(b);
}

}  // namespace drover::input
