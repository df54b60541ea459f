#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "explorer/reduction.h"
#include "frontend/check_program.h"

namespace drover {

enum class ColourChoice : std::uint8_t { Auto, Always, Never };

// What every command that reads programs takes.
struct InputOptions {
  std::vector<std::string> files;
  std::vector<ConstantOverride> constants;  // -D NAME=VALUE
  std::uint32_t unroll = 100;
  ColourChoice colour = ColourChoice::Auto;
};

enum class ReportFormat : std::uint8_t { Text, Json };
enum class Verbosity : std::uint8_t { Normal, Verbose };
enum class CountDuplicates : std::uint8_t { No, Yes };
enum class ErrorLimit : std::uint8_t { First, All };

struct CheckCommand {
  InputOptions input;
  std::string model = "rc11";
  std::string algorithm = "auto";
  ReductionSet reductions = ReductionSet::all();
  ReportFormat format = ReportFormat::Text;
  Verbosity verbosity = Verbosity::Normal;
  CountDuplicates count_duplicates = CountDuplicates::No;
  ErrorLimit errors = ErrorLimit::First;
  std::optional<double> max_seconds;
  std::optional<std::uint64_t> max_executions;
  std::uint32_t jobs = 1;
};

enum class ShowWhat : std::uint8_t { Parse, Desugar, Lower, Automaton };

struct ShowCommand {
  InputOptions input;
  ShowWhat what = ShowWhat::Parse;
  std::string thread;  // automaton: only this thread
};

struct ModelsCommand {
  std::vector<std::string> show;  // empty: list all
  ReportFormat format = ReportFormat::Text;
};

// Nothing to run: print `text` and leave with `status`.
struct LeaveAtOnce {
  int status = 0;
  std::string text;
};

using Command = std::variant<CheckCommand, ShowCommand, ModelsCommand, LeaveAtOnce>;

// Exit statuses.
inline constexpr int ExitVerified = 0;
inline constexpr int ExitViolation = 1;
inline constexpr int ExitBadInput = 2;
inline constexpr int ExitIncomplete = 3;

// Never throws, never exits.
[[nodiscard]] Command parse_command_line(const std::vector<std::string>& arguments);

}  // namespace drover
