// Lowers RISC-V instructions to Program, after The RISC-V Instruction Set Manual, volume I. A
// location is one cell, whatever the size of its accesses; stores cut their values to the access
// size, loads extend them. An atomic memory operation is one event.
//
// lr puts its address and size into hidden registers. sc may always fail. It may succeed within the
// bytes that lr has read.
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

constexpr const char* ReturnRegister = "x1";

class RiscvWriter;

struct Info {
  void (RiscvWriter::*lower)() = nullptr;  // null: the instruction does nothing
  std::optional<std::size_t> count = {};   // of operands
  std::string_view operands = "nothing";
  Operation op = Operation::None;
  bool is_word = false;                   // 32 bits, sign-extended
  Operator comparison = Operator::Equal;  // if op is Other
  bool is_unsigned = false;               // loads, extensions, comparisons
  unsigned bits = 64;                     // of an access or an extension
  TagSet orders = {};                     // the orders that may be after the name
};

const InstructionTable<Info>& instructions();

// Writes the code of one thread. A short-lived worker: holds references.
class RiscvWriter : public InstructionWriter {
 public:
  using InstructionWriter::InstructionWriter;

  void load() { load_from(address(1), order_); }
  void store() { emit_sized(Store{address(1), stored(read(0)), Mode::Plain, order_}, info_.bits); }
  // The release of lr, and the acquire of sc, are ignored.
  void reserve() {
    const ExprId at = atomic_address(1);
    assign(reserved_address(), at);
    assign(reserved_bits(), constant(info_.bits));
    load_from(at, order_.without(Tag::RvRelease).with(TagSet::of(Tag::Exclusive)));
  }
  // The status of a success depends on the write and on its address.
  void conditional() {
    const RegisterId status = target(0);
    const ExprId at = kept(atomic_address(2));
    store_if_reserved(
        is_reserved(at),
        [&] {
          emit_sized(Store{at, stored(read(1)), Mode::Plain,
                           order_.without(Tag::RvAcquire).with(TagSet::of(Tag::Exclusive))},
                     info_.bits);
          emit(Assign{.target = status, .value = bit_and(at, constant(0)), .from_events = 1});
        },
        [&] { assign(status, constant(1)); });
  }
  void amo() {
    const RegisterId old = temporary();
    const ExprId given = kept(stored(read(1)));
    ReadModifyWrite out{.target = old, .address = atomic_address(2), .operand = given};
    out.read_tags = out.write_tags = order_.with(TagSet::of(Tag::Exclusive, Tag::RvAmo));
    out.halves = Halves::Fused;
    if (info_.op != Operation::None) {
      const ExprId before = low_bits(value_of(old), info_.bits);
      out.op = RmwOperator::Add;
      out.desired = low_bits(applied(info_.op, before, given, info_.bits), info_.bits);
    }
    emit_sized(out, info_.bits);
    put(loaded(value_of(old)));
  }

  // ---- Arithmetic and jumps

  void of_registers() { compute(read(1), read(2)); }
  void of_number() { compute(read(1), constant(number(2))); }
  void of_one() {
    const ExprId a = read(1);
    put(mnemonic() == "not"    ? unary(Operator::Complement, a)
        : mnemonic() == "neg"  ? unary(Operator::Negate, a)
        : mnemonic() == "negw" ? signed_bits(unary(Operator::Negate, a), 32)
        : mnemonic() == "sltz" ? binary(Operator::Less, a, constant(0))
        : mnemonic() == "sgtz" ? binary(Operator::Greater, a, constant(0))
        : mnemonic() == "seqz" ? equal(a, constant(0))
        : mnemonic() == "snez" ? binary(Operator::NotEqual, a, constant(0))
                               : a);
  }
  void extend() { put(loaded(read(1))); }
  void load_upper() { put(signed_bits(constant(number(1) << 12), 32)); }
  void load_number() { put(constant(number(1))); }
  void load_address() {
    const Operand& of = operand(1);
    if (of.kind != OperandKind::Name || find_register(of.name)) refuse_operands();
    put(is_label(of) ? code_address(of) : constant(assembly_.address_of(of.name)));
  }
  void add_to_own_address() { put(add(own_address(), signed_bits(constant(number(1) << 12), 32))); }
  void branch_on_two() { jump_if(computed(read(0), read(1)), operand(2)); }
  void branch_on_zero() { jump_if(computed(read(0), constant(0)), operand(1)); }
  void jump_always() { jump(operand(0)); }
  // `jal L`, `jal x1,L`
  void call() {
    if (operand_count() != 1) expect(2);
    link(operand_count() == 2);
    jump(operand(operand_count() - 1));
  }
  // `jr x5`, `ret`, `jalr x5`, `jalr x1,0(x5)`, `jalr x1,x5,0`
  void jump_to_register() {
    if (operand_count() == 3) {
      if (number(2) != 0) refuse_offset(operand(2));
    } else if (operand_count() != 1) {
      expect(2);
    }
    const bool names_link = operand_count() > 1;
    if (names_link && mnemonic() == "jr") refuse_operands();
    const Operand& holder = operand(names_link ? 1 : 0);
    if (holder.number != 0) refuse_offset(holder);
    const ExprId target = kept(read(holder));
    const bool links = names_link ? register_name(operand(0)) != "x0" : mnemonic() == "jalr";
    if (links) link(names_link);
    jump_to_address(target, !links && register_name(holder) == ReturnRegister);
  }
  void return_from_call() { jump_to_address(value_of(register_of(ReturnRegister)), true); }

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
    if (name == "ecall" || name == "ebreak" || name.starts_with("csr")) return "the system";
    if (name.starts_with("f") && name.find('.') != std::string::npos) return "floating point";
    if (name.starts_with("v")) return "vectors";
    return "";
  }

  [[nodiscard]] bool jumps_to_address(const table::Instruction& i) const override {
    return is_named(i, {"jalr", "jr", "ret"});
  }
  [[nodiscard]] bool is_call(const table::Instruction& i) const override {
    return is_named(i, {"jal", "jalr"});
  }
  [[nodiscard]] bool takes_address(const table::Instruction& i) const override {
    return is_named(i, {"jal", "jalr", "la", "auipc"});
  }
  [[nodiscard]] bool takes_own_address(const table::Instruction& i) const override {
    return is_named(i, {"auipc"});
  }
  // Puts the return address into the first operand, or x1.
  void link(bool names_link) {
    const std::string name = names_link ? register_name(operand(0)) : ReturnRegister;
    if (name != "x0") assign(register_of(name), return_address());
  }

  // ---- Accesses

  RegisterId reserved_bits() { return hidden_register("reserved bits"); }
  // A store may be to a part of what lr has read.
  ExprId is_reserved(ExprId at) {
    constexpr unsigned Word = 32;
    const ExprId is_first = equal(value_of(reserved_address()), at);
    const ExprId is_double = equal(value_of(reserved_bits()), constant(2 * Word));
    if (info_.bits != Word) return binary(Operator::And, is_first, is_double);
    const ExprId second = add(value_of(reserved_address()), constant(Word / 8));
    return binary(Operator::Or, is_first, binary(Operator::And, is_double, equal(second, at)));
  }
  void load_from(ExprId at, TagSet tags) {
    const RegisterId found = info_.bits == 64 ? target(0) : temporary();
    emit_sized(Load{found, at, Mode::Plain, tags}, info_.bits);
    if (info_.bits == 64) return;
    put(loaded(value_of(found)));
  }
  ExprId loaded(ExprId value) { return part(value, info_.bits, !info_.is_unsigned); }
  ExprId stored(ExprId value) { return part(value, info_.bits, false); }

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
    const Operand& given = operand(index);
    if (given.kind == OperandKind::Offset && given.number != 0) refuse_offset(given);
    return address(index);
  }
  [[noreturn]] void refuse_offset(const Operand& given) {
    refuse(format("{} takes no offset", mnemonic()), given.range);
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
  // Adds a row for each size, whose letter stands between the parts of the name.
  const auto put_sizes = [&](const std::string& before, std::string_view letters, Info info,
                             std::string_view after = "") {
    for (const char letter : letters) {
      info.bits = letter == 'b' ? 8 : letter == 'h' ? 16 : letter == 'w' ? 32 : 64;
      all.put(format("{}{}{}", before, letter, after), info);
    }
  };
  Info load{.lower = &RiscvWriter::load, .count = 2, .operands = Address, .orders = Acquires};
  put_sizes("l", "bhwd", load);
  load.is_unsigned = true;
  put_sizes("l", "bhw", load, "u");
  put_sizes("s", "bhwd",
            {.lower = &RiscvWriter::store, .count = 2, .operands = Address, .orders = Releases});
  put_sizes("lr.", "wd",
            {.lower = &RiscvWriter::reserve, .count = 2, .operands = Address, .orders = Both});
  put_sizes(
      "sc.", "wd",
      {.lower = &RiscvWriter::conditional, .count = 3, .operands = TwoAndAddress, .orders = Both});
  Info extension{.lower = &RiscvWriter::extend, .count = 2, .operands = "two registers"};
  put_sizes("sext.", "bhw", extension);
  extension.is_unsigned = true;
  put_sizes("zext.", "bhw", extension);
  const auto put = [&](const std::string& name, Operation op) {
    put_sizes("amo" + name + ".", "wd",
              {.lower = &RiscvWriter::amo,
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
  all.put("mv not neg negw seqz snez sltz sgtz",
          {.lower = &RiscvWriter::of_one, .count = 2, .operands = "two registers"});
  constexpr std::string_view OneAndNumber = "a register and a number";
  all.put("lui", {.lower = &RiscvWriter::load_upper, .count = 2, .operands = OneAndNumber});
  all.put("li", {.lower = &RiscvWriter::load_number, .count = 2, .operands = OneAndNumber});
  all.put("la", {.lower = &RiscvWriter::load_address,
                 .count = 2,
                 .operands = "a register, and a location or a label"});
  all.put("auipc",
          {.lower = &RiscvWriter::add_to_own_address, .count = 2, .operands = OneAndNumber});
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
  all.put("jal", {.lower = &RiscvWriter::call, .operands = "a label, or a register and a label"});
  all.put("jr", {.lower = &RiscvWriter::jump_to_register, .operands = "a register"});
  all.put("jalr",
          {.lower = &RiscvWriter::jump_to_register, .operands = "a register, or two, `x1,0(x5)`"});
  all.put("ret", {.lower = &RiscvWriter::return_from_call, .count = 0});
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
    .hint_on_register =
        [](const std::string&) {
          return Hint(
              "the registers are x0 … x31, or zero, ra, sp, gp, tp, t0 … t6, s0 … s11, a0 … a7");
        },
    .takes_parts = true};

}  // namespace drover::litmus
