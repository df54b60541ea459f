#pragma once

// SARIF 2.1.0: errors in the format that editors, code hosts and other tools take from analysers.

#include <span>
#include <string>
#include <vector>

#include "cli/report.h"
#include "support/json.h"

namespace drover::cli {

// Part of a log for one file under one model.
struct SarifPart {
  std::string file;
  Json results = Json::array();        // errors of the program
  Json notifications = Json::array();  // why the run is incomplete or did not start
};

// Errors of kinds that are not in `fails` are warnings.
[[nodiscard]] SarifPart sarif_of(const CheckReport& report, ErrorKindSet fails);
// Returns the part for a rejected file. `source` is null if the file is unreadable.
[[nodiscard]] SarifPart sarif_of_refusal(const std::string& file, const SourceBuffer* source,
                                         std::span<const Diagnostic> complaints);
// Returns the part for a check that failed for a reason outside the file.
[[nodiscard]] SarifPart sarif_of_failure(const std::string& file, const std::string& why);

// Returns the whole log. `status` is Drover's exit status.
[[nodiscard]] std::string sarif_log(std::span<const SarifPart> parts, int status);

}  // namespace drover::cli
