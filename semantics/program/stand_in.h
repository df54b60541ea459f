#pragma once

#include "semantics/program/address.h"

// A stand-in is a value in place of a number that a program may only copy, and compare with 0 or
// with other such numbers: each thread has its own. It is the address of an allocation that its
// thread never makes, so that symmetric threads may be exchanged with their stand-ins. What else is
// done with one depends on placement (depends_on_placement).
namespace drover::stand_in {

constexpr Value of_thread(ThreadId thread) {
  return address::of_allocation(thread, -1, address::MaxAllocations - 2);
}
constexpr bool is_stand_in(Value value) {
  return address::is_heap(value) && address::base(value) == value &&
         address::struct_index(value) == -1 &&
         address::allocation_count(value) == address::MaxAllocations - 2;
}
// A number other than 0 may be the one that the value stands for.
constexpr bool may_be_equal(Value stand_in, Value other) {
  return is_stand_in(stand_in) && other != 0 && !address::is_address(other);
}

}  // namespace drover::stand_in
