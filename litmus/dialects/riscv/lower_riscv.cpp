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

// Returns the number of a register; nothing if the text is not a register.
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

std::string register_name_of(const std::string& name) {
  const std::optional<int> number = register_number(name);
  return number ? format("x{}", *number) : name;
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
  Unary,  // d, s
  Branch,
  BranchZero,
  Jump,
  Fence,
  Nothing
};

struct Info {
  Form form = Form::Nothing;
  std::string_view operands = "nothing";
  Operation op = Operation::None;
  bool is_word = false;                   // 32 bits, sign-extended
  Operator comparison = Operator::Equal;  // if op is Other
  bool is_unsigned = false;               // LoadPart, comparisons
  unsigned part_bits = 0;                 // LoadPart
};

using Table = InstructionTable<Info>;

void add_accesses(Table& all) {
  using enum Operation;
  constexpr std::string_view Address = "a register and an address, `0(x1)`";
  constexpr std::string_view TwoAndAddress = "two registers and an address, `(x1)`";
  all.put("lw lwu ld", {.form = Form::Load, .operands = Address});
  for (const bool is_unsigned : {false, true}) {
    all.put(
        is_unsigned ? "lbu" : "lb",
        {.form = Form::LoadPart, .operands = Address, .is_unsigned = is_unsigned, .part_bits = 8});
    all.put(
        is_unsigned ? "lhu" : "lh",
        {.form = Form::LoadPart, .operands = Address, .is_unsigned = is_unsigned, .part_bits = 16});
  }
  all.put("sb sh sw sd", {.form = Form::Store, .operands = Address});
  all.put("lr.w lr.d", {.form = Form::Reserve, .operands = Address});
  all.put("sc.w sc.d", {.form = Form::Conditional, .operands = TwoAndAddress});
  const auto put = [&](std::string_view name, Operation op) {
    all.put(format("amo{0}.w amo{0}.d", name),
            {.form = Form::Amo, .operands = TwoAndAddress, .op = op});
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
  constexpr std::string_view Three = "three registers";
  constexpr std::string_view TwoAndNumber = "two registers and a number";
  // Adds the register and the immediate form, and both forms for words.
  const auto put = [&](std::string_view name, Operation op, std::string_view number,
                       std::string_view word, std::string_view word_number) {
    all.put(name, {.form = Form::Register, .operands = Three, .op = op});
    all.put(number, {.form = Form::Immediate, .operands = TwoAndNumber, .op = op});
    all.put(word, {.form = Form::Register, .operands = Three, .op = op, .is_word = true});
    all.put(word_number,
            {.form = Form::Immediate, .operands = TwoAndNumber, .op = op, .is_word = true});
  };
  put("add", Add, "addi", "addw", "addiw");
  put("sub", Subtract, "", "subw", "");
  put("and", And, "andi", "", "");
  put("or", Or, "ori", "", "");
  put("xor", Xor, "xori", "", "");
  put("mul", Multiply, "", "mulw", "");
  put("sll", ShiftLeft, "slli", "sllw", "slliw");
  put("srl", ShiftRight, "srli", "srlw", "srliw");
  put("sra", ShiftArithmetic, "srai", "sraw", "sraiw");
  for (const bool is_unsigned : {false, true}) {
    const Info less{.op = Other, .comparison = Operator::Less, .is_unsigned = is_unsigned};
    Info info = less;
    info.form = Form::Register;
    info.operands = Three;
    all.put(is_unsigned ? "sltu" : "slt", info);
    info.form = Form::Immediate;
    info.operands = TwoAndNumber;
    all.put(is_unsigned ? "sltiu" : "slti", info);
  }
  all.put("div",
          {.form = Form::Register, .operands = Three, .op = Other, .comparison = Operator::Divide});
  all.put(
      "rem",
      {.form = Form::Register, .operands = Three, .op = Other, .comparison = Operator::Remainder});
  all.put("mv not neg seqz snez sext.w", {.form = Form::Unary, .operands = "two registers"});
  all.put("lui", {.form = Form::Upper, .operands = "a register and a number"});
  all.put("li", {.form = Form::LoadNumber, .operands = "a register and a number"});
}

void add_branches(Table& all) {
  const auto put = [&](std::string_view name, Operator comparison, bool is_unsigned = false) {
    Info info{.form = Form::Branch,
              .operands = "two registers and a label",
              .op = Operation::Other,
              .comparison = comparison,
              .is_unsigned = is_unsigned};
    all.put(name, info);
    if (is_unsigned) return;
    info.form = Form::BranchZero;
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
  all.put("j", {.form = Form::Jump, .operands = "a label"});
}

const Table& instructions() {
  static const Table table = [] {
    Table all;
    add_accesses(all);
    add_arithmetic(all);
    add_branches(all);
    all.put("fence", {.form = Form::Fence, .operands = "nothing, or r, w or rw twice, `rw,w`"});
    all.put("fence.tso fence.i", {.form = Form::Fence});
    all.put("nop", {});
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

  [[nodiscard]] bool is_zero(std::size_t index) {
    return register_number(register_name(operand(index))) == 0;
  }
  ExprId read(const Operand& given) {
    const std::string& name = register_name(given);
    if (register_number(name) == 0) return constant(0);
    return value_of(register_of(register_name_of(name)));
  }
  ExprId read(std::size_t index) { return read(operand(index)); }
  RegisterId target(std::size_t index) {
    const std::string& name = register_name(operand(index));
    return register_number(name) == 0 ? temporary() : register_of(register_name_of(name));
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
  // Loads a byte or half a word. `lw` does not cut the value read, which may be an address.
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
  // The release of lr, and the acquire of sc, are ignored.
  void reserve() {
    expect(2);
    const ExprId at = atomic_address(1);
    assign(reserved_address(), at);
    emit(Load{target(0), at, Mode::Plain,
              order_.without(Tag::RvRelease).with(TagSet::of(Tag::Exclusive))});
  }
  // The status of a success depends on the write and on its address.
  void conditional() {
    expect(3);
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
    expect(3);
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

  // ---- Arithmetic

  ExprId computed(ExprId a, ExprId b) {
    const auto six_bits = [&] { return bit_and(b, constant(63)); };
    switch (info_.op) {
      case Operation::ShiftLeft: return binary(Operator::ShiftLeft, a, six_bits());
      case Operation::ShiftRight: return shift_right(a, six_bits());
      case Operation::ShiftArithmetic: return binary(Operator::ShiftRight, a, six_bits());
      case Operation::Other: break;
      default: return applied(info_.op, a, b);
    }
    const bool is_less = info_.comparison == Operator::Less;
    if (info_.is_unsigned) {
      return is_less ? unsigned_less(a, b) : unary(Operator::Not, unsigned_less(a, b));
    }
    const ExprId result = binary(info_.comparison, a, b);
    if (info_.comparison == Operator::Divide) return select(b, result, constant(-1));
    return info_.comparison == Operator::Remainder ? select(b, result, a) : result;
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
    const ExprId result = computed(a, b);
    if (!is_zero(0)) assign(target(0), info_.is_word ? signed_bits(result, 32) : result);
  }
  ExprId of_one(ExprId a) {
    if (mnemonic() == "not") return unary(Operator::Complement, a);
    if (mnemonic() == "neg") return unary(Operator::Negate, a);
    if (mnemonic() == "seqz") return equal(a, constant(0));
    if (mnemonic() == "snez") return binary(Operator::NotEqual, a, constant(0));
    return mnemonic() == "sext.w" ? signed_bits(a, 32) : a;
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
    const Info* found = instructions().find(without_order());
    if (found == nullptr) return false;
    info_ = *found;
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
      case Form::Unary:
        expect(2);
        if (!is_zero(0)) assign(target(0), of_one(read(1)));
        break;
      case Form::Branch:
        expect(3);
        jump_if(computed(read(0), read(1)), operand(2));
        break;
      case Form::BranchZero:
        expect(2);
        jump_if(computed(read(0), constant(0)), operand(1));
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

const Dialect RiscvDialect{
    .architecture = "RISCV",
    .default_model = "riscv",
    .compile = compile_table<RiscvWriter>,
    .register_name = register_name_of,
    .is_register =
        [](const std::string& name) {
          return register_number(name).has_value() || (name.size() > 1 && name[0] == '%');
        },
    .hint_on_register =
        [](const std::string&) {
          return Hint(
              "the registers are x0 … x31, or zero, ra, sp, gp, tp, t0 … t6, s0 … s11, a0 … a7");
        },
    .register_rank = [](const std::string& name) { return register_number(name).value_or(100); }};

}  // namespace drover::litmus
