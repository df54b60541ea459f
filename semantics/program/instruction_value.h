#pragma once

#include <optional>
#include <string>

#include "semantics/program/address.h"
#include "semantics/program/program.h"

namespace drover {

// Returns the shared object that a value is an address in (or after its last cell); nothing for
// other values.
[[nodiscard]] inline std::optional<std::size_t> shared_object_at(Value value,
                                                                 const Program& program) {
  const bool is_shared = address::is_address(value) && !address::is_heap(value) &&
                         address::object(value) < program.objects.size();
  return is_shared ? std::optional<std::size_t>(address::object(value)) : std::nullopt;
}

// True if a value is the address of a function, or of code after a label.
[[nodiscard]] inline bool is_code(Value value, const Program& program) {
  const auto object = shared_object_at(value, program);
  return object && program.objects[*object].is_function;
}

// Instructions as values, `instr:"NOP"` in litmus tests. They are compared, copied and shown, and
// have 32 bits, like the registers they are loaded into; the actual bits do not matter. Each is the
// number of an object without cells whose name is the text.
inline constexpr Value FirstInstruction = 0x5A5A0000;

[[nodiscard]] inline Value instruction_value(std::size_t object) {
  return FirstInstruction + static_cast<Value>(object);
}

// Returns the text of an instruction; null if the value is not an instruction of the program.
[[nodiscard]] inline const std::string* instruction_text(Value value, const Program& program) {
  if (value < FirstInstruction) return nullptr;
  const auto object = static_cast<std::uint64_t>(value - FirstInstruction);
  if (object >= program.objects.size()) return nullptr;
  const SharedObject& found = program.objects[object];
  return found.is_function && found.name.starts_with("instr:") ? &found.name : nullptr;
}

}  // namespace drover
