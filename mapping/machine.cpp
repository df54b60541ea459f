#include "mapping/machine.h"

#include <algorithm>
#include <array>

namespace drover::mapping {

namespace {

constexpr Step barrier(std::string_view word, Tag tag, Mode mode = Mode::Rlx) {
  return {.word = word, .kind = StepKind::Barrier, .read_tags = TagSet::of(tag), .barrier = mode};
}
constexpr Step branch() { return {.word = "branch", .kind = StepKind::Branch}; }
template <typename... Tags>
constexpr Step load(std::string_view word, Tags... tags) {
  return {.word = word, .kind = StepKind::Load, .read_tags = TagSet::of(tags...)};
}
template <typename... Tags>
constexpr Step store(std::string_view word, Tags... tags) {
  return {.word = word, .kind = StepKind::Store, .write_tags = TagSet::of(tags...)};
}
constexpr Step update(std::string_view word, TagSet read, TagSet write) {
  return {.word = word, .kind = StepKind::Update, .read_tags = read, .write_tags = write};
}
constexpr Step pair(std::string_view word, TagSet read, TagSet write) {
  return {.word = word, .kind = StepKind::Pair, .read_tags = read, .write_tags = write};
}

constexpr TagSet X = TagSet::of(Tag::Exclusive);

// `amo` stands for any of SWP, LDADD, CAS, …
constexpr TagSet ArmAcquire = TagSet::of(Tag::Exclusive, Tag::Acquire);
constexpr TagSet ArmRelease = TagSet::of(Tag::Exclusive, Tag::Release);
constexpr std::array Arm{load("ldr"),
                         load("ldar", Tag::Acquire),
                         load("ldapr", Tag::AcquirePc),
                         store("str"),
                         store("stlr", Tag::Release),
                         update("amo", X, X),
                         update("amoa", ArmAcquire, X),
                         update("amol", X, ArmRelease),
                         update("amoal", ArmAcquire, ArmRelease),
                         pair("ldxr/stxr", X, X),
                         pair("ldaxr/stxr", ArmAcquire, X),
                         pair("ldxr/stlxr", X, ArmRelease),
                         pair("ldaxr/stlxr", ArmAcquire, ArmRelease),
                         barrier("dmb sy", Tag::DmbSy, Mode::Sc),
                         barrier("dmb ld", Tag::DmbLd),
                         barrier("dmb st", Tag::DmbSt),
                         barrier("dmb ish", Tag::DmbIsh, Mode::Sc),
                         barrier("dmb ishld", Tag::DmbIshLd),
                         barrier("dmb ishst", Tag::DmbIshSt),
                         barrier("isb", Tag::Isb),
                         branch()};

// `amo` stands for amoswap, amoadd, …: one event, whose halves have the same tags.
constexpr TagSet RvX = TagSet::of(Tag::Exclusive, Tag::RvAmo);
constexpr TagSet RvAmoAcquire = TagSet::of(Tag::Exclusive, Tag::RvAmo, Tag::RvAcquire);
constexpr TagSet RvAmoRelease = TagSet::of(Tag::Exclusive, Tag::RvAmo, Tag::RvRelease);
constexpr TagSet RvAmoBoth = TagSet::of(Tag::Exclusive, Tag::RvAmo, Tag::RvAcquireRelease);
constexpr TagSet RvAcquire = TagSet::of(Tag::Exclusive, Tag::RvAcquire);
constexpr TagSet RvRelease = TagSet::of(Tag::Exclusive, Tag::RvRelease);
constexpr TagSet RvBoth = TagSet::of(Tag::Exclusive, Tag::RvAcquireRelease);
constexpr std::array Riscv{load("ld"),
                           store("sd"),
                           update("amo", RvX, RvX),
                           update("amo.aq", RvAmoAcquire, RvAmoAcquire),
                           update("amo.rl", RvAmoRelease, RvAmoRelease),
                           update("amo.aqrl", RvAmoBoth, RvAmoBoth),
                           pair("lr/sc", X, X),
                           pair("lr.aq/sc", RvAcquire, X),
                           pair("lr/sc.rl", X, RvRelease),
                           pair("lr.aq/sc.rl", RvAcquire, RvRelease),
                           pair("lr.aqrl/sc.rl", RvBoth, RvRelease),
                           pair("lr.aqrl/sc.aqrl", RvBoth, RvBoth),
                           barrier("fence r,r", Tag::FenceRR),
                           barrier("fence r,w", Tag::FenceRW),
                           barrier("fence r,rw", Tag::FenceRRw),
                           barrier("fence w,r", Tag::FenceWR),
                           barrier("fence w,w", Tag::FenceWW),
                           barrier("fence w,rw", Tag::FenceWRw),
                           barrier("fence rw,r", Tag::FenceRwR),
                           barrier("fence rw,w", Tag::FenceRwW),
                           barrier("fence rw,rw", Tag::FenceRwRw, Mode::Sc),
                           barrier("fence.tso", Tag::FenceTso),
                           branch()};

constexpr std::array Power{load("ld"),
                           store("std"),
                           pair("ldarx/stdcx.", X, X),
                           barrier("sync", Tag::Sync, Mode::Sc),
                           barrier("lwsync", Tag::Lwsync),
                           barrier("isync", Tag::Isync),
                           barrier("eieio", Tag::Eieio),
                           branch()};

// The primitives of the Linux kernel. `atomic` stands for xchg, cmpxchg, atomic_fetch_add, …, and
// is fully ordered; both halves have the same tag.
constexpr TagSet Once = TagSet::of(Tag::Once);
constexpr TagSet LkAcquire = TagSet::of(Tag::LkAcquire);
constexpr TagSet LkRelease = TagSet::of(Tag::LkRelease);
constexpr TagSet LkFull = TagSet::of(Tag::Mb);
constexpr std::array Linux{load("plain read"),
                           load("READ_ONCE", Tag::Once),
                           load("smp_load_acquire", Tag::LkAcquire),
                           store("plain write"),
                           store("WRITE_ONCE", Tag::Once),
                           store("smp_store_release", Tag::LkRelease),
                           update("atomic_relaxed", Once, Once),
                           update("atomic_acquire", LkAcquire, LkAcquire),
                           update("atomic_release", LkRelease, LkRelease),
                           update("atomic", LkFull, LkFull),
                           barrier("smp_mb", Tag::Mb, Mode::Sc),
                           barrier("smp_rmb", Tag::Rmb),
                           barrier("smp_wmb", Tag::Wmb),
                           barrier("smp_mb__before_atomic", Tag::BeforeAtomic),
                           barrier("smp_mb__after_atomic", Tag::AfterAtomic),
                           barrier("barrier", Tag::Barrier)};

// GPUs. The words are those of litmus tests, without the scope, which is the program's.
constexpr Step scoped(Step step, Mode order) {
  step.order = step.barrier = order;
  step.is_scoped = true;
  return step;
}
constexpr Step unscoped(Step step) {
  step.order = Mode::Na;
  return step;
}
constexpr Step fence(std::string_view word, TagSet tags, Mode order) {
  return scoped({.word = word, .kind = StepKind::Barrier, .read_tags = tags}, order);
}

constexpr TagSet Generic = TagSet::of(Tag::GenericProxy);
constexpr std::array Ptx{unscoped(load("ld.weak", Tag::WeakAccess, Tag::GenericProxy)),
                         scoped(load("ld.relaxed", Tag::GenericProxy), Mode::Rlx),
                         scoped(load("ld.acquire", Tag::GenericProxy), Mode::Acq),
                         unscoped(store("st.weak", Tag::WeakAccess, Tag::GenericProxy)),
                         scoped(store("st.relaxed", Tag::GenericProxy), Mode::Rlx),
                         scoped(store("st.release", Tag::GenericProxy), Mode::Rel),
                         scoped(update("atom.relaxed", Generic, Generic), Mode::Rlx),
                         scoped(update("atom.acquire", Generic, Generic), Mode::Acq),
                         scoped(update("atom.release", Generic, Generic), Mode::Rel),
                         scoped(update("atom.acq_rel", Generic, Generic), Mode::AcqRel),
                         fence("fence.acq_rel", Generic, Mode::AcqRel),
                         fence("fence.sc", Generic, Mode::Sc)};

constexpr TagSet PlainOfVulkan = TagSet::of(Tag::StorageClass0, Tag::NonPrivate);
constexpr TagSet Atomic = TagSet::of(Tag::StorageClass0, Tag::NonPrivate, Tag::AtomicAccess);
constexpr TagSet AtomicRead = Atomic.with(TagSet::of(Tag::Visibility));
constexpr TagSet AtomicWrite = Atomic.with(TagSet::of(Tag::Availability));
constexpr TagSet Acquires = TagSet::of(Tag::Semantics0, Tag::SemanticsVisible);
constexpr TagSet Releases = TagSet::of(Tag::Semantics0, Tag::SemanticsAvailable);
constexpr Step load_of(std::string_view word, TagSet tags) {
  return {.word = word, .kind = StepKind::Load, .read_tags = tags};
}
constexpr Step store_of(std::string_view word, TagSet tags) {
  return {.word = word, .kind = StepKind::Store, .write_tags = tags};
}
constexpr std::array Vulkan{
    unscoped(load_of("ld.nonpriv.sc0", PlainOfVulkan)),
    scoped(load_of("ld.atom.sc0", AtomicRead), Mode::Rlx),
    scoped(load_of("ld.atom.acq.sc0.semsc0.semvis", AtomicRead.with(Acquires)), Mode::Acq),
    unscoped(store_of("st.nonpriv.sc0", PlainOfVulkan)),
    scoped(store_of("st.atom.sc0", AtomicWrite), Mode::Rlx),
    scoped(store_of("st.atom.rel.sc0.semsc0.semav", AtomicWrite.with(Releases)), Mode::Rel),
    scoped(update("rmw.atom.sc0", AtomicRead, AtomicWrite), Mode::Rlx),
    scoped(update("rmw.atom.acq.sc0.semsc0.semvis", AtomicRead.with(Acquires), AtomicWrite),
           Mode::Acq),
    scoped(update("rmw.atom.rel.sc0.semsc0.semav", AtomicRead, AtomicWrite.with(Releases)),
           Mode::Rel),
    scoped(update("rmw.atom.acq_rel.sc0.semsc0.semav.semvis", AtomicRead.with(Acquires),
                  AtomicWrite.with(Releases)),
           Mode::AcqRel),
    fence("membar.acq.semsc0.semvis", Acquires, Mode::Acq),
    fence("membar.rel.semsc0.semav", Releases, Mode::Rel),
    fence("membar.acq_rel.semsc0.semav.semvis", Acquires.with(Releases), Mode::AcqRel)};

constexpr TagSet VulkanBarrier =
    TagSet::of(Tag::ControlBarrier, Tag::WorkgroupScope).with(Acquires.with(Releases));

// All of a program's memory is global.
constexpr TagSet Global = TagSet::of(Tag::GlobalMemory);
constexpr TagSet OpenClBarrier = Global.with(TagSet::of(Tag::WorkgroupScope));
constexpr std::array OpenCl{unscoped(load("plain read")),
                            scoped(load("atomic_load relaxed"), Mode::Rlx),
                            scoped(load("atomic_load acquire"), Mode::Acq),
                            scoped(load("atomic_load seq_cst"), Mode::Sc),
                            unscoped(store("plain write", Tag::WorkItem)),
                            scoped(store("atomic_store relaxed"), Mode::Rlx),
                            scoped(store("atomic_store release"), Mode::Rel),
                            scoped(store("atomic_store seq_cst"), Mode::Sc),
                            scoped(update("atomic_update relaxed", {}, {}), Mode::Rlx),
                            scoped(update("atomic_update acquire", {}, {}), Mode::Acq),
                            scoped(update("atomic_update release", {}, {}), Mode::Rel),
                            scoped(update("atomic_update acq_rel", {}, {}), Mode::AcqRel),
                            scoped(update("atomic_update seq_cst", {}, {}), Mode::Sc),
                            fence("atomic_work_item_fence acquire", Global, Mode::Acq),
                            fence("atomic_work_item_fence release", Global, Mode::Rel),
                            fence("atomic_work_item_fence acq_rel", Global, Mode::AcqRel),
                            fence("atomic_work_item_fence seq_cst", Global, Mode::Sc)};

constexpr std::array Machines{
    Machine{.architecture = "AArch64",
            .name = "aarch64",
            .notation = Notation::Arm,
            .steps = Arm,
            .compares = true,
            .picks_result = true},
    Machine{.architecture = "RISCV",
            .name = "riscv",
            .notation = Notation::Riscv,
            .steps = Riscv,
            .halves = Halves::Fused,
            .status = Status::AddressAndWrite},
    Machine{.architecture = "PPC",
            .name = "ppc",
            .notation = Notation::Power,
            .steps = Power,
            .status = Status::AddressAndValue},
    Machine{.architecture = "LKMM",
            .name = "lkmm",
            .notation = Notation::KernelC,
            .steps = Linux,
            .compares = true,
            .failed_swap = FailedSwap::Unordered,
            .flow = Flow::Scoped},
    Machine{.architecture = "PTX",
            .name = "ptx",
            .notation = Notation::None,
            .steps = Ptx,
            .compares = true,
            .swap_writes = true,
            .scopes = find_scope_words("PTX"),
            .control_barrier = {.mode = Mode::Na}},
    Machine{.architecture = "VULKAN",
            .name = "vulkan",
            .notation = Notation::None,
            .steps = Vulkan,
            .compares = true,
            .scopes = find_scope_words("VULKAN"),
            .control_barrier = {.mode = Mode::AcqRel, .tags = VulkanBarrier}},
    Machine{.architecture = "OPENCL",
            .name = "opencl",
            .notation = Notation::None,
            .steps = OpenCl,
            .compares = true,
            .scopes = find_scope_words("OPENCL"),
            .control_barrier = {.mode = Mode::AcqRel, .tags = OpenClBarrier},
            .initial_tags = Global,
            .non_atomic_tags = TagSet::of(Tag::NonAtomicPointee)}};

}  // namespace

std::span<const Machine> machines() { return Machines; }

const Machine* find_machine(std::string_view name) {
  const auto* found = std::ranges::find_if(Machines, [&](const Machine& each) {
    return each.architecture == name || each.name == name;
  });
  return found == Machines.end() ? nullptr : found;
}

const Step* find_step(const Machine& machine, std::string_view word) {
  const auto found = std::ranges::find(machine.steps, word, &Step::word);
  return found == machine.steps.end() ? nullptr : &*found;
}

const Step* find_step(const Machine& machine, StepKind kind, TagSet read_tags, TagSet write_tags) {
  const auto found = std::ranges::find_if(machine.steps, [&](const Step& each) {
    return each.kind == kind && each.read_tags == read_tags && each.write_tags == write_tags;
  });
  return found == machine.steps.end() ? nullptr : &*found;
}

}  // namespace drover::mapping
