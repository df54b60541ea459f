#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <random>
#include <string_view>
#include <utility>
#include <vector>

#include "support/bytes.h"

namespace drover {

enum class SearchEnd : std::uint8_t {
  Done,           // all its work is explored
  Paused,         // the run control requested a stop or a pause: `run` continues
  TooManyEvents,  // a graph does not fit: `take_overflow` has the unexplored part; `run` continues
};

// An exploration that keeps its remaining work in a stack of its own: it can be stopped anywhere
// and resumed, and it can give a part of its work away.
//
// A *work item* is a part of an exploration as a value. It means the same to every process that
// runs the same algorithm on the same program: it has no numbers of nodes and locations.
class Search {
 public:
  virtual ~Search() = default;

  // Starts the whole exploration. Forgets earlier work.
  void begin() {
    forget();
    start();
  }
  // Starts with an item of a search of the same program and algorithm. Forgets earlier work. False
  // if the bytes are not an item; then nothing is started.
  [[nodiscard]] bool load(std::string_view item) {
    forget();
    ByteReader in(item);
    if (load_from(in) && in.has_ended_well()) return true;
    forget();
    return false;
  }
  virtual SearchEnd run() = 0;

  // Removes the oldest open choices from the search and returns them: in the order of the
  // exploration they come after all its other work. Empty if there are none to spare. Not during
  // `run`.
  virtual std::optional<Bytes> split() = 0;
  // Follows one random path from the start of the exploration, taking each time one of the
  // consistent choices with equal probability, and reports its end. False if the search does not
  // support this. Forgets earlier work.
  virtual bool sample(std::mt19937_64& /*random*/) { return false; }
  // Returns the part that did not fit, once.
  virtual Bytes take_overflow() { return {}; }

 private:
  // Drops all work: `run` has nothing to do.
  virtual void forget() = 0;
  // With nothing to do: starts the whole exploration, or an item. The item may be read in part.
  virtual void start() = 0;
  [[nodiscard]] virtual bool load_from(ByteReader& in) = 0;
};

// A search with a stack of frames, each with the choices of one step (docs/proofs.md). Its items
// are paths: the choices that the frames have taken, from the start of the exploration on, and the
// open choices of the next frame. Loading an item takes the same choices again.
//
//   item := 0 for everything, or (1, choice)*, then 2 and the open choices of the next frame, or 3
//           for the last choice and everything below it
class FrameSearch : public Search {
 public:
  std::optional<Bytes> split() final;
  // An overflow is everything below the choice of the last frame.
  Bytes take_overflow() final;

 protected:
  bool is_at_start_ = false;   // `run` starts from the beginning
  bool is_loading_ = false;    // choices are repeated
  bool has_overflow_ = false;  // the next event of the last frame's graph does not fit

 private:
  void start() final { is_at_start_ = true; }
  void forget() final {
    is_at_start_ = has_overflow_ = false;
    clear();
  }
  [[nodiscard]] bool load_from(ByteReader& in) final;
  [[nodiscard]] ByteWriter path_to(std::size_t frame) const;

  // Removes all frames, and empties the graph.
  virtual void clear() = 0;
  [[nodiscard]] virtual std::size_t depth() const = 0;
  // True if the frame has choices besides the taken one. May drop choices that lead to nothing.
  [[nodiscard]] virtual bool has_choices(std::size_t frame) = 0;
  virtual void write_choice(ByteWriter& out, std::size_t frame) const = 0;
  virtual void write_open(ByteWriter& out, std::size_t frame) const = 0;
  // Drops the open choices of a frame.
  virtual void close(std::size_t frame) = 0;
  // Takes the only choice of the last frame, if there is a frame, and pushes the next one. False if
  // that is not possible.
  [[nodiscard]] virtual bool push_next() = 0;
  // Leaves only these choices of the new last frame open. False if it does not have them.
  [[nodiscard]] virtual bool read_choice(ByteReader& in) = 0;
  [[nodiscard]] virtual bool read_open(ByteReader& in) = 0;
};

// Returns all remaining work of a search, in the order in which it would be explored.
[[nodiscard]] inline std::vector<Bytes> take_all(Search& search) {
  std::vector<Bytes> items;
  while (auto item = search.split()) items.insert(items.begin(), std::move(*item));
  return items;
}

}  // namespace drover
