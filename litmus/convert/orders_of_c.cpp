#include "litmus/convert/convert.h"

#include <algorithm>
#include <array>
#include <optional>
#include <string_view>
#include <variant>

#include "support/format.h"
#include "support/overloaded.h"

namespace drover::litmus {

namespace {

// The C fence for a machine fence. `stronger` says how the two differ.
struct FenceRow {
  Tag tag;
  Mode mode;
  std::string_view stronger = {};
};
constexpr std::string_view OrdersLoadsToo = "orders earlier loads, too";
constexpr std::string_view OrdersStoresToo = "orders later stores, too";
constexpr std::string_view OrdersAll = "orders everything";
constexpr std::array FenceRows{
    FenceRow{Tag::DmbSy, Mode::Sc},
    FenceRow{Tag::DmbLd, Mode::Acq},
    FenceRow{Tag::DmbSt, Mode::Rel, OrdersLoadsToo},
    FenceRow{Tag::DmbIsh, Mode::Sc},
    FenceRow{Tag::DmbIshLd, Mode::Acq},
    FenceRow{Tag::DmbIshSt, Mode::Rel, OrdersLoadsToo},
    FenceRow{Tag::FenceRR, Mode::Acq, OrdersStoresToo},
    FenceRow{Tag::FenceRW, Mode::Acq, "orders later loads, too"},
    FenceRow{Tag::FenceRRw, Mode::Acq},
    FenceRow{Tag::FenceWR, Mode::Sc, OrdersAll},
    FenceRow{Tag::FenceWW, Mode::Rel, OrdersLoadsToo},
    FenceRow{Tag::FenceWRw, Mode::Sc, OrdersAll},
    FenceRow{Tag::FenceRwR, Mode::Sc, OrdersAll},
    FenceRow{Tag::FenceRwW, Mode::Rel},
    FenceRow{Tag::FenceRwRw, Mode::Sc},
    FenceRow{Tag::FenceTso, Mode::AcqRel},
    FenceRow{Tag::Sync, Mode::Sc},
    FenceRow{Tag::Lwsync, Mode::AcqRel},
};

// Compilers translate the order `seq_cst` to LDAR and STLR, `acquire` to LDAPR.
std::optional<Mode> access_mode(TagSet tags) {
  if (tags.is_empty()) return Mode::Rlx;
  if (tags == TagSet::of(Tag::Acquire) || tags == TagSet::of(Tag::Release)) return Mode::Sc;
  if (tags == TagSet::of(Tag::AcquirePc) || tags == TagSet::of(Tag::RvAcquire)) return Mode::Acq;
  if (tags == TagSet::of(Tag::RvRelease)) return Mode::Rel;
  if (tags == TagSet::of(Tag::RvAcquireRelease)) return Mode::Sc;
  return std::nullopt;
}

// Returns the mode of an atomic instruction.
std::optional<Mode> update_mode(TagSet read, TagSet write) {
  const TagSet both = read.with(write);
  if (both.is_empty()) return Mode::Sc;  // x86: the instruction is a full fence
  constexpr TagSet Known =
      TagSet::of(Tag::Exclusive, Tag::RvAmo, Tag::NoReturn, Tag::Acquire, Tag::Release,
                 Tag::RvAcquire, Tag::RvRelease, Tag::RvAcquireRelease);
  if (Known.with(both) != Known) return std::nullopt;
  const bool acquires = both.contains(Tag::Acquire) || both.contains(Tag::RvAcquire);
  const bool releases = both.contains(Tag::Release) || both.contains(Tag::RvRelease);
  if (both.contains(Tag::RvAcquireRelease) || (acquires && releases)) return Mode::Sc;
  return acquires ? Mode::Acq : releases ? Mode::Rel : Mode::Rlx;
}

// A short-lived worker: holds references.
class Translator {
 public:
  explicit Translator(std::vector<std::string>& notes) : notes_(notes) {}

  void translate(InstructionBody& body) {
    std::visit(
        overloaded{[&](Load& i) { access(i, Mode::Rel); }, [&](Store& i) { access(i, Mode::Acq); },
                   [&](ReadModifyWrite& i) { update(i); }, [&](CompareAndSwap& i) { swap(i); },
                   [&](FenceInstruction& i) { fence(i); }, [](auto& /*no order*/) {}},
        body);
  }

 private:
  // C has no load that releases and no store that acquires.
  template <typename Access>
  static void access(Access& i, Mode impossible) {
    const std::optional<Mode> mode = access_mode(i.tags);
    if (!mode || mode == impossible || i.mode != Mode::Plain) return;
    i.mode = *mode;
    i.tags = {};
  }
  static void update(ReadModifyWrite& i) {
    const std::optional<Mode> mode = update_mode(i.read_tags, i.write_tags);
    if (!mode || i.mode != Mode::Plain) return;
    i.mode = *mode;
    i.read_tags = i.write_tags = {};
  }
  static void swap(CompareAndSwap& i) {
    const std::optional<Mode> mode = update_mode(i.read_tags, i.write_tags);
    if (!mode || i.mode != Mode::Plain) return;
    i.mode = *mode;
    i.failure_mode = *mode == Mode::Rel ? Mode::Rlx : *mode;
    i.read_tags = i.write_tags = i.failure_tags = {};
  }
  void fence(FenceInstruction& i) {
    for (const FenceRow& row : FenceRows) {
      if (i.tags != TagSet::of(row.tag)) continue;
      i.mode = row.mode;
      i.tags = {};
      if (!row.stronger.empty()) {
        note(format("The fence for {} {}.", tag_name(row.tag), row.stronger));
      }
      return;
    }
  }
  void note(std::string text) {
    if (std::ranges::find(notes_, text) == notes_.end()) notes_.push_back(std::move(text));
  }

  std::vector<std::string>& notes_;
};

}  // namespace

OrdersOfC with_orders_of_c(const LitmusTest& test) {
  OrdersOfC out{test, {}};
  const std::string_view architecture = test.dialect->architecture;
  if (architecture == "C" || test.dialect == &KernelDialect) return out;
  out.notes.push_back(format("A test of {}: its plain accesses are relaxed ones.", architecture));
  if (!architecture.starts_with("X86")) {
    out.notes.emplace_back("Compilers need not keep the dependencies that it has.");
  }
  Translator translator(out.notes);
  for (Thread& thread : out.test.program.threads) {
    for (Instruction& each : thread.code) translator.translate(each.body);
  }
  return out;
}

}  // namespace drover::litmus
