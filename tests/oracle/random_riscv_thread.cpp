// A thread of a random litmus test of RISC-V, with every instruction that accesses memory, orders
// accesses or branches, and dependencies between them.

#include "tests/oracle/random_machine_thread.h"

namespace drover::oracle {

namespace {

class RiscvThread : public MachineThread {
 public:
  using MachineThread::MachineThread;

 private:
  // ---- Operands

  [[nodiscard]] char size() const {
    return shape_.bits == 8 ? 'b' : shape_.bits == 16 ? 'h' : shape_.bits == 32 ? 'w' : 'd';
  }
  std::string both_orders() { return random_.pick({".aq.rl", ".aqrl"}); }
  int dependent_zero() {
    const int zero = fresh();
    const int from = some();
    emit(format("{0} x{1},x{2},x{2}", random_.pick({"xor", "sub"}), zero, from));
    return zero;
  }
  // Returns an address of an atomic; `offset`: of other accesses.
  std::string address(std::string_view offset = "") {
    const int at = location();
    const int kind = random_.between(0, 99);
    int base = at;
    if (has_read() && kind < 25) {
      const int zero = dependent_zero();
      // Later accesses of the location depend on it, too.
      base = kind < 3 ? at : fresh();
      emit(format("add x{},x{},x{}", base, zero, at));
    }
    if (!on_second_cell()) return format("{}(x{})", offset, base);
    if (!offset.empty()) return format("{}(x{})", second(), base);
    const int moved = fresh();
    emit(format("addi x{},x{},{}", moved, base, second()));
    return format("(x{})", moved);
  }
  int value() {
    const int kind = has_read() ? random_.between(0, 5) : random_.between(0, 2);
    if (kind == 0 && random_.chance(20)) return 0;
    if (kind == 4) return some();
    const int to = fresh();
    if (kind == 3) {
      const int from = some();
      emit(format("xor x{},x{},x{}", to, from, from));
      emit(format("addi x{},x{},{}", to, to, random_.between(1, 2)));
    } else if (kind == 5) {
      emit(format("{} x{},x{}", random_.pick({"seqz", "snez", "neg"}), to, some()));
    } else {
      emit(format("li x{},{}", to, random_.between(1, 2)));
    }
    return to;
  }
  int target() {
    if (random_.chance(6)) return 0;
    read_.push_back(fresh());
    return read_.back();
  }

  // ---- Accesses

  void load() override {
    ++events_;
    const std::string at = address("0");
    const bool is_unsigned = shape_.bits < 64 && random_.chance(15);
    const std::string order = random_.chance(80) ? "" : random_.chance(70) ? ".aq" : both_orders();
    emit(format("l{}{}{} x{},{}", size(), is_unsigned ? "u" : "", order, target(), at));
  }
  void store() override {
    ++events_;
    const int from = value();
    const std::string at = address("0");
    const std::string order = random_.chance(80) ? "" : random_.chance(70) ? ".rl" : both_orders();
    emit(format("s{}{} x{},{}", size(), order, from, at));
  }
  void atomic() override {
    events_ += 2;
    const char* const name = random_.pick(
        {"swap", "swap", "add", "add", "and", "or", "xor", "max", "min", "maxu", "minu"});
    const std::string order =
        random_.pick({std::string(), std::string(".aq"), std::string(".rl"), both_orders()});
    const int from = value();
    const std::string at = address();
    const int to = target();
    emit(format("amo{}.{}{} x{},x{},{}", name, size(), order, to, from, at));
  }
  // The halves of an exclusive pair, mostly of the same address; an access may stand between them.
  void exclusives() override {
    events_ += 2;
    const auto order = [&](std::string_view usual, std::string_view other) {
      const int kind = random_.between(0, 9);
      return kind < 4   ? std::string()
             : kind < 7 ? std::string(usual)
             : kind < 9 ? both_orders()
                        : std::string(other);
    };
    std::string at = address();
    const int from = value();
    const int to = fresh();
    const bool has_load = !random_.chance(4);
    if (has_load) {
      emit(format("lr.{}{} x{},{}", size(), order(".aq", ".rl"), to, at));
      read_.push_back(to);
    }
    if (random_.chance(15)) {
      ++events_;
      emit(format("s{} x{},{}", size(), from, random_.chance(50) ? "0" + at : address("0")));
    }
    if (random_.chance(6)) at = address();
    if (random_.chance(5)) return;
    const int status = fresh();
    emit(format("sc.{}{} x{},x{},{}", size(), order(".rl", ".aq"), status,
                has_load && random_.chance(30) ? to : from, at));
    if (random_.chance(40)) read_.push_back(status);
  }
  void two() override {}

  // ---- Barriers and jumps

  void barrier() override {
    const int kind = random_.between(0, 19);
    if (kind == 0) return emit("fence");
    if (kind == 1) return emit("fence.i");
    if (kind < 4) return emit("fence.tso");
    const auto accesses = [&] {
      return random_.chance(85) ? random_.pick({"r", "w", "rw"})
                                : random_.pick({"i", "o", "io", "ir", "ow", "iorw"});
    };
    const char* const before = accesses();
    emit(format("fence {},{}", before, accesses()));
  }
  void jump(const std::string& to) override {
    const int kind = random_.between(0, 9);
    if (kind < 6) {
      const char* const name = random_.pick({"beq", "bne", "blt", "bge", "bltu", "bgeu"});
      emit(format("{} x{},x{},{}", name, some(), random_.chance(60) ? 0 : some(), to));
    } else if (kind < 9) {
      const char* const name = random_.pick({"beqz", "bnez", "blez", "bgez", "bltz", "bgtz"});
      emit(format("{} x{},{}", name, some(), to));
    } else {
      const int zero = dependent_zero();
      const int at = fresh();
      emit(format("la x{},{}", at, to));
      emit(format("add x{0},x{0},x{1}", at, zero));
      emit(format("jr x{}", at));
    }
  }
  void jump_back(const std::string& to) override {
    if (has_read()) emit(format("beqz x{},{}", read_.back(), to));
  }
};

}  // namespace

std::unique_ptr<MachineThread> make_riscv_thread(Random& random, int thread,
                                                 const MachineShape& shape) {
  return std::make_unique<RiscvThread>(random, thread, shape);
}

}  // namespace drover::oracle
