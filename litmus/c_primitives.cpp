#include "litmus/c_primitives.h"

#include <algorithm>
#include <array>
#include <utility>

namespace drover::litmus {

namespace {

using enum PrimitiveKind;

constexpr std::array Primitives{
    Primitive{"atomic_load", Load, 1, 0},
    Primitive{"atomic_load_explicit", Load, 1, 1},
    Primitive{"atomic_store", Store, 2, 0},
    Primitive{"atomic_store_explicit", Store, 2, 1},
    Primitive{"atomic_init", Initialise, 2, 0},
    Primitive{"atomic_exchange", Exchange, 2, 0},
    Primitive{"atomic_exchange_explicit", Exchange, 2, 1},
    Primitive{"atomic_fetch_add", Exchange, 2, 0, RmwOperator::Add},
    Primitive{"atomic_fetch_add_explicit", Exchange, 2, 1, RmwOperator::Add},
    Primitive{"atomic_fetch_sub", Exchange, 2, 0, RmwOperator::Subtract},
    Primitive{"atomic_fetch_sub_explicit", Exchange, 2, 1, RmwOperator::Subtract},
    Primitive{"atomic_fetch_and", Exchange, 2, 0, RmwOperator::And},
    Primitive{"atomic_fetch_and_explicit", Exchange, 2, 1, RmwOperator::And},
    Primitive{"atomic_fetch_or", Exchange, 2, 0, RmwOperator::Or},
    Primitive{"atomic_fetch_or_explicit", Exchange, 2, 1, RmwOperator::Or},
    Primitive{"atomic_fetch_xor", Exchange, 2, 0, RmwOperator::Xor},
    Primitive{"atomic_fetch_xor_explicit", Exchange, 2, 1, RmwOperator::Xor},
    Primitive{"atomic_compare_exchange_strong", StrongCompareExchange, 3, 0},
    Primitive{"atomic_compare_exchange_strong_explicit", StrongCompareExchange, 3, 2},
    Primitive{"SCAS", StrongCompareExchange, 3, 2},
    Primitive{"atomic_compare_exchange_weak", WeakCompareExchange, 3, 0},
    Primitive{"atomic_compare_exchange_weak_explicit", WeakCompareExchange, 3, 2},
    Primitive{"WCAS", WeakCompareExchange, 3, 2},
    Primitive{"atomic_flag_test_and_set", TestAndSet, 1, 0},
    Primitive{"atomic_flag_test_and_set_explicit", TestAndSet, 1, 1},
    Primitive{"atomic_flag_clear", Clear, 1, 0},
    Primitive{"atomic_flag_clear_explicit", Clear, 1, 1},
    Primitive{"atomic_thread_fence", Fence, 0, 1},
    Primitive{"fence", Fence, 0, 1},
    Primitive{"lock", Lock, 1, 0},
    Primitive{"unlock", Unlock, 1, 0},
    Primitive{"mtx_lock", Lock, 1, 0},
    Primitive{"mtx_unlock", Unlock, 1, 0},
    Primitive{"spin_lock", Lock, 1, 0},
    Primitive{"spin_unlock", Unlock, 1, 0},
};

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
