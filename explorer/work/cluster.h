#pragma once

#include <cstddef>
#include <optional>

#include "support/bytes.h"

namespace drover::work {

// Processes, perhaps on several machines, that send messages to each other. From one to another
// they arrive in the order in which they were sent. All functions may be called from any thread.
class Cluster {
 public:
  struct Letter {
    std::size_t from = 0;
    Bytes bytes;
  };

  virtual ~Cluster() = default;

  // Which of the processes this is, and how many there are. The first, 0, has the board.
  [[nodiscard]] virtual std::size_t rank() const = 0;
  [[nodiscard]] virtual std::size_t size() const = 0;
  // Does not wait until somebody reads it.
  virtual void send(std::size_t to, Bytes bytes) = 0;
  // Nothing if there is no message now.
  [[nodiscard]] virtual std::optional<Letter> try_receive() = 0;
};

}  // namespace drover::work
