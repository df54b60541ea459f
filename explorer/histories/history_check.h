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

// What is wrong with the calls of an object in an execution.
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
  // All must outlive it.
  HistoryCheck(const ProgramAutomata& automata, const MemoryModel& model, ClientOrders clients);
  ~HistoryCheck();

  // Returns the first fault of the execution's calls.
  [[nodiscard]] std::optional<HistoryFault> find_fault(const ExecutionGraph& graph);
  // True if every execution with the calls and orders of the last one is right.
  [[nodiscard]] bool is_settled() const { return is_settled_; }
  // True if some history had too many calls or orders to be checked.
  [[nodiscard]] bool was_too_much() const { return was_too_much_; }
  [[nodiscard]] std::size_t distinct() const;

 private:
  struct Known;
  struct Table;
  std::optional<HistoryFault> check(const ExecutionGraph& graph, std::size_t object,
                                    const Relation& knowledge, std::vector<Call> calls);
  std::optional<HistoryFault> check_clients(const ExecutionGraph& graph, std::size_t object,
                                            const Relation& knowledge, const History& history,
                                            Known& known);

  const ProgramAutomata& automata_;
  const MemoryModel& model_;
  ClientOrders clients_;
  std::vector<std::unique_ptr<SequentialObject>> objects_;
  std::vector<std::unique_ptr<Table>> tables_;  // by object
  bool was_too_much_ = false;
  bool is_settled_ = false;
};

}  // namespace drover::histories
