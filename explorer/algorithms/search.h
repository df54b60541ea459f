#pragma once

#include <cstdint>
#include <optional>
#include <random>
#include <string_view>
#include <vector>

#include "support/bytes.h"

namespace drover {

// How a stretch of a search ended.
enum class SearchEnd : std::uint8_t {
  Done,           // all that it had to do is explored
  Paused,         // the run control wanted it to stop, or to pause: `run` goes on
  TooManyEvents,  // a graph does not fit: `take_overflow` is what was not explored; `run` goes on
};

// An exploration that keeps what is still to be explored in a stack of its own: it can be stopped
// anywhere and go on, and it can give a part of its work away.
//
// A *work item* is a part of an exploration as a value: a graph and the choices that are still to
// be taken there. It means the same to every process that runs the same algorithm on the same
// program: events are told by thread and serial number, and nodes and locations are found by
// running the threads again.
class Search {
 public:
  virtual ~Search() = default;

  // Starts with the whole exploration. What was left of another is forgotten.
  virtual void begin() = 0;
  // Starts with an item that a search of the same program and algorithm wrote. What was left of
  // another is forgotten. False if it is not an item: nothing is started then.
  [[nodiscard]] virtual bool load(std::string_view item) = 0;
  virtual SearchEnd run() = 0;

  // Takes the oldest choices that are still open out of the search: in the order of the
  // exploration they come after all that it has left. Nothing if there are none to spare. Only
  // before, between and after calls of `run`.
  virtual std::optional<Bytes> split() = 0;
  // Goes down one random path from the start of the exploration, each time with one of the choices
  // that are consistent, all equally likely, and reports what it comes to. False if the search
  // cannot do that. What was left is forgotten.
  virtual bool sample(std::mt19937_64& /*random*/) { return false; }
  // What did not fit, once.
  virtual Bytes take_overflow() { return {}; }
};

// Takes all that is left out of a search, in the order in which it would be explored.
[[nodiscard]] inline std::vector<Bytes> take_all(Search& search) {
  std::vector<Bytes> items;
  while (auto item = search.split()) items.insert(items.begin(), std::move(*item));
  return items;
}

}  // namespace drover
