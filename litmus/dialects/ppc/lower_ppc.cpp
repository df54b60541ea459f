// Power instructions as instructions of Program, after the Power ISA, book I and II. A location is
// one cell and holds what was stored, whatever the size of its accesses, as herd has it.
//
// lwarx puts its address into a hidden register. stwcx. may always fail; it may succeed where the
// hidden register holds its address. Its result is in CR0 alone, which depends on all its operands.
#include "litmus/dialects/ppc/lower_ppc.h"

#include <algorithm>
#include <array>
#include <map>
#include <optional>
#include <utility>
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

enum class Operation : std::uint8_t {
  None,
  Add,
  AddShifted,
  Subtract,
  SubtractFrom,
  And,
  AndNot,
  Or,
  OrShifted,
  Xor,
  Nor,
  Multiply,
  Divide,
  ShiftLeft,
  ShiftRight,
  ShiftArithmetic,
  Move,
  Negate,
  Not,
  Extend8,
  Extend16,
  Extend32
};

enum CrBit : Value { Less = 8, Greater = 4, Equal = 2 };

struct Info {
  Form form = Form::Nothing;
  Operation op = Operation::None;
  unsigned bits = 64;
  bool is_unsigned = false;
  Value mask = 0;           // Branch: bits of CR0
  bool is_negated = false;  // Branch: taken where none of them is set
  Tag barrier = Tag::Sync;
  std::string_view operands = "nothing";
};

using Table = std::map<std::string, Info, std::less<>>;

constexpr std::string_view Three = "three registers";
constexpr std::string_view TwoAndNumber = "two registers and a number";

void add_accesses(Table& all) {
  constexpr std::string_view Address = "a register and an address, `0(r1)`";
  for (const char* name : {"lbz", "lhz", "lha", "lwz", "lwa", "ld"}) {
    all[name] = {.form = Form::Load, .operands = Address};
    all[std::string(name) + "x"] = {.form = Form::LoadIndexed, .operands = Three};
  }
  for (const char* name : {"stb", "sth", "stw", "std"}) {
    all[name] = {.form = Form::Store, .operands = Address};
    all[std::string(name) + "x"] = {.form = Form::StoreIndexed, .operands = Three};
  }
  for (const char* name : {"lwarx", "ldarx"})
    all[name] = {.form = Form::Reserve, .operands = Three};
  for (const char* name : {"stwcx.", "stdcx."}) {
    all[name] = {.form = Form::Conditional, .operands = Three};
  }
}

void add_register_arithmetic(Table& all) {
  using enum Operation;
  for (const auto& [name, op] :
       {std::pair("add", Add), std::pair("sub", Subtract), std::pair("subf", SubtractFrom),
        std::pair("and", And), std::pair("andc", AndNot), std::pair("or", Or),
        std::pair("xor", Xor), std::pair("nor", Nor), std::pair("mullw", Multiply),
        std::pair("mulld", Multiply), std::pair("divw", Divide), std::pair("divd", Divide)}) {
    all[name] = {.form = Form::Register, .op = op, .operands = Three};
  }
  for (const auto& [name, op, bits] :
       {std::tuple("slw", ShiftLeft, 32U), std::tuple("srw", ShiftRight, 32U),
        std::tuple("sraw", ShiftArithmetic, 32U), std::tuple("sld", ShiftLeft, 64U),
        std::tuple("srd", ShiftRight, 64U), std::tuple("srad", ShiftArithmetic, 64U)}) {
    all[name] = {.form = Form::Register, .op = op, .bits = bits, .operands = Three};
  }
  for (const auto& [name, op] :
       {std::pair("mr", Move), std::pair("neg", Negate), std::pair("not", Not),
        std::pair("extsb", Extend8), std::pair("extsh", Extend16), std::pair("extsw", Extend32)}) {
    all[name] = {.form = Form::Unary, .op = op, .operands = "two registers"};
  }
}

void add_number_arithmetic(Table& all) {
  using enum Operation;
  for (const auto& [name, op, bits] :
       {std::tuple("slwi", ShiftLeft, 32U), std::tuple("srwi", ShiftRight, 32U),
        std::tuple("srawi", ShiftArithmetic, 32U), std::tuple("sldi", ShiftLeft, 64U),
        std::tuple("srdi", ShiftRight, 64U), std::tuple("sradi", ShiftArithmetic, 64U)}) {
    all[name] = {.form = Form::Immediate, .op = op, .bits = bits, .operands = TwoAndNumber};
  }
  for (const auto& [name, op] :
       {std::pair("addi", Add), std::pair("addis", AddShifted), std::pair("subi", Subtract),
        std::pair("andi", And), std::pair("andi.", And), std::pair("ori", Or),
        std::pair("oris", OrShifted), std::pair("xori", Xor), std::pair("mulli", Multiply)}) {
    all[name] = {.form = Form::Immediate, .op = op, .operands = TwoAndNumber};
  }
  all["li"] = {.form = Form::LoadNumber, .op = Add, .operands = "a register and a number"};
  all["lis"] = {.form = Form::LoadNumber, .op = AddShifted, .operands = "a register and a number"};
  all["rlwinm"] = {.form = Form::RotateMask, .operands = "two registers and three numbers"};
  all["rlwimi"] = {.form = Form::RotateInsert, .operands = "two registers and three numbers"};
  all["clrldi"] = {.form = Form::ClearLeft, .operands = TwoAndNumber};
  all["clrlwi"] = {.form = Form::ClearLeft, .bits = 32, .operands = TwoAndNumber};
}

void add_comparisons(Table& all) {
  for (const char* name : {"cmpw", "cmpd"}) {
    all[name] = {.form = Form::Compare, .operands = "two registers"};
    all[std::string(name) + "i"] = {.form = Form::CompareNumber,
                                    .operands = "a register and a number"};
  }
  for (const char* name : {"cmplw", "cmpld"}) {
    all[name] = {.form = Form::Compare, .is_unsigned = true, .operands = "two registers"};
    all[std::string(name) + "i"] = {
        .form = Form::CompareNumber, .is_unsigned = true, .operands = "a register and a number"};
  }
}

void add_branches_and_barriers(Table& all) {
  all["b"] = {.form = Form::Branch, .operands = "a label"};
  for (const auto& [name, mask, is_negated] :
       {std::tuple("beq", Equal, false), std::tuple("bne", Equal, true),
        std::tuple("blt", Less, false), std::tuple("bge", Less, true),
        std::tuple("bgt", Greater, false), std::tuple("ble", Greater, true)}) {
    all[name] = {
        .form = Form::Branch, .mask = mask, .is_negated = is_negated, .operands = "a label"};
  }
  for (const auto& [name, tag] : {std::pair("sync", Tag::Sync), std::pair("hwsync", Tag::Sync),
                                  std::pair("lwsync", Tag::Lwsync), std::pair("isync", Tag::Isync),
                                  std::pair("eieio", Tag::Eieio)}) {
    all[name] = {.form = Form::Barrier, .barrier = tag};
  }
}

const Table& instructions() {
  static const Table table = [] {
    Table all;
    add_accesses(all);
    add_register_arithmetic(all);
    add_number_arithmetic(all);
    add_comparisons(all);
    add_branches_and_barriers(all);
    all["mfcr"] = {.form = Form::MoveFromCr, .operands = "a register"};
    all["blr"] = {.form = Form::Return};
    all["nop"] = {};
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

  [[nodiscard]] bool is_register_name(const std::string& name) const override {
    return is_ppc_register(name);
  }
  [[nodiscard]] Hint hint_on_register(const std::string& name) const override {
    return hint_on_ppc_register(name);
  }
  [[nodiscard]] std::vector<std::string> known_mnemonics() const override {
    std::vector<std::string> names;
    for (const auto& [name, info] : instructions()) names.push_back(name);
    return names;
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
    return register_of(ppc_register_name(register_name(given)));
  }
  RegisterId reg(std::size_t index) { return reg(operand(index)); }
  ExprId read(std::size_t index) { return value_of(reg(index)); }
  [[nodiscard]] bool is_zero(std::size_t index) {
    return register_number(register_name(operand(index))) == 0;
  }
  // r0 stands for the number 0 where it is the first part of an address.
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
  // As herd has it, only `lwa` and `lwax` change what they read.
  void load(ExprId at) {
    const RegisterId target = reg(0);
    emit(Load{target, at});
    if (mnemonic().starts_with("lwa")) assign(target, signed_bits(value_of(target), 32));
  }
  RegisterId reserved() { return hidden_register("reserved address"); }
  RegisterId cr0() { return hidden_register("CR0"); }

  void reserve() {
    const ExprId at = indexed_address(1);
    assign(reserved(), at);
    emit(Load{reg(0), at, Mode::Plain, TagSet::of(Tag::Exclusive)});
  }
  void conditional() {
    const ExprId at = kept(indexed_address(1));
    const ExprId sources =
        kept(bit_and(bit_or(bit_or(at, read(0)), value_of(reserved())), constant(0)));
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
    emit(Store{at, read(0), Mode::Plain, TagSet::of(Tag::Exclusive)});
    assign(cr0(), bit_or(sources, constant(Equal)));
    assign(reserved(), constant(0));
    go_to(end);
    place(fails);
    assign(cr0(), sources);
    assign(reserved(), constant(0));
    place(end);
  }

  // ---- Arithmetic

  ExprId computed(Operation op, ExprId a, ExprId b) {
    const auto count = [&] { return bit_and(b, constant(info_.bits - 1)); };
    switch (op) {
      case Operation::Add: return add(a, b);
      case Operation::AddShifted: return add(a, shift_left(b, 16));
      case Operation::Subtract: return binary(Operator::Subtract, a, b);
      case Operation::SubtractFrom: return binary(Operator::Subtract, b, a);
      case Operation::And: return bit_and(a, b);
      case Operation::AndNot: return bit_and(a, unary(Operator::Complement, b));
      case Operation::Or: return bit_or(a, b);
      case Operation::OrShifted: return bit_or(a, shift_left(b, 16));
      case Operation::Xor: return bit_xor(a, b);
      case Operation::Nor: return unary(Operator::Complement, bit_or(a, b));
      case Operation::Multiply: return binary(Operator::Multiply, a, b);
      case Operation::Divide: return select(b, binary(Operator::Divide, a, b), constant(0));
      case Operation::ShiftLeft:
        return low_bits(binary(Operator::ShiftLeft, a, count()), info_.bits);
      case Operation::ShiftRight: return shift_right(low_bits(a, info_.bits), count());
      case Operation::ShiftArithmetic:
        return binary(Operator::ShiftRight, signed_bits(a, info_.bits), count());
      case Operation::Move: return a;
      case Operation::Negate: return unary(Operator::Negate, a);
      case Operation::Not: return unary(Operator::Complement, a);
      case Operation::Extend8: return signed_bits(a, 8);
      case Operation::Extend16: return signed_bits(a, 16);
      case Operation::Extend32: return signed_bits(a, 32);
      case Operation::None: break;
    }
    return a;
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

  // The bits `first` to `last` of 32, counted from the left; round the end if need be.
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
    // `beq cr0,L`.
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
    const auto found = instructions().find(mnemonic());
    if (found != instructions().end()) return &found->second;
    if (!mnemonic().ends_with('.')) return nullptr;
    const auto plain = instructions().find(mnemonic().substr(0, mnemonic().size() - 1));
    if (plain == instructions().end()) return nullptr;
    const Form form = plain->second.form;
    const bool may_record = form == Form::Register || form == Form::Unary ||
                            form == Form::RotateMask || form == Form::RotateInsert ||
                            form == Form::ClearLeft;
    return may_record ? &plain->second : nullptr;
  }

  ExprId computed_from_operands() {
    expect(info_.form == Form::Register || info_.form == Form::Immediate ? 3 : 2);
    if (info_.form == Form::Register) return computed(info_.op, read(1), read(2));
    if (info_.form == Form::LoadNumber) return computed(info_.op, constant(0), constant(number(1)));
    if (info_.form == Form::Unary) return computed(info_.op, read(1), constant(0));
    const bool adds = info_.op == Operation::Add || info_.op == Operation::AddShifted;
    return computed(info_.op, adds ? read_or_zero(1) : read(1), constant(number(2)));
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

std::string ppc_register_name(const std::string& name) {
  const std::optional<int> number = register_number(name);
  return number ? format("r{}", *number) : name;
}

bool is_ppc_register(const std::string& name) {
  return register_number(name).has_value() || (name.size() > 1 && name[0] == '%');
}

Hint hint_on_ppc_register(const std::string& /*name*/) { return "the registers are r0 … r31"; }

int ppc_register_rank(const std::string& name) { return register_number(name).value_or(100); }

bool compile_ppc(const SourceBuffer& source, Section section, Assembly& assembly,
                 DiagnosticSink& sink) {
  return compile_table<PpcWriter>(source, section, assembly, sink);
}

}  // namespace drover::litmus
