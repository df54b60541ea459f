#pragma once

// Options that several commands have, each with the same words and the same limits.

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "cli/arguments/description.h"
#include "support/progress_format.h"

namespace drover::cli {

// For help texts.
[[nodiscard]] std::string names_of_models();
// Those that are about core programs.
[[nodiscard]] std::string names_of_core_models();
[[nodiscard]] std::string names_of_algorithms();

// A flag without a value.
[[nodiscard]] Argument flag(std::string names, Target target, std::string text);
// The files that a command needs.
[[nodiscard]] Argument required_files(Target target, std::string text);
// The same where standard input will do: for `-`, and for no file.
[[nodiscard]] Argument input_files(Target target, const std::string& text);

// -m. `remark` ends the text; it says what the default is where that depends on the file.
[[nodiscard]] Argument model_option(std::string& model, const std::string& remark = "");
// -m NAME,…; repeatable.
[[nodiscard]] Argument models_option(std::vector<std::string>& models, const std::string& remark);
[[nodiscard]] Argument algorithm_option(std::string& algorithm);
inline constexpr const char* UsualMapping =
    ", for core programs and C under models of machines (default: c11-MODEL)";
// --mapping. `remark` ends the text.
[[nodiscard]] Argument mapping_option(std::string& mapping, const std::string& remark);
[[nodiscard]] Argument jobs_option(std::uint32_t& jobs, const std::string& text);

// The targets are numbers, or optional ones. `remark` ends the text: "", ", per file".
[[nodiscard]] Argument max_time_option(Target seconds, const std::string& remark = "");
[[nodiscard]] Argument max_executions_option(Target count, const std::string& remark = "");
[[nodiscard]] Argument unroll_option(Target unroll, const std::string& remark = "");
[[nodiscard]] Argument max_threads_option(Target threads);

// Refuses to write over what is read. Names of options are easily given to the wrong file, so a
// file with the name of a program, a test or a model is not replaced by what is none.
void require_other_file(const std::string& option, const std::string& output,
                        const std::vector<std::string>& inputs);
void require_output_file(const std::string& option, const std::string& output,
                         const std::vector<std::string>& inputs);

// Help shows the value that the target has now as the default.
[[nodiscard]] Argument with_default(Argument argument);

// --max-memory, as a word: a number of mebibytes, or with a unit.
class MemoryOption {
 public:
  MemoryOption() = default;
  MemoryOption(const MemoryOption&) = delete;
  MemoryOption& operator=(const MemoryOption&) = delete;
  [[nodiscard]] Argument option();
  // In bytes. Throws WrongArgument.
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

// -D NAME=VALUE, and what else C programs are compiled with.
class ConstantOptions {
 public:
  ConstantOptions() = default;
  ConstantOptions(const ConstantOptions&) = delete;
  ConstantOptions& operator=(const ConstantOptions&) = delete;
  [[nodiscard]] Argument option();
  // -I, -U, --include, --std, --cc, --spurious.
  [[nodiscard]] std::vector<Argument> compiler_options();
  // Of a command on these files: macros may be all that C takes. Throws WrongArgument.
  [[nodiscard]] std::vector<ConstantOverride> take(const std::vector<std::string>& files) const;

 private:
  std::vector<std::string> texts_;
  std::vector<std::string> folders_;
  std::vector<std::string> undefined_;
  std::vector<std::string> included_;
  std::string standard_;
  std::string compiler_;
  bool is_spurious_ = false;
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

// --checkpoint, --checkpoint-every, --resume. `what`: the thing that has a state, "run" or
// "search".
class StateOptions {
 public:
  explicit StateOptions(std::string what) : what_(std::move(what)) {}
  StateOptions(const StateOptions&) = delete;
  StateOptions& operator=(const StateOptions&) = delete;
  [[nodiscard]] std::vector<Argument> options();
  // For a command on these files: a state is that of one program. Throws WrongArgument.
  [[nodiscard]] StateFiles take(const std::vector<std::string>& files) const;
  // The name of the first that was given, or nothing.
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

// `; did you mean …?`, or nothing.
[[nodiscard]] std::string suggestion(const std::string& name,
                                     const std::vector<std::string>& names);

// Throws WrongArgument if no model has this name.
void require_model(const std::string& where, const std::string& name);
// The same, and that it is about core programs, as far as that is known before it is read.
void require_core_model(const std::string& where, const std::string& name);
// Throws WrongArgument if no algorithm has this name, or if it does not take the model. The model
// is empty where it is not known yet.
void require_algorithm(const std::string& algorithm, const std::string& model);

}  // namespace drover::cli
