// Writes tests of machines. Each access becomes the instructions of its annotation; a dependency is
// computed from the value read and leaves what depends on it unchanged.
#include <algorithm>
#include <array>
#include <map>
#include <utility>

#include "generate/test.h"
#include "support/format.h"
#include "support/text.h"

namespace drover::generate {

namespace {

struct ThreadCode {
  std::vector<std::string> lines;
  std::map<std::size_t, std::string> addresses;  // by location: the register with its address
  std::vector<RegisterAtom> atoms;
};

constexpr bool has(PairOrder order, PairOrder part) {
  return order == part || order == PairOrder::Both;
}

// The common part of the threads of all machines: the order of things.
class ThreadWriter {
 public:
  ThreadWriter(const AbstractTest& test, const TestThread& thread)
      : test_(test), architecture_(*test.architecture), thread_(thread) {}
  virtual ~ThreadWriter() = default;
  ThreadWriter(const ThreadWriter&) = delete;
  ThreadWriter& operator=(const ThreadWriter&) = delete;

  ThreadCode run() {
    for (std::size_t i = 0; i < thread_.accesses.size(); ++i) {
      const Access& access = thread_.accesses[i];
      const bool is_control =
          access.dependency && dependency(access).kind == DependencyKind::Control;
      if (is_control) branch(access);
      for (const std::uint8_t each : access.fences) {
        line(std::string(architecture_.fences[each].code));
      }
      if (access.rmw) {
        update(access, thread_.accesses[++i]);
      } else if (access.unlike) {
        wait(access);
      } else if (access.direction == Direction::Read) {
        load(access);
      } else {
        store(access);
      }
    }
    return std::move(out_);
  }
  // Whether the machine has too few registers.
  [[nodiscard]] bool is_full() const { return is_full_; }

 protected:
  virtual void branch(const Access& access) = 0;
  virtual void load(const Access& access) = 0;
  virtual void wait(const Access& access) = 0;
  virtual void store(const Access& access) = 0;
  virtual void update(const Access& read, const Access& write) = 0;

  void line(std::string text) { out_.lines.push_back(std::move(text)); }
  [[nodiscard]] const DependencyWord& dependency(const Access& access) const {
    return architecture_.dependencies[*access.dependency];
  }
  [[nodiscard]] bool depends(const Access& access, DependencyKind kind) const {
    return access.dependency && dependency(access).kind == kind;
  }
  [[nodiscard]] const AnnotationWord& annotation(const Access& access) const {
    return architecture_.annotations[access.annotation];
  }
  void observe(const Access& access, const std::string& name) {
    if (access.is_observed) out_.atoms.push_back({name, access.value, index_of(access)});
  }
  [[nodiscard]] std::size_t index_of(const Access& access) const {
    return static_cast<std::size_t>(&access - thread_.accesses.data());
  }
  // The jumps of a load that waits: back to the start, and out after the last round.
  struct Rounds {
    std::string start;
    std::string end;
  };
  static constexpr std::uint64_t MaxRounds = 200;
  Rounds rounds() {
    Rounds out{format("Wait{:02}", waits_), format("Seen{:02}", waits_)};
    ++waits_;
    return out;
  }
  std::size_t take(std::size_t limit) {
    if (next_ >= limit) is_full_ = true;
    return next_++;
  }

  const AbstractTest& test_;
  const Architecture& architecture_;
  const TestThread& thread_;
  ThreadCode out_;
  std::size_t last_read_ = 0;  // the register that the last load wrote

 private:
  std::size_t next_ = 0;
  std::size_t waits_ = 0;
  bool is_full_ = false;
};

// AArch64, RISC-V, Power: addresses are in registers.
class MachineWriter : public ThreadWriter {
 public:
  using ThreadWriter::ThreadWriter;

 private:
  using Register = std::size_t;

  [[nodiscard]] Notation notation() const { return architecture_.notation; }
  template <typename... Parts>
  [[nodiscard]] std::string spelled(std::string_view arm, std::string_view riscv,
                                    std::string_view power, const Parts&... parts) const {
    return format(fmt::runtime(notation() == Notation::Arm     ? arm
                               : notation() == Notation::Riscv ? riscv
                                                               : power),
                  parts...);
  }
  // Registers by number; `name` is what instructions call them.
  Register fresh() {
    constexpr std::size_t ArmLimit = 29;
    constexpr std::size_t RiscvLimit = 27;
    constexpr std::size_t PowerLimit = 31;
    return take(notation() == Notation::Arm     ? ArmLimit
                : notation() == Notation::Riscv ? RiscvLimit
                                                : PowerLimit);
  }
  [[nodiscard]] std::string name(Register reg) const {
    return notation() == Notation::Arm ? format("W{}", reg) : wide(reg);
  }
  [[nodiscard]] std::string wide(Register reg) const {
    return notation() == Notation::Arm     ? format("X{}", reg)
           : notation() == Notation::Riscv ? format("x{}", reg + 5)
                                           : format("r{}", reg + 1);
  }
  const std::string& address(std::size_t location) {
    const auto known = out_.addresses.find(location);
    if (known != out_.addresses.end()) return known->second;
    return out_.addresses.emplace(location, wide(fresh())).first->second;
  }
  Register constant(std::uint64_t value) {
    const Register to = fresh();
    line(spelled("MOV {},#{}", "ori {},x0,{}", "li {},{}", name(to), value));
    return to;
  }
  // A register that is 0 and depends on the last read.
  Register zero(const Access& access) {
    const Register to = fresh();
    const std::string from = name(last_read_);
    if (dependency(access).selects) {
      line(format("CMP {},{}", from, from));
      line(format("CSEL {},WZR,WZR,EQ", name(to)));
    } else {
      line(spelled("EOR {},{},{}", "xor {},{},{}", "xor {},{},{}", name(to), from, from));
    }
    return to;
  }

  void branch(const Access& access) override {
    const std::string label = format("LC{:02}", labels_++);
    const DependencyWord& word = dependency(access);
    if (notation() == Notation::Power) {
      line(format("cmpw {0},{0}", name(last_read_)));
      line(format("beq {}", label));
    } else {
      const Register tested = word.selects ? zero(access) : last_read_;
      line(spelled("CBNZ {},{}", "bne {},x0,{}", "", name(tested), label));
    }
    line(label + ":");
    if (!word.fence.empty()) line(std::string(word.fence));
  }

  // The place of an access: a base, and for the indexed forms an index.
  struct Place {
    std::string base;
    std::string index = {};
  };
  Place place(const Access& access, bool may_index) {
    if (!depends(access, DependencyKind::Address)) return {address(access.location)};
    const Register offset = zero(access);
    const std::string base = address(access.location);
    if (notation() == Notation::Power) return {base, name(offset)};
    if (may_index && notation() == Notation::Arm) return {base, name(offset) + ",SXTW"};
    const std::string to = wide(fresh());
    line(spelled("ADD {},{},{},SXTW", "add {},{},{}", "", to, base, name(offset)));
    return {to};
  }
  [[nodiscard]] std::string operand(const Place& at) const {
    if (at.index.empty()) return spelled("[{}]", "0({})", "0({})", at.base);
    return notation() == Notation::Arm ? format("[{},{}]", at.base, at.index)
                                       : format("{},{}", at.index, at.base);
  }
  void access_memory(std::string_view mnemonic, Register data, const Place& at) {
    const bool is_indexed = notation() == Notation::Power && !at.index.empty();
    line(format("{}{} {},{}", mnemonic, is_indexed ? "x" : "", name(data), operand(at)));
  }

  void load(const Access& access) override {
    const AnnotationWord& word = annotation(access);
    const Place at = place(access, access.annotation == 0);
    const Register to = fresh();
    last_read_ = to;
    if (word.is_pair) {
      pair(word, at, to, to);
      observe(access, wide(to));
      return;
    }
    if (access.annotation != 0 && notation() == Notation::Riscv &&
        test_.options.orders_are_updates) {
      line(format("amoor.w{} {},x0,({})", word.load.substr(2), name(to), at.base));
    } else if (notation() == Notation::Power && access.annotation != 0) {
      line(format("{} {},{},{}", word.load, name(to), at.index.empty() ? "r0" : at.index, at.base));
    } else {
      access_memory(word.load, to, at);
    }
    observe(access, wide(to));
  }

  void wait(const Access& access) override {
    const auto [start, end] = rounds();
    const Place at = place(access, true);
    const Register counter = constant(MaxRounds);
    // RISC-V compares registers.
    const bool needs_register = notation() == Notation::Riscv && *access.unlike != 0;
    const std::string old = needs_register ? name(constant(*access.unlike)) : "x0";
    const Register to = fresh();
    line(start + ":");
    access_memory(annotation(access).load, to, at);
    line(spelled("SUB {0},{0},#1", "addi {0},{0},-1", "addi {0},{0},-1", name(counter)));
    if (notation() == Notation::Power) line(format("cmpwi {},0", name(counter)));
    line(spelled("CBZ {0},{1}", "beq {0},x0,{1}", "beq {1}", name(counter), end));
    if (notation() == Notation::Riscv) {
      line(format("beq {},{},{}", name(to), old, start));
    } else {
      line(spelled("CMP {},#{}", "", "cmpwi {},{}", name(to), *access.unlike));
      line(spelled("B.EQ {}", "", "beq {}", start));
    }
    line(end + ":");
    last_read_ = to;
    observe(access, wide(to));
  }

  // The register with the value to store.
  Register value_of(const Access& access) {
    if (!depends(access, DependencyKind::Data)) return constant(access.operand);
    const Register to = zero(access);
    line(spelled("ADD {0},{0},#{1}", "ori {0},{0},{1}", "addi {0},{0},{1}", name(to),
                 access.operand));
    return to;
  }

  void store(const Access& access) override {
    const AnnotationWord& word = annotation(access);
    const Place at = place(access, access.annotation == 0);
    const Register from = value_of(access);
    if (word.is_pair) {
      // Its load reads the write before in coherence.
      const Register to = fresh();
      pair(word, at, to, from);
      out_.atoms.push_back({wide(to), access.before, index_of(access)});
      return;
    }
    if (access.annotation != 0 && notation() == Notation::Riscv &&
        test_.options.orders_are_updates) {
      line(format("amoswap.w{} x0,{},({})", word.store.substr(2), name(from), at.base));
      return;
    }
    access_memory(word.store, from, at);
  }
  // A load that reserves and a conditional store.
  void pair(const AnnotationWord& word, const Place& at, Register to, Register from) {
    const bool loops = test_.options.attempts == Attempts::Loop;
    const std::string label = format("Loop{:02}", loops_);
    if (loops) {
      ++loops_;
      line(label + ":");
    }
    const Register status = notation() == Notation::Power ? 0 : fresh();
    const auto riscv = [](PairOrder order) {
      return order == PairOrder::None      ? ""
             : order == PairOrder::Acquire ? ".aq"
             : order == PairOrder::Release ? ".rl"
                                           : ".aq.rl";
    };
    switch (notation()) {
      case Notation::Arm:
        line(format("LD{}XR {},[{}]", has(word.of_load, PairOrder::Acquire) ? "A" : "", name(to),
                    at.base));
        line(format("ST{}XR {},{},[{}]", has(word.of_store, PairOrder::Release) ? "L" : "",
                    name(status), name(from), at.base));
        if (loops) line(format("CBNZ {},{}", name(status), label));
        break;
      case Notation::Riscv:
        line(format("lr.w{} {},0({})", riscv(word.of_load), name(to), at.base));
        line(format("sc.w{} {},{},0({})", riscv(word.of_store), name(status), name(from), at.base));
        if (loops) line(format("bne {},x0,{}", name(status), label));
        break;
      default: {
        const std::string index = at.index.empty() ? "r0" : at.index;
        line(format("lwarx {},{},{}", name(to), index, at.base));
        line(format("stwcx. {},{},{}", name(from), index, at.base));
        if (loops) line(format("bne {}", label));
        break;
      }
    }
    if (!loops && notation() != Notation::Power) {
      out_.atoms.push_back({wide(status), 0, std::nullopt});
    }
  }

  void update(const Access& read, const Access& write) override {
    const RmwWord& word = architecture_.rmws[*read.rmw];
    const Place at = place(read, false);
    if (word.kind == RmwKind::Pair) {
      const Register from = constant(write.operand);
      const Register to = fresh();
      AnnotationWord orders;
      if (annotation(read).name == "A") orders.of_load = PairOrder::Acquire;
      if (annotation(write).name == "L") orders.of_store = PairOrder::Release;
      pair(orders, at, to, from);
      finish(read, to);
      return;
    }
    if (notation() == Notation::Riscv) {
      const Register from = constant(write.operand);
      const Register to = fresh();
      line(format("amoswap.w{} {},{},({})", riscv_orders(read, write), name(to), name(from),
                  at.base));
      finish(read, to);
      return;
    }
    const std::string orders = std::string(annotation(read).name == "A" ? "A" : "") +
                               (annotation(write).name == "L" ? "L" : "");
    if (word.kind == RmwKind::Compare) {
      const Register to = constant(read.value);
      const Register from = constant(write.operand);
      line(format("CAS{} {},{},[{}]", orders, name(to), name(from), at.base));
      finish(read, to);
      return;
    }
    // LDADD, STADD, SWP: `Amo.LdAdd` without the first four letters.
    const std::string mnemonic = upper_case(word.name.substr(4)) + orders;
    const Register from = constant(write.operand);
    if (!word.returns_value) {
      line(format("{} {},[{}]", mnemonic, name(from), at.base));
      return;
    }
    const Register to = fresh();
    line(format("{} {},{},[{}]", mnemonic, name(from), name(to), at.base));
    finish(read, to);
  }
  void finish(const Access& read, Register to) {
    last_read_ = to;
    observe(read, wide(to));
  }
  [[nodiscard]] std::string riscv_orders(const Access& read, const Access& write) const {
    const auto has_word = [&](std::string_view word) {
      return annotation(read).name == word || annotation(write).name == word ||
             annotation(read).name == "AR" || annotation(write).name == "AR";
    };
    return std::string(has_word("Aq") ? ".aq" : "") + (has_word("Rl") ? ".rl" : "");
  }

  std::size_t labels_ = 0;
  std::size_t loops_ = 0;
};

// X86 and X86_64: locations stand in instructions by name.
class X86Writer : public ThreadWriter {
 public:
  using ThreadWriter::ThreadWriter;

 private:
  [[nodiscard]] bool is_64() const { return architecture_.notation == Notation::X86_64; }
  struct Names {
    std::string code;
    std::string condition;
  };
  Names fresh() {
    constexpr std::array Letters{"A", "B", "C", "D"};
    constexpr std::size_t Limit = 6;
    constexpr std::size_t Limit64 = 14;
    const std::size_t index = take(is_64() ? Limit64 : Limit);
    const std::string stem = index < Letters.size() ? Letters[index] + std::string("X")
                             : index == 4           ? "SI"
                                                    : "DI";
    if (!is_64()) return {"E" + stem, "E" + stem};
    if (index >= Limit) return {format("%r{}d", index + 2), format("r{}", index + 2)};
    return {"%e" + lower_case(stem), "r" + lower_case(stem)};
  }
  [[nodiscard]] std::string memory(const Access& access) const {
    return format(fmt::runtime(is_64() ? "({})" : "[{}]"), location_name(access.location));
  }
  // Destinations stand first in X86, last in X86_64.
  void instruction(std::string_view mnemonic, const std::string& to, const std::string& from) {
    line(is_64() ? format("{} {},{}", mnemonic, from, to) : format("{} {},{}", mnemonic, to, from));
  }
  [[nodiscard]] std::string_view move() const { return architecture_.annotations[0].load; }
  [[nodiscard]] std::string_view exchange() const { return architecture_.annotations[1].store; }

  void branch(const Access& /*access*/) override {}  // there are no dependencies
  void load(const Access& access) override {
    const Names to = fresh();
    instruction(move(), to.code, memory(access));
    observe(access, to.condition);
  }
  void wait(const Access& access) override {
    const auto [start, end] = rounds();
    const Names counter = fresh();
    const Names to = fresh();
    const auto jump_if_equal = [&](const std::string& text, const Names& reg, std::uint64_t value) {
      instruction(is_64() ? "cmpl" : "CMP", reg.code, format("${}", value));
      line(format("{} {}", is_64() ? "je" : "JE", text));
    };
    instruction(move(), counter.code, format("${}", MaxRounds));
    line(start + ":");
    instruction(move(), to.code, memory(access));
    instruction(is_64() ? "subl" : "SUB", counter.code, "$1");
    jump_if_equal(end, counter, 0);
    jump_if_equal(start, to, *access.unlike);
    line(end + ":");
    observe(access, to.condition);
  }
  void store(const Access& access) override {
    if (access.annotation != 0) {
      (void)swap(access);
      return;
    }
    instruction(move(), memory(access), format("${}", access.operand));
  }
  Names swap(const Access& write) {
    Names through = fresh();
    instruction(move(), through.code, format("${}", write.operand));
    instruction(exchange(), memory(write), through.code);
    return through;
  }
  void update(const Access& read, const Access& write) override {
    observe(read, swap(write).condition);
  }
};

template <typename Writer>
OrError<WrittenTest> written(const AbstractTest& test) {
  WrittenTest out;
  std::vector<ThreadCode> threads;
  for (const TestThread& each : test.threads) {
    Writer writer(test, each);
    threads.push_back(writer.run());
    if (writer.is_full()) {
      return CycleError{
          format("a thread needs more registers than {} has", test.architecture->name)};
    }
    out.registers.push_back(threads.back().atoms);
  }
  std::string initial;
  for (std::size_t t = 0; t < threads.size(); ++t) {
    for (const auto& [location, reg] : threads[t].addresses) {
      initial += format(" {}:{}={};", t, reg, location_name(location));
    }
    if (!threads[t].addresses.empty()) initial += "\n";
  }
  std::vector<std::vector<std::string>> columns;
  for (ThreadCode& each : threads) columns.push_back(std::move(each.lines));
  out.body = "{\n" + initial + "}\n" + table(columns);
  return out;
}

}  // namespace

std::string table(const std::vector<std::vector<std::string>>& threads) {
  std::size_t rows = 0;
  for (const auto& each : threads) rows = std::max(rows, each.size());
  std::vector<std::size_t> widths;
  for (std::size_t t = 0; t < threads.size(); ++t) {
    std::size_t width = format("P{}", t).size();
    for (const std::string& each : threads[t]) width = std::max(width, each.size());
    widths.push_back(width);
  }
  std::string out;
  const auto cell = [&](std::size_t t, const std::string& text) {
    out += t == 0 ? " " : "| ";
    out += text;
    out.append(widths[t] - text.size() + 1, ' ');
  };
  for (std::size_t t = 0; t < threads.size(); ++t) cell(t, format("P{}", t));
  out += ";\n";
  for (std::size_t row = 0; row < rows; ++row) {
    for (std::size_t t = 0; t < threads.size(); ++t) {
      const auto& lines = threads[t];
      cell(t, row < lines.size() ? lines[row] : "");
    }
    out += ";\n";
  }
  return out;
}

OrError<WrittenTest> write_assembly(const AbstractTest& test) {
  const Notation notation = test.architecture->notation;
  if (notation == Notation::Power && test.options.attempts == Attempts::One) {
    return CycleError{"on Power a failed store is not seen in a register: --ua 0 is for others"};
  }
  const bool is_x86 = notation == Notation::X86 || notation == Notation::X86_64;
  return is_x86 ? written<X86Writer>(test) : written<MachineWriter>(test);
}

}  // namespace drover::generate
