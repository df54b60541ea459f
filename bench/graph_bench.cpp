// Time of one exploration step on a large graph: a read's candidates, a write's places, the copy
// for a revisit, the SC axiom; with each model's incremental checker.

#include <cstdint>
#include <memory>
#include <string>

#include "bench/benchmark.h"
#include "bench/program_file.h"
#include "explorer/graph/working_graph.h"
#include "explorer/models/incremental/release_acquire_checker.h"
#include "explorer/models/incremental/repaired_c11_checker.h"
#include "explorer/models/incremental/sc_checker.h"
#include "explorer/models/incremental/store_buffer_checker.h"
#include "semantics/automaton/thread_automaton.h"

namespace drover::bench {
namespace {

template <std::size_t Words>
using Sc = incremental::ScChecker<Words>;
template <std::size_t Words>
using Tso = incremental::StoreBufferChecker<Words, incremental::BufferKind::Fifo>;
template <std::size_t Words>
using Pso = incremental::StoreBufferChecker<Words, incremental::BufferKind::PerLocation>;
template <std::size_t Words>
using Sra = incremental::SraChecker<Words>;
template <std::size_t Words>
using Ra = incremental::RaChecker<Words>;
template <std::size_t Words>
using Rc11 = incremental::RepairedC11Checker<Words, incremental::ReleaseSequence::WithOwnWrites>;
template <std::size_t Words>
using Rc20 = incremental::RepairedC11Checker<Words, incremental::ReleaseSequence::RmwsOnly>;

// An execution of a program and a checker's state for it: threads take turns, a read reads from the
// last write, a write is placed last.
template <std::size_t Words, template <std::size_t> typename CheckerOf>
class GrownGraph {
 public:
  using Graph = WorkingGraph<Words>;
  using Checker = CheckerOf<Words>;

  explicit GrownGraph(const Program& program)
      : automata_(program, {}), graph_(automata_.roles(), initial_nodes(automata_)) {
    for (bool moved = true; moved;) {
      moved = false;
      for (std::size_t t = 0; t < graph_.thread_count(); ++t) moved |= step(t);
    }
  }

  [[nodiscard]] Graph& graph() { return graph_; }
  [[nodiscard]] Checker& checker() { return checker_; }

  // Removes the last event, which no read may read from; the thread's next step would add it again.
  const Label& take_back_last(std::size_t thread) {
    const Slot last = graph_.last_of(thread);
    if (graph_[last].kind == LabelKind::Read) graph_.clear_reads_from(last);
    if (graph_[last].kind == LabelKind::Write) graph_.unplace(last);
    graph_.remove(last);
    return automata_.thread(ThreadId(thread)).label(graph_.thread(thread).node);
  }

 private:
  static std::vector<NodeId> initial_nodes(const ProgramAutomata& automata) {
    std::vector<NodeId> nodes;
    for (std::size_t t = 0; t < automata.thread_count(); ++t) {
      nodes.push_back(automata.thread(ThreadId(t)).initial());
    }
    return nodes;
  }

  bool step(std::size_t thread) {
    ThreadAutomaton& automaton = automata_.thread(ThreadId(thread));
    const Label& label = automaton.label(graph_.thread(thread).node);
    if (!is_event(label.kind)) return false;
    if (label.is_access()) graph_.ensure_location(label.location);
    const Slot event = graph_.add(thread, label);
    checker_.on_add(graph_, event);
    if (label.is_read()) read_last(event, label);
    if (label.is_write()) {
      graph_.place(event, graph_.location(label.location).coherence.size());
      checker_.on_place(graph_, event);
    }
    graph_.set_node(thread, automaton.next(graph_[event].node, graph_[event].value));
    return graph_[event].is_exclusive_read ? step(thread) : true;
  }

  void read_last(Slot read, const Label& label) {
    const Slot write = graph_.coherence_maximal(label.location);
    const Value value = write == InitialWrite ? automata_.locations().initial_value(label.location)
                                              : graph_[write].value;
    graph_[read].value = value;
    graph_[read].mode = label.mode_when_reading(value);
    graph_[read].is_exclusive_read = label.exclusive.contains(value);
    graph_[read].is_failed_exclusive = label.fails_when_reading(value);
    graph_.set_reads_from(read, write);
    checker_.on_read(graph_, read);
  }

  ProgramAutomata automata_;
  Graph graph_;
  Checker checker_;
};

// 32 release/acquire accesses of two locations: the third thread ends with a read, the others end
// with writes.
Program small_program() { return program_file("fib_bench", {{"K", 5}}); }

template <std::size_t Words, template <std::size_t> typename CheckerOf>
void read_choices(benchmark::State& state) {
  const Program program = small_program();
  const auto grown = std::make_unique<GrownGraph<Words, CheckerOf>>(program);
  auto& graph = grown->graph();
  auto& checker = grown->checker();
  const Label& label = grown->take_back_last(2);
  const std::size_t last = graph.location(label.location).coherence.size();
  for (auto _ : state) {
    const Slot read = graph.add(2, label);
    checker.on_add(graph, read);
    for (std::size_t rank = last + 1; rank-- > checker.lowest_rank(graph, read);) {
      graph.set_reads_from(read, graph.at_rank(label.location, rank));
      const std::size_t mark = checker.mark();
      benchmark::DoNotOptimize(checker.on_read(graph, read));
      checker.undo(mark);
      graph.clear_reads_from(read);
    }
    graph.remove(read);
  }
}

template <std::size_t Words, template <std::size_t> typename CheckerOf>
void write_places(benchmark::State& state) {
  const Program program = small_program();
  const auto grown = std::make_unique<GrownGraph<Words, CheckerOf>>(program);
  auto& graph = grown->graph();
  auto& checker = grown->checker();
  const Label& label = grown->take_back_last(1);
  const std::size_t last = graph.location(label.location).coherence.size();
  for (auto _ : state) {
    const Slot write = graph.add(1, label);
    checker.on_add(graph, write);
    for (std::size_t rank = last + 1; rank-- > checker.lowest_rank(graph, write);) {
      graph.place(write, rank);
      const std::size_t mark = checker.mark();
      benchmark::DoNotOptimize(checker.on_place(graph, write));
      checker.undo(mark);
      graph.unplace(write);
    }
    graph.remove(write);
  }
}

// Copies a graph without its younger half.
template <std::size_t Words, template <std::size_t> typename CheckerOf>
void revisit_copy(benchmark::State& state) {
  const Program program = small_program();
  const auto from = std::make_unique<GrownGraph<Words, CheckerOf>>(program);
  const auto to = std::make_unique<GrownGraph<Words, CheckerOf>>(program);
  EventBits<Words> deleted;
  from->graph().events().for_each([&](std::size_t slot) {
    if (from->graph()[static_cast<Slot>(slot)].stamp >= from->graph().size() / 2) {
      deleted.insert(slot);
    }
  });
  for (auto _ : state) {
    to->graph().copy_without(from->graph(), deleted);
    to->checker().copy_without(from->checker(), to->graph().events(), deleted);
    benchmark::ClobberMemory();
  }
}

// Checks the SC axiom on a graph with SC accesses only.
template <std::size_t Words>
void sc_axiom(benchmark::State& state) {
  const Program program =
      program_file("safestack", {{"FIRST", 2}, {"SECOND", 2}, {"THIRD", state.range(0)}});
  const auto grown = std::make_unique<GrownGraph<Words, Rc11>>(program);
  const auto& graph = grown->graph();
  const auto& checker = grown->checker();
  const auto psc = std::make_unique<incremental::PartialScOrder<Words>>();
  const auto hb_of = [&](std::size_t event) -> const EventBits<Words>& {
    return checker.happens_before(graph, static_cast<Slot>(event));
  };
  incremental::ScEvents<Words> sc;
  graph.events().for_each([&](std::size_t slot) {
    sc.note(graph, static_cast<Slot>(slot), incremental::ScScope::FencesAndAccesses);
  });
  for (auto _ : state) {
    benchmark::DoNotOptimize(psc->is_acyclic(graph, sc, hb_of));
  }
  state.counters["events"] = static_cast<double>(graph.size());
}
BENCHMARK_TEMPLATE(sc_axiom, 1)->Name("psc/64")->Arg(0)->Arg(2);
BENCHMARK_TEMPLATE(sc_axiom, 4)->Name("psc/256")->Arg(0)->Arg(2);

template <template <std::size_t> typename CheckerOf>
void register_model(const std::string& model) {
  const auto name = [&](const char* what) { return std::string(what) + "/" + model; };
  benchmark::RegisterBenchmark(name("read choices/64").c_str(), read_choices<1, CheckerOf>);
  benchmark::RegisterBenchmark(name("write places/64").c_str(), write_places<1, CheckerOf>);
  benchmark::RegisterBenchmark(name("revisit copy/64").c_str(), revisit_copy<1, CheckerOf>);
  benchmark::RegisterBenchmark(name("revisit copy/256").c_str(), revisit_copy<4, CheckerOf>);
}

[[maybe_unused]] const bool IsRegistered = [] {
  register_model<Sc>("sc");
  register_model<Tso>("tso");
  register_model<Pso>("pso");
  register_model<Sra>("sra");
  register_model<Ra>("ra");
  register_model<Rc11>("rc11");
  register_model<Rc20>("rc20");
  return true;
}();

}  // namespace
}  // namespace drover::bench
