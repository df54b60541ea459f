#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "frontend/section.h"
#include "frontend/source.h"
#include "semantics/program/tag.h"
#include "support/rmw_operator.h"

// The functions and macros of the Linux kernel that tests of its memory model call, after
// Documentation/atomic_t.txt, memory-barriers.txt and tools/memory-model of the kernel.
namespace drover::litmus::kernel {

enum class Kind : std::uint8_t {
  ReadPlace,      // READ_ONCE(*x)
  WritePlace,     // WRITE_ONCE(*x, v)
  Read,           // smp_load_acquire(x)
  Write,          // smp_store_release(x, v)
  WriteAndFence,  // smp_store_mb(*x, v)
  Fence,
  Exchange,           // xchg(x, v): returns the old value
  CompareExchange,    // cmpxchg(x, old, new): returns the value found
  Operate,            // atomic_add(v, x): returns nothing
  OperateReturn,      // atomic_add_return(v, x): returns the new value
  Fetch,              // atomic_fetch_add(v, x): returns the old value
  OperateIsZero,      // atomic_sub_and_test(v, x): true if the new value is 0
  OperateIsNegative,  // atomic_add_negative(v, x)
  AddUnless,          // atomic_add_unless(x, v, u): true if the value was not u
  Lock,
  Unlock,
  TryLock,
  IsLocked,
  SynchronizeSrcu,
};

struct Primitive {
  std::string name;
  Kind kind = Kind::Fence;
  Tag tag = Tag::Once;
  RmwOperator op = RmwOperator::Add;
  bool complements_operand = false;  // andnot
  bool is_step = false;              // inc, dec: the operand is 1
  std::size_t arguments = 0;

  [[nodiscard]] bool returns_value() const;
  // True if the first argument is `*x`, not an address.
  [[nodiscard]] bool takes_place() const;
};

// Null if there is none.
[[nodiscard]] const Primitive* find(std::string_view name);
[[nodiscard]] std::vector<std::string> names();

// Returns the first call, outside comments, of a function or macro whose name passes a test.
[[nodiscard]] std::optional<SourceRange> find_call(
    const SourceBuffer& source, Section section,
    const std::function<bool(std::string_view)>& is_wanted);
// Returns the first call of a function or macro that only the Linux kernel's dialect of C has. Such
// a call shows that a test is in that dialect (LKMM).
[[nodiscard]] std::optional<SourceRange> find_word(const SourceBuffer& source, Section section);

}  // namespace drover::litmus::kernel
