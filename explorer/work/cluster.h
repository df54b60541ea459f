#pragma once

#include <cstddef>
#include <optional>

#include "support/bytes.h"

namespace drover::work {

// Processes, perhaps on several machines, that exchange messages. Messages between two processes
// arrive in order. All functions may be called from any thread.
class Cluster {
 public:
  struct Letter {
    std::size_t from = 0;
    Bytes bytes;
  };

  virtual ~Cluster() = default;

  // Returns the number of this process, and the number of processes. Process 0 has the board.
  [[nodiscard]] virtual std::size_t rank() const = 0;
  [[nodiscard]] virtual std::size_t size() const = 0;
  // Does not wait for the receiver.
  virtual void send(std::size_t to, Bytes bytes) = 0;
  // Empty if there is no message now.
  [[nodiscard]] virtual std::optional<Letter> try_receive() = 0;
};

}  // namespace drover::work
