#pragma once

#include "cli/command_line.h"

namespace drover::cli {

// Each function runs one command, prints to standard output (diagnostics to standard error) and
// returns the exit status.
[[nodiscard]] int run_check(const CheckCommand& command);
[[nodiscard]] int run_litmus(const LitmusCommand& command);
[[nodiscard]] int run_convert(const ConvertCommand& command);
[[nodiscard]] int run_vsc(const VscCommand& command);
[[nodiscard]] int run_draw(const DrawCommand& command);
[[nodiscard]] int run_show(const ShowCommand& command);
[[nodiscard]] int run_explain(const ExplainCommand& command);
[[nodiscard]] int run_report(const report::ReportCommand& command);
[[nodiscard]] int run_models(const ModelsCommand& command);
[[nodiscard]] int run_compare(const CompareCommand& command);
[[nodiscard]] int run_audit(const AuditCommand& command);
[[nodiscard]] int run_exercise(const ExerciseCommand& command);
[[nodiscard]] int run_serve(const serve::ServeOptions& options);
[[nodiscard]] int run_serve_job(const ServeJob& job);
[[nodiscard]] int run_schema(const SchemaCommand& command);
[[nodiscard]] int run_split(const SplitCommand& command);
[[nodiscard]] int run_work(const WorkCommand& command);
[[nodiscard]] int run_merge(const MergeCommand& command);
[[nodiscard]] int run_format(const FormatCommand& command);
[[nodiscard]] int run_lsp(const LspCommand& command);
[[nodiscard]] int run_orders(const OrdersCommand& command);
[[nodiscard]] int run_leave(const LeaveAtOnce& leave);

}  // namespace drover::cli
