#include "explorer/histories/history_check.h"

#include <algorithm>
#include <utility>

#include "explorer/histories/built_in_object.h"
#include "explorer/histories/code_object.h"
#include "explorer/histories/program_object.h"

namespace drover::histories {

namespace {

// The facts that decide the legal orders of a history, as numbers.
std::vector<std::int64_t> key_of(const History& history) {
  std::vector<std::int64_t> key;
  for (const Call& call : history.calls) {
    key.insert(key.end(), {static_cast<std::int64_t>(call.operation),
                           (call.is_pending ? 1 : 0) + (call.is_waiting ? 1 : 0),
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

// Notes which calls wait for ever. False if none does.
bool note_waiting(History& history, const std::vector<ThreadId>& waiting) {
  bool has_waiting = false;
  for (Call& call : history.calls) {
    call.is_waiting = call.is_pending && std::ranges::count(waiting, call.thread) > 0;
    has_waiting |= call.is_waiting;
  }
  return has_waiting;
}

// A cache to save work; its size is limited.
constexpr std::size_t MaxKnown = 20'000;

}  // namespace

struct HistoryCheck::Known {
  LegalOrders orders;
  // By obstacles: the client orders to try.
  std::map<std::vector<Calls>, ContradictingOrders> clients;
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
                           ClientOrders clients, Patience patience)
    : automata_(automata), model_(model), clients_(clients), patience_(std::move(patience)) {
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

std::optional<HistoryFault> HistoryCheck::find_fault(const ExecutionGraph& graph,
                                                     const std::vector<ThreadId>& waiting) {
  std::optional<Relation> knowledge;
  for (std::size_t object = 0; object < objects_.size(); ++object) {
    std::optional<std::vector<Call>> calls = calls_of(graph, automata_, object);
    if (!calls) {
      was_too_much_ = true;
      continue;
    }
    if (calls->empty()) continue;
    if (!knowledge) knowledge = knowledge_order(graph, model_);
    History history = history_of(*std::move(calls), graph, model_, *knowledge);
    if (auto fault = check(graph, object, *knowledge, history)) return fault;
    if (!note_waiting(history, waiting)) continue;
    if (auto fault = check(graph, object, *knowledge, history)) return fault;
  }
  return std::nullopt;
}

HistoryCheck::Known& HistoryCheck::known_of(std::size_t object, const History& history) {
  std::map<std::vector<std::int64_t>, Known>& table = tables_[object]->known;
  if (table.size() >= MaxKnown) table.clear();
  const auto [place, is_new] = table.try_emplace(key_of(history));
  if (is_new) {
    const Wanted wanted = clients_ == ClientOrders::All ? Wanted::AllOrders : Wanted::OneOrder;
    place->second.orders = find_legal_orders(history, *objects_[object], wanted, patience_);
  }
  return place->second;
}

const ContradictingOrders& HistoryCheck::clients_of(const History& history,
                                                    const Obstacles& obstacles, Known& known) {
  if (known.clients.size() >= MaxKnown) known.clients.clear();
  const auto [place, is_new] = known.clients.try_emplace(key_of(obstacles));
  if (is_new) {
    place->second = contradicting_orders(history, known.orders.kept, obstacles, patience_);
  }
  was_too_much_ |= place->second.is_cut;
  return place->second;
}

bool HistoryCheck::is_right(const CallOrders& orders, const std::vector<ThreadId>& waiting) {
  if (orders.calls.empty()) return true;
  History history = history_of(orders, automata_, 0);
  return is_right(orders, history) &&
         (!note_waiting(history, waiting) || is_right(orders, history));
}

bool HistoryCheck::is_right(const CallOrders& orders, const History& history) {
  Known& known = known_of(0, history);
  if (known.orders.is_cut || known.orders.kept.empty()) return false;
  return clients_ == ClientOrders::AsWritten ||
         clients_of(history, obstacles_of(orders), known).orders.empty();
}

std::optional<HistoryFault> HistoryCheck::check(const ExecutionGraph& graph, std::size_t object,
                                                const Relation& knowledge, const History& history) {
  Known& known = known_of(object, history);
  if (known.orders.is_cut) was_too_much_ = true;
  if (known.orders.kept.empty()) {
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
  for (const ClientOrder& client : clients_of(history, obstacles, known).orders) {
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
