// Lowers RISC-V instructions to Program, after The RISC-V Instruction Set Manual, volume I. As in
// herd, a location is one cell and holds the value stored, whatever the size of its accesses: a
// load neither cuts nor extends. An atomic memory operation is one event.
//
// lr puts its address into a hidden register. sc may always fail. It may succeed if the hidden
// register holds its address.
#include <algorithm>
#include <array>
#include <optional>
#include <vector>

#include "litmus/dialects/instruction_writer.h"

namespace drover::litmus {

namespace {

constexpr std::array<std::string_view, 32> AbiNames{
    "zero", "ra", "sp", "gp", "tp",  "t0",  "t1", "t2", "s0", "s1", "a0",
    "a1",   "a2", "a3", "a4", "a5",  "a6",  "a7", "s2", "s3", "s4", "s5",
    "s6",   "s7", "s8", "s9", "s10", "s11", "t3", "t4", "t5", "t6"};

std::optional<StateRegister> find_register(const std::string& text) {
  const std::string name = lower_case(text);
  const auto* abi = std::ranges::find(AbiNames, name == "fp" ? "s0" : name);
  const std::optional<int> number = abi != AbiNames.end()
                                        ? std::optional(static_cast<int>(abi - AbiNames.begin()))
                                        : register_number(name, 'x', 31);
  return numbered_register(text, 'x', number);
}

class RiscvWriter;

struct Info {
  void (RiscvWriter::*lower)() = nullptr;  // null: the instruction does nothing
  std::optional<std::size_t> count = {};   // of operands
  std::string_view operands = "nothing";
  Operation op = Operation::None;
  bool is_word = false;                   // 32 bits, sign-extended
  Operator comparison = Operator::Equal;  // if op is Other
  bool is_unsigned = false;               // parts, comparisons
  unsigned part_bits = 0;                 // of a load of a part
  TagSet orders = {};                     // the orders that may be after the name
};

const InstructionTable<Info>& instructions();

// Writes the code of one thread. A short-lived worker: holds references.
class RiscvWriter : public InstructionWriter {
 public:
  using InstructionWriter::InstructionWriter;

  void load() { emit(Load{target(0), address(1), Mode::Plain, order_}); }
  // Loads a byte or half a word. `lw` does not cut the value read, which may be an address.
  void load_part() {
    const RegisterId found = temporary();
    emit(Load{found, address(1), Mode::Plain, order_});
    const ExprId value = value_of(found);
    put(info_.is_unsigned ? low_bits(value, info_.part_bits) : signed_bits(value, info_.part_bits));
  }
  void store() { emit(Store{address(1), read(0), Mode::Plain, order_}); }
  // The release of lr, and the acquire of sc, are ignored.
  void reserve() {
    const ExprId at = atomic_address(1);
    assign(reserved_address(), at);
    emit(Load{target(0), at, Mode::Plain,
              order_.without(Tag::RvRelease).with(TagSet::of(Tag::Exclusive))});
  }
  // The status of a success depends on the write and on its address.
  void conditional() {
    const RegisterId status = target(0);
    const ExprId at = kept(atomic_address(2));
    store_if_reserved(
        equal(value_of(reserved_address()), at),
        [&] {
          emit(Store{at, read(1), Mode::Plain,
                     order_.without(Tag::RvAcquire).with(TagSet::of(Tag::Exclusive))});
          emit(Assign{.target = status, .value = bit_and(at, constant(0)), .is_from_event = true});
        },
        [&] { assign(status, constant(1)); });
  }
  void amo() {
    const RegisterId old = target(0);
    const ExprId given = read(1);
    ReadModifyWrite out{.target = old, .address = atomic_address(2), .operand = given};
    out.read_tags = out.write_tags = order_.with(TagSet::of(Tag::Exclusive, Tag::RvAmo));
    out.halves = Halves::Fused;
    if (info_.op != Operation::None) {
      // The new value uses the old value, which must not overwrite the operand.
      const ExprId kept_value = kept(given);
      out.operand = kept_value;
      out.op = RmwOperator::Add;
      out.desired = computed(value_of(old), kept_value);
    }
    emit(out);
  }

  // ---- Arithmetic and jumps

  void of_registers() { compute(read(1), read(2)); }
  void of_number() { compute(read(1), constant(number(2))); }
  void of_one() {
    const ExprId a = read(1);
    put(mnemonic() == "not"      ? unary(Operator::Complement, a)
        : mnemonic() == "neg"    ? unary(Operator::Negate, a)
        : mnemonic() == "seqz"   ? equal(a, constant(0))
        : mnemonic() == "snez"   ? binary(Operator::NotEqual, a, constant(0))
        : mnemonic() == "sext.w" ? signed_bits(a, 32)
                                 : a);
  }
  void load_upper() { put(signed_bits(constant(number(1) << 12), 32)); }
  void load_number() { put(constant(number(1))); }
  void branch_on_two() { jump_if(computed(read(0), read(1)), operand(2)); }
  void branch_on_zero() { jump_if(computed(read(0), constant(0)), operand(1)); }
  void jump_always() { jump(operand(0)); }

  // ---- Fences

  void fence() {
    if (mnemonic() == "fence.tso" || mnemonic() == "fence.i") {
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

 private:
  // ---- Operands

  [[nodiscard]] const Dialect& dialect() const override { return RiscvDialect; }
  [[nodiscard]] std::vector<std::string> known_mnemonics() const override {
    return instructions().names();
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

  [[nodiscard]] bool is_zero(std::size_t index) { return register_name(operand(index)) == "x0"; }
  ExprId read(const Operand& given) {
    const std::string name = register_name(given);
    return name == "x0" ? constant(0) : value_of(register_of(name));
  }
  ExprId read(std::size_t index) { return read(operand(index)); }
  RegisterId target(std::size_t index) {
    const std::string name = register_name(operand(index));
    return name == "x0" ? temporary() : register_of(name);
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

  // ---- Arithmetic

  ExprId computed(ExprId a, ExprId b) {
    if (info_.op != Operation::Other) return applied(info_.op, a, b, info_.is_word ? 32 : 64);
    const bool is_less = info_.comparison == Operator::Less;
    if (info_.is_unsigned) {
      return is_less ? unsigned_less(a, b) : unary(Operator::Not, unsigned_less(a, b));
    }
    const ExprId result = binary(info_.comparison, a, b);
    if (info_.comparison == Operator::Divide) return select(b, result, constant(-1));
    return info_.comparison == Operator::Remainder ? select(b, result, a) : result;
  }
  void compute(ExprId left, ExprId right) {
    const ExprId result = computed(left, right);
    put(info_.is_word ? signed_bits(result, 32) : result);
  }
  void put(ExprId value) {
    if (!is_zero(0)) assign(target(0), value);
  }

  // ---- Fences

  // Returns 0 for r, 1 for w, 2 for rw. Device accesses count as memory accesses.
  std::size_t fence_set(std::size_t index) {
    const std::string name =
        operand(index).kind == OperandKind::Name ? lower_case(operand(index).name) : "";
    if (name.empty() || name.find_first_not_of("iorw") != std::string::npos) refuse_operands();
    const bool has_read = name.find_first_of("ir") != std::string::npos;
    const bool has_write = name.find_first_of("ow") != std::string::npos;
    return has_read && has_write ? 2 : has_write ? 1 : 0;
  }
  // ---- Instructions

  // Removes `.aq` and `.rl` from the name of an access.
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
    order_ = acquires && releases ? TagSet::of(Tag::RvAcquireRelease)
             : acquires           ? TagSet::of(Tag::RvAcquire)
             : releases           ? TagSet::of(Tag::RvRelease)
                                  : TagSet();
    return name;
  }

  bool lower_known() override {
    const Info* found = instructions().find(without_order());
    if (found == nullptr) return false;
    info_ = *found;
    takes(info_.operands);
    if (info_.orders.with(order_) != info_.orders) return false;
    if (info_.count) expect(*info_.count);
    if (info_.lower != nullptr) (this->*info_.lower)();
    return true;
  }

  Info info_;
  TagSet order_;
};

using Table = InstructionTable<Info>;

void add_accesses(Table& all) {
  using enum Operation;
  constexpr std::string_view Address = "a register and an address, `0(x1)`";
  constexpr std::string_view TwoAndAddress = "two registers and an address, `(x1)`";
  constexpr TagSet Acquires = TagSet::of(Tag::RvAcquire, Tag::RvAcquireRelease);
  constexpr TagSet Releases = TagSet::of(Tag::RvRelease, Tag::RvAcquireRelease);
  constexpr TagSet Both = Acquires.with(Releases);
  const Info load{.lower = &RiscvWriter::load, .count = 2, .operands = Address, .orders = Acquires};
  all.put("lw lwu ld", load);
  Info part = load;
  part.lower = &RiscvWriter::load_part;
  for (const bool is_unsigned : {false, true}) {
    part.is_unsigned = is_unsigned;
    part.part_bits = 8;
    all.put(is_unsigned ? "lbu" : "lb", part);
    part.part_bits = 16;
    all.put(is_unsigned ? "lhu" : "lh", part);
  }
  all.put("sb sh sw sd",
          {.lower = &RiscvWriter::store, .count = 2, .operands = Address, .orders = Releases});
  all.put("lr.w lr.d",
          {.lower = &RiscvWriter::reserve, .count = 2, .operands = Address, .orders = Both});
  all.put(
      "sc.w sc.d",
      {.lower = &RiscvWriter::conditional, .count = 3, .operands = TwoAndAddress, .orders = Both});
  const auto put = [&](std::string_view name, Operation op) {
    all.put(format("amo{0}.w amo{0}.d", name), {.lower = &RiscvWriter::amo,
                                                .count = 3,
                                                .operands = TwoAndAddress,
                                                .op = op,
                                                .orders = Both});
  };
  put("swap", None);
  put("add", Add);
  put("and", And);
  put("or", Or);
  put("xor", Xor);
  put("max", SignedMax);
  put("min", SignedMin);
  put("maxu", UnsignedMax);
  put("minu", UnsignedMin);
}

void add_arithmetic(Table& all) {
  using enum Operation;
  // Adds the register and the immediate form.
  const auto put = [&](std::string_view name, std::string_view number, Info info) {
    info.count = 3;
    info.lower = &RiscvWriter::of_registers;
    info.operands = "three registers";
    all.put(name, info);
    info.lower = &RiscvWriter::of_number;
    info.operands = "two registers and a number";
    all.put(number, info);
  };
  put("add", "addi", {.op = Add});
  put("addw", "addiw", {.op = Add, .is_word = true});
  put("sub", "", {.op = Subtract});
  put("subw", "", {.op = Subtract, .is_word = true});
  put("and", "andi", {.op = And});
  put("or", "ori", {.op = Or});
  put("xor", "xori", {.op = Xor});
  put("mul", "", {.op = Multiply});
  put("mulw", "", {.op = Multiply, .is_word = true});
  put("sll", "slli", {.op = ShiftLeft});
  put("sllw", "slliw", {.op = ShiftLeft, .is_word = true});
  put("srl", "srli", {.op = ShiftRight});
  put("srlw", "srliw", {.op = ShiftRight, .is_word = true});
  put("sra", "srai", {.op = ShiftArithmetic});
  put("sraw", "sraiw", {.op = ShiftArithmetic, .is_word = true});
  put("slt", "slti", {.op = Other, .comparison = Operator::Less});
  put("sltu", "sltiu", {.op = Other, .comparison = Operator::Less, .is_unsigned = true});
  put("div", "", {.op = Other, .comparison = Operator::Divide});
  put("rem", "", {.op = Other, .comparison = Operator::Remainder});
  all.put("mv not neg seqz snez sext.w",
          {.lower = &RiscvWriter::of_one, .count = 2, .operands = "two registers"});
  constexpr std::string_view OneAndNumber = "a register and a number";
  all.put("lui", {.lower = &RiscvWriter::load_upper, .count = 2, .operands = OneAndNumber});
  all.put("li", {.lower = &RiscvWriter::load_number, .count = 2, .operands = OneAndNumber});
}

void add_branches(Table& all) {
  const auto put = [&](std::string_view name, Operator comparison, bool is_unsigned = false) {
    Info info{.lower = &RiscvWriter::branch_on_two,
              .count = 3,
              .operands = "two registers and a label",
              .op = Operation::Other,
              .comparison = comparison,
              .is_unsigned = is_unsigned};
    all.put(name, info);
    if (is_unsigned) return;
    info.lower = &RiscvWriter::branch_on_zero;
    info.count = 2;
    info.operands = "a register and a label";
    all.put(format("{}z", name), info);
  };
  put("beq", Operator::Equal);
  put("bne", Operator::NotEqual);
  put("blt", Operator::Less);
  put("bge", Operator::GreaterEqual);
  put("bgt", Operator::Greater);
  put("ble", Operator::LessEqual);
  put("bltu", Operator::Less, true);
  put("bgeu", Operator::GreaterEqual, true);
  all.put("j", {.lower = &RiscvWriter::jump_always, .count = 1, .operands = "a label"});
}

const Table& instructions() {
  static const Table table = [] {
    Table all;
    add_accesses(all);
    add_arithmetic(all);
    add_branches(all);
    all.put("fence",
            {.lower = &RiscvWriter::fence, .operands = "nothing, or r, w or rw twice, `rw,w`"});
    all.put("fence.tso fence.i", {.lower = &RiscvWriter::fence, .count = 0});
    all.put("nop", {});
    return all;
  }();
  return table;
}

}  // namespace

const Dialect RiscvDialect{
    .architecture = "RISCV",
    .default_model = "riscv",
    .compile = compile_table<RiscvWriter>,
    .find_register = find_register,
    .hint_on_register = [](const std::string&) {
      return Hint(
          "the registers are x0 … x31, or zero, ra, sp, gp, tp, t0 … t6, s0 … s11, a0 … a7");
    }};

}  // namespace drover::litmus
