// Lowers Power instructions to Program, after the Power ISA, book I and II. As in herd, a location
// is one cell and holds the value stored, whatever the size of its accesses.
//
// lwarx puts its address into a hidden register. stwcx. may always fail. It may succeed if the
// hidden register holds its address. Its result is only in CR0, which depends on all its operands.
#include <optional>
#include <vector>

#include "litmus/dialects/instruction_writer.h"

namespace drover::litmus {

namespace {

std::optional<int> register_number(const std::string& name) {
  if (name.size() < 2 || name.size() > 3 || (name[0] != 'r' && name[0] != 'R')) return std::nullopt;
  if (name.find_first_not_of("0123456789", 1) != std::string::npos) return std::nullopt;
  const int number = std::stoi(name.substr(1));
  return number < 32 ? std::optional(number) : std::nullopt;
}

std::string register_name_of(const std::string& name) {
  const std::optional<int> number = register_number(name);
  return number ? format("r{}", *number) : name;
}

enum class Form : std::uint8_t {
  Load,
  LoadIndexed,
  Store,
  StoreIndexed,
  Reserve,
  Conditional,
  Register,   // d, a, b
  Immediate,  // d, a, k
  LoadNumber,
  Unary,  // d, a
  Compare,
  CompareNumber,
  RotateMask,    // rlwinm d, s, sh, mb, me
  RotateInsert,  // rlwimi
  ClearLeft,     // clrldi, clrlwi d, s, n
  Branch,
  Barrier,
  MoveFromCr,
  Return,
  Nothing
};

enum CrBit : Value { Less = 8, Greater = 4, Equal = 2 };

struct Info {
  Form form = Form::Nothing;
  std::string_view operands = "nothing";
  Operation op = Operation::None;
  unsigned bits = 64;
  bool is_shifted = false;  // the number is shifted to the high half of a word
  bool is_unsigned = false;
  Value mask = 0;           // Branch: bits of CR0
  bool is_negated = false;  // Branch: taken if no bit of the mask is set
  Tag barrier = Tag::Sync;
};

using Table = InstructionTable<Info>;

void add_arithmetic(Table& all) {
  using enum Operation;
  constexpr std::string_view Three = "three registers";
  constexpr std::string_view TwoAndNumber = "two registers and a number";
  struct Names {
    Operation op;
    std::string_view with_register, with_number;
  };
  for (const Names& row :
       {Names{Add, "add", "addi"}, Names{Subtract, "sub", "subi"}, Names{SubtractFrom, "subf", ""},
        Names{And, "and", "andi andi."}, Names{AndNot, "andc", ""}, Names{Or, "or", "ori"},
        Names{Xor, "xor", "xori"}, Names{Nor, "nor", ""}, Names{Multiply, "mullw mulld", "mulli"},
        Names{Other, "divw divd", ""}}) {
    all.put(row.with_register, {.form = Form::Register, .operands = Three, .op = row.op});
    all.put(row.with_number, {.form = Form::Immediate, .operands = TwoAndNumber, .op = row.op});
  }
  for (const unsigned bits : {32U, 64U}) {
    const char size = bits == 32 ? 'w' : 'd';
    const auto put = [&](std::string_view name, Operation op) {
      all.put(format("{}{}", name, size),
              {.form = Form::Register, .operands = Three, .op = op, .bits = bits});
      all.put(format("{}{}i", name, size),
              {.form = Form::Immediate, .operands = TwoAndNumber, .op = op, .bits = bits});
    };
    put("sl", ShiftLeft);
    put("sr", ShiftRight);
    put("sra", ShiftArithmetic);
    all.put(bits == 32 ? "clrlwi" : "clrldi",
            {.form = Form::ClearLeft, .operands = TwoAndNumber, .bits = bits});
  }
  all.put("addis",
          {.form = Form::Immediate, .operands = TwoAndNumber, .op = Add, .is_shifted = true});
  all.put("oris",
          {.form = Form::Immediate, .operands = TwoAndNumber, .op = Or, .is_shifted = true});
  all.put("li", {.form = Form::LoadNumber, .operands = "a register and a number", .op = Add});
  all.put("lis", {.form = Form::LoadNumber,
                  .operands = "a register and a number",
                  .op = Add,
                  .is_shifted = true});
  all.put("rlwinm", {.form = Form::RotateMask, .operands = "two registers and three numbers"});
  all.put("rlwimi", {.form = Form::RotateInsert, .operands = "two registers and three numbers"});
  all.put("mr neg not extsb extsh extsw", {.form = Form::Unary, .operands = "two registers"});
}

const Table& instructions() {
  static const Table table = [] {
    constexpr std::string_view Address = "a register and an address, `0(r1)`";
    constexpr std::string_view Three = "three registers";
    Table all;
    all.put("lbz lhz lha lwz lwa ld", {.form = Form::Load, .operands = Address});
    all.put("lbzx lhzx lhax lwzx lwax ldx", {.form = Form::LoadIndexed, .operands = Three});
    all.put("stb sth stw std", {.form = Form::Store, .operands = Address});
    all.put("stbx sthx stwx stdx", {.form = Form::StoreIndexed, .operands = Three});
    all.put("lwarx ldarx", {.form = Form::Reserve, .operands = Three});
    all.put("stwcx. stdcx.", {.form = Form::Conditional, .operands = Three});
    add_arithmetic(all);
    for (const bool is_unsigned : {false, true}) {
      all.put(is_unsigned ? "cmplw cmpld" : "cmpw cmpd",
              {.form = Form::Compare, .operands = "two registers", .is_unsigned = is_unsigned});
      all.put(is_unsigned ? "cmplwi cmpldi" : "cmpwi cmpdi", {.form = Form::CompareNumber,
                                                              .operands = "a register and a number",
                                                              .is_unsigned = is_unsigned});
    }
    const auto put_branch = [&](std::string_view name, Value mask, bool is_negated) {
      all.put(
          name,
          {.form = Form::Branch, .operands = "a label", .mask = mask, .is_negated = is_negated});
    };
    put_branch("b", 0, false);
    put_branch("beq", Equal, false);
    put_branch("bne", Equal, true);
    put_branch("blt", Less, false);
    put_branch("bge", Less, true);
    put_branch("bgt", Greater, false);
    put_branch("ble", Greater, true);
    all.put("sync hwsync", {.form = Form::Barrier, .barrier = Tag::Sync});
    all.put("lwsync", {.form = Form::Barrier, .barrier = Tag::Lwsync});
    all.put("isync", {.form = Form::Barrier, .barrier = Tag::Isync});
    all.put("eieio", {.form = Form::Barrier, .barrier = Tag::Eieio});
    all.put("mfcr", {.form = Form::MoveFromCr, .operands = "a register"});
    all.put("blr", {.form = Form::Return});
    all.put("nop", {});
    return all;
  }();
  return table;
}

// Writes the code of one thread. A short-lived worker: holds references.
class PpcWriter : public InstructionWriter {
 public:
  using InstructionWriter::InstructionWriter;

 private:
  // ---- Operands

  [[nodiscard]] const Dialect& dialect() const override { return PpcDialect; }
  [[nodiscard]] std::vector<std::string> known_mnemonics() const override {
    return instructions().names();
  }
  [[nodiscard]] std::string_view extension() const override {
    const std::string& name = mnemonic();
    if (name == "bl" || name == "mtlr" || name == "mflr" || name == "bctr" || name == "mtctr") {
      return "addresses of code";
    }
    if (name.starts_with("dcb") || name.starts_with("icb")) return "cache maintenance";
    return "";
  }

  RegisterId reg(const Operand& given) {
    return register_of(register_name_of(register_name(given)));
  }
  RegisterId reg(std::size_t index) { return reg(operand(index)); }
  ExprId read(std::size_t index) { return value_of(reg(index)); }
  [[nodiscard]] bool is_zero(std::size_t index) {
    return register_number(register_name(operand(index))) == 0;
  }
  // r0 as the first part of an address is the number 0.
  ExprId read_or_zero(std::size_t index) { return is_zero(index) ? constant(0) : read(index); }

  // `0(r1)`, or `0,r1`.
  ExprId address(std::size_t index) {
    const Operand& given = operand(index);
    if (given.kind == OperandKind::Number) {
      expect(index + 2);
      const ExprId base = read(index + 1);
      return given.number == 0 ? base : add(base, constant(given.number));
    }
    expect(index + 1);
    if (given.kind != OperandKind::Offset || !given.offset_name.empty()) refuse_operands();
    const ExprId base = value_of(reg(given));
    return given.number == 0 ? base : add(base, constant(given.number));
  }
  ExprId indexed_address(std::size_t index) {
    expect(index + 2);
    return is_zero(index) ? read(index + 1) : add(read(index), read(index + 1));
  }

  // ---- Memory

  void access() {
    switch (info_.form) {
      case Form::Load: load(address(1)); break;
      case Form::LoadIndexed: load(indexed_address(1)); break;
      case Form::Store: emit(Store{address(1), read(0)}); break;
      default: emit(Store{indexed_address(1), read(0)}); break;
    }
  }
  // As in herd, only `lwa` and `lwax` change the value read.
  void load(ExprId at) {
    const RegisterId target = reg(0);
    emit(Load{target, at});
    if (mnemonic().starts_with("lwa")) assign(target, signed_bits(value_of(target), 32));
  }
  RegisterId cr0() { return hidden_register("CR0"); }

  void reserve() {
    const ExprId at = indexed_address(1);
    assign(reserved_address(), at);
    emit(Load{reg(0), at, Mode::Plain, TagSet::of(Tag::Exclusive)});
  }
  void conditional() {
    const ExprId at = kept(indexed_address(1));
    const ExprId sources =
        kept(bit_and(bit_or(bit_or(at, read(0)), value_of(reserved_address())), constant(0)));
    store_if_reserved(
        equal(value_of(reserved_address()), at),
        [&] {
          emit(Store{at, read(0), Mode::Plain, TagSet::of(Tag::Exclusive)});
          assign(cr0(), bit_or(sources, constant(Equal)));
        },
        [&] { assign(cr0(), sources); });
  }

  // ---- Arithmetic

  ExprId computed(ExprId a, ExprId b) {
    const auto count = [&] { return bit_and(b, constant(info_.bits - 1)); };
    switch (info_.op) {
      case Operation::ShiftLeft:
        return low_bits(binary(Operator::ShiftLeft, a, count()), info_.bits);
      case Operation::ShiftRight: return shift_right(low_bits(a, info_.bits), count());
      case Operation::ShiftArithmetic:
        return binary(Operator::ShiftRight, signed_bits(a, info_.bits), count());
      case Operation::Other: return select(b, binary(Operator::Divide, a, b), constant(0));
      default: return applied(info_.op, a, b);
    }
  }
  ExprId of_one(ExprId a) {
    if (mnemonic().starts_with("neg")) return unary(Operator::Negate, a);
    if (mnemonic().starts_with("not")) return unary(Operator::Complement, a);
    if (mnemonic().starts_with("extsb")) return signed_bits(a, 8);
    if (mnemonic().starts_with("extsh")) return signed_bits(a, 16);
    return mnemonic().starts_with("extsw") ? signed_bits(a, 32) : a;
  }
  void compare(ExprId a, ExprId b) {
    const ExprId is_less = info_.is_unsigned ? unsigned_less(a, b) : binary(Operator::Less, a, b);
    assign(cr0(), select(is_less, constant(Less),
                         select(equal(a, b), constant(Equal), constant(Greater))));
  }
  void put(ExprId value) {
    assign(reg(0), value);
    if (mnemonic().ends_with('.')) compare(value_of(reg(0)), constant(0));
  }

  // Returns a mask of the bits `first` to `last` of 32, counted from the left. It may wrap around.
  static Value mask_of(Value first, Value last) {
    const auto ones = [](Value from) { return std::uint64_t{0xffffffff} >> (from & 31); };
    const std::uint64_t from_first = ones(first);
    const std::uint64_t behind_last = last >= 31 ? 0 : ones(last + 1);
    const std::uint64_t mask =
        first <= last + 0 ? from_first & ~behind_last : (from_first | (0xffffffffU & ~behind_last));
    return static_cast<Value>(mask & 0xffffffffU);
  }
  void rotate() {
    expect(5);
    const ExprId source = kept(low_bits(read(1), 32));
    const auto count = static_cast<unsigned>(number(2) & 31);
    const ExprId turned = count == 0 ? source
                                     : bit_or(low_bits(shift_left(source, count), 32),
                                              shift_right(source, 32 - count));
    const Value mask = mask_of(number(3), number(4));
    const ExprId field = bit_and(turned, constant(mask));
    if (info_.form == Form::RotateMask) return put(field);
    put(bit_or(field, bit_and(read(0), constant(~mask))));
  }

  void branch_form() {
    // The operands may be `cr0,L`.
    const bool has_field = operand_count() == 2 && lower_case(operand(0).name) == "cr0";
    if (!has_field) expect(1);
    const Operand& goal = operand(operand_count() - 1);
    if (info_.mask == 0) return jump(goal);
    const ExprId bits = bit_and(value_of(cr0()), constant(info_.mask));
    jump_if(binary(info_.is_negated ? Operator::Equal : Operator::NotEqual, bits, constant(0)),
            goal);
  }

  // ---- Instructions

  [[nodiscard]] const Info* find() const {
    const Info* found = instructions().find(mnemonic());
    if (found != nullptr || !mnemonic().ends_with('.')) return found;
    const Info* plain = instructions().find(mnemonic().substr(0, mnemonic().size() - 1));
    if (plain == nullptr) return nullptr;
    const bool may_record = plain->form == Form::Register || plain->form == Form::Unary ||
                            plain->form == Form::RotateMask || plain->form == Form::RotateInsert ||
                            plain->form == Form::ClearLeft;
    return may_record ? plain : nullptr;
  }

  ExprId computed_from_operands() {
    expect(info_.form == Form::Register || info_.form == Form::Immediate ? 3 : 2);
    if (info_.form == Form::Register) return computed(read(1), read(2));
    if (info_.form == Form::Unary) return of_one(read(1));
    const bool has_source = info_.form == Form::Immediate;
    const ExprId left = !has_source                  ? constant(0)
                        : info_.op == Operation::Add ? read_or_zero(1)
                                                     : read(1);
    const ExprId given = constant(number(has_source ? 2 : 1));
    return computed(left, info_.is_shifted ? shift_left(given, 16) : given);
  }

  bool lower_known() override {
    const Info* found = find();
    if (found == nullptr) return false;
    info_ = *found;
    takes(info_.operands);
    switch (info_.form) {
      case Form::Load:
      case Form::LoadIndexed:
      case Form::Store:
      case Form::StoreIndexed: access(); break;
      case Form::Reserve: reserve(); break;
      case Form::Conditional: conditional(); break;
      case Form::Register:
      case Form::Immediate:
      case Form::LoadNumber:
      case Form::Unary: put(computed_from_operands()); break;
      case Form::Compare:
        expect(2);
        compare(read(0), read(1));
        break;
      case Form::CompareNumber:
        expect(2);
        compare(read(0), constant(number(1)));
        break;
      case Form::RotateMask:
      case Form::RotateInsert: rotate(); break;
      case Form::ClearLeft:
        expect(3);
        put(low_bits(read(1), info_.bits - static_cast<unsigned>(number(2) & 63)));
        break;
      case Form::Branch: branch_form(); break;
      case Form::Barrier:
        expect(0);
        emit(FenceInstruction{info_.barrier == Tag::Sync ? Mode::Sc : Mode::Rlx,
                              TagSet::of(info_.barrier)});
        break;
      case Form::MoveFromCr:
        expect(1);
        assign(reg(0), value_of(cr0()));
        break;
      case Form::Return:
        expect(0);
        emit(Finish{});
        break;
      case Form::Nothing: break;
    }
    return true;
  }

  Info info_;
};

}  // namespace

const Dialect PpcDialect{
    .architecture = "PPC",
    .default_model = "ppc",
    .compile = compile_table<PpcWriter>,
    .register_name = register_name_of,
    .is_register =
        [](const std::string& name) {
          return register_number(name).has_value() || (name.size() > 1 && name[0] == '%');
        },
    .hint_on_register = [](const std::string&) { return Hint("the registers are r0 … r31"); },
    .register_rank = [](const std::string& name) { return register_number(name).value_or(100); }};

}  // namespace drover::litmus
