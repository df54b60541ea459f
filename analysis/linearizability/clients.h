#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "support/object_kind.h"

// Clients of an object: programs that call its operations.
namespace drover::linearizability {

// An operation as a client sees it.
struct OperationShape {
  std::string function;
  Method method = Method::Read;
  Callers callers = Callers::All;
  std::size_t parameters = 0;
  bool returns_value = false;
  // By parameter: the values that calls give it; none: inserted values, all distinct. Parameters
  // that are not listed get inserted values.
  std::vector<std::vector<std::int64_t>> choices = {};
};

struct ClientCall {
  std::size_t operation = 0;  // of the shapes
  std::vector<std::int64_t> arguments;
  bool is_if_taken = false;  // only if the call before it has returned something other than 0

  auto operator<=>(const ClientCall&) const = default;
};

// A call of a client, by its thread and its place there.
struct CallPlace {
  std::size_t thread = 0;
  std::size_t index = 0;
};
using OrderedCalls = std::vector<std::pair<CallPlace, CallPlace>>;  // the first has returned before

struct Client {
  std::vector<std::vector<ClientCall>> threads;
};

// Chooses the arguments of a built-in object's operation: keys are 1 and 2, amounts 1.
void choose_arguments(const ObjectVariant& variant, OperationShape& shape);

// Returns the clients with `count` calls: each call has a thread of its own, unless the object asks
// for one caller. Inserted values are distinct. Clients that differ in the order of threads are
// one.
[[nodiscard]] std::vector<Client> most_parallel_clients(const std::vector<OperationShape>& shapes,
                                                        ObjectKind kind, std::size_t count);

// The threads of a client are call1, call2, …
[[nodiscard]] std::string client_thread_name(std::size_t thread);

// Returns the client as items of the core language. It imposes the order by release stores after
// the one call, and acquire loads before the other.
[[nodiscard]] std::string client_text(const Client& client,
                                      const std::vector<OperationShape>& shapes,
                                      const OrderedCalls& order = {});

}  // namespace drover::linearizability
