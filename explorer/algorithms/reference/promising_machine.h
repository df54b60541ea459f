#pragma once

#include <algorithm>
#include <compare>
#include <cstdint>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "explorer/algorithms/execution.h"
#include "explorer/algorithms/reference/promising_code.h"
#include "explorer/models/model_traits.h"
#include "semantics/automaton/thread_automaton.h"

namespace drover::reference {

// The operational machine of aarch64 and riscv: memory is a list of messages, and each thread has
// views of it. See promising_machine.cpp.

// A position in memory, from 1; 0: the initial values of all locations.
using Timestamp = std::uint32_t;

// The views that an event needs: `read` binds reads, `write` binds writes. They differ
// only by what was picked on the way (pick dependencies of AArch64), so read <= write.
struct View {
  Timestamp read = 0;
  Timestamp write = 0;

  View& operator|=(View other) {
    read = std::max(read, other.read);
    write = std::max(write, other.write);
    return *this;
  }
  friend View operator|(View a, View b) { return a |= b; }
  auto operator<=>(const View&) const = default;
};

struct Message {
  LocationId location;
  Value value = 0;
  ThreadId thread;

  auto operator<=>(const Message&) const = default;
};
using MessageList = std::vector<Message>;

// An event that a thread has done.
struct DoneEvent {
  NodeId node = {};
  Timestamp at = 0;   // of an access: the message that it read or fulfilled
  Value value = 0;    // a read, a choice: the value
  View after = {};    // its post-view
  View carried = {};  // what depends on its value depends on this
};

// A thread's view of one location.
struct LocationView {
  LocationId location = {};
  View seen = {};         // coh
  Timestamp written = 0;  // fwd: its last own write, 0: none
  View forwarded = {};    // of the address and the data of that write
  View carried = {};      // the same, for what depends on a read of that write
  View updated = {};      // if that write is half of a read-modify-write: of its read
  bool is_exclusive = false;
};

// xcl: an exclusive load whose store may follow.
struct Reservation {
  LocationId location = {};
  Timestamp at = 0;
  View after = {};
};

// The state of a thread. In the paper: vrOld, vwOld, vrNew, vwNew, vCap, vRel, prom.
struct PromisingThread {
  ThreadId id = {};
  NodeId node = {};  // none(): it waits at an await; its last event is the read
  std::vector<DoneEvent> done = {};
  std::vector<LocationView> locations = {};
  std::vector<Reservation> reservations = {};
  bool has_stored = false;  // an exclusive store has used one of them
  View old_reads = {};
  View old_waited_reads = {};  // without those of instructions that return nothing
  View old_writes = {};
  View new_reads = {};
  View new_writes = {};
  View captured = {};
  View started = {};                     // what it has seen by its start and by joins
  View released = {};                    // RISC-V: of the last atomic with .aq or .rl
  std::vector<Timestamp> promises = {};  // in increasing order
};

// The reason why a thread cannot read or fulfil a message.
enum class Hindrance : std::uint8_t {
  None,
  OtherMessage,   // of another location, value or thread
  Overwritten,    // a read: its pre-view has seen a later message of the location
  Incoherent,     // a read: it has already seen a later message of the location
  TooEarly,       // a write: its pre-view has seen the timestamp, or a later one
  BehindOwnView,  // a write: the thread has seen the timestamp at the location, or a later one
  NotExclusive    // an exclusive write: another thread has written the location in between
};

struct Obstacle {
  Hindrance hindrance = Hindrance::None;
  Timestamp seen = 0;     // the view that hinders
  Timestamp message = 0;  // the later message of the location

  [[nodiscard]] bool is_none() const { return hindrance == Hindrance::None; }
};

// The rules of the machine.
class PromisingMachine {
 public:
  PromisingMachine(std::shared_ptr<const PromisingCode> code, PromisingRules rules)
      : code_(std::move(code)), rules_(rules) {}

  // Returns a thread that has seen all that `seen` has.
  [[nodiscard]] PromisingThread start(ThreadId thread, View seen) const;
  [[nodiscard]] const Label& label(const PromisingThread& thread) const {
    return code_->label(thread.id, thread.node);
  }

  // The rules. The thread must be at an event of the kind.
  [[nodiscard]] Obstacle obstacle_to_read(const PromisingThread& thread, const MessageList& memory,
                                          Timestamp at) const;
  // The message must be readable. If it does not satisfy an await, the thread waits.
  void read(PromisingThread& thread, const MessageList& memory, Timestamp at) const;
  [[nodiscard]] Obstacle obstacle_to_write(const PromisingThread& thread, const MessageList& memory,
                                           Timestamp at) const;
  // The message must be writable; it need not be in memory yet.
  void fulfil(PromisingThread& thread, Timestamp at) const;
  void pass_barrier(PromisingThread& thread) const;
  void choose(PromisingThread& thread, Value value) const;
  // An event that memory does not concern.
  void pass_other(PromisingThread& thread) const;

  // Passes a join of `joined`, which has finished with `result`.
  void join(PromisingThread& thread, const PromisingThread& joined, Value result) const;
  // Returns what a thread has seen that is spawned or joined now.
  [[nodiscard]] static View passed_on(const PromisingThread& thread);

  // Returns the pre-view of the next access.
  [[nodiscard]] View before_read(const PromisingThread& thread, const TagSet& tags) const;
  [[nodiscard]] View before_write(const PromisingThread& thread) const;
  // Returns what all later writes of the thread must have seen.
  [[nodiscard]] View before_later_writes(const PromisingThread& thread) const;
  [[nodiscard]] Value value_of(const MessageList& memory, LocationId location, Timestamp at) const;

 private:
  [[nodiscard]] bool is_arm() const { return rules_ == PromisingRules::Arm; }
  [[nodiscard]] const EventDependencies& dependencies(const PromisingThread& thread) const {
    return code_->dependencies(thread.id, thread.node);
  }
  [[nodiscard]] View of_reads(const PromisingThread& thread, const ReadSet& certain,
                              const ReadSet& picked) const;
  [[nodiscard]] View of_address(const PromisingThread& thread) const;
  [[nodiscard]] const Reservation* reservation(const PromisingThread& thread) const;
  void go_on(PromisingThread& thread, Value value, DoneEvent event) const;
  void end_update(PromisingThread& thread, View after) const;

  std::shared_ptr<const PromisingCode> code_;
  PromisingRules rules_;
};

// Returns the bound of what a plain load of the thread may read next: no message of the location
// that is older than the last one up to there.
[[nodiscard]] Timestamp seen_of(const PromisingThread& thread, LocationId location);
// Returns the view of a location; that of a location which the thread has not used is empty.
[[nodiscard]] LocationView view_of(const PromisingThread& thread, LocationId location);
// Returns the last message of a location in (after, until]; 0 if there is none.
[[nodiscard]] Timestamp last_message(const MessageList& memory, LocationId location,
                                     Timestamp after, Timestamp until);

}  // namespace drover::reference
