#include "generate/test.h"

#include <algorithm>
#include <array>
#include <functional>
#include <set>
#include <utility>

#include "generate/coherence.h"
#include "generate/names.h"
#include "support/format.h"
#include "support/text.h"

namespace drover::generate {

namespace {

// Builds the abstract test. A short-lived worker: holds references.
class Builder {
 public:
  Builder(const Cycle& cycle, const TestOptions& options, Layout layout)
      : cycle_(cycle), options_(options), layout_(std::move(layout)) {}

  OrError<AbstractTest> run() {
    const Name name = name_of(cycle_);
    out_.name = options_.name.empty() ? name.name : options_.name;
    out_.architecture = cycle_.architecture;
    out_.options = options_;
    out_.locations = layout_.writes.size();
    for (const auto& thread : layout_.threads) out_.threads.push_back(thread_of(thread));
    if (auto error = observe()) return *error;
    for (std::size_t location = 0; location < layout_.writes.size(); ++location) {
      const bool may_be_open =
          options_.condition == ConditionForm::Cycle && layout_.writes[location].size() > 2;
      if (may_be_open && leaves_order_open(out_, location)) out_.open.push_back(location);
    }
    if (options_.has_metadata) out_.header = header();
    for (const Event& event : layout_.events) watch(event.location);
    if (out_.threads.size() > options_.max_threads) {
      return CycleError{
          format("the test has {} threads, more than --nprocs allows", out_.threads.size())};
    }
    return std::move(out_);
  }

 private:
  using Failure = std::optional<CycleError>;

  [[nodiscard]] const Edge& edge(std::size_t index) const { return cycle_.edges[index]; }

  [[nodiscard]] TestThread thread_of(const std::vector<std::size_t>& events) const {
    TestThread thread;
    for (std::size_t i = 0; i < events.size(); ++i) {
      const Event& event = layout_.events[events[i]];
      Access access{.direction = event.direction,
                    .annotation = event.annotation,
                    .location = event.location,
                    .value = event.value,
                    .operand = event.operand,
                    .before = event.before,
                    .is_observed = event.direction == Direction::Read && is_observed(event)};
      if (edge(event.out).kind == EdgeKind::Rmw) access.rmw = edge(event.out).word;
      const bool has_code = i > 0 && edge(event.in).span == Span::Internal;
      if (has_code && edge(event.in).kind == EdgeKind::Dependency) {
        access.dependency = edge(event.in).word;
      }
      if (has_code && edge(event.in).kind == EdgeKind::Fence) {
        access.fences.push_back(edge(event.in).word);
      }
      for (const std::size_t each : event.inserts) access.fences.push_back(edge(each).word);
      thread.accesses.push_back(std::move(access));
    }
    // Store edges are at the start of the thread.
    for (const std::size_t each : events) {
      const Event& event = layout_.events[each];
      if (!event.store) continue;
      thread.accesses.insert(thread.accesses.begin(), {.direction = Direction::Write,
                                                       .location = event.location,
                                                       .value = *event.store,
                                                       .operand = *event.store});
    }
    return thread;
  }

  [[nodiscard]] bool is_c() const {
    return cycle_.architecture->notation == Notation::C ||
           cycle_.architecture->notation == Notation::Kernel;
  }
  [[nodiscard]] bool is_observed(const Event& event) const {
    if (edge(event.out).kind == EdgeKind::Rmw &&
        !cycle_.architecture->rmws[edge(event.out).word].returns_value) {
      return false;
    }
    if (options_.has_all_reads || is_c()) return true;
    if (layout_.writes[event.location].empty()) return false;
    const auto speaks = [&](const Edge& each) {
      return each.is_communication() || each.kind == EdgeKind::Hat || each.kind == EdgeKind::Rmw ||
             !each.changes_location;
    };
    return speaks(edge(event.in)) || speaks(edge(event.out));
  }

  // Decides how the coherence order of each location is seen.
  Failure observe() {
    const std::vector<TestThread> cycle_threads = out_.threads;
    std::vector<TestThread> observers;
    for (std::size_t location = 0; location < layout_.writes.size(); ++location) {
      const std::vector<std::uint64_t>& writes = layout_.writes[location];
      if (writes.empty()) continue;
      const bool is_hidden = writes.size() < 2 && !has_pair(location);
      if (is_hidden || options_.observation == Observation::Local) continue;
      const bool is_forced = options_.observation == Observation::Force && writes.size() >= 2;
      if (!is_forced) {
        if (auto error = complaint(location, writes.size())) return error;
        out_.finals.emplace_back(location, writes.back());
      }
      if (is_forced || (options_.observation == Observation::Accept && writes.size() > 2)) {
        observers.push_back(observer(location));
      }
    }
    if (options_.observation == Observation::Local) observe_locally();
    out_.threads.insert(out_.threads.begin(), observers.begin(), observers.end());
    return std::nullopt;
  }
  [[nodiscard]] Failure complaint(std::size_t location, std::size_t writes) const {
    const std::size_t most = options_.observation == Observation::Avoid   ? 2
                             : options_.observation == Observation::Three ? 3
                             : options_.observation == Observation::Four  ? 4
                                                                          : writes;
    if (writes <= most) return std::nullopt;
    return CycleError{
        format("there are {} writes to {}: their order does not follow from the final value; "
               "--obs local, accept or oo says how to observe it",
               writes, location_name(location))};
  }
  // A pair writes even where it is a load.
  [[nodiscard]] bool has_pair(std::size_t location) const {
    return cycle_.architecture->notation == Notation::Riscv &&
           std::ranges::any_of(layout_.events, [&](const Event& event) {
             return event.location == location &&
                    cycle_.architecture->annotations[event.annotation].is_pair;
           });
  }

  [[nodiscard]] Access observation(std::size_t location, std::uint64_t value,
                                   std::uint64_t before) const {
    Access access{.direction = Direction::Read,
                  .annotation = observer_annotation(location),
                  .location = location,
                  .value = value,
                  .is_observed = true};
    if (options_.observer == Observer::Fenced) {
      access.fences.push_back(static_cast<std::uint8_t>(cycle_.architecture->strongest));
    }
    if (options_.observer == Observer::Loop) access.unlike = before;
    return access;
  }
  // C: an atomic location is read by a relaxed load, the kernel by READ_ONCE.
  [[nodiscard]] Annotation observer_annotation(std::size_t location) const {
    const std::string_view word = cycle_.architecture->notation == Notation::Kernel ? "Once"
                                  : cycle_.architecture->notation == Notation::C    ? "Rlx"
                                                                                    : "";
    const bool is_plain = std::ranges::any_of(layout_.events, [&](const Event& event) {
      return event.location == location && event.annotation == 0;
    });
    return is_plain ? Annotation{0}
                    : read_annotation(word, *cycle_.architecture).value_or(Annotation{0});
  }
  [[nodiscard]] TestThread observer(std::size_t location) const {
    TestThread thread;
    std::uint64_t before = 0;
    for (const std::uint64_t value : layout_.writes[location]) {
      thread.accesses.push_back(observation(location, value, std::exchange(before, value)));
    }
    thread.accesses.front().fences.clear();
    return thread;
  }
  // A thread that ends before a write in coherence reads that write, too.
  void observe_locally() {
    for (std::size_t t = 0; t < layout_.threads.size(); ++t) {
      const std::size_t last = layout_.threads[t].back();
      const Event& event = layout_.events[last];
      const Edge& out = edge(event.out);
      if (!out.ends_thread()) continue;
      const bool is_seen =
          out.kind == EdgeKind::Co || (out.kind == EdgeKind::Fr && event.value != 0);
      if (!is_seen) continue;
      const Event& next = layout_.events[(last + 1) % layout_.events.size()];
      out_.threads[t].accesses.push_back(observation(event.location, next.value, event.value));
    }
  }

  void watch(std::size_t location) {
    if (std::ranges::find(out_.watched, location) == out_.watched.end()) {
      out_.watched.push_back(location);
    }
    std::ranges::sort(out_.watched);
  }

  [[nodiscard]] std::string header() const {
    std::vector<std::string> prefetch;
    std::vector<std::string> communication;
    for (std::size_t t = 0; t < layout_.threads.size(); ++t) {
      const Event& first = layout_.events[layout_.threads[t].front()];
      const Event& last = layout_.events[layout_.threads[t].back()];
      const EdgeKind kind = edge(last.out).kind;
      communication.emplace_back(kind == EdgeKind::Rf ? "Rf" : kind == EdgeKind::Co ? "Co" : "Fr");
      if (first.location == last.location) continue;
      prefetch.push_back(format("{}:{}=F", t, location_name(first.location)));
      prefetch.push_back(format("{}:{}={}", t, location_name(last.location),
                                last.direction == Direction::Write ? "W" : "T"));
    }
    const std::string cycle = print(cycle_);
    return format("Generator=drover\nPrefetch={}\nCom={}\nOrig={}\nCycle={}\n{}\"{}\"\n",
                  joined(prefetch, ","), joined(communication, " "), cycle,
                  print(normal_form(cycle_)), open_orders(), cycle);
  }
  [[nodiscard]] std::string open_orders() const {
    if (out_.open.empty()) return "";
    return format("Open=coherence of {}\n", joined(out_.open, ", ", location_name));
  }

  const Cycle& cycle_;
  const TestOptions& options_;
  Layout layout_;
  AbstractTest out_;
};

std::string memory(std::size_t location) { return format("[{}]", location_name(location)); }

// The coherent outcomes of a location, as a disjunction; nothing if there are too many.
std::optional<std::string> disjunction(const AbstractTest& test, const WrittenTest& written,
                                       std::size_t location) {
  const std::optional<LocationOutcomes> found = coherent_outcomes(test, location);
  if (!found) return std::nullopt;
  const bool has_final =
      std::ranges::any_of(test.finals, [&](const auto& each) { return each.first == location; });
  std::set<std::string> alternatives;
  for (const LocationOutcome& outcome : found->outcomes) {
    std::vector<std::string> atoms;
    if (has_final) atoms.push_back(format("{}={}", memory(location), outcome.last));
    for (std::size_t i = 0; i < found->observed.size(); ++i) {
      const auto [thread, access] = found->observed[i];
      const auto& registers = written.registers[thread];
      const auto atom = std::ranges::find(registers, std::optional(access), &RegisterAtom::access);
      atoms.push_back(format("{}:{}={}", thread, atom->name, outcome.reads[i]));
    }
    if (atoms.empty()) return "";
    alternatives.insert(atoms.size() == 1 ? atoms.front() : format("({})", joined(atoms, " /\\ ")));
  }
  return alternatives.size() == 1 ? *alternatives.begin()
                                  : format("({})", joined(alternatives, " \\/ ", std::identity()));
}

OrError<std::string> coherent_condition(const AbstractTest& test, const WrittenTest& written) {
  std::vector<std::string> parts;
  for (std::size_t location = 0; location < test.locations; ++location) {
    const std::optional<std::string> part = disjunction(test, written, location);
    if (!part) {
      return CycleError{
          format("{} has too many coherent outcomes to list; --cond observe lists "
                 "what is observed",
                 location_name(location))};
    }
    if (!part->empty()) parts.push_back(*part);
  }
  return format("forall ({})\n", parts.empty() ? "true" : joined(parts, "\n     /\\ "));
}

OrError<std::string> condition(const AbstractTest& test, const WrittenTest& written) {
  if (test.options.condition == ConditionForm::Coherent) return coherent_condition(test, written);
  if (test.options.condition == ConditionForm::Observe) {
    std::string names;
    for (const std::size_t each : test.watched) names += location_name(each) + "; ";
    for (std::size_t t = 0; t < written.registers.size(); ++t) {
      for (const RegisterAtom& each : written.registers[t])
        names += format("{}:{}; ", t, each.name);
    }
    return format("locations [{}]\nforall (true)\n", names.substr(0, names.size() - 1));
  }
  std::vector<std::string> atoms;
  for (const auto& [location, value] : test.finals) {
    atoms.push_back(format("{}={}", memory(location), value));
  }
  for (std::size_t t = 0; t < written.registers.size(); ++t) {
    for (const RegisterAtom& each : written.registers[t]) {
      atoms.push_back(format("{}:{}={}", t, each.name, each.value));
    }
  }
  return format("{}exists ({})\n", test.options.negates ? "~" : "",
                atoms.empty() ? "true" : joined(atoms, " /\\ "));
}

}  // namespace

OrError<AbstractTest> build_test(const Cycle& cycle, const TestOptions& options) {
  OrError<Layout> layout = lay_out(cycle, options.locations, options.values);
  if (const auto* error = std::get_if<CycleError>(&layout)) return *error;
  return Builder(cycle, options, std::get<Layout>(std::move(layout))).run();
}

OrError<GeneratedTest> generate(const Cycle& cycle, const TestOptions& options) {
  const OrError<AbstractTest> built = build_test(cycle, options);
  if (const auto* error = std::get_if<CycleError>(&built)) return *error;
  const auto& test = std::get<AbstractTest>(built);
  const bool is_c = cycle.architecture->dialect == "C";
  const OrError<WrittenTest> written = is_c ? write_c(test) : write_assembly(test);
  if (const auto* error = std::get_if<CycleError>(&written)) return *error;
  const auto& text = std::get<WrittenTest>(written);
  const OrError<std::string> asked = condition(test, text);
  if (const auto* error = std::get_if<CycleError>(&asked)) return *error;
  return GeneratedTest{.name = test.name,
                       .text = format("{} {}\n{}{}\n{}", cycle.architecture->dialect, test.name,
                                      test.header, text.body, std::get<std::string>(asked)),
                       .is_open = !test.open.empty()};
}

}  // namespace drover::generate
