#pragma once

#include <string>

#include "frontend/source.h"
#include "input/subject.h"
#include "serve/job_request.h"

namespace drover::serve {

// Returns the text of a request. Its name comes from the request, or else from the kind of text:
// `program.drv`, `test.litmus`.
[[nodiscard]] SourceBuffer source_of(const JobRequest& request);
[[nodiscard]] input::Subject subject_of(const JobRequest& request);

}  // namespace drover::serve
