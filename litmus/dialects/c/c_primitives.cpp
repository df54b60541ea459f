#include "litmus/dialects/c/c_primitives.h"

#include <algorithm>
#include <array>
#include <utility>

#include "frontend/suggestion.h"
#include "support/format.h"

namespace drover::litmus {

namespace {

const std::vector<Primitive>& primitives() {
  static const std::vector<Primitive> all = [] {
    using enum PrimitiveKind;
    std::vector<Primitive> out;
    // Adds a function that is sequentially consistent, and its form with memory orders.
    const auto put = [&](std::string_view name, PrimitiveKind kind, std::size_t operands,
                         std::size_t orders = 1, RmwOperator op = RmwOperator::Exchange) {
      out.push_back({std::string(name), kind, operands, 0, op});
      out.push_back({format("{}_explicit", name), kind, operands, orders, op});
    };
    put("atomic_load", Load, 1);
    put("atomic_store", Store, 2);
    out.push_back({"atomic_init", Initialise, 2, 0});
    for (const RmwNames& names : RmwTable) put(names.c, Exchange, 2, 1, names.op);
    put("atomic_compare_exchange_strong", StrongCompareExchange, 3, 2);
    out.push_back({"SCAS", StrongCompareExchange, 3, 2});
    put("atomic_compare_exchange_weak", WeakCompareExchange, 3, 2);
    out.push_back({"WCAS", WeakCompareExchange, 3, 2});
    put("atomic_flag_test_and_set", TestAndSet, 1);
    put("atomic_flag_clear", Clear, 1);
    out.push_back({"atomic_thread_fence", Fence, 0, 1});
    out.push_back({"fence", Fence, 0, 1});
    for (const std::string prefix : {"", "mtx_", "spin_"}) {
      out.push_back({prefix + "lock", Lock, 1, 0});
      out.push_back({prefix + "unlock", Unlock, 1, 0});
    }
    return out;
  }();
  return all;
}

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
  return kind == Load || kind == Exchange || kind == StrongCompareExchange ||
         kind == WeakCompareExchange || kind == TestAndSet;
}

const Primitive* find_primitive(std::string_view name) {
  const auto found = std::ranges::find(primitives(), name, &Primitive::name);
  return found == primitives().end() ? nullptr : &*found;
}

std::vector<std::string> primitive_names() {
  std::vector<std::string> names;
  for (const Primitive& primitive : primitives()) names.push_back(primitive.name);
  return names;
}

Mode memory_order_of(const c::Expression& given, DiagnosticSink& sink) {
  const bool is_name = given.kind == c::ExpressionKind::Name;
  if (is_name) {
    for (const auto& [order, mode] : MemoryOrders) {
      if (order == given.name) return mode;
    }
  }
  std::vector<std::string> names;
  for (const auto& [order, mode] : MemoryOrders) names.emplace_back(order);
  const std::string text = is_name ? given.name : "this";
  sink.report(DiagnosticKind::LitmusMemoryOrder, given.range, {text})
      .with_hint(did_you_mean(text, names));
  return Mode::Sc;
}

std::string_view order_name(Mode mode) {
  if (mode == Mode::Na) mode = Mode::Rlx;
  if (mode == Mode::Plain) mode = Mode::Sc;
  return std::ranges::find(MemoryOrders, mode, &std::pair<std::string_view, Mode>::second)->first;
}

}  // namespace drover::litmus
