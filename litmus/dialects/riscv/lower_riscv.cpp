// RISC-V instructions as instructions of Program, after The RISC-V Instruction Set Manual, volume
// I. A location is one cell and holds what was stored, whatever the size of its accesses, as herd
// has it: a load neither cuts nor extends. An atomic memory operation is one event.
//
// lr puts its address into a hidden register. sc may always fail; it may succeed where the hidden
// register holds its address.
#include "litmus/dialects/riscv/lower_riscv.h"

#include <algorithm>
#include <array>
#include <map>
#include <optional>
#include <utility>
#include <vector>

#include "litmus/dialects/instruction_writer.h"

namespace drover::litmus {

namespace {

constexpr std::array<std::string_view, 32> AbiNames{
    "zero", "ra", "sp", "gp", "tp",  "t0",  "t1", "t2", "s0", "s1", "a0",
    "a1",   "a2", "a3", "a4", "a5",  "a6",  "a7", "s2", "s3", "s4", "s5",
    "s6",   "s7", "s8", "s9", "s10", "s11", "t3", "t4", "t5", "t6"};

// Its number, if it is a register.
std::optional<int> register_number(const std::string& text) {
  const std::string name = lower_case(text);
  if (name == "fp") return 8;
  const auto* found = std::ranges::find(AbiNames, name);
  if (found != AbiNames.end()) return static_cast<int>(found - AbiNames.begin());
  if (name.size() < 2 || name.size() > 3 || name[0] != 'x') return std::nullopt;
  if (name.find_first_not_of("0123456789", 1) != std::string::npos) return std::nullopt;
  const int number = std::stoi(name.substr(1));
  return number < 32 ? std::optional(number) : std::nullopt;
}

enum class Form : std::uint8_t {
  Load,
  LoadPart,
  Store,
  Reserve,
  Conditional,
  Amo,
  Register,   // d, s, t
  Immediate,  // d, s, k
  Upper,      // d, k
  LoadNumber,
  Move,
  Unary,  // d, s
  Branch,
  BranchZero,
  Jump,
  Fence,
  Nothing
};

enum class Operation : std::uint8_t {
  None,
  Add,
  Subtract,
  And,
  Or,
  Xor,
  ShiftLeft,
  ShiftRight,
  ShiftArithmetic,
  Less,
  LessUnsigned,
  Multiply,
  Divide,
  Remainder,
  Swap,
  Max,
  Min,
  MaxUnsigned,
  MinUnsigned,
  Equal,
  NotEqual,
  GreaterEqual,
  GreaterEqualUnsigned,
  Greater,
  LessEqual,
  Not,
  Negate,
  IsZero,
  IsNotZero,
  SignExtend
};

struct Info {
  Form form = Form::Nothing;
  Operation op = Operation::None;
  bool is_word = false;  // of 32 bits, with its sign extended
  std::string_view operands = "nothing";
  unsigned part_bits = 0;  // LoadPart
  bool is_unsigned = false;
};

using Table = std::map<std::string, Info, std::less<>>;

constexpr std::string_view Address = "a register and an address, `0(x1)`";

void add_accesses(Table& all) {
  using enum Operation;
  for (const char* name : {"lw", "lwu", "ld"}) all[name] = {Form::Load, None, false, Address};
  all["lb"] = {Form::LoadPart, None, false, Address, 8, false};
  all["lbu"] = {Form::LoadPart, None, false, Address, 8, true};
  all["lh"] = {Form::LoadPart, None, false, Address, 16, false};
  all["lhu"] = {Form::LoadPart, None, false, Address, 16, true};
  for (const char* name : {"sb", "sh", "sw", "sd"}) {
    all[name] = {Form::Store, None, false, Address};
  }
}

void add_atomics(Table& all) {
  using enum Operation;
  for (const char* size : {".w", ".d"}) {
    all[std::string("lr") + size] = {Form::Reserve, None, false, Address};
    all[std::string("sc") + size] = {Form::Conditional, None, false,
                                     "two registers and an address, `(x1)`"};
    constexpr std::array<std::pair<const char*, Operation>, 9> Amos{{{"swap", Swap},
                                                                     {"add", Add},
                                                                     {"and", And},
                                                                     {"or", Or},
                                                                     {"xor", Xor},
                                                                     {"max", Max},
                                                                     {"min", Min},
                                                                     {"maxu", MaxUnsigned},
                                                                     {"minu", MinUnsigned}}};
    for (const auto& [name, op] : Amos) {
      all[std::string("amo") + name + size] = {Form::Amo, op, false,
                                               "two registers and an address, `(x1)`"};
    }
  }
}

void add_register_arithmetic(Table& all) {
  using enum Operation;
  constexpr std::string_view Three = "three registers";
  constexpr std::array<std::pair<const char*, Operation>, 10> Registers{{{"add", Add},
                                                                         {"sub", Subtract},
                                                                         {"and", And},
                                                                         {"or", Or},
                                                                         {"xor", Xor},
                                                                         {"sll", ShiftLeft},
                                                                         {"srl", ShiftRight},
                                                                         {"sra", ShiftArithmetic},
                                                                         {"slt", Less},
                                                                         {"sltu", LessUnsigned}}};
  for (const auto& [name, op] : Registers) all[name] = {Form::Register, op, false, Three};
  for (const auto& [name, op] : {std::pair("addw", Add), std::pair("subw", Subtract),
                                 std::pair("sllw", ShiftLeft), std::pair("srlw", ShiftRight),
                                 std::pair("sraw", ShiftArithmetic), std::pair("mulw", Multiply)}) {
    all[name] = {Form::Register, op, true, Three};
  }
  for (const auto& [name, op] :
       {std::pair("mul", Multiply), std::pair("div", Divide), std::pair("rem", Remainder)}) {
    all[name] = {Form::Register, op, false, Three};
  }
  for (const auto& [name, op] :
       {std::pair("not", Not), std::pair("neg", Negate), std::pair("seqz", IsZero),
        std::pair("snez", IsNotZero), std::pair("sext.w", SignExtend)}) {
    all[name] = {Form::Unary, op, false, "two registers"};
  }
}

void add_number_arithmetic(Table& all) {
  using enum Operation;
  constexpr std::string_view TwoAndNumber = "two registers and a number";
  for (const auto& [name, op] :
       {std::pair("addi", Add), std::pair("andi", And), std::pair("ori", Or),
        std::pair("xori", Xor), std::pair("slli", ShiftLeft), std::pair("srli", ShiftRight),
        std::pair("srai", ShiftArithmetic), std::pair("slti", Less),
        std::pair("sltiu", LessUnsigned)}) {
    all[name] = {Form::Immediate, op, false, TwoAndNumber};
  }
  for (const auto& [name, op] :
       {std::pair("addiw", Add), std::pair("slliw", ShiftLeft), std::pair("srliw", ShiftRight),
        std::pair("sraiw", ShiftArithmetic)}) {
    all[name] = {Form::Immediate, op, true, TwoAndNumber};
  }
  all["lui"] = {Form::Upper, None, false, "a register and a number"};
  all["li"] = {Form::LoadNumber, None, false, "a register and a number"};
  all["mv"] = {Form::Move, None, false, "two registers"};
}

void add_branches(Table& all) {
  using enum Operation;
  for (const auto& [name, op] :
       {std::pair("beq", Equal), std::pair("bne", NotEqual), std::pair("blt", Less),
        std::pair("bge", GreaterEqual), std::pair("bltu", LessUnsigned),
        std::pair("bgeu", GreaterEqualUnsigned), std::pair("bgt", Greater),
        std::pair("ble", LessEqual)}) {
    all[name] = {Form::Branch, op, false, "two registers and a label"};
  }
  for (const auto& [name, op] : {std::pair("beqz", Equal), std::pair("bnez", NotEqual),
                                 std::pair("bltz", Less), std::pair("bgez", GreaterEqual),
                                 std::pair("bgtz", Greater), std::pair("blez", LessEqual)}) {
    all[name] = {Form::BranchZero, op, false, "a register and a label"};
  }
  all["j"] = {Form::Jump, None, false, "a label"};
}

const Table& instructions() {
  static const Table table = [] {
    using enum Operation;
    Table all;
    add_accesses(all);
    add_atomics(all);
    add_register_arithmetic(all);
    add_number_arithmetic(all);
    add_branches(all);
    all["fence"] = {Form::Fence, None, false, "nothing, or r, w or rw twice, `rw,w`"};
    all["fence.tso"] = {Form::Fence, None, false, "nothing"};
    all["fence.i"] = {Form::Fence, None, false, "nothing"};
    all["nop"] = {};
    return all;
  }();
  return table;
}

// Writes the code of one thread. A short-lived worker: holds references.
class RiscvWriter : public InstructionWriter {
 public:
  using InstructionWriter::InstructionWriter;

 private:
  // ---- Operands

  [[nodiscard]] bool is_register_name(const std::string& name) const override {
    return is_riscv_register(name);
  }
  [[nodiscard]] Hint hint_on_register(const std::string& name) const override {
    return hint_on_riscv_register(name);
  }
  [[nodiscard]] std::vector<std::string> known_mnemonics() const override {
    std::vector<std::string> names;
    for (const auto& [name, info] : instructions()) names.push_back(name);
    return names;
  }
  [[nodiscard]] std::string_view extension() const override {
    const std::string& name = mnemonic();
    if (name == "auipc" || name == "la" || name == "jal" || name == "jalr" || name == "ret") {
      return "addresses of code";
    }
    if (name == "ecall" || name == "ebreak" || name.starts_with("csr")) return "the system";
    if (name.starts_with("f") && name.find('.') != std::string::npos) return "floating point";
    if (name.starts_with("v")) return "vectors";
    return "";
  }

  [[nodiscard]] bool is_zero(std::size_t index) {
    return register_number(register_name(operand(index))) == 0;
  }
  ExprId read(const Operand& given) {
    const std::string& name = register_name(given);
    if (register_number(name) == 0) return constant(0);
    return value_of(register_of(riscv_register_name(name)));
  }
  ExprId read(std::size_t index) { return read(operand(index)); }
  RegisterId target(std::size_t index) {
    const std::string& name = register_name(operand(index));
    return register_number(name) == 0 ? temporary() : register_of(riscv_register_name(name));
  }

  ExprId address(std::size_t index) {
    const Operand& given = operand(index);
    if (given.kind != OperandKind::Offset || !given.offset_name.empty()) refuse_operands();
    return given.number == 0 ? read(given) : add(read(given), constant(given.number));
  }
  ExprId atomic_address(std::size_t index) {
    if (operand(index).kind == OperandKind::Offset && operand(index).number != 0) {
      refuse(format("{} takes no offset", mnemonic()), operand(index).range);
    }
    return address(index);
  }

  // ---- Memory

  void load() {
    expect(2);
    emit(Load{target(0), address(1), Mode::Plain, order_});
  }
  // Of a byte or half a word; `lw` leaves what it reads as it is, which may be an address.
  void load_part() {
    expect(2);
    const RegisterId found = temporary();
    emit(Load{found, address(1), Mode::Plain, order_});
    if (is_zero(0)) return;
    const ExprId value = value_of(found);
    assign(target(0), info_.is_unsigned ? low_bits(value, info_.part_bits)
                                        : signed_bits(value, info_.part_bits));
  }
  void store() {
    expect(2);
    emit(Store{address(1), read(0), Mode::Plain, order_});
  }
  RegisterId reserved() { return hidden_register("reserved address"); }
  // One that releases is ordered as if it did not; nor does a conditional store acquire.
  void reserve() {
    expect(2);
    const ExprId at = atomic_address(1);
    assign(reserved(), at);
    emit(Load{target(0), at, Mode::Plain,
              order_.without(Tag::RvRelease).with(TagSet::of(Tag::Exclusive))});
  }
  // The status of a success depends on the write, and on its address.
  void conditional() {
    expect(3);
    const RegisterId status = target(0);
    const ExprId at = kept(atomic_address(2));
    const Target may = make_target();
    const Target succeeds = make_target();
    const Target fails = make_target();
    const Target end = make_target();
    branch(equal(value_of(reserved()), at), may, fails, Flow::Silent);
    place(may);
    const RegisterId choice = temporary();
    emit(Choose{choice, 2});
    branch(value_of(choice), succeeds, fails, Flow::Silent);
    place(succeeds);
    emit(Store{at, read(1), Mode::Plain,
               order_.without(Tag::RvAcquire).with(TagSet::of(Tag::Exclusive))});
    emit(Assign{.target = status, .value = bit_and(at, constant(0)), .is_from_event = true});
    assign(reserved(), constant(0));
    go_to(end);
    place(fails);
    assign(status, constant(1));
    assign(reserved(), constant(0));
    place(end);
  }
  void amo() {
    expect(3);
    const RegisterId old = target(0);
    const ExprId given = read(1);
    ReadModifyWrite out{.target = old, .address = atomic_address(2), .operand = given};
    out.read_tags = out.write_tags = order_.with(TagSet::of(Tag::Exclusive, Tag::RvAmo));
    out.halves = Halves::Fused;
    if (info_.op != Operation::Swap) {
      // The new value is computed of the old one, which must not be where the operand is.
      const ExprId kept_value = kept(given);
      out.operand = kept_value;
      out.op = RmwOperator::Add;
      out.desired = computed(info_.op, value_of(old), kept_value);
    }
    emit(out);
  }

  // ---- Arithmetic

  ExprId computed(Operation op, ExprId a, ExprId b) {
    const auto six_bits = [&] { return bit_and(b, constant(63)); };
    switch (op) {
      case Operation::Add: return add(a, b);
      case Operation::Subtract: return binary(Operator::Subtract, a, b);
      case Operation::And: return bit_and(a, b);
      case Operation::Or: return bit_or(a, b);
      case Operation::Xor: return bit_xor(a, b);
      case Operation::ShiftLeft: return binary(Operator::ShiftLeft, a, six_bits());
      case Operation::ShiftRight: return shift_right(a, six_bits());
      case Operation::ShiftArithmetic: return binary(Operator::ShiftRight, a, six_bits());
      case Operation::Less: return binary(Operator::Less, a, b);
      case Operation::LessUnsigned: return unsigned_less(a, b);
      case Operation::Multiply: return binary(Operator::Multiply, a, b);
      case Operation::Divide: return select(b, binary(Operator::Divide, a, b), constant(-1));
      case Operation::Remainder: return select(b, binary(Operator::Remainder, a, b), a);
      case Operation::Max: return select(binary(Operator::Greater, a, b), a, b);
      case Operation::Min: return select(binary(Operator::Less, a, b), a, b);
      case Operation::MaxUnsigned: return select(unsigned_less(b, a), a, b);
      case Operation::MinUnsigned: return select(unsigned_less(a, b), a, b);
      case Operation::Equal: return equal(a, b);
      case Operation::NotEqual: return binary(Operator::NotEqual, a, b);
      case Operation::GreaterEqual: return binary(Operator::GreaterEqual, a, b);
      case Operation::GreaterEqualUnsigned: return unary(Operator::Not, unsigned_less(a, b));
      case Operation::Greater: return binary(Operator::Greater, a, b);
      case Operation::LessEqual: return binary(Operator::LessEqual, a, b);
      default: break;
    }
    return a;
  }
  void compute(ExprId left, ExprId right) {
    ExprId a = left;
    ExprId b = right;
    const bool shifts = info_.op == Operation::ShiftLeft || info_.op == Operation::ShiftRight ||
                        info_.op == Operation::ShiftArithmetic;
    if (info_.is_word && shifts) {
      b = bit_and(b, constant(31));
      a = info_.op == Operation::ShiftRight ? low_bits(a, 32) : signed_bits(a, 32);
    }
    const ExprId result = computed(info_.op, a, b);
    if (!is_zero(0)) assign(target(0), info_.is_word ? signed_bits(result, 32) : result);
  }
  void one_source() {
    expect(2);
    if (is_zero(0)) return;
    const ExprId a = read(1);
    switch (info_.op) {
      case Operation::Not: assign(target(0), unary(Operator::Complement, a)); break;
      case Operation::Negate: assign(target(0), unary(Operator::Negate, a)); break;
      case Operation::IsZero: assign(target(0), equal(a, constant(0))); break;
      case Operation::IsNotZero:
        assign(target(0), binary(Operator::NotEqual, a, constant(0)));
        break;
      case Operation::SignExtend: assign(target(0), signed_bits(a, 32)); break;
      default: assign(target(0), a); break;
    }
  }

  // ---- Fences

  // 0 for r, 1 for w, 2 for rw; those for devices count as those for memory.
  std::size_t fence_set(std::size_t index) {
    const std::string name =
        operand(index).kind == OperandKind::Name ? lower_case(operand(index).name) : "";
    if (name.empty() || name.find_first_not_of("iorw") != std::string::npos) refuse_operands();
    const bool has_read = name.find_first_of("ir") != std::string::npos;
    const bool has_write = name.find_first_of("ow") != std::string::npos;
    return has_read && has_write ? 2 : has_write ? 1 : 0;
  }
  void fence() {
    if (mnemonic() == "fence.tso" || mnemonic() == "fence.i") {
      expect(0);
      const Tag tag = mnemonic() == "fence.i" ? Tag::FenceI : Tag::FenceTso;
      emit(FenceInstruction{Mode::Rlx, TagSet::of(tag)});
      return;
    }
    std::size_t before = 2;
    std::size_t after = 2;
    if (operand_count() > 0) {
      expect(2);
      before = fence_set(0);
      after = fence_set(1);
    }
    const auto first = static_cast<std::size_t>(Tag::FenceRR);
    const auto tag = static_cast<Tag>(first + 3 * before + after);
    emit(FenceInstruction{tag == Tag::FenceRwRw ? Mode::Sc : Mode::Rlx, TagSet::of(tag)});
  }

  // ---- Instructions

  // Takes `.aq` and `.rl` off the name of an access.
  [[nodiscard]] std::string without_order() {
    std::string name = mnemonic();
    bool acquires = false;
    bool releases = false;
    const auto take = [&](std::string_view suffix) {
      if (!name.ends_with(suffix)) return false;
      name.erase(name.size() - suffix.size());
      return true;
    };
    if (take(".aqrl") || take(".aq.rl") || take(".rl.aq")) {
      acquires = releases = true;
    } else {
      releases = take(".rl");
      acquires = !releases && take(".aq");
    }
    order_ = {};
    if (acquires && releases) {
      order_.insert(Tag::RvAcquireRelease);
    } else if (acquires) {
      order_.insert(Tag::RvAcquire);
    } else if (releases) {
      order_.insert(Tag::RvRelease);
    }
    return name;
  }

  bool lower_known() override {
    const auto found = instructions().find(without_order());
    if (found == instructions().end()) return false;
    info_ = found->second;
    takes(info_.operands);
    const bool is_access = info_.form <= Form::Amo;
    if (!order_.is_empty() && !is_access) return false;
    const bool is_load = info_.form == Form::Load || info_.form == Form::LoadPart;
    if (is_load && order_.contains(Tag::RvRelease)) return false;
    if (info_.form == Form::Store && order_.contains(Tag::RvAcquire)) return false;
    switch (info_.form) {
      case Form::Load: load(); break;
      case Form::LoadPart: load_part(); break;
      case Form::Store: store(); break;
      case Form::Reserve: reserve(); break;
      case Form::Conditional: conditional(); break;
      case Form::Amo: amo(); break;
      case Form::Register:
        expect(3);
        compute(read(1), read(2));
        break;
      case Form::Immediate:
        expect(3);
        compute(read(1), constant(number(2)));
        break;
      case Form::Upper:
        expect(2);
        if (!is_zero(0)) assign(target(0), signed_bits(constant(number(1) << 12), 32));
        break;
      case Form::LoadNumber:
        expect(2);
        if (!is_zero(0)) assign(target(0), constant(number(1)));
        break;
      case Form::Move:
      case Form::Unary: one_source(); break;
      case Form::Branch:
        expect(3);
        jump_if(computed(info_.op, read(0), read(1)), operand(2));
        break;
      case Form::BranchZero:
        expect(2);
        jump_if(computed(info_.op, read(0), constant(0)), operand(1));
        break;
      case Form::Jump:
        expect(1);
        jump(operand(0));
        break;
      case Form::Fence: fence(); break;
      case Form::Nothing: break;
    }
    return true;
  }

  Info info_;
  TagSet order_;
};

}  // namespace

std::string riscv_register_name(const std::string& name) {
  const std::optional<int> number = register_number(name);
  return number ? format("x{}", *number) : name;
}

bool is_riscv_register(const std::string& name) {
  return register_number(name).has_value() || (name.size() > 1 && name[0] == '%');
}

Hint hint_on_riscv_register(const std::string& /*name*/) {
  return "the registers are x0 … x31, or zero, ra, sp, gp, tp, t0 … t6, s0 … s11, a0 … a7";
}

int riscv_register_rank(const std::string& name) { return register_number(name).value_or(100); }

bool compile_riscv(const SourceBuffer& source, Section section, Assembly& assembly,
                   DiagnosticSink& sink) {
  return compile_table<RiscvWriter>(source, section, assembly, sink);
}

}  // namespace drover::litmus
