#pragma once

// Shares an exploration with the other processes of a cluster: the side of the first process, which
// has the board. A separate thread answers their messages. The board treats a remote worker as one
// of its own: it takes an item, is called, gives parts, and returns findings.

#include <cstddef>
#include <cstdint>
#include <deque>
#include <map>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include "explorer/crew/cluster_messages.h"
#include "explorer/crew/local_desk.h"
#include "explorer/work/cluster.h"

namespace drover::cluster {

class Headquarters {
 public:
  Headquarters(work::Cluster& cluster, LocalDesk& desk, const Round& round);
  // Ends the round, if it is not over yet.
  ~Headquarters();
  Headquarters(const Headquarters&) = delete;
  Headquarters& operator=(const Headquarters&) = delete;

  // Waits until all remote workers have returned, after the local ones. Returns the number of
  // events of each remote worker.
  [[nodiscard]] std::vector<std::uint64_t> finish();

 private:
  struct Remote {
    std::size_t rank = 0;
    std::uint64_t worker = 0;
  };
  struct Busy {
    Remote who;
    work::Board::Call call{false};
    work::Order told = work::Order::GoOn;  // the last unanswered order
  };

  void serve();
  [[nodiscard]] bool answer_messages();
  void hand_out();
  void call_workers();
  void pass_on_order(const work::Place& place, Busy& busy);
  // The worker on the item at `place` has carried out its order.
  void note_answer(const work::Place& place);
  void answer(std::size_t from, Message message);
  void send(std::size_t to, const Message& message);
  void send_to_all(const Message& message);

  work::Cluster& cluster_;
  LocalDesk& desk_;

  // Members used by the serving thread.
  std::deque<Remote> hungry_;
  std::map<work::Place, std::unique_ptr<Busy>> busy_;
  std::size_t present_;  // processes still in the round
  std::uint64_t seen_ = 0;
  std::vector<std::uint64_t> events_;

  std::jthread thread_;
};

// A process that cannot take part.
struct ClusterMisfit {
  std::size_t rank = 0;
  std::string host;
  bool has_input = false;  // of another program, model or version; false: unreadable input

  bool operator==(const ClusterMisfit&) const = default;
};

// Called before the first round: waits until every process has read its input. Returns those that
// cannot work with this one.
[[nodiscard]] std::vector<ClusterMisfit> find_misfits(work::Cluster& cluster,
                                                      const std::string& identity);

void end_all(work::Cluster& cluster);

}  // namespace drover::cluster
