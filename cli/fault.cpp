#include "cli/fault.h"

#include <unistd.h>

#include <csignal>
#include <exception>
#include <new>

#include "cli/command_line.h"
#include "cli/memory_limit.h"
#include "support/check.h"
#include "support/format.h"
#include "support/version.h"

namespace drover::cli {

namespace {

// Made in advance: a signal handler may not allocate memory.
std::string& text_on_abort() {
  static std::string text;
  return text;
}

extern "C" void end_with_fault(int) {
  const std::string& text = text_on_abort();
  const auto ignored = ::write(STDERR_FILENO, text.data(), text.size());
  static_cast<void>(ignored);
  std::_Exit(ExitFault);
}

constexpr std::string_view AtMemoryLimit =
    "incomplete: stopped: the limit on memory was reached (--max-memory); what was found so far is "
    "lost";

std::string about(std::string_view subject) {
  return subject.empty() ? "drover: " : format("drover: {}: ", subject);
}

FileReport fault(std::string_view subject, std::string_view what) {
  return {format("{}internal error: {}\n{}", about(subject), what, fault_text()), "", ExitFault};
}

}  // namespace

std::string fault_text() {
  return format(
      "This is a fault of Drover {}, not of your input. Please report it with this message, the\n"
      "command line, the input files and what `drover --version` prints.\n",
      version_with_commit());
}

FileReport report_of_exception(std::string_view subject) {
  try {
    throw;
  } catch (const std::bad_alloc&) {
    const bool is_limit = is_at_memory_limit();
    recover_memory();  // unwinding has freed the memory
    return {about(subject) + (is_limit ? std::string(AtMemoryLimit) : "out of memory") + "\n", "",
            ExitIncomplete};
  } catch (const std::exception& error) {
    return fault(subject, error.what());
  } catch (...) {
    return fault(subject, "an exception without a message");
  }
}

void tell_faults_on_abort() {
  if constexpr (ChecksAreOn) return;
  text_on_abort() = fault_text();
  std::signal(SIGABRT, end_with_fault);
}

}  // namespace drover::cli
