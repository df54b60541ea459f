#include "support/object_kind.h"

#include <algorithm>

namespace drover {

namespace {

using enum Method;

constexpr std::array RegisterMethods{MethodInfo{Write, "write set put store"},
                                     MethodInfo{Read, "read get load", true}};
constexpr std::array CounterMethods{MethodInfo{Increment, "increment up inc add"},
                                    MethodInfo{Decrement, "decrement down dec subtract"},
                                    MethodInfo{FetchAdd, "next fetch_add faa", true},
                                    MethodInfo{Read, "read get value", true}};
constexpr std::array QueueMethods{
    MethodInfo{Insert, "enqueue put insert push send write offer"},
    MethodInfo{Remove, "dequeue take remove pop receive read poll", true}};
constexpr std::array StackMethods{MethodInfo{Insert, "push put insert"},
                                  MethodInfo{Remove, "pop take remove", true}};
constexpr std::array DequeMethods{
    MethodInfo{Insert, "push_back push put"}, MethodInfo{Remove, "pop_back pop take", true},
    MethodInfo{InsertFront, "push_front"}, MethodInfo{RemoveFront, "pop_front steal", true}};
constexpr std::array PriorityMethods{MethodInfo{Insert, "insert put push add"},
                                     MethodInfo{Remove, "remove_min remove pop take", true}};
constexpr std::array SetMethods{MethodInfo{Add, "add insert", true},
                                MethodInfo{Erase, "remove erase delete", true},
                                MethodInfo{Contains, "contains has find member", true}};
constexpr std::array MapMethods{MethodInfo{Put, "put insert set"},
                                MethodInfo{Get, "get find lookup", true},
                                MethodInfo{Erase, "remove erase delete", true}};
constexpr std::array MultisetMethods{MethodInfo{Add, "add insert"},
                                     MethodInfo{Erase, "remove erase delete", true},
                                     MethodInfo{Count, "count", true}};
constexpr std::array LockMethods{MethodInfo{Acquire, "lock acquire"},
                                 MethodInfo{TryAcquire, "try_lock trylock try_acquire", true},
                                 MethodInfo{Release, "unlock release"}};
constexpr std::array SemaphoreMethods{MethodInfo{Acquire, "wait acquire down"},
                                      MethodInfo{TryAcquire, "try_wait try_acquire", true},
                                      MethodInfo{Release, "post release up signal"}};
constexpr std::array BarrierMethods{MethodInfo{Arrive, "arrive"}, MethodInfo{Await, "await wait"}};
constexpr std::array SnapshotMethods{MethodInfo{Update, "update write set"},
                                     MethodInfo{Scan, "scan read", true}};

constexpr std::array Kinds{
    ObjectKindInfo{ObjectKind::Register, "register", RegisterMethods},
    ObjectKindInfo{ObjectKind::Counter, "counter", CounterMethods},
    ObjectKindInfo{ObjectKind::Queue, "queue", QueueMethods},
    ObjectKindInfo{ObjectKind::Stack, "stack", StackMethods},
    ObjectKindInfo{ObjectKind::Deque, "deque", DequeMethods},
    ObjectKindInfo{ObjectKind::PriorityQueue, "priority_queue", PriorityMethods},
    ObjectKindInfo{ObjectKind::Set, "set", SetMethods},
    ObjectKindInfo{ObjectKind::Map, "map", MapMethods},
    ObjectKindInfo{ObjectKind::Multiset, "multiset", MultisetMethods},
    ObjectKindInfo{ObjectKind::Lock, "mutex", LockMethods},
    ObjectKindInfo{ObjectKind::Semaphore, "semaphore", SemaphoreMethods},
    ObjectKindInfo{ObjectKind::Barrier, "barrier", BarrierMethods},
    ObjectKindInfo{ObjectKind::Snapshot, "snapshot", SnapshotMethods}};

constexpr ObjectKindInfo OwnCode{ObjectKind::Code, "specification", {}};

constexpr std::array<std::string_view, 6> Promises{"none", "v", "vi", "vr", "vir", "all"};

bool is_one_of_names(std::string_view names, std::string_view name) {
  while (!names.empty()) {
    const std::size_t end = std::min(names.find(' '), names.size());
    if (names.substr(0, end) == name) return true;
    names.remove_prefix(std::min(end + 1, names.size()));
  }
  return false;
}

}  // namespace

std::span<const ObjectKindInfo> object_kinds() { return Kinds; }

const ObjectKindInfo* find_object_kind(std::string_view name) {
  const auto* found = std::ranges::find(Kinds, name, &ObjectKindInfo::name);
  return found == Kinds.end() ? nullptr : found;
}

const ObjectKindInfo& info_of(ObjectKind kind) {
  const auto* found = std::ranges::find(Kinds, kind, &ObjectKindInfo::kind);
  return found == Kinds.end() ? OwnCode : *found;
}

const MethodInfo* find_method(const ObjectKindInfo& object, std::string_view name) {
  const auto found = std::ranges::find_if(object.methods, [&](const MethodInfo& method) {
    return is_one_of_names(method.names, name);
  });
  return found == object.methods.end() ? nullptr : &*found;
}

const ObjectKindInfo* object_with(std::span<const std::string> methods) {
  for (const ObjectKindInfo& kind : Kinds) {
    const bool has_all = std::ranges::all_of(
        methods, [&](const std::string& name) { return find_method(kind, name) != nullptr; });
    if (has_all && !methods.empty()) return &kind;
  }
  return nullptr;
}

std::optional<Promise> promise_named(std::string_view name) {
  const auto* found = std::ranges::find(Promises, name);
  if (found == Promises.end()) return std::nullopt;
  return static_cast<Promise>(found - Promises.begin());
}

std::string_view name_of(Promise promise) { return Promises[static_cast<std::size_t>(promise)]; }

}  // namespace drover
