#include <algorithm>
#include <array>
#include <utility>

#include "litmus/dialects/aarch64/writer.h"

namespace drover::litmus::aarch64 {

namespace {

using Table = InstructionTable<Info>;
using Lower = void (Writer::*)();
using enum Operation;

constexpr std::string_view LoadOperands = "Xt,[Xn] with an offset or an index";
constexpr std::string_view AtomicOperands = "Xs,Xt,[Xn]";
constexpr std::string_view ThreeOperands = "Xd,Xn,Xm or a number";

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
    all.put(format("LDAPR{0} LDAPUR{0}", end), load.acquiring_pc());
    const Info store{.lower = &Writer::store, .bits = size, .operands = LoadOperands};
    all.put(format("STR{0} STUR{0}", end), store);
    all.put(format("STLR{0} STLUR{0}", end), store.releasing());
    const Info plain{.lower = &Writer::load, .bits = size, .operands = "Xt,[Xn]"};
    all.put(format("LDAR{}", end), plain.acquiring());
    const Info exclusive{.lower = &Writer::exclusive_load, .bits = size, .operands = "Xt,[Xn]"};
    all.put(format("LDXR{}", end), exclusive);
    all.put(format("LDAXR{}", end), exclusive.acquiring());
    const Info conditional{
        .lower = &Writer::exclusive_store, .bits = size, .operands = "Ws,Xt,[Xn]"};
    all.put(format("STXR{}", end), conditional);
    all.put(format("STLXR{}", end), conditional.releasing());
  }
  for (const auto& [end, size] : SignedSizes) {
    const Info load{
        .lower = &Writer::load, .bits = size, .is_signed = true, .operands = LoadOperands};
    all.put(format("LDRS{0} LDURS{0}", end), load);
    all.put(format("LDAPURS{}", end), load.acquiring_pc());
  }
  constexpr std::string_view PairOperands = "Xt,Xu,[Xn] with an offset";
  const Info load{.lower = &Writer::load_pair, .operands = PairOperands};
  all.put("LDP LDNP", load);
  all.put("LDIAPP", load.acquiring_pc());
  all.put("LDAP", load.acquiring());
  all.put("LDPSW",
          {.lower = &Writer::load_pair, .bits = 32, .is_signed = true, .operands = PairOperands});
  const Info store{.lower = &Writer::store_pair, .operands = PairOperands};
  all.put("STP STNP", store);
  all.put("STILP STLP", store.releasing());
  const Info exclusive{.lower = &Writer::exclusive_load, .operands = "Xt,Xu,[Xn]"};
  all.put("LDXP", exclusive);
  all.put("LDAXP", exclusive.acquiring());
  const Info conditional{.lower = &Writer::exclusive_store, .operands = "Ws,Xt,Xu,[Xn]"};
  all.put("STXP", conditional);
  all.put("STLXP", conditional.releasing());
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
                             .acquires = acquires,
                             .releases = order.ends_with('L'),
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
  all.put("UBFX", {.lower = &Writer::bit_extract, .operands = TwoNumbers});
  all.put("SBFX", {.lower = &Writer::bit_extract, .is_signed = true, .operands = TwoNumbers});
  all.put("BFI", {.lower = &Writer::bit_insert, .operands = TwoNumbers});
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

// `beginnings` are the prefixes of mnemonics, separated by blanks.
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

std::string_view extension_of(std::string_view mnemonic) {
  for (const Extension& extension : Extensions) {
    for (const std::string& beginning : words_of(extension.beginnings)) {
      if (mnemonic.starts_with(beginning)) return extension.name;
    }
  }
  return "";
}

}  // namespace drover::litmus::aarch64

namespace drover::litmus {

const Dialect Aarch64Dialect{
    .architecture = "AArch64",
    .default_model = "aarch64",
    .compile = compile_table<aarch64::Writer>,
    .register_name =
        [](const std::string& name) {
          const std::optional<aarch64::Register> found = aarch64::parse_register(name);
          if (found && found->is_zero()) return upper_case(name);
          return found ? found->name : name;
        },
    .is_register =
        [](const std::string& name) {
          const std::optional<aarch64::Register> found = aarch64::parse_register(name);
          return found && found->bits == 64;
        },
    .hint_on_register = aarch64::hint_on_register,
    .register_rank =
        [](const std::string& name) {
          if (name == "XZR") return -1;
          const bool is_numbered =
              name.size() > 1 && name[0] == 'X' && aarch64::is_decimal(name.substr(1));
          return is_numbered ? std::stoi(name.substr(1)) : 100;
        }};

}  // namespace drover::litmus
