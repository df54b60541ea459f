#include "input/history_instance.h"

#include <cstdint>
#include <utility>
#include <vector>

namespace drover::input {

namespace {

vsc::VscKind kind_of(History::Kind kind) {
  switch (kind) {
    case History::Kind::Read: return vsc::VscKind::Read;
    case History::Kind::Write: return vsc::VscKind::Write;
    case History::Kind::Update: break;
  }
  return vsc::VscKind::Update;
}

}  // namespace

vsc::VscInstance instance_of(const History& history) {
  vsc::VscInstance instance;
  instance.reset(history.threads.size(), history.variables.size(), history.operations.size());
  // The writes of each variable that a read may read from, with their values.
  std::vector<std::vector<std::pair<vsc::VscIndex, std::int64_t>>> writes(history.variables.size());
  for (std::uint32_t x = 0; x < history.variables.size(); ++x) {
    writes[x].emplace_back(instance.initial_write(x), history.initial[x]);
  }
  for (const History::Operation& operation : history.operations) {
    const vsc::VscIndex index =
        instance.add({operation.thread, operation.variable, kind_of(operation.kind)});
    if (operation.writes()) writes[operation.variable].emplace_back(index, operation.written);
  }
  for (const vsc::VscIndex reader : instance.readers()) {
    const History::Operation& operation = history.operations[reader - instance.variable_count()];
    for (const auto& [write, value] : writes[operation.variable]) {
      if (write != reader && value == operation.read) instance.add_good_write(reader, write);
    }
  }
  return instance;
}

}  // namespace drover::input
