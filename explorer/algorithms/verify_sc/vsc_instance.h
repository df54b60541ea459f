#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "explorer/algorithms/verify_sc/partial_order.h"

namespace drover::vsc {

// An index of an operation in a VscInstance.
using VscIndex = std::uint32_t;
inline constexpr VscIndex NoOperation = ~VscIndex{0};

// The largest instance: the order of its operations takes two bits for each pair of them.
inline constexpr std::size_t MaxVscOperations = 8192;

enum class VscKind : std::uint8_t {
  Read,
  Write,
  Update,  // both at once: a read-modify-write
  Mark     // neither: it only has a place in the order
};

struct VscOperation {
  std::uint32_t thread = 0;
  std::uint32_t variable = 0;
  VscKind kind = VscKind::Read;

  [[nodiscard]] bool reads() const { return kind == VscKind::Read || kind == VscKind::Update; }
  [[nodiscard]] bool writes() const { return kind == VscKind::Write || kind == VscKind::Update; }
};

// An instance (X, GoodW) of the problem VSC, [RVF] §4: the operations of threads, in insertion
// order, and the good writes of each reading operation.
//
// Operation x, for each variable x, is its initial write: it belongs to no thread and precedes all
// other operations.
//
// Differs from the paper: the two events of a read-modify-write are one operation. Appendix A
// executes them as one; as one they are also a single point of the order, so the closure knows that
// nothing comes between.
class VscInstance {
 public:
  // Begins a new instance of at most `capacity` operations, besides initial writes.
  void reset(std::size_t threads, std::size_t variables, std::size_t capacity);

  // Adds the next operation of its thread.
  VscIndex add(const VscOperation& operation);
  // Adds an order beyond program order: spawn, join. b must not be before a.
  void add_order(VscIndex a, VscIndex b) { order_.add(a, b); }
  // Lets `reader` read from `write`, a write of the same variable.
  void add_good_write(VscIndex reader, VscIndex write);

  [[nodiscard]] std::size_t size() const { return operations_.size(); }
  [[nodiscard]] std::size_t thread_count() const { return threads_.size(); }
  [[nodiscard]] std::size_t variable_count() const { return variable_count_; }
  [[nodiscard]] std::size_t capacity() const { return capacity_; }
  [[nodiscard]] VscIndex initial_write(std::size_t variable) const {
    return static_cast<VscIndex>(variable);
  }
  [[nodiscard]] bool is_initial(VscIndex operation) const { return operation < variable_count_; }
  [[nodiscard]] const VscOperation& operation(VscIndex index) const { return operations_[index]; }
  [[nodiscard]] std::span<const VscIndex> operations_of(std::size_t thread) const {
    return threads_[thread];
  }
  // Returns the reading operations.
  [[nodiscard]] std::span<const VscIndex> readers() const { return readers_; }
  [[nodiscard]] ConstBitRow good_writes(VscIndex reader) const { return good_writes_[reader]; }
  [[nodiscard]] ConstBitRow writers(std::size_t variable) const { return writers_[variable]; }

  // A reader is settled if the closure can add nothing for it until its variable gets another
  // writer.
  [[nodiscard]] bool is_settled(VscIndex reader) const {
    return settled_at_[reader] == writer_counts_[operations_[reader].variable];
  }
  void settle(VscIndex reader) {
    settled_at_[reader] = writer_counts_[operations_[reader].variable];
  }

  // The known order of the operations: program order, and the additions of the closure.
  [[nodiscard]] const PartialOrder& order() const { return order_; }
  [[nodiscard]] PartialOrder& order() { return order_; }

 private:
  std::size_t capacity_ = 0;  // including initial writes
  std::size_t variable_count_ = 0;
  std::vector<VscOperation> operations_;
  std::vector<std::vector<VscIndex>> threads_;
  std::vector<VscIndex> readers_;
  std::vector<std::uint32_t> settled_at_;     // by operation: number of writers at that time, or 0
  std::vector<std::uint32_t> writer_counts_;  // by variable
  BitRows good_writes_;
  BitRows writers_;
  PartialOrder order_;
};

// True if `trace` is a witness of the instance: each operation once, threads in order, and every
// reading operation reads from a good write. Re-executes the trace, to check results.
[[nodiscard]] bool is_witness(const VscInstance& instance, std::span<const VscIndex> trace);

}  // namespace drover::vsc
