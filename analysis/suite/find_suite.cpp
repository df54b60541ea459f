// Finds the minimal tests of a model.
//
// Shapes are visited smallest first, and all outcomes of each shape. Stronger modes only forbid, so
// the minimal modes with which an outcome is forbidden (mode_assignment.h) are those that every
// demotion makes allowed. Of these the search keeps the ones that every removal of an instruction
// or dependency, and every split of a read-modify-write, makes allowed, too.
//
// An outcome with several locations whose accesses to one of them are forbidden alone, with the
// weakest modes, is not minimal: the other accesses can go. OutcomeTables leaves these out.
//
// Tight tests are found the other way round: of the strongest modes with which a part of an outcome
// is allowed, those that no fence, dependency or read-modify-write can be added to.
#include "analysis/suite/find_suite.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <deque>
#include <map>
#include <numeric>
#include <set>
#include <thread>
#include <unordered_map>
#include <utility>

#include "analysis/compare/model_order.h"
#include "analysis/compare/outcome_tables.h"
#include "analysis/shapes/candidate.h"
#include "analysis/shapes/enumerate_shapes.h"
#include "analysis/shapes/mode_assignment.h"
#include "analysis/shapes/placements.h"
#include "analysis/suite/scoped_order.h"
#include "analysis/suite/stronger_program.h"

namespace drover::suite {

namespace {

using compare::Outcome;
using shapes::EventLayout;
using shapes::InstructionKind;
using shapes::ModeAssignment;
using shapes::Shape;

PartialOutcome partial(const Outcome& outcome) {
  PartialOutcome out{outcome.reads_from, outcome.last_writes};
  for (std::size_t i = 0; i < outcome.is_last_free.size(); ++i) {
    if (outcome.is_last_free[i]) out.last_writes[i] = PartialOutcome::Free;
  }
  return out;
}

// Verdicts on programs, so that each is asked once: the same parts are left of many programs. One
// worker's: not shared between threads.
class KnownVerdicts {
 public:
  explicit KnownVerdicts(const MemoryModel& model) : model_(model) {}

  bool allows(const TestedProgram& program) {
    if (program.notion != Notion::Outcomes) return is_reached(model_, program);
    const auto [place, is_new] = entry(text_of(program));
    if (is_new) place->second = is_reached(model_, program);
    return place->second || is_undefined(program.layout, program.modes);
  }
  // True if the model allows the outcome, or the program is undefined.
  bool allows(const EventLayout& layout, const ModeAssignment& modes, const Outcome& outcome) {
    return compare::is_reached(model_, layout, modes, outcome) || is_undefined(layout, modes);
  }
  bool is_undefined(const EventLayout& layout, const ModeAssignment& modes) {
    if (layout.topology == nullptr || model_.is_builtin()) return false;
    const auto [place, is_new] = entry(text_of({layout, modes, {}}));
    if (is_new) place->second = suite::is_undefined(model_, layout, modes);
    return place->second;
  }

 private:
  static constexpr std::size_t MostKnown = 500'000;  // about 60 MB

  std::pair<std::unordered_map<std::string, bool>::iterator, bool> entry(std::string text) {
    if (known_.size() >= MostKnown) known_.clear();
    return known_.try_emplace(std::move(text), false);
  }

  // Programs with the same text differ at most in the names of threads and locations. Without an
  // outcome it is that of the program.
  static std::string text_of(const TestedProgram& program) {
    constexpr std::uint8_t Unnamed = 0xFF;
    const EventLayout& layout = program.layout;
    const bool has_outcome = !program.outcome.reads_from.empty();
    std::vector<std::uint8_t> name(layout.writes.size(), Unnamed);
    std::vector<std::uint8_t> named;  // locations, by name
    std::string text;
    const auto put = [&](std::size_t value) { text.push_back(static_cast<char>(value)); };
    for (std::size_t i = 0; i < layout.events.size(); ++i) {
      const shapes::ShapeEvent& event = layout.events[i];
      const bool begins_thread = i == 0 || layout.events[i - 1].thread != event.thread;
      put(static_cast<std::size_t>(event.kind) * 2 + (begins_thread ? 1 : 0));
      if (layout.topology != nullptr) {
        put(event.scope);
        for (const std::uint32_t number : layout.topology->places[event.thread]) put(number);
      }
      put(static_cast<std::size_t>(program.modes[event.instruction]));
      put(static_cast<std::size_t>(event.dependency));
      put(event.dependency == shapes::Dependency::None ? 0 : event.source);
      if (event.kind == InstructionKind::Fence) continue;
      if (name[event.location] == Unnamed) {
        name[event.location] = static_cast<std::uint8_t>(named.size());
        named.push_back(event.location);
      }
      put(name[event.location]);
      if (event.is_read && has_outcome) put(program.outcome.reads_from[i]);
    }
    for (const std::uint8_t location : named) {
      if (has_outcome) put(program.outcome.last_writes[location]);
    }
    return text;
  }

  const MemoryModel& model_;
  std::unordered_map<std::string, bool> known_;
};

// Searches some shapes. One worker's: not shared between threads.
class ShapeWorker {
 public:
  ShapeWorker(const MemoryModel& model, const SuiteOptions& options, bool is_monotone,
              bool is_restrictable, std::function<bool()> may_go_on)
      : model_(model),
        verdicts_(model),
        vocabulary_(options.vocabulary),
        notion_(options.notion),
        side_(options.side),
        machine_(options.machine),
        is_monotone_(is_monotone),
        may_go_on_(std::move(may_go_on)),
        all_({&model, &model}, compare::OutcomeTables::Filter::None, may_go_on_),
        coherent_({&model, &model},
                  is_restrictable ? compare::OutcomeTables::Filter::ByLocation
                                  : compare::OutcomeTables::Filter::None,
                  may_go_on_) {}

  ShapeWorker(const ShapeWorker&) = delete;
  ShapeWorker& operator=(const ShapeWorker&) = delete;
  ~ShapeWorker() = default;

  // Returns the tests of one shape; adds to `outcomes`.
  std::vector<SuiteTest> tests_of(const Shape& shape, std::uint64_t& outcomes) {
    const EventLayout layout(shape);
    if (notion_ != Notion::Outcomes) return programs_of(shape, layout, outcomes);
    found_.clear();
    known_.clear();
    compare::OutcomeTables& tables = layout.writes.size() == 1 ? all_ : coherent_;
    if (machine_ == nullptr) {
      search_outcomes(shape, layout, tables, outcomes);
    } else {
      shapes::for_each_placement(shape, *machine_, [&](const Shape& placed) {
        search_outcomes(placed, EventLayout(placed), tables, outcomes);
        return may_go_on_();
      });
    }
    return std::move(found_);
  }

 private:
  void search_outcomes(const Shape& shape, const EventLayout& layout,
                       compare::OutcomeTables& tables, std::uint64_t& outcomes) {
    std::set<std::pair<std::vector<std::uint8_t>, std::vector<std::uint8_t>>> seen;
    tables.for_each(shape, layout, [&](const Outcome& outcome) {
      ++outcomes;
      if (side_ == Side::Forbidden) {
        for_each_scoping(shape, layout, [&](const Shape& scoped, const EventLayout& scopes) {
          return add_forbidden(scoped, scopes, outcome);
        });
        return may_go_on_();
      }
      for_each_part(layout, outcome, [&](const Outcome& part) {
        const PartialOutcome asked = partial(part);
        if (!seen.emplace(asked.reads_from, asked.last_writes).second) return;
        for_each_scoping(shape, layout, [&](const Shape& scoped, const EventLayout& scopes) {
          return add_allowed(scoped, scopes, part);
        });
      });
      return may_go_on_();
    });
  }

  // Calls `add(shape, layout)` with the scopes that may matter: it returns false if no weaker ones
  // (for allowed tests: no stronger ones) have tests.
  template <typename Add>
  void for_each_scoping(const Shape& shape, const EventLayout& layout, Add add) {
    if (machine_ == nullptr) {
      add(shape, layout);
      return;
    }
    const auto towards =
        side_ == Side::Forbidden ? shapes::Scopes::Narrower : shapes::Scopes::Wider;
    shapes::for_each_scoping(shape, towards, [&](const Shape& scoped) {
      return may_go_on_() && add(scoped, EventLayout(scoped));
    });
  }

  // Adds the minimal tests with these scopes; false if the outcome is allowed with all modes.
  bool add_forbidden(const Shape& shape, const EventLayout& layout, const Outcome& outcome) {
    const auto is_forbidden = [&](const ModeAssignment& modes) {
      return !verdicts_.allows(layout, modes, outcome);
    };
    if (!is_forbidden(effective(layout, shapes::strongest_modes(layout.instructions)))) {
      if (is_monotone_) return false;
    }
    for (ModeAssignment& modes : forbidding_modes(layout, is_forbidden)) {
      SuiteTest test{.shape = shape,
                     .modes = std::move(modes),
                     .outcome = outcome,
                     .events = shapes::event_count(shape),
                     .axioms = {}};
      free_last_writes(layout, test);
      if (!known_.insert(canonical_text(test)).second) continue;
      if (!is_minimal(vocabulary_, tested_program(test), allows_)) continue;
      test.axioms = axioms_of(compare::graphs_of(model_, layout, test.modes, test.outcome));
      found_.push_back(std::move(test));
    }
    return true;
  }

  // Adds the tight tests with these scopes; false if the outcome is forbidden with all modes.
  bool add_allowed(const Shape& shape, const EventLayout& layout, const Outcome& part) {
    const PartialOutcome asked = partial(part);
    if (!verdicts_.allows({layout, shapes::weakest_modes(layout.instructions), asked})) {
      if (is_monotone_) return false;
    }
    for (ModeAssignment& modes : allowing_modes(layout, asked)) {
      if (verdicts_.is_undefined(layout, modes)) continue;
      if (!is_tight(model_, vocabulary_, {layout, modes, asked}, allows_)) continue;
      SuiteTest test{.shape = shape,
                     .modes = std::move(modes),
                     .outcome = part,
                     .events = shapes::event_count(shape),
                     .axioms = {}};
      if (!known_.insert(canonical_text(test)).second) continue;
      test.axioms = axioms_of_stronger(layout, test);
      found_.push_back(std::move(test));
    }
    return true;
  }

  // Calls `visit` with the outcome and any of its final values: those of locations with several
  // writes.
  template <typename Visit>
  static void for_each_part(const EventLayout& layout, const Outcome& outcome, Visit visit) {
    const std::size_t locations = layout.writes.size();
    for (std::size_t kept = 0; kept < (std::size_t{1} << locations); ++kept) {
      Outcome part = outcome;
      part.is_last_free.assign(locations, true);
      bool is_part = true;
      for (std::size_t i = 0; i < locations; ++i) {
        if ((kept >> i & 1U) == 0) continue;
        part.is_last_free[i] = false;
        is_part = is_part && layout.writes[i].size() > 1;
      }
      if (is_part) visit(part);
    }
  }

  // Returns the strongest modes of the vocabulary with which the outcome is allowed.
  std::vector<ModeAssignment> allowing_modes(const EventLayout& layout,
                                             const PartialOutcome& outcome) {
    const auto is_asked = [&](const ModeAssignment& modes) {
      return verdicts_.allows({layout, modes, outcome});
    };
    std::set<ModeAssignment> found;
    for (const ModeAssignment& each :
         extreme_modes(layout, is_asked, [](const auto&kinds, const auto&is_allowed) {
           return shapes::strongest_allowed(kinds, is_allowed);
         })) {
      ModeAssignment modes = effective(layout, each);
      if (is_real(layout, modes)) found.insert(std::move(modes));
    }
    return {found.begin(), found.end()};
  }

  // Returns the axioms that forbid the outcome after one strengthening or another.
  std::vector<std::string> axioms_of_stronger(const EventLayout& layout, const SuiteTest& test) {
    std::vector<std::string> axioms;
    const TestedProgram whole{
        layout, test.modes, {test.outcome.reads_from, test.outcome.last_writes}};
    for_each_stronger(
        model_, vocabulary_, whole, [&](Strengthening, const TestedProgram& stronger) {
          const PartialOutcome& outcome = stronger.outcome;
          for (std::string& axiom :
               axioms_of(compare::graphs_of(model_, stronger.layout, stronger.modes,
                                            {outcome.reads_from, outcome.last_writes, {}}))) {
            if (std::ranges::find(axioms, axiom) == axioms.end()) axioms.push_back(axiom);
          }
          return true;
        });
    std::ranges::sort(axioms);
    return axioms;
  }

  // Returns the programs of one shape that have minimal executions, with one of them.
  std::vector<SuiteTest> programs_of(const Shape& shape, const EventLayout& layout,
                                     std::uint64_t& executions) {
    std::map<ModeAssignment, SuiteTest> found;
    shapes::Candidate candidate;
    shapes::for_each_reads_from(layout, candidate, [&] {
      return shapes::for_each_coherence(layout, candidate, [&] {
        ++executions;
        const auto graph = [&](const ModeAssignment& modes) {
          return shapes::build_graph(layout, modes, candidate, shapes::CoherencePlaces::Given);
        };
        const auto is_forbidden = [&](const ModeAssignment& modes) {
          return !model_.is_consistent(graph(modes));
        };
        for (const ModeAssignment& modes : forbidding_modes(layout, is_forbidden)) {
          SuiteTest test{.shape = shape,
                         .modes = modes,
                         .outcome = outcome_of(layout, candidate),
                         .coherence = candidate.coherence,
                         .events = shapes::event_count(shape),
                         .axioms = {}};
          if (!is_minimal(vocabulary_, tested_program(test, notion_), allows_)) continue;
          test.axioms = axioms_of({graph(modes)});
          const auto [known, is_new] = found.try_emplace(modes, test);
          if (is_new) continue;
          for (const std::string& axiom : test.axioms) {
            if (std::ranges::find(known->second.axioms, axiom) == known->second.axioms.end()) {
              known->second.axioms.push_back(axiom);
            }
          }
        }
        return may_go_on_();
      });
    });
    std::vector<SuiteTest> tests;
    for (auto& [modes, test] : found) tests.push_back(std::move(test));
    return tests;
  }

  static Outcome outcome_of(const EventLayout& layout, const shapes::Candidate& candidate) {
    Outcome outcome{candidate.reads_from, {}, std::vector<bool>(layout.writes.size(), false)};
    for (std::size_t i = 0; i < layout.writes.size(); ++i) {
      const auto& order = candidate.coherence[i];
      outcome.last_writes.push_back(order.empty() ? shapes::Candidate::Initial : order.back());
      outcome.is_last_free[i] = order.size() < 2;
    }
    return outcome;
  }

  // Returns modes of the vocabulary with which something is forbidden: the weakest ones.
  std::vector<ModeAssignment> forbidding_modes(
      const EventLayout& layout, const std::function<bool(const ModeAssignment&)>& forbids) {
    std::vector<ModeAssignment> found =
        extreme_modes(layout, forbids, [](const auto& kinds, const auto& is_forbidden) {
          return shapes::weakest_forbidden(kinds, is_forbidden);
        });
    std::erase_if(found, [&](const ModeAssignment& modes) { return !is_real(layout, modes); });
    return found;
  }

  // Returns modes of the vocabulary that `is_wanted`: those that `search` finds, whose question is
  // about all modes there are. If the model has no order of modes, all of them.
  template <typename Search>
  std::vector<ModeAssignment> extreme_modes(
      const EventLayout& layout, const std::function<bool(const ModeAssignment&)>& is_wanted,
      Search search) {
    const auto& kinds = layout.instructions;
    std::map<ModeAssignment, bool> known;
    const auto is_known_as_wanted = [&](const ModeAssignment& modes) {
      const auto [place, is_new] = known.try_emplace(effective(layout, modes), false);
      if (is_new) place->second = is_wanted(place->first);
      return place->second;
    };
    std::vector<ModeAssignment> found;
    if (!is_monotone_) {
      shapes::for_each_assignment(kinds, [&](const ModeAssignment& modes) {
        if (is_real(layout, modes) && is_known_as_wanted(modes)) found.push_back(modes);
        return true;
      });
      return found;
    }
    return search(kinds, std::function<bool(const ModeAssignment&)>(is_known_as_wanted));
  }

  [[nodiscard]] ModeAssignment effective(const EventLayout& layout,
                                         const ModeAssignment& modes) const {
    ModeAssignment out;
    for (std::size_t i = 0; i < modes.size(); ++i) {
      out.push_back(vocabulary_.effective(layout.instructions[i], modes[i]));
    }
    return out;
  }
  [[nodiscard]] bool is_real(const EventLayout& layout, const ModeAssignment& modes) const {
    for (std::size_t i = 0; i < modes.size(); ++i) {
      if (layout.instructions[i] == InstructionKind::Fence && modes[i] == Mode::Rlx) return false;
    }
    return modes == effective(layout, modes);
  }

  // Drops the final values that the model does not need to forbid the outcome.
  void free_last_writes(const EventLayout& layout, SuiteTest& test) {
    Outcome& outcome = test.outcome;
    outcome.is_last_free.assign(layout.writes.size(), false);
    for (std::size_t location = 0; location < layout.writes.size(); ++location) {
      outcome.is_last_free[location] = true;
      if (layout.writes[location].size() < 2) continue;
      if (verdicts_.allows({layout, test.modes, partial(outcome)})) {
        outcome.is_last_free[location] = false;
      }
    }
  }

  // Returns the axioms that forbid all these executions.
  [[nodiscard]] std::vector<std::string> axioms_of(
      const std::vector<ExecutionGraph>& graphs) const {
    std::optional<std::set<std::string>> common;
    std::string first;
    for (const ExecutionGraph& graph : graphs) {
      std::set<std::string> names;
      for (const Violation& each : model_.find_violations(graph)) {
        if (first.empty()) first = each.axiom;
        names.insert(each.axiom);
      }
      if (!common) {
        common = std::move(names);
      } else {
        std::erase_if(*common, [&](const std::string& name) { return !names.contains(name); });
      }
    }
    if (common && !common->empty()) return {common->begin(), common->end()};
    return {first};
  }

  const MemoryModel& model_;
  KnownVerdicts verdicts_;
  const Allows allows_ = [this](const TestedProgram& program) { return verdicts_.allows(program); };
  const Vocabulary& vocabulary_;
  Notion notion_;
  Side side_;
  const ScopeWords* machine_;
  bool is_monotone_;
  std::function<bool()> may_go_on_;
  compare::OutcomeTables all_;
  compare::OutcomeTables coherent_;
  // Of the current shape:
  std::vector<SuiteTest> found_;
  std::set<std::string> known_;
};

// Short-lived: holds references.
class SuiteSearch {
 public:
  SuiteSearch(const MemoryModel& model, const SuiteOptions& options)
      : model_(model), options_(options), control_(options.limits) {
    rules_.dependencies = shapes::dependencies_for(model);
  }

  Suite find() {
    if (options_.resume != nullptr) static_cast<SuiteState&>(out_) = *options_.resume;
    const auto may_go_on = [this] { return control_.may_go_on(); };
    // The tables of outcomes by location know no places of threads.
    const compare::ModelOrder order =
        options_.machine == nullptr
            ? compare::check_order(model_, may_go_on)
            : compare::ModelOrder{.is_monotone = is_scoped_order(model_, options_, may_go_on),
                                  .is_restrictable = false};
    out_.is_monotone = order.is_monotone;
    for (std::size_t i = 0; i < std::max<std::size_t>(1, options_.jobs); ++i) {
      workers_.emplace_back(model_, options_, order.is_monotone, order.is_restrictable,
                            [this] { return !stops_; });
    }
    control_.set_total(shapes::total_work(options_.limits.max_events, rules_));
    for (const SuiteTest& test : out_.tests) known_.insert(canonical_text(test, options_.notion));
    std::uint64_t index = 0;
    for (std::size_t events = 1; events <= options_.limits.max_events && !stops_; ++events) {
      index = 0;
      const bool is_whole = shapes::for_each_shape(events, rules_, [&](const Shape& shape) {
        const bool is_known = events < out_.position.events ||
                              (events == out_.position.events && index < out_.position.shapes);
        ++index;
        control_.begin_shape(events);
        if (is_known) {
          control_.end_shape(shapes::work_of(EventLayout(shape)));
          return !stops();
        }
        batch_.push_back(shape);
        return batch_.size() < BatchSize || search_batch(events);
      });
      if (is_whole && search_batch(events) && events >= out_.position.events) {
        out_.position = {events + 1, 0};
        keep();
      }
    }
    if (options_.keep != nullptr) options_.keep->write(out_);
    out_.end = control_.end();
    out_.seconds = control_.seconds();
    return std::move(out_);
  }

 private:
  static constexpr std::size_t BatchSize = 64;

  bool stops() {
    if (!control_.may_go_on()) stops_ = true;
    return stops_;
  }

  // Searches the shapes of the batch; false if the search was stopped: then none of them counts.
  bool search_batch(std::size_t events) {
    std::vector<std::vector<SuiteTest>> found(batch_.size());
    std::vector<std::uint64_t> outcomes(batch_.size(), 0);
    std::atomic<std::size_t> next = 0;
    const auto work = [&](ShapeWorker& worker) {
      for (std::size_t i = next++; i < batch_.size() && !stops_; i = next++) {
        found[i] = worker.tests_of(batch_[i], outcomes[i]);
      }
    };
    {
      std::vector<std::jthread> threads;
      for (std::size_t w = 1; w < workers_.size(); ++w) {
        threads.emplace_back([&, w] { work(workers_[w]); });
      }
      // This thread watches the clock and the user.
      for (std::size_t i = next++; i < batch_.size() && !stops(); i = next++) {
        found[i] = workers_.front().tests_of(batch_[i], outcomes[i]);
      }
    }
    if (stops()) return false;
    for (std::size_t i = 0; i < batch_.size(); ++i) {
      control_.end_shape(shapes::work_of(EventLayout(batch_[i])));
      for (SuiteTest& test : found[i]) {
        if (known_.insert(canonical_text(test, options_.notion)).second)
          out_.tests.push_back(std::move(test));
      }
      out_.outcomes += outcomes[i];
    }
    out_.programs += batch_.size();
    if (out_.position.events < events) out_.position = {events, 0};
    out_.position.shapes += batch_.size();
    batch_.clear();
    keep();
    return true;
  }

  void keep() {
    if (options_.keep == nullptr) return;
    const double now = control_.seconds();
    if (now < kept_at_ + options_.keep->every_seconds) return;
    kept_at_ = now;
    options_.keep->write(out_);
  }

  const MemoryModel& model_;
  const SuiteOptions& options_;
  shapes::SearchControl control_;
  shapes::ShapeRules rules_;
  std::atomic<bool> stops_ = false;
  std::deque<ShapeWorker> workers_;
  std::vector<Shape> batch_;
  std::set<std::string> known_;
  double kept_at_ = 0;
  Suite out_;
};

// Writes a test with its threads in another order.
std::string text_in_order(const SuiteTest& test, const EventLayout& layout,
                          const std::vector<std::size_t>& order, Notion notion) {
  constexpr std::uint8_t Unnamed = 0xFF;
  std::vector<std::size_t> first_instruction;
  std::vector<std::size_t> first_event;
  std::size_t instructions = 0;
  std::size_t events = 0;
  for (const auto& thread : test.shape.threads) {
    first_instruction.push_back(instructions);
    first_event.push_back(events);
    instructions += thread.size();
    events += shapes::event_count(thread);
  }
  const bool has_scopes = test.shape.machine != nullptr;
  std::vector<std::uint8_t> number(events, 0);
  std::vector<std::uint8_t> name(layout.writes.size(), Unnamed);
  std::uint8_t next_event = 0;
  std::uint8_t next_name = 0;
  std::string out;
  const auto put = [&](std::uint8_t value) { out.push_back(static_cast<char>('0' + value)); };
  for (const std::size_t t : order) {
    // The first thread of the same place, level by level.
    for (std::size_t level = 1; has_scopes && level < test.shape.machine->count; ++level) {
      const auto first = std::ranges::find_if(order, [&](std::size_t other) {
        return layout.topology->share(ThreadId(t), ThreadId(other), level);
      });
      put(static_cast<std::uint8_t>(first - order.begin()));
    }
    std::size_t event = first_event[t];
    for (std::size_t i = 0; i < test.shape.threads[t].size(); ++i) {
      const shapes::ShapeInstruction& at = test.shape.threads[t][i];
      put(static_cast<std::uint8_t>(at.kind));
      put(static_cast<std::uint8_t>(at.dependency));
      put(static_cast<std::uint8_t>(test.modes[first_instruction[t] + i]));
      if (has_scopes) put(at.scope);
      for (std::size_t k = 0; k < shapes::event_count(at.kind); ++k) number[event++] = next_event++;
      if (at.kind == InstructionKind::Fence) continue;
      if (name[at.location] == Unnamed) name[at.location] = next_name++;
      put(name[at.location]);
    }
    out.push_back('|');
  }
  if (notion != Notion::Outcomes) return out;
  const auto put_event = [&](std::uint8_t event) {
    if (event == shapes::Candidate::Initial) {
      out.push_back('i');
    } else {
      put(number[event]);
    }
  };
  for (const std::size_t t : order) {
    const std::size_t count = shapes::event_count(test.shape.threads[t]);
    for (std::size_t i = 0; i < count; ++i) {
      const std::size_t event = first_event[t] + i;
      if (layout.events[event].is_read) put_event(test.outcome.reads_from[event]);
    }
  }
  out.push_back('|');
  std::vector<std::size_t> locations(name.size());
  std::iota(locations.begin(), locations.end(), std::size_t{0});
  std::ranges::sort(locations, {}, [&](std::size_t location) { return name[location]; });
  for (const std::size_t location : locations) {
    if (test.outcome.is_last_free[location]) {
      out.push_back('-');
    } else {
      put_event(test.outcome.last_writes[location]);
    }
  }
  return out;
}

}  // namespace

bool is_minimal(const Vocabulary& vocabulary, const TestedProgram& program, const Allows& allows) {
  return !allows(program) &&
         for_each_weaker(program, vocabulary,
                         [&](Weakening, const TestedProgram& weaker) { return allows(weaker); });
}

TestedProgram tested_program(const SuiteTest& test, Notion notion) {
  PartialOutcome outcome = partial(test.outcome);
  if (notion != Notion::Outcomes) outcome.reads_from = test.outcome.reads_from;
  return {EventLayout(test.shape), test.modes, std::move(outcome), notion, test.coherence, {}};
}

std::string canonical_text(const SuiteTest& test, Notion notion) {
  const EventLayout layout(test.shape);
  std::vector<std::size_t> order(test.shape.threads.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::string least;
  do {
    std::string text = text_in_order(test, layout, order, notion);
    if (least.empty() || text < least) least = std::move(text);
  } while (std::ranges::next_permutation(order).found);
  return least;
}

Suite find_suite(const MemoryModel& model, const SuiteOptions& options) {
  return SuiteSearch(model, options).find();
}

}  // namespace drover::suite
