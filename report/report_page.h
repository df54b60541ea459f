#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "report/report_data.h"

namespace drover::report {

// A file of report/page, which is part of the program.
struct PagePart {
  std::string_view name;  // without its ending
  std::string_view text;
};
[[nodiscard]] std::span<const PagePart> page_parts();

// The data as JSON that may stand inside a `<script>` of HTML: no `<` in it.
[[nodiscard]] std::string report_json(const std::vector<ProgramReport>& programs);

// The whole page: nothing is loaded from elsewhere.
[[nodiscard]] std::string write_page(const std::vector<ProgramReport>& programs);

}  // namespace drover::report
