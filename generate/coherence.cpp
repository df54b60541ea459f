#include "generate/coherence.h"

#include <algorithm>
#include <utility>

namespace drover::generate {

namespace {

// What a thread does next at the location: it reads, writes, or both at once.
struct Step {
  std::optional<std::size_t> observed;    // its number, if it reads and the condition has the value
  std::optional<std::uint64_t> operand;   // of a write
  RmwKind kind = RmwKind::Exchange;       // of a write
  std::optional<std::uint64_t> expected;  // of a compare-and-swap
  bool may_fail = false;                  // a conditional store that is tried once
  bool may_be_left_out = false;           // with all that follows
  std::optional<std::uint64_t> goes_on = {};  // of a read: with other values the thread ends
  std::uint8_t number = 0;                    // of a write
};

struct State {
  std::vector<std::size_t> at;  // by thread: the next step
  std::uint64_t memory = 0;
  std::vector<std::uint64_t> reads;
  std::vector<std::uint8_t> order;  // of the writes, if it is asked for

  friend auto operator<=>(const State&, const State&) = default;
};

enum class Branches : std::uint8_t { Taken, Open };
enum class Orders : std::uint8_t { Forgotten, Kept };

// All ways in which the accesses of one location take turns. A short-lived worker.
class Turns {
 public:
  Turns(const AbstractTest& test, std::size_t location, Branches branches)
      : test_(test), location_(location), branches_(branches) {
    for (std::size_t t = 0; t < test.threads.size(); ++t) add_thread(t);
  }

  [[nodiscard]] const std::vector<LocationOutcomes::Observed>& observed() const {
    return observed_;
  }
  // The values of the observed accesses in the cycle.
  [[nodiscard]] const std::vector<std::uint64_t>& wanted() const { return wanted_; }

  // Returns the last states; nothing if there are too many.
  [[nodiscard]] std::optional<std::set<State>> ends(Orders orders) const {
    constexpr std::size_t MaxStates = 100'000;
    State start;
    start.at.assign(threads_.size(), 0);
    start.reads.assign(observed_.size(), 0);
    std::set<State> seen{start};
    std::vector<State> open{std::move(start)};
    std::set<State> out;
    const auto reach = [&](State state) {
      if (seen.insert(state).second) open.push_back(std::move(state));
    };
    while (!open.empty()) {
      if (seen.size() > MaxStates) return std::nullopt;
      const State state = std::move(open.back());
      open.pop_back();
      bool is_end = true;
      for (std::size_t t = 0; t < threads_.size(); ++t) {
        if (state.at[t] == threads_[t].size()) continue;
        is_end = false;
        const Step& step = threads_[t][state.at[t]];
        reach(after(state, t, orders, !step.may_fail));
        if (step.may_fail) reach(after(state, t, orders, true));
        if (step.may_be_left_out) {
          State without = state;
          without.at[t] = threads_[t].size();
          reach(std::move(without));
        }
      }
      if (is_end) out.insert(state);
    }
    return out;
  }

 private:
  void add_thread(std::size_t thread) {
    const std::vector<Access>& accesses = test_.threads[thread].accesses;
    const Architecture& architecture = *test_.architecture;
    std::vector<Step> steps;
    bool is_behind_branch = false;
    std::optional<std::size_t> last_read;  // the step, if it is at this location
    std::uint64_t value = 0;               // of the last read
    // In C all that follows a branch depends on the last read.
    const auto branch = [&] {
      if (last_read) {
        steps[*last_read].goes_on = value;
      } else {
        is_behind_branch = true;
      }
    };
    for (std::size_t i = 0; i < accesses.size(); ++i) {
      const Access& access = accesses[i];
      const bool is_control =
          access.dependency &&
          architecture.dependencies[*access.dependency].kind == DependencyKind::Control;
      if (is_c() && is_control) branch();
      const bool is_update = access.rmw.has_value();
      if (access.location == location_) {
        const bool is_pair = architecture.annotations[access.annotation].is_pair;
        const bool is_write = access.direction == Direction::Write;
        Step step;
        step.may_be_left_out = branches_ == Branches::Open && is_behind_branch;
        is_behind_branch = false;
        // The load of a pair that stores is observed, too.
        if (access.is_observed || (is_write && is_pair)) {
          step.observed = observed_.size();
          observed_.push_back({thread, i});
          wanted_.push_back(is_write ? access.before : access.value);
        }
        const Access& write = is_update ? accesses[i + 1] : access;
        if (is_update || is_write) {
          step.operand = write.operand;
          step.number = writes_++;
        }
        if (is_update) {
          step.kind = architecture.rmws[*access.rmw].kind;
          if (step.kind == RmwKind::Compare) step.expected = access.value;
        }
        const bool is_tried = is_pair || (is_update && step.kind == RmwKind::Pair);
        step.may_fail = is_tried && step.operand && test_.options.attempts == Attempts::One;
        steps.push_back(step);
      }
      if (access.direction == Direction::Read) {
        last_read = access.location == location_ ? std::optional(steps.size() - 1) : std::nullopt;
        value = access.value;
        if (is_c() && test_.options.checks_reads) branch();
      }
      if (is_update) ++i;
    }
    threads_.push_back(std::move(steps));
  }
  [[nodiscard]] bool is_c() const {
    return test_.architecture->notation == Notation::C ||
           test_.architecture->notation == Notation::Kernel;
  }

  [[nodiscard]] State after(State state, std::size_t thread, Orders orders, bool succeeds) const {
    const Step& step = threads_[thread][state.at[thread]];
    const bool ends = step.goes_on && *step.goes_on != state.memory;
    state.at[thread] = ends ? threads_[thread].size() : state.at[thread] + 1;
    if (step.observed) state.reads[*step.observed] = state.memory;
    const bool is_equal = !step.expected || *step.expected == state.memory;
    if (!step.operand || !succeeds || !is_equal) return state;
    state.memory = updated(step.kind, state.memory, *step.operand);
    if (orders == Orders::Kept) state.order.push_back(step.number);
    return state;
  }

  const AbstractTest& test_;
  std::size_t location_;
  Branches branches_;
  std::vector<std::vector<Step>> threads_;
  std::vector<LocationOutcomes::Observed> observed_;
  std::vector<std::uint64_t> wanted_;
  std::uint8_t writes_ = 0;
};

}  // namespace

std::optional<LocationOutcomes> coherent_outcomes(const AbstractTest& test, std::size_t location) {
  const Turns turns(test, location, Branches::Open);
  const auto ends = turns.ends(Orders::Forgotten);
  if (!ends) return std::nullopt;
  LocationOutcomes out{.observed = turns.observed(), .outcomes = {}};
  for (const State& each : *ends) out.outcomes.insert({each.reads, each.memory});
  return out;
}

bool leaves_order_open(const AbstractTest& test, std::size_t location) {
  const Turns turns(test, location, Branches::Taken);
  const auto ends = turns.ends(Orders::Kept);
  if (!ends) return true;
  const auto final =
      std::ranges::find(test.finals, location, [](const auto& each) { return each.first; });
  std::set<std::vector<std::uint8_t>> orders;
  for (const State& each : *ends) {
    const bool is_final = final == test.finals.end() || final->second == each.memory;
    if (is_final && each.reads == turns.wanted()) orders.insert(each.order);
  }
  return orders.size() > 1;
}

}  // namespace drover::generate
