#pragma once

#include <cstdint>
#include <string_view>

#include "litmus/dialects/instruction_writer.h"

// The instructions of AArch64 that are read, by what they do.
namespace drover::litmus::aarch64 {

class Writer;

// What instructions compute of one operand, of Select: of the second.
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
  void (Writer::*lower)() = nullptr;  // does nothing where there is none
  Operation op = Operation::None;     // Other: a rotation
  BitOperation bit_op = BitOperation::None;
  std::uint8_t bits = 0;  // of an access or a source: 0 is what its register has
  bool is_signed = false;
  bool sets_flags = false;
  bool is_negated = false;  // CBNZ, TBNZ, MSUB, MNEG
  bool acquires = false;
  bool acquires_pc = false;
  bool releases = false;
  std::string_view operands = {};  // in words

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

// What an instruction that is not read belongs to: "the Memory Tagging Extension". Empty: nothing
// that is known.
[[nodiscard]] std::string_view extension_of(std::string_view mnemonic);

}  // namespace drover::litmus::aarch64
