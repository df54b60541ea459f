// Random litmus tests of AArch64 and RISC-V. A thread has a few accesses, with what may stand
// between them: barriers, branches, and dependencies on what it has read.

#include <array>
#include <string>
#include <vector>

#include "support/format.h"
#include "tests/oracle/promising_check.h"
#include "tests/oracle/random.h"

namespace drover::oracle {

namespace {

constexpr int MaxEvents = 7;

// One thread. A short-lived worker.
class MachineThread {
 public:
  MachineThread(Random& random, int thread, int locations)
      : random_(random), thread_(thread), locations_(locations) {}
  virtual ~MachineThread() = default;

  std::vector<std::string> write(int events) {
    while (events_ < events) {
      const int kind = random_.between(0, 99);
      if (kind < 30) {
        load();
      } else if (kind < 62) {
        store();
      } else if (kind < 74) {
        atomic();
      } else if (kind < 82) {
        pair();
      } else if (kind < 94) {
        barrier();
      } else if (!read_.empty()) {
        branch();
      }
    }
    return std::move(lines_);
  }

 protected:
  virtual void load() = 0;
  virtual void store() = 0;
  virtual void atomic() = 0;
  virtual void pair() = 0;
  virtual void barrier() = 0;
  virtual void branch() = 0;

  int fresh() { return next_++; }
  // Often the last one again: a thread that reads its own writes.
  int location() {
    if (last_ == 0 || !random_.chance(35)) last_ = random_.between(1, locations_);
    return last_;
  }
  std::string label() { return format("L{}{}", thread_, labels_++); }
  void emit(std::string line) { lines_.push_back(std::move(line)); }
  // Returns a register that was read; read_ must not be empty.
  int some() { return random_.pick(read_); }

  Random& random_;
  int thread_;
  int locations_;
  int events_ = 0;
  int next_ = 5;
  int labels_ = 0;
  int last_ = 0;
  std::vector<int> read_;
  std::vector<std::string> lines_;
};

class ArmThread : public MachineThread {
 public:
  using MachineThread::MachineThread;

 private:
  void load() override {
    ++events_;
    const int to = fresh();
    if (!read_.empty() && random_.chance(30)) {
      const int zero = fresh();
      const int from = some();
      emit(format("EOR W{},W{},W{}", zero, from, from));
      emit(format("LDR W{},[X{},W{},SXTW]", to, location(), zero));
    } else {
      emit(format("{} W{},[X{}]", random_.pick({"LDR", "LDR", "LDAR", "LDAPR"}), to, location()));
    }
    read_.push_back(to);
  }
  // Returns a register with a value to write: a constant, or one that depends on reads.
  int value() {
    const int to = fresh();
    const int kind = read_.empty() ? 0 : random_.between(0, 5);
    if (kind == 3) {
      const int from = some();
      emit(format("EOR W{},W{},W{}", to, from, from));
      emit(format("ADD W{},W{},#{}", to, to, random_.between(1, 2)));
    } else if (kind == 4) {
      const int other = fresh();
      emit(format("MOV W{},#{}", other, random_.between(1, 2)));
      emit(format("CMP W{},#{}", some(), random_.between(0, 1)));
      emit(format("CSEL W{},W{},W{},EQ", to, some(), other));
    } else if (kind == 5) {
      return some();
    } else {
      emit(format("MOV W{},#{}", to, random_.between(1, 2)));
    }
    return to;
  }
  void store() override {
    ++events_;
    const int from = value();
    if (!read_.empty() && random_.chance(20)) {
      const int zero = fresh();
      const int on = some();
      emit(format("EOR W{},W{},W{}", zero, on, on));
      emit(format("STR W{},[X{},W{},SXTW]", from, location(), zero));
      return;
    }
    emit(format("{} W{},[X{}]", random_.pick({"STR", "STR", "STLR"}), from, location()));
  }
  void atomic() override {
    events_ += 2;
    const std::string order = random_.pick({"", "A", "L", "AL"});
    const int from = value();
    if (random_.chance(30)) {
      return emit(format("STADD{} W{},[X{}]", order == "L" ? "L" : "", from, location()));
    }
    const int to = fresh();
    if (random_.chance(30)) {
      if (!read_.empty() && random_.chance(30)) {
        emit(format("MOV W{},W{}", to, some()));
      } else {
        emit(format("MOV W{},#{}", to, random_.between(0, 2)));
      }
      emit(format("CAS{} W{},W{},[X{}]", order, to, from, location()));
    } else {
      const char* const name = random_.pick({"SWP", "LDADD"});
      emit(format("{}{} W{},W{},[X{}]", name, order, from, to, location()));
    }
    read_.push_back(to);
  }
  void pair() override {
    events_ += 2;
    const int at = location();
    const int to = fresh();
    const int status = fresh();
    const int from = value();
    emit(format("{} W{},[X{}]", random_.pick({"LDXR", "LDAXR"}), to, at));
    read_.push_back(to);
    if (random_.chance(15)) {
      ++events_;
      emit(format("STR W{},[X{}]", from, random_.chance(50) ? at : location()));
    }
    emit(format("{} W{},W{},[X{}]", random_.pick({"STXR", "STLXR"}), status,
                random_.chance(30) ? to : from, at));
    if (random_.chance(40)) read_.push_back(status);
  }
  void barrier() override {
    emit(random_.pick({"DMB SY", "DMB LD", "DMB ST", "DMB ISH", "DSB SY", "DSB LD", "DSB ST",
                       "DMB NSH", "ISB", "ISB"}));
  }
  void branch() override {
    const std::string to = label();
    emit(format("CBNZ W{},{}", some(), to));
    emit(to + ":");
    if (random_.chance(50)) emit("ISB");
  }
};

class RiscvThread : public MachineThread {
 public:
  using MachineThread::MachineThread;

 private:
  // Addresses are in x1 to x3, and x4 is not used.
  std::string address() {
    if (read_.empty() || !random_.chance(25)) return format("(x{})", location());
    const int zero = fresh();
    const int from = some();
    emit(format("xor x{},x{},x{}", zero, from, from));
    emit(format("add x{},x{},x{}", zero, zero, location()));
    return format("(x{})", zero);
  }
  int value() {
    const int to = fresh();
    const int kind = read_.empty() ? 0 : random_.between(0, 4);
    if (kind == 3) {
      const int from = some();
      emit(format("xor x{},x{},x{}", to, from, from));
      emit(format("addi x{},x{},{}", to, to, random_.between(1, 2)));
    } else if (kind == 4) {
      return some();
    } else {
      emit(format("li x{},{}", to, random_.between(1, 2)));
    }
    return to;
  }
  void load() override {
    ++events_;
    const int to = fresh();
    const std::string at = address();
    emit(format("lw x{},0{}", to, at));
    read_.push_back(to);
  }
  void store() override {
    ++events_;
    const int from = value();
    const std::string at = address();
    emit(format("sw x{},0{}", from, at));
  }
  void atomic() override {
    events_ += 2;
    const int from = value();
    const int to = fresh();
    const std::string at = address();
    emit(format("{}{} x{},x{},{}", random_.pick({"amoswap.w", "amoadd.w", "amoor.w"}),
                random_.pick({"", ".aq", ".rl", ".aq.rl"}), to, from, at));
    read_.push_back(to);
  }
  void pair() override {
    events_ += 2;
    const int at = location();
    const int to = fresh();
    const int status = fresh();
    const int from = value();
    emit(format("lr.w{} x{},(x{})", random_.pick({"", ".aq", ".aq.rl"}), to, at));
    read_.push_back(to);
    if (random_.chance(15)) {
      ++events_;
      emit(format("sw x{},0(x{})", from, random_.chance(50) ? at : location()));
    }
    emit(format("sc.w{} x{},x{},(x{})", random_.pick({"", ".rl", ".aq.rl"}), status,
                random_.chance(30) ? to : from, at));
    if (random_.chance(40)) read_.push_back(status);
  }
  void barrier() override {
    emit(random_.pick({"fence r,r", "fence r,w", "fence r,rw", "fence w,r", "fence w,w",
                       "fence w,rw", "fence rw,r", "fence rw,w", "fence rw,rw", "fence.tso",
                       "fence.i"}));
  }
  void branch() override {
    const std::string to = label();
    emit(format("bne x{},x0,{}", some(), to));
    emit(to + ":");
  }
};

}  // namespace

std::string random_machine_test(std::uint64_t seed) {
  Random random(seed);
  const bool is_arm = seed % 2 == 0;
  const int threads = random.between(2, 3);
  const int locations = random.between(1, 3);
  std::vector<std::vector<std::string>> code;
  std::string text = is_arm ? "AArch64 random\n{\n" : "RISCV random\n{\n";
  std::size_t rows = 0;
  for (int t = 0; t < threads; ++t) {
    const int events = random.between(1, t == 0 ? 4 : MaxEvents / threads + 1);
    for (int i = 1; i <= locations; ++i) {
      text += format("{}:{}{}={}; ", t, is_arm ? "X" : "x", i, "xyz"[i - 1]);
    }
    text += "\n";
    ArmThread arm(random, t, locations);
    RiscvThread riscv(random, t, locations);
    code.push_back(is_arm ? arm.write(events) : riscv.write(events));
    rows = std::max(rows, code.back().size());
  }
  text += "}\n";
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
  return text + "exists (x=1)\n";
}

}  // namespace drover::oracle
