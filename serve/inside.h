#pragma once

#include <string>
#include <string_view>

#include "serve/run_outcome.h"

namespace drover::serve {

// Answers a request of the page without a server and without another process: in a browser, Drover
// is part of the page (web/). Paths and answers are those of the server; there is nothing to
// collect and no folder of exercises. What takes too long is ended from outside.
//
// `body` is a JSON object, or empty. What only commands do (`/api/check`, `/api/explain`,
// `/api/draw` without the number of a picture) is refused: the page does not ask it.
[[nodiscard]] std::string answer_inside(std::string_view path, std::string_view body,
                                        const RunLimits& limits);

}  // namespace drover::serve
