#include "explorer/algorithms/verify_sc/vsc_instance.h"

#include <algorithm>

#include "support/check.h"

namespace drover::vsc {

void VscInstance::reset(std::size_t threads, std::size_t variables, std::size_t capacity) {
  capacity_ = capacity + variables;
  variable_count_ = variables;
  operations_.clear();
  if (threads_.size() != threads) threads_.resize(threads);
  for (auto& thread : threads_) thread.clear();
  readers_.clear();
  settled_at_.assign(variables, 0);
  writer_counts_.assign(variables, 1);
  good_writes_.reset(capacity_, capacity_);
  writers_.reset(variables, capacity_);
  order_.reset(capacity_);
  for (std::size_t variable = 0; variable < variables; ++variable) {
    const auto of = static_cast<std::uint32_t>(variable);
    operations_.push_back({NoOperation, of, VscKind::Write});
    insert_bit(writers_[variable], variable);
  }
}

VscIndex VscInstance::add(const VscOperation& operation) {
  DROVER_CHECK(operations_.size() < capacity_, "the instance has room for its operations");
  const auto index = static_cast<VscIndex>(operations_.size());
  operations_.push_back(operation);
  settled_at_.push_back(0);
  auto& thread = threads_[operation.thread];
  if (thread.empty()) {
    for (std::size_t variable = 0; variable < variable_count_; ++variable) {
      order_.add(variable, index);
    }
  } else {
    order_.append(thread.back(), index);
  }
  thread.push_back(index);
  if (operation.reads()) readers_.push_back(index);
  if (operation.writes()) {
    insert_bit(writers_[operation.variable], index);
    ++writer_counts_[operation.variable];
  }
  return index;
}

void VscInstance::add_good_write(VscIndex reader, VscIndex write) {
  DROVER_CHECK(reader != write && operations_[write].writes() && operations_[reader].reads() &&
                   operations_[reader].variable == operations_[write].variable,
               "good writes are other writes of the same variable");
  insert_bit(good_writes_[reader], write);
  settled_at_[reader] = 0;
}

bool is_witness(const VscInstance& instance, std::span<const VscIndex> trace) {
  std::vector<std::size_t> position(instance.thread_count(), 0);
  std::vector<VscIndex> last_write(instance.variable_count());
  for (std::size_t x = 0; x < last_write.size(); ++x) last_write[x] = instance.initial_write(x);
  std::vector<bool> is_done(instance.size(), false);
  if (trace.size() + instance.variable_count() != instance.size()) return false;
  for (const VscIndex index : trace) {
    if (index >= instance.size() || instance.is_initial(index)) return false;
    const VscOperation& operation = instance.operation(index);
    const auto thread = instance.operations_of(operation.thread);
    std::size_t& next = position[operation.thread];
    if (next == thread.size() || thread[next] != index) return false;
    ++next;
    bool is_in_order = true;
    for_each_bit(instance.order().before(index), [&](std::size_t earlier) {
      is_in_order = is_in_order && (earlier < instance.variable_count() || is_done[earlier]);
    });
    if (!is_in_order) return false;
    is_done[index] = true;
    VscIndex& last = last_write[operation.variable];
    if (operation.reads() && !has_bit(instance.good_writes(index), last)) return false;
    if (operation.writes()) last = index;
  }
  return true;
}

}  // namespace drover::vsc
