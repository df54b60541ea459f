#include "tests/oracle/orders_check.h"

#include <algorithm>
#include <array>
#include <memory>
#include <optional>
#include <random>
#include <set>
#include <string>
#include <vector>

#include "analysis/orders/costs.h"
#include "analysis/orders/search.h"
#include "explorer/explore.h"
#include "explorer/models/model_registry.h"
#include "input/orders/order_sites.h"
#include "mapping/compile.h"
#include "support/format.h"

namespace drover::oracle {

namespace {

using orders::Assignment;
using orders::Strength;
using Assignments = std::set<Assignment>;
using States = std::set<std::vector<Value>>;

input::Subject read(const std::string& text) {
  return input::read_subject_text(SourceBuffer::from_text("random.drv", text), {});
}

// Checks one program under one model. Short-lived: holds references.
class OrdersCheck {
 public:
  OrdersCheck(std::string source, const MemoryModel& model, const OrdersCheckOptions& options,
              bool uses_reference)
      : source_(std::move(source)),
        model_(model),
        known_(*orders::find_model_orders(model)),
        mapping_(mapping::find_mapping(model.traits().mapping)),
        options_(options),
        random_(options.seed),
        uses_reference_(uses_reference) {}

  CrossCheckResult run() {
    const input::Subject subject = read(source_);
    if (!subject.program || !can_compile(*subject.program)) return result_;
    // Forbids a final state that weak modes allow and the program's own modes do not.
    const input::OrderSites sites = input::order_sites(subject, known_, input::OrderChanges::Modes);
    const Assignment now = orders::present(sites.sites);
    const std::string weak = input::with_modes(subject, sites, now, Assignment(now.size()));
    const std::optional<States> strong_states = states_of(source_);
    const std::optional<States> weak_states = states_of(weak);
    if (!strong_states || !weak_states) return result_;
    check(subject, false, true);
    std::vector<std::vector<Value>> lost;
    std::ranges::set_difference(*weak_states, *strong_states, std::back_inserter(lost));
    if (lost.empty()) {
      check(subject, false, false);
      check(subject, true, false);
      return result_;
    }
    const std::string forbid = forbidding(*subject.program, lost[random_() % lost.size()]);
    check(read(source_ + forbid), false, false);
    check(read(weak + forbid), true, false);
    return result_;
  }

 private:
  static std::string forbidding(const Program& program, const std::vector<Value>& state) {
    std::string text = "\nforbid (";
    for (std::size_t i = 0; i < state.size(); ++i) {
      text += format("{}{} == {}", i == 0 ? "" : " && ", program.observables[i].name, state[i]);
    }
    return text + ");\n";
  }

  [[nodiscard]] ExplorerOptions explorer_options() const {
    ExplorerOptions options;
    options.model = &model_;
    options.unfold.unroll = 4;
    // Only the reference algorithm runs under models of machines.
    options.max_executions = mapping_ == nullptr ? 3000 : 300;
    if (mapping_ != nullptr) options.max_seconds = 5;
    return options;
  }

  // False if the program cannot be compiled, since it is unknown which cells are `na`.
  [[nodiscard]] bool can_compile(const Program& program) const {
    DiagnosticSink sink;
    return mapping_ == nullptr || mapping::compile(program, *mapping_, sink).has_value();
  }
  // Returns the program compiled for the machine of the model.
  [[nodiscard]] Program compiled(const Program& program) const {
    if (mapping_ == nullptr) return program;
    DiagnosticSink sink;
    return mapping::compile(program, *mapping_, sink).value();
  }

  // Result of exploring an assignment of modes. Nothing if the exploration is too large.
  struct Run {
    bool is_right = false;
    States states;
  };
  std::optional<Run> explore_text(const std::string& text, bool needs_states) {
    const input::Subject subject = read(text);
    if (!subject.program) {
      disagree("the text with other modes cannot be read:\n" + subject.complaints(Colour::Off) +
               text);
      return std::nullopt;
    }
    ++result_.executions;
    ExplorerOptions options = explorer_options();
    if (uses_reference_) {
      options.algorithm = AlgorithmKind::Enumerate;
    } else if (needs_states) {
      options.reductions.erase(Reduction::Symmetry);
    }
    options.reductions.erase(Reduction::Helping);
    const ExplorationResult result = explore(compiled(*subject.program), options);
    if (!result.errors.empty()) return Run{};
    if (result.stop_reason != StopReason::Exhausted) return std::nullopt;
    Run run{true, {}};
    for (const auto& [state, count] : result.outcomes) run.states.insert(state);
    return run;
  }
  std::optional<States> states_of(const std::string& text) {
    ExplorerOptions options = explorer_options();
    options.after_error = AfterError::GoOn;
    options.reductions.erase(Reduction::Symmetry);
    const input::Subject subject = read(text);
    if (!subject.program || !can_compile(*subject.program)) return std::nullopt;
    const ExplorationResult result = explore(compiled(*subject.program), options);
    if (result.stop_reason != StopReason::Exhausted) return std::nullopt;
    States states;
    for (const auto& [state, count] : result.outcomes) states.insert(state);
    return states;
  }

  void disagree(std::string what) {
    if (result_.agreement == Agreement::Disagrees) return;
    result_.agreement = Agreement::Disagrees;
    result_.what = format("under {}: {}\n", model_.name(), what);
  }

  static std::vector<Strength> choices(const orders::Site& site, bool repairs) {
    std::vector<Strength> out;
    for (Strength each = 0; each < 2 * orders::LastStep; ++each) {
      const bool is_between = repairs ? orders::is_weaker_or_same(site.now, each)
                                      : orders::is_weaker_or_same(each, site.now);
      const bool is_mode = orders::is_mode(each, site.kind, site.scopes.size());
      if (site.is_pinned ? each == site.now : is_between && is_mode) {
        out.push_back(each);
      }
    }
    return out;
  }

  void pin_some(std::vector<orders::Site>& sites, bool repairs) {
    const auto count = [&] {
      double all = 1;
      for (const orders::Site& site : sites) {
        all *= static_cast<double>(choices(site, repairs).size());
      }
      return all;
    };
    const double most =
        mapping_ == nullptr ? options_.max_assignments : options_.max_assignments / 3;
    while (count() > most) sites[random_() % sites.size()].is_pinned = true;
  }

  void check(const input::Subject& subject, bool repairs, bool same_outcomes) {
    if (!subject.program || result_.agreement == Agreement::Disagrees) return;
    input::OrderSites sites = input::order_sites(
        subject, known_, repairs ? input::OrderChanges::AndFences : input::OrderChanges::Modes);
    pin_some(sites.sites, repairs);
    orders::ModedProgram program(sites.program, sites.sites);
    if (mapping_ != nullptr) {
      program.compile_by([this](const Program& source) { return compiled(source); });
    }
    orders::SearchOptions options;
    options.explorer = explorer_options();
    options.same_outcomes = same_outcomes;
    const orders::SearchResult found =
        repairs ? orders::repair(program, options) : orders::relax(program, options);
    if (found.ending == orders::Ending::Cut) return;
    const auto known = all_right(subject, sites, repairs, same_outcomes, found.ending);
    if (!known) return;
    Assignments answers;
    for (const orders::Answer& answer : found.answers) answers.insert(answer.assignment);
    const std::string title =
        format("{}{}", repairs ? "repair" : "relax", same_outcomes ? " --same-outcomes" : "");
    if (answers.size() != found.answers.size()) disagree(title + ": an answer comes up twice");
    compare(title, sites, smallest(*known), answers);
    for (const orders::Answer& answer : found.answers) {
      for (const orders::WeakerStep& step : answer.steps) {
        if (!known->contains(step.assignment)) continue;
        disagree(title + ": a step below an answer is right");
      }
    }
    options.cost = orders::CostTable::of_machine("power")->cost();
    const orders::SearchResult cheapest =
        repairs ? orders::repair(program, options) : orders::relax(program, options);
    if (cheapest.ending == orders::Ending::Cut) return;
    Assignments cheap;
    for (const orders::Answer& answer : cheapest.answers) cheap.insert(answer.assignment);
    compare(title + " --cost power", sites, cheapest_of(smallest(*known), sites, options.cost),
            cheap);
    if (found.ending == orders::Ending::Found && result_.agreement != Agreement::Disagrees) {
      result_.agreement = Agreement::Agrees;
    }
  }

  static Assignments cheapest_of(const Assignments& all, const input::OrderSites& sites,
                                 const orders::SiteCost& cost) {
    std::optional<double> least;
    Assignments out;
    for (const Assignment& each : all) {
      double sum = 0;
      for (std::size_t i = 0; i < each.size(); ++i) sum += cost(sites.sites[i], each[i]);
      if (!least || sum < *least) out.clear();
      if (!least || sum <= *least) {
        least = sum;
        out.insert(each);
      }
    }
    return out;
  }

  static Assignments smallest(const Assignments& all) {
    Assignments out;
    for (const Assignment& each : all) {
      const bool has_smaller = std::ranges::any_of(all, [&](const Assignment& other) {
        return other != each && std::ranges::equal(other, each, orders::is_weaker_or_same);
      });
      if (!has_smaller) out.insert(each);
    }
    return out;
  }

  // Returns all right assignments. Nothing if some explorations are too large, or if the question
  // does not apply to the program.
  std::optional<Assignments> all_right(const input::Subject& subject,
                                       const input::OrderSites& sites, bool repairs,
                                       bool same_outcomes, orders::Ending ending) {
    const Assignment now = orders::present(sites.sites);
    const auto text = [&](const Assignment& assignment) {
      return input::with_modes(subject, sites, now, assignment);
    };
    const auto first = explore_text(text(now), same_outcomes);
    if (!first) return std::nullopt;
    const bool is_asked = first->is_right != repairs;
    if (is_asked != (ending != orders::Ending::NotAsked)) disagree("right and wrong are mixed up");
    if (!is_asked) return std::nullopt;
    Assignments right;
    Assignment at;
    const auto search = [&](const auto& self, std::size_t site) -> bool {
      if (site == sites.sites.size()) {
        const auto run = explore_text(text(at), same_outcomes);
        if (!run) return false;
        const bool is_same = !same_outcomes || std::ranges::includes(first->states, run->states);
        if (run->is_right && is_same) right.insert(at);
        return true;
      }
      for (const Strength each : choices(sites.sites[site], repairs)) {
        at.push_back(each);
        if (!self(self, site + 1)) return false;
        at.pop_back();
      }
      return true;
    };
    if (!search(search, 0)) return std::nullopt;
    if (right.empty() != (ending != orders::Ending::Found)) {
      disagree("what is possible is told to be impossible, or the other way round");
    }
    return right;
  }

  void compare(const std::string& title, const input::OrderSites& sites,
               const Assignments& expected, const Assignments& found) {
    if (expected == found) return;
    const auto list = [&](const Assignments& all) {
      std::string out;
      for (const Assignment& each : all) {
        out += "   ";
        for (std::size_t i = 0; i < each.size(); ++i) {
          const auto& place = sites.places[i].front().whole;
          out += format(" {}:{}={}", place.line, place.column,
                        orders::mode_text(sites.sites[i], each[i]));
        }
        out += "\n";
      }
      return out;
    };
    disagree(format("{}:\n  expected\n{}  found\n{}", title, list(expected), list(found)));
  }

  std::string source_;
  const MemoryModel& model_;
  orders::ModelOrders known_;
  std::shared_ptr<const mapping::Mapping> mapping_;  // null if the model is not of a machine
  const OrdersCheckOptions& options_;
  std::mt19937_64 random_;
  bool uses_reference_;
  CrossCheckResult result_{Agreement::TooLarge, "", 0};
};

}  // namespace

CrossCheckResult check_orders(const std::string& source, const OrdersCheckOptions& options) {
  constexpr std::array Others{"pso", "sra", "rc20", "wrc11", "riscv", "ppc"};
  CrossCheckResult all{Agreement::TooLarge, "", 0};
  const input::Subject subject = read(source);
  const bool has_scopes = subject.program && subject.program->topology != nullptr;
  std::vector<std::string> names{"sc", "tso", "ra", "rc11", "aarch64"};
  names.emplace_back(Others[options.seed % Others.size()]);
  if (has_scopes) names = {"ptx"};
  for (const std::string& name : names) {
    const auto model = builtin_model(name);
    const bool uses_reference = options.seed % 5 == 0;
    const CrossCheckResult result = OrdersCheck(source, *model, options, uses_reference).run();
    all.executions += result.executions;
    if (result.agreement == Agreement::Disagrees) {
      all.agreement = result.agreement;
      all.what = result.what;
      return all;
    }
    if (result.agreement == Agreement::Agrees) all.agreement = result.agreement;
  }
  return all;
}

}  // namespace drover::oracle
