#pragma once

#include <string>

#include "frontend/source.h"
#include "input/subject.h"
#include "serve/job_request.h"

namespace drover::serve {

// The text of a request. Its name is the one that the request gives it, or else what the kind of
// text suggests: `program.drv`, `test.litmus`.
[[nodiscard]] SourceBuffer source_of(const JobRequest& request);
[[nodiscard]] input::Subject subject_of(const JobRequest& request);

}  // namespace drover::serve
