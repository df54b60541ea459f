// Checks whether the exploration algorithms may be run with a model.
//
// The audit first tries every graph up to a size: every shape (analysis/shapes), including graphs
// with unfinished threads and half-done read-modify-writes, every rf, every co, all modes. Sizes
// ascend, so the first counterexample is a smallest one. Then it tries larger random graphs; only
// graphs near consistency are informative.
#include "analysis/audit/audit.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <random>

#include "analysis/audit/examine.h"
#include "analysis/shapes/candidate.h"
#include "analysis/shapes/enumerate_shapes.h"
#include "explorer/models/memory_model.h"
#include "support/check.h"

namespace drover::audit {

namespace {

shapes::ShapeRules every_graph_of(const MemoryModel& model) {
  return {shapes::FencePlaces::Anywhere, shapes::LocationUse::Any, shapes::OpenUpdates::Yes,
          shapes::dependencies_for(model), shapes::failed_updates_for(model)};
}

std::vector<std::uint8_t> writes_of(const shapes::ShapedCandidate& at, std::uint8_t location) {
  const shapes::EventLayout layout(at.shape);
  return location < layout.writes.size() ? layout.writes[location] : std::vector<std::uint8_t>{};
}

// Generates random graphs near consistency: each grows event by event and stays consistent.
class RandomGraphs {
 public:
  RandomGraphs(const MemoryModel& model, std::uint64_t seed, std::size_t max_events)
      : model_(model), random_(seed), max_events_(max_events) {}

  // Grows one graph and calls `visit`, until it returns false, on
  // - each intermediate graph, and its variant with the last event added maximally;
  // - the last graph with each of its reads redirected to another write.
  // Returns true if all were visited.
  bool grow_one(const std::function<bool(const shapes::ShapedCandidate&)>& visit) {
    constexpr std::size_t MaxThreads = 4;
    constexpr std::size_t MaxLocations = 3;
    constexpr int Attempts = 6;
    shapes::ShapedCandidate at;
    at.shape.threads.resize(2 + pick(MaxThreads - 1));
    const std::size_t locations = 1 + pick(MaxLocations);
    while (shapes::event_count(at.shape) < max_events_) {
      shapes::AddedEvent event = pick_event(at, locations);
      const shapes::ShapedCandidate extended = shapes::with_event(at, maximal(at, event));
      if (!visit(extended)) return false;
      bool is_grown = false;
      for (int i = 0; i < Attempts && !is_grown; ++i) {
        choose_place(at, event);
        shapes::ShapedCandidate next = shapes::with_event(at, event);
        if (!is_consistent(next)) continue;
        is_grown = true;
        at = std::move(next);
      }
      // Stops if no attempt finds a consistent position for the event, or for an open read's write.
      if (!is_grown) break;
      if (!visit(at)) return false;
    }
    return redirect_reads(at, visit);
  }

 private:
  std::size_t pick(std::size_t count) { return static_cast<std::size_t>(random_() % count); }
  // Picks the thread and kind of a new event, not its rf or co position.
  shapes::AddedEvent pick_event(const shapes::ShapedCandidate& at, std::size_t locations) {
    using enum shapes::InstructionKind;
    shapes::AddedEvent event;
    event.thread = pick(at.shape.threads.size());
    const auto& thread = at.shape.threads[event.thread];
    if (!thread.empty() && thread.back().kind == OpenUpdate) {
      event.instruction = {Update, thread.back().location};
      return event;
    }
    constexpr std::array Kinds{Write, Write, Write, Read, Read, Read, OpenUpdate, Fence};
    event.instruction.kind = Kinds[pick(Kinds.size())];
    const bool may_fail = event.instruction.kind == Read && model_.tells_failed_updates();
    if (may_fail && pick(3) == 0) event.instruction.kind = FailedUpdate;
    if (model_.needs_dependencies()) event.instruction.dependency = pick_dependency(at, event);
    const std::size_t weakest = event.instruction.kind == Fence ? 1 : 0;
    const auto modes = shapes::modes_of(event.instruction.kind);
    event.mode = modes[weakest + pick(modes.size() - weakest)];
    if (event.instruction.kind != Fence) {
      event.instruction.location = static_cast<std::uint8_t>(pick(locations));
    }
    return event;
  }

  // Half of the events after a read get a dependency on it.
  shapes::Dependency pick_dependency(const shapes::ShapedCandidate& at,
                                     const shapes::AddedEvent& event) {
    using enum shapes::Dependency;
    const auto& thread = at.shape.threads[event.thread];
    const bool has_read = std::ranges::any_of(thread, [](const shapes::ShapeInstruction& before) {
      return shapes::is_read(before.kind);
    });
    if (!has_read || pick(2) == 0) return None;
    const shapes::Dependency chosen = std::array{Address, Data, Control}[pick(3)];
    const shapes::InstructionKind kind = event.instruction.kind;
    if (chosen == Address && kind == shapes::InstructionKind::Fence) return Control;
    if (chosen == Data && kind != shapes::InstructionKind::Write) return Control;
    return chosen;
  }

  [[nodiscard]] static shapes::AddedEvent maximal(const shapes::ShapedCandidate& at,
                                                  shapes::AddedEvent event) {
    const std::uint8_t location = event.instruction.location;
    if (location >= at.candidate.coherence.size()) return event;
    const auto& order = at.candidate.coherence[location];
    event.coherence_position = order.size();
    if (!order.empty()) event.reads_from = order.back();
    return event;
  }

  void choose_place(const shapes::ShapedCandidate& at, shapes::AddedEvent& event) {
    const auto writes = writes_of(at, event.instruction.location);
    event.coherence_position = pick(writes.size() + 1);
    const std::size_t writer = pick(writes.size() + 1);
    event.reads_from = writer == writes.size() ? shapes::Candidate::Initial : writes[writer];
  }

  [[nodiscard]] bool is_consistent(const shapes::ShapedCandidate& at) const {
    return model_.is_consistent(shapes::build_graph(
        shapes::EventLayout(at.shape), at.modes, at.candidate,
        model_.has_coherence() ? shapes::CoherencePlaces::Given : shapes::CoherencePlaces::None));
  }

  bool redirect_reads(const shapes::ShapedCandidate& at,
                      const std::function<bool(const shapes::ShapedCandidate&)>& visit) {
    const shapes::EventLayout layout(at.shape);
    for (const std::uint8_t read : layout.reads) {
      for (const std::uint8_t write : layout.writes[layout.events[read].location]) {
        if (at.candidate.reads_from[read] == write) continue;
        shapes::ShapedCandidate changed = at;
        changed.candidate.reads_from[read] = write;
        if (!visit(changed)) return false;
      }
    }
    return true;
  }

  const MemoryModel& model_;
  std::mt19937_64 random_;
  std::size_t max_events_;
};

class Audit {
 public:
  Audit(const MemoryModel& model, const AuditOptions& options)
      : model_(model), options_(options), control_(options.limits), examiner_(model) {}

  AuditReport run() {
    report_.has_coherence = model_.has_coherence();
    if (!report_.has_coherence) {
      report_[ModelProperty::Coherence].verdict = AuditVerdict::NotApplicable;
    }
    take_proofs();
    report_.order = compare::check_order(model_, [this] { return control_.may_go_on(); });
    const shapes::ShapeRules rules = every_graph_of(model_);
    control_.set_total(shapes::total_work(options_.limits.max_events, rules));
    for (std::size_t events = 1; events <= options_.limits.max_events; ++events) {
      const bool is_searched =
          for_each_shape(events, rules, [&](const shapes::Shape& shape) { return examine(shape); });
      if (!is_searched) break;
      report_.searched_events = events;
    }
    examine_random_graphs();
    report_.end = control_.end();
    report_.seconds = control_.seconds();
    return std::move(report_);
  }

 private:
  // Proved properties are tested too: the test is cheap, and it checks the proofs.
  void take_proofs() {
    const ModelProofs& proofs = model_.proofs();
    for (const ModelProperty property : AllModelProperties) {
      report_[property].proof = proofs[property];
    }
    report_.forbids_empty_graph = proofs.forbids_empty_graph;
    if (proofs.forbids_empty_graph) {
      report_[ModelProperty::PrefixClosedness].verdict = AuditVerdict::Broken;
    }
  }

  [[nodiscard]] bool is_open(ModelProperty property) const {
    return report_[property].verdict == AuditVerdict::Holds;
  }
  [[nodiscard]] bool may_go_on() {
    return std::ranges::any_of(AllModelProperties, [&](ModelProperty p) { return is_open(p); }) &&
           control_.may_go_on();
  }

  bool examine(const shapes::Shape& shape) {
    control_.begin_shape(shapes::event_count(shape));
    const shapes::EventLayout layout(shape);
    shapes::ShapedCandidate at{shape, {}, {}};
    const auto visit = [&] {
      ++report_.graphs;
      examine_modes(layout, at);
      return may_go_on();
    };
    const bool goes_on = shapes::for_each_reads_from(layout, at.candidate, [&] {
      if (model_.has_coherence()) return shapes::for_each_coherence(layout, at.candidate, visit);
      at.candidate.coherence.resize(layout.writes.size());
      return visit();
    });
    control_.end_shape(shapes::work_of(layout));
    return goes_on;
  }

  void examine_modes(const shapes::EventLayout& layout, shapes::ShapedCandidate& at) {
    if (report_.order.is_monotone) {
      examiner_.examine_all_modes(
          at, [&](ModelProperty property) { return is_open(property); },
          [&](const Finding& finding, const shapes::ModeAssignment& modes) {
            record({at.shape, at.candidate, modes}, finding);
          });
      return;
    }
    for_each_assignment(layout.instructions, [&](const shapes::ModeAssignment& modes) {
      at.modes = modes;
      examiner_.examine(at, [&](const Finding& finding) { record(at, finding); });
      return may_go_on();
    });
    at.modes.clear();
  }

  // Keeps the first counterexample of each property.
  void record(const shapes::ShapedCandidate& at, const Finding& finding) {
    if (!is_open(finding.property)) return;
    PropertyResult& result = report_[finding.property];
    DROVER_CHECK(!result.proof.is_proved, "what is proved has no counterexample");
    result.verdict = AuditVerdict::Broken;
    result.counterexample = examiner_.counterexample(at, finding);
  }

  void examine_random_graphs() {
    RandomGraphs graphs(model_, options_.seed, options_.random_events);
    while (report_.random_graphs < options_.random_graphs && may_go_on()) {
      const bool goes_on = graphs.grow_one([&](const shapes::ShapedCandidate& at) {
        ++report_.random_graphs;
        examiner_.examine(at, [&](const Finding& finding) {
          if (is_open(finding.property)) record_random(at, finding);
        });
        return report_.random_graphs < options_.random_graphs && may_go_on();
      });
      if (!goes_on) break;
    }
  }

  // Removes events as long as the property stays broken.
  void record_random(shapes::ShapedCandidate at, Finding finding) {
    bool is_smaller = true;
    while (is_smaller) {
      is_smaller = false;
      const shapes::EventLayout layout(at.shape);
      for (const std::uint8_t event : shapes::removable_events(layout, at.candidate)) {
        shapes::ShapedCandidate lesser = shapes::without_event(at, layout, event);
        std::optional<Finding> same;
        examiner_.examine(lesser, [&](const Finding& each) {
          if (each.property == finding.property) same = each;
        });
        if (!same) continue;
        at = std::move(lesser);
        finding = *same;
        is_smaller = true;
        break;
      }
    }
    record(at, finding);
    report_[finding.property].counterexample->is_random = true;
  }

  const MemoryModel& model_;
  const AuditOptions& options_;
  shapes::SearchControl control_;
  GraphExaminer examiner_;
  AuditReport report_;
};

}  // namespace

AuditReport audit(const MemoryModel& model, const AuditOptions& options) {
  return Audit(model, options).run();
}

std::vector<ModelProperty> missing_for_spore(const AuditReport& report) {
  std::vector<ModelProperty> missing;
  for (const ModelProperty property : SporeProperties) {
    const bool is_total = report.has_coherence || property != ModelProperty::Extensibility;
    if (report[property].verdict != AuditVerdict::Holds || !is_total) missing.push_back(property);
  }
  return missing;
}

std::vector<ModelProperty> tried_for_spore(const AuditReport& report) {
  std::vector<ModelProperty> tried;
  for (const ModelProperty property : SporeProperties) {
    const PropertyResult& result = report[property];
    if (result.verdict == AuditVerdict::Holds && !result.proof.is_proved) tried.push_back(property);
  }
  return tried;
}

}  // namespace drover::audit
