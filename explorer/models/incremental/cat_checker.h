#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

#include "explorer/cat/compiled_model.h"
#include "explorer/models/incremental/base_sets.h"
#include "explorer/models/incremental/cat_engine.h"
#include "explorer/models/incremental/coherence.h"
#include "explorer/models/incremental/step_checker.h"

namespace drover::incremental {

// AlwaysConsistent: the model is known to be extensible (ModelProperty), so an event that is added
// maximally needs no check.
enum class Extensions : std::uint8_t { Unknown, AlwaysConsistent };

template <std::size_t Words>
class CatChecker;

// The schedule of CatChecker. It keeps the sets of events by label and the forward relations
// (cat/compiled_model.h): the rows of one checker at a time. All checkers of one exploration share
// it.
template <std::size_t Words>
class ForwardRelations : public CatEngine<ForwardRelations<Words>, Words> {
  using Engine = CatEngine<ForwardRelations<Words>, Words>;

 public:
  using typename Engine::Bits;
  using typename Engine::Graph;
  static constexpr bool HasInitialWrites = false;

  ForwardRelations(cat::CompiledModel compiled, Extensions known)
      : ForwardRelations(std::make_unique<const cat::CompiledModel>(std::move(compiled)), known) {}

 private:
  using Engine::graph_;
  using Engine::kinds_;
  using Engine::own_;
  using Engine::present_;
  using typename Engine::Kind;
  friend Engine;
  friend CatChecker<Words>;

  ForwardRelations(std::unique_ptr<const cat::CompiledModel> compiled, Extensions known)
      : Engine(compiled->code, compiled->of),
        model_(std::move(compiled)),
        extensions_(known),
        position_(model_->code.nodes.size(), 0) {
    const auto is_kept = [&](NodeIndex part) { return kinds_[part] == Kind::Kept; };
    for (const NodeIndex each : model_->nodes) {
      if (!is_kept(each)) {
        this->add_whole(each);
        continue;
      }
      std::vector<NodeIndex>& kept = Engine::is_set(this->node(each)) ? kept_sets_ : columns_;
      position_[each] = kept.size();
      kept.push_back(each);
    }
    for (const NodeIndex each : columns_) {
      is_of_kept_.push_back(
          std::ranges::all_of(cat::operands_of(model_->code, this->node(each)), is_kept) ? 1 : 0);
    }
    width_ = columns_.size();
    for (const std::size_t each : model_->checks) (void)this->roots_of(each);
  }

  void set_graph(const Graph& graph, const Bits* rows, const Bits* sets) {
    graph_ = &graph;
    present_ = graph.events();
    kept_rows_ = rows;
    sets_ = sets;
  }
  void set_threads() {
    own_.resize(graph_->thread_count());
    for (std::size_t t = 0; t < own_.size(); ++t) {
      own_[t].clear();
      for (const Slot each : graph_->thread(t).events) own_[t].insert(each);
    }
  }
  [[nodiscard]] std::size_t position(NodeIndex index) const { return position_[index]; }

  // Computes the row of a column.
  [[nodiscard]] Bits column_row(NodeIndex index, std::size_t event) const {
    return is_of_kept_[position_[index]] ? this->row_of_kept(index, event)
                                         : this->computed_row(index, event);
  }

  struct KeptRows {
    const Bits* first;
    std::size_t stride;
  };
  [[nodiscard]] KeptRows kept_rows(NodeIndex index) const {
    return {kept_rows_ + position_[index], width_};
  }
  [[nodiscard]] const Bits& kept_row(NodeIndex index, std::size_t event) const {
    return kept_rows_[event * width_ + position_[index]];
  }
  [[nodiscard]] const Bits& kept_set(NodeIndex index) const { return sets_[position_[index]]; }
  [[nodiscard]] const Bits& kept_filled(NodeIndex /*index*/) const { return present_; }
  [[nodiscard]] const Bits& all_events() const { return present_; }

  // Models that use these are not compiled.
  static Bits same_values(std::size_t /*event*/) { return {}; }
  static Bits dependencies_of(Base /*base*/, const WorkingEvent<Words>& /*event*/) { return {}; }
  [[nodiscard]] static Bits base_set(Base /*base*/) { return {}; }
  [[nodiscard]] bool is_base_member(Base base, std::size_t /*event*/) const {
    return is_among(base, base_sets_);
  }
  template <typename Visit>
  void for_each_location(const Visit& visit) const {
    for (std::size_t i = 0; i < graph_->location_count(); ++i) {
      visit(graph_->location(LocationId(i)), Bits{});
    }
  }

 private:
  // Returns the earlier events of the thread.
  [[nodiscard]] Bits before_in_thread(Slot event) const {
    Bits bits;
    const auto& at = (*graph_)[event];
    const auto& events = graph_->thread(at.thread).events;
    for (std::size_t i = 0; i < at.index; ++i) bits.insert(events[i]);
    return bits;
  }

  std::unique_ptr<const cat::CompiledModel> model_;
  Extensions extensions_;
  std::vector<NodeIndex> columns_;  // forward relations
  std::vector<NodeIndex> kept_sets_;
  std::size_t width_ = 0;                 // the number of columns
  std::vector<std::size_t> position_;     // by node: index in `columns_` or `kept_sets_`
  std::vector<std::uint8_t> is_of_kept_;  // by column: 1 if all operands are kept
  const Bits* kept_rows_ = nullptr;
  const Bits* sets_ = nullptr;
  BaseSets base_sets_ = 0;  // of the event to be settled
};

// Checks any model that can be compiled (cat/compiled_model.h).
//
// For each event and forward relation it stores the predecessors of the event. They are computed
// when the event is added, for a read when its writer is known, and do not change while the event
// is in the graph; so nothing has to be undone, and a revisit copies those of the kept events,
// whose predecessors are kept too.
//
// Each step runs the model's checks. If the model is extensible, a read from the last write of its
// location and a write after the last one are consistent; coherence is checked by ranks
// (CoherenceCheck); otherwise the relations with co or fr are evaluated, each at most once and only
// if needed.
template <std::size_t Words>
class CatChecker : public PlainSteps {
 public:
  using Graph = WorkingGraph<Words>;
  using Bits = EventBits<Words>;

  using Shared = ForwardRelations<Words>;

  explicit CatChecker(std::shared_ptr<Shared> shared)
      : shared_(std::move(shared)),
        width_(shared_->width_),
        columns_(width_ * Graph::Capacity),
        sets_(shared_->kept_sets_.size()) {}

  void on_add(const Graph& graph, Slot event) { settle(graph, event); }
  [[nodiscard]] std::size_t lowest_rank(const Graph& graph, Slot event) const {
    std::size_t lowest = 0;
    for (const cat::CoherenceCheck& check : model().coherence) {
      lowest = std::max(lowest, last_seen(graph, event, check));
    }
    return lowest;
  }
  bool on_read(const Graph& graph, Slot read) {
    settle(graph, read);
    const LocationId location = graph[read].location;
    const std::size_t rank = graph.coherence_rank(location, graph[read].reads_from);
    return allows(graph, read, rank, false);
  }
  bool on_place(const Graph& graph, Slot write) {
    const LocationId location = graph[write].location;
    const std::size_t rank = graph.coherence_rank(location, write);
    bool has_open_read = false;
    graph.location(location).reads.for_each([&](std::size_t slot) {
      const auto read = static_cast<Slot>(slot);
      if (graph[read].reads_from != NoEvent) return;
      settle(graph, read);  // it may have got a writer since
      has_open_read = true;
    });
    return allows(graph, write, rank, has_open_read);
  }
  [[nodiscard]] Bits happens_before(const Graph& graph, Slot event) const {
    if (!model().happens_before) return {};
    Bits before = column(event, *model().happens_before) & graph.events();
    before.erase(event);
    return before;
  }
  // False only if the model sets no flag on the graph.
  [[nodiscard]] bool may_raise_flags(const Graph& graph) {
    if (!model().flags) return true;
    begin_step(graph);
    return std::ranges::any_of(*model().flags,
                               [&](std::size_t flag) { return shared_->is_up(flag); });
  }
  void copy_without(const CatChecker& other, const Bits& kept, const Bits& /*deleted*/) {
    sets_ = other.sets_;
    kept.for_each([&](std::size_t event) {
      const auto from = other.columns_.begin() + static_cast<std::ptrdiff_t>(event * width_);
      std::copy(from, from + static_cast<std::ptrdiff_t>(width_),
                columns_.begin() + static_cast<std::ptrdiff_t>(event * width_));
    });
  }

 private:
  [[nodiscard]] const cat::CompiledModel& model() const { return *shared_->model_; }
  [[nodiscard]] const Bits& column(Slot event, NodeIndex index) const {
    return columns_[event * width_ + shared_->position(index)];
  }

  // Computes the sets and the predecessors of an event.
  void settle(const Graph& graph, Slot event) {
    shared_->set_graph(graph, columns_.data(), sets_.data());
    shared_->base_sets_ = sets_of(class_of(graph[event]));
    for (const NodeIndex index : shared_->kept_sets_) {
      Shared::put(sets_[shared_->position(index)], event,
                  shared_->is_member(model().code.nodes[index], event));
    }
    Bits* const row = columns_.data() + event * width_;
    for (std::size_t i = 0; i < width_; ++i) {
      row[i] = shared_->column_row(shared_->columns_[i], event);
    }
  }
  [[nodiscard]] std::size_t last_seen(const Graph& graph, Slot event,
                                      const cat::CoherenceCheck& check) const {
    return last_seen_rank(graph, graph[event].location, column(event, check.order));
  }
  [[nodiscard]] bool allows(const Graph& graph, Slot event, std::size_t rank, bool has_open_read) {
    const auto& order = graph.location(graph[event].location).coherence;
    if (shared_->extensions_ == Extensions::AlwaysConsistent && rank == order.size()) return true;
    const auto is_asked = [&](std::size_t check) {
      return !has_open_read || model().code.checks[check].fails_for_good;
    };
    for (const cat::CoherenceCheck& check : model().coherence) {
      if (is_asked(check.check) && last_seen(graph, event, check) > rank) return false;
    }
    if (model().checks.empty()) return true;
    begin_step(graph);
    return std::ranges::all_of(model().checks, [&](std::size_t check) {
      return !is_asked(check) || shared_->holds(check);
    });
  }
  void begin_step(const Graph& graph) {
    shared_->set_graph(graph, columns_.data(), sets_.data());
    shared_->set_threads();
    shared_->begin_graph();
  }

  std::shared_ptr<Shared> shared_;
  std::size_t width_;
  std::vector<Bits> columns_;  // by event, then by column
  std::vector<Bits> sets_;     // by kept set
};

}  // namespace drover::incremental
