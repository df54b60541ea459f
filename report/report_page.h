#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "report/report_data.h"

namespace drover::report {

// A file of report/page, built into the program.
struct PagePart {
  std::string_view name;  // without its ending
  std::string_view text;
};
[[nodiscard]] std::span<const PagePart> page_parts();

// Returns the data as JSON for a `<script>` of HTML: without `<`.
[[nodiscard]] std::string report_json(const std::vector<ProgramReport>& programs);

// Returns the whole page, which loads nothing else.
[[nodiscard]] std::string write_page(const std::vector<ProgramReport>& programs);

// True if the page goes to standard output (`-`), not to a file.
[[nodiscard]] bool is_standard_output(const std::string& output);

// Returns why the page cannot be written to `output`, or would replace one of the programs. Empty
// if it can. Called before slow work.
[[nodiscard]] std::string why_not_to(const std::string& output, std::span<const std::string> files);

}  // namespace drover::report
