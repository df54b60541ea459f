#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "semantics/program/value.h"
#include "support/source_range.h"

// The program of an X86 litmus test, column by column.
namespace drover::litmus::x86 {

enum class OperandKind : std::uint8_t {
  Register,   // EAX
  Memory,     // [x], or [EAX]: what a register points to
  Immediate,  // $1 or 1
};

struct Operand {
  OperandKind kind = OperandKind::Immediate;
  std::string name;  // registers and memory
  Value number = 0;  // immediates
  SourceRange range;
};

struct Instruction {
  std::vector<std::string> labels;  // in front of it
  std::string mnemonic;             // in capitals; empty if there are only labels
  SourceRange mnemonic_range;
  bool has_lock = false;
  std::vector<Operand> operands;
  SourceRange range;
};

struct Thread {
  std::uint32_t number = 0;
  SourceRange range;
  std::vector<Instruction> code;
  bool is_lost = false;  // it has syntax errors: instructions are missing
};

struct Program {
  std::vector<Thread> threads;
};

}  // namespace drover::litmus::x86
