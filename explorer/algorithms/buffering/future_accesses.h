#pragma once

#include <cstddef>
#include <map>
#include <optional>
#include <variant>
#include <vector>

#include "semantics/automaton/thread_automaton.h"
#include "semantics/program/control_flow.h"

namespace drover::buffering {

// Which cells the code of a thread may still write, from an instruction on (that one included).
// Of addresses only constants are known: any other may be any cell.
class FutureWrites {
 public:
  explicit FutureWrites(const Program& program) {
    for (const Thread& thread : program.threads) threads_.push_back(of_thread(thread));
  }

  // Of the cell at a location.
  [[nodiscard]] bool may_write(std::size_t thread, InstructionIndex from, LocationId location,
                               const LocationTable& locations) {
    const std::vector<bool>& cells = threads_[thread][from];
    if (cells[AnyCell]) return true;
    const std::size_t number = number_at(location, locations);
    return number < cells.size() && cells[number];
  }

 private:
  static constexpr std::size_t AnyCell = 0;
  static constexpr std::size_t Unknown = static_cast<std::size_t>(-1);
  static constexpr std::size_t NoCell = Unknown - 1;  // of those that have a constant address
  using Cells = std::vector<bool>;

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

  // The address that an instruction may write, if it may.
  [[nodiscard]] static std::optional<ExprId> written_by(const Instruction& instruction) {
    if (const auto* store = std::get_if<Store>(&instruction.body)) return store->address;
    if (const auto* update = std::get_if<ReadModifyWrite>(&instruction.body)) {
      return update->address;
    }
    if (const auto* swap = std::get_if<CompareAndSwap>(&instruction.body)) return swap->address;
    if (const auto* wait = std::get_if<AwaitExchange>(&instruction.body)) return wait->address;
    return std::nullopt;
  }

  std::size_t number_of(const Thread& thread, ExprId address) {
    const ExpressionNode& node = thread.expressions[address];
    if (node.op != Operator::Constant) return AnyCell;
    return numbers_.emplace(node.value, numbers_.size() + 1).first->second;
  }

  std::vector<Cells> of_thread(const Thread& thread) {
    std::vector<Cells> cells(thread.code.size(), Cells(1, false));
    for (std::size_t i = 0; i < thread.code.size(); ++i) {
      const auto address = written_by(thread.code[i]);
      if (!address) continue;
      const std::size_t number = number_of(thread, *address);
      if (cells[i].size() <= number) cells[i].resize(number + 1, false);
      cells[i][number] = true;
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
    return cells;
  }
  static bool insert_all(Cells& to, const Cells& from) {
    if (to.size() < from.size()) to.resize(from.size(), false);
    bool has_changed = false;
    for (std::size_t i = 0; i < from.size(); ++i) {
      has_changed |= from[i] && !to[i];
      if (from[i]) to[i] = true;
    }
    return has_changed;
  }

  std::map<Value, std::size_t> numbers_;     // of constant addresses
  std::vector<std::size_t> of_location_;     // the same, as far as asked
  std::vector<std::vector<Cells>> threads_;  // by instruction
};

}  // namespace drover::buffering
