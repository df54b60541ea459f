#pragma once

// Faults of Drover itself: unexpected exceptions, failed internal checks. They have their own exit
// status and are never reported as limits.

#include <string>
#include <string_view>

#include "cli/file_runner.h"

namespace drover::cli {

// Returns a text that admits a fault, with Drover's version and what to send.
[[nodiscard]] std::string fault_text();

// Reports the current exception; call it in a catch block only. `subject` is the current file, or
// empty. Out of memory is a limit, every other exception a fault.
[[nodiscard]] FileReport report_of_exception(std::string_view subject);

// Makes every abort (DROVER_CHECK, an exception that leaves a thread, the allocator) print
// fault_text() last and exit with ExitFault. Builds with expensive checks still abort, for
// debuggers.
void tell_faults_on_abort();

}  // namespace drover::cli
