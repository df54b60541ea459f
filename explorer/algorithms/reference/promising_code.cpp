#include "explorer/algorithms/reference/promising_code.h"

#include <vector>

#include "explorer/algorithms/dependency_kinds.h"
#include "support/check.h"

namespace drover::reference {

namespace {

class ProgramCode : public PromisingCode {
 public:
  explicit ProgramCode(ProgramAutomata& automata) : automata_(automata) {
    DROVER_CHECK(automata.options().dependencies == DependencyTracking::On,
                 "views follow dependencies");
  }

  [[nodiscard]] NodeId initial(ThreadId thread) const override {
    return automata_.thread(thread).initial();
  }
  [[nodiscard]] const Label& label(ThreadId thread, NodeId node) const override {
    return automata_.thread(thread).label(node);
  }
  [[nodiscard]] const EventDependencies& dependencies(ThreadId thread, NodeId node) const override {
    return automata_.thread(thread).dependencies(node);
  }
  [[nodiscard]] NodeId next(ThreadId thread, NodeId node, Value value) const override {
    return automata_.thread(thread).next(node, value);
  }
  [[nodiscard]] Value initial_value(LocationId location) const override {
    return automata_.locations().initial_value(location);
  }

 private:
  ProgramAutomata& automata_;
};

class ExecutionCode : public PromisingCode {
 public:
  explicit ExecutionCode(const ExecutionGraph& graph)
      : graph_(graph), threads_(graph.thread_count()) {
    DROVER_CHECK(graph.dependencies() != nullptr, "views follow dependencies");
    for (std::size_t t = 0; t < threads_.size(); ++t) {
      const std::span<const EventId> events = graph.events_of(ThreadId(t));
      for (std::size_t i = 0; i < events.size(); ++i) {
        Label label = graph.event(events[i]).label;
        label.mode = graph.event(events[i]).declared_mode;
        label.tags = graph.event(events[i]).declared_tags;
        threads_[t].labels.push_back(label);
        threads_[t].dependencies.push_back(dependencies_of(events, i));
      }
      threads_[t].labels.emplace_back();  // Finished
      threads_[t].dependencies.emplace_back();
    }
  }

  [[nodiscard]] NodeId initial(ThreadId /*thread*/) const override { return NodeId(0U); }
  [[nodiscard]] const Label& label(ThreadId thread, NodeId node) const override {
    return threads_[thread.value].labels[node.value];
  }
  [[nodiscard]] const EventDependencies& dependencies(ThreadId thread, NodeId node) const override {
    return threads_[thread.value].dependencies[node.value];
  }
  [[nodiscard]] NodeId next(ThreadId /*thread*/, NodeId node, Value /*value*/) const override {
    return NodeId(node.value + 1);
  }
  [[nodiscard]] Value initial_value(LocationId location) const override {
    return graph_.event(graph_.initial_write(location)).value;
  }

 private:
  struct ThreadEvents {
    std::vector<Label> labels;
    std::vector<EventDependencies> dependencies;
  };

  // The inverse of graph_dependencies.
  [[nodiscard]] EventDependencies dependencies_of(std::span<const EventId> events,
                                                  std::size_t at) const {
    const GraphDependencies& all = *graph_.dependencies();
    EventDependencies out;
    for_each_dependency_kind(out, all, [&](ReadSet& reads, const Relation& relation) {
      for (std::uint32_t read = 0; read < at; ++read) {
        if (relation.contains(events[read], events[at])) reads.insert(read);
      }
    });
    return out;
  }

  const ExecutionGraph& graph_;
  std::vector<ThreadEvents> threads_;
};

}  // namespace

std::shared_ptr<const PromisingCode> code_of(ProgramAutomata& automata) {
  return std::make_shared<ProgramCode>(automata);
}

std::shared_ptr<const PromisingCode> code_of(const ExecutionGraph& graph) {
  return std::make_shared<ExecutionCode>(graph);
}

}  // namespace drover::reference
