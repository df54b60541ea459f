#include "analysis/linearizability/clients.h"

#include <algorithm>
#include <optional>

#include "support/format.h"
#include "support/text.h"

namespace drover::linearizability {

namespace {

bool has_key(Method method) {
  return method == Method::Add || method == Method::Erase || method == Method::Contains ||
         method == Method::Count || method == Method::Put || method == Method::Get;
}

// Chooses calls one after the other, in the order of a table of possible ones. A short-lived
// worker.
class ClientMaker {
 public:
  ClientMaker(const std::vector<OperationShape>& shapes, ObjectKind kind,
              const ObjectVariant& variant)
      : shapes_(shapes), kind_(kind) {
    for (std::size_t i = 0; i < shapes.size(); ++i) {
      // A lock is given back by the thread that took it.
      if (kind == ObjectKind::Lock && shapes[i].method == Method::Release) {
        release_ = i;
        continue;
      }
      if (kind == ObjectKind::Lock && shapes[i].method == Method::TryAcquire) continue;
      const std::int64_t ways = shapes[i].method == Method::Update ? variant.size
                                : has_key(shapes[i].method)        ? 2
                                                                   : 1;
      for (std::int64_t way = 0; way < ways; ++way) possible_.push_back({i, {way}});
    }
  }

  std::vector<Client> make(std::size_t count) {
    choose(0, count);
    return std::move(clients_);
  }

 private:
  void choose(std::size_t from, std::size_t left) {
    if (left == 0) return finish();
    for (std::size_t i = from; i < possible_.size(); ++i) {
      chosen_.push_back(possible_[i]);
      // In the owner's thread the order of calls matters.
      const bool is_owned = shapes_[possible_[i].operation].callers == Callers::Owner;
      choose(is_owned ? 0 : i, left - 1);
      chosen_.pop_back();
    }
  }

  // Owned calls may be chosen in any order, others in one only.
  [[nodiscard]] bool is_in_order() const {
    std::size_t last = 0;
    for (const ClientCall& call : chosen_) {
      if (shapes_[call.operation].callers == Callers::Owner) continue;
      const std::size_t at =
          static_cast<std::size_t>(std::ranges::find(possible_, call) - possible_.begin());
      if (at < last) return false;
      last = at;
    }
    return true;
  }
  // Owned calls come first: where they stand among the others makes no difference.
  [[nodiscard]] bool has_owned_first() const {
    bool has_other = false;
    for (const ClientCall& call : chosen_) {
      const bool is_owned = shapes_[call.operation].callers == Callers::Owner;
      if (is_owned && has_other) return false;
      has_other |= !is_owned;
    }
    return true;
  }

  void finish() {
    if (!is_in_order() || !has_owned_first()) return;
    Client client;
    std::vector<std::size_t> single(shapes_.size(), 0);  // its thread, from 1
    std::size_t owner = 0;
    std::int64_t next_value = 1;
    for (const ClientCall& call : chosen_) {
      const OperationShape& shape = shapes_[call.operation];
      std::size_t* const common = shape.callers == Callers::One     ? &single[call.operation]
                                  : shape.callers == Callers::Owner ? &owner
                                                                    : nullptr;
      if (common == nullptr || *common == 0) {
        client.threads.emplace_back();
        if (common != nullptr) *common = client.threads.size();
      }
      std::vector<ClientCall>& thread =
          common == nullptr ? client.threads.back() : client.threads[*common - 1];
      thread.push_back(with_arguments(call, next_value));
      if (kind_ == ObjectKind::Lock && release_ && shape.method == Method::Acquire) {
        thread.push_back({*release_, {}});
      }
    }
    clients_.push_back(std::move(client));
  }

  [[nodiscard]] ClientCall with_arguments(const ClientCall& chosen, std::int64_t& next) const {
    const OperationShape& shape = shapes_[chosen.operation];
    const std::int64_t way = chosen.arguments.front();
    ClientCall call{chosen.operation, {}};
    for (std::size_t i = 0; i < shape.parameters; ++i) {
      const bool is_amount = shape.method == Method::Increment ||
                             shape.method == Method::Decrement || shape.method == Method::FetchAdd;
      if (i == 0 && shape.method == Method::Update) {
        call.arguments.push_back(way);
      } else if (i == 0 && has_key(shape.method)) {
        call.arguments.push_back(way + 1);
      } else {
        call.arguments.push_back(is_amount ? 1 : next++);
      }
    }
    return call;
  }

  const std::vector<OperationShape>& shapes_;
  ObjectKind kind_;
  std::optional<std::size_t> release_;
  std::vector<ClientCall> possible_;  // the argument is the way: a key, a cell
  std::vector<ClientCall> chosen_;
  std::vector<Client> clients_;
};

}  // namespace

std::vector<Client> most_parallel_clients(const std::vector<OperationShape>& shapes,
                                          ObjectKind kind, const ObjectVariant& variant,
                                          std::size_t count) {
  return ClientMaker(shapes, kind, variant).make(count);
}

std::string client_thread_name(std::size_t thread) { return format("call{}", thread + 1); }

std::string client_text(const Client& client, const std::vector<OperationShape>& shapes,
                        const OrderedCalls& order) {
  std::string out;
  for (std::size_t i = 0; i < order.size(); ++i) out += format("shared returned{};\n", i + 1);
  for (std::size_t t = 0; t < client.threads.size(); ++t) {
    out += format("thread {} {{\n", client_thread_name(t));
    for (std::size_t c = 0; c < client.threads[t].size(); ++c) {
      const ClientCall& call = client.threads[t][c];
      for (std::size_t i = 0; i < order.size(); ++i) {
        const CallPlace& later = order[i].second;
        if (later.thread == t && later.index == c) {
          out += format("  assume await@acq(returned{} == 1);\n", i + 1);
        }
      }
      const OperationShape& shape = shapes[call.operation];
      const auto digits = [](std::int64_t value) { return std::to_string(value); };
      out += format("  {}{}({});\n", shape.returns_value ? format("r{} := ", c + 1) : "",
                    shape.function, joined(call.arguments, ", ", digits));
      for (std::size_t i = 0; i < order.size(); ++i) {
        const CallPlace& earlier = order[i].first;
        if (earlier.thread == t && earlier.index == c) {
          out += format("  returned{}@rel := 1;\n", i + 1);
        }
      }
    }
    out += "}\n";
  }
  return out;
}

}  // namespace drover::linearizability
