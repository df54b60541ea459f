#include "litmus/dialects/kernel/spelling.h"

#include <string_view>

#include "mapping/machine.h"
#include "support/check.h"
#include "support/format.h"

namespace drover::litmus::kernel {

namespace {

const mapping::Step& step_of(mapping::StepKind kind, TagSet read, TagSet write) {
  const mapping::Step* found =
      mapping::find_step(*mapping::find_machine("lkmm"), kind, read, write);
  DROVER_CHECK(found != nullptr, "instructions are those of a mapping");
  return *found;
}

// Returns `_relaxed` for atomic_relaxed.
std::string_view suffix_of(TagSet tags) {
  constexpr std::string_view Beginning = "atomic";
  return step_of(mapping::StepKind::Update, tags, tags).word.substr(Beginning.size());
}

// C's name, except for exchanges.
std::string_view name_of(RmwOperator op) {
  const RmwNames& names = names_of(op);
  return op == RmwOperator::Exchange ? names.core : names.c;
}

}  // namespace

std::string load_text(TagSet tags, const std::string& place) {
  if (tags.is_empty()) return format("*{}", place);
  const std::string_view word = step_of(mapping::StepKind::Load, tags, {}).word;
  // The macro takes the location, the function its address.
  return format("{}({}{})", word, tags.contains(Tag::Once) ? "*" : "", place);
}

std::string store_text(TagSet tags, const std::string& place, const std::string& value) {
  if (tags.is_empty()) return format("*{} = {};", place, value);
  const std::string_view word = step_of(mapping::StepKind::Store, {}, tags).word;
  return format("{}({}{}, {});", word, tags.contains(Tag::Once) ? "*" : "", place, value);
}

std::string update_text(TagSet tags, RmwOperator op, const std::string& place,
                        const std::string& operand) {
  const bool is_exchange = op == RmwOperator::Exchange;
  return format("{}{}({}, {})", name_of(op), suffix_of(tags), is_exchange ? place : operand,
                is_exchange ? operand : place);
}

std::string swap_text(TagSet tags, const std::string& place, const std::string& expected,
                      const std::string& desired) {
  return format("cmpxchg{}({}, {}, {})", suffix_of(tags), place, expected, desired);
}

std::string fence_text(TagSet tags) {
  return format("{}();", step_of(mapping::StepKind::Barrier, tags, {}).word);
}

}  // namespace drover::litmus::kernel
