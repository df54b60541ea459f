// Lowers Power instructions to Program, after the Power ISA, book I and II. A location is one cell,
// whatever the size of its accesses; stores cut their values to the access size, loads extend them.
//
// lwarx puts its address into a hidden register. stwcx. may always fail. It may succeed if the
// hidden register holds its address. Its result is only in CR0, which depends on all its operands.
#include <optional>
#include <vector>

#include "litmus/dialects/instruction_writer.h"

namespace drover::litmus {

namespace {

constexpr int LastRegister = 31;

std::optional<StateRegister> find_register(const std::string& name) {
  return numbered_register(name, 'r', register_number(lower_case(name), 'r', LastRegister));
}

enum CrBit : Value { Less = 8, Greater = 4, Equal = 2 };

class PpcWriter;

struct Info {
  void (PpcWriter::*lower)() = nullptr;   // null: the instruction does nothing
  std::optional<std::size_t> count = {};  // of operands
  std::string_view operands = "nothing";
  Operation op = Operation::None;
  unsigned bits = 64;        // of an access, a comparison, a shift
  bool is_word = false;      // of arithmetic: the operands are words with a sign
  bool is_shifted = false;   // the number is shifted to the high half of a word
  bool is_unsigned = false;  // of a comparison
  bool is_signed = false;    // of a load
  bool is_indexed = false;   // the address is the sum of two registers
  bool updates = false;      // the address is put into its base register
  bool may_record = false;   // a dot after the name compares the result with 0
  Value mask = 0;            // of a branch: bits of CR0
  bool is_negated = false;   // of a branch: taken if no bit of the mask is set
  Tag barrier = Tag::Sync;
};

const InstructionTable<Info>& instructions();

bool is_shift(Operation op) {
  return op == Operation::ShiftLeft || op == Operation::ShiftRight ||
         op == Operation::ShiftArithmetic;
}

// Writes the code of one thread. A short-lived worker: holds references.
class PpcWriter : public InstructionWriter {
 public:
  using InstructionWriter::InstructionWriter;

  void load() {
    const Place from = place(1);
    if (info_.updates && from.base == register_name(operand(0))) refuse_base(from.base);
    load_into(reg(0), from.at);
    if (info_.updates) assign(register_of(from.base), from.at);
  }
  void store() {
    const Place to = place(1);
    emit_sized(Store{to.at, stored(read(0))}, info_.bits);
    if (info_.updates) assign(register_of(to.base), to.at);
  }
  // lmw and stmw: the words of the registers from the first one to r31.
  void load_multiple() {
    const Place from = place(1);
    for_each_to_last([&](const std::string& name, Value distance) {
      if (name == from.base) refuse_base(name);
      load_into(register_of(name), add(from.at, constant(distance)));
    });
  }
  void store_multiple() {
    const Place to = place(1);
    for_each_to_last([&](const std::string& name, Value distance) {
      emit_sized(Store{add(to.at, constant(distance)), stored(value_of(register_of(name)))},
                 info_.bits);
    });
  }
  // Cache maintenance orders nothing.
  void touch() {
    reg(0);
    reg(1);
  }
  void reserve() {
    const ExprId at = kept(indexed_address(1));
    assign(reserved_address(), at);
    load_into(reg(0), at, TagSet::of(Tag::Exclusive));
  }
  void conditional() {
    const ExprId at = kept(indexed_address(1));
    const ExprId sources =
        kept(bit_and(bit_or(bit_or(at, read(0)), value_of(reserved_address())), constant(0)));
    store_if_reserved(
        equal(value_of(reserved_address()), at),
        [&] {
          emit_sized(Store{at, stored(read(0)), Mode::Plain, TagSet::of(Tag::Exclusive)},
                     info_.bits);
          assign(cr0(), bit_or(sources, constant(Equal)));
        },
        [&] { assign(cr0(), sources); });
  }

  // ---- Arithmetic

  void of_registers() {
    const ExprId count = read(2);
    const ExprId result = computed(read(1), count);
    if (!is_shift(info_.op)) return put(result);
    // The count has one bit more than places need: greater ones shift all bits out.
    const bool is_signed = info_.op == Operation::ShiftArithmetic;
    const ExprId last = constant(info_.bits - 1);
    const ExprId shifted_out =
        is_signed ? binary(Operator::ShiftRight, signed_bits(read(1), info_.bits), last)
                  : constant(0);
    put(select(bit_and(count, constant(info_.bits)), shifted_out, result));
  }
  // r0 is the number 0 in additions.
  void of_number() {
    const bool is_number = info_.op == Operation::Add && is_zero(1);
    put(computed(is_number ? constant(0) : read(1), shifted_number(2)));
  }
  void load_number() { put(shifted_number(1)); }
  void of_one() {
    const ExprId a = read(1);
    put(mnemonic().starts_with("neg")     ? unary(Operator::Negate, a)
        : mnemonic().starts_with("not")   ? unary(Operator::Complement, a)
        : mnemonic().starts_with("extsb") ? signed_bits(a, 8)
        : mnemonic().starts_with("extsh") ? signed_bits(a, 16)
        : mnemonic().starts_with("extsw") ? signed_bits(a, 32)
                                          : a);
  }
  void compare_registers() { compare_parts(read(0), read(1)); }
  void compare_number() { compare_parts(read(0), constant(number(1))); }
  void clear_left() { put(low_bits(read(1), info_.bits - static_cast<unsigned>(number(2) & 63))); }
  void rotate() {
    const ExprId source = kept(low_bits(read(1), 32));
    const auto count = static_cast<unsigned>(number(2) & 31);
    const ExprId turned = count == 0 ? source
                                     : bit_or(low_bits(shift_left(source, count), 32),
                                              shift_right(source, 32 - count));
    // The word stands in both halves; a mask that wraps around has all bits of the higher half.
    const bool wraps = number(3) > number(4);
    const ExprId twice = wraps ? bit_or(turned, shift_left(turned, 32)) : turned;
    const Value mask = mask_of(number(3), number(4)) | (wraps ? ~Value{0xffffffff} : 0);
    const ExprId field = bit_and(twice, constant(mask));
    if (mnemonic().starts_with("rlwinm")) return put(field);
    put(bit_or(field, bit_and(read(0), constant(~mask))));
  }

  // ---- The rest

  void branch_on_cr0() {
    // The operands may be `cr0,L`.
    const bool has_field = operand_count() == 2 && lower_case(operand(0).name) == "cr0";
    if (!has_field) expect(1);
    const Operand& goal = operand(operand_count() - 1);
    if (info_.mask == 0) return jump(goal);
    const ExprId bits = bit_and(value_of(cr0()), constant(info_.mask));
    jump_if(binary(info_.is_negated ? Operator::Equal : Operator::NotEqual, bits, constant(0)),
            goal);
  }
  void fence() {
    emit(FenceInstruction{info_.barrier == Tag::Sync ? Mode::Sc : Mode::Rlx,
                          TagSet::of(info_.barrier)});
  }
  void move_from_cr() { assign(reg(0), value_of(cr0())); }
  void move_from_link() { assign(reg(0), value_of(link())); }
  void move_to_link() { assign(link(), read(0)); }
  void call() {
    assign(link(), return_address());
    jump(operand(0));
  }
  void return_from_call() { jump_to_address(value_of(link()), true); }

 private:
  // ---- Operands

  [[nodiscard]] const Dialect& dialect() const override { return PpcDialect; }
  [[nodiscard]] std::vector<std::string> known_mnemonics() const override {
    return instructions().names();
  }
  [[nodiscard]] std::string_view extension() const override {
    const std::string& name = mnemonic();
    if (name == "bctr" || name == "mtctr") return "the count register";
    if (name.starts_with("dcb") || name.starts_with("icb")) return "cache maintenance";
    return "";
  }

  [[nodiscard]] bool jumps_to_address(const table::Instruction& i) const override {
    return is_named(i, {"blr"});
  }
  [[nodiscard]] bool is_call(const table::Instruction& i) const override {
    return is_named(i, {"bl"});
  }

  RegisterId reg(const Operand& given) { return register_of(register_name(given)); }
  RegisterId reg(std::size_t index) { return reg(operand(index)); }
  ExprId read(std::size_t index) { return value_of(reg(index)); }
  [[nodiscard]] bool is_zero(std::size_t index) { return register_name(operand(index)) == "r0"; }

  // An address, computed before the access, and its base register.
  struct Place {
    ExprId at;
    std::string base;
  };
  // `0(r1)`, or `0,r1`; of an indexed access, `r1,r2`.
  Place place(std::size_t index) {
    const Operand& given = operand(index);
    Place out;
    if (info_.is_indexed) {
      out = {kept(indexed_address(index)), register_name(given)};
    } else {
      const bool is_split = given.kind == OperandKind::Number;
      const bool is_offset = given.kind == OperandKind::Offset && given.offset_name.empty();
      expect(index + (is_split ? 2 : 1));
      if (!is_split && !is_offset) refuse_operands();
      out.base = register_name(is_split ? operand(index + 1) : given);
      const ExprId base = value_of(register_of(out.base));
      out.at = kept(given.number == 0 ? base : add(base, constant(given.number)));
    }
    if (info_.updates && out.base == "r0") refuse_base(out.base);
    return out;
  }
  [[noreturn]] void refuse_base(const std::string& name) {
    refuse(format("{} cannot have `{}` as its base register", mnemonic(), name),
           instruction().range);
  }
  template <typename Visit>
  void for_each_to_last(const Visit& visit) {
    const std::optional<int> first = register_number(register_name(operand(0)), 'r', LastRegister);
    if (!first) refuse_operands();
    for (int number = *first; number <= LastRegister; ++number) {
      visit(format("r{}", number), Value{4} * (number - *first));
    }
  }
  ExprId indexed_address(std::size_t index) {
    expect(index + 2);
    return is_zero(index) ? read(index + 1) : add(read(index), read(index + 1));
  }

  // ---- Values

  void load_into(RegisterId target, ExprId at, TagSet tags = {}) {
    const RegisterId found = info_.bits == 64 ? target : temporary();
    emit_sized(Load{found, at, Mode::Plain, tags}, info_.bits);
    if (info_.bits != 64) assign(target, part(value_of(found), info_.bits, info_.is_signed));
  }
  ExprId stored(ExprId value) { return part(value, info_.bits, false); }
  RegisterId cr0() { return hidden_register("CR0"); }
  RegisterId link() { return hidden_register("LR"); }
  ExprId computed(ExprId a, ExprId b) {
    if (info_.is_word) {
      a = signed_bits(a, 32);
      b = signed_bits(b, 32);
    }
    if (info_.op != Operation::Other) return applied(info_.op, a, b, info_.bits);
    return select(b, binary(Operator::Divide, a, b), constant(0));
  }
  ExprId shifted_number(std::size_t index) {
    const ExprId given = constant(number(index));
    return info_.is_shifted ? shift_left(given, 16) : given;
  }
  void compare(ExprId a, ExprId b) {
    const ExprId is_less = info_.is_unsigned ? unsigned_less(a, b) : binary(Operator::Less, a, b);
    assign(cr0(), select(is_less, constant(Less),
                         select(equal(a, b), constant(Equal), constant(Greater))));
  }
  void compare_parts(ExprId a, ExprId b) {
    compare(part(a, info_.bits, !info_.is_unsigned), part(b, info_.bits, !info_.is_unsigned));
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
        first <= last ? from_first & ~behind_last : (from_first | (0xffffffffU & ~behind_last));
    return static_cast<Value>(mask & 0xffffffffU);
  }
  // ---- Instructions

  [[nodiscard]] const Info* find() const {
    const Info* found = instructions().find(mnemonic());
    if (found != nullptr || !mnemonic().ends_with('.')) return found;
    const Info* plain = instructions().find(mnemonic().substr(0, mnemonic().size() - 1));
    return plain != nullptr && plain->may_record ? plain : nullptr;
  }

  bool lower_known() override {
    const Info* found = find();
    if (found == nullptr) return false;
    info_ = *found;
    takes(info_.operands);
    if (info_.count) expect(*info_.count);
    if (info_.lower != nullptr) (this->*info_.lower)();
    return true;
  }

  Info info_;
};

using Table = InstructionTable<Info>;

void add_arithmetic(Table& all) {
  using enum Operation;
  constexpr std::string_view TwoAndNumber = "two registers and a number";
  constexpr std::string_view OneAndNumber = "a register and a number";
  // Adds the register and the immediate form.
  const auto put = [&](std::string_view names, std::string_view with_number, Info info) {
    info.count = 3;
    info.lower = &PpcWriter::of_number;
    info.operands = TwoAndNumber;
    info.may_record = is_shift(info.op);
    all.put(with_number, info);
    info.lower = &PpcWriter::of_registers;
    info.operands = "three registers";
    info.may_record = true;
    all.put(names, info);
  };
  put("add", "addi", {.op = Add});
  put("sub", "subi", {.op = Subtract});
  put("subf", "", {.op = SubtractFrom});
  put("and", "andi andi.", {.op = And});
  put("andc", "", {.op = AndNot});
  put("or", "ori", {.op = Or});
  put("xor", "xori", {.op = Xor});
  put("nor", "", {.op = Nor});
  put("mulld", "mulli", {.op = Multiply});
  put("mullw", "", {.op = Multiply, .is_word = true});
  put("divd", "", {.op = Other});
  put("divw", "", {.op = Other, .is_word = true});
  put("slw", "slwi", {.op = ShiftLeft, .bits = 32});
  put("sld", "sldi", {.op = ShiftLeft});
  put("srw", "srwi", {.op = ShiftRight, .bits = 32});
  put("srd", "srdi", {.op = ShiftRight});
  put("sraw", "srawi", {.op = ShiftArithmetic, .bits = 32});
  put("srad", "sradi", {.op = ShiftArithmetic});
  put("", "addis", {.op = Add, .is_shifted = true});
  put("", "oris", {.op = Or, .is_shifted = true});
  Info number{.lower = &PpcWriter::load_number, .count = 2, .operands = OneAndNumber};
  all.put("li", number);
  number.is_shifted = true;
  all.put("lis", number);
  Info clear{
      .lower = &PpcWriter::clear_left, .count = 3, .operands = TwoAndNumber, .may_record = true};
  all.put("clrldi", clear);
  clear.bits = 32;
  all.put("clrlwi", clear);
  all.put("rlwinm rlwimi", {.lower = &PpcWriter::rotate,
                            .count = 5,
                            .operands = "two registers and three numbers",
                            .may_record = true});
  all.put(
      "mr neg not extsb extsh extsw",
      {.lower = &PpcWriter::of_one, .count = 2, .operands = "two registers", .may_record = true});
  const auto put_comparison = [&](const std::string& name, unsigned bits, bool is_unsigned) {
    Info compare{.lower = &PpcWriter::compare_registers,
                 .count = 2,
                 .operands = "two registers",
                 .bits = bits,
                 .is_unsigned = is_unsigned};
    all.put(name, compare);
    compare.lower = &PpcWriter::compare_number;
    compare.operands = OneAndNumber;
    all.put(name + "i", compare);
  };
  put_comparison("cmpw", 32, false);
  put_comparison("cmpd", 64, false);
  put_comparison("cmplw", 32, true);
  put_comparison("cmpld", 64, true);
}

void add_accesses(Table& all) {
  constexpr std::string_view Address = "a register and an address, `0(r1)`";
  constexpr std::string_view Three = "three registers";
  // Adds the four forms of an access: with a number or an index, with and without an update.
  const auto put = [&](const std::string& name, Info info) {
    for (const bool is_indexed : {false, true}) {
      info.is_indexed = is_indexed;
      info.operands = is_indexed ? Three : Address;
      for (const bool updates : {false, true}) {
        info.updates = updates;
        if (name == "lwa" && updates && !is_indexed) continue;  // there is no lwau
        all.put(format("{}{}{}", name, updates ? "u" : "", is_indexed ? "x" : ""), info);
      }
    }
  };
  put("lbz", {.lower = &PpcWriter::load, .bits = 8});
  put("lhz", {.lower = &PpcWriter::load, .bits = 16});
  put("lha", {.lower = &PpcWriter::load, .bits = 16, .is_signed = true});
  put("lwz", {.lower = &PpcWriter::load, .bits = 32});
  put("lwa", {.lower = &PpcWriter::load, .bits = 32, .is_signed = true});
  put("ld", {.lower = &PpcWriter::load});
  put("stb", {.lower = &PpcWriter::store, .bits = 8});
  put("sth", {.lower = &PpcWriter::store, .bits = 16});
  put("stw", {.lower = &PpcWriter::store, .bits = 32});
  put("std", {.lower = &PpcWriter::store});
  const auto put_exclusive = [&](std::string_view load, std::string_view store, unsigned bits) {
    all.put(load, {.lower = &PpcWriter::reserve, .operands = Three, .bits = bits});
    all.put(store, {.lower = &PpcWriter::conditional, .operands = Three, .bits = bits});
  };
  put_exclusive("lwarx", "stwcx.", 32);
  put_exclusive("ldarx", "stdcx.", 64);
  all.put("lmw", {.lower = &PpcWriter::load_multiple, .operands = Address, .bits = 32});
  all.put("stmw", {.lower = &PpcWriter::store_multiple, .operands = Address, .bits = 32});
  all.put("dcbf", {.lower = &PpcWriter::touch, .count = 2, .operands = "two registers"});
}

const Table& instructions() {
  static const Table table = [] {
    Table all;
    add_accesses(all);
    add_arithmetic(all);
    const auto put_branch = [&](std::string_view names, Value mask, bool is_negated = false) {
      all.put(names, {.lower = &PpcWriter::branch_on_cr0,
                      .operands = "a label",
                      .mask = mask,
                      .is_negated = is_negated});
    };
    put_branch("b", 0);
    put_branch("beq", Equal);
    put_branch("bne", Equal, true);
    put_branch("blt", Less);
    put_branch("bge bnl", Less, true);
    put_branch("bgt", Greater);
    put_branch("ble bng", Greater, true);
    const auto put_barrier = [&](std::string_view names, Tag tag) {
      all.put(names, {.lower = &PpcWriter::fence, .count = 0, .barrier = tag});
    };
    put_barrier("sync hwsync", Tag::Sync);
    put_barrier("lwsync", Tag::Lwsync);
    put_barrier("isync", Tag::Isync);
    put_barrier("eieio", Tag::Eieio);
    all.put("mfcr", {.lower = &PpcWriter::move_from_cr, .count = 1, .operands = "a register"});
    all.put("mflr", {.lower = &PpcWriter::move_from_link, .count = 1, .operands = "a register"});
    all.put("mtlr", {.lower = &PpcWriter::move_to_link, .count = 1, .operands = "a register"});
    all.put("bl", {.lower = &PpcWriter::call, .count = 1, .operands = "a label"});
    all.put("blr", {.lower = &PpcWriter::return_from_call, .count = 0});
    all.put("nop", {});
    return all;
  }();
  return table;
}

}  // namespace

const Dialect PpcDialect{
    .architecture = "PPC",
    .default_model = "ppc",
    .compile = compile_table<PpcWriter>,
    .find_register = find_register,
    .hint_on_register = [](const std::string&) { return Hint("the registers are r0 … r31"); }};

}  // namespace drover::litmus
