#pragma once

// Options shared by several commands, with the same words and limits.

#include <algorithm>
#include <cstdint>
#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include "cli/arguments/description.h"

namespace drover::cli {

// Names of models, for help texts: all, and those for core programs.
[[nodiscard]] std::string names_of_models();
[[nodiscard]] std::string names_of_core_models();

// Makes a flag without a value.
[[nodiscard]] Argument flag(std::string names, Target target, std::string text);
// Makes a flag that gives `target` the value `meaning`.
template <typename Value>
[[nodiscard]] Argument setting(std::string names, Value& target,
                               const std::type_identity_t<Value>& meaning, std::string text) {
  const auto set = [&target, meaning] { target = meaning; };
  return flag(std::move(names), set, std::move(text));
}
// Makes an option with a value. `usual`: the default, if help shows it.
[[nodiscard]] Argument option(std::string names, std::string value, std::string text, Target target,
                              ValueIs kind = ValueIs::Text);
[[nodiscard]] Argument option(std::string names, std::string value, std::string text, Target target,
                              Limits limits, std::string usual = "");
// Makes a required positional argument.
[[nodiscard]] Argument required(std::string name, Target target, std::string text,
                                ValueIs kind = ValueIs::File);
// Makes the argument for files; `-` or no file means standard input.
[[nodiscard]] Argument input_files(std::vector<std::string>& files, const std::string& text);
// Makes the argument for one program: several files are the files of a C program.
[[nodiscard]] Argument input_file(std::vector<std::string>& files, const std::string& text);

// Makes an option that takes one word of a table. `usual`: the default, if help shows it.
template <typename Value>
[[nodiscard]] Argument choice(std::string name, std::string value, std::string text, Value& target,
                              std::vector<std::pair<std::string, Value>> rows,
                              std::string usual = "") {
  Argument option{.names = std::move(name),
                  .value = std::move(value),
                  .text = std::move(text),
                  .usual = std::move(usual)};
  for (const auto& [word, meaning] : rows) option.choices.push_back(word);
  option.target = [&target, rows = std::move(rows)](const std::string& word) {
    target = std::ranges::find(rows, word, [](const auto& row) { return row.first; })->second;
  };
  return option;
}

// -m. `remark` ends the text and gives the default where the default depends on the file.
[[nodiscard]] Argument model_option(std::string& model, const std::string& remark = "");
// -m NAME,…; repeatable; takes each model once. `on_all`: meaning of `all`; empty: none.
[[nodiscard]] Argument models_option(std::vector<std::string>& models, const std::string& remark,
                                     const OnFlag& on_all = {});
[[nodiscard]] Argument algorithm_option(std::string& algorithm);
[[nodiscard]] Argument progress_model_option(std::string& model);
inline constexpr const char* UsualMapping =
    ", for core programs and C under models of machines (default: c11-MODEL)";
// --mapping. `remark` ends the text.
[[nodiscard]] Argument mapping_option(std::string& mapping, const std::string& remark);
[[nodiscard]] Argument jobs_option(std::uint32_t& jobs, const std::string& text);

// Targets are numbers or optional numbers. `remark` ends the text: "", ", per file".
[[nodiscard]] Argument max_time_option(Target seconds, const std::string& remark = "");
[[nodiscard]] Argument max_executions_option(Target count, const std::string& remark = "");
[[nodiscard]] Argument unroll_option(Target unroll, const std::string& remark = "");
[[nodiscard]] Argument max_threads_option(std::uint32_t& threads);
// --max-memory in bytes: a number of mebibytes, or with a unit.
[[nodiscard]] Argument max_memory_option(std::optional<std::uint64_t>& bytes);

[[nodiscard]] Argument colour_option(ColourChoice& colour);
[[nodiscard]] Argument progress_option(ProgressFormat& format, const std::string& remark = "");
[[nodiscard]] Argument json_flag(ReportFormat& format, std::string text);
[[nodiscard]] Argument verbose_flag(Verbosity& verbosity, std::string text);
// -W KIND.
[[nodiscard]] Argument warnings_option(WarningPolicy& warnings);

// Throws WrongArgument if `is_wrong`.
void refuse_if(bool is_wrong, std::string_view where, std::string_view why);

// Both throw if the output file is also an input. require_output_file also refuses to replace a
// file named like a program, test or model: users easily give an option the wrong file.
void require_other_file(const std::string& option, const std::string& output,
                        const std::vector<std::string>& inputs);
void require_output_file(const std::string& option, const std::string& output,
                         const std::vector<std::string>& inputs);
// Throws unless the file's name tells a format of pictures. An empty name is none.
void require_picture(const std::string& option, const std::string& picture,
                     const std::vector<std::string>& inputs);

// Shows the target's current value in help as the default.
[[nodiscard]] Argument with_default(Argument argument);
// Returns all arguments, in this order.
[[nodiscard]] std::vector<Argument> in_order(std::initializer_list<std::vector<Argument>> lists);

// -D NAME=VALUE and other compiler options for C programs.
struct ConstantOptions {
  [[nodiscard]] Argument constants_option();
  // -I, --isystem, --iquote, -U, --include, --std, --cc, -p, --target, --spurious,
  // --no-spurious-wakeups, --nondet, --volatile.
  [[nodiscard]] std::vector<Argument> compiler_options();
  // Returns the constants for these files; only C takes other macros. Removes the files that become
  // parts of the programs of others. Throws WrongArgument.
  [[nodiscard]] std::vector<ConstantOverride> take(std::vector<std::string>& files) const;
  // As above, for a command that takes one program.
  [[nodiscard]] std::vector<ConstantOverride> take_one(std::vector<std::string>& files) const;

  std::vector<std::string> texts;
  std::vector<std::string> folders;
  std::vector<std::string> system_folders;
  std::vector<std::string> quote_folders;
  std::vector<std::string> undefined;
  std::vector<std::string> included;
  std::string standard;
  std::string compiler;
  std::string commands;  // -p
  std::string target;
  bool is_spurious = false;
  bool wakes_only_if_woken = false;
  std::string nondet;
  std::string volatile_access;
};

// --checkpoint, --checkpoint-every, --resume. `what` has the state: "run" or "search".
[[nodiscard]] std::vector<Argument> state_options(StateFiles& state, const std::string& what);
// Throws if the options contradict each other: a state belongs to one program.
void require_state(const StateFiles& state, const std::string& what,
                   const std::vector<std::string>& files);

// Returns `; did you mean …?`, or an empty text.
[[nodiscard]] std::string suggestion(const std::string& name,
                                     const std::vector<std::string>& names);

// Throws WrongArgument if no model has this name.
void require_model(const std::string& where, const std::string& name);
// Like require_model; throws also if a built-in model does not apply to core programs.
void require_core_model(const std::string& where, const std::string& name);
// Throws WrongArgument if no algorithm has this name, or if it does not support the model. The
// model is empty where still unknown.
void require_algorithm(const std::string& algorithm, const std::string& model);

}  // namespace drover::cli
