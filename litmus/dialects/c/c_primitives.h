#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "frontend/diagnostic.h"
#include "litmus/dialects/c/parse_c.h"
#include "semantics/program/mode.h"
#include "semantics/program/program.h"

namespace drover::litmus {

// The functions of C litmus tests.
enum class PrimitiveKind : std::uint8_t {
  Load,
  Store,
  Exchange,  // and fetch-and-operate
  StrongCompareExchange,
  WeakCompareExchange,
  Fence,
  Lock,
  Unlock,
  TestAndSet,
  Clear,
  Initialise
};

struct Primitive {
  std::string name;
  PrimitiveKind kind = PrimitiveKind::Load;
  std::size_t operands = 1;  // memory orders not counted
  std::size_t orders = 0;    // memory orders after the operands; 0: seq_cst
  RmwOperator op = RmwOperator::Exchange;

  [[nodiscard]] bool returns_value() const;
};

[[nodiscard]] const Primitive* find_primitive(std::string_view name);
[[nodiscard]] std::vector<std::string> primitive_names();

// Returns the mode of `memory_order_…`. `consume` is relaxed, as in herd's models. Reports an
// argument that is no memory order.
[[nodiscard]] Mode memory_order_of(const c::Expression& given, DiagnosticSink& sink);
// Returns the memory order of a mode: relaxed for `na`, seq_cst for none.
[[nodiscard]] std::string_view order_name(Mode mode);

}  // namespace drover::litmus
