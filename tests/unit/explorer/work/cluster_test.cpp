#include "explorer/work/cluster.h"

#include <doctest/doctest.h>

#include <atomic>
#include <cstddef>
#include <deque>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <utility>
#include <variant>
#include <vector>

#include "explorer/crew/cluster_messages.h"
#include "explorer/crew/headquarters.h"
#include "explorer/crew/outpost.h"
#include "explorer/explore.h"
#include "explorer/models/model_registry.h"
#include "tests/support/program_text.h"
#include "words/fact_words.h"

namespace drover::cluster_test {

namespace {

// Threads of one process in the place of processes.
class Post {
 public:
  explicit Post(std::size_t size) : boxes_(size) {}

  [[nodiscard]] std::size_t size() const { return boxes_.size(); }
  void put(std::size_t to, work::Cluster::Letter letter) {
    const std::lock_guard lock(mutex_);
    boxes_[to].push_back(std::move(letter));
  }
  [[nodiscard]] std::optional<work::Cluster::Letter> take(std::size_t rank) {
    const std::lock_guard lock(mutex_);
    if (boxes_[rank].empty()) return std::nullopt;
    work::Cluster::Letter letter = std::move(boxes_[rank].front());
    boxes_[rank].pop_front();
    return letter;
  }

 private:
  std::mutex mutex_;
  std::vector<std::deque<work::Cluster::Letter>> boxes_;
};

class ThreadCluster : public work::Cluster {
 public:
  ThreadCluster(Post& post, std::size_t rank) : post_(post), rank_(rank) {}

  [[nodiscard]] std::size_t rank() const override { return rank_; }
  [[nodiscard]] std::size_t size() const override { return post_.size(); }
  void send(std::size_t to, Bytes bytes) override { post_.put(to, {rank_, std::move(bytes)}); }
  [[nodiscard]] std::optional<Letter> try_receive() override { return post_.take(rank_); }

 private:
  Post& post_;
  std::size_t rank_;
};

// What `explore` finds in the first of so many processes.
ExplorationResult explore_together(const Program& program, const ExplorerOptions& options,
                                   std::size_t processes) {
  Post post(processes);
  std::vector<std::jthread> others;
  for (std::size_t rank = 1; rank < processes; ++rank) {
    others.emplace_back([&, rank] {
      ThreadCluster cluster(post, rank);
      cluster::report_ready(cluster, "same", "here");
      ExplorerOptions own = options;
      own.cluster = &cluster;
      help_explore(program, own);
    });
  }
  ThreadCluster cluster(post, 0);
  CHECK(cluster::find_misfits(cluster, "same").empty());
  ExplorerOptions own = options;
  own.cluster = &cluster;
  ExplorationResult result = explore(program, own);
  cluster::end_all(cluster);
  return result;
}

std::vector<std::string> messages(const ExplorationResult& result) {
  std::vector<std::string> messages;
  for (const ReportedError& error : result.errors) messages.push_back(words::error_text(error));
  return messages;
}

void check_same(const ExplorationResult& result, const ExplorationResult& wanted) {
  CHECK(result.executions == wanted.executions);
  CHECK(result.blocked == wanted.blocked);
  CHECK(result.events == wanted.events);
  CHECK(result.stop_reason == wanted.stop_reason);
  CHECK(result.verdict == wanted.verdict);
  CHECK(messages(result) == messages(wanted));
}

constexpr const char* Counters =
    "shared x, y; thread a(i in 1..4) { r := faa(x, i); y := r; }"
    "thread z { a := x; b := y; c := y; assert(!(a == 0 && b == 4 && c == 1)); }";

}  // namespace

TEST_CASE("processes of a cluster find what one alone finds") {
  const Program program = testing::program_from(Counters);
  for (const AfterError after : {AfterError::Stop, AfterError::GoOn}) {
    ExplorerOptions options;
    options.model = find_model("rc11");
    options.after_error = after;
    const ExplorationResult wanted = explore(program, options);
    REQUIRE(!wanted.errors.empty());
    for (const std::size_t processes : {1, 2, 3, 8}) {
      CAPTURE(processes);
      const ExplorationResult result = explore_together(program, options, processes);
      check_same(result, wanted);
      CHECK(result.events_of_workers.size() == processes);
    }
  }
}

TEST_CASE("a run that a cluster does not finish can be resumed elsewhere") {
  const Program program = testing::program_from(
      "shared x, y; thread a(i in 1..5) { r := faa(x, i); y := r; }"
      "thread z { a := y; b := y; c := y; }");
  ExplorerOptions options;
  options.model = find_model("rc11");
  const ExplorationResult wanted = explore(program, options);
  std::atomic<bool> is_interrupted = false;
  options.interrupt = &is_interrupted;
  // Early, while the first process has not yet given away what is left to explore.
  options.progress = [&](const Progress& progress) {
    if (progress.executions > 0) is_interrupted = true;
  };
  const ExplorationResult first = explore_together(program, options, 3);
  REQUIRE(first.stop_reason == StopReason::Interrupted);
  REQUIRE(first.left != nullptr);
  is_interrupted = false;
  options.progress = nullptr;
  options.resume = first.left.get();
  check_same(explore_together(program, options, 2), wanted);
  check_same(explore(program, options), wanted);
}

TEST_CASE("a cluster names the process with another input") {
  Post post(3);
  ThreadCluster second(post, 1);
  ThreadCluster third(post, 2);
  cluster::report_ready(third, "other", "there");
  cluster::report_ready(second, "", "here");
  ThreadCluster first(post, 0);
  CHECK(cluster::find_misfits(first, "same") ==
        std::vector<cluster::ClusterMisfit>{{.rank = 1, .host = "here", .has_input = false},
                                            {.rank = 2, .host = "there", .has_input = true}});
}

TEST_CASE("messages of a cluster can be read again") {
  using namespace cluster;
  const work::Place place = work::Place().part(3).part(0);
  const Message done = read_message(write_message(Done{place, {{}, StopReason::MaxMemory}}));
  CHECK(std::get<Done>(done).place == place);
  CHECK(!std::get<Done>(done).end.findings);
  CHECK(std::get<Done>(done).end.stopped_by == StopReason::MaxMemory);
  const Message call = read_message(write_message(Call{place, work::Order::Drop}));
  CHECK(std::get<Call>(call).order == work::Order::Drop);
  const Message round =
      read_message(write_message(Round{true, ReductionObstacle::PlacementMatters}));
  CHECK(std::get<Round>(round).is_fallback);
  CHECK(std::get<Round>(round).obstacle == ReductionObstacle::PlacementMatters);
  CHECK(std::holds_alternative<End>(read_message(write_message(End{}))));
}

}  // namespace drover::cluster_test
