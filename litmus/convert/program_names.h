#pragma once

#include <set>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include "semantics/program/address.h"
#include "semantics/program/program.h"
#include "support/format.h"

// Names and words for the converters. Private to them.
namespace drover::litmus {

// Names of a program's entities in another language.
class ProgramNames {
 public:
  // Returns a name similar to `wanted` that is not in `taken`; adds it to `taken`.
  using Namer = std::string (*)(const std::string& wanted, std::set<std::string>& taken);

  // `prefix` precedes the names of threads, unless these are P0, P1, …
  ProgramNames(const Program& program, Namer fresh, std::string_view prefix, bool numbers_threads)
      : program_(program) {
    std::set<std::string> taken;
    for (const SharedObject& object : program.objects) {
      objects_.push_back(fresh(object.name, taken));
    }
    for (std::size_t t = 0; t < program.threads.size(); ++t) {
      threads_.push_back(numbers_threads
                             ? format("P{}", t)
                             : fresh(format("{}{}", prefix, program.threads[t].name), taken));
    }
    for (const Thread& thread : program.threads) {
      std::set<std::string> locals = taken;
      registers_.emplace_back();
      std::size_t temporaries = 0;
      for (const RegisterInfo& info : thread.registers) {
        const std::string wanted = info.name.empty() ? format("t{}", temporaries++) : info.name;
        registers_.back().push_back(fresh(wanted, locals));
      }
    }
  }

  [[nodiscard]] const std::string& object(std::size_t index) const { return objects_[index]; }
  [[nodiscard]] const std::string& thread(std::size_t index) const { return threads_[index]; }
  [[nodiscard]] const std::string& reg(std::size_t thread, RegisterId id) const {
    return registers_[thread][id.value];
  }
  // Returns the name of a cell: `x`, `a[3]`.
  [[nodiscard]] std::string cell(Value address) const {
    const std::size_t index = address::object(address);
    return program_.objects[index].is_array
               ? format("{}[{}]", objects_[index], address::cell(address))
               : objects_[index];
  }
  [[nodiscard]] bool is_address(Value value) const {
    return address::is_address(value) && !address::is_heap(value) &&
           address::object(value) < program_.objects.size();
  }

 protected:
  const Program& program_;

 private:
  std::vector<std::string> objects_;
  std::vector<std::string> threads_;
  std::vector<std::vector<std::string>> registers_;
};

// Returns C's name for a mode.
[[nodiscard]] constexpr std::string_view order_name(Mode mode) {
  switch (mode) {
    case Mode::Na:
    case Mode::Rlx: return "memory_order_relaxed";
    case Mode::Acq: return "memory_order_acquire";
    case Mode::Rel: return "memory_order_release";
    case Mode::AcqRel: return "memory_order_acq_rel";
    case Mode::Sc:
    case Mode::Plain: return "memory_order_seq_cst";
  }
  return "";
}

// Returns the name of an instruction that cannot be written; empty if it can be omitted.
template <typename Body>
[[nodiscard]] constexpr std::string_view unwritten(const Body& /*body*/) {
  if (std::is_same_v<Body, Await>) return "`await`";
  if (std::is_same_v<Body, AwaitExchange>) return "`lock` or `xchgawait`";
  if (std::is_same_v<Body, Assume>) return "`assume`";
  if (std::is_same_v<Body, Assert>) return "`assert`";
  if (std::is_same_v<Body, Fail>) return "`error`";
  if (std::is_same_v<Body, BlockInstruction>) return "`block`";
  if (std::is_same_v<Body, Allocate>) return "`alloc`";
  if (std::is_same_v<Body, Deallocate>) return "`free`";
  if (std::is_same_v<Body, Choose>) return "a choice";
  if (std::is_same_v<Body, Spawn>) return "`spawn`";
  if (std::is_same_v<Body, Join>) return "`join`";
  return std::is_same_v<Body, Self> ? "`self`" : "";
}

}  // namespace drover::litmus
