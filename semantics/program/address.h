#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>

#include "semantics/program/value.h"
#include "support/strong_id.h"

// Addresses are values. Each object has 2^24 cells of address space of its own, so
// that arithmetic on an address never reaches a neighbour by accident, and bit 62 is
// set in all of them. Objects, allocations and threads are counted from odd numbers, so that the
// integers that programs write (2^62, 2^61) are no addresses.
//
//   shared object:  0 1 0 | FirstObject + object : 37                           | cell : 24
//   allocation:     0 1 1 | thread : 13 | layout : 8 | FirstAllocation + k : 16 | cell : 24
//
// A thread as a value (what spawn gives) is neither an address nor an ordinary integer:
//   thread:         0 0 1 | FirstThread : 48                                    | thread : 13
// Its lower half is the number of the thread, as C programs use it: `int me = pthread_self();`.
//
// Null is 0. The k-th allocation of a thread has the same address in all executions in which it is
// of the same struct. `layout` is the index of the struct plus one, 0 for alloc(n): so the address
// of a cell tells its type.
namespace drover::address {

inline constexpr int CellBits = 24;
inline constexpr int CountBits = 16;
inline constexpr int LayoutBits = 8;
inline constexpr int ThreadBits = 13;
inline constexpr Value SharedTag = Value{1} << 62;
inline constexpr Value HeapTag = SharedTag | (Value{1} << 61);
inline constexpr Value HandleTag = Value{1} << 61;
inline constexpr Value CellMask = (Value{1} << CellBits) - 1;
inline constexpr std::uint32_t MaxCells = 1U << CellBits;
inline constexpr std::uint32_t MaxAllocations = 1U << CountBits;
inline constexpr std::uint32_t MaxLayouts = (1U << LayoutBits) - 1;
inline constexpr std::uint32_t MaxThreads = 1U << ThreadBits;
inline constexpr std::uint32_t MaxObjects = 1U << 20;
inline constexpr std::uint32_t FirstObject = 0x2b67a351;
inline constexpr std::uint32_t FirstAllocation = 0x2b67;
inline constexpr Value FirstThread = HandleTag | (Value{0x2b680000} << ThreadBits);

constexpr Value of_object(std::uint32_t object, std::uint32_t cell = 0) {
  return SharedTag + ((Value{FirstObject} + Value{object}) << CellBits) + Value{cell};
}
// `struct_index` as in Allocate: -1 for alloc(n).
constexpr Value of_allocation(ThreadId thread, int struct_index, std::uint32_t count) {
  const Value layout = struct_index + 1;
  return HeapTag | (Value{thread.value} << (CellBits + CountBits + LayoutBits)) |
         (layout << (CellBits + CountBits)) |
         (Value{(count + FirstAllocation) % MaxAllocations} << CellBits);
}
constexpr Value of_thread(ThreadId thread) { return FirstThread + Value{thread.value}; }
constexpr bool is_thread(Value value) {
  return value >= FirstThread && value < FirstThread + Value{MaxThreads};
}
constexpr ThreadId thread_of(Value value) {
  return ThreadId(static_cast<std::size_t>(value - FirstThread));
}
// The identity of a thread: the address of an allocation that it never makes. Its other cells are
// further values that only this thread has.
constexpr Value of_identity(ThreadId thread) {
  return of_allocation(thread, -1, MaxAllocations - 1);
}
constexpr bool is_shared(Value value) {
  return value >= of_object(0) && value < of_object(MaxObjects);
}
constexpr bool is_heap(Value value) { return value >= HeapTag; }
constexpr bool is_address(Value value) { return is_shared(value) || is_heap(value); }
constexpr std::uint64_t object(Value value) {
  return static_cast<std::uint64_t>((value - of_object(0)) >> CellBits);
}
// Returns the object of an address in (or after the last cell of) one of `count` shared objects.
constexpr std::optional<std::size_t> shared_object(Value value, std::size_t count) {
  if (!is_shared(value) || object(value) >= count) return std::nullopt;
  return static_cast<std::size_t>(object(value));
}
constexpr Value base(Value value) { return value & ~CellMask; }
constexpr std::uint32_t cell(Value value) { return static_cast<std::uint32_t>(value & CellMask); }
constexpr ThreadId allocating_thread(Value value) {
  return ThreadId(
      static_cast<std::size_t>((value >> (CellBits + CountBits + LayoutBits)) & (MaxThreads - 1)));
}
// The bits of an allocation's address that name the allocating thread.
inline constexpr Value ThreadMask = Value{MaxThreads - 1} << (CellBits + CountBits + LayoutBits);
constexpr bool is_same_thread(Value a, Value b) { return ((a ^ b) & ThreadMask) == 0; }
constexpr int struct_index(Value value) {
  return static_cast<int>((value >> (CellBits + CountBits)) & MaxLayouts) - 1;
}
constexpr std::uint32_t allocation_count(Value value) {
  const auto counted = static_cast<std::uint32_t>((value >> CellBits) & (MaxAllocations - 1));
  return (counted - FirstAllocation) % MaxAllocations;
}

constexpr bool is_identity(Value value) {
  return is_heap(value) && struct_index(value) == -1 &&
         allocation_count(value) == MaxAllocations - 1;
}

}  // namespace drover::address
