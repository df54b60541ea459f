#include "analysis/suite/find_suite.h"

namespace drover::suite {

namespace {

// More than any value has.
constexpr std::uint64_t Most = 0x100;

template <typename Items, typename Put>
void put_list(ByteWriter& out, const Items& items, const Put& put) {
  out.put(items.size());
  for (const auto& each : items) put(each);
}

template <typename Item, typename Get>
std::vector<Item> list(ByteReader& in, const Get& get) {
  std::vector<Item> items;
  const std::size_t count = in.get_count();
  for (std::size_t i = 0; i < count && !in.has_failed(); ++i) items.push_back(get());
  return items;
}

void write_test(ByteWriter& out, const SuiteTest& test) {
  const auto put = [&](auto number) { out.put(static_cast<std::uint64_t>(number)); };
  put_list(out, test.shape.threads, [&](const auto& thread) {
    put_list(out, thread, [&](const shapes::ShapeInstruction& at) {
      put(at.kind);
      put(at.location);
      put(at.dependency);
      put(at.scope);
    });
  });
  out.put(test.shape.machine == nullptr ? std::string_view() : test.shape.machine->machine);
  put_list(out, test.shape.places, [&](const auto& place) { put_list(out, place, put); });
  put_list(out, test.modes, put);
  put_list(out, test.outcome.reads_from, put);
  put_list(out, test.outcome.last_writes, put);
  put_list(out, test.outcome.is_last_free, [&](bool is_free) { put(is_free ? 1 : 0); });
  put_list(out, test.coherence, [&](const auto& order) { put_list(out, order, put); });
  put(test.events);
  put_list(out, test.axioms, [&](const std::string& name) { out.put(std::string_view(name)); });
}

SuiteTest read_test(ByteReader& in) {
  const auto number = [&] { return static_cast<std::uint8_t>(in.get_below(Most)); };
  SuiteTest test;
  test.shape.threads = list<std::vector<shapes::ShapeInstruction>>(in, [&] {
    return list<shapes::ShapeInstruction>(in, [&] {
      shapes::ShapeInstruction at;
      at.kind = static_cast<shapes::InstructionKind>(number());
      at.location = number();
      at.dependency = static_cast<shapes::Dependency>(number());
      at.scope = number();
      return at;
    });
  });
  test.shape.machine = find_scope_words(in.get_text());
  test.shape.places = list<std::vector<std::uint32_t>>(in, [&] {
    return list<std::uint32_t>(in, [&] { return static_cast<std::uint32_t>(number()); });
  });
  test.modes = list<Mode>(in, [&] { return static_cast<Mode>(number()); });
  test.outcome.reads_from = list<std::uint8_t>(in, number);
  test.outcome.last_writes = list<std::uint8_t>(in, number);
  test.outcome.is_last_free = list<bool>(in, [&] { return number() != 0; });
  test.coherence =
      list<std::vector<std::uint8_t>>(in, [&] { return list<std::uint8_t>(in, number); });
  test.events = number();
  test.axioms = list<std::string>(in, [&] { return in.get_text(); });
  return test;
}

}  // namespace

void SuiteState::write(ByteWriter& out) const {
  out.put(position.events);
  out.put(position.shapes);
  out.put(programs);
  out.put(outcomes);
  put_list(out, tests, [&](const SuiteTest& test) { write_test(out, test); });
}

SuiteState SuiteState::read(ByteReader& in) {
  SuiteState state;
  state.position.events = static_cast<std::size_t>(in.get());
  state.position.shapes = in.get();
  state.programs = in.get();
  state.outcomes = in.get();
  state.tests = list<SuiteTest>(in, [&] { return read_test(in); });
  return state;
}

}  // namespace drover::suite
