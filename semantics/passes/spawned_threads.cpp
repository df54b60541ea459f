#include "semantics/passes/spawned_threads.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "semantics/passes/spawn_finder.h"
#include "semantics/program/address.h"
#include "support/format.h"

namespace drover::passes {

namespace {

bool is_static(const Thread& thread) { return !thread.origin; }

// `worker#1`, `worker#1.2`; with the name of the parent if several threads may spawn it.
std::string name_of(const Program& program, const SpawnOrigin& origin) {
  const auto workers = std::ranges::count_if(program.threads, [](const Thread& thread) {
    return is_static(thread) && thread.role == ThreadRole::Worker;
  });
  std::string path = std::to_string(origin.serial + 1);
  const Thread* parent = &program.threads[origin.parent.value];
  for (; parent->origin; parent = &program.threads[parent->origin->parent.value]) {
    path = format("{}.{}", parent->origin->serial + 1, path);
  }
  if (workers > 1) path = format("{}.{}", parent->name, path);
  return format("{}#{}", program.routines[origin.routine].name, path);
}

// Removes the final block, and previously added spawned threads.
std::optional<Thread> take_apart(Program& program) {
  std::optional<Thread> last;
  if (!program.threads.empty() && program.threads.back().role == ThreadRole::Final) {
    last = std::move(program.threads.back());
    program.threads.pop_back();
  }
  while (!program.threads.empty() && !is_static(program.threads.back())) {
    program.threads.pop_back();
  }
  return last;
}

// Returns the places of the threads that are not spawned, in order.
std::vector<std::vector<std::uint32_t>> static_places(const Program& program) {
  std::vector<std::vector<std::uint32_t>> out;
  for (std::size_t t = 0; t < program.threads.size(); ++t) {
    if (is_static(program.threads[t])) out.push_back(program.topology->places[t]);
  }
  return out;
}

// A spawned thread is where its parent is.
void place_threads(Program& program, const std::vector<std::vector<std::uint32_t>>& places) {
  Topology topology = *program.topology;
  topology.places.clear();
  auto next = places.begin();
  for (const Thread& thread : program.threads) {
    const bool is_spawned = !is_static(thread);
    topology.places.push_back(is_spawned ? topology.places[thread.origin->parent.value] : *next++);
  }
  program.topology = std::make_shared<const Topology>(std::move(topology));
}

}  // namespace

void add_spawned_threads(Program& program, std::uint32_t max_threads) {
  if (program.routines.empty()) return;
  std::vector<std::vector<std::uint32_t>> places;
  if (program.topology != nullptr) places = static_places(program);
  const std::size_t size_before = program.threads.size();
  std::optional<Thread> last = take_apart(program);
  std::vector<KnownValues> arguments(program.threads.size());
  std::uint32_t spawned = 0;
  // Of spawned threads, by routine and arguments.
  std::map<std::pair<std::uint32_t, KnownValues>, ThreadSpawns> known;
  const auto spawns_of = [&](ThreadId thread) -> ThreadSpawns {
    const std::optional<SpawnOrigin>& origin = program.threads[thread.value].origin;
    if (!origin) return find_spawns(program, thread, arguments[thread.value], max_threads);
    const auto [found, is_new] =
        known.try_emplace({origin->routine, arguments[thread.value]}, ThreadSpawns{});
    if (is_new) {
      found->second = find_spawns(program, thread, arguments[thread.value], max_threads);
    }
    return found->second;
  };
  for (std::size_t t = 0; t < program.threads.size(); ++t) {
    if (program.threads[t].role != ThreadRole::Worker) continue;
    // Finds the spawns of one thread; the overall limit is applied here.
    const ThreadSpawns found = spawns_of(ThreadId(t));
    for (const auto& [spawn, each] : found.spawns) {
      if (spawned == max_threads || program.threads.size() + 1 >= address::MaxThreads) break;
      ++spawned;
      const SpawnOrigin origin{ThreadId(t), spawn.first, spawn.second};
      Thread thread = program.routines[spawn.second];
      thread.name = name_of(program, origin);
      thread.origin = origin;
      program.threads.push_back(std::move(thread));
      arguments.push_back(each.arguments);
    }
  }
  if (last) {
    for (Observable& observable : program.observables) {
      const bool is_of_last =
          observable.is_register && observable.thread == ThreadId(size_before - 1);
      if (is_of_last) observable.thread = ThreadId(program.threads.size());
    }
    program.threads.push_back(*std::move(last));
  }
  if (program.topology != nullptr) place_threads(program, places);
}

}  // namespace drover::passes
