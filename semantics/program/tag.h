#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

// Properties of an event's instruction besides kind, location and value: it acquires, it is half of
// an exclusive pair, it is a certain barrier. A dialect assigns tags to its events, a cat model
// gives them meaning. Little code in between uses a tag by name.
namespace drover {

struct TagDescription {
  std::string_view name;  // its set of events in cat
  std::string_view meaning;
};

// X(identifier, name in cat, meaning)
#define DROVER_TAGS(X)                                                                          \
  X(Observed, "Observed", "initial writes of locations that the condition of a test speaks of") \
  X(Exclusive, "X", "accesses of exclusive pairs and of atomic instructions")                   \
  X(NoReturn, "NoRet", "reads of atomic instructions that return nothing")                      \
  X(Acquire, "Acquire", "AArch64: load-acquire")                                                \
  X(AcquirePc, "AcquirePC", "AArch64: load-acquire of LDAPR")                                   \
  X(Release, "Release", "AArch64: store-release")                                               \
  X(DmbSy, "DMB.SY", "AArch64: DMB SY")                                                         \
  X(DmbLd, "DMB.LD", "AArch64: DMB LD")                                                         \
  X(DmbSt, "DMB.ST", "AArch64: DMB ST")                                                         \
  X(DmbIsh, "DMB.ISH", "AArch64: DMB ISH")                                                      \
  X(DmbIshLd, "DMB.ISHLD", "AArch64: DMB ISHLD")                                                \
  X(DmbIshSt, "DMB.ISHST", "AArch64: DMB ISHST")                                                \
  X(DmbOsh, "DMB.OSH", "AArch64: DMB OSH")                                                      \
  X(DmbOshLd, "DMB.OSHLD", "AArch64: DMB OSHLD")                                                \
  X(DmbOshSt, "DMB.OSHST", "AArch64: DMB OSHST")                                                \
  X(DmbNsh, "DMB.NSH", "AArch64: DMB NSH")                                                      \
  X(DmbNshLd, "DMB.NSHLD", "AArch64: DMB NSHLD")                                                \
  X(DmbNshSt, "DMB.NSHST", "AArch64: DMB NSHST")                                                \
  X(DsbSy, "DSB.SY", "AArch64: DSB SY")                                                         \
  X(DsbLd, "DSB.LD", "AArch64: DSB LD")                                                         \
  X(DsbSt, "DSB.ST", "AArch64: DSB ST")                                                         \
  X(DsbIsh, "DSB.ISH", "AArch64: DSB ISH")                                                      \
  X(DsbIshLd, "DSB.ISHLD", "AArch64: DSB ISHLD")                                                \
  X(DsbIshSt, "DSB.ISHST", "AArch64: DSB ISHST")                                                \
  X(DsbOsh, "DSB.OSH", "AArch64: DSB OSH")                                                      \
  X(DsbOshLd, "DSB.OSHLD", "AArch64: DSB OSHLD")                                                \
  X(DsbOshSt, "DSB.OSHST", "AArch64: DSB OSHST")                                                \
  X(DsbNsh, "DSB.NSH", "AArch64: DSB NSH")                                                      \
  X(DsbNshLd, "DSB.NSHLD", "AArch64: DSB NSHLD")                                                \
  X(DsbNshSt, "DSB.NSHST", "AArch64: DSB NSHST")                                                \
  X(Isb, "ISB", "AArch64: ISB")                                                                 \
  X(RvAcquire, "Acq", "RISC-V: accesses with .aq")                                              \
  X(RvRelease, "Rel", "RISC-V: accesses with .rl")                                              \
  X(RvAcquireRelease, "AcqRel", "RISC-V: accesses with .aq.rl")                                 \
  X(RvAmo, "AMO", "RISC-V: atomic memory operations")                                           \
  X(FenceRR, "Fence.r.r", "RISC-V: fence r,r")                                                  \
  X(FenceRW, "Fence.r.w", "RISC-V: fence r,w")                                                  \
  X(FenceRRw, "Fence.r.rw", "RISC-V: fence r,rw")                                               \
  X(FenceWR, "Fence.w.r", "RISC-V: fence w,r")                                                  \
  X(FenceWW, "Fence.w.w", "RISC-V: fence w,w")                                                  \
  X(FenceWRw, "Fence.w.rw", "RISC-V: fence w,rw")                                               \
  X(FenceRwR, "Fence.rw.r", "RISC-V: fence rw,r")                                               \
  X(FenceRwW, "Fence.rw.w", "RISC-V: fence rw,w")                                               \
  X(FenceRwRw, "Fence.rw.rw", "RISC-V: fence rw,rw")                                            \
  X(FenceTso, "Fence.tso", "RISC-V: fence.tso")                                                 \
  X(FenceI, "Fence.i", "RISC-V: fence.i")                                                       \
  X(Sync, "SYNC", "PPC: sync")                                                                  \
  X(Lwsync, "LWSYNC", "PPC: lwsync")                                                            \
  X(Isync, "ISYNC", "PPC: isync")                                                               \
  X(Eieio, "EIEIO", "PPC: eieio")                                                               \
  X(Once, "ONCE", "Linux: READ_ONCE, WRITE_ONCE and other marked accesses without order")       \
  X(LkAcquire, "ACQUIRE", "Linux: acquire operations")                                          \
  X(LkRelease, "RELEASE", "Linux: release operations")                                          \
  X(Mb, "MB", "Linux: smp_mb, and accesses of fully ordered operations")                        \
  X(NoReturnOp, "NORETURN", "Linux: accesses of atomic operations that return nothing")         \
  X(Wmb, "Wmb", "Linux: smp_wmb")                                                               \
  X(Rmb, "Rmb", "Linux: smp_rmb")                                                               \
  X(Barrier, "Barrier", "Linux: barrier")                                                       \
  X(RcuLock, "Rcu-lock", "Linux: rcu_read_lock")                                                \
  X(RcuUnlock, "Rcu-unlock", "Linux: rcu_read_unlock")                                          \
  X(SyncRcu, "Sync-rcu", "Linux: synchronize_rcu")                                              \
  X(BeforeAtomic, "Before-atomic", "Linux: smp_mb__before_atomic")                              \
  X(AfterAtomic, "After-atomic", "Linux: smp_mb__after_atomic")                                 \
  X(AfterSpinlock, "After-spinlock", "Linux: smp_mb__after_spinlock")                           \
  X(AfterUnlockLock, "After-unlock-lock", "Linux: smp_mb__after_unlock_lock")                   \
  X(AfterSrcuReadUnlock, "After-srcu-read-unlock", "Linux: smp_mb__after_srcu_read_unlock")     \
  X(SrcuLock, "Srcu-lock", "Linux: srcu_read_lock")                                             \
  X(SrcuUnlock, "Srcu-unlock", "Linux: srcu_read_unlock")                                       \
  X(SyncSrcu, "Sync-srcu", "Linux: synchronize_srcu")                                           \
  X(LockRead, "LKR", "Linux: the read of taking a lock")                                        \
  X(LockWrite, "LKW", "Linux: the write of taking a lock")                                      \
  X(Unlock, "UL", "Linux: spin_unlock")                                                         \
  X(LockFailed, "LF", "Linux: spin_trylock that fails")                                         \
  X(ReadLocked, "RL", "Linux: spin_is_locked that finds it locked")                             \
  X(ReadUnlocked, "RU", "Linux: spin_is_locked that finds it free")                             \
  X(WeakAccess, "WEAK", "PTX: weak accesses")                                                   \
  X(CtaScope, "CTA", "PTX: scope cta")                                                          \
  X(GpuScope, "GPU", "PTX: scope gpu")                                                          \
  X(SysScope, "SYS", "PTX: scope sys")                                                          \
  X(GenericProxy, "GEN", "PTX: generic proxy")                                                  \
  X(TextureProxy, "TEX", "PTX: texture proxy")                                                  \
  X(SurfaceProxy, "SUR", "PTX: surface proxy")                                                  \
  X(ConstantProxy, "CON", "PTX: constant proxy")                                                \
  X(AliasProxy, "ALIAS", "PTX: fence.proxy.alias")                                              \
  X(WorkgroupScope, "WG", "GPU: scope of the workgroup")                                        \
  X(DeviceScope, "DV", "GPU: scope of the device")                                              \
  X(SubgroupScope, "SG", "VULKAN: scope of the subgroup")                                       \
  X(QueueFamilyScope, "QF", "VULKAN: scope of the queue family")                                \
  X(StorageClass0, "SC0", "VULKAN: accesses of storage class 0")                                \
  X(StorageClass1, "SC1", "VULKAN: accesses of storage class 1")                                \
  X(StorageClass2, "SC2", "VULKAN: accesses of storage class 2")                                \
  X(StorageClass3, "SC3", "VULKAN: accesses of storage class 3")                                \
  X(Semantics0, "SEMSC0", "VULKAN: memory semantics of storage class 0")                        \
  X(Semantics1, "SEMSC1", "VULKAN: memory semantics of storage class 1")                        \
  X(Semantics2, "SEMSC2", "VULKAN: memory semantics of storage class 2")                        \
  X(Semantics3, "SEMSC3", "VULKAN: memory semantics of storage class 3")                        \
  X(NonPrivate, "NONPRIV", "VULKAN: non-private accesses")                                      \
  X(AtomicAccess, "ATOM", "VULKAN: atomic accesses")                                            \
  X(ControlBarrier, "CBAR", "VULKAN: control barriers")                                         \
  X(Availability, "AV", "VULKAN: writes with availability")                                     \
  X(Visibility, "VIS", "VULKAN: reads with visibility")                                         \
  X(SemanticsAvailable, "SEMAV", "VULKAN: memory semantics with availability")                  \
  X(SemanticsVisible, "SEMVIS", "VULKAN: memory semantics with visibility")                     \
  X(AvailableDevice, "AVDEVICE", "VULKAN: avdevice")                                            \
  X(VisibleDevice, "VISDEVICE", "VULKAN: visdevice")                                            \
  X(AllScope, "ALL", "OPENCL: scope of all devices")                                            \
  X(WorkItem, "WI", "OPENCL: plain stores")                                                     \
  X(GlobalMemory, "GLOBAL", "OPENCL: global memory")                                            \
  X(LocalMemory, "LOCAL", "OPENCL: local memory")                                               \
  X(NonAtomicPointee, "POINTED", "OPENCL: initial writes of locations with non-atomic pointers")

enum class Tag : std::uint8_t {
#define DROVER_TAG_NAME(identifier, name, meaning) identifier,
  DROVER_TAGS(DROVER_TAG_NAME)
#undef DROVER_TAG_NAME
};

inline constexpr std::array TagTable{
#define DROVER_TAG_ROW(identifier, name, meaning) TagDescription{name, meaning},
    DROVER_TAGS(DROVER_TAG_ROW)
#undef DROVER_TAG_ROW
};
inline constexpr std::size_t TagCount = TagTable.size();

constexpr std::string_view tag_name(Tag tag) {
  return TagTable[static_cast<std::size_t>(tag)].name;
}

class TagSet {
 public:
  constexpr TagSet() = default;
  template <typename... Tags>
  static constexpr TagSet of(Tags... tags) {
    TagSet out;
    (out.insert(tags), ...);
    return out;
  }

  constexpr void insert(Tag tag) { word_of(tag) |= bit_of(tag); }
  [[nodiscard]] constexpr bool contains(Tag tag) const {
    return (words_[index_of(tag)] & bit_of(tag)) != 0;
  }
  [[nodiscard]] constexpr bool is_empty() const { return (words_[0] | words_[1]) == 0; }
  [[nodiscard]] constexpr TagSet with(TagSet other) const {
    TagSet out = *this;
    out.words_[0] |= other.words_[0];
    out.words_[1] |= other.words_[1];
    return out;
  }
  [[nodiscard]] constexpr TagSet without(Tag tag) const {
    TagSet out = *this;
    out.word_of(tag) &= ~bit_of(tag);
    return out;
  }
  template <typename Visit>
  constexpr void for_each(Visit visit) const {
    for (std::size_t i = 0; i < TagCount; ++i) {
      if (contains(static_cast<Tag>(i))) visit(static_cast<Tag>(i));
    }
  }
  bool operator==(const TagSet&) const = default;

 private:
  static constexpr std::size_t index_of(Tag tag) { return static_cast<std::size_t>(tag) / 64; }
  static constexpr std::uint64_t bit_of(Tag tag) {
    return std::uint64_t{1} << (static_cast<unsigned>(tag) % 64);
  }
  constexpr std::uint64_t& word_of(Tag tag) { return words_[index_of(tag)]; }

  std::array<std::uint64_t, 2> words_{};
};
static_assert(TagCount <= 128);

}  // namespace drover
