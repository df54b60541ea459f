#pragma once

#include <cstdint>
#include <functional>

#include "analysis/suite/weaker_program.h"
#include "explorer/models/memory_model.h"

namespace drover::suite {

// A way to strengthen a program: a weakening, backwards. No access is added.
enum class Strengthening : std::uint8_t {
  Promote,  // a mode, by one step
  Widen,    // a scope, by one level
  Insert,   // the strongest fence, between two accesses of a thread that have none between them
  Join,     // a read and the write of its location that follows: a read-modify-write
  Depend    // on the last read before an instruction
};

// Calls `visit` on every program that one strengthening gives, with its outcome, until it returns
// false; true if all were visited. Dependencies are added only if `model` knows them.
bool for_each_stronger(const MemoryModel& model, const Vocabulary& vocabulary,
                       const TestedProgram& program,
                       const std::function<bool(Strengthening, const TestedProgram&)>& visit);

// True if a test is tight, by definition: the model allows its outcome; there is a strengthening,
// and every one makes the outcome forbidden; and this holds for no part of the test: not without
// one of its instructions, nor without one of its final values.
// `allows` is is_allowed of the model.
[[nodiscard]] bool is_tight(const MemoryModel& model, const Vocabulary& vocabulary,
                            const TestedProgram& program, const Allows& allows);

}  // namespace drover::suite
