#pragma once

#include <cstdint>
#include <string_view>

namespace drover {

// Kinds of errors of a checked program. The names are part of the JSON report.
enum class ErrorKind : std::uint8_t {
  Assertion,
  Race,
  Memory,
  Annotation,
  Deadlock,
  Condition,
  Arithmetic,
  Thread,           // a join of a non-thread, of the thread itself, or of a thread already joined
  Linearizability,  // calls of an object that its specification does not allow
  Unsupported       // a limit of Drover: no error of the program
};

constexpr std::string_view error_kind_name(ErrorKind kind) {
  switch (kind) {
    case ErrorKind::Assertion: return "assertion";
    case ErrorKind::Race: return "race";
    case ErrorKind::Memory: return "memory";
    case ErrorKind::Annotation: return "annotation";
    case ErrorKind::Deadlock: return "deadlock";
    case ErrorKind::Condition: return "condition";
    case ErrorKind::Arithmetic: return "arithmetic";
    case ErrorKind::Thread: return "thread";
    case ErrorKind::Linearizability: return "linearizability";
    case ErrorKind::Unsupported: return "unsupported";
  }
  return "?";
}

}  // namespace drover
