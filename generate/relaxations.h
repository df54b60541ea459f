#pragma once

// Lists of relaxations, as diy7 and diycross7 take them: `Pod**,[Fri,Rfi],DpAddrdR|DpCtrldR`.

#include <string_view>
#include <vector>

#include "generate/cycle.h"

namespace drover::generate {

// Edges that go together, and annotations between them. Searches take them for one edge.
using Relaxation = std::vector<CycleItem>;

// The meaning of a blank or a comma outside of brackets.
enum class Separator : std::uint8_t { Choice, Sequence };

// Reads a list: `[A,B]` is a sequence, `A|B` a choice, `A?` optional. Stars stand for R and W, s
// and d, i and e; `Rf`, `Po`, `DpAddr`, `Amo` for all their forms; `allRW` and others are macros.
// Sequences whose directions or annotations do not meet are left out, and so are repetitions.
[[nodiscard]] OrError<std::vector<Relaxation>> read_relaxations(std::string_view text,
                                                                const Architecture& architecture,
                                                                Separator separator);

[[nodiscard]] std::string print(const Relaxation& relaxation, const Architecture& architecture);

}  // namespace drover::generate
