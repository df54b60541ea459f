#include "explorer/graph/graph_names.h"

#include <cctype>

#include "explorer/graph/fence_name.h"
#include "semantics/program/scope_tag.h"
#include "support/format.h"

namespace drover {

namespace {

std::string with_mode(const char* kind, Mode mode) {
  return mode == Mode::Plain ? kind : format("{}@{}", kind, mode_name(mode));
}

// A dialect describes an event by its tags instead of its mode; those with scopes by both. In a
// program, a scope follows the mode: `R@acq.cta`.
std::string with_marks(const char* kind, const Label& label, const GraphNames& names) {
  if (label.tags.is_empty()) return with_mode(kind, label.mode);
  std::string tags;
  if (names.architecture.empty() && is_only_scope(label.tags)) {
    label.tags.for_each([&](Tag tag) {
      for (const char c : tag_name(tag)) tags += static_cast<char>(std::tolower(c));
    });
    return format("{}.{}", with_mode(kind, label.mode), tags);
  }
  if (!scopes_among(label.tags).is_empty()) {
    for (const char c : mode_name(label.mode)) tags += static_cast<char>(std::toupper(c));
  }
  label.tags.for_each([&](Tag tag) {
    if (!tags.empty()) tags += ',';
    tags += tag_name(tag);
  });
  return format("{}[{}]", kind, tags);
}

}  // namespace

std::string shown_mode(const Label& label, const GraphNames& names) {
  const bool is_named = label.is_fence() && !fence_name(label, names.architecture).empty();
  const bool has_mode = (label.is_access() || label.is_fence()) && !is_named;
  return has_mode && label.mode != Mode::Plain ? std::string(mode_name(label.mode)) : "";
}

std::string describe_event(const Event& event, const GraphNames& names) {
  const Label& label = event.label;
  switch (label.kind) {
    case LabelKind::Read: {
      const char* name = event.is_exclusive_read     ? "RMW-R"
                         : event.is_failed_exclusive ? "CAS-R"
                                                     : "R";
      const std::string kind = with_marks(name, label, names);
      const std::string value = event.reads_from.is_none() ? "?" : names.value(event.value);
      return format("{} {} → {}", kind, names.location(label.location), value);
    }
    case LabelKind::Write:
      return format("{} {} = {}",
                    with_marks(label.is_exclusive_write ? "RMW-W" : "W", label, names),
                    names.location(label.location), names.value(event.value));
    case LabelKind::Fence: {
      const std::string name = fence_name(label, names.architecture);
      return name.empty() ? with_marks("F", label, names) : format("F[{}]", name);
    }
    case LabelKind::Alloc: return format("alloc({}) → {}", label.size, names.value(label.value));
    case LabelKind::Free: return format("free({})", names.value(label.value));
    case LabelKind::Call: return label.is_main_call ? "main call" : "help call";
    case LabelKind::Mark:
      if (names.mark) return names.mark(event);
      return label.is_begin ? "begin of a call" : "end of a call";
    case LabelKind::Choose:
      return format("{} → {}", label.is_of_order ? "order" : "choice", event.value);
    case LabelKind::Spawn: return format("spawn {}", names.value(label.value));
    case LabelKind::Join:
      return format("join {} → {}", names.value(label.value), names.value(event.value));
    case LabelKind::Finished: return "finished";
    case LabelKind::Block: return "block";
    case LabelKind::Error: return "error";
    case LabelKind::Cut: return "cut";
    case LabelKind::Fork: return "branch";
  }
  return "?";
}

std::string describe_place(const Event& event, const GraphNames& names) {
  if (event.is_initial()) return "init";
  const std::string& thread = names.threads[event.thread.value];
  if (event.label.source.line == 0) return format("{}#{}", thread, event.index);
  const std::string line = names.line(event.label.source);
  return format("{}{}{}", thread, line.find(':') == std::string::npos ? ":" : ", ", line);
}

std::string letter_of(std::size_t number) {
  constexpr std::size_t Letters = 26;
  std::string name;
  for (++number; number > 0; number = (number - 1) / Letters) {
    name.insert(name.begin(), static_cast<char>('a' + (number - 1) % Letters));
  }
  return name;
}

std::vector<std::size_t> letters_before(const ExecutionGraph& graph) {
  std::vector<std::size_t> before;
  std::size_t count = 0;
  for (std::size_t t = 0; t < graph.thread_count(); ++t) {
    before.push_back(count);
    count += graph.events_of(ThreadId(t)).size();
  }
  return before;
}

std::string event_letter(const ExecutionGraph& graph, EventId event, const GraphNames& names) {
  const Event& named = graph.event(event);
  if (named.is_initial()) return "";
  const std::size_t thread = named.thread.value;
  if (!names.letters_before.empty()) return letter_of(names.letters_before[thread] + named.index);
  return letter_of(letters_before(graph)[thread] + named.index);
}

std::string event_name(const ExecutionGraph& graph, EventId event, const GraphNames& names) {
  const Event& named = graph.event(event);
  if (named.is_initial()) return format("init {}", names.location(named.label.location));
  return event_letter(graph, event, names);
}

std::string event_and_place(const ExecutionGraph& graph, EventId event, const GraphNames& names) {
  const std::string name = event_name(graph, event, names);
  const Event& named = graph.event(event);
  return named.is_initial() ? name : format("{} ({})", name, describe_place(named, names));
}

}  // namespace drover
