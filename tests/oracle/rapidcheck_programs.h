#pragma once

#include <rapidcheck.h>

#include <cstdint>
#include <ostream>

#include "tests/oracle/generator.h"
#include "tests/oracle/shrink.h"

// Random programs for rc::check, which shrinks them with simplifications().
namespace drover::oracle {

inline rc::Gen<GeneratedProgram> arbitrary_program(GeneratorOptions options = {}) {
  return [options](const rc::Random& random, int /*size*/) {
    rc::Random source = random;
    return rc::shrinkable::shrinkRecur(generate(source.next(), options),
                                       [](const GeneratedProgram& program) {
                                         return rc::seq::fromContainer(simplifications(program));
                                       });
  };
}

// RapidCheck prints a counterexample with this function.
inline void showValue(const GeneratedProgram& program, std::ostream& out) {
  out << "\n" << to_source(program);
}

}  // namespace drover::oracle

namespace rc {

template <>
struct Arbitrary<drover::oracle::GeneratedProgram> {
  static Gen<drover::oracle::GeneratedProgram> arbitrary() {
    return drover::oracle::arbitrary_program();
  }
};

}  // namespace rc
