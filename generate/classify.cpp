// Which cycle does a test show? The executions that satisfy its condition are enumerated without a
// model: only read-modify-writes are atomic. In each of them, a cycle is a way through all accesses
// that follows program order inside of threads and communication between them.
#include "generate/classify.h"

#include <algorithm>
#include <array>
#include <memory>
#include <utility>

#include "explorer/algorithms/execution.h"
#include "explorer/cat/read_model.h"
#include "explorer/explore.h"
#include "explorer/graph/execution_graph.h"
#include "explorer/models/cat_model.h"
#include "litmus/proposition.h"
#include "litmus/run_litmus.h"
#include "support/format.h"
#include "support/text.h"

namespace drover::generate {

namespace {

// In lower case, with one blank between words.
std::string normalized(std::string_view text) { return joined(words_of(lower_case(text)), " "); }

// Reads words of the vocabulary from instructions and statements.
class CodeReader {
 public:
  CodeReader(const SourceBuffer& source, const Architecture& architecture)
      : source_(source), architecture_(architecture) {}

  [[nodiscard]] std::string text(const drover::Event& event) const {
    return normalized(source_.text(event.label.source));
  }

  [[nodiscard]] std::optional<std::uint8_t> fence(const drover::Event& event) const {
    const std::string text = this->text(event);
    std::optional<std::uint8_t> best;
    std::size_t longest = 0;
    for (std::size_t i = 0; i < architecture_.fences.size(); ++i) {
      const std::string code = lower_case(architecture_.fences[i].code);
      if (text.find(code) == std::string::npos || code.size() <= longest) continue;
      longest = code.size();
      best = static_cast<std::uint8_t>(i);
    }
    return best;
  }

  // The annotation of an access that is no half of a read-modify-write.
  [[nodiscard]] Annotation annotation(const drover::Event& event) const {
    const std::string text = this->text(event);
    const bool is_read = event.label.is_read();
    Annotation best = 0;
    std::size_t longest = 0;
    for (std::size_t i = 0; i < architecture_.annotations.size(); ++i) {
      const AnnotationWord& word = architecture_.annotations[i];
      const std::string code = lower_case(is_read ? word.load : word.store);
      if (code.empty() || word.is_pair || code.size() <= longest || !names(text, code)) continue;
      longest = code.size();
      best = static_cast<Annotation>(i);
    }
    const bool is_default = architecture_.notation == Notation::C && longest == 0 &&
                            text.find("atomic_") != std::string::npos;
    return is_default ? named("Sc") : best;
  }

  struct Update {
    std::uint8_t word = 0;
    Annotation read = 0;
    Annotation write = 0;
  };
  [[nodiscard]] std::optional<Update> update(const drover::Event& read,
                                             const drover::Event& write) const {
    const std::string first = text(read);
    const std::string second = text(write);
    const bool is_pair = first != second;
    std::optional<Update> out;
    std::size_t longest = 0;
    for (std::size_t i = 0; i < architecture_.rmws.size(); ++i) {
      const RmwWord& word = architecture_.rmws[i];
      const std::string code = code_of(word);
      const bool fits = (word.kind == RmwKind::Pair) == is_pair &&
                        first.find(code) != std::string::npos && code.size() >= longest;
      if (!fits) continue;
      longest = code.size();
      out = Update{.word = static_cast<std::uint8_t>(i)};
    }
    if (out) set_orders(*out, first, second, longest);
    return out;
  }

 private:
  // Machines: the mnemonic, with `x` for indexed forms of Power; C: anywhere.
  [[nodiscard]] bool names(const std::string& text, const std::string& code) const {
    if (architecture_.dialect == "C") return text.find(code) != std::string::npos;
    const std::string mnemonic = text.substr(0, text.find(' '));
    return mnemonic == code || mnemonic == code + "x";
  }
  [[nodiscard]] Annotation named(std::string_view word) const {
    return read_annotation(word, architecture_).value_or(Annotation{0});
  }
  // A part of the text of each instruction with this update.
  [[nodiscard]] std::string code_of(const RmwWord& word) const {
    switch (architecture_.notation) {
      case Notation::Arm: return word.kind == RmwKind::Pair ? "" : lower_case(word.name.substr(4));
      case Notation::Riscv: return "amoswap";
      case Notation::C: return word.kind == RmwKind::Add ? "atomic_fetch_add" : "atomic_exchange";
      case Notation::X86:
      case Notation::X86_64:
      case Notation::Kernel: return "xchg";
      case Notation::Power: break;
    }
    return "";
  }
  void set_orders(Update& update, const std::string& first, const std::string& second,
                  std::size_t name) const {
    const auto has = [&](std::string_view word) { return first.find(word) != std::string::npos; };
    switch (architecture_.notation) {
      case Notation::Arm: {
        const std::string suffix = first.substr(name, first.find(' ') - name);
        const bool is_pair = architecture_.rmws[update.word].kind == RmwKind::Pair;
        const bool acquires = is_pair ? has("ldaxr") : suffix.find('a') != std::string::npos;
        const bool releases = is_pair ? second.find("stlxr") != std::string::npos
                                      : suffix.find('l') != std::string::npos;
        if (acquires) update.read = named("A");
        if (releases) update.write = named("L");
        return;
      }
      case Notation::Riscv:
        if (has(".aq")) update.read = named("Aq");
        if (has("rl")) update.write = named("Rl");
        return;
      case Notation::C: {
        const bool is_sc = has("seq_cst") || !has("memory_order_");
        const bool is_both = has("acq_rel");
        update.read = named(is_sc ? "Sc" : is_both || has("acquire") ? "Acq" : "Rlx");
        update.write = named(is_sc ? "Sc" : is_both || has("release") ? "Rel" : "Rlx");
        return;
      }
      case Notation::Kernel: {
        const bool is_full = !has("xchg_");
        update.read = named(is_full || has("_acquire") ? "Acquire" : "Once");
        update.write = named(is_full || has("_release") ? "Release" : "Once");
        return;
      }
      case Notation::Power:
      case Notation::X86:
      case Notation::X86_64: return;
    }
  }

  const SourceBuffer& source_;
  const Architecture& architecture_;
};

// Finds the cycles of one execution. A short-lived worker: holds references.
class CycleFinder {
 public:
  CycleFinder(const ExecutionGraph& graph, const CodeReader& code, const Architecture& architecture)
      : graph_(graph), code_(code), architecture_(architecture) {}

  // Nothing if an instruction has no word.
  std::optional<std::vector<Cycle>> run() {
    for (std::uint32_t t = 0; t < graph_.thread_count(); ++t) {
      if (!read_thread(ThreadId(t))) return std::nullopt;
    }
    if (threads_.empty()) return cycles_;
    start_ = threads_.front().front();
    // Around the cycle each thread is begun once: the first may be any.
    visit(start_);
    return cycles_;
  }

 private:
  struct Place {
    EventId event;
    std::size_t thread = 0;
    std::size_t index = 0;
    Annotation annotation = 0;
    std::vector<Edge> before = {};  // the code from the access before
  };

  bool read_thread(ThreadId thread) {
    std::vector<std::size_t> places;
    std::vector<std::uint8_t> fences;
    std::optional<std::uint32_t> last_fence;
    for (const EventId id : graph_.events_of(thread)) {
      const drover::Event& event = graph_.event(id);
      if (event.label.is_fence()) {
        // An instruction may be several events.
        if (last_fence == event.label.source.begin) continue;
        last_fence = event.label.source.begin;
        const auto word = code_.fence(event);
        if (!word) return false;
        fences.push_back(*word);
        continue;
      }
      if (!event.label.is_access()) continue;
      Place place{.event = id, .thread = threads_.size(), .index = places.size()};
      place.annotation = code_.annotation(event);
      if (!places.empty()) {
        Place& before = places_[places.back()];
        if (!read_code(before, place, std::exchange(fences, {}))) return false;
      }
      places.push_back(places_.size());
      places_.push_back(std::move(place));
    }
    if (!places.empty()) threads_.push_back(std::move(places));
    return true;
  }

  [[nodiscard]] Direction direction(const Place& place) const {
    return graph_.event(place.event).label.is_read() ? Direction::Read : Direction::Write;
  }
  [[nodiscard]] bool are_at_one_location(const Place& a, const Place& b) const {
    return graph_.event(a.event).label.location == graph_.event(b.event).label.location;
  }

  // The edge that the code between two accesses of a thread is.
  bool read_code(Place& a, Place& b, const std::vector<std::uint8_t>& fences) {
    Edge edge{
        .changes_location = !are_at_one_location(a, b), .from = direction(a), .to = direction(b)};
    const drover::Event& first = graph_.event(a.event);
    const drover::Event& second = graph_.event(b.event);
    if (first.is_exclusive_read && second.label.is_exclusive_write) {
      const auto update = code_.update(first, second);
      if (!update) return false;
      edge.kind = EdgeKind::Rmw;
      edge.word = update->word;
      a.annotation = update->read;
      b.annotation = update->write;
      if (!a.before.empty()) a.before.back().second = update->read;
      b.before = {edge};
      return true;
    }
    std::size_t rest = 0;
    if (const auto word = dependency(a, b, fences)) {
      edge.kind = EdgeKind::Dependency;
      edge.word = *word;
      rest = architecture_.dependencies[*word].fence.empty() ? 0 : 1;
    } else if (!fences.empty()) {
      edge.kind = EdgeKind::Fence;
      edge.word = fences.front();
      rest = 1;
    } else if (const auto kind = communication(a, b)) {
      edge.kind = *kind;
    }
    b.before = {edge};
    for (std::size_t i = rest; i < fences.size(); ++i) {
      b.before.push_back({.kind = EdgeKind::Insert, .word = fences[i]});
    }
    return true;
  }

  [[nodiscard]] std::optional<std::uint8_t> dependency(
      const Place& a, const Place& b, const std::vector<std::uint8_t>& fences) const {
    const GraphDependencies* all = graph_.dependencies();
    if (all == nullptr || direction(a) != Direction::Read) return std::nullopt;
    const std::string fence =
        fences.empty() ? "" : std::string(architecture_.fences[fences.front()].code);
    // Relations with picked values have the others in them: these come first.
    for (const bool selects : {false, true}) {
      for (std::size_t i = architecture_.dependencies.size(); i-- > 0;) {
        const DependencyWord& word = architecture_.dependencies[i];
        const bool is_data_to_read =
            word.kind == DependencyKind::Data && direction(b) == Direction::Read;
        if (word.selects != selects || is_data_to_read) continue;
        if (!word.fence.empty() && word.fence != fence) continue;
        if (relation_of(*all, word).contains(a.event, b.event)) {
          return static_cast<std::uint8_t>(i);
        }
      }
    }
    return std::nullopt;
  }
  static const Relation& relation_of(const GraphDependencies& all, const DependencyWord& word) {
    switch (word.kind) {
      case DependencyKind::Address: return word.selects ? all.pick_addr : all.addr;
      case DependencyKind::Data: return word.selects ? all.pick_data : all.data;
      case DependencyKind::Control: break;
    }
    return word.selects ? all.pick_ctrl : all.ctrl;
  }

  // How `b` follows `a` at one location, if directly.
  [[nodiscard]] std::optional<EdgeKind> communication(const Place& a, const Place& b) const {
    if (!are_at_one_location(a, b)) return std::nullopt;
    const drover::Event& first = graph_.event(a.event);
    const drover::Event& second = graph_.event(b.event);
    if (second.label.is_read()) {
      if (first.label.is_write()) {
        return second.reads_from == a.event ? std::optional(EdgeKind::Rf) : std::nullopt;
      }
      const bool is_hat = a.thread != b.thread && first.reads_from == second.reads_from;
      return is_hat ? std::optional(EdgeKind::Hat) : std::nullopt;
    }
    const EventId source = first.label.is_write() ? a.event : first.reads_from;
    const auto order = graph_.coherence(first.label.location);
    const auto found = std::ranges::find(order, source);
    if (found == order.end() || found + 1 == order.end() || *(found + 1) != b.event) {
      return std::nullopt;
    }
    return first.label.is_write() ? EdgeKind::Co : EdgeKind::Fr;
  }

  // ---- Ways through all accesses

  [[nodiscard]] bool is_last(const Place& place) const {
    return place.index + 1 == threads_[place.thread].size();
  }
  [[nodiscard]] Edge with_annotations(Edge edge, const Place& a, const Place& b) const {
    edge.first = a.annotation;
    edge.second = b.annotation;
    return edge;
  }

  void visit(std::size_t at) {
    if (cycles_.size() >= MaxCycles) return;
    const Place& place = places_[at];
    ++visited_;
    if (place.index == 0) begun_.push_back(place.thread);
    leave_inside(place);
    leave_outside(place);
    if (place.index == 0) begun_.pop_back();
    --visited_;
  }

  void leave_inside(const Place& place) {
    if (is_last(place)) return;
    const std::size_t next = threads_[place.thread][place.index + 1];
    const std::size_t size = edges_.size();
    for (const Edge& each : places_[next].before) {
      edges_.push_back(each.is_pseudo() ? each : with_annotations(each, place, places_[next]));
    }
    visit(next);
    edges_.resize(size);
  }

  void leave_outside(const Place& place) {
    const bool is_end = is_last(place);
    if (is_end && left_.empty() && visited_ == places_.size()) {
      step(place, start_, Span::External, [&] { complete(); });
      return;
    }
    for (std::size_t t = 0; t < threads_.size(); ++t) {
      if (std::ranges::find(begun_, t) != begun_.end()) continue;
      const std::size_t next = threads_[t].front();
      step(place, next, is_end ? Span::External : Span::Leave, [&] {
        if (!is_end) left_.push_back(threads_[place.thread][place.index + 1]);
        visit(next);
        if (!is_end) left_.pop_back();
      });
    }
    if (!is_end || left_.empty()) return;
    const std::size_t back = left_.back();
    step(place, back, Span::Back, [&] {
      left_.pop_back();
      visit(back);
      left_.push_back(back);
    });
  }

  // Takes the communication from an access to the next one, if there is one.
  template <typename Then>
  void step(const Place& place, std::size_t next, Span span, Then then) {
    const Place& to = places_[next];
    const auto kind = communication(place, to);
    if (!kind || (*kind == EdgeKind::Hat && span != Span::External)) return;
    edges_.push_back(with_annotations(
        {.kind = *kind, .span = span, .from = direction(place), .to = direction(to)}, place, to));
    then();
    edges_.pop_back();
  }

  void complete() {
    std::vector<CycleItem> items(edges_.begin(), edges_.end());
    const OrError<Cycle> settled = settle(items, architecture_);
    const auto* cycle = std::get_if<Cycle>(&settled);
    if (cycle == nullptr) return;
    const bool is_one = std::ranges::none_of(cycle->edges, &Edge::changes_location);
    if (std::holds_alternative<CycleError>(
            lay_out(*cycle, is_one ? Locations::One : Locations::Several))) {
      return;
    }
    cycles_.push_back(normal_form(*cycle));
  }

  static constexpr std::size_t MaxCycles = 100;

  const ExecutionGraph& graph_;
  const CodeReader& code_;
  const Architecture& architecture_;
  std::vector<Place> places_;
  std::vector<std::vector<std::size_t>> threads_;
  std::size_t start_ = 0;
  std::size_t visited_ = 0;
  std::vector<std::size_t> begun_;  // threads
  std::vector<std::size_t> left_;   // where to come back to
  std::vector<Edge> edges_;
  std::vector<Cycle> cycles_;
};

std::size_t detours(const Cycle& cycle) {
  return static_cast<std::size_t>(std::ranges::count(cycle.edges, Span::Leave, &Edge::span));
}

}  // namespace

const Architecture* architecture_of(const litmus::LitmusTest& test) {
  return find_architecture(test.dialect->architecture);
}

Classification classify(const litmus::LitmusTest& test, const SourceBuffer& source,
                        const Architecture& architecture) {
  const cat::ModelReading reading =
      cat::read_model_text("atomicity", "empty rmw & (fr ; co) as atomicity");
  const CatModel model(
      ModelInfo{.name = "atomicity", .facts = ModelFacts{.needs_dependencies = true}},
      reading.code);
  ExplorerOptions options = litmus::herd_options(test, model);
  options.algorithm = AlgorithmKind::Enumerate;
  options.unfold.unroll = 1;
  const CodeReader code(source, architecture);
  Classification out;
  bool has_execution = false;
  options.on_final_state = [&](const Execution& execution, const std::vector<Value>& state) {
    const bool holds = litmus::holds(test.condition.proposition, state);
    if (holds != (test.condition.quantifier != litmus::Quantifier::Forall)) return;
    has_execution = true;
    const auto found = CycleFinder(execution.graph(), code, architecture).run();
    if (!found) {
      out.complaint = "an instruction of it is no edge";
      return;
    }
    for (const Cycle& each : *found) {
      if (std::ranges::find(out.cycles, each) == out.cycles.end()) out.cycles.push_back(each);
    }
  };
  (void)explore(test.program, options);
  std::ranges::stable_sort(out.cycles, {}, detours);
  if (out.cycles.empty() && out.complaint.empty()) {
    out.complaint = has_execution ? "no cycle goes through all of its accesses"
                                  : "no execution has the outcome of its condition";
  }
  return out;
}

}  // namespace drover::generate
