#pragma once

// SARIF 2.1.0: errors in the format that editors, code hosts and other tools take from analysers.

#include <span>
#include <string>
#include <vector>

#include "cli/report.h"
#include "support/json.h"

namespace drover::cli {

// What one file under one model adds to a log.
struct SarifPart {
  std::string file;
  Json results = Json::array();        // errors of the program
  Json notifications = Json::array();  // what kept the run from its end, or from its beginning
};

// Errors of kinds that are not in `fails` are warnings.
[[nodiscard]] SarifPart sarif_of(const CheckReport& report, ErrorKindSet fails);
// Of a file that was refused. `source` is null where it could not be read.
[[nodiscard]] SarifPart sarif_of_refusal(const std::string& file, const SourceBuffer* source,
                                         std::span<const Diagnostic> complaints);
// Of a file that was not checked to its end, for a reason that is not its own fault.
[[nodiscard]] SarifPart sarif_of_failure(const std::string& file, const std::string& why);

// The whole log. `status` is that with which Drover will exit.
[[nodiscard]] std::string sarif_log(std::span<const SarifPart> parts, int status);

}  // namespace drover::cli
