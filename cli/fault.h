#pragma once

// Faults of Drover itself: exceptions that nobody expected, internal checks that fail. They are
// never reported as limits, and have an exit status of their own.

#include <string>
#include <string_view>

#include "cli/file_runner.h"

namespace drover::cli {

// Says that Drover is at fault, which version it is, and what to send.
[[nodiscard]] std::string fault_text();

// In a catch block only: what is said about the current exception. `subject` is the file that was
// worked on, or empty. Out of memory is a limit, all else is a fault.
[[nodiscard]] FileReport report_of_exception(std::string_view subject);

// From now on, what aborts (DROVER_CHECK, an exception that leaves a thread, the allocator) adds
// fault_text() to what it has said, and ends the program with ExitFault. Builds with expensive
// checks still abort: that is what their users want to see in a debugger.
void tell_faults_on_abort();

}  // namespace drover::cli
