#include "tests/support/graph_text.h"

#include <algorithm>
#include <sstream>
#include <utility>

#include "support/check.h"
#include "support/format.h"

namespace drover::testing {

namespace {

std::vector<std::string> split(std::string_view text, std::string_view separator) {
  std::vector<std::string> parts;
  for (;;) {
    const std::size_t end = text.find(separator);
    parts.emplace_back(text.substr(0, end));
    if (end == std::string_view::npos) return parts;
    text.remove_prefix(end + separator.size());
  }
}

std::vector<std::string> words_of(const std::string& text) {
  std::istringstream stream(text);
  std::vector<std::string> words;
  for (std::string word; stream >> word;) words.push_back(word);
  return words;
}

Mode mode_from(std::string_view name) {
  using enum Mode;
  for (const Mode mode : {Plain, Na, Rlx, Acq, Rel, AcqRel, Sc}) {
    if (mode_name(mode) == name) return mode;
  }
  DROVER_UNREACHABLE("modes in test graphs are modes");
}

// A read whose writer is chosen once all events are there.
struct OpenRead {
  EventId read;
  std::string value;       // "?", "*", or a number
  std::string from;        // a name, or empty
  bool must_fail = false;  // a failed compare-and-swap: it does not read the exclusive value
};

struct Skeleton {
  GraphText text;
  std::vector<OpenRead> reads;
  std::vector<std::string> coherence;  // "co x: 1 2"
};

class Builder {
 public:
  // `cas_succeeds[k]` tells whether the k-th CAS of the text succeeds.
  Builder(std::string_view text, std::vector<bool> cas_succeeds)
      : cas_succeeds_(std::move(cas_succeeds)) {
    const std::vector<std::string> sections = split(text, ";;");
    std::vector<std::vector<std::string>> threads;
    std::vector<ThreadRole> roles;
    for (std::string thread : split(sections[0], "||")) {
      ThreadRole role = ThreadRole::Worker;
      for (const auto& [prefix, named_role] :
           {std::pair{"init:", ThreadRole::Init}, std::pair{"final:", ThreadRole::Final}}) {
        const std::size_t at = thread.find(prefix);
        if (at == std::string::npos) continue;
        role = named_role;
        thread.erase(0, at + std::string_view(prefix).size());
      }
      roles.push_back(role);
      threads.push_back(split(thread, ";"));
    }
    skeleton_.text.graph = ExecutionGraph(roles);
    skeleton_.coherence.assign(sections.begin() + 1, sections.end());
    for (std::size_t t = 0; t < threads.size(); ++t) {
      for (const std::string& event : threads[t]) add(ThreadId(t), words_of(event));
    }
  }

  Skeleton take() { return std::move(skeleton_); }
  [[nodiscard]] std::size_t cas_count() const { return next_cas_; }

 private:
  LocationId location(const std::string& name) {
    std::vector<std::string>& names = skeleton_.text.locations;
    const auto found = std::ranges::find(names, name);
    const LocationId id(static_cast<std::size_t>(found - names.begin()));
    if (found == names.end()) names.push_back(name);
    skeleton_.text.graph.ensure_initial_write(id, 0);
    return id;
  }

  EventId add_event(ThreadId thread, Label label, const std::string& name) {
    label.source.line = ++line_;
    label.source.begin = line_;
    const EventId id = skeleton_.text.graph.add(thread, NodeId(0), label);
    if (!name.empty()) skeleton_.text.named[name] = id;
    return id;
  }

  void add_read(ThreadId thread, Label label, OpenRead open, const std::string& name) {
    label.kind = LabelKind::Read;
    open.read = add_event(thread, label, name);
    skeleton_.reads.push_back(open);
  }

  void add_write(ThreadId thread, Label label, const std::string& value, const std::string& name) {
    label.kind = LabelKind::Write;
    label.value = std::stoll(value);
    add_event(thread, label, name);
  }

  static std::string word_after(const std::vector<std::string>& words, std::string_view key) {
    const auto found = std::ranges::find(words, key);
    return found == words.end() ? "" : *std::next(found);
  }

  void add(ThreadId thread, std::vector<std::string> words) {
    if (words.empty()) return;
    std::string name;
    if (words[0].back() == ':') {
      name = words[0].substr(0, words[0].size() - 1);
      words.erase(words.begin());
    }
    const std::vector<std::string> head = split(words[0], "@");
    const std::vector<std::string> modes = split(head.size() > 1 ? head[1] : "plain", ",");
    const Mode mode = mode_from(modes[0]);
    Label label;
    label.mode = mode;
    if (head[0] == "F") {
      label.kind = LabelKind::Fence;
      add_event(thread, label, name);
      return;
    }
    label.location = location(words[1]);
    const std::string from = word_after(words, "from");
    if (head[0] == "R") {
      add_read(thread, label, {{}, words[2], from}, name);
    } else if (head[0] == "W") {
      add_write(thread, label, words[2], name);
    } else {
      const Mode failure_mode = modes.size() > 1 ? mode_from(modes[1]) : default_failure_mode(mode);
      add_read_modify_write(thread, label, failure_mode, words, name);
    }
  }

  void add_read_modify_write(ThreadId thread, Label label, Mode failure_mode,
                             const std::vector<std::string>& words, const std::string& name) {
    const std::string kind = split(words[0], "@")[0];
    const std::string from = word_after(words, "from");
    const Mode mode = label.mode;
    label.mode = read_half(mode);
    label.failure_mode = failure_mode;
    const bool is_cas = kind == "CAS" || kind == "C";
    label.exclusive.kind = is_cas ? ExclusiveValues::Kind::One : ExclusiveValues::Kind::All;
    if (is_cas) label.exclusive.one = std::stoll(words[2]);
    const bool fails =
        kind == "C" || (kind == "CAS" && !cas_succeeds_[next_cas_++ % cas_succeeds_.size()]);
    const std::string value = kind == "CAS" && fails ? "*" : words[kind == "C" ? 3 : 2];
    add_read(thread, label, {{}, value, from, fails}, fails ? name : "");
    if (fails || kind == "P") return;
    Label write;
    write.mode = write_half(mode);
    write.location = label.location;
    write.is_exclusive_write = true;
    add_write(thread, write, words[3], name);
  }

  std::vector<bool> cas_succeeds_;
  std::size_t next_cas_ = 0;
  std::uint32_t line_ = 0;
  Skeleton skeleton_{{ExecutionGraph({}), {}, {}}, {}, {}};
};

std::vector<EventId> writers_of(const GraphText& text, const OpenRead& open) {
  if (!open.from.empty()) return {text.named.at(open.from)};
  const Label& label = text.graph.event(open.read).label;
  std::vector<EventId> writers;
  for (const EventId write : text.graph.writes_to(label.location)) {
    const Value value = text.graph.event(write).value;
    if (open.value != "*" && value != std::stoll(open.value)) continue;
    if (open.must_fail && label.exclusive.contains(value)) continue;
    writers.push_back(write);
  }
  return writers;
}

void place_in_text_order(ExecutionGraph& graph, LocationId location) {
  for (const EventId write : graph.writes_to(location).subspan(1)) {
    graph.insert_coherence(write, graph.coherence(location).size());
  }
}

// Reads a section "co x: 2 1".
void place_as_listed(GraphText& text, const std::string& line) {
  std::vector<std::string> words = words_of(line);
  DROVER_CHECK(words.size() >= 2 && words[0] == "co", "sections of test graphs are `co x: …`");
  words[1].pop_back();
  const LocationId location(static_cast<std::size_t>(std::ranges::find(text.locations, words[1]) -
                                                     text.locations.begin()));
  for (std::size_t i = 2; i < words.size(); ++i) {
    const auto writes = text.graph.writes_to(location).subspan(1);
    const auto write = std::ranges::find_if(
        writes, [&](EventId id) { return text.graph.event(id).value == std::stoll(words[i]); });
    DROVER_CHECK(write != writes.end(), "coherence of test graphs lists values that are written");
    text.graph.insert_coherence(*write, text.graph.coherence(location).size());
  }
}

bool is_listed(const Skeleton& skeleton, const std::string& location) {
  return std::ranges::any_of(skeleton.coherence, [&](const std::string& line) {
    return words_of(line)[1] == location + ":";
  });
}

// Enumerates the candidates of one skeleton. Short-lived: holds references.
class Candidates {
 public:
  Candidates(Skeleton skeleton, const MemoryModel& model,
             const std::function<void(const ExecutionGraph&)>& visit)
      : skeleton_(std::move(skeleton)),
        graph_(skeleton_.text.graph),
        model_(model),
        visit_(visit) {}

  void choose_writers(std::size_t next) {
    if (next == skeleton_.reads.size()) {
      if (!model_.is_consistent(graph_)) return;
      choose_coherence(0);
      return;
    }
    const OpenRead& open = skeleton_.reads[next];
    for (const EventId write : writers_of(skeleton_.text, open)) {
      graph_.set_reads_from(open.read, write);
      choose_writers(next + 1);
      graph_.clear_reads_from(open.read);
    }
  }

 private:
  void choose_coherence(std::size_t next) {
    if (!model_.has_coherence() || next == skeleton_.text.locations.size()) {
      visit_(graph_);
      return;
    }
    const LocationId location(next);
    const auto writes = graph_.writes_to(location).subspan(1);
    std::vector<EventId> order(writes.begin(), writes.end());
    do {
      for (const EventId write : order) {
        graph_.insert_coherence(write, graph_.coherence(location).size());
      }
      choose_coherence(next + 1);
      for (const EventId write : order) graph_.erase_coherence(write);
    } while (std::ranges::next_permutation(order).found);
  }

  Skeleton skeleton_;
  ExecutionGraph graph_;
  const MemoryModel& model_;
  const std::function<void(const ExecutionGraph&)>& visit_;
};

}  // namespace

GraphNames GraphText::names() const {
  GraphNames result;
  for (std::size_t t = 0; t < graph.thread_count(); ++t) {
    result.threads.push_back(format("T{}", t));
  }
  result.location = [names = locations](LocationId id) { return names[id.value]; };
  result.value = [](Value value) { return std::to_string(value); };
  return result;
}

GraphText parse_graph(std::string_view text) {
  Skeleton skeleton = Builder(text, {true}).take();
  for (const OpenRead& open : skeleton.reads) {
    if (open.value == "?") continue;
    const std::vector<EventId> writers = writers_of(skeleton.text, open);
    DROVER_CHECK(writers.size() == 1, "a read of a test graph has one write of its value");
    skeleton.text.graph.set_reads_from(open.read, writers[0]);
  }
  for (std::size_t i = 0; i < skeleton.text.locations.size(); ++i) {
    if (is_listed(skeleton, skeleton.text.locations[i])) continue;
    place_in_text_order(skeleton.text.graph, LocationId(i));
  }
  for (const std::string& line : skeleton.coherence) place_as_listed(skeleton.text, line);
  return std::move(skeleton.text);
}

ExecutionGraph graph(std::string_view text) { return parse_graph(text).graph; }

void for_each_candidate(std::string_view program, const MemoryModel& model,
                        const std::function<void(const ExecutionGraph&)>& visit) {
  const std::size_t cas_count = Builder(program, {true}).cas_count();
  for (std::size_t outcome = 0; outcome < (std::size_t{1} << cas_count); ++outcome) {
    std::vector<bool> succeeds(std::max<std::size_t>(cas_count, 1));
    for (std::size_t k = 0; k < cas_count; ++k) succeeds[k] = ((outcome >> k) & 1U) != 0;
    Candidates(Builder(program, succeeds).take(), model, visit).choose_writers(0);
  }
}

std::size_t count_executions(std::string_view program, const MemoryModel& model) {
  std::size_t count = 0;
  for_each_candidate(program, model, [&](const ExecutionGraph& candidate) {
    if (model.is_consistent(candidate)) ++count;
  });
  return count;
}

}  // namespace drover::testing
