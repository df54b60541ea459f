#pragma once

#include <array>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "support/format.h"
#include "tests/oracle/random.h"

namespace drover::oracle {

// What the threads of a random litmus test of a machine have in common.
struct MachineShape {
  int locations = 1;
  int bits = 32;           // of all accesses
  bool has_pairs = false;  // each location is an array of two cells

  [[nodiscard]] int bytes() const { return bits / 8; }
  [[nodiscard]] bool is_word() const { return bits >= 32; }
};

// Writes the code of one thread: a few accesses, with what may stand between them. A short-lived
// worker: holds a reference. Registers 1 to 3 hold addresses; 4 is not used.
class MachineThread {
 public:
  enum class Kind : std::uint8_t { Load, Store, Atomic, Exclusives, Two, Barrier, Branch, Loop };
  static constexpr std::size_t Kinds = 8;

  MachineThread(Random& random, int thread, const MachineShape& shape)
      : random_(random), shape_(shape), thread_(thread) {}
  virtual ~MachineThread() = default;

  // `events`: the number of accesses, roughly. `weights`: by Kind.
  std::vector<std::string> write(int events, const std::array<int, Kinds>& weights);

 protected:
  virtual void load() = 0;
  virtual void store() = 0;
  virtual void atomic() = 0;
  virtual void exclusives() = 0;
  virtual void two() = 0;  // of two cells
  virtual void barrier() = 0;
  // Jumps to a label, maybe, as a register that was read says.
  virtual void jump(const std::string& to) = 0;
  // Jumps to a label while the last value that was read is zero.
  virtual void jump_back(const std::string& to) = 0;
  virtual void isb() {}

  int fresh() { return next_++; }
  int fresh_even() {
    next_ += next_ % 2;
    return next_++;
  }
  // Often the last one again: a thread that reads its own writes.
  int location() {
    if (last_ == 0 || !random_.chance(35)) last_ = random_.between(1, shape_.locations);
    return last_;
  }
  std::string label() { return format("L{}{}", thread_, labels_++); }
  void emit(std::string line) { lines_.push_back(std::move(line)); }
  [[nodiscard]] bool has_read() const { return !read_.empty(); }
  // Returns a register that was read; there must be one.
  int some() { return random_.pick(read_); }
  bool on_second_cell() { return shape_.has_pairs && random_.chance(40); }
  // The offset of the second cell.
  [[nodiscard]] int second() const { return shape_.bytes(); }

  Random& random_;
  MachineShape shape_;
  int events_ = 0;
  std::vector<int> read_;

 private:
  void branch();
  void loop();
  void place_pending();

  int thread_;
  int next_ = 5;
  int labels_ = 0;
  int last_ = 0;
  std::string pending_;  // a label that comes after the next access
  std::vector<std::string> lines_;
};

std::unique_ptr<MachineThread> make_arm_thread(Random& random, int thread,
                                               const MachineShape& shape);
std::unique_ptr<MachineThread> make_riscv_thread(Random& random, int thread,
                                                 const MachineShape& shape);

}  // namespace drover::oracle
