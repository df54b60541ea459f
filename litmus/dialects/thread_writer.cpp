#include "litmus/dialects/thread_writer.h"

#include "support/format.h"

namespace drover::litmus {

ThreadWriter::ThreadWriter(std::uint32_t number, SourceRange range, Assembly& assembly,
                           DiagnosticSink& sink)
    : number_(number),
      range_(range),
      here_(range),
      assembly_(assembly),
      sink_(sink),
      builder_(format("P{}", number), ThreadRole::Worker, range),
      end_(builder_.make_target()) {}

void ThreadWriter::set_initial_registers() {
  for (const auto& [name, value] : assembly_.initial_registers(number_)) {
    assign(register_of(name), constant(value));
  }
}

void ThreadWriter::finish() {
  place(end_);
  assembly_.add_thread(number_, builder_.finish(range_), std::move(registers_), range_);
}

RegisterId ThreadWriter::register_of(const std::string& name) {
  const auto known = registers_.find(name);
  if (known != registers_.end()) return known->second;
  return registers_.emplace(name, builder_.named_register(name, true)).first->second;
}

void ThreadWriter::pass_barrier(BarrierSite site, std::optional<ExprId> resource, Mode mode,
                                TagSet tags) {
  site.thread = ThreadId(number_);
  const RegisterId way = temporary();
  emit(Choose{.target = way,
              .count = site.quorum ? 3U : 2U,
              .what = ChoiceOf::Barrier,
              .barrier = assembly_.add_barrier(std::move(site)),
              .resource = resource});
  const Target passes = make_target();
  const Target stops = make_target();
  branch(value_of(way), passes, stops, Flow::Silent);
  place(stops);
  emit(BlockInstruction{});
  place(passes);
  emit(FenceInstruction{.mode = mode, .tags = tags});
}

void ThreadWriter::require(ExprId condition) {
  const Target holds = make_target();
  const Target fails = make_target();
  branch(condition, holds, fails, Flow::Silent);
  place(fails);
  emit(BlockInstruction{.is_dropped = true});
  place(holds);
}

}  // namespace drover::litmus
