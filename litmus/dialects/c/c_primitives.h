#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

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
  std::string_view name;
  PrimitiveKind kind = PrimitiveKind::Load;
  std::size_t operands = 1;  // without memory orders
  std::size_t orders = 0;    // memory orders after them; without, seq_cst
  RmwOperator op = RmwOperator::Exchange;

  [[nodiscard]] bool returns_value() const;
};

[[nodiscard]] const Primitive* find_primitive(std::string_view name);
[[nodiscard]] std::vector<std::string> primitive_names();

// What `memory_order_…` stands for. `consume` is relaxed, as it is in herd's models.
[[nodiscard]] std::optional<Mode> find_memory_order(std::string_view name);
[[nodiscard]] std::vector<std::string> memory_order_names();

// The mode of a load or a store with an order that is not for it: what herd makes of it.
[[nodiscard]] constexpr Mode mode_of_load(Mode order) { return read_half(order); }
[[nodiscard]] constexpr Mode mode_of_store(Mode order) { return write_half(order); }

}  // namespace drover::litmus
