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
  using Engine::own_;
  using Engine::present_;
  using typename Engine::Form;
  using typename Engine::Kind;
  friend Engine;
  friend CatChecker<Words>;

  ForwardRelations(std::unique_ptr<const cat::CompiledModel> compiled, Extensions known)
      : Engine(compiled->code),
        model_(std::move(compiled)),
        extensions_(known),
        width_(model_->columns.size()),
        position_(model_->code.nodes.size(), 0) {
    for (std::size_t i = 0; i < width_; ++i) position_[model_->columns[i]] = i;
    for (std::size_t i = 0; i < model_->sets.size(); ++i) position_[model_->sets[i]] = i;
    for (const NodeIndex each : model_->nodes) {
      this->note_kind(each);
      if (Engine::is_set(this->node(each)) || model_->is_forward[each]) {
        this->kinds_[each] = Kind::Kept;
      } else if (this->kinds_[each] == Kind::Kept) {
        this->kinds_[each] = Kind::Whole;
      }
    }
    note_differences();
    for (const NodeIndex each : model_->columns) {
      is_of_kept_.push_back(
          std::ranges::all_of(cat::operands_of(model_->code, this->node(each)),
                              [&](NodeIndex part) { return this->kinds_[part] == Kind::Kept; }));
    }
    for (const NodeIndex each : model_->nodes) {
      if (this->kinds_[each] != Kind::Kept) this->add_whole(each);
    }
    for (const std::size_t each : model_->checks) (void)this->roots_of(each);
  }

  void set_graph(const Graph& graph, const Bits* columns, const Bits* sets) {
    graph_ = &graph;
    present_ = graph.events();
    columns_ = columns;
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
    return {columns_ + position_[index], width_};
  }
  [[nodiscard]] const Bits& kept_row(NodeIndex index, std::size_t event) const {
    return columns_[event * width_ + position_[index]];
  }
  [[nodiscard]] const Bits& kept_set(NodeIndex index) const { return sets_[position_[index]]; }
  [[nodiscard]] const Bits& kept_filled(NodeIndex /*index*/) const { return present_; }
  [[nodiscard]] const Bits& all_events() const { return present_; }

  [[nodiscard]] Bits kept_base(Base base, std::size_t event) const {
    const auto slot = static_cast<Slot>(event);
    const auto& at = (*graph_)[slot];
    switch (base) {
      case Base::Po: return before_in_thread(slot);
      case Base::Sync: return at.po - before_in_thread(slot);
      case Base::Rf:
        if (at.kind != LabelKind::Read || at.reads_from >= NoEvent) return {};
        return single<Bits>(at.reads_from);
      case Base::RmwPairs:
      case Base::Amo: return first_half_of(*graph_, slot);
      default: return {};
    }
  }
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

  // A difference that may be empty as a whole is evaluated once, unless rows are made of its rows.
  void note_differences() {
    std::vector<bool> is_part(model_->code.nodes.size(), false);
    for (const NodeIndex each : model_->nodes) {
      if (this->kinds_[each] == Kind::Whole) continue;
      for (const NodeIndex part : cat::operands_of(model_->code, this->node(each))) {
        is_part[part] = true;
      }
    }
    for (const NodeIndex each : model_->without_atomic_pairs) {
      if (is_part[each]) continue;
      this->kinds_[each] = Kind::Whole;
      this->forms_[each] = Form::NotAllAccesses;
    }
  }

  std::unique_ptr<const cat::CompiledModel> model_;
  Extensions extensions_;
  std::size_t width_;
  std::vector<std::size_t> position_;     // by node: index in `columns` or `sets`
  std::vector<std::uint8_t> is_of_kept_;  // by column: 1 if all operands are kept
  const Bits* columns_ = nullptr;
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
        width_(model().columns.size()),
        columns_(width_ * Graph::Capacity),
        sets_(model().sets.size()) {}

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
    for (const NodeIndex index : model().sets) {
      Shared::put(sets_[shared_->position(index)], event,
                  shared_->is_member(model().code.nodes[index], event));
    }
    Bits* const row = columns_.data() + event * width_;
    for (std::size_t i = 0; i < width_; ++i) {
      row[i] = shared_->column_row(model().columns[i], event);
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
  std::vector<Bits> columns_;  // by event, then by CompiledModel::columns
  std::vector<Bits> sets_;     // by CompiledModel::sets
};

}  // namespace drover::incremental
