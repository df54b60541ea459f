#pragma once

#include <cstdint>
#include <string_view>

#include "litmus/dialects/instruction_writer.h"

// The supported instructions of AArch64.
namespace drover::litmus::aarch64 {

class Writer;

// Operations on one operand; of Select, on the second.
enum class BitOperation : std::uint8_t {
  None,
  Absolute,
  ReverseBits,
  ReverseBytes,
  ReverseBytes16,
  ReverseBytes32,
  LeadingZeros,
  LeadingSigns,
  CountBits,
  Increment,
  Invert,
  Negate,
};

struct Info {
  void (Writer::*lower)() = nullptr;  // null: the instruction does nothing
  Operation op = Operation::None;     // Other: a rotation
  BitOperation bit_op = BitOperation::None;
  std::uint8_t bits = 0;  // of an access or a source; 0: the size of its register
  bool is_signed = false;
  bool sets_flags = false;
  bool is_negated = false;  // CBNZ, TBNZ, MSUB, MNEG
  bool acquires = false;
  bool acquires_pc = false;
  bool releases = false;
  std::string_view operands = {};  // for diagnostics

  [[nodiscard]] Info acquiring() const {
    Info out = *this;
    out.acquires = true;
    return out;
  }
  [[nodiscard]] Info acquiring_pc() const {
    Info out = *this;
    out.acquires_pc = true;
    return out;
  }
  [[nodiscard]] Info releasing() const {
    Info out = *this;
    out.releases = true;
    return out;
  }
};

// Mnemonics are in capitals.
[[nodiscard]] const InstructionTable<Info>& instructions();

// Returns the extension of an unsupported instruction: "the Memory Tagging Extension". Empty if
// unknown.
[[nodiscard]] std::string_view extension_of(std::string_view mnemonic);

}  // namespace drover::litmus::aarch64
