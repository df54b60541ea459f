#include "explorer/run/program_sets.h"

#include <algorithm>
#include <array>
#include <variant>
#include <vector>

#include "explorer/cat/forms.h"
#include "explorer/cat/specialise.h"
#include "explorer/models/incremental/base_sets.h"
#include "support/overloaded.h"

namespace drover {

namespace {

struct EventKind {
  EventClass of;
  TagSet tags = {};
};

// The kinds of events that a program may have, or more.
class EventKinds {
 public:
  explicit EventKinds(const Program& program) {
    for (const LabelKind kind :
         {LabelKind::Alloc, LabelKind::Free, LabelKind::Call, LabelKind::Mark, LabelKind::Choose,
          LabelKind::Spawn, LabelKind::Join}) {
      add({.kind = kind});
    }
    add_initial(TagSet());
    for (const SharedObject& object : program.objects) {
      add_initial(object.initial_tags);
      add_initial(object.initial_tags.with(TagSet::of(Tag::Observed)));
    }
    for (const Thread& thread : program.threads) add(thread);
    for (const Thread& routine : program.routines) add(routine);
  }

  [[nodiscard]] const std::vector<EventKind>& all() const { return all_; }

 private:
  void add(const Thread& thread) {
    for (const Instruction& each : thread.code) add(each.body);
  }
  void add(const InstructionBody& body) {
    std::visit(overloaded{
                   [&](const Load& i) { add_access(LabelKind::Read, i.mode, i.tags); },
                   [&](const Await& i) { add_access(LabelKind::Read, i.mode, i.tags); },
                   [&](const Store& i) { add_access(LabelKind::Write, i.mode, i.tags); },
                   [&](const FenceInstruction& i) {
                     add({.kind = LabelKind::Fence, .mode = i.mode}, i.tags);
                   },
                   [&](const ReadModifyWrite& i) { add_halves(i); },
                   [&](const CompareAndSwap& i) {
                     add_halves(i);
                     add_failed(i.failure_mode, i.failure_tags);
                   },
                   [&](const AwaitExchange& i) {
                     add_halves(i);
                     add_failed(i.failure_mode, i.read_tags);
                   },
                   [](const auto& /*no access or fence*/) {},
               },
               body);
  }
  // An access without a mode is non-atomic where its variable is.
  void add_access(LabelKind kind, Mode mode, const TagSet& tags) {
    add({.kind = kind, .mode = mode}, tags);
    if (mode == Mode::Plain) add({.kind = kind, .mode = Mode::Na}, tags);
  }
  template <typename Update>
  void add_halves(const Update& i) {
    add({.kind = LabelKind::Read, .mode = read_half(i.mode), .is_exclusive_read = true},
        i.read_tags);
    add({.kind = LabelKind::Write, .mode = write_half(i.mode), .is_exclusive_write = true},
        i.write_tags);
  }
  void add_failed(Mode mode, const TagSet& tags) {
    add({.kind = LabelKind::Read, .mode = mode}, tags);
    add({.kind = LabelKind::Read, .mode = mode, .is_failed_exclusive = true}, tags);
  }
  void add_initial(const TagSet& tags) {
    add({.kind = LabelKind::Write, .mode = Mode::Na, .is_initial = true}, tags);
  }
  void add(const EventClass& of, const TagSet& tags = {}) {
    const bool is_known = std::ranges::any_of(all_, [&](const EventKind& each) {
      return sets_of(each.of) == sets_of(of) && each.tags == tags;
    });
    if (!is_known) all_.push_back({of, tags});
  }

  std::vector<EventKind> all_;
};

}  // namespace

cat::Code code_for(const cat::Code& code, const Program& program) {
  const EventKinds kinds(program);
  return cat::specialised(code, [&](cat::NodeIndex set) {
    if (!cat::is_of_event(code, set)) return cat::SetExtent::Some;
    const auto is_in = [&](const EventKind& each) {
      return incremental::is_in_set(code, set, each.of, each.tags);
    };
    const auto count = std::ranges::count_if(kinds.all(), is_in);
    if (count == 0) return cat::SetExtent::NoEvent;
    return count == std::ssize(kinds.all()) ? cat::SetExtent::EveryEvent : cat::SetExtent::Some;
  });
}

}  // namespace drover
