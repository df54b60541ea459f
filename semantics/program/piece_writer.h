#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "semantics/program/code_writer.h"
#include "semantics/program/program.h"

namespace drover {

// A part of an access, in bytes from its beginning.
struct AccessPiece {
  static constexpr unsigned ByteBits = 8;

  std::uint32_t begin = 0;
  std::uint32_t bytes = 0;

  [[nodiscard]] unsigned shift() const { return ByteBits * begin; }
  [[nodiscard]] unsigned bits() const { return ByteBits * bytes; }
  [[nodiscard]] Value mask() const { return mask_of(bits()); }
  static Value mask_of(unsigned bits) {
    return bits >= 64 ? Value{-1} : static_cast<Value>((std::uint64_t{1} << bits) - 1);
  }
};

// Writes the code of one thread anew, with pieces of accesses. A short-lived worker: holds
// references.
class PieceWriter {
 protected:
  explicit PieceWriter(Thread& thread) : thread_(thread), pool_(thread.expressions) {}

  // Calls `write` with the old code and the index of each instruction.
  template <typename Write>
  void rewrite(Write&& write) {
    const std::vector<Instruction> old = std::move(thread_.code);
    // The first targets have the numbers of the old instructions.
    for (std::size_t i = 0; i < old.size(); ++i) writer_.make_target();
    for (InstructionIndex at = 0; at < old.size(); ++at) {
      writer_.place({at});
      source_ = old[at].source;
      write(old, at);
    }
    thread_.code = writer_.finish();
  }

  void emit(InstructionBody body) { writer_.emit(std::move(body), source_); }
  ExprId constant(Value value) { return pool_.constant(value, source_); }
  ExprId value_of(RegisterId reg) { return pool_.register_value(reg, source_); }
  ExprId binary(Operator op, ExprId a, ExprId b) { return pool_.binary(op, a, b, source_); }
  // Returns an address so many bytes behind another.
  ExprId moved(ExprId address, std::uint32_t bytes) {
    if (const auto known = pool_.known(address)) return constant(*known + Value{bytes});
    return binary(Operator::Add, address, constant(Value{bytes}));
  }

  // Temporary registers have numbers.
  RegisterId kept(std::size_t which, ExprId value, std::optional<ExprId> picked_by = {}) {
    const RegisterId reg = temporary(which);
    emit(Assign{reg, value, picked_by});
    return reg;
  }
  RegisterId temporary(std::size_t which) {
    while (temporaries_.size() <= which) {
      temporaries_.emplace_back(thread_.registers.size());
      thread_.registers.push_back({"", false});
    }
    return temporaries_[which];
  }

  Thread& thread_;
  ExpressionPool& pool_;
  SourceRange source_;  // of the current instruction
  CodeWriter writer_;

 private:
  std::vector<RegisterId> temporaries_;
};

}  // namespace drover
