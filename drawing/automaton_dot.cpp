#include "drawing/automaton_dot.h"

#include <algorithm>
#include <string_view>
#include <vector>

#include "explorer/algorithms/value_analysis.h"
#include "explorer/graph/dot_graph.h"
#include "explorer/graph/fence_name.h"
#include "semantics/automaton/thread_automaton.h"
#include "support/format.h"
#include "support/text.h"
#include "words/fact_words.h"

namespace drover::drawing {

namespace {

std::string mode_suffix(Mode mode) {
  return mode == Mode::Plain ? "" : format("^{}", mode_name(mode));
}

std::string exclusive_text(const ExclusiveValues& exclusive, const LocationTable& names) {
  switch (exclusive.kind) {
    case ExclusiveValues::Kind::None: return "∅";
    case ExclusiveValues::Kind::One: return format("{{{}}}", names.value_text(exclusive.one));
    case ExclusiveValues::Kind::All: return "Val";
    case ExclusiveValues::Kind::Tested: return "{v | awaited}";
  }
  return "";
}

// Returns the label in the paper's notation: R^acq(x, {0}), W^rlx(x, 1), F^sc, ⊥.
std::string label_text(const Label& label, const ThreadAutomaton& automaton,
                       const LocationTable& names, std::string_view architecture) {
  switch (label.kind) {
    case LabelKind::Read:
      return format("{}R{}({}, {})", label.is_await ? "await " : "", mode_suffix(label.mode),
                    names.name(label.location), exclusive_text(label.exclusive, names));
    case LabelKind::Write:
      return format("W{}({}, {})", mode_suffix(label.mode), names.name(label.location),
                    names.value_text(label.value));
    case LabelKind::Fence: {
      const std::string name = fence_name(label, architecture);
      return name.empty() ? format("F{}", mode_suffix(label.mode)) : name;
    }
    case LabelKind::Alloc: return format("alloc {}", names.value_text(label.value));
    case LabelKind::Free: return format("free {}", names.value_text(label.value));
    case LabelKind::Call: {
      const AnnotatedCall& call = automaton.call(label);
      const auto text_of = [&](Value value) { return names.value_text(value); };
      return format("{} {}({})", label.is_main_call ? "main" : "help", call.function,
                    joined(call.arguments, ", ", text_of));
    }
    case LabelKind::Mark: {
      const AnnotatedCall& call = automaton.call(label);
      const auto text_of = [&](Value value) { return names.value_text(value); };
      return format("{} {}({})", label.is_begin ? "begin" : "end", call.function,
                    joined(call.arguments, ", ", text_of));
    }
    case LabelKind::Choose: return format("choose {}", label.size);
    case LabelKind::Spawn: return format("spawn {}", names.value_text(label.value));
    case LabelKind::Join: return format("join {}", names.value_text(label.value));
    case LabelKind::Finished: return "⊥";
    case LabelKind::Block: return "block";
    case LabelKind::Error: return format("error: {}", words::fact_text(automaton.fact(label)));
    case LabelKind::Fork: return "branch";
    case LabelKind::Cut:
      return label.value == static_cast<Value>(CutReason::Threads) ? "cut (limit of threads)"
                                                                   : "cut (loop bound)";
  }
  return "";
}

// Returns nodes in breadth-first order from the initial node, so that the picture does not depend
// on the order of the value analysis.
std::vector<NodeId> nodes_in_order(const ThreadAutomaton& automaton) {
  std::vector<NodeId> order = automaton.starts();
  std::vector<bool> is_seen(automaton.node_count(), false);
  for (const NodeId start : order) is_seen[start.value] = true;
  for (std::size_t i = 0; i < order.size(); ++i) {
    auto edges = automaton.edges(order[i]);
    std::ranges::sort(edges);
    for (const auto& [value, target] : edges) {
      if (target.is_none() || is_seen[target.value]) continue;
      is_seen[target.value] = true;
      order.push_back(target);
    }
  }
  return order;
}

void add_automaton(DotGraph& graph, const std::string& thread, const ThreadAutomaton& automaton,
                   const LocationTable& names, std::string_view architecture) {
  const std::vector<NodeId> order = nodes_in_order(automaton);
  std::vector<std::size_t> vertex(automaton.node_count());
  const std::size_t title = graph.add_vertex(thread, "shape=plaintext, fontsize=18");
  for (const NodeId node : order) {
    const Label& label = automaton.label(node);
    const bool is_end = !is_event(label.kind);
    std::string text = label_text(label, automaton, names, architecture);
    if (label.source.line != 0 && !is_end) text += format("\nline {}", label.source.line);
    vertex[node.value] = graph.add_vertex(text, is_end ? "shape=plaintext" : "shape=box");
  }
  for (const NodeId start : automaton.starts()) {
    graph.add_edge(title, vertex[start.value], "", "style=dotted");
  }
  for (const NodeId node : order) {
    auto edges = automaton.edges(node);
    std::ranges::sort(edges);
    for (const auto& [value, target] : edges) {
      if (target.is_none()) continue;
      const bool is_read = automaton.label(node).returns_value();
      graph.add_edge(vertex[node.value], vertex[target.value],
                     is_read ? names.value_text(value) : "⊥", "");
    }
  }
}

}  // namespace

AutomataDrawing draw_automata(const Program& program, std::span<const ThreadId> threads,
                              UnfoldOptions options) {
  ProgramAutomata automata(program, options);
  RunControl control;
  control.set_heartbeat([&] {
    std::size_t nodes = 0;
    for (std::size_t t = 0; t < automata.thread_count(); ++t) {
      nodes += automata.thread(ThreadId(t)).node_count();
    }
    if (nodes > MaxDrawnNodes) control.stop(StopReason::TooManyEvents);
  });
  const ValueAnalysis analysis(automata, control);
  DotGraph graph;
  for (const ThreadId thread : threads) {
    add_automaton(graph, program.threads[thread.value].name, automata.thread(thread),
                  automata.locations(), program.architecture);
  }
  return {graph.text("automata"), control.reason() != StopReason::Exhausted};
}

}  // namespace drover::drawing
