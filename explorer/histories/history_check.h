#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <vector>

#include "explorer/histories/client_orders.h"
#include "explorer/histories/history.h"
#include "explorer/histories/legal_orders.h"
#include "explorer/plan/explorer_options.h"

namespace drover::histories {

// A fault of the calls of an object in an execution.
struct HistoryFault {
  enum class Kind : std::uint8_t {
    Values,           // no legal order
    Synchronisation,  // legal orders, but none whose promises are kept
    OrderedClient     // a possible client contradicts every one of them
  };
  Kind kind = Kind::Values;
  std::size_t object = 0;  // Program::specified
  History history;
  LegalOrders orders;
  ClientOrder client;  // OrderedClient
};

// Checks executions of one program. What is found about a history is kept: many executions have the
// same.
class HistoryCheck {
 public:
  // All must outlive it. `patience` ends searches that take too long.
  HistoryCheck(const ProgramAutomata& automata, const MemoryModel& model, ClientOrders clients,
               Patience patience = {});
  ~HistoryCheck();

  // True if every execution with these calls and orders, of the only object, is right. If it is
  // false, find_fault decides.
  // `waiting`: the threads that wait for ever, if all that have not finished do.
  [[nodiscard]] bool is_right(const CallOrders& orders, const std::vector<ThreadId>& waiting);
  // Returns the first fault of the execution's calls.
  [[nodiscard]] std::optional<HistoryFault> find_fault(const ExecutionGraph& graph,
                                                       const std::vector<ThreadId>& waiting);
  // True if some history had too many calls or orders to be checked, or a search was ended.
  [[nodiscard]] bool was_too_much() const { return was_too_much_; }
  [[nodiscard]] std::size_t distinct() const;

 private:
  struct Known;
  struct Table;
  struct Outcomes;
  struct Seen;
  Known& known_of(std::size_t object, const History& history);
  const ContradictingOrders& clients_of(const History& history, const Obstacles& obstacles,
                                        Known& known);
  std::optional<HistoryFault> check(const ExecutionGraph& graph, std::size_t object,
                                    const Relation& knowledge, const History& history);
  [[nodiscard]] bool is_right(const CallOrders& orders, const History& history);
  // Looks at the outcome of the calls. Nothing if it has too many legal orders.
  std::optional<bool> is_right_in_outcome(const CallOrders& orders,
                                          const std::vector<ThreadId>& waiting);
  const Seen& seen_at(const CallOrders& orders, const std::vector<ThreadId>& waiting);
  std::optional<HistoryFault> check_clients(const ExecutionGraph& graph, std::size_t object,
                                            const Relation& knowledge, const History& history,
                                            Known& known);

  const ProgramAutomata& automata_;
  const MemoryModel& model_;
  ClientOrders clients_;
  Patience patience_;
  std::vector<std::unique_ptr<SequentialObject>> objects_;
  std::vector<std::unique_ptr<Table>> tables_;  // by object
  std::unique_ptr<Outcomes> outcomes_;
  bool was_too_much_ = false;
};

}  // namespace drover::histories
