// AArch64 instructions as instructions of Program, after the Arm Architecture Reference Manual
// (DDI 0487), part C. A location is one cell, whatever the size of its accesses; what is read and
// written is cut to that size. Registers hold 64 bits; a W register is the low half of an X
// register.
//
// Exclusives: a load puts its address into a hidden register. A store may always fail; it may
// succeed where the hidden register holds its address. Which of the two it does is a choice, on
// which nothing depends.
#include "litmus/lower_aarch64.h"

#include <algorithm>
#include <array>
#include <optional>
#include <set>
#include <utility>
#include <vector>

#include "frontend/suggestion.h"
#include "litmus/aarch64_instructions.h"
#include "litmus/column_writer.h"
#include "support/format.h"

namespace drover::litmus {

namespace {

using aarch64::Form;
using aarch64::Info;
using aarch64::Operation;
using table::Operand;
using table::OperandKind;

struct Register {
  std::string name;  // of all 64 bits; empty for the zero register
  unsigned bits = 64;

  [[nodiscard]] bool is_zero() const { return name.empty(); }
};

bool is_decimal(std::string_view text) {
  return !text.empty() && text.find_first_not_of("0123456789") == std::string_view::npos;
}

std::optional<Register> parse_register(const std::string& text) {
  const std::string name = upper_case(text);
  if (name == "SP") return Register{"SP", 64};
  if (name == "WSP") return Register{"SP", 32};
  if (name == "LR") return Register{"X30", 64};
  if (name == "FP") return Register{"X29", 64};
  if (name[0] == '%' && name.size() > 1) return Register{"X" + text, 64};
  if (name.size() < 2 || (name[0] != 'X' && name[0] != 'W')) return std::nullopt;
  const unsigned bits = name[0] == 'X' ? 64 : 32;
  const std::string number = name.substr(1);
  if (number == "ZR") return Register{"", bits};
  if (number[0] == '%') return Register{"X" + text.substr(1), bits};
  if (!is_decimal(number) || number.size() > 2 || std::stoi(number) > 30) return std::nullopt;
  return Register{"X" + std::to_string(std::stoi(number)), bits};
}

constexpr std::array<std::pair<std::string_view, Tag>, 12> DmbTags{{{"SY", Tag::DmbSy},
                                                                    {"LD", Tag::DmbLd},
                                                                    {"ST", Tag::DmbSt},
                                                                    {"ISH", Tag::DmbIsh},
                                                                    {"ISHLD", Tag::DmbIshLd},
                                                                    {"ISHST", Tag::DmbIshSt},
                                                                    {"OSH", Tag::DmbOsh},
                                                                    {"OSHLD", Tag::DmbOshLd},
                                                                    {"OSHST", Tag::DmbOshSt},
                                                                    {"NSH", Tag::DmbNsh},
                                                                    {"NSHLD", Tag::DmbNshLd},
                                                                    {"NSHST", Tag::DmbNshSt}}};

const std::vector<std::string> Extensions{"SXTW", "UXTW", "SXTH", "UXTH", "SXTB", "UXTB",
                                          "SXTX", "UXTX", "LSL",  "LSR",  "ASR",  "ROR"};

enum Flag : Value { Negative = 8, Zero = 4, Carry = 2, Overflow = 1 };

// Writes the code of one thread. A short-lived worker: holds references.
class Aarch64Writer : public ColumnWriter {
 public:
  using ColumnWriter::ColumnWriter;

 private:
  // What an instruction does to memory, and where.
  struct Address {
    ExprId at;
    std::optional<std::pair<RegisterId, ExprId>> written_back = {};
  };

  // ---- Operands

  // What is wrong with the operands of an instruction is said once.
  struct Wrong {};

  [[noreturn]] void refuse(const std::string& what, SourceRange at, const Hint& hint = {}) {
    complain(what, at, hint);
    throw Wrong{};
  }
  [[noreturn]] void refuse_operands() {
    refuse(format("{} takes {}", mnemonic_, info_->operands), instruction_->range);
  }
  [[nodiscard]] const Operand& operand(std::size_t index) {
    if (index >= instruction_->operands.size()) refuse_operands();
    return instruction_->operands[index];
  }
  void expect_at_most(std::size_t count) {
    if (instruction_->operands.size() > count) refuse_operands();
  }
  [[nodiscard]] bool is_register(std::size_t index) const {
    return index < instruction_->operands.size() &&
           instruction_->operands[index].kind == OperandKind::Name &&
           parse_register(instruction_->operands[index].name).has_value();
  }
  Register reg(const Operand& given) {
    if (given.kind != OperandKind::Name) refuse_operands();
    std::optional<Register> found = parse_register(given.name);
    if (found) return *std::move(found);
    const std::string upper = upper_case(given.name);
    const bool is_vector = upper.size() > 1 && is_decimal(upper.substr(1, 1)) &&
                           std::string_view("VQDSHBZP").find(upper[0]) != std::string_view::npos;
    if (is_vector) {
      sink().report(DiagnosticKind::LitmusUnsupported, given.range,
                    {format("the vector register `{}`", given.name)});
      throw Wrong{};
    }
    refuse(format("unknown register `{}`", given.name), given.range,
           assembly().has_global(given.name)
               ? Hint(format("put the address of `{0}` into a register, `{1}:X9={0}` in the "
                             "initial state, and write `[X9]`",
                             given.name, thread().number))
               : hint_on_aarch64_register(given.name));
  }
  Register reg(std::size_t index) { return reg(operand(index)); }
  Value number(const Operand& given) {
    if (given.kind != OperandKind::Number) refuse_operands();
    return given.number;
  }
  Value number(std::size_t index) { return number(operand(index)); }
  Value number_below(std::size_t index, Value bound) {
    const Value found = number(index);
    if (found >= 0 && found < bound) return found;
    refuse(format("{} is not between 0 and {}", found, bound - 1), operand(index).range);
  }

  ExprId read(const Register& source) {
    if (source.is_zero()) return constant(0);
    return low_bits(value_of(register_of(source.name)), source.bits);
  }
  ExprId read(std::size_t index) { return read(reg(index)); }
  void write(const Register& target, ExprId value) {
    if (target.is_zero()) return;
    changed_.insert(target.name);
    assign(register_of(target.name), low_bits(value, target.bits));
  }

  // The amount by which a register is extended and shifted, as its last part says.
  ExprId extended(const Operand& source, const Operand* extension) {
    const Register given = reg(source);
    if (extension == nullptr) return read(given);
    const std::string word = upper_case(extension->name);
    const auto amount =
        static_cast<unsigned>(extension->kind == OperandKind::Shift ? extension->number : Value{0});
    if (amount > 63) refuse(format("{} is not between 0 and 63", amount), extension->range);
    const ExprId value = given.is_zero() ? constant(0) : value_of(register_of(given.name));
    const auto shifted = [&](ExprId extended_value) { return shift_left(extended_value, amount); };
    if (word == "SXTW") return shifted(signed_bits(value, 32));
    if (word == "UXTW") return shifted(low_bits(value, 32));
    if (word == "SXTH") return shifted(signed_bits(value, 16));
    if (word == "UXTH") return shifted(low_bits(value, 16));
    if (word == "SXTB") return shifted(signed_bits(value, 8));
    if (word == "UXTB") return shifted(low_bits(value, 8));
    if (word == "SXTX" || word == "UXTX") return shifted(value);
    if (word == "LSL") return shifted(read(given));
    if (word == "LSR") return shift_right(read(given), amount);
    if (word == "ASR") {
      return binary(Operator::ShiftRight, signed_bits(value, given.bits), constant(amount));
    }
    if (word == "ROR") return rotated(read(given), constant(amount), given.bits);
    Hint hint = did_you_mean(word, Extensions);
    hint.misspelt = extension->name;
    refuse(format("unknown extension `{}`", extension->name), extension->range, hint);
  }

  // A register that may be shifted, or a number, from this operand on.
  ExprId flexible(std::size_t index, unsigned bits) {
    const Operand& given = operand(index);
    const bool has_more = index + 1 < instruction_->operands.size();
    if (given.kind == OperandKind::Number) {
      expect_at_most(index + 2);
      Value value = given.number;
      if (has_more) {
        const Operand& shift = operand(index + 1);
        if (shift.kind != OperandKind::Shift || upper_case(shift.name) != "LSL") refuse_operands();
        value = static_cast<Value>(static_cast<std::uint64_t>(value) << (shift.number & 63));
      }
      return low_bits(constant(value), bits);
    }
    expect_at_most(index + 2);
    return low_bits(extended(given, has_more ? &operand(index + 1) : nullptr), bits);
  }

  // `[…]` at `index`, with what stands behind it.
  Address address(std::size_t index) {
    const Operand& memory = operand(index);
    if (memory.kind != OperandKind::Memory || memory.parts.empty()) refuse_operands();
    expect_at_most(index + 2);
    const Register base = reg(memory.parts[0]);
    if (base.bits != 64) {
      refuse("an address is in an X register", memory.parts[0].range);
    }
    ExprId at = read(base);
    if (memory.parts.size() > 3) refuse_operands();
    if (memory.parts.size() > 1) {
      const Operand& offset = memory.parts[1];
      const bool is_number = offset.kind == OperandKind::Number;
      if (is_number && memory.parts.size() > 2) refuse_operands();
      const ExprId distance =
          is_number ? constant(offset.number)
                    : extended(offset, memory.parts.size() > 2 ? &memory.parts[2] : nullptr);
      at = add(at, distance);
    }
    const bool has_more = index + 1 < instruction_->operands.size();
    if (memory.is_written_back) {
      if (has_more) refuse_operands();
      const ExprId moved = kept(at);
      return {moved, std::pair(register_of(base.name), moved)};
    }
    if (!has_more) return {at};
    const Operand& step = operand(index + 1);
    const ExprId before = kept(at);
    const ExprId distance =
        step.kind == OperandKind::Number ? constant(step.number) : read(reg(step));
    return {before, std::pair(register_of(base.name), add(before, distance))};
  }
  // Accesses of one location have one size. Seen where the address is what the initial state says.
  void check_size(std::size_t index, unsigned bits) {
    const Operand& memory = operand(index);
    if (memory.kind != OperandKind::Memory || memory.parts.size() != 1) return;
    const Register base = reg(memory.parts[0]);
    const auto& known = assembly().initial_registers(thread().number);
    const auto found = known.find(base.name);
    if (found == known.end() || changed_.contains(base.name)) return;
    if (assembly().note_access_size(found->second, bits)) return;
    sink()
        .report(DiagnosticKind::LitmusUnsupported, instruction_->range,
                {format("an access of {} bits to what is accessed with another size", bits)})
        .with_hint("a location is one cell here: use one size for all accesses to it");
  }
  void write_back(const Address& address) {
    if (address.written_back) assign(address.written_back->first, address.written_back->second);
  }

  [[nodiscard]] unsigned access_bits(const Register& data) const {
    return info_->bits != 0 ? info_->bits : data.bits;
  }
  [[nodiscard]] TagSet read_tags() const {
    TagSet tags;
    if (info_->acquires) tags.insert(Tag::Acquire);
    if (info_->acquires_pc) tags.insert(Tag::AcquirePc);
    return tags;
  }
  [[nodiscard]] TagSet write_tags() const {
    return info_->releases ? TagSet::of(Tag::Release) : TagSet();
  }

  // ---- Loads and stores

  void load_into(const Register& target, ExprId at, TagSet tags) {
    const RegisterId found = target.is_zero() ? temporary() : register_of(target.name);
    changed_.insert(target.name);
    emit(Load{found, at, Mode::Plain, tags});
    const unsigned bits = access_bits(target);
    if (target.is_zero() || bits == 64) return;
    const ExprId value = value_of(found);
    write(target, info_->is_signed ? signed_bits(value, bits) : low_bits(value, bits));
  }
  void store_from(const Register& source, ExprId at, TagSet tags) {
    const ExprId value = low_bits(read(source), access_bits(source));
    emit(Store{at, value, Mode::Plain, tags});
  }

  void load() {
    const Register target = reg(0);
    const Address at = address(1);
    check_size(1, access_bits(target));
    load_into(target, at.at, read_tags());
    write_back(at);
  }
  void store() {
    const Register source = reg(0);
    const Address at = address(1);
    check_size(1, access_bits(source));
    store_from(source, at.at, write_tags());
    write_back(at);
  }
  [[nodiscard]] ExprId second_of_pair(ExprId first, const Register& data) {
    return add(first, constant(access_bits(data) / 8));
  }
  void load_pair() {
    const Register first = reg(0);
    const Register second = reg(1);
    const Address at = address(2);
    const ExprId begin = kept(at.at);
    load_into(first, begin, read_tags());
    load_into(second, second_of_pair(begin, first), read_tags());
    write_back(at);
  }
  void store_pair() {
    const Register first = reg(0);
    const Register second = reg(1);
    const Address at = address(2);
    const ExprId begin = kept(at.at);
    store_from(first, begin, write_tags());
    store_from(second, second_of_pair(begin, first), write_tags());
    write_back(at);
  }

  // ---- Exclusives

  RegisterId reserved_address() { return hidden_register("reserved address"); }
  RegisterId reserved_bits() { return hidden_register("reserved bits"); }

  void exclusive_load(bool is_pair) {
    const Register first = reg(0);
    const Address at = address(is_pair ? 2 : 1);
    const unsigned bits = access_bits(first) * (is_pair ? 2 : 1);
    const TagSet tags = read_tags().with(TagSet::of(Tag::Exclusive));
    assign(reserved_bits(), constant(bits));
    assign(reserved_address(), at.at);
    const ExprId begin = is_pair ? kept(at.at) : at.at;
    load_into(first, begin, tags);
    if (is_pair) load_into(reg(1), second_of_pair(begin, first), tags);
  }
  void exclusive_store(bool is_pair) {
    const Register status = reg(0);
    if (status.bits != 32) refuse("the status register is a W register", operand(0).range);
    const Register first = reg(1);
    const ExprId at = kept(address(is_pair ? 3 : 2).at);
    const unsigned bits = access_bits(first) * (is_pair ? 2 : 1);
    const TagSet tags = write_tags().with(TagSet::of(Tag::Exclusive));
    const Target may = make_target();
    const Target succeeds = make_target();
    const Target fails = make_target();
    const Target end = make_target();
    branch(binary(Operator::And, equal(value_of(reserved_address()), at),
                  equal(value_of(reserved_bits()), constant(bits))),
           may, fails, Flow::Silent);
    place(may);
    const RegisterId choice = temporary();
    emit(Choose{choice, 2});
    branch(value_of(choice), succeeds, fails, Flow::Silent);
    place(succeeds);
    const ExprId picked = value_of(reserved_address());
    emit(Store{at, low_bits(read(first), access_bits(first)), Mode::Plain, tags, picked});
    if (is_pair) {
      emit(Store{second_of_pair(at, first), low_bits(read(2), access_bits(first)), Mode::Plain,
                 tags, picked});
    }
    write(status, constant(0));
    assign(reserved_address(), constant(0));
    go_to(end);
    place(fails);
    write(status, constant(1));
    assign(reserved_address(), constant(0));
    place(end);
  }

  // ---- Atomic instructions

  // What an operation makes of the old value; both are cut to `bits`.
  ExprId applied(Operation op, ExprId old, ExprId given, unsigned bits) {
    const auto pick = [&](ExprId is_first) { return select(is_first, old, given); };
    const ExprId signed_old = signed_bits(old, bits);
    const ExprId signed_given = signed_bits(given, bits);
    switch (op) {
      case Operation::Add: return add(old, given);
      case Operation::Subtract: return binary(Operator::Subtract, old, given);
      case Operation::And: return bit_and(old, given);
      case Operation::AndNot: return bit_and(old, unary(Operator::Complement, given));
      case Operation::Or: return bit_or(old, given);
      case Operation::OrNot: return bit_or(old, unary(Operator::Complement, given));
      case Operation::Xor: return bit_xor(old, given);
      case Operation::XorNot: return bit_xor(old, unary(Operator::Complement, given));
      case Operation::SignedMax: return pick(binary(Operator::Greater, signed_old, signed_given));
      case Operation::SignedMin: return pick(binary(Operator::Less, signed_old, signed_given));
      case Operation::UnsignedMax: return pick(unsigned_less(given, old));
      case Operation::UnsignedMin: return pick(unsigned_less(old, given));
      default: break;
    }
    return old;
  }

  ReadModifyWrite update(RegisterId old, ExprId at, ExprId given, unsigned bits, bool returns) {
    ReadModifyWrite out{.target = old, .address = at, .operand = given};
    out.read_tags = TagSet::of(Tag::Exclusive);
    // Nobody waits for what is not returned.
    if (!returns) {
      out.read_tags.insert(Tag::NoReturn);
    } else {
      out.read_tags = out.read_tags.with(read_tags());
    }
    out.write_tags = write_tags().with(TagSet::of(Tag::Exclusive));
    if (info_->form == Form::Swap) return out;
    const ExprId before = low_bits(value_of(old), bits);
    out.op = RmwOperator::Add;
    out.desired = low_bits(applied(info_->op, before, given, bits), bits);
    return out;
  }

  void atomic_update() {
    const bool stores_only = info_->form == Form::StoreOperation;
    const Register source = reg(0);
    const Register target = stores_only ? Register{} : reg(1);
    const unsigned bits = access_bits(source);
    const ExprId at = address(stores_only ? 1 : 2).at;
    const RegisterId old = temporary();
    const ExprId given = low_bits(read(source), bits);
    emit(update(old, at, given, bits, !target.is_zero()));
    write(target, low_bits(value_of(old), bits));
  }

  // herd, and the manual, let a failing compare-and-swap write back what it read, or not; and let
  // the result be what was compared with, or what was read. Each is an execution.
  void compare_and_swap() {
    const Register expected = reg(0);
    const Register desired = reg(1);
    const unsigned bits = access_bits(expected);
    const ExprId at = kept(address(2).at);
    const ExprId wanted = kept(low_bits(read(expected), bits));
    enum : Value { SucceedsFromRegister, Succeeds, FailsFromRegister, Fails, FailsAndWrites, Ways };
    const RegisterId way = temporary();
    const RegisterId old = temporary();
    emit(Choose{way, static_cast<std::uint32_t>(Ways)});
    const ExprId found = low_bits(value_of(old), bits);
    const Target end = make_target();
    const auto when = [&](Value chosen, auto body) {
      const Target here = make_target();
      const Target next = make_target();
      branch(equal(value_of(way), constant(chosen)), here, next, Flow::Silent);
      place(here);
      body();
      go_to(end);
      place(next);
    };
    ReadModifyWrite swap{.target = old,
                         .address = at,
                         .operand = low_bits(read(desired), bits),
                         .read_tags = read_tags().with(TagSet::of(Tag::Exclusive)),
                         .write_tags = write_tags().with(TagSet::of(Tag::Exclusive))};
    when(SucceedsFromRegister, [&] {
      emit(swap);
      require(equal(found, wanted));
      if (!expected.is_zero()) {
        emit(Assign{register_of(expected.name), wanted, value_of(old)});
      }
    });
    when(Succeeds, [&] {
      emit(swap);
      require(equal(found, wanted));
      write(expected, found);
    });
    for (const Value way_to_fail : {FailsFromRegister, Fails}) {
      when(way_to_fail, [&] {
        emit(Load{old, at, Mode::Plain, read_tags()});
        require(binary(Operator::NotEqual, found, wanted));
        write(expected, found);
      });
    }
    ReadModifyWrite keep = swap;
    keep.op = RmwOperator::Add;
    keep.operand = constant(0);
    emit(keep);
    require(binary(Operator::NotEqual, found, wanted));
    write(expected, found);
    place(end);
  }

  // ---- Barriers

  void barrier() {
    expect_at_most(1);
    const std::string option = instruction_->operands.empty() ? "SY" : upper_case(operand(0).name);
    const auto* found = std::ranges::find(DmbTags, std::string_view(option),
                                          &std::pair<std::string_view, Tag>::first);
    if (found == DmbTags.end()) refuse_operands();
    auto tag = static_cast<std::size_t>(found->second);
    if (mnemonic_ == "DSB") {
      tag += static_cast<std::size_t>(Tag::DsbSy) - static_cast<std::size_t>(Tag::DmbSy);
    }
    const bool is_full = !option.ends_with("LD") && !option.ends_with("ST");
    emit(FenceInstruction{is_full ? Mode::Sc : Mode::Rlx, TagSet::of(static_cast<Tag>(tag))});
  }

  // ---- Arithmetic

  RegisterId flags() { return hidden_register("NZCV"); }

  void set_flags(Operation op, ExprId left, ExprId right, ExprId result, unsigned bits) {
    const auto flag = [&](ExprId holds, Flag value) {
      return select(holds, constant(value), constant(0));
    };
    const ExprId top = constant(static_cast<Value>(std::uint64_t{1} << (bits - 1)));
    const auto has_top = [&](ExprId value) {
      return binary(Operator::NotEqual, bit_and(value, top), constant(0));
    };
    ExprId all = bit_or(flag(has_top(result), Negative), flag(equal(result, constant(0)), Zero));
    if (op == Operation::Add) {
      all = bit_or(all, flag(unsigned_less(result, left), Carry));
      const ExprId overflow =
          bit_and(unary(Operator::Complement, bit_xor(left, right)), bit_xor(left, result));
      all = bit_or(all, flag(has_top(overflow), Overflow));
    } else if (op == Operation::Subtract) {
      all = bit_or(all, flag(unary(Operator::Not, unsigned_less(left, right)), Carry));
      const ExprId overflow = bit_and(bit_xor(left, right), bit_xor(left, result));
      all = bit_or(all, flag(has_top(overflow), Overflow));
    }
    assign(flags(), all);
  }

  void arithmetic(const Register& target, ExprId left, ExprId right, unsigned bits) {
    if (!info_->sets_flags) {
      write(target, applied(info_->op, left, right, bits));
      return;
    }
    const ExprId first = kept(left);
    const ExprId second = kept(right);
    const ExprId result = kept(low_bits(applied(info_->op, first, second, bits), bits));
    set_flags(info_->op, first, second, result, bits);
    write(target, result);
  }

  void binary_operation() {
    const Register target = reg(0);
    const Register left = reg(1);
    arithmetic(target, read(left), flexible(2, target.bits), target.bits);
  }
  void compare() {
    const Register left = reg(0);
    arithmetic(Register{"", left.bits}, read(left), flexible(1, left.bits), left.bits);
  }
  void negate() {
    const Register target = reg(0);
    arithmetic(target, constant(0), flexible(1, target.bits), target.bits);
  }
  void add_carry() {
    expect_at_most(3);
    const Register target = reg(0);
    const unsigned bits = target.bits;
    const ExprId left = kept(read(1));
    const bool subtracts = info_->op == Operation::Subtract;
    const ExprId right =
        kept(subtracts ? low_bits(unary(Operator::Complement, read(2)), bits) : read(2));
    const ExprId carry =
        kept(select(bit_and(value_of(flags()), constant(Carry)), constant(1), constant(0)));
    const ExprId result = kept(low_bits(add(add(left, right), carry), bits));
    if (info_->sets_flags) {
      const ExprId has_carry = select(carry, unary(Operator::Not, unsigned_less(left, result)),
                                      unsigned_less(result, left));
      set_flags(Operation::And, left, right, result, bits);
      const ExprId top = constant(static_cast<Value>(std::uint64_t{1} << (bits - 1)));
      const ExprId overflow = bit_and(
          bit_and(unary(Operator::Complement, bit_xor(left, right)), bit_xor(left, result)), top);
      // A carry in makes equal mean that all went round, unless nothing was added.
      const ExprId wraps =
          select(carry, unary(Operator::Not, unsigned_less(left, result)), has_carry);
      assign(flags(), bit_or(bit_or(value_of(flags()), select(wraps, constant(Carry), constant(0))),
                             select(overflow, constant(Overflow), constant(0))));
    }
    write(target, result);
  }

  ExprId rotated(ExprId value, ExprId count, unsigned bits) {
    const ExprId mask = constant(bits - 1);
    const ExprId right = bit_and(count, mask);
    const ExprId left = bit_and(binary(Operator::Subtract, constant(bits), right), mask);
    return bit_or(shift_right(value, right),
                  low_bits(binary(Operator::ShiftLeft, value, left), bits));
  }
  void shift() {
    expect_at_most(3);
    const Register target = reg(0);
    const unsigned bits = target.bits;
    const ExprId value = read(1);
    const ExprId count = operand(2).kind == OperandKind::Number
                             ? constant(number_below(2, bits))
                             : bit_and(read(2), constant(bits - 1));
    switch (info_->op) {
      case Operation::ShiftLeft: write(target, binary(Operator::ShiftLeft, value, count)); break;
      case Operation::ShiftRight: write(target, shift_right(value, count)); break;
      case Operation::ShiftArithmetic:
        write(target, binary(Operator::ShiftRight, signed_bits(value, bits), count));
        break;
      default: write(target, rotated(value, count, bits)); break;
    }
  }

  // UBFM and SBFM: bits r … s go to the bottom, or bits 0 … s go up by bits - r.
  void bit_field() {
    expect_at_most(4);
    const Register target = reg(0);
    const auto bits = static_cast<Value>(target.bits);
    const Value rotate = number_below(2, bits);
    const Value last = number_below(3, bits);
    const ExprId source = read(1);
    const bool goes_down = last >= rotate;
    const auto width = static_cast<unsigned>(goes_down ? last - rotate + 1 : last + 1);
    const auto up = static_cast<unsigned>(goes_down ? 0 : bits - rotate);
    const ExprId field = goes_down ? shift_right(source, static_cast<unsigned>(rotate)) : source;
    if (info_->is_negated) {  // BFM keeps the others
      const ExprId mask = constant(static_cast<Value>(
          (width >= 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << width) - 1) << up));
      write(target, bit_or(bit_and(read(0), unary(Operator::Complement, mask)),
                           bit_and(shift_left(field, up), mask)));
      return;
    }
    const ExprId cut = info_->is_signed ? signed_bits(field, width) : low_bits(field, width);
    write(target, shift_left(cut, up));
  }
  void bit_extract() {
    expect_at_most(4);
    const Register target = reg(0);
    const Value first = number_below(2, target.bits);
    const Value width = number_below(3, static_cast<Value>(target.bits) - first + 1);
    const ExprId field = shift_right(read(1), static_cast<unsigned>(first));
    const auto bits = static_cast<unsigned>(width);
    write(target, info_->is_signed ? signed_bits(field, bits) : low_bits(field, bits));
  }
  void bit_insert() {
    expect_at_most(4);
    const Register target = reg(0);
    const auto first = static_cast<unsigned>(number_below(2, target.bits));
    const auto width = static_cast<unsigned>(number_below(3, target.bits + Value{1} - first));
    const ExprId mask = constant(static_cast<Value>(
        (width >= 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << width) - 1) << first));
    write(target, bit_or(bit_and(read(0), unary(Operator::Complement, mask)),
                         bit_and(shift_left(read(1), first), mask)));
  }
  void extend() {
    expect_at_most(2);
    const ExprId value = read(1);
    write(reg(0),
          info_->is_signed ? signed_bits(value, info_->bits) : low_bits(value, info_->bits));
  }

  // Each group of `bits` bits trades places with its neighbour.
  ExprId swapped(ExprId value, std::uint64_t low_mask, unsigned bits) {
    const ExprId mask = constant(static_cast<Value>(low_mask));
    const ExprId kept_value = kept(value);
    return bit_or(bit_and(shift_right(kept_value, bits), mask),
                  shift_left(bit_and(kept_value, mask), bits));
  }
  ExprId counted_bits(ExprId value) {
    ExprId sum = constant(0);
    const ExprId kept_value = kept(value);
    for (unsigned i = 0; i < 64; ++i) {
      sum = add(sum, bit_and(shift_right(kept_value, i), constant(1)));
    }
    return sum;
  }
  ExprId leading_zeros(ExprId value, unsigned bits) {
    ExprId smeared = value;
    for (const unsigned step : {1U, 2U, 4U, 8U, 16U, 32U}) {
      const ExprId before = kept(smeared);
      smeared = bit_or(before, shift_right(before, step));
    }
    return binary(Operator::Subtract, constant(bits), counted_bits(smeared));
  }
  ExprId reversed_bytes(ExprId value, unsigned group) {
    ExprId out = swapped(value, 0x00ff00ff00ff00ffU, 8);
    if (group >= 32) out = swapped(out, 0x0000ffff0000ffffU, 16);
    if (group >= 64) out = swapped(out, 0x00000000ffffffffU, 32);
    return out;
  }
  void one_source() {
    expect_at_most(2);
    const Register target = reg(0);
    const unsigned bits = target.bits;
    const ExprId value = kept(read(1));
    switch (info_->op) {
      case Operation::Absolute: {
        const ExprId number = signed_bits(value, bits);
        write(target, select(binary(Operator::Less, number, constant(0)),
                             unary(Operator::Negate, number), number));
        break;
      }
      case Operation::ReverseBits: {
        ExprId out = swapped(value, 0x5555555555555555U, 1);
        out = swapped(out, 0x3333333333333333U, 2);
        out = swapped(out, 0x0f0f0f0f0f0f0f0fU, 4);
        write(target, reversed_bytes(out, bits));
        break;
      }
      case Operation::ReverseBytes: write(target, reversed_bytes(value, bits)); break;
      case Operation::ReverseBytes16: write(target, reversed_bytes(value, 16)); break;
      case Operation::ReverseBytes32: write(target, reversed_bytes(value, 32)); break;
      case Operation::LeadingZeros: write(target, leading_zeros(value, bits)); break;
      case Operation::LeadingSigns: {
        const ExprId number = signed_bits(value, bits);
        const ExprId folded =
            low_bits(bit_xor(number, binary(Operator::ShiftRight, number, constant(63))), bits);
        write(target, binary(Operator::Subtract, leading_zeros(folded, bits), constant(1)));
        break;
      }
      default: write(target, counted_bits(value)); break;
    }
  }
  void two_source() {
    const Register target = reg(0);
    const ExprId left = kept(read(1));
    const ExprId right = kept(flexible(2, target.bits));
    write(target, applied(info_->op, left, right, target.bits));
  }

  ExprId factor(std::size_t index) {
    const ExprId value = read(index);
    if (info_->bits == 0) return value;
    return info_->is_signed ? signed_bits(value, 32) : low_bits(value, 32);
  }
  void multiply() {
    const bool has_sum = info_->form == Form::MultiplyAdd;
    expect_at_most(has_sum ? 4 : 3);
    const ExprId product = binary(Operator::Multiply, factor(1), factor(2));
    const ExprId start = has_sum ? read(3) : constant(0);
    write(reg(0), binary(info_->is_negated ? Operator::Subtract : Operator::Add, start, product));
  }
  // From products of halves.
  void multiply_high() {
    expect_at_most(3);
    const ExprId a = kept(read(1));
    const ExprId b = kept(read(2));
    const ExprId a0 = kept(low_bits(a, 32));
    const ExprId b0 = kept(low_bits(b, 32));
    const ExprId a1 = kept(shift_right(a, 32));
    const ExprId b1 = kept(shift_right(b, 32));
    const auto times = [&](ExprId x, ExprId y) { return binary(Operator::Multiply, x, y); };
    const ExprId middle = kept(add(times(a1, b0), shift_right(times(a0, b0), 32)));
    const ExprId other = kept(add(times(a0, b1), low_bits(middle, 32)));
    ExprId high = add(times(a1, b1), add(shift_right(middle, 32), shift_right(other, 32)));
    if (info_->is_signed) {
      const auto if_negative = [&](ExprId x, ExprId y) {
        return bit_and(binary(Operator::ShiftRight, x, constant(63)), y);
      };
      high = binary(Operator::Subtract, high, add(if_negative(a, b), if_negative(b, a)));
    }
    write(reg(0), high);
  }
  void divide() {
    expect_at_most(3);
    const Register target = reg(0);
    const unsigned bits = target.bits;
    if (info_->is_signed) {
      const ExprId divisor = kept(signed_bits(read(2), bits));
      write(target, select(divisor, binary(Operator::Divide, signed_bits(read(1), bits), divisor),
                           constant(0)));
      return;
    }
    const ExprId a = kept(read(1));
    const ExprId b = kept(read(2));
    // Half of it, doubled, and what is left.
    const ExprId doubled = shift_left(binary(Operator::Divide, shift_right(a, 1), b), 1);
    const ExprId rest = binary(Operator::Subtract, a, binary(Operator::Multiply, doubled, b));
    const ExprId small = add(doubled, select(unsigned_less(rest, b), constant(0), constant(1)));
    const ExprId large = select(unsigned_less(a, b), constant(0), constant(1));
    const ExprId quotient = select(binary(Operator::Less, b, constant(0)), large, small);
    write(target, select(b, quotient, constant(0)));
  }

  // ---- Moves

  void move() {
    expect_at_most(2);
    const Register target = reg(0);
    if (operand(1).kind == OperandKind::Number) {
      write(target, constant(operand(1).number));
    } else {
      write(target, read(1));
    }
  }
  // The number of a wide move, and by how much it is shifted.
  std::pair<Value, unsigned> wide_number() {
    expect_at_most(3);
    const Value value = number(1);
    if (instruction_->operands.size() < 3) return {value, 0};
    const Operand& shift = operand(2);
    if (shift.kind != OperandKind::Shift || upper_case(shift.name) != "LSL") refuse_operands();
    return {value, static_cast<unsigned>(shift.number & 63)};
  }
  void move_wide() {
    const Register target = reg(0);
    const auto [value, up] = wide_number();
    const auto shifted = static_cast<Value>(static_cast<std::uint64_t>(value) << up);
    if (info_->form == Form::MoveWide) return write(target, constant(shifted));
    if (info_->form == Form::MoveNot) return write(target, constant(~shifted));
    const auto hole = static_cast<Value>(~(std::uint64_t{0xffff} << up));
    write(target, bit_or(bit_and(read(target), constant(hole)), constant(shifted)));
  }

  // ---- Conditions

  ExprId holds(const std::string& condition, SourceRange at) {
    const auto is_set = [&](Value mask) {
      return binary(Operator::NotEqual, bit_and(value_of(flags()), constant(mask)), constant(0));
    };
    const auto negated = [&](ExprId value) { return unary(Operator::Not, value); };
    if (condition == "EQ") return is_set(Zero);
    if (condition == "NE") return negated(is_set(Zero));
    if (condition == "CS" || condition == "HS") return is_set(Carry);
    if (condition == "CC" || condition == "LO") return negated(is_set(Carry));
    if (condition == "MI") return is_set(Negative);
    if (condition == "PL") return negated(is_set(Negative));
    if (condition == "VS") return is_set(Overflow);
    if (condition == "VC") return negated(is_set(Overflow));
    if (condition == "AL") return constant(1);
    const ExprId is_higher = binary(Operator::And, is_set(Carry), negated(is_set(Zero)));
    if (condition == "HI") return is_higher;
    if (condition == "LS") return negated(is_higher);
    const ExprId is_less = binary(Operator::NotEqual, is_set(Negative), is_set(Overflow));
    if (condition == "LT") return is_less;
    if (condition == "GE") return negated(is_less);
    const ExprId is_at_most = binary(Operator::Or, is_set(Zero), is_less);
    if (condition == "LE") return is_at_most;
    if (condition == "GT") return negated(is_at_most);
    refuse(format("unknown condition `{}`", condition), at,
           "the conditions are EQ, NE, CS, CC, MI, PL, VS, VC, HI, LS, GE, LT, GT and LE");
  }
  ExprId condition(std::size_t index) {
    const Operand& given = operand(index);
    if (given.kind != OperandKind::Name) refuse_operands();
    return holds(upper_case(given.name), given.range);
  }

  ExprId changed(ExprId value) {
    switch (info_->op) {
      case Operation::Increment: return add(value, constant(1));
      case Operation::Invert: return unary(Operator::Complement, value);
      case Operation::Negate: return unary(Operator::Negate, value);
      default: return value;
    }
  }
  // Only one of the values is read; which one depends on the flags, but nothing else does.
  void pick(const Register& target, ExprId is_first, ExprId first, ExprId second) {
    const Target here = make_target();
    const Target there = make_target();
    const Target end = make_target();
    branch(is_first, here, there, Flow::Silent);
    const auto put = [&](ExprId value) {
      if (target.is_zero()) return;
      emit(Assign{register_of(target.name), low_bits(value, target.bits), value_of(flags())});
    };
    place(here);
    put(first);
    go_to(end);
    place(there);
    put(second);
    place(end);
  }
  void select_one() {
    expect_at_most(4);
    pick(reg(0), condition(3), read(1), changed(read(2)));
  }
  void set_if() {
    expect_at_most(2);
    pick(reg(0), condition(1), changed(constant(0)), constant(0));
  }
  void change_if() {
    expect_at_most(3);
    pick(reg(0), condition(2), changed(read(1)), read(1));
  }
  void compare_if() {
    expect_at_most(4);
    const Register left = reg(0);
    const ExprId right = operand(1).kind == OperandKind::Number ? constant(number(1)) : read(1);
    const ExprId otherwise = constant(number_below(2, 16));
    const Target here = make_target();
    const Target there = make_target();
    const Target end = make_target();
    branch(condition(3), here, there, Flow::Silent);
    place(here);
    const ExprId first = kept(read(left));
    const ExprId second = kept(low_bits(right, left.bits));
    const ExprId result = kept(low_bits(applied(info_->op, first, second, left.bits), left.bits));
    set_flags(info_->op, first, second, result, left.bits);
    go_to(end);
    place(there);
    emit(Assign{flags(), otherwise, value_of(flags())});
    place(end);
  }

  // ---- Jumps and the rest

  [[nodiscard]] static Form form_of(const table::Instruction& instruction) {
    const Info* info = aarch64::find(upper_case(instruction.mnemonic));
    return info == nullptr ? Form::Nothing : info->form;
  }
  [[nodiscard]] bool jumps_to_address(const table::Instruction& instruction) const override {
    const Form form = form_of(instruction);
    return form == Form::CallRegister || form == Form::JumpRegister;
  }
  [[nodiscard]] bool is_call(const table::Instruction& instruction) const override {
    const Form form = form_of(instruction);
    return form == Form::Call || form == Form::CallRegister;
  }
  void code_form() {
    const Register link{"X30", 64};
    switch (info_->form) {
      case Form::AddressOfCode:
        expect_at_most(2);
        write(reg(0), code_address(operand(1)));
        break;
      case Form::Call:
        expect_at_most(1);
        write(link, return_address());
        jump(operand(0));
        break;
      case Form::CallRegister: {
        expect_at_most(1);
        const ExprId target = kept(read(0));
        write(link, return_address());
        jump_to_address(target);
        break;
      }
      default:
        expect_at_most(1);
        jump_to_address(instruction_->operands.empty() ? read(link) : read(0));
        break;
    }
  }

  void jump_form() {
    switch (info_->form) {
      case Form::Jump:
        expect_at_most(1);
        jump(operand(0));
        break;
      case Form::JumpIf:
        expect_at_most(1);
        jump_if(holds(mnemonic_.substr(2), instruction_->mnemonic_range), operand(0));
        break;
      case Form::JumpIfZero:
        expect_at_most(2);
        jump_if(
            binary(info_->is_negated ? Operator::NotEqual : Operator::Equal, read(0), constant(0)),
            operand(1));
        break;
      default: {
        expect_at_most(3);
        const Register source = reg(0);
        const Value bit = number_below(1, source.bits);
        const ExprId is_set =
            bit_and(shift_right(read(source), static_cast<unsigned>(bit)), constant(1));
        jump_if(
            binary(info_->is_negated ? Operator::NotEqual : Operator::Equal, is_set, constant(0)),
            operand(2));
      }
    }
  }

  void system_register() {
    expect_at_most(2);
    const bool reads = info_->form == Form::ReadSystem;
    const Operand& name = operand(reads ? 1 : 0);
    if (name.kind != OperandKind::Name || upper_case(name.name) != "NZCV") {
      sink().report(DiagnosticKind::LitmusUnsupported, name.range,
                    {format("the system register `{}`", name.name)});
      return;
    }
    if (reads) {
      write(reg(0), shift_left(value_of(flags()), 28));
    } else {
      assign(flags(), bit_and(shift_right(read(1), 28), constant(15)));
    }
  }

  void lower_form() {
    switch (info_->form) {
      case Form::Load: load(); break;
      case Form::Store: store(); break;
      case Form::LoadPair: load_pair(); break;
      case Form::StorePair: store_pair(); break;
      case Form::ExclusiveLoad: exclusive_load(false); break;
      case Form::ExclusiveStore: exclusive_store(false); break;
      case Form::ExclusiveLoadPair: exclusive_load(true); break;
      case Form::ExclusiveStorePair: exclusive_store(true); break;
      case Form::CompareAndSwap: compare_and_swap(); break;
      case Form::CompareAndSwapPair:
        sink().report(DiagnosticKind::LitmusUnsupported, instruction_->mnemonic_range,
                      {format("`{}`", mnemonic_)});
        break;
      case Form::Swap:
      case Form::FetchOperation:
      case Form::StoreOperation: atomic_update(); break;
      case Form::Barrier: barrier(); break;
      case Form::InstructionBarrier: emit(FenceInstruction{Mode::Rlx, TagSet::of(Tag::Isb)}); break;
      case Form::Nothing: break;
      case Form::Move: move(); break;
      case Form::MoveWide:
      case Form::MoveKeep:
      case Form::MoveNot: move_wide(); break;
      case Form::Binary: binary_operation(); break;
      case Form::Compare: compare(); break;
      case Form::Negate: negate(); break;
      case Form::Not: {
        const Register target = reg(0);
        write(target, unary(Operator::Complement, flexible(1, target.bits)));
        break;
      }
      case Form::Shift: shift(); break;
      case Form::BitField: bit_field(); break;
      case Form::BitExtract: bit_extract(); break;
      case Form::BitInsert: bit_insert(); break;
      case Form::Extend: extend(); break;
      case Form::Multiply:
      case Form::MultiplyAdd: multiply(); break;
      case Form::MultiplyHigh: multiply_high(); break;
      case Form::Divide: divide(); break;
      case Form::AddCarry: add_carry(); break;
      case Form::OneSource: one_source(); break;
      case Form::TwoSource: two_source(); break;
      case Form::Select: select_one(); break;
      case Form::SetIf: set_if(); break;
      case Form::ChangeIf: change_if(); break;
      case Form::CompareIf: compare_if(); break;
      case Form::Jump:
      case Form::JumpIf:
      case Form::JumpIfZero:
      case Form::JumpIfBit: jump_form(); break;
      case Form::Call:
      case Form::CallRegister:
      case Form::JumpRegister:
      case Form::AddressOfCode: code_form(); break;
      case Form::ReadSystem:
      case Form::WriteSystem: system_register(); break;
    }
  }

  void lower(const table::Instruction& instruction) override {
    instruction_ = &instruction;
    mnemonic_ = upper_case(instruction.mnemonic);
    info_ = aarch64::find(mnemonic_);
    if (info_ == nullptr) {
      report_missing();
      return;
    }
    try {
      lower_form();
    } catch (const Wrong&) {
      // It has been said.
    }
  }

  void report_missing() {
    const std::string_view extension = aarch64::extension_of(mnemonic_);
    if (!extension.empty()) {
      sink().report(DiagnosticKind::LitmusUnsupported, instruction_->mnemonic_range,
                    {format("`{}`, of {},", mnemonic_, extension)});
      return;
    }
    std::vector<std::string> names;
    for (const Info& info : aarch64::all()) names.push_back(info.mnemonic);
    report_unknown(*instruction_, names);
  }

  std::set<std::string> changed_;  // registers that have been written to so far
  const table::Instruction* instruction_ = nullptr;
  const Info* info_ = nullptr;
  std::string mnemonic_;
};

}  // namespace

std::string aarch64_register_name(const std::string& name) {
  const std::optional<Register> found = parse_register(name);
  return found && !found->is_zero() ? found->name : name;
}

bool is_aarch64_register(const std::string& name) {
  const std::optional<Register> found = parse_register(name);
  return found && found->bits == 64 && !found->is_zero();
}

Hint hint_on_aarch64_register(const std::string& name) {
  const std::optional<Register> found = parse_register(name);
  if (found && found->bits == 32) {
    return format("states speak of whole registers: write `{}`", found->name);
  }
  return "the registers are X0 … X30, SP, and W0 … W30 for their low halves";
}

int aarch64_register_rank(const std::string& name) {
  const bool is_numbered = name.size() > 1 && name[0] == 'X' && is_decimal(name.substr(1));
  return is_numbered ? std::stoi(name.substr(1)) : 100;
}

bool compile_aarch64(const SourceBuffer& source, Section section, Assembly& assembly,
                     DiagnosticSink& sink) {
  return compile_table<Aarch64Writer>(source, section, assembly, sink);
}

}  // namespace drover::litmus
