#include "generate/inside.h"

#include <algorithm>
#include <array>
#include <map>
#include <optional>
#include <span>

#include "support/format.h"
#include "support/text.h"

namespace drover::generate {

namespace {

enum class Instruction : std::uint8_t { Cas, Csel, LdAdd, StAdd, Swp };

// Where an order inside an instruction begins or ends: memory or a register operand.
struct InstructionWord {
  Instruction instruction;
  std::string_view name;  // in cycles
  std::string_view tag;   // in names of tests
  bool succeeds;          // a compare-and-swap, or a select that takes its first operand
  std::span<const std::string_view> inputs;
  std::span<const std::string_view> outputs;
};

constexpr std::array<std::string_view, 4> Places{"M", "Rn", "Rs", "Rt"};
constexpr std::array<std::string_view, 2> SwapOutputs{"M", "Rs"};
constexpr std::array<std::string_view, 1> FailedOutputs{"Rs"};
constexpr std::array<std::string_view, 3> SelectInputs{"Rn", "Rm", "cmp"};
constexpr std::array<std::string_view, 1> SelectOutputs{"Rd"};
constexpr std::array Instructions{
    InstructionWord{Instruction::Cas, "cas:ok", "CAS:OK", true, Places, SwapOutputs},
    InstructionWord{Instruction::Cas, "cas:no", "CAS:NO", false, Places, FailedOutputs},
    InstructionWord{Instruction::Csel, "csel:ok", "CSEL:OK", true, SelectInputs, SelectOutputs},
    InstructionWord{Instruction::Csel, "csel:no", "CSEL:NO", false, SelectInputs, SelectOutputs},
    InstructionWord{Instruction::LdAdd, "ldadd", "LDADD", true, Places, Places},
    InstructionWord{Instruction::StAdd, "ldadd:zr", "LDADD:ZR", true, Places, Places},
    InstructionWord{Instruction::Swp, "swp", "SWP", true, Places, Places},
};

enum class Family : std::uint8_t { LB, MP };

struct InnerCycle {
  const InstructionWord* word = nullptr;
  std::string_view from;
  std::string_view to;
  Family family = Family::LB;

  [[nodiscard]] bool reads_memory() const { return from == "M"; }
  [[nodiscard]] bool writes_memory() const { return to == "M"; }
};

// The edges behind the instruction. Small r: the address depends on a register of the instruction;
// Rf-reg: the register comes from a load.
std::string edges_of(const InnerCycle& cycle) {
  const bool is_lb = cycle.family == Family::LB;
  return format("{}{} {}{}", cycle.writes_memory() ? "PosWR DpAddrd" : "DpAddrdr",
                is_lb ? "W Rfe" : "R Fre", is_lb ? "PodRW:L Rfe" : "PodWW:L Rfe",
                !cycle.reads_memory()   ? " Rf-reg"
                : cycle.writes_memory() ? " DpDatadW PosWR"
                                        : "");
}
std::string text_of(const InnerCycle& cycle) {
  return format("iico[{} {}->{}] {}", cycle.word->name, cycle.from, cycle.to, edges_of(cycle));
}

OrError<InnerCycle> read(std::string_view text) {
  constexpr std::string_view Opening = "iico[";
  const std::size_t begin = text.find(Opening);
  const std::size_t end = text.find(']', begin);
  const auto error = [&](std::string message) {
    return CycleError{std::move(message), begin, end == text.npos ? text.size() : end + 1};
  };
  if (end == text.npos) return error("`iico[` has no `]`");
  if (text.substr(0, begin).find_first_not_of(" '") != text.npos) {
    return CycleError{"a cycle inside an instruction begins with it", 0, begin};
  }
  const std::string_view inner = text.substr(begin + Opening.size(), end - begin - Opening.size());
  const std::size_t blank = inner.find(' ');
  const std::size_t arrow = inner.find("->");
  if (blank == inner.npos || arrow == inner.npos || arrow < blank) {
    return error("an edge inside an instruction is `iico[INSTRUCTION FROM->TO]`");
  }
  const auto* word =
      std::ranges::find(Instructions, inner.substr(0, blank), &InstructionWord::name);
  if (word == Instructions.end()) {
    return error(format("`{}` is none of {}", inner.substr(0, blank),
                        joined(Instructions, ", ", [](const InstructionWord& each) {
                          return std::string(each.name);
                        })));
  }
  const auto place = [](std::span<const std::string_view> among, std::string_view name) {
    const auto found = std::ranges::find(among, trimmed(name));
    return found == among.end() ? std::string_view() : *found;
  };
  InnerCycle out{.word = word,
                 .from = place(word->inputs, inner.substr(blank, arrow - blank)),
                 .to = place(word->outputs, inner.substr(arrow + 2))};
  if (out.from.empty() || out.to.empty()) {
    const auto same = [](std::string_view each) { return std::string(each); };
    return error(format("{} leads from {} to {}", word->name, joined(word->inputs, ", ", same),
                        joined(word->outputs, ", ", same)));
  }
  // A quote may follow the bracket.
  std::vector<std::string> rest;
  for (const std::string& each : split(text.substr(end + 1), ' ')) {
    if (!each.empty() && each != "'") rest.push_back(each);
  }
  const std::string given = joined(rest, " ");
  for (const Family family : {Family::LB, Family::MP}) {
    out.family = family;
    if (given == edges_of(out)) return out;
  }
  out.family = Family::LB;
  const std::string lb = edges_of(out);
  out.family = Family::MP;
  return CycleError{format("behind iico[{}] stand `{}` or `{}`", inner, lb, edges_of(out)), end + 1,
                    text.size()};
}

// A thread, its registers and the addresses in them. Registers are numbered as they are needed.
struct Code {
  std::vector<std::string> lines;
  std::map<std::string, std::size_t> addresses;
  std::vector<std::pair<std::size_t, std::uint64_t>> atoms;
  std::size_t next = 0;

  void line(std::string text) { lines.push_back(std::move(text)); }
  std::size_t fresh() { return next++; }
  std::size_t address(const std::string& location) {
    const auto [known, is_new] = addresses.try_emplace(location, next);
    if (is_new) ++next;
    return known->second;
  }
  std::size_t constant(std::uint64_t value) {
    const std::size_t to = fresh();
    line(format("MOV W{},#{}", to, value));
    return to;
  }
  std::size_t load(std::size_t base) {
    const std::size_t to = fresh();
    line(format("LDR W{},[X{}]", to, base));
    return to;
  }
  void store(const std::string& location, std::string_view mnemonic = "STR") {
    const std::size_t base = address(location);
    const std::size_t from = constant(1);
    line(format("{} W{},[X{}]", mnemonic, from, base));
  }
  // A register that is 0 and depends on another.
  std::size_t zero(std::size_t from) {
    const std::size_t to = fresh();
    line(format("EOR W{},W{},W{}", to, from, from));
    return to;
  }
  void expect(std::size_t reg, std::uint64_t value) { atoms.emplace_back(reg, value); }
};

// The thread with the instruction. A short-lived worker: holds a reference.
class InstructionThread {
 public:
  InstructionThread(const InnerCycle& cycle, Values values) : cycle_(cycle), values_(values) {}

  Code run() {
    location_ = cycle_.reads_memory() || cycle_.writes_memory() ? "x" : "a";
    const bool has_input = !cycle_.reads_memory() || cycle_.writes_memory();
    if (has_input) {
      input_ = code_.load(code_.address("z"));
      code_.expect(input_, 1);
    }
    if (cycle_.reads_memory() && has_input) {
      code_.line(format("STR W{},[X{}]", input_, code_.address("x")));
    }
    switch (cycle_.word->instruction) {
      case Instruction::Cas: compare_and_swap(); break;
      case Instruction::Csel: select(); break;
      case Instruction::LdAdd: add(); break;
      case Instruction::StAdd: add_only(); break;
      case Instruction::Swp: swap(); break;
    }
    const std::size_t offset = code_.zero(output());
    const std::size_t base = code_.address("y");
    if (cycle_.family == Family::LB) {
      const std::size_t one = code_.constant(1);
      code_.line(format("STR W{},[X{},W{},SXTW]", one, base, offset));
    } else {
      const std::size_t to = code_.fresh();
      code_.line(format("LDR W{},[X{},W{},SXTW]", to, base, offset));
      code_.expect(to, 0);
    }
    return std::move(code_);
  }
  // What the location of an instruction between registers holds at first.
  [[nodiscard]] std::uint64_t initial() const {
    return cycle_.word->instruction == Instruction::Cas && cycle_.word->succeeds ? 1 : 0;
  }

 private:
  using Register = std::size_t;

  [[nodiscard]] bool is_from(std::string_view place) const { return cycle_.from == place; }

  // The register with the address; of Rn it depends on the load before. diymicro7 takes another
  // register for it in a compare-and-swap only.
  Register address_of_instruction() {
    const Register base = code_.address(location_);
    if (!is_from("Rn")) return base;
    const Register offset = code_.zero(input_);
    const bool is_other = cycle_.word->instruction == Instruction::Cas;
    const Register to = is_other ? code_.fresh() : base;
    code_.line(format("ADD X{},X{},W{},SXTW", to, base, offset));
    return to;
  }
  // A register that depends on the load before, computed in one register or in two.
  Register depending(std::uint64_t value) {
    const Register to = code_.zero(input_);
    code_.line(format("ADD W{},W{},#{}", to, to, value));
    return to;
  }
  Register depending_in_two(std::uint64_t value) {
    const Register offset = code_.zero(input_);
    const Register to = code_.fresh();
    code_.line(format("ADD W{},W{},#{}", to, offset, value));
    return to;
  }

  void compare_and_swap() {
    const bool succeeds = cycle_.word->succeeds;
    // What memory has is 1, but at x before anyone has written it.
    const bool is_one = cycle_.reads_memory() || !cycle_.writes_memory();
    const std::uint64_t expected = cycle_.reads_memory() ? (succeeds ? 1 : 2) : (is_one ? 1 : 0);
    const std::uint64_t next = cycle_.reads_memory() || (is_one && succeeds) ? 2 : 1;
    base_ = address_of_instruction();
    rs_ = is_from("Rs") ? depending_in_two(expected) : code_.constant(expected);
    rt_ = !is_from("Rt") ? code_.constant(next) : next == 1 ? input_ : depending(next);
    code_.line(format("CAS W{},W{},[X{}]", rs_, rt_, base_));
    code_.expect(code_.load(base_), succeeds ? next : cycle_.reads_memory() ? 1 : initial());
    if (cycle_.reads_memory()) code_.expect(rs_, 1);
  }

  void select() {
    const bool is_second = is_from("Rm");
    const Register left = code_.constant(1);
    const Register right = code_.constant(is_second ? 1 : 2);
    const Register other = is_second ? depending(2) : right;
    const std::uint64_t tested = cycle_.word->succeeds ? 1 : 0;
    code_.line(format("CMP W{},#{}", is_from("cmp") ? input_ : left, tested));
    rd_ = code_.fresh();
    code_.line(format("CSEL W{},W{},W{},EQ", rd_,
                      is_second       ? right
                      : is_from("Rn") ? input_
                                      : left,
                      other));
    const Register seen = code_.fresh();
    code_.line(format("MOV W{},W{}", seen, rd_));
    code_.expect(seen, cycle_.word->succeeds ? 1 : 2);
  }

  // The operand of an addition: 0 where what it adds to is 1 already.
  Register addend() {
    if (is_from("Rs")) return input_;
    return code_.constant(cycle_.reads_memory() && !cycle_.writes_memory() ? 0 : 1);
  }
  void add() {
    base_ = address_of_instruction();
    rs_ = addend();
    rt_ = code_.fresh();
    if (is_from("Rt")) code_.line(format("MOV W{},W{}", rt_, input_));
    code_.line(format("LDADD W{},W{},[X{}]", rs_, rt_, base_));
    if (!cycle_.reads_memory() && !cycle_.writes_memory()) return;
    // It returns the old value; diymicro7 asks for the new one.
    const std::uint64_t old = cycle_.reads_memory() ? 1 : 0;
    const bool asks_for_new = values_ == Values::Numbered && cycle_.writes_memory();
    code_.expect(rt_, asks_for_new ? old + 1 : old);
  }
  void add_only() {
    base_ = address_of_instruction();
    rs_ = addend();
    if (is_from("Rt")) code_.line(format("MOV WZR,W{}", input_));
    code_.line(format("STADD W{},[X{}]", rs_, base_));
  }
  void swap() {
    base_ = address_of_instruction();
    rt_ = code_.fresh();
    if (is_from("Rt")) {
      const Register offset = code_.zero(input_);
      code_.line(format("ADD W{},W{},W{}", rt_, rt_, offset));
    }
    const bool is_second = cycle_.reads_memory() && cycle_.writes_memory();
    rs_ = is_from("Rs") ? input_ : code_.constant(is_second ? 2 : 1);
    code_.line(format("SWP W{},W{},[X{}]", rs_, rt_, base_));
    if (cycle_.reads_memory()) {
      code_.expect(rt_, 1);
    } else if (!cycle_.writes_memory()) {
      code_.expect(rt_, 0);
    }
  }

  // The register on which the last access depends.
  Register output() {
    if (cycle_.word->instruction == Instruction::Csel) return rd_;
    if (cycle_.to == "Rs") return rs_;
    // What memory has is known by a load, and an address by an access.
    if (cycle_.writes_memory()) return code_.load(code_.address(location_));
    if (cycle_.to == "Rn") return code_.load(base_);
    if (cycle_.word->instruction != Instruction::StAdd) return rt_;
    code_.line("DMB LD");  // the instruction has no Rt
    return code_.fresh();
  }

  const InnerCycle& cycle_;
  Values values_;
  Code code_;
  std::string location_;
  Register input_ = 0;  // what the load before the instruction wrote
  Register base_ = 0;
  Register rs_ = 0;
  Register rt_ = 0;
  Register rd_ = 0;
};

Code other_thread(const InnerCycle& cycle) {
  Code code;
  if (cycle.family == Family::LB) {
    code.expect(code.load(code.address("y")), 1);
  } else {
    code.store("y");
  }
  const bool is_direct = cycle.reads_memory() && !cycle.writes_memory();
  code.store(is_direct ? "x" : "z", "STLR");
  return code;
}

}  // namespace

bool is_inside_instruction(std::string_view text) { return text.find("iico[") != text.npos; }

OrError<GeneratedTest> generate_inside(std::string_view text, const TestOptions& options) {
  const OrError<InnerCycle> cycle_or_error = read(text);
  if (const auto* error = std::get_if<CycleError>(&cycle_or_error)) return *error;
  const auto& cycle = std::get<InnerCycle>(cycle_or_error);
  if (options.condition != ConditionForm::Cycle) {
    return CycleError{"tests inside of instructions have the condition of their cycle only"};
  }
  InstructionThread writer(cycle, options.values);
  const std::array threads{other_thread(cycle), writer.run()};
  std::vector<std::vector<std::string>> columns;
  std::vector<std::string> atoms;
  std::string initial;
  for (std::size_t t = 0; t < threads.size(); ++t) {
    columns.push_back(threads[t].lines);
    for (const auto& [location, reg] : threads[t].addresses) {
      if (location == "a" && writer.initial() != 0) initial += format(" a={};\n", writer.initial());
    }
    for (const auto& [location, reg] : threads[t].addresses) {
      initial += format(" {}:X{}={};", t, reg, location);
    }
    initial += "\n";
    for (const auto& [reg, value] : threads[t].atoms) {
      atoms.push_back(format("{}:X{}={}", t, reg, value));
    }
  }
  const std::string name =
      options.name.empty()
          ? format("{}+rel+{}-{}{}", cycle.family == Family::LB ? "LB" : "MP", cycle.word->tag,
                   cycle.from == "cmp" ? "Cmp" : cycle.from, cycle.to)
          : options.name;
  const std::string header =
      options.has_metadata ? format("Generator=drover\nOrig={}\n", text_of(cycle)) : "";
  return GeneratedTest{
      .name = name,
      .text = format("AArch64 {}\n{}{{\n{}}}\n{}\n{}exists ({})\n", name, header, initial,
                     table(columns), options.negates ? "~" : "", joined(atoms, " /\\ "))};
}

std::vector<std::string> cycles_inside_instructions() {
  std::vector<std::string> out;
  for (const Family family : {Family::LB, Family::MP}) {
    for (const InstructionWord& word : Instructions) {
      for (const std::string_view from : word.inputs) {
        for (const std::string_view to : word.outputs) {
          out.push_back(text_of({.word = &word, .from = from, .to = to, .family = family}));
        }
      }
    }
  }
  return out;
}

}  // namespace drover::generate
