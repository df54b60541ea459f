#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <utility>
#include <variant>
#include <vector>

#include "semantics/automaton/thread_automaton.h"
#include "semantics/program/control_flow.h"
#include "semantics/program/label.h"
#include "semantics/program/operands.h"
#include "support/function_ref.h"
#include "support/overloaded.h"

namespace drover::buffering {

enum class FutureKind : std::uint8_t { Writes, Reads };

// The cells that a thread's code may still write, or read, from an instruction on. Only constant
// addresses and constant written values are known; any other may be anything.
class FutureAccesses {
 public:
  using Accepts = FunctionRef<bool(Value)>;
  using Counts = std::function<bool(const Label& write)>;

  FutureAccesses(const Program& program, FutureKind kind, const Counts& counts = nullptr)
      : kind_(kind) {
    for (const Thread& thread : program.threads) add_thread(thread, counts);
  }

  // True if the thread may access the cell at a location, including by the instruction `from`.
  [[nodiscard]] bool may_access(std::size_t thread, InstructionIndex from, LocationId location,
                                const LocationTable& locations) {
    return has_any(threads_[thread][from], location, locations);
  }
  // The same, with an accepted value.
  [[nodiscard]] bool may_write(std::size_t thread, InstructionIndex from, LocationId location,
                               const LocationTable& locations, Accepts accepts) {
    return has(threads_[thread][from], location, locations, accepts);
  }
  // The same without `from` itself, unless the thread reaches it again.
  [[nodiscard]] bool may_access_behind(std::size_t thread, InstructionIndex from,
                                       LocationId location, const LocationTable& locations) {
    return has_any(behind_[thread][from], location, locations);
  }
  // The same for any cell; or for any except the one at a location.
  [[nodiscard]] bool may_access_behind(std::size_t thread, InstructionIndex from) const {
    const Cells& cells = behind_[thread][from];
    return std::ranges::any_of(cells, [](const Cell& cell) { return cell.is_accessed; });
  }
  [[nodiscard]] bool may_access_another_behind(std::size_t thread, InstructionIndex from,
                                               LocationId location,
                                               const LocationTable& locations) {
    const Cells& cells = behind_[thread][from];
    const std::size_t own = number_at(location, locations);
    for (std::size_t i = 0; i < cells.size(); ++i) {
      if (cells[i].is_accessed && i != own) return true;
    }
    return false;
  }

 private:
  static constexpr std::size_t AnyCell = 0;
  static constexpr std::size_t Unknown = static_cast<std::size_t>(-1);
  static constexpr std::size_t NoCell = Unknown - 1;  // no cell with a constant address
  struct Cell {
    bool is_accessed = false;
    bool has_any_value = false;
    std::set<Value> values = {};  // other written values

    [[nodiscard]] bool has(Accepts accepts) const {
      return has_any_value || std::ranges::any_of(values, accepts);
    }
  };
  using Cells = std::vector<Cell>;

  [[nodiscard]] bool has_any(const Cells& cells, LocationId location,
                             const LocationTable& locations) {
    if (cells[AnyCell].is_accessed) return true;
    if (cells.size() == 1) return false;
    const std::size_t number = number_at(location, locations);
    return number < cells.size() && cells[number].is_accessed;
  }
  [[nodiscard]] bool has(const Cells& cells, LocationId location, const LocationTable& locations,
                         Accepts accepts) {
    if (cells[AnyCell].has(accepts)) return true;
    const std::size_t number = number_at(location, locations);
    return number < cells.size() && cells[number].has(accepts);
  }

  [[nodiscard]] std::size_t number_at(LocationId location, const LocationTable& locations) {
    if (location.value >= of_location_.size()) {
      of_location_.resize(location.value + std::size_t{1}, Unknown);
    }
    std::size_t& number = of_location_[location.value];
    if (number != Unknown) return number;
    const auto found = numbers_.find(locations.address(location));
    number = found == numbers_.end() ? NoCell : found->second;
    return number;
  }

  [[nodiscard]] static std::optional<Value> value_of(const Thread& thread,
                                                     const Instruction& instruction) {
    const auto constant = [&](ExprId expression) -> std::optional<Value> {
      const ExpressionNode& node = thread.expressions[expression];
      if (node.op != Operator::Constant) return std::nullopt;
      return node.value;
    };
    if (const auto* store = std::get_if<Store>(&instruction.body)) return constant(store->value);
    if (const auto* swap = std::get_if<CompareAndSwap>(&instruction.body)) {
      return constant(swap->desired);
    }
    if (const auto* wait = std::get_if<AwaitExchange>(&instruction.body)) {
      return constant(wait->desired);
    }
    const auto* update = std::get_if<ReadModifyWrite>(&instruction.body);
    const bool is_exchange = update != nullptr && update->op == RmwOperator::Exchange &&
                             update->view == ValueView::Whole && !update->desired;
    return is_exchange ? constant(update->operand) : std::nullopt;
  }

  std::size_t number_of(const Thread& thread, ExprId address) {
    const ExpressionNode* node = &thread.expressions[address];
    const bool has_size =
        node->op == Operator::Guard && static_cast<Guard>(node->index) == Guard::Access;
    if (has_size) node = &thread.expressions[node->a];
    if (node->op != Operator::Constant) return AnyCell;
    return numbers_.emplace(node->value, numbers_.size() + 1).first->second;
  }

  // Returns the label of the instruction's write, without location and value.
  [[nodiscard]] static Label written_by(const Instruction& instruction) {
    Label label;
    label.kind = LabelKind::Write;
    const auto take = [&](const auto& update) {
      label.mode = write_half(update.mode);
      label.tags = update.write_tags;
      label.is_exclusive_write = true;
    };
    std::visit(overloaded{
                   [&](const Store& store) {
                     label.mode = store.mode;
                     label.tags = store.tags;
                   },
                   [&](const ReadModifyWrite& update) { take(update); },
                   [&](const CompareAndSwap& swap) { take(swap); },
                   [&](const AwaitExchange& wait) { take(wait); },
                   [](const auto& /*writes nothing*/) {},
               },
               instruction.body);
    return label;
  }

  void add_thread(const Thread& thread, const Counts& counts) {
    std::vector<Cells> cells(thread.code.size(), Cells(1));
    for (std::size_t i = 0; i < thread.code.size(); ++i) {
      const InstructionBody& body = thread.code[i].body;
      if (kind_ == FutureKind::Writes ? !drover::may_write(body) : !reads(body)) continue;
      if (counts && !counts(written_by(thread.code[i]))) continue;
      const std::size_t number = number_of(thread, accessed_by(body));
      if (cells[i].size() <= number) cells[i].resize(number + 1);
      Cell& cell = cells[i][number];
      cell.is_accessed = true;
      const auto value = value_of(thread, thread.code[i]);
      cell.has_any_value = !value;
      if (value) cell.values.insert(*value);
    }
    const ControlFlow flow(thread);
    for (bool has_changed = true; has_changed;) {
      has_changed = false;
      for (std::size_t i = flow.order().size(); i > 0; --i) {
        const InstructionIndex at = flow.order()[i - 1];
        for (const InstructionIndex next : flow.successors(at)) {
          has_changed |= insert_all(cells[at], cells[next]);
        }
      }
    }
    std::vector<Cells> behind(thread.code.size(), Cells(1));
    for (const InstructionIndex at : flow.order()) {
      for (const InstructionIndex next : flow.successors(at)) insert_all(behind[at], cells[next]);
    }
    threads_.push_back(std::move(cells));
    behind_.push_back(std::move(behind));
  }
  static bool insert_all(Cells& to, const Cells& from) {
    if (to.size() < from.size()) to.resize(from.size());
    bool has_changed = false;
    for (std::size_t i = 0; i < from.size(); ++i) {
      const std::size_t values = to[i].values.size();
      has_changed |= from[i].is_accessed && !std::exchange(to[i].is_accessed, true);
      has_changed |= from[i].has_any_value && !std::exchange(to[i].has_any_value, true);
      to[i].values.insert(from[i].values.begin(), from[i].values.end());
      has_changed |= to[i].values.size() != values;
    }
    return has_changed;
  }

  FutureKind kind_;
  std::map<Value, std::size_t> numbers_;     // of constant addresses
  std::vector<std::size_t> of_location_;     // the same by location, filled on demand
  std::vector<std::vector<Cells>> threads_;  // by thread and instruction: from it on
  std::vector<std::vector<Cells>> behind_;   // the same: after it
};

}  // namespace drover::buffering
