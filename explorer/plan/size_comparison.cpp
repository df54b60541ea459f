#include "explorer/plan/size_comparison.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <vector>

#include "explorer/plan/next_plan.h"
#include "explorer/plan/plan_search.h"
#include "explorer/plan/sweeper.h"
#include "support/check.h"

namespace drover {

namespace {

// A moment takes some microseconds; a part of a sweep takes ten times as long.
constexpr std::uint64_t FewMoments = 300;
constexpr std::size_t Breadth = 16;
constexpr std::uint64_t MaxParts = 400;
constexpr std::uint64_t Seed = 1;
// The more executions have been examined, the fewer of the next ones are.
constexpr std::uint64_t LooksPerStep = 64;
// With fewer agreements between executions of different parts, the sample shows nothing.
constexpr std::size_t FewMeetings = 4;

class ShortRun : private ExecutionObserver {
 public:
  ShortRun(const Plan& plan, const MemoryModel& model)
      : plan_(plan), model_(model), automata_(plan.reduced.program, plan.unfold) {
    control_.set_heartbeat([this] { control_.pause(); });
  }

  bool ends_within(std::uint64_t moments) {
    add_search();
    searches_[0]->begin();
    for (std::uint64_t i = 0; i < moments; ++i) {
      control_.go_on();
      switch (searches_.back()->run()) {
        case SearchEnd::Done:
          searches_.pop_back();
          if (searches_.empty()) return true;
          break;
        case SearchEnd::Paused: break;
        case SearchEnd::TooManyEvents:
          if (!go_on_wider(searches_.back()->take_overflow())) return false;
          break;
      }
      if (control_.has_stopped()) return false;
    }
    return false;
  }

 private:
  void on_execution(const Execution& /*execution*/) override {}

  void add_search() {
    const auto width = static_cast<std::uint32_t>(searches_.size());
    searches_.push_back(make_search(plan_, model_, width, automata_, control_, *this));
  }
  bool go_on_wider(const Bytes& item) {
    if (!has_width(plan_.algorithm, static_cast<std::uint32_t>(searches_.size()))) return false;
    add_search();
    const bool is_good = searches_.back()->load(item);
    DROVER_CHECK(is_good, "a work item fits into a larger graph");
    return true;
  }

  const Plan& plan_;
  const MemoryModel& model_;
  ProgramAutomata automata_;
  RunControl control_;
  std::vector<std::unique_ptr<Search>> searches_;  // by width; the last is active
};

// The possible orders of the additions of an execution.
class AdditionOrders {
 public:
  explicit AdditionOrders(const ExecutionGraph& graph) : graph_(graph), is_seen_(graph.size()) {
    for (const Event& event : graph.events()) {
      const bool sees = event.label.is_read() && !event.label.is_commuting;
      if (sees && !event.reads_from.is_none()) is_seen_[event.reads_from.value] = true;
    }
  }

  [[nodiscard]] double count() const {
    double orders = 1;
    for (const LocationId location : graph_.locations()) orders *= count_at(location);
    return orders;
  }

 private:
  [[nodiscard]] double count_at(LocationId location) const {
    double orders = 1;
    std::vector<ThreadId> run;  // the threads of its additions
    for (const EventId write : graph_.coherence(location)) {
      if (!is_addition(write)) {
        run.clear();
        continue;
      }
      const ThreadId thread = graph_.event(write).thread;
      const auto own = std::find(run.rbegin(), run.rend(), thread);
      orders *= static_cast<double>(own - run.rbegin() + 1);
      run.push_back(thread);
      if (is_seen_[write.value]) run.clear();
    }
    return orders;
  }
  // The write of a read-modify-write directly follows its read.
  [[nodiscard]] bool is_addition(EventId write) const {
    const Event& event = graph_.event(write);
    if (event.is_initial() || event.index == 0) return false;
    const EventId read = graph_.events_of(event.thread)[event.index - std::size_t{1}];
    return graph_.event(read).label.is_commuting;
  }

  const ExecutionGraph& graph_;
  std::vector<bool> is_seen_;  // by write: a read that is not an addition reads from it
};

// The reads and their causal order, by which `rvf` distinguishes executions.
class ReadValues {
 public:
  explicit ReadValues(const ExecutionGraph& graph)
      : graph_(graph),
        threads_(graph.thread_count()),
        reads_before_(graph.size() * threads_),
        next_(threads_),
        is_known_(graph.size()) {
    for (const EventId id : graph.ids()) is_known_[id.value] = graph.event(id).is_initial();
    for (bool has_moved = true; has_moved;) {
      has_moved = false;
      for (std::size_t t = 0; t < threads_; ++t) {
        while (take_next(ThreadId(t))) has_moved = true;
      }
    }
  }

  // For each read, by thread: its value, and the number of reads of each thread before it.
  [[nodiscard]] std::vector<Value> all() const {
    std::vector<Value> all;
    for (std::size_t t = 0; t < threads_; ++t) {
      for (const EventId id : graph_.events_of(ThreadId(t))) {
        const Event& event = graph_.event(id);
        if (!event.label.is_read()) continue;
        all.push_back(event.node.value);
        all.push_back(event.value);
        const auto first = reads_before_.begin() + static_cast<std::ptrdiff_t>(id.value * threads_);
        all.insert(all.end(), first, first + static_cast<std::ptrdiff_t>(threads_));
      }
      all.push_back(-1);  // no node
    }
    return all;
  }

 private:
  // False if the thread is at its end, or reads from an event not processed yet.
  bool take_next(ThreadId thread) {
    const auto events = graph_.events_of(thread);
    const std::size_t at = next_[thread.value];
    if (at == events.size()) return false;
    const Event& event = graph_.event(events[at]);
    const bool reads = event.label.is_read() && !event.reads_from.is_none();
    if (reads && !is_known_[event.reads_from.value]) return false;
    std::uint32_t* const own = &reads_before_[events[at].value * threads_];
    if (at > 0) std::copy_n(&reads_before_[events[at - 1].value * threads_], threads_, own);
    if (reads) {
      const std::uint32_t* const source = &reads_before_[event.reads_from.value * threads_];
      for (std::size_t k = 0; k < threads_; ++k) own[k] = std::max(own[k], source[k]);
      ++own[thread.value];
    }
    is_known_[events[at].value] = true;
    ++next_[thread.value];
    return true;
  }

  const ExecutionGraph& graph_;
  std::size_t threads_;
  std::vector<std::uint32_t> reads_before_;  // by event and thread, itself included
  std::vector<std::size_t> next_;            // by thread
  std::vector<bool> is_known_;
};

class Looks {
 public:
  explicit Looks(const Plan& plan) {
    for (const passes::SymmetricThreads& group : plan.trust.symmetric) {
      for (std::size_t i = 2; i <= group.size(); ++i) permutations_ *= static_cast<double>(i);
    }
  }

  void add(const Execution& execution, double weight, std::uint64_t part) {
    const std::uint64_t step = 1 + looks_ / LooksPerStep;
    if (++passed_ < step) return;
    passed_ = 0;
    ++looks_;
    const double stands_for = weight * static_cast<double>(step);
    sum_ += stands_for;
    parts_[part] += stands_for;
    orders_ += stands_for / AdditionOrders(execution.graph()).count();
    classes_[ReadValues(execution.graph()).all()][part] += stands_for;
  }

  [[nodiscard]] SizeComparison compare() const {
    SizeComparison comparison;
    comparison.orders = {.looks = looks_, .share = orders_ * permutations_ / sum_};
    comparison.values = {.looks = looks_, .classes = classes_.size(), .share = 1};
    double same = 0;
    std::size_t meetings = 0;
    for (const auto& [values, by_part] : classes_) {
      same += pairs_of(by_part);
      meetings += by_part.size() - 1;
    }
    if (meetings >= FewMeetings) {
      comparison.values.share = pairs_of(parts_) / same * permutations_ / sum_;
    }
    return comparison;
  }
  [[nodiscard]] bool is_empty() const { return looks_ == 0; }

 private:
  using WeightByPart = std::map<std::uint64_t, double>;

  // Returns the weight of pairs of executions from different parts. Executions of one part are
  // alike.
  [[nodiscard]] static double pairs_of(const WeightByPart& weights) {
    double sum = 0;
    double squares = 0;
    for (const auto& [part, weight] : weights) {
      sum += weight;
      squares += weight * weight;
    }
    return sum * sum - squares;
  }

  double permutations_ = 1;
  std::uint64_t passed_ = 0;  // since the last examined one
  std::uint64_t looks_ = 0;
  double sum_ = 0;
  double orders_ = 0;
  WeightByPart parts_;
  std::map<std::vector<Value>, WeightByPart> classes_;
};

}  // namespace

std::optional<SizeComparison> compare_sizes(const Plan& given, const ExplorerOptions& limits) {
  const Plan plan = plan_for_one_run(given);
  if (ShortRun(plan, *limits.model).ends_within(FewMoments)) return std::nullopt;
  Looks looks(plan);
  ExplorerOptions options;
  options.model = limits.model;
  options.max_seconds = limits.max_seconds;
  options.interrupt = limits.interrupt;
  Sweeper sweeper(plan, options, Seed, [&](const Execution& execution, double weight) {
    looks.add(execution, weight, sweeper.explored());
  });
  (void)sweeper.sweep(Breadth, MaxParts);
  if (looks.is_empty() || sweeper.has_stopped()) return std::nullopt;
  return looks.compare();
}

}  // namespace drover
