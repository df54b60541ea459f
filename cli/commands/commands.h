#pragma once

#include "cli/command_line.h"

namespace drover::cli {

// Each function runs one command, prints to standard output (diagnostics to standard error) and
// returns the exit status.
[[nodiscard]] int run(const CheckCommand& command);
[[nodiscard]] int run(const LitmusCommand& command);
[[nodiscard]] int run(const ConvertCommand& command);
[[nodiscard]] int run(const VscCommand& command);
[[nodiscard]] int run(const DrawCommand& command);
[[nodiscard]] int run(const ShowCommand& command);
[[nodiscard]] int run(const ExplainCommand& command);
[[nodiscard]] int run(const PlayCommand& command);
[[nodiscard]] int run(const report::ReportCommand& command);
[[nodiscard]] int run(const ModelsCommand& command);
[[nodiscard]] int run(const CompareCommand& command);
[[nodiscard]] int run(const AuditCommand& command);
[[nodiscard]] int run(const ExerciseCommand& command);
[[nodiscard]] int run(const serve::ServeOptions& command);
[[nodiscard]] int run(const ServeJob& command);
[[nodiscard]] int run(const SchemaCommand& command);
[[nodiscard]] int run(const SplitCommand& command);
[[nodiscard]] int run(const WorkCommand& command);
[[nodiscard]] int run(const MergeCommand& command);
[[nodiscard]] int run(const FormatCommand& command);
[[nodiscard]] int run(const LspCommand& command);
[[nodiscard]] int run(const OrdersCommand& command);
[[nodiscard]] int run(const LinearizeCommand& command);
[[nodiscard]] int run(const RobustCommand& command);
[[nodiscard]] int run(const SuiteCommand& command);
[[nodiscard]] int run(const CoverCommand& command);
[[nodiscard]] int run(const GenerateCommand& command);
[[nodiscard]] int run(const ClassifyCommand& command);
[[nodiscard]] int run(const LeaveAtOnce& command);

}  // namespace drover::cli
