#include "analysis/linearizability/clients.h"

#include <doctest/doctest.h>

#include <string>
#include <vector>

namespace drover::clients_test {

namespace {

using linearizability::Client;
using linearizability::OperationShape;

OperationShape shape(const std::string& name, Method method, std::size_t parameters,
                     bool returns_value) {
  OperationShape out{
      .function = name, .method = method, .parameters = parameters, .returns_value = returns_value};
  linearizability::choose_arguments({}, out);
  return out;
}

std::string texts(const std::vector<Client>& clients, const std::vector<OperationShape>& shapes) {
  std::string out;
  for (const Client& client : clients) out += linearizability::client_text(client, shapes) + "\n";
  return out;
}

}  // namespace

TEST_CASE("inserted values are distinct, keys are equal in some clients") {
  const std::vector<OperationShape> queue{shape("put", Method::Insert, 1, false),
                                          shape("take", Method::Remove, 0, true)};
  CHECK(most_parallel_clients(queue, ObjectKind::Queue, 2).size() == 3);
  CHECK(texts({most_parallel_clients(queue, ObjectKind::Queue, 2).front()}, queue) ==
        "thread call1 {\n  put(1);\n}\nthread call2 {\n  put(2);\n}\n\n");
  const std::vector<OperationShape> set{shape("add", Method::Add, 1, true)};
  CHECK(texts(most_parallel_clients(set, ObjectKind::Set, 1), set) ==
        "thread call1 {\n  r1 := add(1);\n}\n\nthread call1 {\n  r1 := add(2);\n}\n\n");
  CHECK(most_parallel_clients(set, ObjectKind::Set, 2).size() == 3);
}

TEST_CASE("a lock is given back by the thread that took it, if it did") {
  const std::vector<OperationShape> lock{shape("acquire", Method::Acquire, 0, false),
                                         shape("try_acquire", Method::TryAcquire, 0, true),
                                         shape("release", Method::Release, 0, false)};
  const std::vector<Client> clients = most_parallel_clients(lock, ObjectKind::Lock, 1);
  CHECK(texts(clients, lock) ==
        "thread call1 {\n  acquire();\n  release();\n}\n\n"
        "thread call1 {\n  r1 := try_acquire();\n  if (r1) { release(); }\n}\n\n");
  // An order on the release is imposed only where there is one.
  const std::string ordered = client_text(clients.back(), lock, {{{0, 1}, {0, 0}}});
  CHECK(ordered.find("if (r1) { release(); returned1@rel := 1; }") != std::string::npos);
}

}  // namespace drover::clients_test
