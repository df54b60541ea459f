// Random litmus tests of AArch64 and RISC-V. A thread has a few accesses, with what may stand
// between them: barriers, branches, and dependencies on what it has read. All accesses of a test
// have one size, since the machine with promises takes no others.

#include <algorithm>
#include <string>
#include <vector>

#include "support/format.h"
#include "tests/oracle/promising_check.h"
#include "tests/oracle/random_machine_thread.h"

namespace drover::oracle {

namespace {

// Most tests are small, so that a campaign runs many.
int max_events(Random& random) { return random.chance(75) ? random.between(4, 5) : 7; }

// The initial state of all threads.
std::string initial_state(Random& random, const MachineShape& shape, int threads, char letter) {
  std::string text;
  for (int i = 1; i <= shape.locations; ++i) {
    const char name = "xyz"[i - 1];
    const int value = random.chance(20) ? 1 : 0;
    if (shape.has_pairs) {
      text += format("uint{}_t {}[2]={{{},{}}}; ", shape.bits, name, value, random.between(0, 1));
    } else if (shape.bits != 32 || value != 0) {
      text += format("uint{}_t {}={}; ", shape.bits, name, value);
    }
  }
  text += "\n";
  for (int t = 0; t < threads; ++t) {
    for (int i = 1; i <= shape.locations; ++i) {
      text += format("{}:{}{}={}; ", t, letter, i, "xyz"[i - 1]);
    }
    text += "\n";
  }
  return text;
}

// The weights of kinds of a test: it may have no accesses of some kinds, and more of others.
std::array<int, MachineThread::Kinds> weights_for(Random& random, const MachineShape& shape,
                                                  bool is_arm) {
  using enum MachineThread::Kind;
  std::array<int, MachineThread::Kinds> out{};
  const auto put = [&](MachineThread::Kind kind, int weight) {
    const bool is_always = kind == Load || kind == Store;
    const int factor = is_always ? 1 : random.chance(25) ? 0 : random.chance(25) ? 2 : 1;
    out[static_cast<std::size_t>(kind)] = weight * factor;
  };
  put(Load, 30);
  put(Store, 32);
  const bool has_atomics = is_arm || shape.is_word();
  put(Atomic, has_atomics ? 14 : 0);
  put(Exclusives, has_atomics ? 8 : 0);
  put(Two, is_arm && shape.has_pairs && shape.is_word() ? 14 : 0);
  put(Barrier, 12);
  put(Branch, 8);
  put(Loop, 1);
  return out;
}

}  // namespace

std::vector<std::string> MachineThread::write(int events, const std::array<int, Kinds>& weights) {
  constexpr int LastRegister = 20;  // the next line may need some
  while (events_ < events && next_ <= LastRegister) {
    const int before = events_;
    switch (static_cast<Kind>(random_.weighted(weights))) {
      case Kind::Load: load(); break;
      case Kind::Store: store(); break;
      case Kind::Atomic: atomic(); break;
      case Kind::Exclusives: exclusives(); break;
      case Kind::Two: two(); break;
      case Kind::Barrier: barrier(); break;
      case Kind::Branch: branch(); break;
      case Kind::Loop: loop(); break;
    }
    if (events_ != before) place_pending();
  }
  place_pending();
  return std::move(lines_);
}

void MachineThread::place_pending() {
  if (!pending_.empty()) emit(std::exchange(pending_, "") + ":");
}

// Jumps over nothing, or over the next access.
void MachineThread::branch() {
  if (!has_read() || !pending_.empty()) return;
  const std::string to = label();
  jump(to);
  if (random_.chance(40)) {
    pending_ = to;
  } else {
    emit(to + ":");
  }
  if (random_.chance(40)) isb();
}

// Reads again as long as the value is zero. Loops are unfolded twice.
void MachineThread::loop() {
  place_pending();
  const std::string begin = label();
  emit(begin + ":");
  load();
  ++events_;
  jump_back(begin);
}

std::string random_machine_test(std::uint64_t seed) {
  Random random(seed);
  const bool is_arm = seed % 2 == 0;
  const int threads = random.between(2, 3);
  MachineShape shape{.locations = random.between(1, 3)};
  if (random.chance(25)) shape.bits = random.pick({8, 16, 64});
  shape.has_pairs = random.chance(20);
  if (shape.has_pairs) shape.locations = std::min(shape.locations, 2);
  const auto weights = weights_for(random, shape, is_arm);
  const int most = max_events(random);

  std::vector<std::vector<std::string>> code;
  std::size_t rows = 0;
  for (int t = 0; t < threads; ++t) {
    const int events = random.between(1, t == 0 ? most / 2 + 1 : most / threads + 1);
    const auto thread =
        is_arm ? make_arm_thread(random, t, shape) : make_riscv_thread(random, t, shape);
    code.push_back(thread->write(events, weights));
    rows = std::max(rows, code.back().size());
  }
  std::string text = format("{} random\n{{\n{}}}\n", is_arm ? "AArch64" : "RISCV",
                            initial_state(random, shape, threads, is_arm ? 'X' : 'x'));
  const auto put_row = [&](auto cell) {
    for (int t = 0; t < threads; ++t) text += format("{} {} ", t == 0 ? "" : "|", cell(t));
    text += ";\n";
  };
  put_row([](int t) { return format("P{}", t); });
  for (std::size_t row = 0; row < rows; ++row) {
    put_row([&](int t) {
      const auto& lines = code[static_cast<std::size_t>(t)];
      return row < lines.size() ? lines[row] : std::string();
    });
  }
  return text + format("exists ({}=1)\n", shape.has_pairs ? "x[0]" : "x");
}

}  // namespace drover::oracle
