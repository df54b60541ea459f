#pragma once

// What a thread may spawn, found by running it on values that may be unknown (spawned_threads.h).

#include <cstdint>
#include <functional>
#include <map>
#include <utility>
#include <vector>

#include "semantics/program/known_values.h"
#include "semantics/program/program.h"

namespace drover::passes {

struct FoundSpawn {
  KnownValues arguments;
  bool is_apart = false;  // on some way, the thread does more than spawn since its last spawn
};

struct ThreadSpawns {
  // By serial number and routine.
  std::map<std::pair<std::uint32_t, std::uint32_t>, FoundSpawn> spawns;
  // On some way, the thread does more than join where it has joined some, but not all, of those
  // that it has spawned; or it may join what it has not spawned.
  bool joins_apart = false;
};

// Which instructions do not count as doing something; where that is not given, neither
// FoundSpawn::is_apart nor ThreadSpawns::joins_apart is looked for.
using IsQuiet = std::function<bool(const Instruction& instruction)>;

// Of a thread that has these values of its parameters: up to `max_spawns` of it.
[[nodiscard]] ThreadSpawns find_spawns(const Program& program, ThreadId thread,
                                       const KnownValues& arguments, std::uint32_t max_spawns,
                                       const IsQuiet& is_quiet = {});

}  // namespace drover::passes
