#include "explorer/work/pool.h"

#include <doctest/doctest.h>

#include <atomic>
#include <set>
#include <stdexcept>
#include <thread>
#include <vector>

namespace drover::work::pool_test {

namespace {

// Has a number of things to do, by whoever comes.
class CountingHost : public Host {
 public:
  explicit CountingHost(int count) : left_(count) {}

  void help() override {
    while (left_.fetch_sub(1) > 0) ++done;
  }
  std::atomic<int> done{0};

 private:
  std::atomic<int> left_;
};

}  // namespace

TEST_CASE("pool: every task is run once, whatever the number of threads") {
  for (const std::size_t size : {std::size_t{1}, std::size_t{2}, std::size_t{7}}) {
    CAPTURE(size);
    Pool pool(size);
    std::vector<std::atomic<int>> runs(20);
    pool.run(runs.size(), [&](std::size_t i) { ++runs[i]; });
    for (const auto& count : runs) CHECK(count == 1);
  }
}

TEST_CASE("pool: threads without a task help the others") {
  Pool pool(3);
  CountingHost host(1000);
  pool.run(1, [&](std::size_t) {
    pool.add(host);
    while (host.done < 1000) std::this_thread::yield();
    pool.remove(host);
  });
  CHECK(host.done == 1000);
}

TEST_CASE("pool: an exception of a task is thrown when the others have ended") {
  Pool pool(2);
  std::atomic<int> ended{0};
  const auto run = [&] {
    pool.run(4, [&](std::size_t i) {
      ++ended;
      if (i == 1) throw std::runtime_error("task 1");
    });
  };
  CHECK_THROWS_AS(run(), std::runtime_error);
  CHECK(ended == 4);
}

}  // namespace drover::work::pool_test
