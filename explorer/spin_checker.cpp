#include "explorer/spin_checker.h"

#include <algorithm>
#include <utility>

namespace drover {

namespace {

// A pure iteration does not take long.
constexpr std::size_t MaxSteps = 10000;
// How often a thread is let through one stop, see the head of the class.
constexpr std::ptrdiff_t MaxPasses = 2;

}  // namespace

SpinChecker::SpinChecker(const Program& program, Origins origins, UnfoldOptions options)
    : program_(&program), origins_(std::move(origins)), locations_(program) {
  for (std::size_t t = 0; t < program.threads.size(); ++t) {
    threads_.emplace_back(program, ThreadId(t), locations_, options);
  }
}

ThreadState SpinChecker::without_awaits(ThreadId thread, ThreadState state) const {
  if (origins_.empty()) return state;
  state.at = origins_[thread.value][state.at];
  // Registers that came with the awaits stand before the count of allocations.
  const Value allocations = state.registers.back();
  state.registers.resize(program_->threads[thread.value].registers.size());
  state.registers.push_back(allocations);
  return state;
}

std::optional<Spin> SpinChecker::run_on(ThreadId thread, ThreadState state, const Memory& memory) {
  Interpreter& interpreter = threads_[thread.value];
  state = without_awaits(thread, std::move(state));
  std::vector<InstructionIndex> passed;  // stops that it was let through
  Spin spin;
  for (std::size_t step = 0; step < MaxSteps; ++step) {
    const Label label = interpreter.run(state);
    if (label.kind == LabelKind::Block && label.is_spin) {
      if (!spin.address) spin.source = label.source;
      spin.loop = std::get<Assume>(program_->threads[thread.value].code[state.at].body).spin_loop;
      if (std::ranges::count(passed, state.at) == MaxPasses) return spin;
      passed.push_back(state.at++);
      continue;
    }
    Value value = 0;
    if (label.is_read()) {
      spin = {locations_.address(label.location), memory(locations_.address(label.location)),
              label.source, std::nullopt};
      value = spin.value;
    } else if (label.is_write()) {
      // A read-modify-write may write what is there.
      const bool changes = label.value != memory(locations_.address(label.location));
      if (!label.is_exclusive_write || changes) return std::nullopt;
    } else if (!label.is_fence()) {
      return std::nullopt;
    }
    auto after = interpreter.advance(std::move(state), label, value);
    if (!after) return label.is_assumed ? std::nullopt : std::optional(spin);
    state = std::move(*after);
  }
  return std::nullopt;
}

}  // namespace drover
