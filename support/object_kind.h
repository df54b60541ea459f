#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "support/source_range.h"

// The objects whose specifications are built in, and what a program says about its objects. Used by
// the front ends, programs and the check of linearizability.
namespace drover {

enum class ObjectKind : std::uint8_t {
  Code,     // the program has the specification as code
  Program,  // a program with the same calls, run one after the other, perhaps the program itself
  Register,
  Counter,
  Queue,
  Stack,
  Deque,
  PriorityQueue,
  Set,
  Map,
  Multiset,
  Lock,
  Semaphore,
  Barrier,
  Snapshot
};

// The effect of an operation of a built-in object.
enum class Method : std::uint8_t {
  Write,        // (v)
  Read,         // () -> v
  Increment,    // () or (n)
  Decrement,    // () or (n)
  FetchAdd,     // () or (n) -> the old value
  Insert,       // (v)
  Remove,       // () -> v, or the value for "empty"
  InsertFront,  // (v)
  RemoveFront,  // () -> v, or the value for "empty"
  Add,          // (k) -> whether the set changed
  Erase,        // (k) -> whether the set changed
  Contains,     // (k) -> 1 or 0
  Count,        // (k) -> how many
  Put,          // (k, v)
  Get,          // (k) -> v, or the value for "empty"
  Acquire,      // (): waits
  TryAcquire,   // () -> whether it was taken
  Release,      // ()
  Arrive,       // ()
  Await,        // (): waits for all arrivals
  Update,       // (i, v)
  Scan          // () -> all cells, as the digits of a number
};

struct MethodInfo {
  Method method = Method::Read;
  std::string_view names;  // with blanks between them, the usual one first
  bool has_result = false;
};
struct ObjectKindInfo {
  ObjectKind kind = ObjectKind::Queue;
  std::string_view name;
  std::span<const MethodInfo> methods;
};

// All built-in objects.
[[nodiscard]] std::span<const ObjectKindInfo> object_kinds();
// Null if there is none of this name.
[[nodiscard]] const ObjectKindInfo* find_object_kind(std::string_view name);
[[nodiscard]] const ObjectKindInfo& info_of(ObjectKind kind);
// Null if the object has no method of this name.
[[nodiscard]] const MethodInfo* find_method(const ObjectKindInfo& object, std::string_view name);
// Returns the built-in object that has methods of all these names; null if there is none.
[[nodiscard]] const ObjectKindInfo* object_with(std::span<const std::string> methods);

// The synchronisation that clients may rely on besides values.
enum class Promise : std::uint8_t {
  None,
  Matched,                // v: a removal knows the insertion whose value it returns
  Insertions,             // vi: and insertions know all earlier insertions
  Removals,               // vr: and successful removals know all earlier ones
  InsertionsAndRemovals,  // vir
  All                     // each call knows all earlier calls
};
[[nodiscard]] std::optional<Promise> promise_named(std::string_view name);
[[nodiscard]] std::string_view name_of(Promise promise);

// The threads of a client that may call an operation.
enum class Callers : std::uint8_t {
  All,
  One,   // one thread: its calls are in order
  Owner  // one thread, which has the calls of all such operations
};

// Variants of built-in objects.
struct ObjectVariant {
  std::int64_t empty = 0;                     // the result of a removal that finds nothing
  std::int64_t initial = 0;                   // of registers, counters, semaphores
  std::optional<std::int64_t> capacity = {};  // an insertion into a full object fails, or waits
  std::int64_t relaxed = 1;                   // a removal takes one of the first so many
  bool is_spurious = false;                   // a removal may find nothing at any time
  std::int64_t size = 2;                      // of a snapshot, a barrier

  bool operator==(const ObjectVariant&) const = default;
};

// One object of a program, and its specification.
struct SpecifiedObject {
  struct Operation {
    std::string function;  // the name of its calls
    Method method = Method::Read;
    Callers callers = Callers::All;
    bool operator==(const Operation&) const = default;
  };
  std::string name;
  ObjectKind kind = ObjectKind::Code;
  ObjectVariant variant = {};
  Promise promise = Promise::None;
  std::vector<Operation> operations = {};
  SourceRange source = {};
};

}  // namespace drover
