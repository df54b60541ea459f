#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "frontend/diagnostic.h"
#include "frontend/section.h"
#include "frontend/source.h"
#include "litmus/dialects/place.h"
#include "semantics/program/value.h"
#include "support/source_range.h"

// The program of a litmus test in assembly, column by column.
namespace drover::litmus::table {

enum class OperandKind : std::uint8_t {
  Number,    // #1, $1 or 1
  Name,      // a register, a label, an option
  Shift,     // LSL #2
  Memory,    // [X0,W1,SXTW]: parts
  Offset,    // 4(r1): the number, and the name in parentheses
  Relative,  // .+8
  List,      // {…}
};

struct Operand {
  OperandKind kind = OperandKind::Number;
  std::string name;
  std::string offset_name;       // Offset: `x(%rip)`
  std::string index_name;        // Offset: `(%rax,%rbx,8)`
  Value scale = 1;               // Offset: factor of the index
  bool has_segment = false;      // Offset: `%cs:0(%rax)`
  Value number = 0;              // Number, Shift, Offset, Relative
  std::vector<Operand> parts;    // Memory, List
  bool is_written_back = false;  // Memory: […]!
  SourceRange range;
};

struct Instruction {
  std::vector<std::string> labels;  // before the instruction
  std::string mnemonic;             // as written; empty for a cell with labels only
  SourceRange mnemonic_range;
  bool has_lock = false;  // prefix `lock`
  std::vector<Operand> operands;
  SourceRange range;
};

struct Thread {
  std::uint32_t number = 0;
  SourceRange range;
  std::vector<PlaceLevel> place;  // in a machine with scopes, as written
  std::vector<Instruction> code;
  bool is_lost = false;  // syntax errors: instructions are missing
};

}  // namespace drover::litmus::table

namespace drover::litmus {

// Reads a table of instructions. Reports every error. Nothing if even the columns are unknown.
// Columns with syntax errors are marked as lost.
[[nodiscard]] std::optional<std::vector<table::Thread>> parse_table(const SourceBuffer& source,
                                                                    Section section,
                                                                    DiagnosticSink& sink);

}  // namespace drover::litmus
