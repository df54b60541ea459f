#include <array>
#include <utility>

#include "litmus/dialects/aarch64/accesses.h"
#include "support/overloaded.h"

namespace drover::litmus::aarch64 {

const InstructionTable<Info>& instructions();

// An extension that is not supported. `beginnings` are the prefixes of mnemonics, separated by
// blanks.
struct Extension {
  std::string_view beginnings;
  std::string_view name;
};

constexpr std::array Extensions{
    Extension{"STG LDG IRG STZG ADDG SUBG", "the Memory Tagging Extension"},
    Extension{"TLBI AT", "virtual memory"},
    Extension{"DC IC", "cache maintenance"},
    Extension{"SVC ERET UDF HVC BRK", "exceptions"},
    Extension{"ADRP", "addresses of code"},
    Extension{"PAC AUT XPAC", "pointer authentication"},
    Extension{"WHILE PTRUE", "the Scalable Vector Extension"},
    Extension{"LD1 ST1 LD2 ST2 LD3 ST3 LD4 ST4 LDAP1 STL1 MOVI DUP FMOV", "vectors"},
    Extension{"SMSTART SMSTOP", "the Scalable Matrix Extension"}};

// Conditions and jumps, and the code of one thread. A short-lived worker: holds references.
class Writer : public Accesses {
 public:
  using Accesses::Accesses;

  // ---- Conditions

  ExprId holds(const std::string& condition, SourceRange at) {
    if (condition == "AL") return constant(1);
    const auto is_set = [&](Value mask) {
      return binary(Operator::NotEqual, bit_and(value_of(flags()), constant(mask)), constant(0));
    };
    const auto negated = [&](ExprId value) { return unary(Operator::Not, value); };
    std::optional<ExprId> found;
    const auto row = [&](std::string_view name, std::string_view contrary, auto value) {
      if (condition == name) found = value();
      if (condition == contrary) found = negated(value());
    };
    const auto is_less = [&] {
      return binary(Operator::NotEqual, is_set(Negative), is_set(Overflow));
    };
    row("EQ", "NE", [&] { return is_set(Zero); });
    row("CS", "CC", [&] { return is_set(Carry); });
    row("HS", "LO", [&] { return is_set(Carry); });
    row("MI", "PL", [&] { return is_set(Negative); });
    row("VS", "VC", [&] { return is_set(Overflow); });
    row("HI", "LS", [&] { return binary(Operator::And, is_set(Carry), negated(is_set(Zero))); });
    row("LT", "GE", is_less);
    row("LE", "GT", [&] { return binary(Operator::Or, is_set(Zero), is_less()); });
    if (found) return *found;
    refuse(format("unknown condition `{}`", condition), at,
           "the conditions are EQ, NE, CS, CC, MI, PL, VS, VC, HI, LS, GE, LT, GT and LE");
  }

  ExprId condition(std::size_t index) {
    const Operand& given = operand(index);
    if (given.kind != OperandKind::Name) refuse_operands();
    return holds(upper_case(given.name), given.range);
  }

  ExprId changed(ExprId value) {
    switch (info_->bit_op) {
      case BitOperation::Increment: return add(value, constant(1));
      case BitOperation::Invert: return unary(Operator::Complement, value);
      case BitOperation::Negate: return unary(Operator::Negate, value);
      default: return value;
    }
  }

  // Reads only one of the values. The choice depends on the flags; nothing else does.
  void pick(const Register& target, ExprId is_first, ExprId first, ExprId second) {
    const auto put = [&](ExprId value) {
      if (target.is_zero()) return;
      emit(Assign{register_of(target.name), low_bits(value, target.bits), value_of(flags())});
    };
    if_else(
        is_first, Flow::Silent, [&] { put(first); }, [&] { put(second); });
  }

  // d, n, m, condition
  void select_one() {
    expect_at_most(4);
    pick(reg(0), condition(3), read(1), changed(read(2)));
  }

  // d, condition
  void set_if() {
    expect_at_most(2);
    pick(reg(0), condition(1), changed(constant(0)), constant(0));
  }

  // d, n, condition
  void change_if() {
    expect_at_most(3);
    pick(reg(0), condition(2), changed(read(1)), read(1));
  }

  // n, m or #k, #flags, condition
  void compare_if() {
    expect_at_most(4);
    const Register left = reg(0);
    const ExprId right = operand(1).kind == OperandKind::Number ? constant(number(1)) : read(1);
    const ExprId otherwise = constant(number_below(2, 16));
    if_else(
        condition(3), Flow::Silent,
        [&] {
          const ExprId first = kept(read(left));
          const ExprId second = kept(low_bits(right, left.bits));
          const ExprId result =
              kept(low_bits(applied(info_->op, first, second, left.bits), left.bits));
          set_flags(info_->op, first, second, result, left.bits);
        },
        [&] {
          emit(Assign{flags(), otherwise, value_of(flags())});
        });
  }

  // ---- Jumps and the rest

  [[nodiscard]] std::string code_text(const Operand& operand, std::size_t at) const {
    switch (operand.kind) {
      case OperandKind::Number: return format("#{}", operand.number);
      case OperandKind::Shift: return format("{} #{}", operand.name, operand.number);
      case OperandKind::Relative: return format(".{:+}", operand.number);
      case OperandKind::Memory: {
        const auto text_of = [&](const Operand& part) { return code_text(part, at); };
        return format("[{}]{}", joined(operand.parts, ",", text_of),
                      operand.is_written_back ? "!" : "");
      }
      default: break;
    }
    const auto& code = thread().code;
    for (std::size_t i = 0; i < code.size(); ++i) {
      if (std::ranges::find(code[i].labels, operand.name) == code[i].labels.end()) continue;
      return format(".{:+}", distance(at, i) * instruction_size());
    }
    return operand.name;
  }

  // Returns a distance in instructions; cells with labels only do not count.
  [[nodiscard]] Value distance(std::size_t from, std::size_t to) const {
    Value out = 0;
    for (std::size_t i = std::min(from, to); i < std::max(from, to); ++i) {
      out += thread().code[i].mnemonic.empty() ? 0 : 1;
    }
    return from <= to ? out : -out;
  }

  // MRS d, NZCV; MSR NZCV, n
  void system_register() {
    expect_at_most(2);
    const bool reads = mnemonic() == "MRS";
    const Operand& name = operand(reads ? 1 : 0);
    if (name.kind != OperandKind::Name || upper_case(name.name) != "NZCV") {
      return report_unsupported(format("the system register `{}`", name.name), name.range);
    }
    if (reads) {
      write(reg(0), shift_left(value_of(flags()), 28));
    } else {
      assign(flags(), bit_and(shift_right(read(1), 28), constant(15)));
    }
  }

  // B
  void jump_always() {
    expect_at_most(1);
    jump(operand(0));
  }

  void jump_on_condition() {
    expect_at_most(1);
    jump_if(holds(mnemonic().substr(2), instruction().mnemonic_range), operand(0));
  }

  // CBZ, CBNZ
  void jump_if_zero() {
    expect_at_most(2);
    jump_if(binary(info_->is_negated ? Operator::NotEqual : Operator::Equal, read(0), constant(0)),
            operand(1));
  }

  // TBZ, TBNZ
  void jump_if_bit() {
    expect_at_most(3);
    const Register source = reg(0);
    const ExprId is_set =
        bit_and(shift_right(read(source), number_below(1, source.bits)), constant(1));
    jump_if(binary(info_->is_negated ? Operator::NotEqual : Operator::Equal, is_set, constant(0)),
            operand(2));
  }

  // BL: X30 receives the return address
  void call() {
    expect_at_most(1);
    write(Register{"X30"}, return_address());
    jump(operand(0));
  }

  // BLR
  void call_register() {
    expect_at_most(1);
    const ExprId target = kept(read(0));
    write(Register{"X30"}, return_address());
    jump_to_address(target);
  }

  // BR, RET
  void jump_register() {
    expect_at_most(1);
    jump_to_address(instruction().operands.empty() ? read(Register{"X30"}) : read(0),
                    mnemonic() == "RET");
  }

  // ADR
  void address_of_code() {
    expect_at_most(2);
    write(reg(0), code_address(operand(1)));
  }

 private:
  [[nodiscard]] std::string spelled(const std::string& mnemonic) const override {
    return upper_case(mnemonic);
  }
  [[nodiscard]] const Dialect& dialect() const override { return Aarch64Dialect; }
  // Writes labels as distances, as the encoded instruction has them.
  [[nodiscard]] std::string code_text(std::size_t at) const override {
    const table::Instruction& shown = thread().code[at];
    std::string out = shown.mnemonic;
    for (const Operand& each : shown.operands) {
      out += (&each == &shown.operands.front() ? " " : ",") + code_text(each, at);
    }
    return out;
  }
  [[nodiscard]] std::vector<std::string> known_mnemonics() const override {
    return instructions().names();
  }
  [[nodiscard]] std::string_view extension() const override {
    for (const Extension& each : Extensions) {
      for (const std::string& beginning : words_of(each.beginnings)) {
        if (mnemonic().starts_with(beginning)) return each.name;
      }
    }
    return "";
  }
  [[nodiscard]] bool jumps_to_address(const table::Instruction& i) const override {
    return is_named(i, {"BLR", "BR", "RET"});
  }
  [[nodiscard]] bool is_call(const table::Instruction& i) const override {
    return is_named(i, {"BL", "BLR"});
  }
  [[nodiscard]] bool takes_address(const table::Instruction& i) const override {
    return is_named(i, {"BL", "BLR", "ADR"});
  }
  bool lower_known() override {
    info_ = instructions().find(mnemonic());
    if (info_ == nullptr) return false;
    takes(info_->operands);
    if (info_->lower != nullptr) (this->*info_->lower)();
    return true;
  }
};

namespace {

using Table = InstructionTable<Info>;
using Lower = void (Writer::*)();
using enum Operation;

constexpr std::string_view LoadOperands = "Xt,[Xn] with an offset or an index";
constexpr std::string_view AtomicOperands = "Xs,Xt,[Xn]";
constexpr std::string_view ThreeOperands = "Xd,Xn,Xm or a number";

constexpr TagSet Acquire = TagSet::of(Tag::Acquire);
constexpr TagSet AcquirePc = TagSet::of(Tag::AcquirePc);
constexpr TagSet Release = TagSet::of(Tag::Release);

struct Size {
  std::string_view suffix;
  std::uint8_t bits;
};
constexpr std::array<Size, 3> Sizes{{{"", 0}, {"B", 8}, {"H", 16}}};
constexpr std::array<Size, 3> SignedSizes{{{"B", 8}, {"H", 16}, {"W", 32}}};

void add_accesses(Table& all) {
  for (const auto& [end, size] : Sizes) {
    const Info load{.lower = &Writer::load, .bits = size, .operands = LoadOperands};
    all.put(format("LDR{0} LDUR{0}", end), load);
    all.put(format("LDAPR{0} LDAPUR{0}", end), load.with(AcquirePc));
    const Info store{.lower = &Writer::store, .bits = size, .operands = LoadOperands};
    all.put(format("STR{0} STUR{0}", end), store);
    all.put(format("STLR{0} STLUR{0}", end), store.with({}, Release));
    const Info plain{.lower = &Writer::load, .bits = size, .operands = "Xt,[Xn]"};
    all.put(format("LDAR{}", end), plain.with(Acquire));
    const Info exclusive{.lower = &Writer::exclusive_load, .bits = size, .operands = "Xt,[Xn]"};
    all.put(format("LDXR{}", end), exclusive);
    all.put(format("LDAXR{}", end), exclusive.with(Acquire));
    const Info conditional{
        .lower = &Writer::exclusive_store, .bits = size, .operands = "Ws,Xt,[Xn]"};
    all.put(format("STXR{}", end), conditional);
    all.put(format("STLXR{}", end), conditional.with({}, Release));
  }
  for (const auto& [end, size] : SignedSizes) {
    const Info load{
        .lower = &Writer::load, .bits = size, .is_signed = true, .operands = LoadOperands};
    all.put(format("LDRS{0} LDURS{0}", end), load);
    all.put(format("LDAPURS{}", end), load.with(AcquirePc));
  }
  constexpr std::string_view PairOperands = "Xt,Xu,[Xn] with an offset";
  const Info load{.lower = &Writer::load_pair, .operands = PairOperands};
  all.put("LDP LDNP", load);
  all.put("LDIAPP", load.with(AcquirePc));
  all.put("LDAP", load.with(Acquire));
  all.put("LDPSW",
          {.lower = &Writer::load_pair, .bits = 32, .is_signed = true, .operands = PairOperands});
  const Info store{.lower = &Writer::store_pair, .operands = PairOperands};
  all.put("STP STNP", store);
  all.put("STILP STLP", store.with({}, Release));
  const Info exclusive{.lower = &Writer::exclusive_load, .operands = "Xt,Xu,[Xn]"};
  all.put("LDXP", exclusive);
  all.put("LDAXP", exclusive.with(Acquire));
  const Info conditional{.lower = &Writer::exclusive_store, .operands = "Ws,Xt,Xu,[Xn]"};
  all.put("STXP", conditional);
  all.put("STLXP", conditional.with({}, Release));
}

void add_atomics(Table& all) {
  constexpr std::array<std::pair<std::string_view, Operation>, 8> Operations{
      {{"ADD", Add},
       {"CLR", AndNot},
       {"EOR", Xor},
       {"SET", Or},
       {"SMAX", SignedMax},
       {"SMIN", SignedMin},
       {"UMAX", UnsignedMax},
       {"UMIN", UnsignedMin}}};
  for (const std::string_view order : {"", "A", "L", "AL"}) {
    const bool acquires = order.starts_with('A');
    for (const auto& [suffix, size] : Sizes) {
      const std::string end = format("{}{}", order, suffix);
      const auto put = [&, bits = size](const std::string& name, Lower lower,
                                        std::string_view operands, Operation op = None) {
        all.put(name + end, {.lower = lower,
                             .op = op,
                             .bits = bits,
                             .read_tags = acquires ? Acquire : TagSet(),
                             .write_tags = order.ends_with('L') ? Release : TagSet(),
                             .operands = operands});
      };
      put("CAS", &Writer::compare_and_swap, AtomicOperands);
      put("SWP", &Writer::atomic_update, AtomicOperands);
      for (const auto& [name, op] : Operations) {
        put(format("LD{}", name), &Writer::atomic_update, AtomicOperands, op);
        if (!acquires) put(format("ST{}", name), &Writer::atomic_update, "Xs,[Xn]", op);
      }
      if (size == 0) put("CASP", &Writer::compare_and_swap, "Xs,Xs+1,Xt,Xt+1,[Xn]");
    }
  }
}

void add_moves_and_barriers(Table& all) {
  constexpr std::string_view Wide = "Xd and a number, which LSL may shift";
  all.put("DMB DSB",
          {.lower = &Writer::barrier,
           .operands = "SY, LD, ST, ISH, ISHLD, ISHST, OSH, OSHLD, OSHST, NSH, NSHLD or NSHST"});
  all.put("ISB", {.lower = &Writer::instruction_barrier, .operands = "nothing, or SY"});
  all.put("NOP", {.operands = "nothing"});
  all.put("HINT", {.lower = &Writer::hint, .operands = "a number"});
  all.put("MOV", {.lower = &Writer::move, .operands = "Xd,Xn or a number"});
  all.put("MOVZ", {.lower = &Writer::move_wide, .operands = Wide});
  all.put("MOVK", {.lower = &Writer::move_wide, .operands = Wide});
  all.put("MOVN", {.lower = &Writer::move_wide, .operands = Wide});
  all.put("MRS", {.lower = &Writer::system_register, .operands = "Xd,NZCV"});
  all.put("MSR", {.lower = &Writer::system_register, .operands = "NZCV,Xn"});
}

void add_arithmetic(Table& all) {
  const auto put = [&](std::string_view names, Lower lower, std::string_view operands, Operation op,
                       bool sets_flags = false) {
    all.put(names, {.lower = lower, .op = op, .sets_flags = sets_flags, .operands = operands});
  };
  // The second name is the variant that sets the flags.
  const auto put_both = [&](std::string_view name, Lower lower, std::string_view operands,
                            Operation op) {
    put(name, lower, operands, op);
    put(format("{}S", name), lower, operands, op, true);
  };
  put_both("ADD", &Writer::binary_operation, ThreeOperands, Add);
  put_both("SUB", &Writer::binary_operation, ThreeOperands, Subtract);
  put_both("AND", &Writer::binary_operation, ThreeOperands, And);
  put_both("BIC", &Writer::binary_operation, ThreeOperands, AndNot);
  put("ORR", &Writer::binary_operation, ThreeOperands, Or);
  put("EOR", &Writer::binary_operation, ThreeOperands, Xor);
  put("ORN", &Writer::binary_operation, ThreeOperands, OrNot);
  put("EON", &Writer::binary_operation, ThreeOperands, XorNot);
  put("CMP", &Writer::compare, "Xn,Xm or a number", Subtract, true);
  put("CMN", &Writer::compare, "Xn,Xm or a number", Add, true);
  put("TST", &Writer::compare, "Xn,Xm or a number", And, true);
  put_both("NEG", &Writer::negate, "Xd,Xm", Subtract);
  put("MVN", &Writer::complement, "Xd,Xm", None);
  put_both("ADC", &Writer::add_carry, "Xd,Xn,Xm", Add);
  put_both("SBC", &Writer::add_carry, "Xd,Xn,Xm", Subtract);
  put("SMAX", &Writer::two_source, ThreeOperands, SignedMax);
  put("SMIN", &Writer::two_source, ThreeOperands, SignedMin);
  put("UMAX", &Writer::two_source, ThreeOperands, UnsignedMax);
  put("UMIN", &Writer::two_source, ThreeOperands, UnsignedMin);
  put("LSL LSLV", &Writer::shift, ThreeOperands, ShiftLeft);
  put("LSR LSRV", &Writer::shift, ThreeOperands, ShiftRight);
  put("ASR ASRV", &Writer::shift, ThreeOperands, ShiftArithmetic);
  put("ROR RORV", &Writer::shift, ThreeOperands, Other);
  all.put("MUL", {.lower = &Writer::multiply, .operands = "Xd,Xn,Xm"});
  all.put("MNEG", {.lower = &Writer::multiply, .is_negated = true, .operands = "Xd,Xn,Xm"});
  all.put("MADD", {.lower = &Writer::multiply, .operands = "Xd,Xn,Xm,Xa"});
  all.put("MSUB", {.lower = &Writer::multiply, .is_negated = true, .operands = "Xd,Xn,Xm,Xa"});
  for (const bool is_signed : {false, true}) {
    const char sign = is_signed ? 'S' : 'U';
    for (const bool is_negated : {false, true}) {
      const Info wide{.bits = 32, .is_signed = is_signed, .is_negated = is_negated};
      Info info = wide;
      info.lower = &Writer::multiply;
      info.operands = "Xd,Wn,Wm";
      all.put(format("{}M{}L", sign, is_negated ? "NEG" : "UL"), info);
      info.lower = &Writer::multiply;
      info.operands = "Xd,Wn,Wm,Xa";
      all.put(format("{}M{}L", sign, is_negated ? "SUB" : "ADD"), info);
    }
    all.put(format("{}MULH", sign),
            {.lower = &Writer::multiply_high, .is_signed = is_signed, .operands = "Xd,Xn,Xm"});
    all.put(format("{}DIV", sign),
            {.lower = &Writer::divide, .is_signed = is_signed, .operands = "Xd,Xn,Xm"});
  }
}

void add_bits(Table& all) {
  constexpr std::string_view TwoNumbers = "Xd,Xn and two numbers";
  all.put("UBFM", {.lower = &Writer::bit_field, .operands = TwoNumbers});
  all.put("SBFM", {.lower = &Writer::bit_field, .is_signed = true, .operands = TwoNumbers});
  all.put("BFM", {.lower = &Writer::bit_field, .is_negated = true, .operands = TwoNumbers});
  all.put("EXTR", {.lower = &Writer::extract, .operands = "Xd,Xn,Xm and the number of a bit"});
  all.put("UBFX UBFIZ", {.lower = &Writer::bit_extract, .operands = TwoNumbers});
  all.put("SBFX SBFIZ", {.lower = &Writer::bit_extract, .is_signed = true, .operands = TwoNumbers});
  all.put("BFI BFXIL", {.lower = &Writer::bit_extract, .is_negated = true, .operands = TwoNumbers});
  for (const auto& [name, size] : SignedSizes) {
    all.put(format("UXT{}", name), {.lower = &Writer::extend, .bits = size, .operands = "Xd,Wn"});
    all.put(format("SXT{}", name),
            {.lower = &Writer::extend, .bits = size, .is_signed = true, .operands = "Xd,Wn"});
  }
  const auto put = [&](std::string_view names, BitOperation op) {
    all.put(names, {.lower = &Writer::one_source, .bit_op = op, .operands = "Xd,Xn"});
  };
  put("ABS", BitOperation::Absolute);
  put("RBIT", BitOperation::ReverseBits);
  put("REV REV64", BitOperation::ReverseBytes);
  put("REV16", BitOperation::ReverseBytes16);
  put("REV32", BitOperation::ReverseBytes32);
  put("CLZ", BitOperation::LeadingZeros);
  put("CLS", BitOperation::LeadingSigns);
  put("CNT", BitOperation::CountBits);
}

void add_selections(Table& all) {
  const auto put = [&](std::string_view name, Lower lower, std::string_view operands,
                       BitOperation op) {
    all.put(name, {.lower = lower, .bit_op = op, .operands = operands});
  };
  put("CSEL", &Writer::select_one, "Xd,Xn,Xm and a condition", BitOperation::None);
  put("CSINC", &Writer::select_one, "Xd,Xn,Xm and a condition", BitOperation::Increment);
  put("CSINV", &Writer::select_one, "Xd,Xn,Xm and a condition", BitOperation::Invert);
  put("CSNEG", &Writer::select_one, "Xd,Xn,Xm and a condition", BitOperation::Negate);
  put("CSET", &Writer::set_if, "Xd and a condition", BitOperation::Increment);
  put("CSETM", &Writer::set_if, "Xd and a condition", BitOperation::Invert);
  put("CINC", &Writer::change_if, "Xd,Xn and a condition", BitOperation::Increment);
  put("CINV", &Writer::change_if, "Xd,Xn and a condition", BitOperation::Invert);
  put("CNEG", &Writer::change_if, "Xd,Xn and a condition", BitOperation::Negate);
  constexpr std::string_view Flags = "Xn, Xm or a number, four flags and a condition";
  all.put("CCMP", {.lower = &Writer::compare_if, .op = Subtract, .operands = Flags});
  all.put("CCMN", {.lower = &Writer::compare_if, .op = Add, .operands = Flags});
}

void add_jumps(Table& all) {
  all.put("B", {.lower = &Writer::jump_always, .operands = "a label"});
  all.put("B.EQ B.NE B.CS B.HS B.CC B.LO B.MI B.PL B.VS B.VC B.HI B.LS B.GE B.LT B.GT B.LE B.AL",
          {.lower = &Writer::jump_on_condition, .operands = "a label"});
  all.put("BL", {.lower = &Writer::call, .operands = "a label"});
  all.put("BLR", {.lower = &Writer::call_register, .operands = "Xn"});
  all.put("BR", {.lower = &Writer::jump_register, .operands = "Xn"});
  all.put("RET", {.lower = &Writer::jump_register, .operands = "nothing, or Xn"});
  all.put("ADR", {.lower = &Writer::address_of_code, .operands = "Xd and a label"});
  for (const bool is_negated : {false, true}) {
    all.put(
        is_negated ? "CBNZ" : "CBZ",
        {.lower = &Writer::jump_if_zero, .is_negated = is_negated, .operands = "Xn and a label"});
    all.put(is_negated ? "TBNZ" : "TBZ", {.lower = &Writer::jump_if_bit,
                                          .is_negated = is_negated,
                                          .operands = "Xn, the number of a bit and a label"});
  }
}

}  // namespace

const InstructionTable<Info>& instructions() {
  static const Table table = [] {
    Table all;
    add_accesses(all);
    add_atomics(all);
    add_moves_and_barriers(all);
    add_arithmetic(all);
    add_bits(all);
    add_selections(all);
    add_jumps(all);
    return all;
  }();
  return table;
}

}  // namespace drover::litmus::aarch64

namespace drover::litmus {

const Dialect Aarch64Dialect{
    .architecture = "AArch64",
    .default_model = "aarch64",
    .compile = compile_table<aarch64::Writer>,
    .find_register = [](const std::string& name) -> std::optional<StateRegister> {
      const std::optional<aarch64::Register> found = aarch64::parse_register(name);
      if (!found) return std::nullopt;
      if (!found->is_zero()) {
        constexpr int Last = 100;
        return StateRegister{found->name, register_number(found->name, 'X', 30).value_or(Last),
                             found->bits == 64};
      }
      return found->bits == 64 ? std::optional(StateRegister{"XZR", -1}) : std::nullopt;
    },
    .hint_on_register = aarch64::hint_on_register,
    .extends_with_zeros = true,
    .takes_parts = true};

}  // namespace drover::litmus
