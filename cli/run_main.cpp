#include "cli/run_main.h"

#include "cli/commands/commands.h"
#include "cli/fault.h"
#include "cli/file_runner.h"
#include "cli/memory_limit.h"
#include "cli/terminal.h"
#include "input/subject.h"
#include "support/overloaded.h"

namespace drover::cli {

namespace {

int run(const Command& command) {
  return std::visit(overloaded{
                        [](const CheckCommand& check) { return run_check(check); },
                        [](const LitmusCommand& litmus) { return run_litmus(litmus); },
                        [](const ConvertCommand& convert) { return run_convert(convert); },
                        [](const VscCommand& vsc) { return run_vsc(vsc); },
                        [](const DrawCommand& draw) { return run_draw(draw); },
                        [](const ShowCommand& show) { return run_show(show); },
                        [](const ExplainCommand& explain) { return run_explain(explain); },
                        [](const report::ReportCommand& report) { return run_report(report); },
                        [](const ModelsCommand& models) { return run_models(models); },
                        [](const CompareCommand& compare) { return run_compare(compare); },
                        [](const AuditCommand& audit) { return run_audit(audit); },
                        [](const ExerciseCommand& exercise) { return run_exercise(exercise); },
                        [](const serve::ServeOptions& options) { return run_serve(options); },
                        [](const ServeJob& job) { return run_serve_job(job); },
                        [](const SchemaCommand& schema) { return run_schema(schema); },
                        [](const SplitCommand& split) { return run_split(split); },
                        [](const WorkCommand& work) { return run_work(work); },
                        [](const MergeCommand& merge) { return run_merge(merge); },
                        [](const FormatCommand& format) { return run_format(format); },
                        [](const LspCommand& lsp) { return run_lsp(lsp); },
                        [](const OrdersCommand& orders) { return run_orders(orders); },
                        [](const LeaveAtOnce& leave) { return run_leave(leave); },
                    },
                    command);
}

}  // namespace

// Always prints a result or an error, and returns its exit status.
int run_main(const std::vector<std::string>& arguments) {
  tell_faults_on_abort();
  try {
    const AllocationGuard allocations;
    const StandardInput input{.is_terminal = is_input_terminal(),
                              .read = input::read_standard_input};
    const int status = run(parse_command_line(arguments, input));
    if (has_failed(Stream::Output)) {
      write(Stream::Error, "drover: the output could not be written\n");
      return ExitBadInput;
    }
    return status;
  } catch (...) {
    const FileReport report = report_of_exception("");
    print(report);
    return report.status;
  }
}

}  // namespace drover::cli
