#pragma once

#include <string>
#include <string_view>

#include "serve/run_outcome.h"

namespace drover::serve {

// Answers a request of the page without a server or another process: in a browser, Drover is part
// of the page (web/). Paths and answers are the server's, without collected answers and folders of
// exercises. The page ends runs that take too long.
//
// `body` is a JSON object, or empty. Requests that only commands answer (`/api/check`,
// `/api/explain`, `/api/draw` without the number of a picture) are refused: the page does not send
// them.
[[nodiscard]] std::string answer_inside(std::string_view path, std::string_view body,
                                        const RunLimits& limits);

}  // namespace drover::serve
