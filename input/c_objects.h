#pragma once

#include <memory>
#include <span>
#include <string>
#include <vector>

#include "frontend/source.h"
#include "semantics/program/program.h"

namespace drover::input {

// The objects that the comments of C files declare, `// drover: object q : queue(put, take);`, in
// the core language.
struct CObjects {
  std::vector<SpecifiedObject> objects;
  std::shared_ptr<const Program> sequential;  // if some specifications are code
  std::string complaints;                     // whole lines; empty if all is understood
};

[[nodiscard]] CObjects read_c_objects(std::span<const SourcePart> files);

}  // namespace drover::input
