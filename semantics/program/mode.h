#pragma once

#include <cstdint>
#include <string_view>

namespace drover {

// Access modes, [RCMC] §3.1: na < rlx < acq, rel < acqrel < sc. `Plain` is an access written
// without a mode: the memory model defines it. Under rc11, rc20 and wrc11, and in mappings to
// machines, it is `Sc`.
enum class Mode : std::uint8_t { Plain, Na, Rlx, Acq, Rel, AcqRel, Sc };

// True if `mode` is `bound` or stronger. `Plain` counts as the weakest here: models replace it
// first.
constexpr bool at_least(Mode mode, Mode bound) {
  if (mode == bound) return true;
  if (bound == Mode::Acq && mode == Mode::Rel) return false;
  return mode > bound;
}

constexpr std::string_view mode_name(Mode mode) {
  switch (mode) {
    case Mode::Plain: return "plain";
    case Mode::Na: return "na";
    case Mode::Rlx: return "rlx";
    case Mode::Acq: return "acq";
    case Mode::Rel: return "rel";
    case Mode::AcqRel: return "acqrel";
    case Mode::Sc: return "sc";
  }
  return "?";
}

// The modes of the read and of the write of a read-modify-write, [RCMC] §3.1 Mod_RMW.
constexpr Mode read_half(Mode mode) {
  if (mode == Mode::Rel) return Mode::Rlx;
  if (mode == Mode::AcqRel) return Mode::Acq;
  return mode;
}
constexpr Mode write_half(Mode mode) {
  if (mode == Mode::Acq) return Mode::Rlx;
  if (mode == Mode::AcqRel) return Mode::Rel;
  return mode;
}

// The default failure mode of a compare-and-swap, as in C.
constexpr Mode default_failure_mode(Mode success) { return read_half(success); }

}  // namespace drover
