#pragma once

#include <cstddef>
#include <list>
#include <mutex>
#include <optional>
#include <string>

#include "explorer/work/cluster.h"

namespace drover::cli {

// The processes that `mpirun` started; without `mpirun`, this process alone. The only class that
// uses MPI. One per process.
class MpiCluster : public work::Cluster {
 public:
  MpiCluster(int* argc, char*** argv);
  // Waits for the other processes.
  ~MpiCluster() override;
  MpiCluster(const MpiCluster&) = delete;
  MpiCluster& operator=(const MpiCluster&) = delete;

  [[nodiscard]] std::size_t rank() const override { return rank_; }
  [[nodiscard]] std::size_t size() const override { return size_; }
  void send(std::size_t to, Bytes bytes) override;
  [[nodiscard]] std::optional<Letter> try_receive() override;

  // Returns the machine's name.
  [[nodiscard]] const std::string& host() const { return host_; }
  // Ends all processes at once.
  [[noreturn]] void abort(int status);

 private:
  struct Sending;

  // Requires the mutex.
  void forget_sent();

  std::mutex mutex_;  // one thread at a time calls MPI
  std::list<Sending> sending_;
  std::size_t rank_ = 0;
  std::size_t size_ = 1;
  std::string host_;
};

}  // namespace drover::cli
