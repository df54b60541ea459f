// Time to follow the edges of a thread's automaton, and to make its nodes.

#include <cstdint>

#include "bench/benchmark.h"
#include "bench/program_file.h"
#include "semantics/automaton/thread_automaton.h"

namespace drover::bench {
namespace {

// Runs a thread to its end; reads return 1, 2, 3 and so on. Returns the number of steps.
std::int64_t run_thread(ThreadAutomaton& automaton) {
  std::int64_t steps = 0;
  NodeId node = automaton.initial();
  while (is_event(automaton.label(node).kind)) node = automaton.next(node, ++steps);
  return steps;
}

void known_edges(benchmark::State& state) {
  const Program program = program_file("fib_bench", {{"K", 5}});
  ProgramAutomata automata(program, {});
  std::int64_t steps = 0;
  for (auto _ : state) steps += run_thread(automata.thread(ThreadId(0)));
  state.SetItemsProcessed(steps);
}
BENCHMARK(known_edges)->Name("automaton/known edges");

// Follows the edges of one node: a read that has returned many values.
void many_edges(benchmark::State& state) {
  const Program program = program_file("readers", {{"N", 1}});
  ProgramAutomata automata(program, {});
  ThreadAutomaton& reader = automata.thread(ThreadId(1));
  const std::int64_t values = state.range(0);
  for (Value value = 0; value < values; ++value) reader.next(reader.initial(), value);
  Value value = 0;
  for (auto _ : state) {
    benchmark::DoNotOptimize(reader.next(reader.initial(), value));
    value = value + 1 == values ? 0 : value + 1;
  }
  state.SetItemsProcessed(static_cast<std::int64_t>(state.iterations()));
}
BENCHMARK(many_edges)->Name("automaton/many edges")->RangeMultiplier(4)->Range(1, 256);

void new_nodes(benchmark::State& state) {
  const Program program = program_file("fib_bench", {{"K", 5}});
  std::int64_t steps = 0;
  for (auto _ : state) {
    ProgramAutomata automata(program, {});
    steps += run_thread(automata.thread(ThreadId(0)));
  }
  state.SetItemsProcessed(steps);
}
BENCHMARK(new_nodes)->Name("automaton/new nodes");

}  // namespace
}  // namespace drover::bench
