#include "analysis/orders/moded_program.h"

#include <algorithm>

#include "semantics/program/instruction_tags.h"
#include "support/overloaded.h"

namespace drover::orders {

namespace {

using Key = std::pair<std::uint32_t, std::uint32_t>;

Key key_of(const SourceRange& source) { return {source.begin, source.end}; }

bool has_mode(LabelKind kind) {
  return kind == LabelKind::Read || kind == LabelKind::Write || kind == LabelKind::Fence;
}

// Returns a copy of an execution. `relabel(label, event)` changes the label of an event of a
// thread, or returns false if the event is left out; no other event may refer to it. `kept`, if not
// null, receives the remaining events, in order.
template <typename Relabel>
ExecutionGraph copied(const ExecutionGraph& graph, Relabel relabel,
                      std::vector<EventId>* kept = nullptr) {
  std::vector<ThreadRole> roles;
  for (std::size_t t = 0; t < graph.thread_count(); ++t) roles.push_back(graph.role(ThreadId(t)));
  ExecutionGraph out(std::move(roles));
  std::vector<EventId> numbers(graph.size());
  for (std::size_t i = 0; i < graph.size(); ++i) {
    const Event& event = graph.event(EventId(i));
    Label label = event.label;
    if (label.is_read()) label.tags = event.declared_tags;
    if (!event.is_initial() && !relabel(label, event)) continue;
    numbers[i] = EventId(out.size());
    if (kept != nullptr) kept->emplace_back(i);
    if (event.is_initial()) {
      out.ensure_initial_write(label.location, event.value, label.tags);
    } else {
      out.add(event.thread, event.node, label);
    }
  }
  for (std::size_t i = 0; i < graph.size(); ++i) {
    const Event& event = graph.event(EventId(i));
    if (numbers[i].is_none() || !event.label.returns_value()) continue;
    if (event.reads_from.is_none()) {
      out.set_read_value(numbers[i], event.value);
    } else {
      out.set_reads_from(numbers[i], numbers[event.reads_from.value]);
    }
  }
  for (const LocationId location : graph.locations()) {
    const auto order = graph.coherence(location);
    for (std::size_t i = 1; i < order.size(); ++i) {
      out.insert_coherence(numbers[order[i].value], i);
    }
  }
  return out;
}

}  // namespace

SiteIndex::SiteIndex(const std::vector<Site>& sites) {
  for (std::size_t i = 0; i < sites.size(); ++i) {
    for (const SourceRange& source : sites[i].sources) sites_[key_of(source)].push_back(i);
  }
}

const std::vector<std::size_t>& SiteIndex::at(const SourceRange& source) const {
  const auto found = sites_.find(key_of(source));
  return found == sites_.end() ? none_ : found->second;
}

ModedProgram::ModedProgram(Program program, std::vector<Site> sites)
    : program_(std::move(program)), sites_(std::move(sites)), index_(sites_) {
  const auto note = [&](const std::vector<Thread>& threads) {
    for (const Thread& thread : threads) {
      for (const Instruction& each : thread.code) {
        if (index_.at(each.source).empty()) fixed_[key_of(each.source)] = true;
      }
    }
  };
  note(program_.threads);
  note(program_.routines);
}

std::optional<std::size_t> ModedProgram::find(const SourceRange& source, SiteKind kind) const {
  for (const std::size_t i : index_.at(source)) {
    if (sites_[i].kind == kind) return i;
  }
  return std::nullopt;
}

std::optional<Mode> ModedProgram::mode_of(const SourceRange& source, SiteKind kind,
                                          const Assignment& assignment) const {
  const auto site = find(source, kind);
  return site ? std::optional(mode_at(sites_[*site], assignment[*site])) : std::nullopt;
}

void ModedProgram::change(Instruction& instruction, const Assignment& assignment) const {
  const auto set = [&](SiteKind kind, Mode& mode) {
    const auto changed = mode_of(instruction.source, kind, assignment);
    if (!changed || mode == Mode::Na) return false;
    mode = *changed;
    return true;
  };
  const auto set_both = [&](Mode& mode, Mode& failure_mode) {
    const bool is_changed = set(SiteKind::Update, mode);
    // A failure mode that is not a site of its own follows from the success mode.
    if (!set(SiteKind::Failure, failure_mode) && is_changed) {
      failure_mode = default_failure_mode(mode);
    }
  };
  set_scope(instruction, assignment);
  std::visit(overloaded{[&](Load& i) { set(SiteKind::Load, i.mode); },
                        [&](Await& i) { set(SiteKind::Load, i.mode); },
                        [&](Store& i) { set(SiteKind::Store, i.mode); },
                        [&](ReadModifyWrite& i) { set(SiteKind::Update, i.mode); },
                        [&](CompareAndSwap& i) { set_both(i.mode, i.failure_mode); },
                        [&](AwaitExchange& i) { set_both(i.mode, i.failure_mode); },
                        [&](FenceInstruction& i) { set(SiteKind::Fence, i.mode); },
                        [](auto& /*has no mode*/) {}},
             instruction.body);
}

// The scope is that of the whole operation; a failure has none of its own.
void ModedProgram::set_scope(Instruction& instruction, const Assignment& assignment) const {
  for (const std::size_t i : index_.at(instruction.source)) {
    const Site& site = sites_[i];
    if (site.scopes.empty()) continue;
    const TagSet scope = scope_tag(scope_at(site, assignment[i]));
    for_each_tags(instruction, [&](TagSet& tags) {
      scopes_among(tags).for_each([&](Tag tag) { tags = tags.without(tag); });
      tags = tags.with(scope);
    });
  }
}

std::shared_ptr<const Program> ModedProgram::with(const Assignment& assignment) const {
  std::shared_ptr<const Program> source = source_with(assignment);
  return compiler_ ? std::make_shared<const Program>(compiler_(*source)) : source;
}

std::shared_ptr<const Program> ModedProgram::source_with(const Assignment& assignment) const {
  auto out = std::make_shared<Program>(program_);
  const auto change_all = [&](std::vector<Thread>& threads) {
    for (Thread& thread : threads) {
      for (Instruction& each : thread.code) change(each, assignment);
    }
  };
  change_all(out->threads);
  change_all(out->routines);
  return out;
}

// `declared` is the mode of the label; for a read, independent of the value read. The interpreter
// derives labels from instructions in the same way.
void ModedProgram::change(Label& label, Mode declared, const Assignment& assignment) const {
  label.mode = declared;
  if (declared == Mode::Na) return;
  const auto mode_as = [&](SiteKind kind) { return mode_of(label.source, kind, assignment); };
  const SiteKind plain_kind = label.is_fence()  ? SiteKind::Fence
                              : label.is_read() ? SiteKind::Load
                                                : SiteKind::Store;
  if (const auto plain = mode_as(plain_kind)) {
    label.mode = *plain;
    if (!label.is_fence()) label.failure_mode = label.is_read() ? *plain : Mode::Plain;
    return;
  }
  const auto update = label.is_fence() ? std::nullopt : mode_as(SiteKind::Update);
  if (!update) return;
  label.mode = label.is_write() ? write_half(*update) : read_half(*update);
  if (label.is_write()) return;
  label.failure_mode = mode_as(SiteKind::Failure).value_or(default_failure_mode(*update));
}

ExecutionGraph ModedProgram::with(const ExecutionGraph& graph, const Assignment& assignment) const {
  return copied(graph, [&](Label& label, const Event& event) {
    if (has_mode(label.kind)) {
      change(label, label.is_read() ? event.declared_mode : label.mode, assignment);
    }
    return true;
  });
}

ExecutionGraph ModedProgram::without_missing_fences(const ExecutionGraph& graph,
                                                    const Assignment& assignment,
                                                    std::vector<EventId>& kept) const {
  return copied(
      graph,
      [&](Label& label, const Event& event) {
        if (label.is_read()) label.mode = event.declared_mode;
        const auto site = find(label.source, SiteKind::Fence);
        return !label.is_fence() || !site || effects_of(assignment[*site]) != Nothing;
      },
      &kept);
}

bool ModedProgram::is_of(const ExecutionGraph& graph, const Assignment& assignment) const {
  if (explores_again()) return false;
  const bool is_known = std::ranges::all_of(graph.events(), [&](const Event& event) {
    if (event.is_initial() || !has_mode(event.label.kind)) return true;
    return !index_.at(event.label.source).empty() || fixed_.contains(key_of(event.label.source));
  });
  if (!is_known) return false;
  const ExecutionGraph again = with(graph, assignment);
  for (std::size_t i = 0; i < graph.size(); ++i) {
    const Event& a = graph.event(EventId(i));
    const Event& b = again.event(EventId(i));
    const bool is_same = a.label.mode == b.label.mode && a.declared_mode == b.declared_mode &&
                         a.value == b.value && a.is_exclusive_read == b.is_exclusive_read;
    if (!is_same) return false;
  }
  return true;
}

}  // namespace drover::orders
