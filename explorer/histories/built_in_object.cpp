#include "explorer/histories/built_in_object.h"

#include <algorithm>
#include <cstddef>

namespace drover::histories {

namespace {

// One call of a built-in object. A short-lived worker.
class Step {
 public:
  Step(const SpecifiedObject& object, const ObjectState& state, const Call& call, std::size_t index,
       std::vector<StepTaken>& out)
      : object_(object), variant_(object.variant), state_(state), call_(call), out_(out) {
    own_ = just(index);
    if (object.promise == Promise::All) own_ |= state.whole;
  }

  void run() {
    switch (object_.operations[call_.operation].method) {
      case Method::Write: return write(0, argument(0));
      case Method::Read: return read(0);
      case Method::Increment: return add(amount(), std::nullopt);
      case Method::Decrement: return add(-amount(), std::nullopt);
      case Method::FetchAdd: return add(amount(), state_.values[0]);
      case Method::Insert: return insert(state_.values.size());
      case Method::InsertFront: return insert(0);
      case Method::Remove: return remove();
      case Method::RemoveFront: return remove_among(0, 1);
      case Method::Add: return add_key();
      case Method::Erase: return erase_key();
      case Method::Contains:
      case Method::Count: return count_key();
      case Method::Put: return put();
      case Method::Get: return get();
      case Method::Acquire:
        if (state_.values[0] > 0) acquire();
        return;
      case Method::TryAcquire:
        if (state_.values[0] > 0) acquire();
        if (state_.values[0] <= 0 || variant_.is_spurious) finish(state_, 0, own_);
        return;
      case Method::Release: return release();
      case Method::Arrive: return release();
      case Method::Await:
        if (state_.values[0] >= variant_.size) read_known(0, std::nullopt);
        return;
      case Method::Update: return update();
      case Method::Scan: return scan();
    }
  }

 private:
  [[nodiscard]] Value argument(std::size_t i) const {
    return i < call_.arguments.size() ? call_.arguments[i] : 0;
  }
  [[nodiscard]] Value amount() const { return call_.arguments.empty() ? 1 : argument(0); }
  [[nodiscard]] bool knows_matched() const { return object_.promise != Promise::None; }
  [[nodiscard]] bool orders_insertions() const {
    return object_.promise == Promise::Insertions ||
           object_.promise == Promise::InsertionsAndRemovals;
  }
  [[nodiscard]] bool orders_removals() const {
    return object_.promise == Promise::Removals ||
           object_.promise == Promise::InsertionsAndRemovals;
  }

  void finish(ObjectState state, std::optional<Value> result, Calls knows) {
    if (object_.promise == Promise::All) state.whole |= knows;
    out_.push_back({std::move(state), result, knows});
  }

  // The knowledge that an insertion, and a removal that succeeds, publishes.
  Calls as_insertion(ObjectState& state) const {
    Calls knows = own_;
    if (orders_insertions()) state.insertions = knows |= state.insertions;
    return knows;
  }
  Calls as_removal(ObjectState& state) const {
    Calls knows = own_;
    // It publishes before it takes the element.
    if (orders_removals()) state.removals = knows |= state.removals;
    return knows;
  }
  [[nodiscard]] Calls with_element(Calls knows, std::size_t at) const {
    return knows_matched() ? knows | state_.known[at] : knows;
  }

  // ---- Registers and counters

  void write(std::size_t at, Value value) {
    ObjectState next = state_;
    const Calls knows = as_insertion(next);
    next.values[at] = value;
    next.known[at] = knows;
    finish(std::move(next), std::nullopt, knows);
  }
  void read(std::size_t at) { read_known(at, state_.values[at]); }
  void read_known(std::size_t at, std::optional<Value> result) {
    finish(state_, result, with_element(own_, at));
  }
  void add(Value amount, std::optional<Value> result) {
    ObjectState next = state_;
    next.values[0] += amount;
    const Calls knows = as_insertion(next);
    next.known[0] |= knows;
    finish(std::move(next), result, knows);
  }

  // ---- Queues, stacks and the like

  void insert(std::size_t at) {
    const bool is_bounded = variant_.capacity.has_value();
    if (is_bounded && static_cast<Value>(state_.values.size()) >= *variant_.capacity) {
      // Full: the insertion says so, or waits.
      if (call_.result || (call_.is_pending && !call_.is_waiting)) finish(state_, 0, own_);
      return;
    }
    ObjectState next = state_;
    const Calls knows = as_insertion(next);
    next.values.insert(next.values.begin() + static_cast<std::ptrdiff_t>(at), argument(0));
    next.known.insert(next.known.begin() + static_cast<std::ptrdiff_t>(at), knows);
    finish(std::move(next), is_bounded && call_.result ? std::optional<Value>(1) : std::nullopt,
           knows);
  }

  void remove() {
    const std::size_t size = state_.values.size();
    const auto among = static_cast<std::size_t>(std::max<Value>(1, variant_.relaxed));
    if (object_.kind == ObjectKind::PriorityQueue) {
      if (size == 0) return find_nothing();
      const auto least = std::ranges::min_element(state_.values);
      return remove_among(static_cast<std::size_t>(least - state_.values.begin()), 1);
    }
    if (object_.kind == ObjectKind::Queue) return remove_among(0, among);
    const std::size_t first = size > among ? size - among : 0;
    remove_among(first, size - first);
  }
  // A removal says that it finds nothing, or waits.
  void find_nothing() {
    if (!call_.is_waiting) finish(state_, variant_.empty, own_);
  }

  // Takes one of the elements from `first` on.
  void remove_among(std::size_t first, std::size_t count) {
    const std::size_t end = std::min(state_.values.size(), first + count);
    for (std::size_t at = first; at < end; ++at) {
      ObjectState next = state_;
      const Calls knows = with_element(as_removal(next), at);
      const Value value = state_.values[at];
      next.values.erase(next.values.begin() + static_cast<std::ptrdiff_t>(at));
      next.known.erase(next.known.begin() + static_cast<std::ptrdiff_t>(at));
      finish(std::move(next), value, knows);
    }
    if (state_.values.empty() || variant_.is_spurious) find_nothing();
  }

  // ---- Sets: the keys, in order. Maps: keys and values in turn.

  void add_key() {
    const Value key = argument(0);
    const auto found = std::ranges::lower_bound(state_.values, key);
    const bool is_there = found != state_.values.end() && *found == key;
    const auto at = static_cast<std::size_t>(found - state_.values.begin());
    if (object_.kind == ObjectKind::Set && is_there) {
      return finish(state_, 0, with_element(own_, at));
    }
    ObjectState next = state_;
    const Calls knows = as_insertion(next);
    next.values.insert(next.values.begin() + static_cast<std::ptrdiff_t>(at), key);
    next.known.insert(next.known.begin() + static_cast<std::ptrdiff_t>(at), knows);
    finish(std::move(next),
           object_.kind == ObjectKind::Set ? std::optional<Value>(1) : std::nullopt, knows);
  }
  void erase_key() {
    const std::size_t width = object_.kind == ObjectKind::Map ? 2 : 1;
    for (std::size_t at = 0; at < state_.values.size(); at += width) {
      if (state_.values[at] != argument(0)) continue;
      ObjectState next = state_;
      const Calls knows = with_element(as_removal(next), at);
      const auto begin = static_cast<std::ptrdiff_t>(at);
      const auto end = static_cast<std::ptrdiff_t>(at + width);
      next.values.erase(next.values.begin() + begin, next.values.begin() + end);
      next.known.erase(next.known.begin() + begin, next.known.begin() + end);
      return finish(std::move(next), 1, knows);
    }
    finish(state_, 0, own_);
  }
  void count_key() {
    Calls knows = own_;
    Value count = 0;
    for (std::size_t at = 0; at < state_.values.size(); ++at) {
      if (state_.values[at] != argument(0)) continue;
      knows = with_element(knows, at);
      ++count;
    }
    finish(state_, count, knows);
  }
  void put() {
    ObjectState next = state_;
    const Calls knows = as_insertion(next);
    std::size_t at = 0;
    while (at < next.values.size() && next.values[at] < argument(0)) at += 2;
    if (at == next.values.size() || next.values[at] != argument(0)) {
      const auto place = static_cast<std::ptrdiff_t>(at);
      next.values.insert(next.values.begin() + place, {argument(0), 0});
      next.known.insert(next.known.begin() + place, 2, 0);
    }
    next.values[at + 1] = argument(1);
    next.known[at] = next.known[at + 1] = knows;
    finish(std::move(next), std::nullopt, knows);
  }
  void get() {
    for (std::size_t at = 0; at < state_.values.size(); at += 2) {
      if (state_.values[at] == argument(0)) {
        return finish(state_, state_.values[at + 1], with_element(own_, at));
      }
    }
    find_nothing();
  }

  // ---- Locks, semaphores, barriers: the number of those who may go on, or have arrived

  void acquire() {
    ObjectState next = state_;
    const Calls knows = with_element(as_removal(next), 0);
    --next.values[0];
    const bool is_trial = object_.operations[call_.operation].method == Method::TryAcquire;
    finish(std::move(next), is_trial ? std::optional<Value>(1) : std::nullopt, knows);
  }
  void release() {
    if (object_.kind == ObjectKind::Lock && state_.values[0] > 0) return;  // nobody holds it
    ObjectState next = state_;
    const Calls knows = as_insertion(next);
    ++next.values[0];
    next.known[0] |= knows;
    finish(std::move(next), std::nullopt, knows);
  }

  // ---- Snapshots

  void update() {
    const Value cell = argument(0);
    if (cell >= 0 && cell < static_cast<Value>(state_.values.size())) {
      write(static_cast<std::size_t>(cell), argument(1));
    }
  }
  void scan() {
    constexpr Value Base = 10;
    Value digits = 0;
    Calls knows = own_;
    for (std::size_t at = 0; at < state_.values.size(); ++at) {
      digits = digits * Base + state_.values[at];
      knows = with_element(knows, at);
    }
    finish(state_, digits, knows);
  }

  const SpecifiedObject& object_;
  const ObjectVariant& variant_;
  const ObjectState& state_;
  const Call& call_;
  std::vector<StepTaken>& out_;
  Calls own_ = 0;
};

}  // namespace

ObjectState BuiltInObject::initial() const {
  ObjectState state;
  const ObjectVariant& variant = object_.variant;
  switch (object_.kind) {
    case ObjectKind::Register:
    case ObjectKind::Counter:
    case ObjectKind::Semaphore: state.values = {variant.initial}; break;
    case ObjectKind::Lock: state.values = {1}; break;
    case ObjectKind::Barrier: state.values = {0}; break;
    case ObjectKind::Snapshot:
      state.values.assign(static_cast<std::size_t>(std::max<Value>(0, variant.size)), 0);
      break;
    default: break;
  }
  state.known.assign(state.values.size(), 0);
  return state;
}

void BuiltInObject::step(const ObjectState& state, const Call& call, std::size_t index,
                         std::vector<StepTaken>& out) {
  Step(object_, state, call, index, out).run();
}

}  // namespace drover::histories
