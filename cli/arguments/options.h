#pragma once

// Options shared by several commands, with the same words and limits.

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "cli/arguments/description.h"
#include "support/progress_format.h"

namespace drover::cli {

// Model names, for help texts.
[[nodiscard]] std::string names_of_models();
// Names of models for core programs.
[[nodiscard]] std::string names_of_core_models();
[[nodiscard]] std::string names_of_algorithms();

// Makes a flag without a value.
[[nodiscard]] Argument flag(std::string names, Target target, std::string text);
// Makes the argument for a command's required files.
[[nodiscard]] Argument required_files(Target target, std::string text);
// Makes the argument for files; `-` or no file means standard input.
[[nodiscard]] Argument input_files(Target target, const std::string& text);

// -m. `remark` ends the text and gives the default where the default depends on the file.
[[nodiscard]] Argument model_option(std::string& model, const std::string& remark = "");
// -m NAME,…; repeatable.
[[nodiscard]] Argument models_option(std::vector<std::string>& models, const std::string& remark);
[[nodiscard]] Argument algorithm_option(std::string& algorithm);
inline constexpr const char* UsualMapping =
    ", for core programs and C under models of machines (default: c11-MODEL)";
// --mapping. `remark` ends the text.
[[nodiscard]] Argument mapping_option(std::string& mapping, const std::string& remark);
[[nodiscard]] Argument jobs_option(std::uint32_t& jobs, const std::string& text);

// Targets are numbers or optional numbers. `remark` ends the text: "", ", per file".
[[nodiscard]] Argument max_time_option(Target seconds, const std::string& remark = "");
[[nodiscard]] Argument max_executions_option(Target count, const std::string& remark = "");
[[nodiscard]] Argument unroll_option(Target unroll, const std::string& remark = "");
[[nodiscard]] Argument max_threads_option(Target threads);

// Both throw if the output file is also an input. require_output_file also refuses to replace a
// file named like a program, test or model: users easily give an option the wrong file.
void require_other_file(const std::string& option, const std::string& output,
                        const std::vector<std::string>& inputs);
void require_output_file(const std::string& option, const std::string& output,
                         const std::vector<std::string>& inputs);

// Shows the target's current value in help as the default.
[[nodiscard]] Argument with_default(Argument argument);

// --max-memory, as a word: a number of mebibytes, or with a unit.
class MemoryOption {
 public:
  MemoryOption() = default;
  MemoryOption(const MemoryOption&) = delete;
  MemoryOption& operator=(const MemoryOption&) = delete;
  [[nodiscard]] Argument option();
  // Returns bytes. Throws WrongArgument.
  [[nodiscard]] std::optional<std::uint64_t> take() const;

 private:
  std::optional<std::string> word_;
};

// --color, as a word.
class ColourOption {
 public:
  ColourOption() = default;
  ColourOption(const ColourOption&) = delete;
  ColourOption& operator=(const ColourOption&) = delete;
  [[nodiscard]] Argument option();
  [[nodiscard]] ColourChoice take() const;

 private:
  std::string word_ = "auto";
};

// --progress, as a word.
class ProgressOption {
 public:
  ProgressOption() = default;
  ProgressOption(const ProgressOption&) = delete;
  ProgressOption& operator=(const ProgressOption&) = delete;
  [[nodiscard]] Argument option(const std::string& remark = "");
  [[nodiscard]] ProgressFormat take() const;
  [[nodiscard]] bool is_given() const { return word_ != "auto"; }

 private:
  std::string word_ = "auto";
};

// -D NAME=VALUE and other compiler options for C programs.
class ConstantOptions {
 public:
  ConstantOptions() = default;
  ConstantOptions(const ConstantOptions&) = delete;
  ConstantOptions& operator=(const ConstantOptions&) = delete;
  [[nodiscard]] Argument option();
  // -I, -U, --include, --std, --cc, --spurious, --no-spurious-wakeups.
  [[nodiscard]] std::vector<Argument> compiler_options();
  // Returns the constants for these files; only C takes other macros. Throws WrongArgument.
  [[nodiscard]] std::vector<ConstantOverride> take(const std::vector<std::string>& files) const;

 private:
  std::vector<std::string> texts_;
  std::vector<std::string> folders_;
  std::vector<std::string> undefined_;
  std::vector<std::string> included_;
  std::string standard_;
  std::string compiler_;
  bool is_spurious_ = false;
  bool wakes_only_if_woken_ = false;
};

// -W KIND.
class WarningOptions {
 public:
  WarningOptions() = default;
  WarningOptions(const WarningOptions&) = delete;
  WarningOptions& operator=(const WarningOptions&) = delete;
  [[nodiscard]] Argument option();
  // Throws WrongArgument.
  [[nodiscard]] WarningPolicy take() const;

 private:
  std::vector<std::string> words_;
};

// --checkpoint, --checkpoint-every, --resume. `what` has the state: "run" or "search".
class StateOptions {
 public:
  explicit StateOptions(std::string what) : what_(std::move(what)) {}
  StateOptions(const StateOptions&) = delete;
  StateOptions& operator=(const StateOptions&) = delete;
  [[nodiscard]] std::vector<Argument> options();
  // Returns the state files for these files; a state belongs to one program. Throws WrongArgument.
  [[nodiscard]] StateFiles take(const std::vector<std::string>& files) const;
  // Returns the name of the first option that was given. Nothing if none was.
  [[nodiscard]] std::optional<std::string> given() const;

 private:
  static std::string take_file(const std::string& option, const std::optional<std::string>& given,
                               const std::vector<std::string>& files);
  void require_state_file(const std::string& path, const std::vector<std::string>& files) const;

  std::string what_;
  std::optional<std::string> checkpoint_;
  std::optional<double> every_seconds_;
  std::optional<std::string> resume_;
};

// Returns `; did you mean …?`, or an empty text.
[[nodiscard]] std::string suggestion(const std::string& name,
                                     const std::vector<std::string>& names);

// Throws WrongArgument if no model has this name.
void require_model(const std::string& where, const std::string& name);
// Also requires a model of core programs, as far as known before the model is read.
void require_core_model(const std::string& where, const std::string& name);
// Throws WrongArgument if no algorithm has this name, or if it does not support the model. The
// model is empty where still unknown.
void require_algorithm(const std::string& algorithm, const std::string& model);

}  // namespace drover::cli
