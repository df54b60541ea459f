#pragma once

// Finds the threads that a thread may spawn, by running it on partly known values
// (spawned_threads.h).

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
  bool is_apart = false;  // on some path, the thread does more than spawn since its last spawn
};

struct ThreadSpawns {
  // By serial number and routine.
  std::map<std::pair<std::uint32_t, std::uint32_t>, FoundSpawn> spawns;
  // On some path, the thread does more than join after it has joined some, but not all, of its
  // spawned threads; or it may join a thread it has not spawned.
  bool joins_apart = false;
};

// True for instructions that do not count as actions; without it, FoundSpawn::is_apart and
// ThreadSpawns::joins_apart are not computed.
using IsQuiet = std::function<bool(const Instruction& instruction)>;

// For a thread with these arguments: finds up to `max_spawns` spawns.
[[nodiscard]] ThreadSpawns find_spawns(const Program& program, ThreadId thread,
                                       const KnownValues& arguments, std::uint32_t max_spawns,
                                       const IsQuiet& is_quiet = {});

}  // namespace drover::passes
