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
  ClientMaker(const std::vector<OperationShape>& shapes, ObjectKind kind)
      : shapes_(shapes), kind_(kind) {
    for (std::size_t i = 0; i < shapes.size(); ++i) {
      // A lock is given back by the thread that took it.
      if (kind == ObjectKind::Lock && shapes[i].method == Method::Release) {
        release_ = i;
        continue;
      }
      add_possible({.operation = i, .arguments = {}});
    }
  }

  std::vector<Client> make(std::size_t count) {
    choose(0, count);
    return std::move(clients_);
  }

 private:
  [[nodiscard]] bool has_choices(std::size_t operation, std::size_t parameter) const {
    const auto& choices = shapes_[operation].choices;
    return parameter < choices.size() && !choices[parameter].empty();
  }
  // Adds the call with all choices for the arguments that it has not got yet.
  void add_possible(const ClientCall& call) {
    const std::size_t parameter = call.arguments.size();
    if (parameter == shapes_[call.operation].parameters) return possible_.push_back(call);
    const std::vector<std::int64_t> later{0};
    for (const std::int64_t value : has_choices(call.operation, parameter)
                                        ? shapes_[call.operation].choices[parameter]
                                        : later) {
      ClientCall longer = call;
      longer.arguments.push_back(value);
      add_possible(longer);
    }
  }

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
      if (kind_ == ObjectKind::Lock && release_) {
        const bool is_trial = shape.method == Method::TryAcquire;
        thread.push_back({.operation = *release_, .arguments = {}, .is_if_taken = is_trial});
      }
    }
    clients_.push_back(std::move(client));
  }

  [[nodiscard]] ClientCall with_arguments(ClientCall call, std::int64_t& next) const {
    for (std::size_t i = 0; i < call.arguments.size(); ++i) {
      if (!has_choices(call.operation, i)) call.arguments[i] = next++;
    }
    return call;
  }

  const std::vector<OperationShape>& shapes_;
  ObjectKind kind_;
  std::optional<std::size_t> release_;
  std::vector<ClientCall> possible_;  // inserted values are not chosen yet
  std::vector<ClientCall> chosen_;
  std::vector<Client> clients_;
};

}  // namespace

void choose_arguments(const ObjectVariant& variant, OperationShape& shape) {
  shape.choices.assign(shape.parameters, {});
  if (shape.parameters == 0) return;
  if (shape.method == Method::Update) {
    for (std::int64_t cell = 0; cell < variant.size; ++cell) shape.choices[0].push_back(cell);
  } else if (has_key(shape.method)) {
    shape.choices[0] = {1, 2};
  } else if (shape.method == Method::Increment || shape.method == Method::Decrement ||
             shape.method == Method::FetchAdd) {
    shape.choices.assign(shape.parameters, {1});
  }
}

std::vector<Client> most_parallel_clients(const std::vector<OperationShape>& shapes,
                                          ObjectKind kind, std::size_t count) {
  return ClientMaker(shapes, kind).make(count);
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
      std::vector<std::string> lines;
      for (std::size_t i = 0; i < order.size(); ++i) {
        const CallPlace& later = order[i].second;
        if (later.thread == t && later.index == c) {
          lines.push_back(format("assume await@acq(returned{} == 1);", i + 1));
        }
      }
      const OperationShape& shape = shapes[call.operation];
      const auto digits = [](std::int64_t value) { return std::to_string(value); };
      lines.push_back(format("{}{}({});", shape.returns_value ? format("r{} := ", c + 1) : "",
                             shape.function, joined(call.arguments, ", ", digits)));
      for (std::size_t i = 0; i < order.size(); ++i) {
        const CallPlace& earlier = order[i].first;
        if (earlier.thread == t && earlier.index == c) {
          lines.push_back(format("returned{}@rel := 1;", i + 1));
        }
      }
      if (call.is_if_taken) {
        out += format("  if (r{}) {{ {} }}\n", c, joined(lines, " "));
        continue;
      }
      for (const std::string& line : lines) out += "  " + line + "\n";
    }
    out += "}\n";
  }
  return out;
}

}  // namespace drover::linearizability
