#include "analysis/compare/mapped_model.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "semantics/program/mode.h"
#include "semantics/program/scope_tag.h"
#include "support/check.h"
#include "support/format.h"

namespace drover::compare {

namespace {

// Returns the mode of a read-modify-write, given the modes of its halves.
Mode whole_mode(Mode read, Mode write) {
  if (read == Mode::Acq) return write == Mode::Rel ? Mode::AcqRel : Mode::Acq;
  return write == Mode::Rel ? Mode::Rel : read;
}

// Compiles one graph. A short-lived worker: holds references.
class GraphCompiler {
 public:
  GraphCompiler(const ExecutionGraph& graph, const mapping::Mapping& mapping)
      : graph_(graph), mapping_(mapping), out_(roles_of(graph)), images_(graph.size()) {}

  ExecutionGraph run() {
    if (graph_.topology() != nullptr) {
      out_.set_topology(std::make_shared<const Topology>(*graph_.topology()));
    }
    if (graph_.observed() != nullptr) {
      out_.set_observed(std::make_shared<const std::vector<LocationId>>(*graph_.observed()));
    }
    for (const LocationId location : graph_.locations()) {
      const EventId initial = graph_.initial_write(location);
      const Event& event = graph_.event(initial);
      images_[initial.value] = out_.ensure_initial_write(
          location, event.value, event.label.tags.with(mapping_.machine->initial_tags));
    }
    for (std::size_t t = 0; t < graph_.thread_count(); ++t) write_thread(ThreadId(t));
    set_edges();
    set_dependencies();
    return std::move(out_);
  }

 private:
  static std::vector<ThreadRole> roles_of(const ExecutionGraph& graph) {
    std::vector<ThreadRole> roles;
    for (std::size_t t = 0; t < graph.thread_count(); ++t) roles.push_back(graph.role(ThreadId(t)));
    return roles;
  }

  // An event of the compiled graph, and the origin of its dependencies.
  struct Compiled {
    EventId id;
    EventId origin;                // the source event whose dependencies it has
    bool has_operands = false;     // an access: has address and value operands
    std::vector<EventId> control;  // further control dependencies, as events of the compiled graph
  };

  EventId add(const Label& label, EventId origin, bool has_operands) {
    const EventId id = out_.add(thread_, NodeId(0), label);
    compiled_.push_back({id, origin, has_operands, control_});
    return id;
  }

  void write_thread(ThreadId thread) {
    thread_ = thread;
    control_.clear();
    const std::span<const EventId> order = graph_.events_of(thread);
    for (std::size_t i = 0; i < order.size(); ++i) {
      const Event& event = graph_.event(order[i]);
      const bool is_update = event.label.exclusive.kind == ExclusiveValues::Kind::All;
      if (event.label.is_fence()) {
        write_fence(order[i]);
      } else if (is_update) {
        DROVER_CHECK(i + 1 < order.size(), "the write of a read-modify-write follows its read");
        write_update(order[i], order[i + 1]);
        ++i;
      } else if (event.label.exclusive.kind == ExclusiveValues::Kind::One) {
        write_failed(order[i]);
      } else {
        write_access(order[i]);
      }
    }
  }

  [[nodiscard]] const mapping::Row& row(mapping::AccessKind kind, Mode mode) const {
    const mapping::Row* found = mapping_.find(kind, mode);
    DROVER_CHECK(found != nullptr, "mappings that are searched have all rows");
    return *found;
  }
  // The tags of an instruction of the machine, with the scope of the event that is compiled.
  [[nodiscard]] TagSet scoped(const mapping::Step& step, TagSet tags, EventId origin) const {
    if (!step.is_scoped) return tags;
    return tags.with(scopes_among(graph_.event(origin).label.tags));
  }
  template <typename Access>
  void write_row(const mapping::Row& of, EventId origin, EventId read, Access access) {
    for (const mapping::Step& step : of.steps) {
      if (step.kind == mapping::StepKind::Barrier) {
        Label label;
        label.kind = LabelKind::Fence;
        label.mode = step.barrier;
        label.tags = scoped(step, step.read_tags, origin);
        add(label, origin, false);
      } else if (step.kind == mapping::StepKind::Branch) {
        control_.push_back(images_[read.value]);
      } else {
        access(step);
      }
    }
  }

  // A relaxed fence stands for a fence that may become stronger: it compiles to nothing.
  void write_fence(EventId fence) {
    const Mode mode = graph_.event(fence).label.mode;
    if (mode == Mode::Rlx) return;
    write_row(row(mapping::AccessKind::Fence, mode), fence, fence, [](const mapping::Step&) {});
  }
  void write_access(EventId access) {
    const Event& event = graph_.event(access);
    const bool is_read = event.label.is_read();
    const auto kind = is_read ? mapping::AccessKind::Load : mapping::AccessKind::Store;
    write_row(row(kind, event.label.mode), access, access, [&](const mapping::Step& step) {
      write_half_of(access, step, is_read ? step.read_tags : step.write_tags, false);
    });
  }
  // Returns the label of a machine's access: half of a read-modify-write, or a whole one.
  [[nodiscard]] Label label_with(EventId access, const mapping::Step& step, TagSet tags) const {
    Label label = graph_.event(access).label;
    const bool is_half = step.kind == mapping::StepKind::Update;
    label.mode = !is_half          ? step.order
                 : label.is_read() ? read_half(step.order)
                                   : write_half(step.order);
    label.failure_mode = label.mode;
    label.tags = label.failure_tags = scoped(step, tags, access);
    return label;
  }
  void write_half_of(EventId access, const mapping::Step& step, TagSet tags, bool is_fused) {
    Label label = label_with(access, step, tags);
    label.is_fused = is_fused;
    images_[access.value] = add(label, access, true);
  }

  void write_update(EventId read, EventId write) {
    const Mode mode = whole_mode(graph_.event(read).label.mode, graph_.event(write).label.mode);
    write_row(row(mapping::AccessKind::Update, mode), read, read, [&](const mapping::Step& step) {
      if (step.kind == mapping::StepKind::Pair) return write_pair(read, write, step);
      const bool is_fused = mapping_.machine->halves == Halves::Fused;
      write_half_of(read, step, step.read_tags, is_fused);
      // In a fused event, all operands act as address operands.
      if (is_fused) fused_.emplace_back(write, images_[read.value]);
      write_half_of(write, step, step.write_tags, is_fused);
    });
  }
  // Writes the load, the store, and a branch on the store's status.
  void write_pair(EventId read, EventId write, const mapping::Step& step) {
    Label load = label_with(read, step, step.read_tags);
    load.exclusive = {};
    images_[read.value] = add(load, read, true);
    Label store = label_with(write, step, step.write_tags);
    store.is_exclusive_write = false;
    images_[write.value] = add(store, write, true);
    switch (mapping_.machine->status) {
      case mapping::Status::Nothing: picked_.push_back(write); break;
      case mapping::Status::AddressAndWrite:
        control_.push_back(images_[write.value]);
        control_on_.push_back({write, compiled_.size(), thread_, Operands::Address});
        break;
      case mapping::Status::AddressAndValue:
        control_on_.push_back({write, compiled_.size(), thread_, Operands::AddressAndValue});
        break;
    }
  }
  // Writes a failed compare-and-swap: its read, and for a pair the branch after it.
  void write_failed(EventId read) {
    const Mode mode = graph_.event(read).label.mode;
    const bool is_unordered = mapping_.machine->failed_swap == mapping::FailedSwap::Unordered;
    write_row(row(mapping::AccessKind::CompareAndSwap, mode), read, read,
              [&](const mapping::Step& step) {
                const bool is_pair = step.kind == mapping::StepKind::Pair;
                Label label = label_with(
                    read, step, is_pair ? step.read_tags : step.read_tags.without(Tag::Exclusive));
                if (!is_unordered) label.exclusive = {};  // else the model must see that it failed
                images_[read.value] = add(label, read, true);
                if (is_pair) control_.push_back(images_[read.value]);
              });
    if (!is_unordered || (mode != Mode::Acq && mode != Mode::Sc)) return;
    write_row(row(mapping::AccessKind::FailedSwap, mode), read, read, [](const mapping::Step&) {});
  }

  void set_edges() {
    for (const LocationId location : graph_.locations()) {
      const std::span<const EventId> order = graph_.coherence(location);
      for (std::size_t i = 1; i < order.size(); ++i) {
        out_.insert_coherence(images_[order[i].value], i);
      }
    }
    for (std::size_t i = 0; i < graph_.size(); ++i) {
      const Event& event = graph_.event(EventId(i));
      if (event.label.is_read() && !event.reads_from.is_none()) {
        out_.set_reads_from(images_[i], images_[event.reads_from.value]);
      }
    }
  }

  void set_dependencies() {
    GraphDependencies out(out_.size());
    for (const Compiled& each : compiled_) {
      for (const EventId from : each.control) out.ctrl.insert(from, each.id);
    }
    if (graph_.dependencies() != nullptr) {
      add_dependencies(*graph_.dependencies(), out);
      add_control_on_operands(*graph_.dependencies(), out);
    }
    out.pick_addr = out.addr;
    out.pick_data = out.data;
    out.pick_ctrl = out.ctrl;
    for (const EventId write : picked_) {
      if (graph_.dependencies() == nullptr) break;
      for_each_source(graph_.dependencies()->addr, write, [&](EventId from) {
        out.pick.insert(images_[from.value], images_[write.value]);
      });
    }
    out_.set_dependencies(std::make_shared<const GraphDependencies>(std::move(out)));
  }
  template <typename Visit>
  void for_each_source(const Relation& relation, EventId of, Visit visit) const {
    for (std::size_t i = 0; i < graph_.size(); ++i) {
      if (relation.contains(EventId(i), of)) visit(EventId(i));
    }
  }
  void add_dependencies(const GraphDependencies& from, GraphDependencies& out) const {
    const auto copy = [&](const Relation& given, Relation& into, const Compiled& to) {
      for_each_source(given, to.origin,
                      [&](EventId source) { into.insert(images_[source.value], to.id); });
    };
    for (const Compiled& each : compiled_) {
      copy(from.ctrl, out.ctrl, each);
      if (!each.has_operands) continue;
      copy(from.addr, out.addr, each);
      copy(from.data, out.data, each);
    }
    for (const auto& [write, read] : fused_) {
      for_each_source(from.data, write, [&, to = read](EventId source) {
        out.addr.insert(images_[source.value], to);
      });
    }
  }
  // Events after a store-conditional depend on its operands.
  void add_control_on_operands(const GraphDependencies& from, GraphDependencies& out) const {
    for (const ControlOn& each : control_on_) {
      for (std::size_t i = each.first; i < compiled_.size(); ++i) {
        if (out_.event(compiled_[i].id).thread != each.thread) break;
        const auto depend = [&](EventId source) {
          out.ctrl.insert(images_[source.value], compiled_[i].id);
        };
        for_each_source(from.addr, each.write, depend);
        if (each.operands == Operands::AddressAndValue) {
          for_each_source(from.data, each.write, depend);
        }
      }
    }
  }

  enum class Operands : std::uint8_t { Address, AddressAndValue };
  struct ControlOn {
    EventId write;
    std::size_t first = 0;  // index in compiled_
    ThreadId thread;
    Operands operands = Operands::Address;
  };

  const ExecutionGraph& graph_;
  const mapping::Mapping& mapping_;
  ExecutionGraph out_;
  std::vector<EventId> images_;  // by event of the source graph: its access in the compiled graph
  std::vector<Compiled> compiled_;
  std::vector<std::pair<EventId, EventId>> fused_;  // the write and the image of its read
  std::vector<EventId> picked_;                     // writes
  std::vector<ControlOn> control_on_;
  // Members about the current thread:
  ThreadId thread_;
  std::vector<EventId> control_;  // images of the reads branched on
};

}  // namespace

ExecutionGraph compiled_graph(const ExecutionGraph& graph, const mapping::Mapping& mapping) {
  return GraphCompiler(graph, mapping).run();
}

MappedModel::MappedModel(const MemoryModel& target, const mapping::Mapping& mapping)
    : MemoryModel({.name = format("{} by {}", target.name(), mapping.name),
                   // A failed compare-and-swap compiles to instructions of its own.
                   .facts = ModelFacts{.chooses_coherence = target.chooses_coherence(),
                                       .needs_dependencies = target.needs_dependencies(),
                                       .tells_failed_updates = true}}),
      target_(target),
      mapping_(mapping) {}

}  // namespace drover::compare
