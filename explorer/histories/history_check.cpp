#include "explorer/histories/history_check.h"

#include <algorithm>
#include <utility>

#include "explorer/histories/built_in_object.h"
#include "explorer/histories/code_object.h"
#include "explorer/histories/program_object.h"

namespace drover::histories {

namespace {

// What decides the legal orders of a history, as numbers.
std::vector<std::int64_t> key_of(const History& history) {
  std::vector<std::int64_t> key;
  for (const Call& call : history.calls) {
    key.insert(key.end(), {static_cast<std::int64_t>(call.operation), call.is_pending ? 1 : 0,
                           call.result ? 1 : 0, call.result.value_or(0),
                           static_cast<std::int64_t>(call.arguments.size()), call.thread.value});
    key.insert(key.end(), call.arguments.begin(), call.arguments.end());
  }
  for (const Calls calls : history.before) key.push_back(static_cast<std::int64_t>(calls));
  for (const Calls calls : history.knows) key.push_back(static_cast<std::int64_t>(calls));
  return key;
}

std::vector<Calls> key_of(const Obstacles& obstacles) {
  std::vector<Calls> key = obstacles.known;
  key.insert(key.end(), obstacles.causes.begin(), obstacles.causes.end());
  key.insert(key.end(), obstacles.clashes.begin(), obstacles.clashes.end());
  return key;
}

// A cache to save work; its size is limited.
constexpr std::size_t MaxKnown = 20'000;

}  // namespace

struct HistoryCheck::Known {
  LegalOrders orders;
  // By obstacles: the client orders to try.
  std::map<std::vector<Calls>, std::vector<ClientOrder>> clients;
};

struct HistoryCheck::Table {
  std::map<std::vector<std::int64_t>, Known> known;
};

std::unique_ptr<SequentialObject> make_sequential(const Program& program, std::size_t object) {
  const SpecifiedObject& specified = program.specified[object];
  if (specified.kind == ObjectKind::Code) return std::make_unique<CodeObject>(program, object);
  if (specified.kind == ObjectKind::Program) {
    return std::make_unique<ProgramObject>(program, object);
  }
  return std::make_unique<BuiltInObject>(specified);
}

HistoryCheck::HistoryCheck(const ProgramAutomata& automata, const MemoryModel& model,
                           ClientOrders clients)
    : automata_(automata), model_(model), clients_(clients) {
  for (std::size_t i = 0; i < automata.program().specified.size(); ++i) {
    objects_.push_back(make_sequential(automata.program(), i));
    tables_.push_back(std::make_unique<Table>());
  }
}

HistoryCheck::~HistoryCheck() = default;

std::size_t HistoryCheck::distinct() const {
  std::size_t sum = 0;
  for (const auto& table : tables_) sum += table->known.size();
  return sum;
}

std::optional<HistoryFault> HistoryCheck::find_fault(const ExecutionGraph& graph) {
  is_settled_ = true;
  std::optional<Relation> knowledge;
  for (std::size_t object = 0; object < objects_.size(); ++object) {
    std::optional<std::vector<Call>> calls = calls_of(graph, automata_, object);
    if (!calls) {
      was_too_much_ = true;
      is_settled_ = false;
      continue;
    }
    if (calls->empty()) continue;
    if (!knowledge) knowledge = knowledge_order(graph, model_);
    if (auto fault = check(graph, object, *knowledge, *std::move(calls))) return fault;
  }
  return std::nullopt;
}

std::optional<HistoryFault> HistoryCheck::check(const ExecutionGraph& graph, std::size_t object,
                                                const Relation& knowledge,
                                                std::vector<Call> calls) {
  const History history = history_of(std::move(calls), graph, model_, knowledge);
  std::map<std::vector<std::int64_t>, Known>& table = tables_[object]->known;
  if (table.size() >= MaxKnown) table.clear();
  const auto [place, is_new] = table.try_emplace(key_of(history));
  Known& known = place->second;
  if (is_new) {
    const Wanted wanted = clients_ == ClientOrders::All ? Wanted::AllOrders : Wanted::OneOrder;
    known.orders = find_legal_orders(history, *objects_[object], wanted);
  }
  if (known.orders.is_cut) was_too_much_ = true;
  is_settled_ &= !known.orders.is_cut;
  if (known.orders.kept.empty()) {
    is_settled_ = false;
    return HistoryFault{.kind = known.orders.has_legal ? HistoryFault::Kind::Synchronisation
                                                       : HistoryFault::Kind::Values,
                        .object = object,
                        .history = history,
                        .orders = known.orders,
                        .client = {}};
  }
  if (clients_ == ClientOrders::AsWritten) return std::nullopt;
  return check_clients(graph, object, knowledge, history, known);
}

std::optional<HistoryFault> HistoryCheck::check_clients(const ExecutionGraph& graph,
                                                        std::size_t object,
                                                        const Relation& knowledge,
                                                        const History& history, Known& known) {
  const Obstacles obstacles = obstacles_of(history, graph, model_, knowledge);
  if (known.clients.size() >= MaxKnown) known.clients.clear();
  const auto [place, is_new] = known.clients.try_emplace(key_of(obstacles));
  if (is_new) place->second = contradicting_orders(history, known.orders.kept, obstacles);
  // Whether they are possible depends on the graph.
  is_settled_ &= place->second.empty();
  for (const ClientOrder& client : place->second) {
    if (!is_possible(client, history, graph, model_)) continue;
    return HistoryFault{.kind = HistoryFault::Kind::OrderedClient,
                        .object = object,
                        .history = history,
                        .orders = known.orders,
                        .client = without_needless(client, known.orders.kept)};
  }
  return std::nullopt;
}

}  // namespace drover::histories
