#include "explorer/histories/history_check.h"

#include <algorithm>
#include <unordered_map>
#include <utility>

#include "explorer/histories/built_in_object.h"
#include "explorer/histories/code_object.h"
#include "explorer/histories/outcome.h"
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

// Caches to save work; their size is limited.
constexpr std::size_t MaxKnown = 20'000;
constexpr std::size_t MaxWords = std::size_t{8} << 20;

}  // namespace

struct HistoryCheck::Known {
  LegalOrders orders;
  // By obstacles: the client orders to try.
  std::map<std::vector<Calls>, ContradictingOrders> clients;
};

struct HistoryCheck::Table {
  std::map<std::vector<std::int64_t>, Known> known;
};

// Calls, by their places in the program.
struct HistoryCheck::Seen {
  const Outcome* outcome = nullptr;
  Numbering numbering;
};

// For programs with one object.
struct HistoryCheck::Outcomes {
  using Key = std::vector<std::uint64_t>;

  std::unordered_map<Key, Seen, HashOfWords> seen;
  std::map<std::vector<std::int64_t>, Outcome> known;
  std::size_t words = 0;  // of `known`
  Key key;                // reused
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
  outcomes_ = std::make_unique<Outcomes>();
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
  const auto waits = [&](const CallOrders::Place& place) {
    return place.end.is_none() && std::ranges::count(waiting, ThreadId(place.thread)) > 0;
  };
  std::optional<bool> answer = is_right_in_outcome(orders, {});
  if (answer == true && std::ranges::any_of(orders.calls, waits)) {
    answer = is_right_in_outcome(orders, waiting);
  }
  if (answer) return *answer;
  History history = history_of(orders, automata_, 0);
  return is_right(orders, history) &&
         (!note_waiting(history, waiting) || is_right(orders, history));
}

const HistoryCheck::Seen& HistoryCheck::seen_at(const CallOrders& orders,
                                                const std::vector<ThreadId>& waiting) {
  Outcomes& all = *outcomes_;
  if (all.seen.size() >= MaxKnown || all.words >= MaxWords) {
    all.seen.clear();
    all.known.clear();
    all.words = 0;
  }
  all.key.clear();
  for (std::size_t i = 0; i < orders.calls.size(); ++i) {
    const CallOrders::Place& place = orders.calls[i];
    all.key.push_back(std::uint64_t{place.begin.value} << 32 | place.end.value);
    all.key.push_back(std::uint64_t{place.thread} << 32 | orders.rows[i].before);
  }
  for (const ThreadId thread : waiting) all.key.push_back(thread.value);
  const auto [place, is_new] = all.seen.try_emplace(all.key);
  if (!is_new) return place->second;
  History history = history_of(orders, automata_, 0);
  note_waiting(history, waiting);
  Seen& seen = place->second;
  seen.numbering = numbering_of(history, automata_.program().specified.front());
  auto known = all.known.find(seen.numbering.key);
  if (known == all.known.end()) {
    known = all.known
                .emplace(seen.numbering.key,
                         Outcome(history, seen.numbering, *objects_.front(), patience_))
                .first;
    all.words += known->second.words();
  }
  seen.outcome = &known->second;
  seen.numbering.key.clear();
  return seen;
}

std::optional<bool> HistoryCheck::is_right_in_outcome(const CallOrders& orders,
                                                      const std::vector<ThreadId>& waiting) {
  // One legal order is found faster than all are listed.
  if (clients_ == ClientOrders::AsWritten) return std::nullopt;
  const Seen& seen = seen_at(orders, waiting);
  const Outcome& outcome = *seen.outcome;
  if (!outcome.is_listed()) return std::nullopt;
  const std::size_t count = orders.calls.size();
  std::vector<Calls> knows(count);
  for (std::size_t i = 0; i < count; ++i) {
    knows[i] = orders.calls[i].end.is_none() ? all_calls(count) : orders.rows[i].known | just(i);
  }
  OrderSet::Bits kept = outcome.kept(numbered(knows, seen.numbering));
  if (std::ranges::all_of(kept, [](std::uint64_t word) { return word == 0; })) return false;
  return !may_be_contradicted(outcome.orders(), std::move(kept), outcome.pending(),
                              numbered(obstacles_of(orders), seen.numbering), patience_);
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
