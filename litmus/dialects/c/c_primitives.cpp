#include "litmus/dialects/c/c_primitives.h"

#include <algorithm>
#include <array>
#include <utility>

namespace drover::litmus {

namespace {

constexpr std::array Accesses{
    Primitive{"atomic_load", PrimitiveKind::Load, 1, 0},
    Primitive{"atomic_load_explicit", PrimitiveKind::Load, 1, 1},
    Primitive{"atomic_store", PrimitiveKind::Store, 2, 0},
    Primitive{"atomic_store_explicit", PrimitiveKind::Store, 2, 1},
    Primitive{"atomic_init", PrimitiveKind::Initialise, 2, 0},
};

// Functions that always succeed and return the old value.
constexpr auto Exchanges = [] {
  std::array<Primitive, 2 * RmwTable.size()> all{};
  for (std::size_t i = 0; i < RmwTable.size(); ++i) {
    const RmwNames& names = RmwTable[i];
    all[2 * i] = {names.c, PrimitiveKind::Exchange, 2, 0, names.op};
    all[2 * i + 1] = {names.c_explicit, PrimitiveKind::Exchange, 2, 1, names.op};
  }
  return all;
}();

constexpr std::array Others{
    Primitive{"atomic_compare_exchange_strong", PrimitiveKind::StrongCompareExchange, 3, 0},
    Primitive{"atomic_compare_exchange_strong_explicit", PrimitiveKind::StrongCompareExchange, 3,
              2},
    Primitive{"SCAS", PrimitiveKind::StrongCompareExchange, 3, 2},
    Primitive{"atomic_compare_exchange_weak", PrimitiveKind::WeakCompareExchange, 3, 0},
    Primitive{"atomic_compare_exchange_weak_explicit", PrimitiveKind::WeakCompareExchange, 3, 2},
    Primitive{"WCAS", PrimitiveKind::WeakCompareExchange, 3, 2},
    Primitive{"atomic_flag_test_and_set", PrimitiveKind::TestAndSet, 1, 0},
    Primitive{"atomic_flag_test_and_set_explicit", PrimitiveKind::TestAndSet, 1, 1},
    Primitive{"atomic_flag_clear", PrimitiveKind::Clear, 1, 0},
    Primitive{"atomic_flag_clear_explicit", PrimitiveKind::Clear, 1, 1},
    Primitive{"atomic_thread_fence", PrimitiveKind::Fence, 0, 1},
    Primitive{"fence", PrimitiveKind::Fence, 0, 1},
    Primitive{"lock", PrimitiveKind::Lock, 1, 0},
    Primitive{"unlock", PrimitiveKind::Unlock, 1, 0},
    Primitive{"mtx_lock", PrimitiveKind::Lock, 1, 0},
    Primitive{"mtx_unlock", PrimitiveKind::Unlock, 1, 0},
    Primitive{"spin_lock", PrimitiveKind::Lock, 1, 0},
    Primitive{"spin_unlock", PrimitiveKind::Unlock, 1, 0},
};

constexpr auto Primitives = [] {
  std::array<Primitive, Accesses.size() + Exchanges.size() + Others.size()> all{};
  auto* end = std::ranges::copy(Accesses, all.begin()).out;
  end = std::ranges::copy(Exchanges, end).out;
  std::ranges::copy(Others, end);
  return all;
}();

constexpr std::array<std::pair<std::string_view, Mode>, 6> MemoryOrders{{
    {"memory_order_relaxed", Mode::Rlx},
    {"memory_order_consume", Mode::Rlx},
    {"memory_order_acquire", Mode::Acq},
    {"memory_order_release", Mode::Rel},
    {"memory_order_acq_rel", Mode::AcqRel},
    {"memory_order_seq_cst", Mode::Sc},
}};

}  // namespace

bool Primitive::returns_value() const {
  using enum PrimitiveKind;
  switch (kind) {
    case Load:
    case Exchange:
    case StrongCompareExchange:
    case WeakCompareExchange:
    case TestAndSet: return true;
    case Store:
    case Fence:
    case Lock:
    case Unlock:
    case Clear:
    case Initialise: return false;
  }
  return false;
}

const Primitive* find_primitive(std::string_view name) {
  const auto* found = std::ranges::find(Primitives, name, &Primitive::name);
  return found == Primitives.end() ? nullptr : found;
}

std::vector<std::string> primitive_names() {
  std::vector<std::string> names;
  names.reserve(Primitives.size());
  for (const Primitive& primitive : Primitives) names.emplace_back(primitive.name);
  return names;
}

std::optional<Mode> find_memory_order(std::string_view name) {
  for (const auto& [order, mode] : MemoryOrders) {
    if (order == name) return mode;
  }
  return std::nullopt;
}

std::vector<std::string> memory_order_names() {
  std::vector<std::string> names;
  names.reserve(MemoryOrders.size());
  for (const auto& [order, mode] : MemoryOrders) names.emplace_back(order);
  return names;
}

}  // namespace drover::litmus
