#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "support/bit_set.h"

namespace drover::vsc {

// Sets of small integers as rows of machine words, for inner loops. The width of a row is
// fixed when a run begins, so that rows lie side by side and nothing is allocated later.
using BitRow = std::span<BitWord>;
using ConstBitRow = std::span<const BitWord>;

class BitRows {
 public:
  void reset(std::size_t rows, std::size_t bits) {
    words_ = words_for(bits);
    bits_.assign(rows * words_, 0);
  }
  [[nodiscard]] std::size_t words() const { return words_; }
  [[nodiscard]] BitRow operator[](std::size_t row) { return {bits_.data() + row * words_, words_}; }
  [[nodiscard]] ConstBitRow operator[](std::size_t row) const {
    return {bits_.data() + row * words_, words_};
  }

 private:
  std::size_t words_ = 0;
  std::vector<BitWord> bits_;
};

// A strict partial order over 0 … size - 1, always transitively closed, kept in both
// directions.
class PartialOrder {
 public:
  void reset(std::size_t size) {
    before_.reset(size, size);
    after_.reset(size, size);
  }
  [[nodiscard]] bool is_before(std::size_t a, std::size_t b) const { return has_bit(after_[a], b); }
  [[nodiscard]] ConstBitRow before(std::size_t element) const { return before_[element]; }
  [[nodiscard]] ConstBitRow after(std::size_t element) const { return after_[element]; }

  // Orders a before b, with all consequences. Requires that a and b differ and that b is not before
  // a.
  void add(std::size_t a, std::size_t b) {
    if (is_before(a, b)) return;
    // Neither loop reads a row that it changes: no element is both before a and after b.
    for_each_bit(before_[a], [&](std::size_t low) { join(after_[low], after_[b], b); });
    join(after_[a], after_[b], b);
    for_each_bit(after_[b], [&](std::size_t high) { join(before_[high], before_[a], a); });
    join(before_[b], before_[a], a);
  }

  // The same if b is ordered only after elements before a.
  void append(std::size_t a, std::size_t b) {
    join(before_[b], before_[a], a);
    for_each_bit(before_[b], [&](std::size_t low) { insert_bit(after_[low], b); });
  }

 private:
  static void join(BitRow row, ConstBitRow others, std::size_t one) {
    insert_bits(row, others);
    insert_bit(row, one);
  }

  BitRows before_;
  BitRows after_;
};

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
// Differs from the paper: the two events of a read-modify-write are one operation (docs/proofs.md).
class VscInstance {
 public:
  // Begins a new instance of at most `capacity` operations, besides initial writes.
  void reset(std::size_t threads, std::size_t variables, std::size_t capacity);

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
