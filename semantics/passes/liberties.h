#pragma once

namespace drover::passes {

// The changes to executions that passes on loops and waits may make. They may always remove reads,
// and fences that are not those of a machine.
struct Liberties {
  // Remove a read-modify-write that restores the old value (its readers then read from the previous
  // write), and let the load before a loop replace a failed compare-and-swap in it.
  bool removes_updates = true;
  // Only remove one that is the only access in an iteration that repeats because of what it reads
  // (Lemma 73, docs/proofs.md).
  bool removes_spinning_updates = true;
  // Let a thread that stops leave out the barriers of a machine before: the model raises no flag
  // for them.
  bool removes_barriers = true;
  // Let an event depend on a read on which it does not depend in the program: the model has no
  // dependencies.
  bool adds_dependencies = true;
  // Without that: let a fence depend on one, but for those that end a control dependency. No
  // built-in model takes what comes of it.
  bool adds_dependencies_of_fences = true;

  bool operator==(const Liberties&) const = default;
};

}  // namespace drover::passes
