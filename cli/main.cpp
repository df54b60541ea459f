#include <exception>
#include <string>
#include <vector>

#include "cli/commands.h"
#include "cli/terminal.h"
#include "support/format.h"
#include "support/overloaded.h"

namespace {

int run(const drover::Command& command) {
  return std::visit(
      drover::overloaded{
          [](const drover::CheckCommand& check) { return drover::run_check(check); },
          [](const drover::LitmusCommand& litmus) { return drover::run_litmus(litmus); },
          [](const drover::ConvertCommand& convert) { return drover::run_convert(convert); },
          [](const drover::VscCommand& vsc) { return drover::run_vsc(vsc); },
          [](const drover::DrawCommand& draw) { return drover::run_draw(draw); },
          [](const drover::ShowCommand& show) { return drover::run_show(show); },
          [](const drover::ExplainCommand& explain) { return drover::run_explain(explain); },
          [](const drover::ReportCommand& report) { return drover::run_report(report); },
          [](const drover::ModelsCommand& models) { return drover::run_models(models); },
          [](const drover::CompareCommand& compare) { return drover::run_compare(compare); },
          [](const drover::AuditCommand& audit) { return drover::run_audit(audit); },
          [](const drover::ExerciseCommand& exercise) { return drover::run_exercise(exercise); },
          [](const drover::LeaveAtOnce& leave) { return drover::run_leave(leave); },
      },
      command);
}

}  // namespace

int main(int argc, char** argv) {
  try {
    const int status =
        run(drover::parse_command_line(std::vector<std::string>(argv + 1, argv + argc)));
    if (drover::has_failed(drover::Stream::Output)) {
      drover::write(drover::Stream::Error, "drover: the output could not be written\n");
      return drover::ExitBadInput;
    }
    return status;
  } catch (const std::bad_alloc&) {
    drover::write(drover::Stream::Error, "drover: out of memory\n");
  } catch (const std::exception& error) {
    drover::write(drover::Stream::Error,
                  drover::format("drover: internal error: {}\n", error.what()));
  }
  return drover::ExitIncomplete;
}
