#include "generate/architecture.h"

#include <algorithm>
#include <array>

#include "support/text.h"

namespace drover::generate {

namespace {

using enum PairOrder;
using enum DependencyKind;

constexpr std::array ArmFences{FenceWord{"DMB.ISH", "DMB ISH"},
                               FenceWord{"DMB.ISHLD", "DMB ISHLD"},
                               FenceWord{"DMB.ISHST", "DMB ISHST"},
                               FenceWord{"DMB.LD", "DMB LD"},
                               FenceWord{"DMB.NSH", "DMB NSH"},
                               FenceWord{"DMB.NSHLD", "DMB NSHLD"},
                               FenceWord{"DMB.NSHST", "DMB NSHST"},
                               FenceWord{"DMB.OSH", "DMB OSH"},
                               FenceWord{"DMB.OSHLD", "DMB OSHLD"},
                               FenceWord{"DMB.OSHST", "DMB OSHST"},
                               FenceWord{"DMB.ST", "DMB ST"},
                               FenceWord{"DMB.SY", "DMB SY"},
                               FenceWord{"DSB.ISH", "DSB ISH"},
                               FenceWord{"DSB.ISHLD", "DSB ISHLD"},
                               FenceWord{"DSB.ISHST", "DSB ISHST"},
                               FenceWord{"DSB.LD", "DSB LD"},
                               FenceWord{"DSB.NSH", "DSB NSH"},
                               FenceWord{"DSB.NSHLD", "DSB NSHLD"},
                               FenceWord{"DSB.NSHST", "DSB NSHST"},
                               FenceWord{"DSB.OSH", "DSB OSH"},
                               FenceWord{"DSB.OSHLD", "DSB OSHLD"},
                               FenceWord{"DSB.OSHST", "DSB OSHST"},
                               FenceWord{"DSB.ST", "DSB ST"},
                               FenceWord{"DSB.SY", "DSB SY"},
                               FenceWord{"ISB", "ISB"}};
constexpr std::array ArmAnnotations{AnnotationWord{"P", "LDR", "STR"},
                                    AnnotationWord{"A", "LDAR", ""},
                                    AnnotationWord{"Q", "LDAPR", ""},
                                    AnnotationWord{"L", "", "STLR"},
                                    AnnotationWord{"X", "LDXR", "STXR", true},
                                    AnnotationWord{"XA", "LDXR", "STXR", true, Acquire},
                                    AnnotationWord{"XL", "LDXR", "STXR", true, None, Release},
                                    AnnotationWord{"XAL", "LDXR", "STXR", true, Acquire, Release}};
constexpr std::array ArmDependencies{DependencyWord{"Addr", Address},
                                     DependencyWord{"Data", Data},
                                     DependencyWord{"Ctrl", Control},
                                     DependencyWord{"CtrlIsb", Control, "ISB"},
                                     DependencyWord{"AddrCsel", Address, "", true},
                                     DependencyWord{"DataCsel", Data, "", true},
                                     DependencyWord{"CtrlCsel", Control, "", true},
                                     DependencyWord{"CtrlIsbCsel", Control, "ISB", true}};
constexpr std::array ArmRmws{RmwWord{"LxSx", "rmw", RmwKind::Pair},
                             RmwWord{"Amo.Swp", "amo.swp", RmwKind::Exchange},
                             RmwWord{"Amo.Cas", "amo.cas", RmwKind::Compare},
                             RmwWord{"Amo.LdAdd", "amo.ldadd", RmwKind::Add},
                             RmwWord{"Amo.StAdd", "amo.stadd", RmwKind::Add, false},
                             RmwWord{"Amo.LdEor", "amo.ldeor", RmwKind::Xor},
                             RmwWord{"Amo.LdSet", "amo.ldset", RmwKind::Set},
                             RmwWord{"Amo.LdClr", "amo.ldclr", RmwKind::Clear},
                             RmwWord{"Amo.StEor", "amo.steor", RmwKind::Xor, false},
                             RmwWord{"Amo.StSet", "amo.stset", RmwKind::Set, false},
                             RmwWord{"Amo.StClr", "amo.stclr", RmwKind::Clear, false}};

constexpr std::array RiscvFences{
    FenceWord{"Fence.i", "fence.i"},         FenceWord{"Fence.tso", "fence.tso"},
    FenceWord{"Fence.r.r", "fence r,r"},     FenceWord{"Fence.r.w", "fence r,w"},
    FenceWord{"Fence.r.rw", "fence r,rw"},   FenceWord{"Fence.w.r", "fence w,r"},
    FenceWord{"Fence.w.w", "fence w,w"},     FenceWord{"Fence.w.rw", "fence w,rw"},
    FenceWord{"Fence.rw.r", "fence rw,r"},   FenceWord{"Fence.rw.w", "fence rw,w"},
    FenceWord{"Fence.rw.rw", "fence rw,rw"}, FenceWord{"Fence.iorw.iorw", "fence iorw,iorw"}};
constexpr AnnotationWord riscv_pair(std::string_view name, PairOrder load, PairOrder store) {
  return {name, "lr.w", "sc.w", true, load, store};
}
constexpr std::array RiscvAnnotations{
    AnnotationWord{"P", "lw", "sw"},       AnnotationWord{"Aq", "lw.aq", ""},
    AnnotationWord{"Rl", "", "sw.rl"},     AnnotationWord{"AR", "lw.aq.rl", "sw.aq.rl"},
    riscv_pair("X", None, None),           riscv_pair("XPAq", None, Acquire),
    riscv_pair("XPRl", None, Release),     riscv_pair("XPAR", None, Both),
    riscv_pair("XAqP", Acquire, None),     riscv_pair("XAqAq", Acquire, Acquire),
    riscv_pair("XAqRl", Acquire, Release), riscv_pair("XAqAR", Acquire, Both),
    riscv_pair("XRlP", Release, None),     riscv_pair("XRlAq", Release, Acquire),
    riscv_pair("XRlRl", Release, Release), riscv_pair("XRlAR", Release, Both),
    riscv_pair("XARP", Both, None),        riscv_pair("XARAq", Both, Acquire),
    riscv_pair("XARRl", Both, Release),    riscv_pair("XARAR", Both, Both)};
constexpr std::array RiscvDependencies{
    DependencyWord{"Addr", Address}, DependencyWord{"Data", Data}, DependencyWord{"Ctrl", Control},
    DependencyWord{"CtrlFenceI", Control, "fence.i"}};
constexpr std::array Exchanges{RmwWord{"Exch", "rmw", RmwKind::Exchange}};

constexpr std::array PowerFences{FenceWord{"Sync", "sync"}, FenceWord{"LwSync", "lwsync"},
                                 FenceWord{"ISync", "isync"}, FenceWord{"Eieio", "eieio"}};
constexpr std::array PowerAnnotations{AnnotationWord{"Na", "lwz", "stw"},
                                      AnnotationWord{"A", "lwarx", "stwcx.", true},
                                      AnnotationWord{"R", "lwarx", ""}};
constexpr std::array PowerDependencies{
    DependencyWord{"Addr", Address}, DependencyWord{"Data", Data}, DependencyWord{"Ctrl", Control},
    DependencyWord{"CtrlIsync", Control, "isync"}};
constexpr std::array Pairs{RmwWord{"LxSx", "rmw", RmwKind::Pair}};

constexpr std::array X86Fences{FenceWord{"MFence", "MFENCE"}};
constexpr std::array X86Annotations{AnnotationWord{"Na", "MOV", "MOV"},
                                    AnnotationWord{"A", "", "XCHG"}};
constexpr std::array X64Fences{FenceWord{"MFence", "mfence"}, FenceWord{"SFence", "sfence"},
                               FenceWord{"LFence", "lfence"}};
constexpr std::array X64Annotations{AnnotationWord{"Na", "movl", "movl"},
                                    AnnotationWord{"A", "", "xchgl"}};

constexpr std::array CFences{
    FenceWord{"FenceAcq", "memory_order_acquire"}, FenceWord{"FenceRel", "memory_order_release"},
    FenceWord{"FenceAR", "memory_order_acq_rel"},  FenceWord{"FenceSc", "memory_order_seq_cst"},
    FenceWord{"FenceRlx", "memory_order_relaxed"}, FenceWord{"FenceCon", "memory_order_consume"}};
constexpr std::array CAnnotations{
    AnnotationWord{"Na", "na", "na"},
    AnnotationWord{"Acq", "memory_order_acquire", ""},
    AnnotationWord{"Rel", "", "memory_order_release"},
    AnnotationWord{"AR", "", ""},
    AnnotationWord{"Sc", "memory_order_seq_cst", "memory_order_seq_cst"},
    AnnotationWord{"Rlx", "memory_order_relaxed", "memory_order_relaxed"},
    AnnotationWord{"Con", "memory_order_consume", ""}};
constexpr std::array CDependencies{DependencyWord{"Addr", Address}, DependencyWord{"Data", Data},
                                   DependencyWord{"Ctrl", Control}};
constexpr std::array CRmws{RmwWord{"Exch", "rmw", RmwKind::Exchange},
                           RmwWord{"Fetch.Add", "fetch.add", RmwKind::Add}};

constexpr std::array KernelFences{FenceWord{"FenceMb", "smp_mb()"},
                                  FenceWord{"FenceRmb", "smp_rmb()"},
                                  FenceWord{"FenceWmb", "smp_wmb()"}};
constexpr std::array KernelAnnotations{AnnotationWord{"P", "", ""},
                                       AnnotationWord{"Once", "READ_ONCE", "WRITE_ONCE"},
                                       AnnotationWord{"Release", "", "smp_store_release"},
                                       AnnotationWord{"Acquire", "smp_load_acquire", ""}};

constexpr std::array Architectures{
    Architecture{"AArch64", "AArch64", "aarch64", Notation::Arm, "p", ArmFences, 11, 3,
                 ArmAnnotations, ArmDependencies, ArmRmws},
    Architecture{"RISCV", "RISCV", "riscv", Notation::Riscv, "p", RiscvFences, 11, 3,
                 RiscvAnnotations, RiscvDependencies, Exchanges},
    Architecture{"PPC", "PPC", "ppc", Notation::Power, "na", PowerFences, 0, 3, PowerAnnotations,
                 PowerDependencies, Pairs},
    Architecture{
        "X86", "X86", "tso", Notation::X86, "na", X86Fences, 0, 0, X86Annotations, {}, Exchanges},
    Architecture{"X86_64",
                 "X86_64",
                 "tso",
                 Notation::X86_64,
                 "na",
                 X64Fences,
                 0,
                 0,
                 X64Annotations,
                 {},
                 Exchanges},
    Architecture{"C", "C", "rc11", Notation::C, "na", CFences, 3, 2, CAnnotations, CDependencies,
                 CRmws},
    Architecture{"LKMM", "C", "lkmm", Notation::Kernel, "p", KernelFences, 0, 2, KernelAnnotations,
                 CDependencies, Exchanges},
};

}  // namespace

std::span<const Architecture> architectures() { return Architectures; }

const Architecture* find_architecture(std::string_view name) {
  const std::string wanted = lower_case(name);
  const auto* found = std::ranges::find_if(
      Architectures, [&](const Architecture& each) { return lower_case(each.name) == wanted; });
  return found == Architectures.end() ? nullptr : &*found;
}

}  // namespace drover::generate
