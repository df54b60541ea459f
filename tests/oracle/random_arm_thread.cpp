// A thread of a random litmus test of AArch64, with every instruction that accesses memory, orders
// accesses or branches, and dependencies of all kinds between them.

#include "tests/oracle/random_machine_thread.h"

namespace drover::oracle {

namespace {

class ArmThread : public MachineThread {
 public:
  using MachineThread::MachineThread;

 private:
  // ---- Operands

  [[nodiscard]] std::string reg(int number) const {
    return format("{}{}", shape_.bits == 64 ? 'X' : 'W', number);
  }
  [[nodiscard]] std::string zero_register() const { return shape_.bits == 64 ? "XZR" : "WZR"; }
  // The end of names of accesses.
  [[nodiscard]] std::string_view size() const {
    return shape_.bits == 8 ? "B" : shape_.bits == 16 ? "H" : "";
  }
  std::string condition() {
    return random_.pick({"EQ", "NE", "EQ", "NE", "CS", "CC", "MI", "PL", "VS", "VC", "HI", "LS",
                         "GE", "LT", "GT", "LE"});
  }
  // Returns a register that is 0 and depends on what was read.
  int dependent_zero() {
    const int zero = fresh();
    const int from = some();
    emit(format("EOR W{0},W{1},W{1}", zero, from));
    return zero;
  }
  void compare() {
    const int kind = random_.between(0, 9);
    if (kind < 6) {
      emit(format("CMP W{},#{}", some(), random_.between(0, 1)));
    } else if (kind < 7) {
      emit(format("CMP W{},W{}", some(), some()));
    } else if (kind < 8) {
      emit(format("TST W{},#1", some()));
    } else {
      emit(format("CMP W{},#{}", some(), random_.between(0, 1)));
      emit(format("{} W{},#{},#{},{}", random_.pick({"CCMP", "CCMN"}), some(),
                  random_.between(0, 1), random_.pick({0, 4}), condition()));
    }
  }

  // Returns the register with the address of an access: a location, or what depends on reads.
  int base() {
    const int at = location();
    const int kind = random_.between(0, 99);
    if (has_read() && kind < 20) {
      const int zero = dependent_zero();
      // Later accesses of the location depend on it, too.
      const int to = kind < 3 ? at : fresh();
      emit(format("ADD X{},X{},W{},SXTW", to, at, zero));
      return to;
    }
    if (has_read() && kind < 28) {
      compare();
      const int to = fresh();
      emit(format("CSEL X{},X{},X{},{}", to, at, location(), condition()));
      return to;
    }
    if (kind >= 28 && kind < 60 && on_second_cell()) {
      const int to = fresh();
      emit(format("ADD X{},X{},#{}", to, at, second()));
      return to;
    }
    return at;
  }
  std::string address() { return format("[X{}]", base()); }
  // Of an instruction that takes offsets.
  std::string indexed_address() {
    const int kind = random_.between(0, 99);
    if (has_read() && kind < 20) {
      const int zero = dependent_zero();
      return format("[X{},W{},{}]", location(), zero, random_.pick({"SXTW", "UXTW"}));
    }
    if (kind < 50 && on_second_cell()) return format("[X{},#{}]", location(), second());
    const int at = base();
    if (kind >= 94) return format("[X{}{}", at, random_.pick({"],#0", ",#0]!"}));
    return format("[X{}]", at);
  }

  // Returns a register with a value to write: a constant, or one that depends on reads.
  std::string value() {
    const int kind = has_read() ? random_.between(0, 7) : random_.between(0, 2);
    if (kind == 0 && random_.chance(20)) return zero_register();
    if (kind == 7) return reg(some());
    const int to = fresh();
    if (kind == 3) {
      const int from = some();
      emit(format("EOR W{},W{},W{}", to, from, from));
      emit(format("ADD W{},W{},#{}", to, to, random_.between(1, 2)));
    } else if (kind == 4) {
      const int other = fresh();
      emit(format("MOV W{},#{}", other, random_.between(1, 2)));
      compare();
      emit(format("{} W{},W{},W{},{}", random_.pick({"CSEL", "CSEL", "CSINC", "CSINV", "CSNEG"}),
                  to, some(), other, condition()));
    } else if (kind == 5) {
      compare();
      emit(format("{} W{},{}", random_.pick({"CSET", "CSET", "CSETM"}), to, condition()));
    } else if (kind == 6) {
      emit(format("{} W{},W{},#1", random_.pick({"ADD", "SUB"}), to, some()));
    } else {
      emit(format("MOV W{},#{}", to, random_.between(1, 2)));
    }
    return reg(to);
  }
  // Returns a register for a value that is read.
  std::string target() {
    if (random_.chance(6)) return zero_register();
    read_.push_back(fresh());
    return reg(read_.back());
  }

  // ---- Accesses

  void load() override {
    ++events_;
    const std::string_view end = size();
    const int kind = random_.between(0, 9);
    if (kind == 9 && shape_.bits < 64) {
      const char* const name = random_.pick({"LDRS", "LDURS", "LDAPURS"});
      const std::string at = std::string_view(name) == "LDRS" ? indexed_address() : address();
      const int to = fresh();
      emit(format("{}{} X{},{}", name, shape_.bits == 32 ? "W" : end, to, at));
      return read_.push_back(to);
    }
    const std::string at = kind < 5 ? indexed_address() : address();
    const char* const name = kind < 5    ? "LDR"
                             : kind == 5 ? random_.pick({"LDUR", "LDAPUR"})
                                         : random_.pick({"LDAR", "LDAPR"});
    emit(format("{}{} {},{}", name, end, target(), at));
  }
  void store() override {
    ++events_;
    const std::string from = value();
    const int kind = random_.between(0, 9);
    const std::string at = kind < 6 ? indexed_address() : address();
    const char* const name = kind < 6 ? "STR" : random_.pick({"STLR", "STLR", "STUR", "STLUR"});
    emit(format("{}{} {},{}", name, size(), from, at));
  }
  void atomic() override {
    events_ += 2;
    const std::string order = random_.pick({"", "A", "L", "AL"});
    const int kind = random_.between(0, 9);
    if (kind == 0 && shape_.has_pairs && shape_.is_word()) return swap_pair(order);
    if (kind < 3) return compare_and_swap(order);
    const std::string from = value();
    const char* const operation =
        random_.pick({"ADD", "ADD", "ADD", "CLR", "EOR", "SET", "SMAX", "SMIN", "UMAX", "UMIN"});
    const std::string at = address();
    if (kind < 5) {
      const char* const release = order == "L" ? "L" : "";
      return emit(format("ST{}{}{} {},{}", operation, release, size(), from, at));
    }
    const std::string name = kind < 7 ? "SWP" : format("LD{}", operation);
    const bool is_same = from != zero_register() && random_.chance(5);
    emit(format("{}{}{} {},{},{}", name, order, size(), from, is_same ? from : target(), at));
  }
  void compare_and_swap(const std::string& order) {
    const std::string from = value();
    const int compared = fresh();
    if (has_read() && random_.chance(30)) {
      emit(format("MOV W{},W{}", compared, some()));
    } else {
      emit(format("MOV W{},#{}", compared, random_.between(0, 2)));
    }
    const bool is_dropped = random_.chance(8);
    const std::string expected = is_dropped ? zero_register() : reg(compared);
    emit(format("CAS{}{} {},{},{}", order, size(), expected, from, address()));
    if (!is_dropped) read_.push_back(compared);
  }
  void swap_pair(const std::string& order) {
    events_ += 2;
    const int first = fresh_even();
    const int other = fresh();
    for (const int each : {first, other}) {
      emit(has_read() && random_.chance(20) ? format("MOV W{},W{}", each, some())
                                            : format("MOV W{},#{}", each, random_.between(0, 1)));
    }
    const int wanted = fresh_even();
    static_cast<void>(fresh());
    emit(format("MOV W{},#{}", wanted, random_.between(1, 2)));
    if (has_read() && random_.chance(40)) emit(format("MOV W{},W{}", wanted + 1, some()));
    emit(format("CASP{} {},{},{},{},[X{}]", order, reg(first), reg(other), reg(wanted),
                reg(wanted + 1), location()));
    read_.push_back(first);
    read_.push_back(other);
  }
  // The halves of an exclusive pair, mostly of the same address; an access may stand between them.
  void exclusives() override {
    events_ += 2;
    const bool is_pair = shape_.has_pairs && shape_.is_word() && random_.chance(25);
    const std::string end = is_pair ? "P" : format("R{}", size());
    std::string at = is_pair ? format("[X{}]", location()) : address();
    const int to = fresh();
    const int other = is_pair ? fresh() : to;
    const auto two_registers = [&](const std::string& first, const std::string& second) {
      return is_pair ? format("{},{}", first, second) : first;
    };
    const std::string from = value();
    if (is_pair) events_ += 2;
    if (!random_.chance(4)) {
      emit(format("{}{} {},{}", random_.pick({"LDX", "LDAX"}), end,
                  two_registers(reg(to), reg(other)), at));
      read_.push_back(to);
      if (is_pair) read_.push_back(other);
    }
    if (random_.chance(15)) {
      ++events_;
      emit(format("STR{} {},{}", size(), from, random_.chance(50) ? at : address()));
    }
    if (!is_pair && random_.chance(6)) at = address();
    const int status = fresh();
    if (random_.chance(95)) {
      const std::string stored = random_.chance(30) && to < status ? reg(to) : from;
      emit(format("{}{} W{},{},{}", random_.pick({"STX", "STLX"}), end, status,
                  two_registers(stored, is_pair ? value() : from), at));
      if (random_.chance(40)) read_.push_back(status);
    }
  }
  // Two cells, one after the other.
  void two() override {
    events_ += 2;
    const std::string at =
        random_.chance(20) ? format("[X{}],#0", location()) : format("[X{}]", location());
    if (random_.chance(50)) {
      const std::string first = value();
      return emit(format("{} {},{},{}", random_.pick({"STP", "STP", "STNP", "STILP", "STLP"}),
                         first, value(), at));
    }
    const int first = fresh();
    const int second = fresh();
    const bool is_signed = shape_.bits == 32 && random_.chance(15);
    const std::string name =
        is_signed ? "LDPSW" : random_.pick({"LDP", "LDP", "LDNP", "LDIAPP", "LDAP"});
    const auto target = [&](int number) { return is_signed ? format("X{}", number) : reg(number); };
    emit(format("{} {},{},{}", name, target(first), target(second), at));
    read_.push_back(first);
    read_.push_back(second);
  }

  // ---- Barriers and jumps

  void barrier() override {
    if (random_.chance(20)) return isb();
    const std::string name = random_.pick({"DMB", "DMB", "DSB"});
    const std::string domain = random_.pick({"SY", "SY", "SY", "ISH", "OSH", "NSH"});
    const std::string_view accesses = random_.pick({"", "LD", "ST"});
    const bool is_system = domain == "SY" && !accesses.empty();
    emit(format("{} {}{}", name, is_system ? "" : domain, accesses));
  }
  void isb() override { emit("ISB"); }
  void jump(const std::string& to) override {
    const int kind = random_.between(0, 9);
    if (kind < 5) {
      emit(format("{} W{},{}", random_.pick({"CBNZ", "CBZ"}), some(), to));
    } else if (kind < 7) {
      emit(format("{} W{},#0,{}", random_.pick({"TBNZ", "TBZ"}), some(), to));
    } else if (kind < 9) {
      compare();
      emit(format("B.{} {}", condition(), to));
    } else {
      const int zero = dependent_zero();
      const int at = fresh();
      emit(format("ADR X{},{}", at, to));
      emit(format("ADD X{0},X{0},W{1},SXTW", at, zero));
      emit(format("BR X{}", at));
    }
  }
  void jump_back(const std::string& to) override {
    if (has_read()) emit(format("CBZ W{},{}", read_.back(), to));
  }
};

}  // namespace

std::unique_ptr<MachineThread> make_arm_thread(Random& random, int thread,
                                               const MachineShape& shape) {
  return std::make_unique<ArmThread>(random, thread, shape);
}

}  // namespace drover::oracle
