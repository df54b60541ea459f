#include "input/same_code.h"

#include <string>

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
  return print_program(program);
}

}  // namespace

bool is_same_code(const Program& a, const Program& b) { return code_of(a) == code_of(b); }

}  // namespace drover::input
