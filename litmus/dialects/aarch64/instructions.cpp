#include "litmus/dialects/aarch64/instructions.h"

#include <algorithm>
#include <array>
#include <utility>

namespace drover::litmus::aarch64 {

namespace {

constexpr std::string_view LoadOperands = "Xt,[Xn] with an offset or an index";
constexpr std::string_view AtomicOperands = "Xs,Xt,[Xn]";
constexpr std::string_view ThreeOperands = "Xd,Xn,Xm or a number";

// Writes down the families of instructions.
class Writer {
 public:
  std::vector<Info> write() {
    accesses();
    pairs();
    exclusives();
    atomics();
    barriers();
    moves();
    arithmetic();
    bits();
    multiplications();
    selections();
    jumps();
    std::ranges::sort(all_, {}, &Info::mnemonic);
    return std::move(all_);
  }

 private:
  struct Size {
    std::string_view suffix;
    std::uint8_t bits;
  };
  static constexpr std::array<Size, 3> Sizes{{{"", 0}, {"B", 8}, {"H", 16}}};

  Info& put(std::string mnemonic, Form form, std::string_view operands,
            Operation op = Operation::None) {
    Info info;
    info.mnemonic = std::move(mnemonic);
    info.form = form;
    info.op = op;
    info.operands = operands;
    return all_.emplace_back(std::move(info));
  }

  void accesses() {
    for (const auto& [suffix, size] : Sizes) {
      for (const std::string_view name : {"LDR", "LDUR"}) {
        put(std::string(name) + std::string(suffix), Form::Load, LoadOperands).bits = size;
      }
      for (const std::string_view name : {"STR", "STUR"}) {
        put(std::string(name) + std::string(suffix), Form::Store, LoadOperands).bits = size;
      }
      Info& acquire = put("LDAR" + std::string(suffix), Form::Load, "Xt,[Xn]");
      acquire.bits = size;
      acquire.acquires = true;
      for (const std::string_view name : {"LDAPR", "LDAPUR"}) {
        Info& local = put(std::string(name) + std::string(suffix), Form::Load, LoadOperands);
        local.bits = size;
        local.acquires_pc = true;
      }
      for (const std::string_view name : {"STLR", "STLUR"}) {
        Info& release = put(std::string(name) + std::string(suffix), Form::Store, LoadOperands);
        release.bits = size;
        release.releases = true;
      }
    }
    for (const std::string_view name : {"LDRS", "LDURS", "LDAPURS"}) {
      for (const auto& [suffix, size] : {Size{"B", 8}, Size{"H", 16}, Size{"W", 32}}) {
        Info& load = put(std::string(name) + std::string(suffix), Form::Load, LoadOperands);
        load.bits = size;
        load.is_signed = true;
        load.acquires_pc = name == "LDAPURS";
      }
    }
  }

  void pairs() {
    constexpr std::string_view Operands = "Xt,Xu,[Xn] with an offset";
    for (const std::string_view name : {"LDP", "LDNP", "LDIAPP", "LDPSW", "LDAP"}) {
      Info& load = put(std::string(name), Form::LoadPair, Operands);
      load.acquires_pc = name == "LDIAPP";
      load.acquires = name == "LDAP";
      load.is_signed = name == "LDPSW";
      if (load.is_signed) load.bits = 32;
    }
    for (const std::string_view name : {"STP", "STNP", "STILP", "STLP"}) {
      put(std::string(name), Form::StorePair, Operands).releases =
          name == "STILP" || name == "STLP";
    }
  }

  void exclusives() {
    for (const auto& [suffix, size] : Sizes) {
      for (const std::string_view name : {"LDXR", "LDAXR"}) {
        Info& load = put(std::string(name) + std::string(suffix), Form::ExclusiveLoad, "Xt,[Xn]");
        load.bits = size;
        load.acquires = name == "LDAXR";
      }
      for (const std::string_view name : {"STXR", "STLXR"}) {
        Info& store =
            put(std::string(name) + std::string(suffix), Form::ExclusiveStore, "Ws,Xt,[Xn]");
        store.bits = size;
        store.releases = name == "STLXR";
      }
    }
    put("LDXP", Form::ExclusiveLoadPair, "Xt,Xu,[Xn]");
    put("LDAXP", Form::ExclusiveLoadPair, "Xt,Xu,[Xn]").acquires = true;
    put("STXP", Form::ExclusiveStorePair, "Ws,Xt,Xu,[Xn]");
    put("STLXP", Form::ExclusiveStorePair, "Ws,Xt,Xu,[Xn]").releases = true;
  }

  void atomics() {
    using enum Operation;
    constexpr std::array<std::pair<std::string_view, Operation>, 8> Operations{
        {{"ADD", Add},
         {"CLR", AndNot},
         {"EOR", Xor},
         {"SET", Or},
         {"SMAX", SignedMax},
         {"SMIN", SignedMin},
         {"UMAX", UnsignedMax},
         {"UMIN", UnsignedMin}}};
    struct Order {
      std::string_view suffix;
      bool acquires, releases;
    };
    for (const Order& order : {Order{"", false, false}, Order{"A", true, false},
                               Order{"L", false, true}, Order{"AL", true, true}}) {
      for (const auto& [suffix, size] : Sizes) {
        const std::string end = std::string(order.suffix) + std::string(suffix);
        const auto ordered = [&, bits = size](Info& info) {
          info.bits = bits;
          info.acquires = order.acquires;
          info.releases = order.releases;
        };
        ordered(put("CAS" + end, Form::CompareAndSwap, AtomicOperands));
        ordered(put("SWP" + end, Form::Swap, AtomicOperands));
        for (const auto& [name, op] : Operations) {
          ordered(put("LD" + std::string(name) + end, Form::FetchOperation, AtomicOperands, op));
          if (order.acquires) continue;
          ordered(put("ST" + std::string(name) + end, Form::StoreOperation, "Xs,[Xn]", op));
        }
        if (size == 0) {
          ordered(put("CASP" + end, Form::CompareAndSwapPair, "Xs,Xs+1,Xt,Xt+1,[Xn]"));
        }
      }
    }
  }

  void barriers() {
    put("DMB", Form::Barrier,
        "SY, LD, ST, ISH, ISHLD, ISHST, OSH, OSHLD, OSHST, NSH, NSHLD or NSHST");
    put("DSB", Form::Barrier,
        "SY, LD, ST, ISH, ISHLD, ISHST, OSH, OSHLD, OSHST, NSH, NSHLD or NSHST");
    put("ISB", Form::InstructionBarrier, "nothing, or SY");
    put("NOP", Form::Nothing, "nothing");
  }

  void moves() {
    put("MOV", Form::Move, "Xd,Xn or a number");
    put("MOVZ", Form::MoveWide, "Xd and a number, which LSL may shift");
    put("MOVK", Form::MoveKeep, "Xd and a number, which LSL may shift");
    put("MOVN", Form::MoveNot, "Xd and a number, which LSL may shift");
    put("MRS", Form::ReadSystem, "Xd,NZCV");
    put("MSR", Form::WriteSystem, "NZCV,Xn");
  }

  void arithmetic() {
    using enum Operation;
    constexpr std::array<std::pair<std::string_view, Operation>, 8> Operations{{{"ADD", Add},
                                                                                {"SUB", Subtract},
                                                                                {"AND", And},
                                                                                {"ORR", Or},
                                                                                {"EOR", Xor},
                                                                                {"BIC", AndNot},
                                                                                {"ORN", OrNot},
                                                                                {"EON", XorNot}}};
    for (const auto& [name, op] : Operations) {
      put(std::string(name), Form::Binary, ThreeOperands, op);
      const bool has_flags = op == Add || op == Subtract || op == And || op == AndNot;
      if (has_flags) {
        put(std::string(name) + "S", Form::Binary, ThreeOperands, op).sets_flags = true;
      }
    }
    put("CMP", Form::Compare, "Xn,Xm or a number", Subtract).sets_flags = true;
    put("CMN", Form::Compare, "Xn,Xm or a number", Add).sets_flags = true;
    put("TST", Form::Compare, "Xn,Xm or a number", And).sets_flags = true;
    put("NEG", Form::Negate, "Xd,Xm", Subtract);
    put("NEGS", Form::Negate, "Xd,Xm", Subtract).sets_flags = true;
    put("MVN", Form::Not, "Xd,Xm");
    put("ADC", Form::AddCarry, "Xd,Xn,Xm", Add);
    put("ADCS", Form::AddCarry, "Xd,Xn,Xm", Add).sets_flags = true;
    put("SBC", Form::AddCarry, "Xd,Xn,Xm", Subtract);
    put("SBCS", Form::AddCarry, "Xd,Xn,Xm", Subtract).sets_flags = true;
    put("SMAX", Form::TwoSource, ThreeOperands, SignedMax);
    put("SMIN", Form::TwoSource, ThreeOperands, SignedMin);
    put("UMAX", Form::TwoSource, ThreeOperands, UnsignedMax);
    put("UMIN", Form::TwoSource, ThreeOperands, UnsignedMin);
  }

  void bits() {
    using enum Operation;
    for (const std::string_view end : {"", "V"}) {
      put("LSL" + std::string(end), Form::Shift, ThreeOperands, ShiftLeft);
      put("LSR" + std::string(end), Form::Shift, ThreeOperands, ShiftRight);
      put("ASR" + std::string(end), Form::Shift, ThreeOperands, ShiftArithmetic);
      put("ROR" + std::string(end), Form::Shift, ThreeOperands, Rotate);
    }
    put("UBFM", Form::BitField, "Xd,Xn and two numbers");
    put("SBFM", Form::BitField, "Xd,Xn and two numbers").is_signed = true;
    put("BFM", Form::BitField, "Xd,Xn and two numbers").is_negated = true;
    put("UBFX", Form::BitExtract, "Xd,Xn and two numbers");
    put("SBFX", Form::BitExtract, "Xd,Xn and two numbers").is_signed = true;
    put("BFI", Form::BitInsert, "Xd,Xn and two numbers");
    for (const auto& [name, size] : {Size{"B", 8}, Size{"H", 16}, Size{"W", 32}}) {
      put("UXT" + std::string(name), Form::Extend, "Xd,Wn").bits = size;
      Info& extend = put("SXT" + std::string(name), Form::Extend, "Xd,Wn");
      extend.bits = size;
      extend.is_signed = true;
    }
    put("ABS", Form::OneSource, "Xd,Xn", Absolute);
    put("RBIT", Form::OneSource, "Xd,Xn", ReverseBits);
    put("REV", Form::OneSource, "Xd,Xn", ReverseBytes);
    put("REV64", Form::OneSource, "Xd,Xn", ReverseBytes);
    put("REV16", Form::OneSource, "Xd,Xn", ReverseBytes16);
    put("REV32", Form::OneSource, "Xd,Xn", ReverseBytes32);
    put("CLZ", Form::OneSource, "Xd,Xn", LeadingZeros);
    put("CLS", Form::OneSource, "Xd,Xn", LeadingSigns);
    put("CNT", Form::OneSource, "Xd,Xn", CountBits);
  }

  void multiplications() {
    put("MUL", Form::Multiply, "Xd,Xn,Xm");
    put("MNEG", Form::Multiply, "Xd,Xn,Xm").is_negated = true;
    put("MADD", Form::MultiplyAdd, "Xd,Xn,Xm,Xa");
    put("MSUB", Form::MultiplyAdd, "Xd,Xn,Xm,Xa").is_negated = true;
    for (const bool is_signed : {false, true}) {
      const std::string sign = is_signed ? "S" : "U";
      const auto signed_32 = [&](Info& info) -> Info& {
        info.bits = 32;
        info.is_signed = is_signed;
        return info;
      };
      signed_32(put(sign + "MULL", Form::Multiply, "Xd,Wn,Wm"));
      signed_32(put(sign + "MNEGL", Form::Multiply, "Xd,Wn,Wm")).is_negated = true;
      signed_32(put(sign + "MADDL", Form::MultiplyAdd, "Xd,Wn,Wm,Xa"));
      signed_32(put(sign + "MSUBL", Form::MultiplyAdd, "Xd,Wn,Wm,Xa")).is_negated = true;
      put(sign + "MULH", Form::MultiplyHigh, "Xd,Xn,Xm").is_signed = is_signed;
      put(sign + "DIV", Form::Divide, "Xd,Xn,Xm").is_signed = is_signed;
    }
  }

  void selections() {
    using enum Operation;
    put("CSEL", Form::Select, "Xd,Xn,Xm and a condition");
    put("CSINC", Form::Select, "Xd,Xn,Xm and a condition", Increment);
    put("CSINV", Form::Select, "Xd,Xn,Xm and a condition", Invert);
    put("CSNEG", Form::Select, "Xd,Xn,Xm and a condition", Operation::Negate);
    put("CSET", Form::SetIf, "Xd and a condition", Increment);
    put("CSETM", Form::SetIf, "Xd and a condition", Invert);
    put("CINC", Form::ChangeIf, "Xd,Xn and a condition", Increment);
    put("CINV", Form::ChangeIf, "Xd,Xn and a condition", Invert);
    put("CNEG", Form::ChangeIf, "Xd,Xn and a condition", Operation::Negate);
    put("CCMP", Form::CompareIf, "Xn, Xm or a number, four flags and a condition", Subtract);
    put("CCMN", Form::CompareIf, "Xn, Xm or a number, four flags and a condition", Add);
  }

  void jumps() {
    put("B", Form::Jump, "a label");
    put("BL", Form::Call, "a label");
    put("BLR", Form::CallRegister, "Xn");
    put("BR", Form::JumpRegister, "Xn");
    put("RET", Form::JumpRegister, "nothing, or Xn");
    put("ADR", Form::AddressOfCode, "Xd and a label");
    put("CBZ", Form::JumpIfZero, "Xn and a label");
    put("CBNZ", Form::JumpIfZero, "Xn and a label").is_negated = true;
    put("TBZ", Form::JumpIfBit, "Xn, the number of a bit and a label");
    put("TBNZ", Form::JumpIfBit, "Xn, the number of a bit and a label").is_negated = true;
    for (const std::string_view condition : {"EQ", "NE", "CS", "HS", "CC", "LO", "MI", "PL", "VS",
                                             "VC", "HI", "LS", "GE", "LT", "GT", "LE", "AL"}) {
      put("B." + std::string(condition), Form::JumpIf, "a label");
    }
  }

  std::vector<Info> all_;
};

struct Extension {
  std::string_view beginning;
  std::string_view name;
};

constexpr std::array Extensions{
    Extension{"STG", "the Memory Tagging Extension"},
    Extension{"LDG", "the Memory Tagging Extension"},
    Extension{"IRG", "the Memory Tagging Extension"},
    Extension{"STZG", "the Memory Tagging Extension"},
    Extension{"ADDG", "the Memory Tagging Extension"},
    Extension{"SUBG", "the Memory Tagging Extension"},
    Extension{"TLBI", "virtual memory"},
    Extension{"AT", "virtual memory"},
    Extension{"DC", "cache maintenance"},
    Extension{"IC", "cache maintenance"},
    Extension{"SVC", "exceptions"},
    Extension{"ERET", "exceptions"},
    Extension{"UDF", "exceptions"},
    Extension{"HVC", "exceptions"},
    Extension{"BRK", "exceptions"},
    Extension{"ADRP", "addresses of code"},
    Extension{"PAC", "pointer authentication"},
    Extension{"AUT", "pointer authentication"},
    Extension{"XPAC", "pointer authentication"},
    Extension{"WHILE", "the Scalable Vector Extension"},
    Extension{"PTRUE", "the Scalable Vector Extension"},
    Extension{"LD1", "vectors"},
    Extension{"ST1", "vectors"},
    Extension{"LD2", "vectors"},
    Extension{"ST2", "vectors"},
    Extension{"LD3", "vectors"},
    Extension{"ST3", "vectors"},
    Extension{"LD4", "vectors"},
    Extension{"ST4", "vectors"},
    Extension{"LDAP1", "vectors"},
    Extension{"STL1", "vectors"},
    Extension{"MOVI", "vectors"},
    Extension{"DUP", "vectors"},
    Extension{"FMOV", "vectors"},
    Extension{"SMSTART", "the Scalable Matrix Extension"},
    Extension{"SMSTOP", "the Scalable Matrix Extension"},
};

}  // namespace

const std::vector<Info>& all() {
  static const std::vector<Info> instructions = Writer().write();
  return instructions;
}

const Info* find(std::string_view mnemonic) {
  const std::vector<Info>& known = all();
  const auto found = std::ranges::lower_bound(known, mnemonic, {}, &Info::mnemonic);
  return found == known.end() || found->mnemonic != mnemonic ? nullptr : &*found;
}

std::string_view extension_of(std::string_view mnemonic) {
  for (const Extension& extension : Extensions) {
    if (mnemonic.starts_with(extension.beginning)) return extension.name;
  }
  return "";
}

}  // namespace drover::litmus::aarch64
