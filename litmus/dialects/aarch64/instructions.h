#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "semantics/program/tag.h"

// The instructions of AArch64 that are read, by what they do.
namespace drover::litmus::aarch64 {

enum class Form : std::uint8_t {
  Load,
  Store,
  LoadPair,
  StorePair,
  ExclusiveLoad,
  ExclusiveStore,
  ExclusiveLoadPair,
  ExclusiveStorePair,
  CompareAndSwap,
  CompareAndSwapPair,
  Swap,
  FetchOperation,
  StoreOperation,
  Barrier,
  InstructionBarrier,
  Nothing,
  Move,
  MoveWide,
  MoveKeep,
  MoveNot,
  Binary,       // d, n, m or #k
  Compare,      // n, m: as Binary, for the flags alone
  Negate,       // d, m
  Not,          // d, m
  Shift,        // d, n, m or #k
  BitField,     // d, n, #r, #s
  BitExtract,   // d, n, #lsb, #width
  BitInsert,    // d, n, #lsb, #width
  Extend,       // d, n
  Multiply,     // d, n, m
  MultiplyAdd,  // d, n, m, a
  MultiplyHigh,
  Divide,
  AddCarry,   // d, n, m and the carry
  OneSource,  // d, n: ABS, RBIT, REV…, CLZ, CNT
  TwoSource,  // SMAX, SMIN, UMAX, UMIN
  Select,     // d, n, m, condition
  SetIf,      // d, condition
  ChangeIf,   // d, n, condition
  CompareIf,  // n, m or #k, #flags, condition
  Jump,
  JumpIf,         // B.cond
  JumpIfZero,     // CBZ, CBNZ
  JumpIfBit,      // TBZ, TBNZ
  Call,           // BL: X30 gets the address of what is after it
  CallRegister,   // BLR
  JumpRegister,   // BR, RET
  AddressOfCode,  // ADR
  ReadSystem,     // MRS d, NZCV
  WriteSystem,    // MSR NZCV, n
};

enum class Operation : std::uint8_t {
  None,
  Add,
  Subtract,
  And,
  AndNot,
  Or,
  OrNot,
  Xor,
  XorNot,
  SignedMax,
  SignedMin,
  UnsignedMax,
  UnsignedMin,
  ShiftLeft,
  ShiftRight,
  ShiftArithmetic,
  Rotate,
  Absolute,
  ReverseBits,
  ReverseBytes,
  ReverseBytes16,
  ReverseBytes32,
  LeadingZeros,
  LeadingSigns,
  CountBits,
  Increment,  // of the second source of CSINC
  Invert,
  Negate,
};

struct Info {
  std::string mnemonic;
  Form form = Form::Nothing;
  Operation op = Operation::None;
  std::uint8_t bits = 0;  // of an access or a source: 0 is what its register has
  bool is_signed = false;
  bool sets_flags = false;
  bool is_negated = false;  // CBNZ, TBNZ, MSUB, MNEG
  bool acquires = false;
  bool acquires_pc = false;
  bool releases = false;
  std::string_view operands;  // in words
};

// nullptr if there is none. Mnemonics are in capitals.
[[nodiscard]] const Info* find(std::string_view mnemonic);
[[nodiscard]] const std::vector<Info>& all();

// What an instruction that is not read belongs to: "the Memory Tagging Extension". Empty: nothing
// that is known.
[[nodiscard]] std::string_view extension_of(std::string_view mnemonic);

}  // namespace drover::litmus::aarch64
